"""Grand Poobah: whoever holds the most of a number scores the scoring dice that show it.

Notation: grand_poobah.md. Source: the 2004 booklet, "Grand Poobah"; readings G1-G5.
May import: the rest of rules, no other game.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace

from pi_app.rules.asked import check_asked
from pi_app.rules.dice import HAND_SIZE, NUMBERS, Dice, Die, minus, parse_die, parts, plus
from pi_app.rules.game import Expect, GameInfo, Worth, throw_words
from pi_app.rules.games import grand_poobah_sheet
from pi_app.rules.games.grand_poobah_state import (
    TURNS_BEFORE_SCORING,
    Phase,
    State,
    leaders,
    score_roll,
    worth_of,
)
from pi_app.rules.moves import Move, Verb, with_dice
from pi_app.rules.options import Option, choose
from pi_app.rules.sheet import Sheet

INFO = GameInfo(
    name="grand_poobah",
    title="Grand Poobah",
    tagline="Hold the most of a number when the scoring dice are thrown.",
    version=1,
    seats=(2, 5),
    options=(Option("target", 100, "The points that end the game.", (10, 999)),),
    verbs=(Verb.ROLL, Verb.FLIP, Verb.STOP),
    summary=(
        "Everybody has six dice; six more are the scoring dice.",
        "On your first turn you throw all six, later any, all or none of them.",
        "At the end of a turn of yours, this one or a later one, you may turn red dice to other "
        "numbers; they are white then.",
        "When all have had three turns, the scoring dice are thrown, and again after every turn.",
        "A scoring die pays its number, a red one twice that, to whoever holds the most dice of "
        "that number; in a hand the colour doesn't matter.",
        "Several with equally many all get it; a number that nobody holds pays nobody.",
        "The first to 100 wins; the higher total if several get there by the same throw.",
        "A tie is played on among the tied until one leads; they throw at least one die a turn.",
    ),
    boxes=tuple((str(number), f"most {number}s") for number in NUMBERS),
)


@dataclass(frozen=True, slots=True)
class GrandPoobah:
    """The game with its options settled."""

    target: int = 100

    @property
    def info(self) -> GameInfo:
        return INFO

    def start(self, seats: int) -> State:
        nothing: tuple[Dice, ...] = ((),) * seats
        return State((0,) * seats, nothing, (0,) * seats, tuple(range(1, seats + 1)))

    def to_move(self, state: State) -> int | None:
        return None if state.phase is Phase.OVER else state.seat

    def expects(self, state: State) -> Expect | None:
        if state.phase is Phase.SCORING:
            return Expect(HAND_SIZE, "the six scoring dice are to be thrown", "scoring")
        if state.phase is not Phase.THROW:
            return None
        throw = HAND_SIZE - len(state.kept)
        words = throw_words(state.seat, throw)
        return Expect(throw, words, f"p{state.seat}", state.kept)

    def legal(self, state: State) -> tuple[Move, ...]:
        stop = Move(state.seat, Verb.STOP)
        match state.phase:
            case Phase.CHOOSE if state.overtime:
                return _rolls(state)
            case Phase.CHOOSE:
                return (*_rolls(state), *_flips(state), stop)
            case Phase.TURN_REDS:
                return (*_flips(state), stop)
            case _:
                return ()

    def apply(self, state: State, move: Move) -> State:
        match move.verb:
            case Verb.SHOW if state.phase is Phase.SCORING:
                return self._scored(state, move.dice)
            case Verb.SHOW:
                return _thrown(state, move.dice)
            case Verb.ROLL:
                kept = minus(state.hand, move.dice) if move.arguments else ()
                return replace(state, phase=Phase.THROW, kept=kept)
            case Verb.FLIP:
                return _flipped(state, *move.arguments)
            case _:
                return _turn_ended(state)

    def tray(self, state: State) -> Dice | None:
        if state.phase in (Phase.CHOOSE, Phase.TURN_REDS):
            return state.hand
        return state.kept or None

    def scores(self, state: State) -> tuple[int, ...]:
        return state.scores

    def is_over(self, state: State) -> bool:
        return state.phase is Phase.OVER

    def winners(self, state: State) -> tuple[int, ...]:
        if not self.is_over(state):
            return ()
        return tuple(place + 1 for place in leaders(state.scores, self.target))

    def sheet(self, state: State, names: tuple[str, ...]) -> Sheet:
        return grand_poobah_sheet.sheet(
            state,
            names,
            target=self.target,
            legal=self.legal(state),
            winners=self.winners(state),
        )

    def worth(self, dice: Dice, *, box: str | None = None, taken: Dice = ()) -> tuple[Worth, ...]:
        """What scoring dice pay to those with the most of each number.

        Raises NotationError for a box that is no number, and unless there are 1 to 6 dice.
        """
        lying = plus(dice, taken)
        check_asked(INFO, box, len(lying), HAND_SIZE)
        worths = (
            Worth(str(number), points, f"to everybody with the most {number}s")
            for number in NUMBERS
            if (points := sum(worth_of(die) for die in lying if die.value == number))
            or box == str(number)
        )
        asked = (worth for worth in worths if box in (None, worth.box))
        return tuple(sorted(asked, key=lambda worth: -worth.points))

    def _scored(self, state: State, scoring: Dice) -> State:
        gains = _gains(state, scoring)
        scores = tuple(old + new for old, new in zip(state.scores, gains, strict=True))
        after = replace(state, scores=scores, scoring=scoring, gains=gains)
        ahead = tuple(place + 1 for place in leaders(scores, self.target))
        if len(ahead) == 1:
            return replace(after, phase=Phase.OVER)
        if ahead and not state.overtime:
            after = replace(after, playing=ahead, overtime=True)
        return _next_turn(after)


def make(options: Mapping[str, str]) -> GrandPoobah:
    """The game with these options; OptionError for a wrong one."""
    return GrandPoobah(target=int(choose(INFO.options, options)["target"]))


def _rolls(state: State) -> tuple[Move, ...]:
    some = (part for part in parts(state.hand, least=1) if len(part) < HAND_SIZE)
    moves = (with_dice(state.seat, Verb.ROLL, part) for part in some)
    return (*moves, Move(state.seat, Verb.ROLL))


def _flips(state: State) -> tuple[Move, ...]:
    return tuple(
        Move(state.seat, Verb.FLIP, (str(die), str(number)))
        for die in sorted({die for die in state.hand if die.red})
        for number in NUMBERS
        if number != die.value
    )


def _thrown(state: State, dice: Dice) -> State:
    after = replace(_with_hand(state, plus(state.kept, dice)), kept=())
    if any(die.red for die in after.hand):
        return replace(after, phase=Phase.TURN_REDS)
    return _turn_ended(after)


def _flipped(state: State, red: str, number: str) -> State:
    left = minus(state.hand, (parse_die(red),))
    return replace(_with_hand(state, plus(left, (Die(int(number)),))), phase=Phase.TURN_REDS)


def _with_hand(state: State, hand: Dice) -> State:
    place = state.seat - 1
    return replace(state, hands=(*state.hands[:place], hand, *state.hands[place + 1 :]))


def _turn_ended(state: State) -> State:
    place = state.seat - 1
    turns = (*state.turns[:place], state.turns[place] + 1, *state.turns[place + 1 :])
    after = replace(state, turns=turns)
    if min(turns) >= TURNS_BEFORE_SCORING:
        return replace(after, phase=Phase.SCORING)
    return _next_turn(after)


def _next_turn(state: State) -> State:
    later = [seat for seat in state.playing if seat > state.seat]
    seat = later[0] if later else state.playing[0]
    phase = Phase.CHOOSE if state.hands[seat - 1] else Phase.THROW
    return replace(state, seat=seat, phase=phase)


def _gains(state: State, scoring: Dice) -> tuple[int, ...]:
    gained = score_roll(tuple(state.hands[seat - 1] for seat in state.playing), scoring)
    by_seat = dict(zip(state.playing, gained, strict=True))
    return tuple(by_seat.get(seat, 0) for seat in range(1, len(state.scores) + 1))
