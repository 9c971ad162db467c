"""Extra Spicy and Junior: what they add to the classic game.

Source: Spicy Dice rules; readings X1 to X5, J1.
"""

from __future__ import annotations

from typing import Any

import pytest

from pi_app.rules.dice import format_dice
from pi_app.rules.games import make_game
from tests.rules.asking import legal_texts, played
from tests.rules.spicy_moments import (
    CLASSIC,
    EXTRA,
    JUNIOR,
    ROLL_ALL,
    begun,
    filled,
    flips,
    refused,
)

# ------------------------------------------------------------------ Extra Spicy


def test_everybody_throws_dice_of_their_own() -> None:
    state = played(EXTRA, begun(EXTRA, "1 2 3 4 5 6", seats=2), "p1 mark run")
    assert EXTRA.expects(state).hand == "p2"


def test_dice_that_did_not_score_may_be_held() -> None:
    state = played(EXTRA, begun(EXTRA, "5 5 5r 2 1 6r"), "p1 mark 5")
    assert set(legal_texts(EXTRA, state)) == {
        "p1 roll",
        "p1 roll 1 2 5 5 5r",
        "p1 roll 1 5 5 5r 6r",
        "p1 roll 2 5 5 5r 6r",
        "p1 roll 1 5 5 5r",
        "p1 roll 2 5 5 5r",
        "p1 roll 5 5 5r 6r",
        "p1 roll 5 5 5r",
    }
    assert format_dice(EXTRA.tray(state)) == "1 2 5 5 5r 6r"
    state = played(EXTRA, state, "p1 roll 5 5 5r")
    assert format_dice(EXTRA.expects(state).lying) == "1 2 6r"


def test_a_held_red_can_not_be_flipped_before_it_is_thrown_again() -> None:
    for game in (EXTRA, make_game("spicy_extra", {"flips": "any"})):
        state = played(game, begun(game, "5 5 5r 2 1 6r"), "p1 mark 5", "p1 roll 1 2 5 5 5r")
        state = played(game, state, "tray show 1 2 3 4 4r")
        assert {text.split()[2] for text in flips(game, state)} == {"4r"}
        state = played(game, state, "p1 roll 6r", "tray show 6r")
        assert "6r" in {text.split()[2] for text in flips(game, state)}


def test_a_flipped_die_may_be_held_as_what_it_shows() -> None:
    state = played(EXTRA, begun(EXTRA, "5 5 5 2 1 6r"), "p1 flip 6r 1", "p1 mark 5")
    assert "p1 roll 5 5 5" in legal_texts(EXTRA, state)
    assert EXTRA.scores(state) == (15,)


def test_a_part_may_be_scored_to_hold_the_rest() -> None:
    state = begun(EXTRA, "6 6 5 4r 3 2")
    assert EXTRA.scores(played(EXTRA, state, "p1 mark sum")) == (26,)
    part = played(EXTRA, state, "p1 mark sum 6 6 5 4r 3")
    assert EXTRA.scores(part) == (24,)
    assert set(legal_texts(EXTRA, part)) == {"p1 roll", "p1 roll 3 4r 5 6 6"}


@pytest.mark.parametrize("mark", ["run", "2"])
def test_a_run_uses_all_six_dice_also_in_a_numbered_box(mark: str) -> None:
    state = played(EXTRA, begun(EXTRA, "1 2r 3 4 5 6"), f"p1 mark {mark}")
    assert EXTRA.scores(state) == (21,)
    assert EXTRA.expects(state).throw == 6


def test_a_run_or_set_can_not_be_scored_in_part() -> None:
    state = begun(EXTRA, "1 2 3 4 5 6")
    assert "not allowed now" in refused(EXTRA, state, "p1 mark run 1 2 3 4 5")
    marks = {text for text in legal_texts(EXTRA, state) if text.startswith("p1 mark run")}
    assert marks == {"p1 mark run", "p1 mark run none"}


def test_a_pepper_uses_all_six_dice() -> None:
    state = played(EXTRA, begun(EXTRA, "4 4 4 4 4 4r"), "p1 mark red")
    assert EXTRA.scores(state) == (50,)
    assert EXTRA.expects(state).throw == 6


def test_a_box_of_zero_leaves_all_dice_to_hold_but_one_is_thrown() -> None:
    state = played(EXTRA, begun(EXTRA, "2 2 2 2 3 4"), "p1 mark 6")
    texts = legal_texts(EXTRA, state)
    assert len(texts) == len(set(texts)) == 5 * 2 * 2 - 1
    expected = EXTRA.expects(played(EXTRA, state, "p1 roll 4"))
    assert (expected.throw, format_dice(expected.lying)) == (1, "2 2 2 2 3")


def test_none_marks_zero_although_dice_could_score() -> None:
    state = played(EXTRA, begun(EXTRA, "6 6 1 2 3 4"), "p1 mark 6 none")
    assert EXTRA.scores(state) == (0,)
    assert "p1 roll 4" in legal_texts(EXTRA, state)


def test_in_classic_no_part_can_be_marked() -> None:
    state = begun(CLASSIC, "6 6 1 2 3 4")
    for line in ("p1 mark 6 none", "p1 mark 6 6", "p1 mark sum 6 6"):
        assert "not allowed now" in refused(CLASSIC, state, line)


def test_held_dice_are_thrown_again_at_will_later_in_the_turn() -> None:
    state = played(EXTRA, begun(EXTRA, "5 5 5r 2 1 6r"), "p1 mark 5", "p1 roll 5 5 5r")
    state = played(EXTRA, state, "tray show 3 3 4")
    assert "p1 roll 1 2 6r" in legal_texts(EXTRA, state)


# ------------------------------------------------------------------ Junior


def throws_possible(state: Any) -> int:
    throws = 1
    state = played(JUNIOR, state, "tray show 1 2 3 4 5 6")
    while "p1 roll" in legal_texts(JUNIOR, state):
        state = played(JUNIOR, state, *ROLL_ALL)
        throws += 1
    return throws


@pytest.mark.parametrize(
    ("boxes", "rolls", "allowed"),
    [(0, 1, 3), (1, 1, 5), (2, 1, 7), (1, 3, 3), (9, 1, 21), (9, 3, 3)],
)
def test_unused_rolls_carry_over(boxes: int, rolls: int, allowed: int) -> None:
    assert throws_possible(filled(JUNIOR, boxes, rolls)) == allowed


def test_junior_has_the_same_bonus() -> None:
    assert JUNIOR.scores(filled(JUNIOR, 10, 1)) == (163,)
