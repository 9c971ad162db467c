"""Catch 6: the three ways to catch, carrying over, rolling all six, the match, the refusals."""

from __future__ import annotations

import pytest

from pi_app.rules.dice import format_dice
from tests.rules.asking import legal_texts, played
from tests.rules.catch6_moments import (
    FIVES,
    NAMES,
    NOTHING,
    ONES,
    PASS,
    SIXES,
    game_after,
    markers,
    verbs,
)


@pytest.mark.parametrize(
    ("dice", "numbers", "source"),
    [
        ("5r 5 5 5 1 2", "5", "red die and three white ones"),
        ("5r 5 5 5 5 2", "5", "C1: more whites don't matter"),
        ("5 5 5 5 1 2", "", "four white ones"),
        ("1r 5 5 5 5 2", "", "the red die is of another number"),
        ("5r 5 5 1 2 3", "", "only three"),
        ("6r 6 6 6 6 6", "1 2 3 4 5 6", "raffles: any number"),
        ("2 2 2 6 6 6", "2 6", "full house: three and three"),
        ("1 1 3 3 4 4", "1 3 4", "full house: three pairs"),
        ("5 5 5 5 2 2", "2 5", "full house: four and two"),
        ("1 1 1 2 2 3", "", "no full house"),
        ("1 1 2 2 3 4", "", "two pairs only"),
    ],
)
def test_dice_catch_numbers_in_three_ways(dice: str, numbers: str, source: str) -> None:
    game, state = game_after(f"tray show {dice}")
    assert verbs(game, state, "catch") == set(numbers.split()), source
    assert game.to_move(state) == (1 if numbers else 2)


def test_a_number_that_is_caught_cant_be_caught_again() -> None:
    game, state = game_after(FIVES, "p1 catch 5", FIVES)
    assert game.to_move(state) == 1


def test_full_house_may_catch_the_number_that_is_left() -> None:
    game, state = game_after(FIVES, "p1 catch 5", "tray show 5 5 5 5r 2 2")
    assert legal_texts(game, state) == ("p2 catch 2", "p2 carry 2", "p2 stop")


def test_raffles_of_a_caught_number_catch_any_remaining_one() -> None:
    game, state = game_after(SIXES, "p1 catch 6", "tray show 6 6 6 6 6 6r")
    assert verbs(game, state, "catch") == {"1", "2", "3", "4", "5"}


def test_catching_is_not_a_duty() -> None:
    game, state = game_after(FIVES, "p1 stop")
    assert markers(game, state) == {0: "123456", 1: "", 2: ""}
    assert game.to_move(state) == 2


def test_a_caught_number_moves_to_the_side_of_the_seat_and_scores() -> None:
    game, state = game_after(ONES, "p1 catch 1", FIVES, "p2 catch 5")
    assert markers(game, state) == {0: "2346", 1: "1", 2: "5"}
    points = game.sheet(state, NAMES).grids[1].rows[0]
    assert [cell.text for cell in points.cells] == ["7", "5"]


def test_everybody_rolls_all_six_first() -> None:
    game, state = game_after()
    assert (game.expects(state).throw, game.expects(state).hand) == (6, "p1")
    state = played(game, state, NOTHING)
    assert (game.expects(state).throw, game.expects(state).hand) == (6, "p2")


def test_the_sheet_says_when_all_six_must_be_rolled() -> None:
    game, state = game_after()
    assert "Ann must roll all six dice." in game.sheet(state, NAMES).notes
    state = played(game, state, NOTHING, NOTHING, "p1 roll")
    assert "Ann must roll all six dice." not in game.sheet(state, NAMES).notes


def test_the_request_for_a_throw_says_how_many_dice() -> None:
    game, state = game_after(NOTHING, NOTHING, "p1 roll 5")
    assert game.expects(state).words == "player 1 throws one die"
    state = played(game, state, "tray show 5", "p2 roll 1 1")
    assert game.expects(state).words == "player 2 throws 2 dice"


