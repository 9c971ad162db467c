"""Spicy Dice: what the sheet shows, what dice are worth, and options."""

from __future__ import annotations

import pytest

from pi_app.rules.dice import parse_dice
from pi_app.rules.errors import NotationError, OptionError
from pi_app.rules.games import make_game
from tests.rules.spicy_moments import (
    BOXES,
    CLASSIC,
    EXTRA,
    JUNIOR,
    begun,
    filled,
)


def test_the_sheet_previews_every_empty_box_of_the_seat_to_move() -> None:
    sheet = CLASSIC.sheet(begun(CLASSIC, "4 4 4r 5 2 2r", seats=2), ("Ann", "Ben"))
    rows = sheet.grids[0].rows
    assert [row.label for row in rows[:10]] == [
        "6s",
        "5s",
        "4s",
        "3s",
        "2s",
        "1s",
        "Run",
        "Set",
        "Sum",
        "Red",
    ]
    assert [row.cells[0].preview for row in rows[:10]] == [
        "0",
        "5",
        "24",
        "0",
        "8",
        "0",
        "0",
        "0",
        "21",
        "20",
    ]
    assert [str(row.cells[0].move) for row in rows[:10]] == [f"p1 mark {box}" for box in BOXES]
    assert all(row.cells[1].move is None and row.cells[1].preview == "" for row in rows)


def test_the_sheet_says_what_flips_could_bring() -> None:
    rows = CLASSIC.sheet(begun(CLASSIC, "5 5 5 4r 1 2"), ("Ann",)).grids[0].rows
    assert rows[1].hint.endswith("; 20 with flips")
    assert "with flips" not in rows[9].hint  # the red 4 as it lies is worth most


def test_the_sheet_tells_the_rolls_that_are_left() -> None:
    notes = JUNIOR.sheet(filled(JUNIOR, 1), ("Ann",)).notes
    assert notes == (
        "Ann has 29 of 30 rolls left; empty boxes: 9.",
        "5 of them may be used in this turn.",
    )


def test_the_sheet_offers_the_parts_of_extra_spicy_with_their_points() -> None:
    choices = EXTRA.sheet(begun(EXTRA, "5 5r 1 1 2 3"), ("Ann",)).choices
    labels = {str(choice.move): choice.label for choice in choices}
    assert labels["p1 mark 5 5r"] == "5s: 10 points for 5r, keep 1 1 2 3 5"
    assert labels["p1 mark 5 none"] == "5s: 0 points for no dice, keep 1 1 2 3 5 5r"


def test_worth_is_best_first_and_names_the_way() -> None:
    worths = CLASSIC.worth(parse_dice("4 4 4r 5 2 2r"))
    assert [worth.points for worth in worths] == [24, 21, 20, 8, 5, 0, 0, 0, 0, 0]
    assert (worths[0].box, worths[0].words) == ("4", "3 x 4, doubled by the red 4")
    assert [worth.points for worth in CLASSIC.worth(parse_dice("4 4 4r 5 2 2r"), box="sum")] == [21]


@pytest.mark.parametrize(
    ("dice", "box", "taken", "words"),
    [
        ("1 2 3 4 5 6 6", None, "", "six dice, not 7"),
        ("1 2 3", None, "", "six dice, not 3"),
        ("1 2 3 4 5 6", "bonus", "", "the boxes are: 6, 5, 4, 3, 2, 1, run"),
        ("1 2 3 4 5 6", None, "5", "Nothing is set aside"),
    ],
)
def test_worth_refuses_what_can_not_be_scored(
    dice: str, box: str | None, taken: str, words: str
) -> None:
    with pytest.raises(NotationError, match=words):
        CLASSIC.worth(parse_dice(dice), box=box, taken=parse_dice(taken))


@pytest.mark.parametrize("name", ["spicy_classic", "spicy_extra", "spicy_junior"])
def test_a_wrong_option_is_refused_with_the_allowed_words(name: str) -> None:
    with pytest.raises(OptionError, match="fresh, any"):
        make_game(name, {"flips": "all"})
