"""Perfecto: match play and teams, by example with the source."""

from __future__ import annotations

from typing import Any

import pytest

from pi_app.rules.games import make_game
from pi_app.rules.games.perfecto_losses import lose
from pi_app.rules.games.perfecto_state import Player
from tests.rules.asking import legal_texts, played
from tests.rules.perfecto_moments import (
    ADVANCED,
    NAMES,
    TEAMS,
    at_table,
    calls,
    dice_left,
    plays,
    shown,
    with_points,
)

MATCH: Any = make_game("perfecto", {"match": "yes"})
TEAM_MATCH: Any = make_game("perfecto", {"match": "yes", "teams": "yes"})
SIMPLE_TEAMS: Any = make_game("perfecto", {"teams": "yes"})


def knocked_out(game: Any, state: Any, *sides: str) -> Any:
    """Seat 1 loses a challenge by seat 2; the others take these sides."""
    state = played(game, state, "p1 bid 1x2", "p2 challenge")
    seats = [text.split()[0] for text in legal_texts(game, state) if text.endswith("bidder")]
    for seat, side in zip(seats, sides, strict=True):
        state = played(game, state, f"{seat} side {side}")
    return shown(game, state)


@pytest.mark.parametrize(("seats", "goal"), [(2, 3), (3, 5), (4, 7)])
def test_the_match_points_depend_on_the_players(seats: int, goal: int) -> None:
    """Source: booklet, Match play, suggested values."""
    state = with_points(at_table("LC", *[3] * (seats - 1)), 0, goal - 1, *[0] * (seats - 2))
    state = knocked_out(MATCH, state, *["caller"] * (seats - 2))
    assert MATCH.winners(state) == (2,)
    assert MATCH.scores(state)[1] == goal


def test_other_match_points_can_be_agreed_on() -> None:
    game = make_game("perfecto", {"match": "yes", "match_points": "2"})
    state = knocked_out(game, with_points(at_table("LC", 3), 0, 1))
    assert game.winners(state) == (2,)


def test_a_new_game_begins_with_the_winner_and_all_dice() -> None:
    state = knocked_out(MATCH, at_table("LC", 3))
    assert not MATCH.is_over(state)
    assert dice_left(state) == (6, 6)
    assert MATCH.scores(state) == (0, 1)
    assert (MATCH.to_move(state), state.game) == (2, 2)


def test_each_player_still_in_scores_for_everybody_knocked_out() -> None:
    state = knocked_out(MATCH, at_table("LC", 3, "LC", 3), "bidder", "caller")
    assert MATCH.scores(state) == (0, 2, 0, 2)
    assert state.game == 1


def test_a_match_may_end_while_several_are_still_in() -> None:
    state = with_points(at_table("LC", 3, 3), 0, 4, 1)
    state = knocked_out(MATCH, state, "caller")
    assert MATCH.winners(state) == (2,)
    assert state.in_play == (2, 3)


def test_the_game_goes_on_when_two_get_there_together() -> None:
    state = knocked_out(MATCH, with_points(at_table("LC", "LC", 3), 0, 4, 4), "caller")
    assert MATCH.scores(state) == (0, 5, 5)
    assert not MATCH.is_over(state)
    state = shown(MATCH, played(MATCH, state, "p2 bid 1x2", "p3 challenge"))
    assert MATCH.winners(state) == (3,)
    assert MATCH.scores(state) == (0, 5, 6)


def test_the_higher_points_win_when_two_get_there_together() -> None:
    state = with_points(at_table("LC", 3, "LC", 3), 0, 6, 0, 5)
    state = knocked_out(MATCH, state, "bidder", "caller")
    assert MATCH.scores(state) == (0, 8, 0, 7)
    assert MATCH.winners(state) == (2,)


def test_a_tie_that_a_game_leaves_is_played_on_in_the_next() -> None:
    # 5, 5 and 4 when the third wins the game: all are level, so the match goes on
    state = with_points(at_table("LC", 3), 3, 2)
    state = knocked_out(MATCH, state)
    assert MATCH.scores(state) == (3, 3)
    assert not MATCH.is_over(state)
    assert state.game == 2