def test_later_any_of_the_dice_are_rolled_but_at_least_one() -> None:
    game, state = game_after(NOTHING, NOTHING)
    moves = set(legal_texts(game, state))
    assert {"p1 roll", "p1 roll 1", "p1 roll 1 1 2 3 4"} <= moves
    # 3 x 2 x 2 x 2 x 2 choices of 1 1 2 3 4 5, but not none
    assert len(moves) == 47
    assert "p1 roll 1 1 2 3 4 5" not in moves


def test_the_dice_that_stay_are_known() -> None:
    game, state = game_after("tray show 5 5 5r 1 2 3", NOTHING, "p1 roll 1 2 3")
    expected = game.expects(state)
    assert (expected.throw, format_dice(expected.lying), expected.hand) == (3, "5 5 5r", "p1")


def test_a_pattern_may_be_collected_over_turns() -> None:
    game, state = game_after("tray show 5 5 5r 1 2 3", NOTHING, "p1 roll 1 2 3", "tray show 1 5 6")
    assert verbs(game, state, "catch") == {"5"}


def test_each_seat_has_its_own_dice() -> None:
    game, state = game_after("tray show 5 5 5r 1 2 3", "tray show 1 1 2 3 4 5")
    assert format_dice(game.tray(state)) == "1 2 3 5 5 5r"
    state = played(game, state, "p1 roll 1", "tray show 2")
    assert format_dice(game.tray(state)) == "1 1 2 3 4 5"


def test_after_four_the_dice_may_stay() -> None:
    game, state = game_after(FIVES, "p1 catch 5", NOTHING)
    assert game.expects(state) is None
    assert "p1 roll 1 2" in legal_texts(game, state)


def test_a_number_that_fits_four_and_full_house_counts_as_four() -> None:
    game, state = game_after("tray show 5 5 5 5r 2 2", "p1 catch 5", NOTHING)
    assert game.expects(state) is None


@pytest.mark.parametrize(
    ("dice", "number"),
    [("5 5 5 5r 2 2", 2), ("2 2 2 6 6 6", 6), ("6 6 6 6 6 6r", 2)],
    ids=["four and two", "three and three", "raffles"],
)
def test_after_full_house_and_raffles_all_six_are_rolled(dice: str, number: int) -> None:
    game, state = game_after(f"tray show {dice}", f"p1 catch {number}", NOTHING)
    assert (game.expects(state).throw, game.expects(state).lying) == (6, ())


def test_all_six_are_rolled_only_on_the_next_turn() -> None:
    game, state = game_after("tray show 2 2 2 6 6 6", "p1 catch 6", NOTHING, NOTHING)
    state = played(game, state, "p2 roll 1", "tray show 1")
    assert game.to_move(state) == 1
    assert game.expects(state) is None


def test_a_full_house_that_catches_nothing_leaves_the_dice() -> None:
    game, state = game_after("tray show 2 2 2 6 6 6", "p1 stop", NOTHING)
    assert game.expects(state) is None


def test_14_points_win_the_game_and_the_other_begins_the_next() -> None:
    game, state = game_after(ONES, "p1 catch 1", NOTHING, "p1 roll", SIXES, "p1 catch 6", *PASS)
    # 13 points: one is missing
    assert game.scores(state) == (0, 0)
    state = played(game, state, "p1 roll", "tray show 2 2 2 2r 3 4", "p1 catch 2")
    assert game.scores(state) == (1, 0)
    assert game.to_move(state) == 2
    assert game.expects(state).throw == 6
    assert markers(game, state) == {0: "123456", 1: "", 2: ""}
    assert "Ann has won the game; a new one begins." in game.sheet(state, NAMES).notes


def test_nobody_rolls_twice_in_a_row_from_one_game_to_the_next() -> None:
    game, state = game_after(
        ONES, "p1 catch 1", SIXES, "p2 catch 6", "p1 roll", FIVES, "p1 catch 5"
    )
    state = played(game, state, "p2 roll", NOTHING, "p1 roll", "tray show 2 2 2 2r 3 4")
    state = played(game, state, "p1 catch 2")
    assert game.scores(state) == (1, 0)
    state = played(game, state, NOTHING)
    assert game.to_move(state) == 1
    assert game.expects(state).throw == 6


