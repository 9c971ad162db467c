"""Spicy Dice Classic, Extra Spicy and Junior.

Ten boxes, thirty rolls, reds that may be flipped; notation in spicy.md, boxes in spicy_boxes.py.
Source: Spicy Dice rules; readings S1 to S16, X1 to X5, J1. May import: the rest of rules.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace

from pi_app.rules.combos import reds
from pi_app.rules.dice import (
    HAND_SIZE,
    NUMBERS,
    Dice,
    Die,
    minus,
    parse_die,
    parts,
    plus,
    sort_dice,
)
from pi_app.rules.errors import NotationError, quoted, quoted_list
from pi_app.rules.game import Expect, GameInfo, Worth, throw_words
from pi_app.rules.games.spicy_boxes import BOX_IDS, BOXES, Way, best_way, other_uses, way_using
from pi_app.rules.games.spicy_sheet import FLIPS, SUMMARIES, TAGLINES, make_sheet
from pi_app.rules.games.spicy_state import Pad, Rules, State
from pi_app.rules.moves import TRAY, Move, Verb, with_dice
from pi_app.rules.options import choose
from pi_app.rules.sheet import Sheet

NONE = "none"  # the word for a mark that uses no dice

CLASSIC = Rules("spicy_classic", "Spicy Dice Classic")
EXTRA = Rules("spicy_extra", "Extra Spicy", holds=True)
JUNIOR = Rules("spicy_junior", "Spicy Dice Junior", carries_over=True)


@dataclass(frozen=True, slots=True)
class Spicy:
    """The Spicy Dice game with the rules of one of its three variants."""

    rules: Rules

    @property
    def info(self) -> GameInfo:
        """The facts that no state is needed for."""
        return GameInfo(
            name=self.rules.name,
            title=self.rules.title,
            tagline=TAGLINES[self.rules.name],
            version=1,
            seats=(1, 9),
            options=(FLIPS,),
            verbs=(Verb.ROLL, Verb.FLIP, Verb.STOP, Verb.MARK),
            summary=SUMMARIES[self.rules.name],
            boxes=BOXES,
        )

    def start(self, seats: int) -> State:
        """Everybody's pad is empty, and the first seat throws all six dice."""
        return State(pads=(Pad(),) * seats, seat=1, throw=HAND_SIZE)

    def to_move(self, state: State) -> int | None:
        """The seat whose turn it is; None when every pad is finished."""
        return state.seat or None

    def is_over(self, state: State) -> bool:
        """Whether every pad is finished."""
        return state.seat == 0

    def expects(self, state: State) -> Expect | None:
        """The throw that was decided, or the six dice that begin a turn."""
        if not state.throw:
            return None
        hand = f"p{state.seat}" if self.rules.holds else "table"
        words = throw_words(state.seat, state.throw)
        return Expect(state.throw, words, hand=hand, lying=state.dice)

    def tray(self, state: State) -> Dice | None:
        """The dice of the turn; None between two turns."""
        if state.holding:
            return state.pad.hand
        return state.dice or None

    def legal(self, state: State) -> tuple[Move, ...]:
        """Rolls, flips, a stop and the marks of the empty boxes; see spicy.md."""
        if state.throw or not state.seat:
            return ()
        if state.holding:
            return tuple(self._holds(state))
        return (*self._rolls(state), *_flips(state), *self._marks(state))

    def _holds(self, state: State) -> Iterator[Move]:
        """The first throw of an Extra Spicy turn, with some spare dice held (X1, X3)."""
        for held in parts(state.pad.spare):
            if len(held) < HAND_SIZE:
                yield _roll(state.seat, state.pad.hand, minus(state.pad.hand, held))

    def _rolls(self, state: State) -> Iterator[Move]:
        if state.stopped or state.pad.used >= self.rules.limit(state.pad):
            return
        for thrown in parts(state.dice, least=1):
            yield _roll(state.seat, state.dice, thrown)
        yield Move(state.seat, Verb.STOP)

    def _marks(self, state: State) -> Iterator[Move]:
        for box in state.pad.empty:
            yield Move(state.seat, Verb.MARK, (box,))
            if self.rules.holds:
                for used in other_uses(state.dice, box):
                    words = tuple(str(die) for die in used) or (NONE,)
                    yield Move(state.seat, Verb.MARK, (box, *words))

    def apply(self, state: State, move: Move) -> State:
        """The state after a legal move or the expected throw."""
        if move.seat == TRAY:
            return self._shown(state, move.dice)
        match move.verb:
            case Verb.ROLL:
                hand = state.pad.hand if state.holding else state.dice
                return self._rolled(state, minus(hand, move.dice) if move.arguments else ())
            case Verb.FLIP:
                return _flipped(state, parse_die(move.arguments[0]), int(move.arguments[1]))
            case Verb.STOP:
                return replace(state, stopped=True)
            case Verb.MARK:
                return self._marked(state, move.arguments[0], _chosen_way(state, move))
        raise AssertionError(move)

    def _rolled(self, state: State, lying: Dice) -> State:
        """The dice that stay keep lying; they can't be flipped any more, but by house rule (S3).

        Of equal reds those that may be flipped are the ones that stay.
        """
        kept = Counter(state.fresh) & Counter(lying) if self.rules.flips == "any" else Counter()
        fresh = tuple(sorted(kept.elements()))
        return replace(state, holding=False, throw=HAND_SIZE - len(lying), dice=lying, fresh=fresh)

    def _shown(self, state: State, thrown: Dice) -> State:
        """The dice have come to rest; a roll was used. The reds just thrown may be flipped (S3)."""
        return replace(
            state,
            pads=_with_pad(state, replace(state.pad, used=state.pad.used + 1)),
            throw=0,
            dice=plus(state.dice, thrown),
            fresh=plus(state.fresh, reds(thrown)),
        )

    def _marked(self, state: State, box: str, way: Way) -> State:
        pad = state.pad.marked(box, way.points)
        if self.rules.holds:
            pad = replace(pad, hand=state.dice, spare=minus(state.dice, way.used))
        return _next_turn(replace(state, pads=_with_pad(state, pad)))

    def scores(self, state: State) -> tuple[int, ...]:
        """The boxes of each pad, and the bonus once all ten are filled."""
        return tuple(pad.total for pad in state.pads)

    def winners(self, state: State) -> tuple[int, ...]:
        """The seats with the highest total; a tie is shared (S15)."""
        if state.seat:
            return ()
        totals = self.scores(state)
        return tuple(seat for seat, points in enumerate(totals, 1) if points == max(totals))

    def sheet(self, state: State, names: tuple[str, ...]) -> Sheet:
        """The score pad, with what each empty box would score now."""
        return make_sheet(self.rules, state, names, self.legal(state), self.winners(state))

    def worth(self, dice: Dice, *, box: str | None = None, taken: Dice = ()) -> tuple[Worth, ...]:
        """What six dice score in each box (or in one), best first, without further flips."""
        if box is not None and box not in BOX_IDS:
            boxes = quoted_list(BOX_IDS, most=99)
            raise NotationError(
                "unknown_box", f"There is no box {quoted(box)} here; the boxes are: {boxes}."
            )
        if taken:
            raise NotationError("none_taken", "Nothing is set aside in Spicy Dice: give six dice.")
        if len(dice) != HAND_SIZE:
            raise NotationError("wrong_number", f"A box scores six dice, not {len(dice)}.")
        asked = BOX_IDS if box is None else (box,)
        found = ((name, best_way(sort_dice(dice), name)) for name in asked)
        worths = (Worth(name, way.points, way.words) for name, way in found)
        return tuple(sorted(worths, key=lambda worth: -worth.points))