def test_the_sheet_tells_the_game_and_the_goal_of_a_match() -> None:
    notes = MATCH.sheet(MATCH.start(3), NAMES[:3]).notes
    assert "Game 1 of the match to 5 points." in notes


# ---------------------------------------------------------------- teams


def test_teams_need_four_players() -> None:
    assert SIMPLE_TEAMS.info.seats == (4, 4)
    assert MATCH.info.seats == (2, 4)


def test_teams_take_no_sides() -> None:
    state = played(SIMPLE_TEAMS, at_table(6, 6, 6, 6), "p1 bid 1x2", "p2 challenge")
    assert SIMPLE_TEAMS.expects(state).hand == "p1"


@pytest.mark.parametrize(
    ("payers", "dice", "left"),
    [
        ((Player(dice=4), Player(dice=4)), 3, ((6, True), (4, False))),
        ((Player(last_chance=True), Player(dice=4)), 1, ((6, True), (3, False))),
        ((Player(dice=2), Player(dice=4)), 3, ((6, True), (2, False))),
        ((Player(dice=2), Player(dice=2)), 2, ((6, True), (6, True))),
        ((Player(last_chance=True), Player(last_chance=True)), 1, ((0, True), (0, True))),
        ((Player(dice=2), Player(last_chance=True)), 2, ((0, False), (0, True))),
    ],
)
def test_the_partner_pays_at_the_last_chance(
    payers: tuple[Player, Player], dice: int, left: tuple[tuple[int, bool], ...]
) -> None:
    """Source: booklet, Team play."""
    after = tuple((player.dice, player.last_chance) for player in lose(payers, dice))
    assert after == left


def test_by_the_house_rule_a_loss_ends_with_the_last_chance_it_brings() -> None:
    after = lose((Player(dice=2), Player(dice=4)), 3, mercy=True)
    assert [(player.dice, player.last_chance) for player in after] == [(6, True), (4, False)]


def test_the_house_rule_is_an_option() -> None:
    game = make_game("perfecto", {"advanced": "yes", "mercy": "yes"})
    for rules, left in ((game, ("LC", 6)), (ADVANCED, (0, 6))):
        state = played(rules, at_table(2, 6), "p1 bid 1x2", "p2 double", "p1 pass")
        assert dice_left(shown(rules, state)) == left


def test_a_team_is_out_together_and_the_other_wins() -> None:
    state = at_table("LC", 5, "LC", 3)
    state = shown(SIMPLE_TEAMS, played(SIMPLE_TEAMS, state, "p1 bid 1x2", "p2 challenge"))
    assert SIMPLE_TEAMS.winners(state) == (2, 4)
    assert SIMPLE_TEAMS.scores(state) == (0, 2, 0, 2)
    assert SIMPLE_TEAMS.sheet(state, NAMES).status == "Ben and Dot win."


def test_partners_win_a_match_together() -> None:
    state = with_points(at_table("LC", 5, "LC", 3), 0, 6, 0, 6)
    state = shown(TEAM_MATCH, played(TEAM_MATCH, state, "p1 bid 1x2", "p2 challenge"))
    assert TEAM_MATCH.winners(state) == (2, 4)


@pytest.mark.parametrize(
    ("dice", "double"),
    [((3, 3, 6, "LC"), True), ((3, 2, 6, "LC"), False), ((3, "LC", 6, "LC"), False),
     ((6, 2, 6, 2), True)],
)  # fmt: skip
def test_a_team_needs_four_dice_to_double(dice: tuple[int | str, ...], double: bool) -> None:
    """Source: booklet, Team play; P8."""
    state = played(TEAMS, at_table(*dice), "p1 bid 1x2")
    assert ("double" in calls(TEAMS, state)) is double


