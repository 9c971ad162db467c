"""The contract of every game, and `play`, the only public way to change a state.

Exactly one holds at any time: there are legal moves, or the tray is expected, or it is over.
May import: dice, moves, options, sheet, errors.
"""

from __future__ import annotations

from collections.abc import Hashable
from dataclasses import dataclass
from typing import Protocol, TypeVar

from pi_app.rules.dice import ANY_SET, HAND_SIZE, Dice, DiceSet, dice_words, format_dice, plus
from pi_app.rules.errors import IllegalMove, quoted, quoted_list
from pi_app.rules.moves import TRAY, Move, Verb
from pi_app.rules.options import Option
from pi_app.rules.sheet import Sheet

State = TypeVar("State", bound=Hashable)
MOST_TOLD = 8  # allowed moves that a refusal lists


@dataclass(frozen=True, slots=True)
class Expect:
    """What the tray must show next.

    throw : how many dice are thrown.
    words : what is due, as a clause that stands alone and names players as "player 2"; the
        table puts the name in its place.
    hand : whose dice they are: "table" (one set for all), "p1" .. "p9", or a name such as
        "scoring". Dice of different hands are never the same dice.
    lying : dice of that hand that stay as they are; they may lie on the tray or beside it.
    away : dice of that hand that are known to lie elsewhere (on a board, out of play).
    """

    throw: int
    words: str
    hand: str = "table"
    lying: Dice = ()
    away: Dice = ()


def throw_words(seat: int, number: int) -> str:
    """The words of an Expect for a seat that throws so many of its six dice.

    >>> throw_words(2, 4)
    'player 2 throws 4 dice'
    """
    return f"player {seat} throws {dice_words(number)}"


@dataclass(frozen=True, slots=True)
class Worth:
    """What some dice are worth in one box (or by one combination)."""

    box: str
    points: int
    words: str = ""


@dataclass(frozen=True, slots=True)
class GameInfo:
    """The facts of a game that no state is needed for.

    name : the id on the command line and in logs. tagline : what it is about, for whoever chooses
    among the games. version : of the rules as built here; a log
    of a newer one is refused. boxes : (id, label) pairs of what can be marked, if anything.
    summary : the rules in our own words, a sentence each. secret : verbs of moves that are secret
    as long as one of them is still to be made.
    """

    name: str
    title: str
    tagline: str
    version: int
    seats: tuple[int, int]
    options: tuple[Option, ...]
    verbs: tuple[Verb, ...]
    summary: tuple[str, ...]
    boxes: tuple[tuple[str, str], ...] = ()
    secret: tuple[Verb, ...] = ()


class Game(Protocol[State]):
    """One game with its options settled. Every method is pure; states are frozen and hashable."""

    @property
    def info(self) -> GameInfo:
        """The facts that no state is needed for."""

    def start(self, seats: int) -> State:
        """The state before the first move; `seats` has been checked against info.seats."""

    def to_move(self, state: State) -> int | None:
        """The seat whose turn it is; None when the game is over."""

    def expects(self, state: State) -> Expect | None:
        """What the tray must show next, or None when a player decides or the game is over."""

    def legal(self, state: State) -> tuple[Move, ...]:
        """Every move that a player may make now, each once; empty while the tray is expected."""

    def apply(self, state: State, move: Move) -> State:
        """The state after a move of `legal`, or after a `tray show` of as many dice as expected."""

    def tray(self, state: State) -> Dice | None:
        """What should be lying on the tray now; None when the rules can't know or don't care."""

    def scores(self, state: State) -> tuple[int, ...]:
        """The points of each seat, as its paper scorepad would total them now."""

    def is_over(self, state: State) -> bool:
        """Whether nothing can be played any more."""

    def winners(self, state: State) -> tuple[int, ...]:
        """The seats that have won; empty before the end."""

    def sheet(self, state: State, names: tuple[str, ...]) -> Sheet:
        """What the tablet shows."""

    def worth(self, dice: Dice, *, box: str | None = None, taken: Dice = ()) -> tuple[Worth, ...]:
        """What these dice score, best first, after `taken` was set aside earlier in the turn."""


