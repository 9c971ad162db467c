"""What `worth` refuses to be asked: a box that the game doesn't have, and impossible dice."""

from __future__ import annotations

import pytest

from pi_app.rules.dice import parse_dice
from pi_app.rules.errors import NotationError
from pi_app.rules.game import Worth
from pi_app.rules.games import make_game

SEVEN = "1 1 2 2 3 3 4"


@pytest.mark.parametrize(
    ("game", "box", "known"),
    [
        ("diangle", "up9", "up1, up2, up3, up4, up5, up6, down5, down4, down3, down2, down1"),
        ("grand_poobah", "7", "1, 2, 3, 4, 5, 6"),
        ("perfecto", "run", "1, 2, 3, 4, 5, 6"),
    ],
)
def test_a_box_that_is_not_there_is_refused_with_those_that_are(
    game: str, box: str, known: str
) -> None:
    with pytest.raises(NotationError) as caught:
        make_game(game).worth(parse_dice("1 1 1"), box=box)
    assert caught.value.sentence == f'There is no box "{box}" here; the boxes are: {known}.'


@pytest.mark.parametrize(
    ("game", "dice", "most"),
    [
        ("diangle", SEVEN, 6),
        ("diangle", "", 6),
        ("grand_poobah", SEVEN, 6),
        ("perfecto", " ".join(["1"] * 25), 24),
        ("perfecto", "", 24),
    ],
)
def test_more_dice_than_there_are_and_none_are_refused(game: str, dice: str, most: int) -> None:
    with pytest.raises(NotationError, match=f"Give 1 to {most} dice, not {len(dice.split())}"):
        make_game(game).worth(parse_dice(dice))


def test_dice_taken_before_count_among_the_dice_there_are() -> None:
    with pytest.raises(NotationError, match="not 7"):
        make_game("grand_poobah").worth(parse_dice("1 2 3"), taken=parse_dice("1 2 3 4"))


def test_all_dice_of_four_hands_may_be_asked_about() -> None:
    found = make_game("perfecto").worth(parse_dice(" ".join(["6"] * 24)), box="6")
    assert found == (Worth("6", 24, "6s and reds"),)


def test_one_die_may_be_asked_about() -> None:
    assert make_game("grand_poobah").worth(parse_dice("4r"))[0].points == 8


def test_a_scoring_number_that_was_not_thrown_is_worth_nothing() -> None:
    found = make_game("grand_poobah").worth(parse_dice("4 4r 1"), box="6")
    assert found == (Worth("6", 0, "to everybody with the most 6s"),)
