"""Moments of a game of Perfecto that its tests begin with."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from pi_app.rules.dice import parse_dice
from pi_app.rules.games import make_game
from pi_app.rules.games.perfecto_state import Player, State
from tests.rules.asking import legal_texts, played

NAMES = ("Ann", "Ben", "Cem", "Dot")
BASIC: Any = make_game("perfecto")
ADVANCED: Any = make_game("perfecto", {"advanced": "yes"})
TEAMS: Any = make_game("perfecto", {"advanced": "yes", "teams": "yes"})


def at_table(*dice: int | str, lead: int = 1) -> State:
    """A round begins; each seat has so many dice ("LC": it is at its Last Chance)."""
    return State(tuple(_player(left) for left in dice), seat=lead, lead=lead)


def _player(left: int | str) -> Player:
    if left == "LC":
        return Player(last_chance=True)
    dice = int(left)
    return Player(dice=dice, lost=tuple(range(6, dice, -1)) if dice else ())


def with_frozen(state: State, seat: int, dice: str) -> State:
    """The same with some dice of a seat frozen."""
    player = replace(state.players[seat - 1], frozen=parse_dice(dice))
    return state.with_player(seat, player)


def with_points(state: State, *points: int) -> State:
    """The same with match points."""
    players = tuple(
        replace(player, points=own) for player, own in zip(state.players, points, strict=True)
    )
    return replace(state, players=players)


def shown(game: Any, state: Any, face: str = "1") -> Any:
    """The state after every hidden die turned out to be this one."""
    while (expected := game.expects(state)) is not None:
        state = played(game, state, f"tray show {' '.join([face] * expected.throw)}")
    return state


def calls(game: Any, state: Any) -> set[str]:
    """What the seat to move may do but bid and roll."""
    texts = (text.split(" ", 1)[1] for text in legal_texts(game, state))
    return {text for text in texts if text.split()[0] not in ("bid", "roll")}


def plays(game: Any, state: Any) -> set[str]:
    """The verbs open to the seat to move."""
    return {text.split()[1] for text in legal_texts(game, state)}


def dice_left(state: State) -> tuple[int | str, ...]:
    """The dice of each seat, as `at_table` takes them."""
    return tuple("LC" if player.last_chance else player.dice for player in state.players)


def challenged(*dice: int | str) -> Any:
    """Seat 1 bid something that turns out wrong, and seat 2 challenged."""
    return played(BASIC, at_table(*dice), "p1 bid 1x2", "p2 challenge")


def revealed(state: Any, *sides: str, face: str = "1") -> Any:
    """The state after these sides were taken and all hidden dice showed this face."""
    for seat, side in zip(state.undecided, sides, strict=True):
        state = played(ADVANCED, state, f"p{seat} side {side}")
    return shown(ADVANCED, state, face)