@pytest.mark.parametrize(
    ("dice", "redouble"),
    [((3, 3, 2, 3), True), ((3, 3, "LC", 3), False), ((2, 3, 2, 3), False),
     ((4, 3, "LC", 3), True)],
)  # fmt: skip
def test_a_team_needs_five_dice_to_redouble(dice: tuple[int | str, ...], redouble: bool) -> None:
    state = played(TEAMS, at_table(*dice), "p1 bid 1x2", "p2 double", "p3 pass", "p4 pass")
    assert ("redouble" in calls(TEAMS, state)) is redouble


def borrowed() -> Any:
    """Seat 2 challenged, was doubled by seat 1, and passed, and so did seat 3: seat 4's turn."""
    return played(TEAMS, at_table(6, 6, 6, 6), "p1 bid 1x2", "p2 challenge", "p3 pass", "p4 pass",
                  "p1 double", "p2 pass", "p3 pass")  # fmt: skip


def test_a_partners_redouble_and_surrender_can_be_borrowed() -> None:
    assert calls(TEAMS, borrowed()) == {"redouble", "surrender", "pass", "freeze"}


def test_before_the_partner_has_passed_there_is_nothing_to_borrow() -> None:
    state = played(TEAMS, at_table(6, 6, 6, 6), "p1 bid 1x2", "p2 double")
    assert calls(TEAMS, state) == {"pass", "freeze"}


def test_a_borrowed_redouble_is_made_for_the_partner() -> None:
    state = played(TEAMS, borrowed(), "p4 redouble", "p1 pass", "p2 pass", "p3 pass")
    state = shown(TEAMS, state, "2")
    assert (state.last.winner, state.last.loser) == (1, 2)
    assert dice_left(state) == (6, 3, 6, 6)


def test_a_borrowed_surrender_is_paid_by_the_partner() -> None:
    state = played(TEAMS, borrowed(), "p4 surrender", "p1 pass", "p2 pass", "p3 pass")
    state = shown(TEAMS, state)
    assert (state.last.winner, state.last.loser) == (1, 2)
    assert dice_left(state) == (6, 5, 6, 6)


def test_a_surrender_of_the_redoubled_can_be_borrowed() -> None:
    state = played(TEAMS, borrowed(), "p4 redouble", "p1 pass", "p2 pass")
    assert "surrender" in calls(TEAMS, state)


def test_a_bid_over_the_partners_challenged_bid_is_a_sidestep() -> None:
    state = played(TEAMS, at_table(6, 6, 6, 6), "p1 bid 1x2", "p2 challenge")
    assert plays(TEAMS, state) == {"pass", "freeze"}


def test_a_bid_over_the_partners_challenge_is_a_sidestep() -> None:
    state = played(TEAMS, at_table(6, 6, 6, 6), "p1 bid 1x2", "p2 challenge", "p3 pass")
    assert plays(TEAMS, state) == {"pass", "freeze"}


def test_a_bid_over_the_partners_perfecto_is_free() -> None:
    state = played(TEAMS, at_table(6, 6, 6, 6), "p1 bid 1x2", "p2 perfecto", "p3 pass")
    assert plays(TEAMS, state) == {"pass", "bid", "roll"}


def test_a_bid_over_ones_own_challenge_is_free_even_in_teams() -> None:
    state = played(TEAMS, at_table(6, 6, 6, 6), "p1 bid 1x2", "p2 challenge", "p3 pass", "p4 pass",
                   "p1 double")  # fmt: skip
    assert {"bid", "roll"} <= plays(TEAMS, state)


def test_a_bid_over_ones_own_challenge_that_the_partner_redoubled_is_a_sidestep() -> None:
    state = played(TEAMS, borrowed(), "p4 redouble", "p1 pass")
    assert plays(TEAMS, state) == {"pass", "freeze"}


@pytest.mark.parametrize(("seats", "goal"), [(2, 3), (3, 5), (4, 7)])
def test_a_match_goes_to_the_suggested_points(seats: int, goal: int) -> None:
    notes = MATCH.sheet(MATCH.start(seats), NAMES[:seats]).notes
    assert f"Game 1 of the match to {goal} points." in notes
