"""Spicy Dice Classic: turns, flips, endings and refusals.

Source: Spicy Dice rules; readings S1 to S16.
"""

from __future__ import annotations

from typing import Any

import pytest

from pi_app.rules.dice import format_dice
from tests.rules.asking import legal_texts, played
from tests.rules.spicy_moments import (
    ANY_RED,
    BOXES,
    CLASSIC,
    ROLL_ALL,
    begun,
    filled,
    flips,
    refused,
    verbs,
)

# ------------------------------------------------------------------ a turn


def test_a_turn_begins_with_six_dice_and_no_button() -> None:
    expected = CLASSIC.expects(CLASSIC.start(2))
    assert (expected.throw, expected.lying, expected.hand) == (6, (), "table")
    assert expected.words == "player 1 throws all six dice"


def test_any_choice_of_dice_may_be_rolled_again() -> None:
    rolls = [text for text in legal_texts(CLASSIC, begun(CLASSIC, "1 2 3 4 5 6")) if "roll" in text]
    assert len(rolls) == len(set(rolls)) == 63


def test_equal_dice_are_one_choice() -> None:
    rolls = [
        text for text in legal_texts(CLASSIC, begun(CLASSIC, "2 2 2 2 2 2r")) if "roll" in text
    ]
    assert len(rolls) == 11  # 0 to 5 white 2s, with the red one or without, but not none


def test_what_is_not_rolled_stays_lying() -> None:
    state = played(CLASSIC, begun(CLASSIC, "1 2 3 4 5 6r"), "p1 roll 1 3")
    expected = CLASSIC.expects(state)
    assert (expected.throw, format_dice(expected.lying)) == (2, "2 4 5 6r")
    assert format_dice(CLASSIC.tray(state)) == "2 4 5 6r"
    state = played(CLASSIC, state, "tray show 5r 1")
    assert format_dice(CLASSIC.tray(state)) == "1 2 4 5 5r 6r"


def test_a_mark_passes_the_turn_on() -> None:
    state = played(CLASSIC, begun(CLASSIC, "4 4 4r 5 2 2r", seats=3), "p1 mark 4")
    assert CLASSIC.to_move(state) == 2
    assert CLASSIC.scores(state) == (24, 0, 0)


def test_a_box_is_scored_once() -> None:
    state = played(CLASSIC, filled(CLASSIC, 1), "tray show 6 6 6 1 2 3")
    assert "p1 mark 6" not in legal_texts(CLASSIC, state)
    assert "not allowed now" in refused(CLASSIC, state, "p1 mark 6")


@pytest.mark.parametrize("box", ["bonus", "total", "chance"])
def test_what_is_no_box_can_not_be_marked(box: str) -> None:
    assert "allowed: p1 mark 6" in refused(CLASSIC, begun(CLASSIC, "1 2 3 4 5 6"), f"p1 mark {box}")


def test_zero_may_be_entered_in_any_empty_box() -> None:
    state = played(CLASSIC, begun(CLASSIC, "1 2 3 4 5 5"), "p1 mark run")
    assert CLASSIC.scores(state) == (0,)
    assert CLASSIC.sheet(state, ("Ann",)).grids[0].rows[6].cells[0].text == "0"


def test_stop_leaves_flips_and_marks_but_no_rolls() -> None:
    state = played(CLASSIC, begun(CLASSIC, "1 2 3 4 5 6r"), "p1 stop")
    assert verbs(CLASSIC, state) == {"flip", "mark"}
    assert verbs(CLASSIC, played(CLASSIC, state, "p1 flip 6r 1")) == {"mark"}


def test_dice_that_were_not_thrown_can_not_be_rolled() -> None:
    assert "allowed" in refused(CLASSIC, begun(CLASSIC, "1 2 3 4 5 6"), "p1 roll 1 1")


# ------------------------------------------------------------------ flips


def test_a_fresh_red_may_be_flipped_to_each_other_number() -> None:
    state = begun(CLASSIC, "1 2 3 4 5r 6")
    assert flips(CLASSIC, state) == [f"p1 flip 5r {number}" for number in (1, 2, 3, 4, 6)]


def test_a_flipped_die_is_white_and_can_not_be_flipped_again() -> None:
    state = played(CLASSIC, begun(CLASSIC, "1 2 3 4 5r 6"), "p1 flip 5r 4")
    assert format_dice(CLASSIC.tray(state)) == "1 2 3 4 4 6"
    assert flips(CLASSIC, state) == []
    assert CLASSIC.scores(played(CLASSIC, state, "p1 mark red")) == (0,)


def test_each_red_may_be_flipped_once() -> None:
    state = played(CLASSIC, begun(CLASSIC, "1r 2r 3 4 5 6"), "p1 flip 1r 2", "p1 flip 2r 1")
    assert format_dice(CLASSIC.tray(state)) == "1 2 3 4 5 6"


def test_a_red_that_lay_while_others_were_thrown_can_not_be_flipped() -> None:
    state = played(CLASSIC, begun(CLASSIC, "1 2 3 4 5r 6"), "p1 roll 1", "tray show 2r")
    assert {text.split()[2] for text in flips(CLASSIC, state)} == {"2r"}
    assert "2r 1" in refused(CLASSIC, state, "p1 flip 5r 4")