def _roll(seat: int, hand: Dice, thrown: Dice) -> Move:
    return Move(seat, Verb.ROLL) if thrown == hand else with_dice(seat, Verb.ROLL, thrown)


def _flips(state: State) -> Iterator[Move]:
    """Every red that may be flipped, to each of the five other numbers (S1)."""
    for red in sorted(set(state.fresh)):
        for number in NUMBERS:
            if number != red.value:
                yield Move(state.seat, Verb.FLIP, (str(red), str(number)))


def _flipped(state: State, red: Die, number: int) -> State:
    """The red die turned: it is white now (S2) and can't be flipped again (S4)."""
    dice = plus(minus(state.dice, (red,)), (Die(number),))
    return replace(state, dice=dice, fresh=minus(state.fresh, (red,)))


def _chosen_way(state: State, move: Move) -> Way:
    """The way that a mark names; the best one when it names no dice."""
    box, *words = move.arguments
    if not words:
        return best_way(state.dice, box)
    used = () if words == [NONE] else sort_dice(parse_die(word) for word in words)
    return way_using(state.dice, box, used)


def _with_pad(state: State, pad: Pad) -> tuple[Pad, ...]:
    index = state.seat - 1
    return (*state.pads[:index], pad, *state.pads[index + 1 :])


def _next_turn(state: State) -> State:
    """The turn of the next seat whose pad is not finished; seat 0 when there is none."""
    seats = len(state.pads)
    for step in range(1, seats + 1):
        seat = (state.seat - 1 + step) % seats + 1
        pad = state.pads[seat - 1]
        if not pad.is_finished:
            holding = bool(pad.spare)
            return State(state.pads, seat, throw=0 if holding else HAND_SIZE, holding=holding)
    return State(state.pads, seat=0)


def _make(rules: Rules, options: Mapping[str, str]) -> Spicy:
    return Spicy(replace(rules, flips=str(choose((FLIPS,), options)["flips"])))


def make_classic(options: Mapping[str, str]) -> Spicy:
    """Spicy Dice Classic; OptionError for a wrong option."""
    return _make(CLASSIC, options)


def make_extra(options: Mapping[str, str]) -> Spicy:
    """Extra Spicy; OptionError for a wrong option."""
    return _make(EXTRA, options)


def make_junior(options: Mapping[str, str]) -> Spicy:
    """Spicy Dice Junior; OptionError for a wrong option."""
    return _make(JUNIOR, options)
