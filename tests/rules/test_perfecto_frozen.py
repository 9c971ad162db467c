"""Perfecto: which dice are lost when some lie frozen."""

from __future__ import annotations

from typing import Any

import pytest

from pi_app.rules.dice import format_dice, parse_dice
from pi_app.rules.games.perfecto_losses import next_lost, one_die_less
from pi_app.rules.games.perfecto_state import Player
from tests.rules.asking import legal_texts, played
from tests.rules.perfecto_moments import ADVANCED, at_table, revealed, shown, with_frozen


@pytest.mark.parametrize(
    ("player", "number"),
    [
        (Player(), 6),
        (Player(dice=5, lost=(6,)), 5),
        (Player(frozen=parse_dice("6r")), 5),  # the die 6 lies frozen
        (Player(frozen=parse_dice("6 6")), 6),  # a white 6 is not the die 6
        (Player(frozen=parse_dice("3")), None),  # the white 3 may be the die 6
        (Player(dice=4, lost=None), None),
        (Player(dice=2, frozen=parse_dice("1 2")), None),
        (Player(dice=3, lost=(6, 5, 4), frozen=parse_dice("2r 3r")), 1),
    ],
)
def test_which_die_is_lost_when_some_are_frozen(player: Player, number: int | None) -> None:
    """Source: P2, and a frozen die stays untouched for the game."""
    assert next_lost(player) == number


def test_nothing_is_known_of_lost_dice_after_an_uncertain_loss() -> None:
    player = one_die_less(Player(frozen=parse_dice("3")))
    assert (player.lost, player.away) == (None, ())


def test_all_is_known_again_when_the_dice_come_back() -> None:
    player = one_die_less(Player(dice=2, lost=None, frozen=parse_dice("3")))
    assert (player.lost, player.last_chance, player.frozen) == ((), True, parse_dice("3"))


def loses_frozen(frozen: str) -> Any:
    """Seat 1 has three dice, all frozen, and loses one."""
    state = with_frozen(at_table(3, 6), 1, frozen)
    state = played(ADVANCED, state, "p1 bid 1x6", "p2 challenge", "p1 pass")
    return shown(ADVANCED, state)


def test_the_seat_says_which_frozen_die_is_lost() -> None:
    state = loses_frozen("1 2 2")
    assert ADVANCED.to_move(state) == 1
    assert legal_texts(ADVANCED, state) == ("p1 take 2", "p1 take 1")
    state = played(ADVANCED, state, "p1 take 2")
    assert format_dice(state.players[0].frozen) == "1 2"
    assert ADVANCED.to_move(state) == 2


def test_frozen_dice_that_look_alike_go_by_themselves() -> None:
    state = loses_frozen("2 2 2")
    assert format_dice(state.players[0].frozen) == "2 2"
    assert ADVANCED.to_move(state) == 2


def test_several_who_lose_frozen_dice_say_so_in_order() -> None:
    state = with_frozen(with_frozen(at_table(3, 6, 3), 1, "1 2 3"), 3, "2 3 4")
    state = played(ADVANCED, state, "p1 bid 1x6", "p2 challenge", "p3 pass", "p1 pass")
    state = revealed(state, "bidder")
    assert ADVANCED.to_move(state) == 1
    state = played(ADVANCED, state, "p1 take 3")
    assert ADVANCED.to_move(state) == 3
    assert ADVANCED.to_move(played(ADVANCED, state, "p3 take 4")) == 2
