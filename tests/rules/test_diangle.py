"""Diangle: the board and a turn, by example with the source."""

from __future__ import annotations

import pytest

from pi_app.rules.dice import format_dice, parse_dice
from pi_app.rules.games.diangle_board import completed, is_diangle, row_complete, rows_for
from tests.rules.asking import legal_texts, played
from tests.rules.diangle_moments import GAME, first_throw, on_rows, rows, turn


@pytest.mark.parametrize(
    ("position", "numbers"),
    [
        (0, (1, 2, 3)), (3, (4, 5, 6)), (4, (5, 6, 5)), (5, (6, 5, 4)), (6, (5, 4, 3)),
        (7, (4, 3, 2)), (8, (3, 2, 1)), (9, (2, 1)), (10, (1,)), (11, ()),
    ],
)  # fmt: skip
def test_the_rows_take_the_level_and_the_next_two(position: int, numbers: object) -> None:
    """Source: booklet, U-Turn and On the Way Down."""
    assert rows_for(position) == numbers


@pytest.mark.parametrize(
    ("dice", "number", "squares", "full"),
    [
        ("1 1 1", 1, 3, True), ("1 1", 1, 3, False), ("1r", 1, 3, True), ("1 1r", 1, 3, True),
        ("2 2", 2, 2, True), ("2", 2, 2, False),
        ("1 1", 2, 2, False), ("3 3", 2, 2, False), ("3", 3, 1, True), ("", 3, 1, False),
    ],
)  # fmt: skip
def test_a_row_is_filled_by_its_squares_or_by_a_red(
    dice: str, number: int, squares: int, full: bool
) -> None:
    """Source: booklet, To Begin and Red Numbers; Z1, Z2."""
    assert row_complete(parse_dice(dice), number, squares) is full


@pytest.mark.parametrize(
    ("position", "board", "count"),
    [
        (0, ("1 1 1", "2", ""), 1), (0, ("1 1 1", "2 2", ""), 2), (0, ("1 1 1", "2 2", "3"), 3),
        (0, ("1 1", "2 2", "3"), 0), (0, ("1r", "2", "3"), 1), (9, ("2r", "1 1"), 2),
        (9, ("2r", "1"), 1), (9, ("2r", "1r"), 2), (10, ("1 1 1",), 1),
    ],
)  # fmt: skip
def test_levels_complete_from_the_bottom_without_a_gap(
    position: int, board: tuple[str, ...], count: int
) -> None:
    """Source: booklet, Completing Levels; Z3."""
    assert completed(position, rows(*board)) == count


def test_two_rows_make_no_diangle() -> None:
    """Source: Z7."""
    assert not is_diangle(9, rows("2 2 2", "1r"))
    assert is_diangle(8, rows("3 3 3", "2r", "1"))


def test_the_first_turn_throws_all_six() -> None:
    expected = GAME.expects(GAME.start(2))
    assert (expected.throw, expected.hand, expected.lying) == (6, "p1", ())


def test_after_the_first_roll_dice_are_placed_where_they_fit() -> None:
    assert legal_texts(GAME, first_throw(0, "1 1 2 3 4 6r")) == (
        "p1 place bottom 1", "p1 place middle 2", "p1 place top 3", "p1 place", "p1 roll",
        "p1 stop",
    )  # fmt: skip


def test_place_alone_places_all_that_fits() -> None:
    state = played(GAME, first_throw(0, "1 1 1 1 2 3"), "p1 place")
    assert on_rows(state) == ("1 1 1", "2", "3")
    assert format_dice(GAME.tray(state)) == "1 1 1 1 2 3"


def test_a_full_row_takes_no_more_white_dice() -> None:
    state = played(GAME, first_throw(0, "1 1 1 1 5 6"), "p1 place")
    assert not any("place" in text for text in legal_texts(GAME, state))


def test_a_red_is_placed_first_and_closes_its_row_to_white_dice() -> None:
    state = played(GAME, first_throw(0, "1 1 1r 4 5 6"), "p1 place")
    assert on_rows(state) == ("1r", "", "")
    assert not any("place" in text for text in legal_texts(GAME, state))


def test_white_dice_may_stay_beside_a_red() -> None:
    state = played(GAME, first_throw(0, "1 1 1r 4 5 6"), "p1 place bottom 1", "p1 place bottom 1r")
    assert on_rows(state) == ("1 1r", "", "")
    assert state.board.completed == 1


def test_white_dice_beside_a_red_can_be_taken_back() -> None:
    state = played(GAME, first_throw(0, "1 1 1r 4 5 6"), "p1 place bottom 1", "p1 place bottom 1r",
                   "p1 take bottom")  # fmt: skip
    assert on_rows(state) == ("1r", "", "")
    assert "p1 take bottom" not in legal_texts(GAME, state)


