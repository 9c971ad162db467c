"""The dice game: its turns, its endings and its refusals."""

from __future__ import annotations

import pytest

from pi_app.rules.dice import format_dice
from pi_app.rules.errors import IllegalMove, OptionError
from pi_app.rules.games import make_game
from tests.rules.asking import legal_texts, played
from tests.rules.dice_game_moments import BUST, NAMES, RUN, game_after, recorded


def test_the_first_throw_of_a_turn_is_of_six_dice_and_needs_no_move() -> None:
    game, state = game_after()
    assert game.legal(state) == ()
    expected = game.expects(state)
    assert (expected.throw, expected.lying, expected.hand) == (6, (), "table")


def test_a_throw_that_scores_leaves_roll_and_stop() -> None:
    game, state = game_after("tray show 1 5 2 2 3 4")
    assert legal_texts(game, state) == ("p1 roll", "p1 stop")


def test_rolling_sets_everything_aside_that_scores() -> None:
    game, state = game_after("tray show 1 5 2 2 3 4", "p1 roll")
    assert game.expects(state).throw == 4
    assert format_dice(game.expects(state).lying) == "1 5"


def test_the_request_for_a_throw_says_how_many_dice() -> None:
    game, state = game_after("tray show 1 1 1 5 5 2")
    assert game.expects(played(game, state, "p1 roll")).words == "player 1 throws one die"
    state = played(game, state, "p1 stop")
    assert game.expects(state).words == "player 2 throws all six dice"


def test_points_of_the_turn_add_up_over_throws() -> None:
    game, state = game_after(
        "tray show 1 5 2 2 3 4", "p1 roll", "tray show 2 2 2 3", "p1 roll", "tray show 5", "p1 stop"
    )
    assert game.scores(state) == (400, 0)
    assert game.to_move(state) == 2


def test_equal_dice_of_two_throws_are_no_triple() -> None:
    # the example of the text: a 5, then two more 5s are 50 each
    game, state = game_after("tray show 5 2 2 3 4 6", "p1 roll", "tray show 5 5 2 3 4", "p1 stop")
    assert game.scores(state) == (150, 0)


def test_a_throw_without_points_loses_the_points_of_the_turn_only() -> None:
    game, state = game_after(
        RUN, "p1 stop", BUST, "tray show 1 1 1 2 3 4", "p1 roll", "tray show 2 3 4"
    )
    assert game.scores(state) == (1000, 0)
    assert game.to_move(state) == 2
    assert game.expects(state).throw == 6


def test_the_turn_passes_round_the_table() -> None:
    game, state = game_after(BUST, BUST, seats=3)
    assert game.to_move(state) == 3
    assert game.to_move(played(game, state, BUST)) == 1


def test_all_six_may_be_rolled_when_all_have_scored_in_one_throw() -> None:
    game, state = game_after(RUN, "p1 roll")
    assert game.expects(state).throw == 6
    assert game.expects(state).lying == ()
    assert game.scores(played(game, state, "tray show 5 2 2 3 4 6", "p1 stop")) == (1050, 0)


def test_all_six_may_be_rolled_when_all_have_scored_in_several_throws() -> None:
    game, state = game_after("tray show 1 1 1 2 3 4", "p1 roll", "tray show 1 5 5", "p1 roll")
    assert game.expects(state).throw == 6
    assert game.scores(played(game, state, BUST)) == (0, 0)


def test_where_colours_leave_a_choice_a_roll_names_the_dice_that_are_thrown() -> None:
    # four 2s, one of them red: the triple may be with or without the red one
    game, state = game_after("tray show 2 2 2 2r 3 4")
    assert set(legal_texts(game, state)) == {"p1 roll 2 3 4", "p1 roll 2r 3 4", "p1 stop"}
    after = played(game, state, "p1 roll 2 3 4")
    assert format_dice(game.expects(after).lying) == "2 2 2r"


def test_with_the_choice_every_scoring_part_of_a_throw_can_be_taken() -> None:
    game, state = game_after("tray show 1 4 2 4 4 5", forced="no")
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


def test_with_the_choice_the_dice_not_taken_are_thrown() -> None:
    game, state = game_after("tray show 1 4 2 4 4 5", "p1 take 1", forced="no")
    assert legal_texts(game, state) == ("p1 roll", "p1 stop")
    rolled = played(game, state, "p1 roll")
    assert (game.expects(rolled).throw, format_dice(game.expects(rolled).lying)) == (5, "1")


def test_with_the_choice_a_stop_after_a_take_records_what_was_taken() -> None:
    game, state = game_after("tray show 1 4 2 4 4 5", "p1 take 1", "p1 stop", forced="no")
    assert game.scores(state) == (100, 0)


def test_with_the_choice_a_stop_after_a_throw_takes_everything() -> None:
    game, state = game_after("tray show 1 4 2 4 4 5", "p1 stop", forced="no")
    assert game.scores(state) == (550, 0)


def test_six_1s_in_one_throw_win_at_once_whatever_the_scores() -> None:
    game, state = game_after(RUN, "p1 stop", "tray show 1 1 1 1 1 1", on_board="yes")
    assert game.is_over(state)
    assert game.winners(state) == (2,)
    assert game.scores(state) == (1000, 0)
    assert game.sheet(state, NAMES).status == "Ben has thrown six 1s and wins the game!"


def test_six_1s_of_several_throws_dont_win() -> None:
    game, state = game_after("tray show 1 1 1 2 3 4", "p1 roll", "tray show 1 1 1", "p1 stop")
    assert not game.is_over(state)
    assert game.scores(state) == (2000, 0)


