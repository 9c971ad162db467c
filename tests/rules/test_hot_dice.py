"""Hot Dice: what scores, the doublings, getting on the board, the last turns, the refusals."""

from __future__ import annotations

from collections import Counter
from itertools import combinations_with_replacement
from math import factorial, prod
from typing import Any

import pytest

from pi_app.rules.dice import Die, format_dice
from pi_app.rules.errors import IllegalMove, OptionError
from pi_app.rules.games import make_game
from pi_app.rules.games.hot_dice import HotScoring
from pi_app.rules.set_aside import Turn, keeps
from tests.rules.asking import legal_texts, played

NAMES = ("Ann", "Ben")
BUST = "tray show 2 2 3 3 4 6"
STRAIGHT = "tray show 1 2 3 4 5 6"
ON_BOARD = (STRAIGHT, "p1 stop", BUST)


def game_after(*lines: str, seats: int = 2, **options: str) -> tuple[Any, Any]:
    game = make_game("hot_dice", options)
    return game, played(game, game.start(seats), *lines)


def turn_points(*lines: str, **options: str) -> int:
    """What a turn of seat 1, who is on the board with 1500, records."""
    game, state = game_after(*ON_BOARD, *lines, "p1 stop", **options)
    return int(game.scores(state)[0]) - 1500


def keeping(dice: str, taken: str) -> tuple[str, str, str]:
    return f"tray show {dice}", f"p1 take {taken}", "p1 roll"


@pytest.mark.parametrize(
    ("dice", "points", "source"),
    [
        ("1 2 2 3 4 6", 100, "text: a single 1"),
        ("2 2 3 4 5 6", 50, "text: a single 5"),
        ("1 2 2 3 5 6", 150, "H14: a 1 and a 5"),
        ("2 2 2 3 4 6", 200, "text: three of a kind"),
        ("3 3 3 2 4 6", 300, "text: 100 times the value"),
        ("4 4 4 2 3 6", 400, "text: 100 times the value"),
        ("5 5 5 2 3 6", 500, "text: 100 times the value"),
        ("6 6 6 2 3 4", 600, "text: 100 times the value"),
        ("1 1 1 2 3 4", 1000, "text: three 1s at once"),
        ("1 2 3 4 5 6", 1500, "text: the straight"),
        ("1 4 2 4 4 5", 550, "text: the example"),
        ("1 5 1 5 5 1", 1500, "text: two triples"),
        ("2 2 2 2 3 4", 400, "H4: a fourth in the same throw doubles"),
        ("2 2 2 2 2 3", 800, "H4"),
        ("2 2 2 2 2 2", 1600, "text: six 2s"),
        ("1 1 1 1 2 3", 2000, "H7: a fourth 1 doubles"),
        ("4 4 4 4 1 5", 950, "H3: doubled first, then added"),
        ("2 2 2 3 3 3", 500, "H10: both triples"),
    ],
)
def test_a_throw_scores_all_that_it_can(dice: str, points: int, source: str) -> None:
    assert turn_points(f"tray show {dice}") == points, source


@pytest.mark.parametrize(
    ("next_die", "points"),
    [("1", 650), ("4", 1100), ("5", 600)],
    ids=["adds", "doubles", "adds 50"],
)
def test_the_example_of_the_text_goes_on(next_die: str, points: int) -> None:
    assert turn_points(*keeping("1 4 2 4 4 5", "1 4 4 4 5"), f"tray show {next_die}") == points


@pytest.mark.parametrize("next_die", ["2", "3", "6"])
def test_in_the_example_every_other_die_loses_the_turn(next_die: str) -> None:
    game, state = game_after(
        *ON_BOARD, *keeping("1 4 2 4 4 5", "1 4 4 4 5"), f"tray show {next_die}"
    )
    assert game.scores(state) == (1500, 0)
    assert game.to_move(state) == 2


def test_doubling_comes_before_adding() -> None:
    held = keeping("4 4 4 1 2 3", "1 4 4 4")
    assert turn_points(*held, "tray show 4 1") == 1100
    assert turn_points(*held, "tray show 4 1", add_first="yes") == 1200


def test_each_matching_die_doubles_once_more() -> None:
    assert turn_points(*keeping("4 4 4 2 3 6", "4 4 4"), "tray show 4 4 4") == 3200


def test_singles_of_earlier_throws_are_doubled_with_the_set() -> None:
    held = (*keeping("1 2 2 3 4 6", "1"), *keeping("2 2 2 3 4", "2 2 2"))
    assert turn_points(*held, "tray show 2 2") == 1200