def play(game: Game[State], state: State, move: Move, dice_set: DiceSet = ANY_SET) -> State:
    """The state after a move that is checked first: the only public way to change a state.

    dice_set : what the dice of one hand can show; a throw that they can't show is refused.

    Raises IllegalMove with what would be right.
    """
    if game.is_over(state):
        raise IllegalMove(
            "over", f"{_said(move)} comes after the end: the game is over, and only undo is left."
        )
    expected = game.expects(state)
    if move.seat != TRAY:
        check_decision(game, state, expected, move)
    elif expected is not None:
        check_throw(expected, move, dice_set)
    else:
        raise IllegalMove(
            "no_throw_due",
            f"No throw is due, so {_said(move)} is not expected; "
            f"allowed: {_allowed(game.legal(state))}.",
        )
    return game.apply(state, move)


def check_throw(expected: Expect, move: Move, dice_set: DiceSet = ANY_SET) -> None:
    """Raise IllegalMove unless the tray shows as many dice as expected, and possible faces."""
    if move.verb is not Verb.SHOW:
        raise IllegalMove(
            "not_for_tray",
            f"The tray can only show dice; {_said(move)} is no throw. Write tray show and the "
            "dice that were thrown.",
        )
    dice = move.dice
    if len(dice) != expected.throw:
        shown = "1 die was" if len(dice) == 1 else f"{len(dice)} dice were"
        due = "1 was" if expected.throw == 1 else f"{expected.throw} were"
        raise IllegalMove("wrong_number", f"{shown} shown, and {due} to be thrown.")
    others = plus(expected.lying, expected.away)
    if not dice_set.can_show(plus(dice, others)):
        raise IllegalMove("impossible_faces", _impossible(dice, others, dice_set))


def _impossible(dice: Dice, others: Dice, dice_set: DiceSet) -> str:
    """Why a set can't show these dice beside the others."""
    beside = f" beside {format_dice(others)}" if others else ""
    why = (
        "each die has its own red number, and shows that one only in red"
        if any(dice_set.reds or ())
        else "its dice have no red numbers"
    )
    return (
        f"One {dice_set.name} set can't show {format_dice(dice)}{beside}: {why}. "
        "Please look at the dice again."
    )


def check_decision(game: Game[State], state: State, expected: Expect | None, move: Move) -> None:
    """Raise IllegalMove unless the move is one of the legal ones."""
    if move.verb is Verb.SHOW:
        dice = "".join(f" {word}" for word in move.arguments[:HAND_SIZE])
        raise IllegalMove(
            "not_for_player", f"{_said(move)}: only the tray shows dice; write tray show{dice}."
        )
    if expected is not None:
        raise IllegalMove("throw_due", f"{_said(move)} must wait: {expected.words}.")
    legal = game.legal(state)
    if move in legal:
        return
    seats = {other.seat for other in legal}
    if move.seat not in seats:
        whose = quoted_list(tuple(f"p{seat}" for seat in sorted(seats)))
        raise IllegalMove("wrong_seat", f"{_said(move)}: it is the turn of {whose}.")
    nearest = _allowed(_nearest(legal, move))
    raise IllegalMove("illegal", f"{_said(move)} is not allowed now; allowed: {nearest}.")


def _nearest(legal: tuple[Move, ...], move: Move) -> tuple[Move, ...]:
    """What the seat can do that comes nearest to a move: the same box or square, the same verb.

    A verb that can stand alone comes first, such as roll for all dice.
    """
    own = tuple(other for other in legal if other.seat == move.seat)
    alike = (other for other in own if other.verb is move.verb)
    same = tuple(sorted(alike, key=lambda other: bool(other.arguments)))
    dice_first = move.verb in (Verb.ROLL, Verb.TAKE)
    first = move.arguments[:1]
    at = () if dice_first else tuple(other for other in same if other.arguments[:1] == first)
    return at or same or own


def _allowed(moves: tuple[Move, ...]) -> str:
    """Some moves as a person reads them: all of a few, else an example of each verb."""
    by_verb: dict[Verb, list[str]] = {}
    for move in moves:
        by_verb.setdefault(move.verb, []).append(str(move))
    if len(moves) <= MOST_TOLD or len(by_verb) == 1:
        return quoted_list(tuple(map(str, moves)), MOST_TOLD)
    return ", ".join(
        ", ".join(same) if len(same) <= 2 else f"{same[0]} (or {len(same) - 1} others)"
        for same in by_verb.values()
    )


def _said(move: Move) -> str:
    return quoted(str(move))