def test_reaching_the_target_ends_the_game_at_once() -> None:
    game, state = game_after(RUN, "p1 stop", target="1000")
    assert game.is_over(state)
    assert game.winners(state) == (1,)
    assert game.legal(state) == ()
    assert game.expects(state) is None


def test_the_target_counts_when_it_is_recorded_and_not_before() -> None:
    game, state = game_after(RUN, target="1000")
    assert not game.is_over(state)
    assert game.is_over(played(game, state, "p1 stop"))


def test_below_the_target_the_game_goes_on() -> None:
    game, state = game_after("tray show 6 6 6 1 1 5", "p1 stop", target="1000")
    assert game.scores(state) == (850, 0)
    assert not game.is_over(state)


def test_with_a_last_turn_everybody_else_throws_once_more() -> None:
    game, state = game_after(BUST, RUN, "p2 stop", seats=3, target="1000", last_turn="yes")
    assert game.to_move(state) == 3
    state = played(game, state, BUST)
    assert game.to_move(state) == 1
    state = played(game, state, BUST)
    assert game.is_over(state)
    assert game.winners(state) == (2,)


def test_in_the_last_turn_a_tie_stays_with_the_earlier_one() -> None:
    game, state = game_after(RUN, "p1 stop", RUN, "p2 stop", target="1000", last_turn="yes")
    assert game.scores(state) == (1000, 1000)
    assert game.winners(state) == (1,)


def test_in_the_last_turn_a_higher_total_takes_the_lead() -> None:
    game, state = game_after(
        RUN, "p1 stop", "tray show 1 1 1 5 2 3", "p2 stop", target="1000", last_turn="yes"
    )
    assert game.scores(state) == (1000, 1050)
    assert game.winners(state) == (2,)


def test_on_the_board_a_turn_below_1000_records_nothing() -> None:
    game, state = game_after("tray show 6 6 6 1 1 5", "p1 stop", on_board="yes")
    assert game.scores(state) == (0, 0)
    assert game.to_move(state) == 2


def test_on_the_board_the_first_1000_count_in_full_and_then_everything_counts() -> None:
    one = ("tray show 1 1 1 5 2 3", "p1 stop", BUST)
    game, state = game_after(*one, on_board="yes")
    assert game.scores(state) == (1050, 0)
    state = played(game, state, "tray show 5 2 2 3 4 6", "p1 stop")
    assert game.scores(state) == (1100, 0)


def test_without_the_board_rule_everything_counts() -> None:
    assert recorded("5 2 2 3 4 6") == 50


@pytest.mark.parametrize(
    ("lines", "move", "slug"),
    [
        ((), "p1 roll", "throw_due"),
        ((), "p1 stop", "throw_due"),
        ((), "tray show 1 2 3 4 5", "wrong_number"),
        (("tray show 1 2 2 3 4 6",), "p2 stop", "wrong_seat"),
        (("tray show 1 2 2 3 4 6",), "p1 take 1", "illegal"),
        (("tray show 1 2 2 3 4 6",), "p1 roll 2 2 3 4 6", "illegal"),
        (("tray show 1 2 2 3 4 6",), "tray show 1 2 3 4 5", "no_throw_due"),
        ((BUST,), "p1 stop", "throw_due"),
        (("tray show 1 1 1 1 1 1",), "p2 stop", "over"),
    ],
)
def test_what_the_rules_dont_allow_is_refused(lines: tuple[str, ...], move: str, slug: str) -> None:
    game, state = game_after(*lines)
    with pytest.raises(IllegalMove) as caught:
        played(game, state, move)
    assert caught.value.slug == slug


@pytest.mark.parametrize("move", ["p1 roll", "p1 take 4", "p1 take 4 4", "p1 take 1 2"])
def test_with_the_choice_a_die_that_doesnt_score_cant_be_taken(move: str) -> None:
    game, state = game_after("tray show 1 4 2 4 4 5", forced="no")
    with pytest.raises(IllegalMove) as caught:
        played(game, state, move)
    assert caught.value.slug == "illegal"


@pytest.mark.parametrize(
    "option", [("target", "999"), ("six_ones", "5000"), ("forced", "maybe"), ("threes", "yes")]
)
def test_a_wrong_house_rule_is_refused(option: tuple[str, str]) -> None:
    with pytest.raises(OptionError, match=option[0]):
        make_game("dice_game", dict([option]))


def test_the_total_on_the_sheet_shows_what_a_stop_would_make_of_it() -> None:
    game, state = game_after(RUN, "p1 stop", BUST, "tray show 5 2 2 3 4 6")
    total = game.sheet(state, NAMES).grids[0].rows[0].cells[0]
    assert (total.text, total.preview, str(total.move)) == ("1000", "1050", "p1 stop")


def test_the_sheet_keeps_every_turn_as_the_paper_does() -> None:
    game, state = game_after(RUN, "p1 stop", BUST, "tray show 5 2 2 3 4 6", "p1 stop")
    pad = game.sheet(state, NAMES).grids[0]
    assert {row.label: tuple(cell.text for cell in row.cells) for row in pad.rows} == {
        "Total": ("1050", "0"),
        "To go": ("8950", "10000"),
        "Turn 1": ("1000", "0"),
        "Turn 2": ("50", ""),
    }


def test_the_sheet_says_what_a_bust_has_cost() -> None:
    game, state = game_after("tray show 1 1 1 2 3 4", "p1 roll", "tray show 2 3 4")
    assert "Ann threw nothing that scores and lost 1000 points." in game.sheet(state, NAMES).notes


def test_the_tray_holds_the_dice_aside_and_the_throw_while_a_seat_decides() -> None:
    game, state = game_after("tray show 1 5 2 2 3 4", "p1 roll", "tray show 2 2 2 3")
    assert format_dice(game.tray(state)) == "1 2 2 2 3 5"