def test_three_1s_out_of_several_throws_are_300_and_no_set() -> None:
    held = (*keeping("1 2 2 3 4 6", "1"), *keeping("1 2 3 4 6", "1"), *keeping("1 2 3 4", "1"))
    assert turn_points(*held, "tray show 1 2 3") == 400


def test_with_any_three_held_as_a_set_a_fourth_1_doubles() -> None:
    held = (*keeping("1 2 2 3 4 6", "1"), *keeping("1 2 3 4 6", "1"), *keeping("1 2 3 4", "1"))
    assert turn_points(*held, "tray show 1 2 3", any_three="yes") == 600


def test_with_any_three_two_dice_that_match_the_set_double_twice() -> None:
    held = (*keeping("2 2 3 4 5 5", "5 5"), *keeping("2 2 3 5", "5"))
    assert turn_points(*held, "tray show 2 5 5", any_three="yes") == 600


def test_with_any_three_a_set_that_was_completed_and_doubled_doubles_again() -> None:
    held = (*keeping("2 2 3 4 5 5", "5 5"), *keeping("2 3 5 5", "5 5"))
    assert turn_points(*held, "tray show 5 5", any_three="yes") == 1200


def test_with_any_three_a_throw_may_complete_the_set_and_double_it() -> None:
    held = keeping("1 1 2 3 4 6", "1 1")
    assert turn_points(*held, "tray show 1 1 2 3") == 400
    assert turn_points(*held, "tray show 1 1 2 3", any_three="yes") == 600


def test_three_1s_at_once_beside_a_single_1_are_a_triple_without_doubling() -> None:
    held = keeping("1 2 2 3 4 6", "1")
    assert turn_points(*held, "tray show 1 1 1 2 3") == 1100


def test_a_doubling_die_alone_saves_a_throw() -> None:
    game, state = game_after(*ON_BOARD, *keeping("4 4 4 2 3 6", "4 4 4"), "tray show 4 2 3")
    assert legal_texts(game, state) == ("p1 take 4", "p1 stop")


def test_a_doubling_die_may_be_left() -> None:
    game, state = game_after(
        *ON_BOARD, *keeping("4 4 4 2 3 6", "4 4 4"), "tray show 4 1 3", "p1 take 1", "p1 roll"
    )
    assert format_dice(game.expects(state).lying) == "1 4 4 4"
    assert game.expects(state).throw == 2


def test_any_choice_of_scoring_dice_may_be_held() -> None:
    game, state = game_after("tray show 1 4 2 4 4 5")
    assert set(legal_texts(game, state)) == {
        "p1 take 1",
        "p1 take 5",
        "p1 take 1 5",
        "p1 take 4 4 4",
        "p1 take 1 4 4 4",
        "p1 take 4 4 4 5",
        "p1 take 1 4 4 4 5",
        "p1 stop",
    }


def test_when_all_six_are_held_all_six_are_rolled_and_the_points_stay() -> None:
    lines = keeping("1 5 1 5 5 1", "1 1 1 5 5 5")
    game, state = game_after(*ON_BOARD, *lines)
    assert game.expects(state).throw == 6
    assert game.expects(state).lying == ()
    assert turn_points(*lines, "tray show 5 2 2 3 4 6") == 1550


def test_old_sets_dont_double_after_all_six_were_picked_up() -> None:
    lines = keeping("1 5 1 5 5 1", "1 1 1 5 5 5")
    assert turn_points(*lines, "tray show 1 2 2 3 4 6") == 1600


def test_an_earlier_total_is_doubled_with_the_rest_of_the_turn() -> None:
    lines = keeping("1 5 1 5 5 1", "1 1 1 5 5 5")
    assert turn_points(*lines, "tray show 2 2 2 2 3 4") == 3400


def test_three_pairs_are_nothing() -> None:
    game, state = game_after("tray show 2 2 3 3 4 4")
    assert game.to_move(state) == 2


def test_six_dice_bust_as_often_as_enumerated() -> None:
    # readings 1.5: 3.09 % without three pairs
    hands = combinations_with_replacement(range(1, 7), 6)
    busts = sum(
        factorial(6) // prod(map(factorial, Counter(hand).values()))
        for hand in hands
        if not keeps(HotScoring(), Turn(), tuple(map(Die, hand)))
    )
    assert round(100 * busts / 6**6, 2) == 3.09


def test_before_1000_in_one_turn_nothing_is_recorded() -> None:
    game, state = game_after("tray show 6 6 6 1 1 5", "p1 stop")
    assert game.scores(state) == (0, 0)
    game, state = game_after("tray show 1 1 1 2 3 4", "p1 stop")
    assert game.scores(state) == (1000, 0)


