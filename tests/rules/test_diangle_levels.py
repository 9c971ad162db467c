"""Diangle: advancing, the Diangle and the U-turn, by example with the source."""

from __future__ import annotations

from pi_app.rules.dice import format_dice
from pi_app.rules.games.diangle_board import rows_for
from tests.rules.asking import legal_texts, played
from tests.rules.diangle_moments import AT_END, GAME, NAMES, first_throw, on_rows, turn


def test_an_advance_moves_the_other_rows_down() -> None:
    state = played(GAME, first_throw(0, "1 1 1 2 3 5"), "p1 place", "p1 advance 1")
    assert state.board.position == 1
    assert on_rows(state) == ("2", "3", "")


def test_two_levels_may_be_left_at_once_or_one() -> None:
    state = played(GAME, first_throw(0, "1 1 1 2 2 5"), "p1 place")
    assert {"p1 advance 1", "p1 advance 2"} <= set(legal_texts(GAME, state))
    assert GAME.scores(played(GAME, state, "p1 advance 2")) == (2, 0)


def test_a_player_may_wait_with_advancing() -> None:
    state = played(GAME, first_throw(0, "1 1 1 2 5 5"), "p1 place", "p1 stop",
                   "tray show 4 4 5 5 6 6", "p2 stop")  # fmt: skip
    assert on_rows(state) == ("1 1 1", "2", "")
    assert "p1 advance 1" in legal_texts(GAME, state)


def test_dice_that_fit_no_row_before_may_be_placed_after_an_advance() -> None:
    state = played(GAME, first_throw(0, "1 1 1 4 4 5"), "p1 place", "p1 advance 1")
    assert "p1 place top 4" in legal_texts(GAME, state)


def test_dice_of_a_completed_level_are_thrown_before_they_are_placed_again() -> None:
    state = played(GAME, first_throw(4, "5 5 5 1 1 2"), "p1 place", "p1 advance 1")
    assert rows_for(state.board.position) == (6, 5, 4)
    assert not any("place" in text for text in legal_texts(GAME, state))


def test_spent_dice_are_thrown_on_the_next_turn() -> None:
    state = turn(5, ("", "5", ""), "1 1", spent="5 5 5")
    assert legal_texts(GAME, state) == ("p1 roll 1 1 5 5 5", "p1 roll")


def test_an_advance_between_the_rolls_keeps_the_second_roll_of_the_same_dice() -> None:
    """Source: Z5."""
    state = played(GAME, turn(0, ("1 1", "", ""), "4 5 6 6"), "p1 roll 4 5 6 6",
                   "tray show 1 2 3 6", "p1 place", "p1 advance 1", "p1 roll")  # fmt: skip
    expected = GAME.expects(state)
    # the two old 1s came off the board and are not rolled; the new 1, 2, 3 and 6 are
    assert (expected.throw, format_dice(expected.lying)) == (4, "1 1")
    assert on_rows(state) == ("", "", "")
    state = played(GAME, state, "tray show 1 2 3 4")
    assert legal_texts(GAME, state)[:3] == (
        "p1 place bottom 2", "p1 place middle 3", "p1 place top 4",
    )  # fmt: skip


def test_by_the_house_rule_an_advance_ends_the_rolling() -> None:
    state = played(AT_END, first_throw(0, "1r 2 4 4 5 5"), "p1 place")
    assert "p1 roll" in legal_texts(AT_END, state)
    assert "p1 roll" not in legal_texts(AT_END, played(AT_END, state, "p1 advance 1"))


def test_by_the_house_rule_nobody_advances_before_the_first_roll() -> None:
    state = turn(0, ("1r", "2", ""), "4 5 6 6")
    assert "p1 advance 1" in legal_texts(GAME, state)
    assert not any("advance" in text for text in legal_texts(AT_END, state))


def test_all_six_are_expected_after_an_advance_that_empties_the_board() -> None:
    state = played(GAME, turn(0, ("1r", "", ""), "1 5 5 6 6"), "p1 advance 1")
    assert GAME.expects(state).throw == 6