def test_a_carry_gives_the_game_away_and_the_number_stays_caught() -> None:
    # the example of the text: the other has the 1 and the 6, you catch the 5
    game, state = game_after(
        ONES, "p1 catch 1", NOTHING, "p1 roll", SIXES, "p1 catch 6", "p2 roll", FIVES, "p2 carry 5"
    )
    assert game.scores(state) == (1, 0)
    assert markers(game, state) == {0: "12346", 1: "", 2: "5"}
    assert game.to_move(state) == 1
    notes = game.sheet(state, NAMES).notes
    assert "Ben gave the game to Ann and carries the 5 over." in notes


def test_after_a_carry_everybody_rolls_all_six() -> None:
    game, state = game_after(FIVES, "p1 carry 5")
    assert game.expects(state).throw == 6
    state = played(game, state, NOTHING)
    assert (game.to_move(state), game.expects(state).throw) == (1, 6)


def test_the_points_of_a_carried_number_count_in_the_next_game() -> None:
    game, state = game_after(FIVES, "p1 carry 5", NOTHING, ONES, "p1 catch 1", *PASS)
    state = played(game, state, "p1 roll", "tray show 2 2 2 2r 3 4", "p1 catch 2")
    assert game.scores(state) == (1, 1)


def test_a_catch_that_wins_cant_be_carried() -> None:
    game, state = game_after(ONES, "p1 catch 1", NOTHING, "p1 roll", SIXES, "p1 catch 6", *PASS)
    state = played(game, state, "p1 roll", FIVES)
    assert legal_texts(game, state) == ("p1 catch 5", "p1 stop")


def test_the_match_ends_with_the_games_agreed_upon() -> None:
    game, state = game_after(FIVES, "p1 carry 5", games="1")
    assert game.is_over(state)
    assert game.winners(state) == (2,)
    assert game.sheet(state, NAMES).status == "Ben wins the match 1 to 0."


def test_five_games_win_the_match() -> None:
    game, state = game_after()
    for dice, number in ((FIVES, 5), (SIXES, 6), (FIVES, 5), (SIXES, 6)):
        state = played(game, state, dice, f"p1 carry {number}", NOTHING)
    assert game.scores(state) == (0, 4)
    assert not game.is_over(state)
    state = played(game, state, FIVES, "p1 carry 5")
    assert game.winners(state) == (2,)


def test_one_catch_a_turn_is_the_rule() -> None:
    game, state = game_after("tray show 5 5 5 5r 2 2", "p1 catch 5")
    assert game.to_move(state) == 2


def test_by_house_rule_four_and_full_house_catch_a_number_each() -> None:
    game, state = game_after("tray show 5 5 5 5r 2 2", "p1 catch 5", two_catches="yes")
    assert legal_texts(game, state) == ("p1 catch 2", "p1 carry 2", "p1 stop")
    state = played(game, state, "p1 catch 2")
    assert markers(game, state)[1] == "25"
    state = played(game, state, NOTHING)
    assert game.expects(state).throw == 6


def test_by_house_rule_one_way_never_catches_two_numbers() -> None:
    game, state = game_after("tray show 2 2 2 6 6 6", "p1 catch 6", two_catches="yes")
    assert game.to_move(state) == 2


def test_by_house_rule_both_numbers_are_carried() -> None:
    game, state = game_after(
        "tray show 5 5 5 5r 2 2", "p1 catch 2", "p1 carry 5", two_catches="yes"
    )
    assert markers(game, state) == {0: "1346", 1: "25", 2: ""}
    assert game.scores(state) == (0, 1)


def test_by_house_rule_the_second_number_may_be_left() -> None:
    game, state = game_after("tray show 5 5 5 5r 2 2", "p1 catch 5", "p1 stop", two_catches="yes")
    assert markers(game, state)[1] == "5"
    assert game.expects(played(game, state, NOTHING)) is None


def test_by_house_rule_raffles_and_four_catch_two() -> None:
    game, state = game_after("tray show 6 6 6 6 6 6r", "p1 catch 1", two_catches="yes")
    assert verbs(game, state, "catch") == {"6"}
    state = game_after("tray show 6 6 6 6 6 6r", "p1 catch 6", two_catches="yes")[1]
    assert verbs(game, state, "catch") == {"1", "2", "3", "4", "5"}