def test_white_dice_make_room_for_a_red() -> None:
    state = turn(0, ("1 1 1", "", ""), "4 5 6")
    state = played(GAME, state, "p1 roll 4 5 6", "tray show 1r 5 6")
    assert "p1 place" not in legal_texts(GAME, state)
    assert on_rows(played(GAME, state, "p1 place bottom 1r")) == ("1r", "", "")


def test_dice_beside_the_board_must_be_thrown_and_those_on_it_may_be() -> None:
    texts = legal_texts(GAME, turn(0, ("1 1", "2", ""), "5 6 6"))
    assert texts == (
        "p1 roll 5 6 6", "p1 roll 2 5 6 6", "p1 roll 1 5 6 6", "p1 roll 1 2 5 6 6",
        "p1 roll 1 1 5 6 6", "p1 roll",
    )  # fmt: skip


def test_dice_that_are_kept_lie_on_the_board() -> None:
    state = played(GAME, turn(0, ("1 1", "2", ""), "5 6 6"), "p1 roll 1 5 6 6")
    expected = GAME.expects(state)
    assert (expected.throw, format_dice(expected.lying)) == (4, "1 2")
    assert on_rows(state) == ("1", "2", "")


def test_all_six_are_expected_when_nothing_else_can_be_done() -> None:
    state = played(GAME, first_throw(0, "4 4 5 5 6 6"), "p1 stop", "tray show 4 4 5 5 6 6",
                   "p2 stop")  # fmt: skip
    assert GAME.expects(state).throw == 6
    assert GAME.to_move(state) == 1


def test_dice_left_unplaced_can_still_be_placed_before_the_next_roll() -> None:
    state = played(GAME, first_throw(0, "1 4 5 5 6 6"), "p1 stop", "tray show 4 4 5 5 6 6",
                   "p2 stop")  # fmt: skip
    assert legal_texts(GAME, state) == ("p1 place bottom 1", "p1 place", "p1 roll")
    state = played(GAME, state, "p1 place")
    assert legal_texts(GAME, state) == ("p1 roll 4 5 5 6 6", "p1 roll")


def test_the_second_roll_is_of_the_same_dice() -> None:
    state = played(GAME, turn(0, ("1", "2", ""), "4 5 6 6"), "p1 roll 4 5 6 6",
                   "tray show 1 1 2 6", "p1 place", "p1 roll")  # fmt: skip
    expected = GAME.expects(state)
    assert (expected.throw, format_dice(expected.lying)) == (4, "1 2")
    assert on_rows(state) == ("1", "2", "")


def test_dice_placed_in_an_earlier_turn_are_not_rolled_by_the_second_roll() -> None:
    state = played(GAME, first_throw(0, "1 4 4 5 5 6"), "p1 place", "p1 stop",
                   "tray show 4 4 5 5 6 6", "p2 stop", "p1 roll 4 4 5 5 6",
                   "tray show 4 4 5 5 6", "p1 roll")  # fmt: skip
    assert GAME.expects(state).throw == 5
    assert on_rows(state) == ("1", "", "")


def test_the_words_say_how_many_dice_are_thrown() -> None:
    assert GAME.expects(GAME.start(2)).words == "player 1 throws all six dice"
    state = played(GAME, turn(0, ("1 1", "2 2", ""), "5 6"), "p1 roll 5 6", "tray show 5 6",
                   "p1 roll")  # fmt: skip
    assert GAME.expects(state).words == "player 1 throws 2 dice, the same again"


def test_there_is_no_third_roll() -> None:
    state = played(GAME, first_throw(0, "4 4 5 5 6 6"), "p1 roll", "tray show 1 4 4 5 5 6")
    assert legal_texts(GAME, state) == ("p1 place bottom 1", "p1 place", "p1 stop")


def test_a_second_roll_that_helps_nothing_ends_the_turn() -> None:
    state = played(GAME, first_throw(0, "4 4 5 5 6 6"), "p1 roll", "tray show 4 4 5 5 6 6")
    assert GAME.to_move(state) == 2


def test_an_old_die_is_placed_before_one_that_is_thrown_again() -> None:
    # the white 5 pushed out of the bottom row is old; the one just thrown is rolled again
    state = played(GAME, turn(4, ("5 5 5", "", ""), "1 2 3"), "p1 roll 1 2 3", "tray show 3 5 5r",
                   "p1 place bottom 5r", "p1 place top 5", "p1 roll")  # fmt: skip
    assert on_rows(state) == ("", "", "5")
    assert GAME.expects(state).throw == 3
