"""A button (the verb) and what the tray shows (its argument) become the move that is meant.

No game is known here: among the ways in which a verb can be done now, the one is taken whose
predicted tray is the tray that is seen. Where none or several fit, nothing is guessed.
May import: dice, moves, game.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable, Iterator
from dataclasses import dataclass
from enum import Enum
from typing import TypeVar

from pi_app.rules.dice import Dice, contains, format_dice, plus
from pi_app.rules.game import Game
from pi_app.rules.moves import Move, Verb

State = TypeVar("State", bound=Hashable)
Path = tuple[Move, ...]

BUTTONS = (Verb.ROLL, Verb.FLIP, Verb.STOP)


class Keeping(Enum):
    """Where dice go that are not thrown again."""

    STAY = "stay"  # they stay where they fell
    STRIP = "strip"  # they are moved to the keep strip
    OFF = "off"  # they are taken off the tray
    ANY = "any"  # as it comes


@dataclass(frozen=True, slots=True)
class Seen:
    """What lies on the tray: in the open, in the keep strip; and what is known to have left it."""

    open: Dice
    strip: Dice = ()
    gone: Dice = ()

    @property
    def all(self) -> Dice:
        """Everything that is in view."""
        return plus(self.open, self.strip)


def beyond(dice: Dice, part: Dice) -> Dice:
    """What is among `dice` but not in `part`, counted; `part` may hold more.

    >>> from pi_app.rules.dice import parse_dice
    >>> format_dice(beyond(parse_dice("1 5 5"), parse_dice("5 6")))
    '1 5'
    """
    return tuple(sorted((Counter(dice) - Counter(part)).elements()))


@dataclass(frozen=True, slots=True)
class Resolution:
    """The moves that are meant (one path), or the choices, or neither; and words for the page."""

    path: Path = ()
    choices: tuple[Path, ...] = ()
    words: str = ""


def paths(game: Game[State], state: State, verb: Verb) -> tuple[Path, ...]:
    """The ways to do a verb now: its own moves, else those that one `take` opens.

    Setting dice aside is a decision of its own in the rules, and at the table the hand that does
    it then presses ROLL: so a take may be understood before the button.
    """
    moves = game.legal(state)
    own = tuple((move,) for move in moves if move.verb is verb)
    return own or tuple(_after_takes(game, state, moves, verb))


def _after_takes(
    game: Game[State], state: State, moves: tuple[Move, ...], verb: Verb
) -> Iterator[Path]:
    for take in moves:
        if take.verb is Verb.TAKE:
            after = game.apply(state, take)
            yield from ((take, move) for move in game.legal(after) if move.verb is verb)


def lit(game: Game[State], state: State) -> frozenset[Verb]:
    """The buttons whose verb can be done now: their lamps are lit."""
    return frozenset(verb for verb in BUTTONS if paths(game, state, verb))


def resolve(
    game: Game[State],
    state: State,
    verb: Verb,
    seen: Seen | None,
    keeping: Keeping = Keeping.ANY,
) -> Resolution:
    """What a button means with the tray as it is seen (None: nothing is seen at all)."""
    ways = paths(game, state, verb)
    if not ways:
        return Resolution(words=f"{verb.value.upper()} can't be done now.")
    if len(ways) == 1:
        return Resolution(path=ways[0])
    if seen is None:
        return Resolution(choices=ways, words="The camera sees nothing: please choose on the page.")
    fits = _fitting(game, state, ways, seen, keeping)
    if len(fits) == 1:
        return Resolution(path=fits[0])
    return Resolution(choices=fits or ways, words=_question(verb, seen, fits))


def _question(verb: Verb, seen: Seen, fits: tuple[Path, ...]) -> str:
    lying = format_dice(seen.all) or "no dice"
    if fits:
        return f"{verb.value.upper()} with {lying} on the tray can mean {len(fits)} things."
    return f"{verb.value.upper()} doesn't fit {lying} on the tray."


def _fitting(
    game: Game[State], state: State, ways: tuple[Path, ...], seen: Seen, keeping: Keeping
) -> tuple[Path, ...]:
    """The ways that fit the tray; before all, those in which dice that are gone stay gone."""
    fits = [way for way in ways if _fits(game, state, way, seen, keeping)]
    firm = [way for way in fits if contains(_stays(game, state, way) or (), seen.gone)]
    return tuple(firm or fits)


def _stays(game: Game[State], state: State, way: Path) -> Dice | None:
    """What lies there, or beside the tray, when a way has been gone."""
    for move in way:
        state = game.apply(state, move)
    expected = game.expects(state)
    return expected.lying if expected is not None else game.tray(state)


def _fits(game: Game[State], state: State, way: Path, seen: Seen, keeping: Keeping) -> bool:
    before, stays = game.tray(state), _stays(game, state, way)
    if before is None or stays is None:
        return False
    kept, lay = beyond(stays, seen.gone), beyond(before, seen.gone)
    if way[-1].verb is not Verb.ROLL:
        return seen.all == kept
    took = way[0].dice if way[0].verb is Verb.TAKE else ()
    return (
        (keeping in (Keeping.STAY, Keeping.ANY) and seen.all == kept)
        or (keeping in (Keeping.STRIP, Keeping.ANY) and _in_strip(kept, lay, took, seen))
        or (keeping in (Keeping.OFF, Keeping.ANY) and _left(kept, lay, took, seen, keeping))
    )


def _in_strip(kept: Dice, lay: Dice, took: Dice, seen: Seen) -> bool:
    """Whether the kept dice lie in the strip, and nothing but dice to be thrown in the open."""
    # Where all dice are taken to be thrown again, none is kept; but they are shown as taken.
    aside = kept or (lay if took else ())
    return bool(aside) and seen.strip == aside and contains(beyond(lay, aside), seen.open)


def _left(kept: Dice, lay: Dice, took: Dice, seen: Seen, keeping: Keeping) -> bool:
    """Whether the taken dice have left the tray, and the others lie there to be thrown."""
    # Without such a habit, dice that left the tray were taken only where dice can be taken.
    left = took or (kept if keeping is Keeping.OFF else ())
    return bool(left) and seen.all == beyond(lay, left)
