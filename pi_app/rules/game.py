"""The contract of every game, and `play`, the only public way to change a state.

Exactly one holds at any time: there are legal moves, or the tray is expected, or it is over.
May import: dice, moves, options, sheet, errors.
"""

from __future__ import annotations

from collections.abc import Hashable
from dataclasses import dataclass
from typing import Protocol, TypeVar

from pi_app.rules.dice import ANY_SET, Dice, DiceSet, dice_words, format_dice, plus
from pi_app.rules.errors import IllegalMove, quoted_list
from pi_app.rules.moves import TRAY, Move, Verb
from pi_app.rules.options import Option
from pi_app.rules.sheet import Sheet

State = TypeVar("State", bound=Hashable)


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

    name : the id on the command line and in logs. version : of the rules as built here; a log
    of a newer one is refused. boxes : (id, label) pairs of what can be marked, if anything.
    summary : the rules in our own words, a sentence each. secret : verbs of moves that are secret
    as long as one of them is still to be made.
    """

    name: str
    title: str
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
        raise IllegalMove("over", f'"{move}" comes after the end: the game is over.')
    expected = game.expects(state)
    if move.seat == TRAY:
        check_throw(expected, move, dice_set)
    else:
        check_decision(game, state, expected, move)
    return game.apply(state, move)


def check_throw(expected: Expect | None, move: Move, dice_set: DiceSet = ANY_SET) -> None:
    """Raise IllegalMove unless the tray is expected to show as many dice as it shows."""
    if move.verb is not Verb.SHOW:
        raise IllegalMove("not_for_tray", f'The tray can only show dice; "{move}" is no throw.')
    if expected is None:
        raise IllegalMove("no_throw_due", f'No throw is due, so "{move}" is not expected.')
    dice = move.dice
    if len(dice) != expected.throw:
        raise IllegalMove(
            "wrong_number",
            f"{len(dice)} dice were shown, and {expected.throw} were to be thrown.",
        )
    if not dice_set.can_show(plus(plus(dice, expected.lying), expected.away)):
        raise IllegalMove(
            "impossible_faces",
            f"One {dice_set.name} set can't show {format_dice(plus(dice, expected.lying))}: "
            "each die has its own red number.",
        )


def check_decision(game: Game[State], state: State, expected: Expect | None, move: Move) -> None:
    """Raise IllegalMove unless the move is one of the legal ones."""
    if expected is not None:
        raise IllegalMove("throw_due", f'"{move}" must wait: {expected.words}.')
    legal = game.legal(state)
    if move in legal:
        return
    seats = {other.seat for other in legal}
    if move.seat not in seats:
        whose = quoted_list(tuple(f"p{seat}" for seat in sorted(seats)))
        raise IllegalMove("wrong_seat", f'"{move}": it is the turn of {whose}.')
    same = tuple(
        str(other) for other in legal if other.seat == move.seat and other.verb == move.verb
    )
    others = same or tuple(str(other) for other in legal if other.seat == move.seat)
    raise IllegalMove("illegal", f'"{move}" is not allowed now; allowed: {quoted_list(others)}.')