def test_exactly_the_game_score_doesnt_start_the_last_turns() -> None:
    lines = ("tray show 1 1 1 2 3 4", "p1 stop")
    game, state = game_after(*lines, BUST, target="1000")
    assert not game.is_over(state)
    game, state = game_after(*lines, BUST, target="1000", at_target="yes")
    assert game.winners(state) == (1,)


def test_over_the_game_score_everybody_else_has_one_last_turn() -> None:
    game, state = game_after(BUST, STRAIGHT, "p2 stop", seats=3, target="1000")
    assert game.to_move(state) == 3
    told = "Last turns: Ben leads with 1500; 1501 beats that."
    assert told in game.sheet(state, ("Ann", "Ben", "Cem")).notes
    state = played(game, state, BUST)
    assert game.to_move(state) == 1
    state = played(game, state, BUST)
    assert game.winners(state) == (2,)
    assert game.sheet(state, ("Ann", "Ben", "Cem")).status == "Ben wins with 1500 points."


def test_the_highest_must_be_beaten_and_a_tie_isnt_enough() -> None:
    game, state = game_after(STRAIGHT, "p1 stop", STRAIGHT, "p2 stop", target="1000")
    assert game.scores(state) == (1500, 1500)
    assert game.winners(state) == (1,)


def test_in_the_last_turns_the_one_who_is_highest_now_must_be_beaten() -> None:
    lines = (STRAIGHT, "p1 stop", "tray show 2 2 2 2 2 2", "p2 stop", STRAIGHT, "p3 stop")
    game, state = game_after(*lines, seats=3, target="1000")
    assert game.scores(state) == (1500, 1600, 1500)
    assert game.winners(state) == (2,)


def test_a_stop_below_the_leader_ends_the_last_turn_too() -> None:
    lines = (STRAIGHT, "p1 stop", "tray show 1 1 1 2 3 4", "p2 stop")
    game, state = game_after(*lines, target="1000")
    assert game.winners(state) == (1,)


@pytest.mark.parametrize(
    ("lines", "move", "slug"),
    [
        ((), "p1 stop", "throw_due"),
        (("tray show 1 4 2 4 4 5",), "p1 roll", "illegal"),
        (("tray show 1 4 2 4 4 5",), "p1 take 4", "illegal"),
        (("tray show 1 4 2 4 4 5",), "p1 take 2", "illegal"),
        (("tray show 1 4 2 4 4 5",), "p2 take 1", "wrong_seat"),
        (("tray show 1 4 2 4 4 5", "p1 take 1"), "p1 take 5", "illegal"),
        (("tray show 1 4 2 4 4 5", "p1 take 1"), "tray show 1 2 3 4 5", "no_throw_due"),
        (
            ("tray show 1 4 2 4 4 5", "p1 take 1", "p1 roll"),
            "tray show 1 2 3 4 5 6",
            "wrong_number",
        ),
    ],
)
def test_what_the_rules_dont_allow_is_refused(lines: tuple[str, ...], move: str, slug: str) -> None:
    game, state = game_after(*lines)
    with pytest.raises(IllegalMove) as caught:
        played(game, state, move)
    assert caught.value.slug == slug


def test_a_move_after_the_end_is_refused() -> None:
    game, state = game_after(STRAIGHT, "p1 stop", BUST, target="1000")
    with pytest.raises(IllegalMove) as caught:
        played(game, state, "p1 stop")
    assert caught.value.slug == "over"


@pytest.mark.parametrize("option", [("target", "5"), ("add_first", "1"), ("on_board", "no")])
def test_a_wrong_house_rule_is_refused(option: tuple[str, str]) -> None:
    with pytest.raises(OptionError, match=option[0]):
        make_game("hot_dice", dict([option]))


def test_a_choice_on_the_sheet_says_what_it_makes_of_the_turn() -> None:
    game, state = game_after(*keeping("1 4 2 4 4 5", "1 4 4 4 5"), "tray show 4")
    labels = [choice.label for choice in game.sheet(state, NAMES).choices]
    assert labels == ["Set 4 aside: 1100 (one 4: all x2)", "Stop with 1100"]


def test_the_sheet_says_who_isnt_on_the_board() -> None:
    game, state = game_after("tray show 6 6 6 1 1 5")
    sheet = game.sheet(state, NAMES)
    assert "Ann isn't on the board: 1000 points in one turn are needed." in sheet.notes
    assert sheet.grids[0].rows[0].cells[0].preview == "0"