def test_a_diangle_can_only_be_taken() -> None:
    state = played(GAME, first_throw(0, "1 1 1 2 2 3"), "p1 place")
    assert legal_texts(GAME, state) == ("p1 advance 3",)


def test_a_diangle_brings_a_brand_new_turn() -> None:
    state = played(GAME, first_throw(0, "1 1 1 2 2 3"), "p1 place", "p1 advance 3")
    assert GAME.scores(state) == (3, 0)
    assert (GAME.to_move(state), GAME.expects(state).throw) == (1, 6)
    state = played(GAME, state, "tray show 1 1 1 2 2 3")
    assert legal_texts(GAME, state) == ("p1 roll", "p1 stop")


def test_left_over_dice_of_a_diangle_may_be_held() -> None:
    """Source: booklet, Advancing on a Diangle; Z6."""
    state = played(GAME, first_throw(0, "1r 2r 3r 4 4 5"), "p1 place", "p1 advance 3")
    assert "p1 stop" not in legal_texts(GAME, state)
    state = played(GAME, state, "p1 place bottom 4", "p1 place middle 5", "p1 roll 1r 2r 3r 4")
    expected = GAME.expects(state)
    assert (expected.throw, format_dice(expected.lying)) == (4, "4 5")


def test_white_dice_can_be_taken_back_before_a_diangle() -> None:
    state = played(GAME, first_throw(3, "4 4r 5 5 6 1"), "p1 place bottom 4", "p1 place bottom 4r",
                   "p1 place")  # fmt: skip
    assert legal_texts(GAME, state) == ("p1 take bottom", "p1 advance 3")
    state = played(GAME, state, "p1 take bottom", "p1 advance 3")
    assert "p1 place middle 4" in legal_texts(GAME, state)


def test_by_the_house_rule_a_diangle_still_advances_before_a_roll() -> None:
    state = turn(0, ("1 1 1", "2 2", ""), "3")
    assert legal_texts(AT_END, played(AT_END, state, "p1 place")) == ("p1 advance 3",)


def test_at_the_u_turn_a_five_fits_bottom_or_top() -> None:
    """Source: booklet, U-Turn; Z4."""
    texts = legal_texts(GAME, first_throw(4, "5 1 1 2 2 3"))
    assert {"p1 place bottom 5", "p1 place top 5"} <= set(texts)


def test_at_the_u_turn_the_row_that_gives_a_five_is_named() -> None:
    state = turn(4, ("5 5", "", "5"), "1 1 2")
    assert legal_texts(GAME, state) == (
        "p1 roll 1 1 2", "p1 roll 1 1 2 5", "p1 roll 1 1 2 5 top", "p1 roll 1 1 2 5 5",
        "p1 roll 1 1 2 5 5 top", "p1 roll",
    )  # fmt: skip
    assert on_rows(played(GAME, state, "p1 roll 1 1 2 5")) == ("5", "", "5")
    assert on_rows(played(GAME, state, "p1 roll 1 1 2 5 top")) == ("5 5", "", "")
    assert on_rows(played(GAME, state, "p1 roll 1 1 2 5 5")) == ("", "", "5")
    assert on_rows(played(GAME, state, "p1 roll 1 1 2 5 5 top")) == ("5", "", "")


def test_the_red_five_of_a_completed_level_is_not_said_to_fit_again() -> None:
    """Source: booklet, Advancing: the dice of the completed levels leave the board."""
    state = turn(4, ("5r", "", ""), "1 1 1 1 1")
    advanced = played(GAME, state, "p1 advance 1")
    assert all("row alone" not in note for note in GAME.sheet(advanced, NAMES).notes)
    thrown = played(GAME, first_throw(5, "5r 1 1 1 1 1"))
    assert "5r would fill a row alone." in GAME.sheet(thrown, NAMES).notes


def test_a_red_five_is_told_from_a_white_one_at_the_u_turn() -> None:
    state = turn(4, ("5r", "", "5"), "1 1 2 3")
    assert not any("top" in text for text in legal_texts(GAME, state))
    assert on_rows(played(GAME, state, "p1 roll 1 1 2 3 5")) == ("5r", "", "")
