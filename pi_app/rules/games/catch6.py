"""Catch 6: catch the numbers 1 to 6 with your own six dice before the other does.

Sources: the booklet of 2004, "Catch 6", settled by readings C1 to C8. Notation: catch6.md.
May import: dice, errors, game, moves, options, sheet, and catch6_state and catch6_sheet.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import lru_cache

from pi_app.rules.dice import HAND_SIZE, NUMBERS, Dice, minus, parts, plus, values
from pi_app.rules.errors import IllegalMove, NotationError, quoted
from pi_app.rules.game import Expect, GameInfo, Worth, throw_words
from pi_app.rules.games.catch6_sheet import sheet_of
from pi_app.rules.games.catch6_state import (
    FREE,
    WINNING_POINTS,
    Phase,
    State,
    Way,
    other,
    points_of,
    ways_to_catch,
)
from pi_app.rules.moves import Move, Verb, with_dice
from pi_app.rules.options import Option, choose
from pi_app.rules.sheet import Sheet

INFO = GameInfo(
    name="catch6",
    title="Catch 6",
    tagline="Collect four of a number, its red one among them, before the other catches it.",
    version=1,
    seats=(2, 2),
    options=(
        Option("games", 5, "The games that win the match.", (1, 15)),
        Option(
            "two_catches",
            False,
            "A throw that fits two of the three ways may catch a number by each.",
        ),
    ),
    verbs=(Verb.ROLL, Verb.CATCH, Verb.CARRY, Verb.STOP),
    summary=(
        "Each player has six dice; a turn is one roll of one or more of them.",
        "The dice that you don't roll stay, so a catch may be collected over several turns.",
        "Four dice of a number with its red one among them catch it.",
        "Six alike (raffles) catch any number.",
        "Three and three, three pairs, or four and two (a full house) catch one number shown.",
        "A turn catches one number at most, and you may leave it.",
        "Each number is caught once a game and scores its points; the 1 scores 7.",
        "The first with 14 points or more wins the game.",
        "With a catch you may give up the game and carry the number over into the next one.",
        "Roll all six on your first turn of a game, and after you scored by raffles or full house.",
        "Turns alternate through the whole match, also from one game to the next.",
        "The first to win five games wins the match.",
    ),
    boxes=tuple((str(number), f"{number} ({points_of(number)} points)") for number in NUMBERS),
)


@dataclass(frozen=True, slots=True)
class Catch6:
    """A match with its options settled; the contract is game.Game."""

    games: int = 5
    two_catches: bool = False

    @property
    def info(self) -> GameInfo:
        """The facts that no state is needed for."""
        return INFO

    def start(self, seats: int) -> State:
        """Seat 1 throws all six first."""
        return State()

    def to_move(self, state: State) -> int | None:
        """The seat whose turn it is."""
        return None if self.is_over(state) else state.seat

    def expects(self, state: State) -> Expect | None:
        """The dice of the seat that were chosen, or all six where they must be."""
        if state.phase is not Phase.THROW:
            return None
        throw = HAND_SIZE - len(state.stays)
        words = throw_words(state.seat, throw)
        return Expect(throw, words, f"p{state.seat}", state.stays)

    def legal(self, state: State) -> tuple[Move, ...]:
        """Rolls before the throw; catches, carries and stop after it."""
        seat = state.seat
        if state.phase is Phase.ROLL:
            return _rolls(seat, state.hand)
        if state.phase is not Phase.CATCH:
            return ()
        numbers = self.catchable(state)
        carried = tuple(number for number in numbers if not _wins(state, number))
        return (
            *(Move(seat, Verb.CATCH, (str(number),)) for number in numbers),
            *(Move(seat, Verb.CARRY, (str(number),)) for number in carried),
            Move(seat, Verb.STOP),
        )

    def catchable(self, state: State) -> tuple[int, ...]:
        """The numbers that the seat can catch now: one a turn, or one by each of two ways (C2)."""
        ways = _ways(state)
        if not state.now:
            return tuple(sorted(ways))
        if not self.two_catches or len(state.now) > 1:
            return ()
        first = ways[state.now[0]]
        return tuple(
            number
            for number, second in sorted(ways.items())
            if number not in state.now and len(first | second) > 1
        )

    def apply(self, state: State, move: Move) -> State:
        """The state after a legal move or the expected throw."""
        match move.verb:
            case Verb.SHOW:
                return self._thrown(state, move.dice)
            case Verb.ROLL:
                thrown = move.dice or state.hand
                return replace(state, stays=minus(state.hand, thrown), phase=Phase.THROW, told="")
            case Verb.CATCH:
                return self._caught(state, int(move.arguments[0]))
            case Verb.CARRY:
                carried = (*state.now, int(move.arguments[0]))
                caught = _with(FREE, carried, state.seat)
                return self._next_game(state, other(state.seat), caught, "carried")
            case Verb.STOP:
                return _passed(state)
        raise IllegalMove("illegal", f'"{move}" is no move of this game.')

    def _thrown(self, state: State, dice: Dice) -> State:
        """The six dice lie; the turn ends by itself when they catch nothing."""
        hands = list(state.hands)
        hands[state.seat - 1] = plus(state.stays, dice)
        state = replace(
            state, hands=(hands[0], hands[1]), stays=(), phase=Phase.CATCH, now=(), told=""
        )
        return state if self.catchable(state) else _passed(state)

    def _caught(self, state: State, number: int) -> State:
        caught = _with(state.caught, (number,), state.seat)
        if _wins(state, number):
            return self._next_game(replace(state, caught=caught), state.seat, FREE, "won")
        state = replace(state, caught=caught, now=(*state.now, number))
        return state if self.catchable(state) else _passed(state)

    def _next_game(self, state: State, winner: int, caught: tuple[int, ...], told: str) -> State:
        """The game is won: turns go on alternating, everybody rolls all six, markers go back."""
        won = list(state.won)
        won[winner - 1] += 1
        state = replace(state, won=(won[0], won[1]), told=told, now=())
        if max(won) >= self.games:
            return replace(state, phase=Phase.OVER)
        return _passed(replace(state, caught=caught), all_six=(True, True))

    def tray(self, state: State) -> Dice | None:
        """The six dice of the seat that decides; what stays while the others are thrown."""
        if state.phase in (Phase.ROLL, Phase.CATCH):
            return state.hand
        return state.stays or None

    def scores(self, state: State) -> tuple[int, ...]:
        """The games won."""
        return state.won

    def is_over(self, state: State) -> bool:
        """Whether the match has ended."""
        return state.phase is Phase.OVER

    def winners(self, state: State) -> tuple[int, ...]:
        """The seat that has won the match."""
        if not self.is_over(state):
            return ()
        return tuple(seat for seat in (1, 2) if state.won[seat - 1] >= self.games)

    def sheet(self, state: State, names: tuple[str, ...]) -> Sheet:
        """The six markers, the points and games, and both hands."""
        return sheet_of(state, self.legal(state), self.games, names)

    def worth(self, dice: Dice, *, box: str | None = None, taken: Dice = ()) -> tuple[Worth, ...]:
        """Every number that these dice can catch, best first.

        taken : the numbers that are caught already, written as dice.
        Raises NotationError for a box that is no number, and unless there are 1 to 6 dice.
        """
        if not 0 < len(dice) <= HAND_SIZE:
            raise NotationError(
                "wrong_number", f"A player has six dice: give 1 to 6 of them, not {len(dice)}."
            )
        if box is not None and box not in dict(INFO.boxes):
            raise NotationError(
                "unknown_box", f"{quoted(box)} can't be caught; numbers are 1 to 6."
            )
        ways = ways_to_catch(dice, frozenset(NUMBERS) - set(values(taken)))
        found = [
            Worth(str(number), points_of(number), " or ".join(sorted(way.value for way in how)))
            for number, how in ways.items()
        ]
        if box is not None:
            found = [one for one in found if one.box == box] or [Worth(box, 0, "not caught")]
        return tuple(sorted(found, key=lambda one: (-one.points, one.box)))


@lru_cache(maxsize=64)
def _rolls(seat: int, hand: Dice) -> tuple[Move, ...]:
    some = (part for part in parts(hand, least=1) if len(part) < HAND_SIZE)
    return (*(with_dice(seat, Verb.ROLL, part) for part in some), Move(seat, Verb.ROLL))


def _ways(state: State) -> dict[int, frozenset[Way]]:
    """How each number can be caught by the hand, as it stood before the turn's first catch."""
    free = frozenset(number for number in NUMBERS if not state.caught[number - 1])
    return ways_to_catch(state.hand, free | set(state.now))