def test_a_red_that_was_thrown_again_is_fresh() -> None:
    state = played(CLASSIC, begun(CLASSIC, "1 2 3 4 5r 6"), "p1 roll 5r", "tray show 5r")
    assert len(flips(CLASSIC, state)) == 5


def test_by_house_rule_any_red_of_the_turn_may_be_flipped() -> None:
    state = played(ANY_RED, begun(ANY_RED, "1 2 3 4 5r 6"), "p1 roll 1", "tray show 2r")
    assert {text.split()[2] for text in flips(ANY_RED, state)} == {"2r", "5r"}
    state = played(ANY_RED, state, "p1 roll 5r", "tray show 3")
    assert {text.split()[2] for text in flips(ANY_RED, state)} == {"2r"}


def test_a_white_die_can_not_be_flipped() -> None:
    state = begun(CLASSIC, "1 2 3 4 5 6")
    assert "not allowed now" in refused(CLASSIC, state, "p1 flip 5 4")
    assert "not allowed now" in refused(CLASSIC, begun(CLASSIC, "1 2 3 4 5r 6"), "p1 flip 5r 5")


def test_a_red_may_be_flipped_after_the_last_roll() -> None:
    state = played(CLASSIC, CLASSIC.start(1), "tray show 1 2 3 4 5 6", *ROLL_ALL * 28, "p1 roll 1")
    state = played(CLASSIC, state, "tray show 4r")
    assert verbs(CLASSIC, state) == {"flip", "mark"}


# ------------------------------------------------------------------ rolls and endings


def test_every_throw_costs_a_roll_and_a_flip_none() -> None:
    state = played(
        CLASSIC, begun(CLASSIC, "1 2 3 4 5r 6"), "p1 flip 5r 1", "p1 roll 1", "tray show 1"
    )
    assert CLASSIC.sheet(state, ("Ann",)).grids[0].rows[12].cells[0].text == "2"


def test_the_thirtieth_throw_is_still_scored_and_then_the_pad_is_closed() -> None:
    state = played(CLASSIC, CLASSIC.start(1), "tray show 1 2 3 4 5 6", *ROLL_ALL * 29)
    assert verbs(CLASSIC, state) == {"mark"}
    assert "not allowed now" in refused(CLASSIC, state, "p1 roll 1")
    state = played(CLASSIC, state, "p1 mark run")
    assert CLASSIC.is_over(state)
    assert CLASSIC.scores(state) == (21,)
    assert CLASSIC.winners(state) == (1,)


def test_the_others_play_on_when_one_has_no_rolls_left() -> None:
    state = played(CLASSIC, CLASSIC.start(3), "tray show 1 2 3 4 5 6", *ROLL_ALL * 29)
    state = played(CLASSIC, state, "p1 mark run")
    order = []
    while not CLASSIC.is_over(state) and len(order) < 6:
        seat = CLASSIC.to_move(state)
        order.append(seat)
        box = BOXES[(len(order) - 1) // 2]
        state = played(CLASSIC, state, "tray show 1 2 3 4 5 6", f"p{seat} mark {box}")
    assert order == [2, 3, 2, 3, 2, 3]


@pytest.mark.parametrize(("rolls", "bonus"), [(1, 100), (2, 50), (3, 0)])
def test_unused_rolls_are_worth_five_points_when_all_boxes_are_filled(
    rolls: int, bonus: int
) -> None:
    state = filled(CLASSIC, 10, rolls)
    # a run: 6 5 4 3 2 1 in the numbers, 21 in run and sum, nothing in set and red
    assert CLASSIC.scores(state) == (63 + bonus,)
    assert CLASSIC.is_over(state)


def test_there_is_no_bonus_before_the_last_box() -> None:
    assert CLASSIC.scores(filled(CLASSIC, 9)) == (63,)


def test_no_bonus_when_the_rolls_run_out_with_a_box_empty() -> None:
    state = filled(CLASSIC, 8, 3)
    state = played(CLASSIC, state, "tray show 1 2 3 4 5 6", *ROLL_ALL * 5, "p1 mark sum")
    assert CLASSIC.is_over(state)
    assert CLASSIC.scores(state) == (63,)


def test_the_tenth_box_filled_with_the_thirtieth_roll_has_no_bonus() -> None:
    assert CLASSIC.scores(filled(CLASSIC, 10, 3)) == (63,)


def play_all(seats: int, last: dict[int, str]) -> Any:
    """A game in which all score the same, but in the box "red"."""
    state = CLASSIC.start(seats)
    for box in BOXES:
        for seat in range(1, seats + 1):
            dice = last.get(seat, "1 2 3 4 5 6") if box == "red" else "1 2 3 4 5 6"
            state = played(CLASSIC, state, f"tray show {dice}", f"p{seat} mark {box}")
    return state


def test_the_highest_total_wins() -> None:
    state = play_all(3, {2: "1r 2 3 4 5 6"})
    assert CLASSIC.scores(state) == (163, 173, 163)
    assert CLASSIC.winners(state) == (2,)
    assert "Ben won with 173" in CLASSIC.sheet(state, ("Ann", "Ben", "Cleo")).status


def test_a_tie_is_shared() -> None:
    state = play_all(3, {1: "1r 2 3 4 5 6", 3: "1 2 3 4 5 6r"})
    assert CLASSIC.winners(state) == (1, 3)
    assert "Ann and Cleo share" in CLASSIC.sheet(state, ("Ann", "Ben", "Cleo")).status
