"""What a player is told of the tray is told once."""

from __future__ import annotations

import pytest

from vision import words
from vision.types import DieReading, Problem

SIZE_PX = (1280, 960)
LEANING = words.LEANING.format(where="in the middle")


def _mirrors(at_px: tuple[float, float]) -> str:
    die = DieReading(None, False, 0.0, at_px, (), Problem.GLARE)
    return words.of_die(die, SIZE_PX)


@pytest.mark.parametrize("at_px", [(x, y) for x in (100, 640, 1200) for y in (100, 480, 900)])
def test_that_a_lamp_mirrors_in_some_die_is_not_said_where_it_is_said_of_the_die_there(
    at_px: tuple[float, float],
) -> None:
    some = words.GLARE.format(where=words.where(at_px, SIZE_PX))
    assert words.once([some, LEANING, _mirrors(at_px)]) == (LEANING, _mirrors(at_px))


def test_that_a_lamp_mirrors_in_some_die_is_said_beside_what_is_said_of_a_die_elsewhere() -> None:
    said = (words.GLARE.format(where="at the top"), _mirrors((640.0, 480.0)))
    assert words.once(said) == said


def test_a_sentence_that_two_dice_share_is_said_once_in_its_first_place() -> None:
    assert words.once([LEANING, words.HAND, LEANING]) == (LEANING, words.HAND)