def _wins(state: State, number: int) -> bool:
    return state.points(state.seat) + points_of(number) >= WINNING_POINTS


def _with(caught: tuple[int, ...], numbers: tuple[int, ...], seat: int) -> tuple[int, ...]:
    return tuple(
        seat if number in numbers else owner for number, owner in zip(NUMBERS, caught, strict=True)
    )


def _rolls_all_next(state: State) -> bool:
    """Whether the seat scored by raffles or full house (a number that fits four counts as four)."""
    ways = _ways(state)
    return len(state.now) > 1 or any(Way.FOUR not in ways[number] for number in state.now)


def _passed(state: State, all_six: tuple[bool, bool] | None = None) -> State:
    """The state at the beginning of the other seat's turn."""
    if all_six is None:
        flags = list(state.all_six)
        flags[state.seat - 1] = _rolls_all_next(state)
        all_six = (flags[0], flags[1])
    seat = other(state.seat)
    phase = Phase.THROW if all_six[seat - 1] else Phase.ROLL
    return replace(state, seat=seat, all_six=all_six, phase=phase, stays=(), now=())


def make(options: Mapping[str, str]) -> Catch6:
    """The game with its options settled; raises OptionError."""
    chosen = choose(INFO.options, options)
    return Catch6(int(chosen["games"]), bool(chosen["two_catches"]))
