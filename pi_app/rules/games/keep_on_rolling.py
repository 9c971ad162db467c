"""Keep on Rolling: set matching dice aside, fill up, double, or push on.

Notation in keep_on_rolling.md. Source: Keep on Rolling (2018) and the booklet of 2004; readings
K1 to K11. May import: the rest of rules.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace

from pi_app.rules.combos import counts, is_all_matched, showing, total
from pi_app.rules.dice import HAND_SIZE, Dice, dice_words, format_dice, minus, parts, plus, values
from pi_app.rules.errors import NotationError, quoted, quoted_list
from pi_app.rules.game import Expect, GameInfo, Worth, throw_words
from pi_app.rules.games.keep_on_rolling_sheet import (
    EDITION,
    TARGET,
    make_sheet,
    summary,
)
from pi_app.rules.games.keep_on_rolling_state import Ended, Rules, State
from pi_app.rules.moves import TRAY, Move, Verb, with_dice
from pi_app.rules.options import choose
from pi_app.rules.sheet import Sheet


def table_score(table: Dice) -> int:
    """What the dice set aside score: the matched ones, each number doubled once by a red (K1, K8).

    >>> from pi_app.rules.dice import parse_dice
    >>> table_score(parse_dice("5 5 5r 2 2")), table_score(parse_dice("5r"))
    (34, 0)
    """
    points = 0
    for number, count in counts(table).items():
        dice = showing(table, number)
        if count >= 2:
            points += total(dice) * (2 if any(die.red for die in dice) else 1)
    return points


def is_filled_up(table: Dice) -> bool:
    """Whether all six dice are set aside and each of them is matched.

    >>> from pi_app.rules.dice import parse_dice
    >>> is_filled_up(parse_dice("1 1 2 2 3 3")), is_filled_up(parse_dice("4 4 4 4"))
    (True, False)
    """
    return len(table) == HAND_SIZE and is_all_matched(table)


def adds_points(taken: Dice, table: Dice) -> bool:
    """Whether setting these aside is enough: two of a number, or one that matches the table (K3).

    >>> from pi_app.rules.dice import parse_dice
    >>> adds_points(parse_dice("4"), parse_dice("5 5 4r"))
    True
    """
    return len(set(values(taken))) < len(taken) or bool(set(values(taken)) & set(values(table)))


def stop_score(earlier: int, table: Dice) -> int:
    """The points of a turn that ends now: all of it doubled when filled up (K5, K6).

    >>> from pi_app.rules.dice import parse_dice
    >>> stop_score(36, parse_dice("5 5 4r 3 3 4"))
    136
    """
    points = earlier + table_score(table)
    return 2 * points if is_filled_up(table) else points


@dataclass(frozen=True, slots=True)
class KeepOnRolling:
    """The game with its target and the words of one of its two editions."""

    rules: Rules

    @property
    def info(self) -> GameInfo:
        """The facts that no state is needed for."""
        return GameInfo(
            name="keep_on_rolling",
            title="Keep on Rolling",
            tagline="Set aside dice that match and roll on, or stop before a bust takes the turn.",
            version=1,
            seats=(2, 9),
            options=(EDITION, TARGET),
            verbs=(Verb.TAKE, Verb.ROLL, Verb.STOP),
            summary=summary(self.rules),
        )

    def start(self, seats: int) -> State:
        """Nobody has points, and the first seat throws all six dice."""
        return State(
            totals=(0,) * seats, playing=tuple(range(1, seats + 1)), seat=1, throw=HAND_SIZE
        )

    def to_move(self, state: State) -> int | None:
        """The seat whose turn it is; None when one seat is left."""
        return state.seat or None

    def is_over(self, state: State) -> bool:
        """Whether only one seat is left."""
        return state.seat == 0

    def winners(self, state: State) -> tuple[int, ...]:
        """The one seat that is left, at the end."""
        return () if state.seat else state.playing

    def scores(self, state: State) -> tuple[int, ...]:
        """The points of finished turns."""
        return state.totals

    def expects(self, state: State) -> Expect | None:
        """The dice that are thrown, with the table lying beside them."""
        if not state.throw:
            return None
        return Expect(state.throw, throw_words(state.seat, state.throw), lying=state.table)

    def tray(self, state: State) -> Dice | None:
        """All dice of the turn; None when all six are in the hand."""
        return plus(state.table, state.loose) or None

    def legal(self, state: State) -> tuple[Move, ...]:
        """Takes after a throw, a roll after a take, a stop after either."""
        if state.throw or not state.seat:
            return ()
        stop = Move(state.seat, Verb.STOP)
        if not state.taken:
            takes = _takes(state.loose, state.table)
            return (*(with_dice(state.seat, Verb.TAKE, dice) for dice in takes), stop)
        if state.loose or is_filled_up(state.table):
            return (Move(state.seat, Verb.ROLL), stop)
        return (stop,)

    def apply(self, state: State, move: Move) -> State:
        """The state after a legal move or the expected throw."""
        if move.seat == TRAY:
            return self._shown(state, move.dice)
        match move.verb:
            case Verb.TAKE:
                table, loose = plus(state.table, move.dice), minus(state.loose, move.dice)
                return replace(state, table=table, loose=loose, taken=True)
            case Verb.ROLL:
                return _rolled(state)
            case Verb.STOP:
                points = stop_score(state.earlier, plus(state.table, state.loose))
                return self._ended(state, Ended(state.seat, points, lost=None))
        raise AssertionError(move)

    def _shown(self, state: State, thrown: Dice) -> State:
        """The dice have come to rest: a bust ends the turn with nothing (K9)."""
        if not adds_points(thrown, state.table):
            lost = state.earlier + table_score(state.table)
            return self._ended(state, Ended(state.seat, 0, lost=lost))
        return replace(state, throw=0, loose=thrown, taken=False)

    def _ended(self, state: State, ended: Ended) -> State:
        """The turn is over; in the last phase who did not overtake the leader is out (K10)."""
        seat = ended.seat
        totals = tuple(
            points + (ended.points if index == seat else 0)
            for index, points in enumerate(state.totals, 1)
        )
        playing, leader = state.playing, state.leader
        own = totals[seat - 1]
        if leader is None:
            leader = seat if own >= self.rules.target else None
        elif own > totals[leader - 1]:
            leader = seat
        else:
            playing = tuple(other for other in playing if other != seat)
        following = 0 if len(playing) == 1 else _after(seat, playing)
        throw = HAND_SIZE if following else 0
        return State(totals, playing, following, leader=leader, throw=throw, ended=ended)

    def sheet(self, state: State, names: tuple[str, ...]) -> Sheet:
        """Totals, the turn so far, and what stopping would bring."""
        table = plus(state.table, state.loose)
        points = stop_score(state.earlier, table)
        sure = state.earlier + table_score(state.table)
        return make_sheet(self.rules, state, names, self.legal(state), (sure, points))

    def worth(self, dice: Dice, *, box: str | None = None, taken: Dice = ()) -> tuple[Worth, ...]:
        """What a throw brings after `taken` was set aside: a stop, and each choice to set aside.

        The box "stop" is the turn when it ends now; otherwise the box is the dice that are set
        aside, and the points are those of the table then, not doubled.
        """
        if not 0 < len(dice) + len(taken) <= HAND_SIZE or not dice:
            raise NotationError(
                "wrong_number",
                f"1 to {HAND_SIZE} dice are thrown, with those set aside "
                f"not more than {HAND_SIZE}; here are {len(dice)} and {len(taken)}.",
            )
        found = tuple(_worths(dice, taken))
        chosen = tuple(worth for worth in found if box in (None, worth.box))
        if not chosen:
            names = quoted_list(tuple(worth.box for worth in found))
            raise NotationError(
                "unknown_box", f"These dice leave no choice {quoted(box or '')}, only: {names}."
            )
        return tuple(sorted(chosen, key=lambda worth: -worth.points))


def _takes(thrown: Dice, table: Dice) -> Iterator[Dice]:
    return (dice for dice in parts(thrown, least=1) if adds_points(dice, table))


def _worths(dice: Dice, taken: Dice) -> Iterator[Worth]:
    """The worth of stopping first, then that of everything that can be set aside."""
    if not adds_points(dice, taken):
        yield Worth("bust", 0, "nothing matches: the points of this turn are lost")
        return
    table = plus(dice, taken)
    words = "filled up and stopped: doubled" if is_filled_up(table) else "everything set aside"
    yield Worth("stop", stop_score(0, table), words)
    for choice in _takes(dice, taken):
        table = plus(choice, taken)
        left = HAND_SIZE if is_filled_up(table) else HAND_SIZE - len(table)
        yield Worth(format_dice(choice), table_score(table), f"and {dice_words(left)} to roll")


def _rolled(state: State) -> State:
    """The loose dice are thrown; after a fill-up all six, and its points count as earlier ones."""
    if not is_filled_up(state.table):
        return replace(state, throw=len(state.loose), loose=(), taken=False)
    earlier = state.earlier + table_score(state.table)
    return replace(state, earlier=earlier, table=(), throw=HAND_SIZE, taken=False)


def _after(seat: int, playing: tuple[int, ...]) -> int:
    """The next seat that is still in."""
    return next((other for other in playing if other > seat), playing[0])


def make(options: Mapping[str, str]) -> KeepOnRolling:
    """The game with these options; OptionError for a wrong one."""
    chosen = choose((EDITION, TARGET), options)
    return KeepOnRolling(Rules(str(chosen["edition"]), int(chosen["target"])))
