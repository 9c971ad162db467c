"""The games in which scoring dice are set aside, played: one class, two scorings.

May import: dice, errors, game, moves, sheet, set_aside, set_aside_sheet.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from pi_app.rules.dice import HAND_SIZE, Dice, format_dice, minus, plus
from pi_app.rules.errors import IllegalMove, NotationError
from pi_app.rules.game import Expect, GameInfo, Worth, throw_words
from pi_app.rules.moves import Move, Verb, with_dice
from pi_app.rules.set_aside import (
    House,
    Phase,
    Scoring,
    State,
    Turn,
    best_keeps,
    if_stopped,
    keeps,
    rank,
    reaches,
    recorded,
)
from pi_app.rules.set_aside_sheet import sheet_of
from pi_app.rules.sheet import Sheet


@dataclass(frozen=True, slots=True)
class SetAsideGame:
    """One such game with its options settled; the contract is game.Game."""

    info: GameInfo
    house: House
    scoring: Scoring

    def start(self, seats: int) -> State:
        """The state before the first throw."""
        return State(((),) * seats)

    def to_move(self, state: State) -> int | None:
        """The seat whose turn it is."""
        return None if self.is_over(state) else state.seat

    def expects(self, state: State) -> Expect | None:
        """The dice that are not aside are thrown."""
        if state.phase is not Phase.THROW:
            return None
        throw = HAND_SIZE - len(state.turn.aside)
        return Expect(throw, throw_words(state.seat, throw), lying=state.turn.aside)

    def legal(self, state: State) -> tuple[Move, ...]:
        """Takes or rolls, and stop."""
        seat, turn = state.seat, state.turn
        stop, roll = Move(seat, Verb.STOP), Move(seat, Verb.ROLL)
        if state.phase is Phase.TAKEN:
            return (roll, stop)
        if state.phase is not Phase.THROWN:
            return ()
        if not self.house.forced:
            found = keeps(self.scoring, turn, turn.loose)
            return (*(with_dice(seat, Verb.TAKE, part) for part, _ in found), stop)
        ways = best_keeps(self.scoring, turn, turn.loose)
        if len(ways) == 1:
            return (roll, stop)
        return (*(with_dice(seat, Verb.ROLL, minus(turn.loose, part)) for part, _ in ways), stop)

    def apply(self, state: State, move: Move) -> State:
        """The state after a legal move or the expected throw."""
        match move.verb:
            case Verb.SHOW:
                return self._thrown(state, move.dice)
            case Verb.TAKE:
                return replace(state, turn=self._kept(state.turn, move.dice), phase=Phase.TAKEN)
            case Verb.ROLL:
                turn = self._rolling(state, move.dice).picked_up
                return replace(state, turn=turn, phase=Phase.THROW)
            case Verb.STOP:
                return self._stopped(state)
        raise IllegalMove("illegal", f'"{move}" is no move of this game.')

    def _thrown(self, state: State, dice: Dice) -> State:
        if self.scoring.wins(dice):
            return replace(state, phase=Phase.OVER, leader=state.seat, turn=Turn(loose=dice))
        if not keeps(self.scoring, state.turn, dice):
            return replace(self._ended(state, 0), lost=state.turn.points)
        return replace(state, turn=replace(state.turn, loose=dice), phase=Phase.THROWN, lost=None)

    def _kept(self, turn: Turn, dice: Dice) -> Turn:
        after = self.scoring.keep(turn, dice)
        if after is None:
            raise IllegalMove("not_scoring", f"{format_dice(dice)} don't score together.")
        return replace(after, loose=minus(turn.loose, dice))

    def _rolling(self, state: State, thrown: Dice) -> Turn:
        """The turn with everything set aside that is not thrown again."""
        if state.phase is Phase.TAKEN:
            return state.turn
        if thrown:
            return self._kept(state.turn, minus(state.turn.loose, thrown))
        return if_stopped(self.scoring, state)

    def _stopped(self, state: State) -> State:
        points = if_stopped(self.scoring, state).points
        return self._ended(state, recorded(self.house, state, points))

    def _ended(self, state: State, points: int) -> State:
        """The state after a turn that wrote down so many points."""
        place, count = state.seat - 1, len(state.pads)
        pad = (*state.pads[place], points)
        pads = (*state.pads[:place], pad, *state.pads[place + 1 :])
        leader, closer = self._leader(state, sum(pad))
        following = state.seat % count + 1
        over = bool(leader) and (not self.house.last_turn or following == closer)
        phase = Phase.OVER if over else Phase.THROW
        return State(pads, state.seat if over else following, Turn(), phase, leader, closer)

    def _leader(self, state: State, total: int) -> tuple[int, int]:
        if state.leader:
            ahead = total > state.totals[state.leader - 1]
            return (state.seat if ahead else state.leader), state.closer
        return (state.seat, state.seat) if reaches(self.house, total) else (0, 0)

    def tray(self, state: State) -> Dice | None:
        """All six dice while a seat decides; what stays while some are thrown."""
        if state.phase in (Phase.THROWN, Phase.TAKEN):
            return plus(state.turn.aside, state.turn.loose)
        return state.turn.aside or None

    def scores(self, state: State) -> tuple[int, ...]:
        """The recorded totals."""
        return state.totals

    def is_over(self, state: State) -> bool:
        """Whether the game has ended."""
        return state.phase is Phase.OVER

    def winners(self, state: State) -> tuple[int, ...]:
        """The one winner."""
        return (state.leader,) if self.is_over(state) else ()

    def sheet(self, state: State, names: tuple[str, ...]) -> Sheet:
        """The scorepad, the dice aside, and what stopping would record."""
        return sheet_of(self.house, self.scoring, state, self.legal(state), names)

    def worth(self, dice: Dice, *, box: str | None = None, taken: Dice = ()) -> tuple[Worth, ...]:
        """Every choice of dice that scores, with the turn's points after it, best first.

        taken : dice set aside before, out of one throw.
        Raises NotationError for a box, for more than six dice, and when `taken` doesn't score.
        """
        turn = self._turn_with(dice, box, taken)
        found = sorted(keeps(self.scoring, turn, dice), key=lambda way: rank(way[1]), reverse=True)
        if not found:
            return (Worth("bust", 0, "nothing scores: the turn ends with nothing"),)
        return tuple(
            Worth(format_dice(part), after.points, self.scoring.words(turn, part))
            for part, after in found
        )

    def _turn_with(self, dice: Dice, box: str | None, taken: Dice) -> Turn:
        if box is not None:
            raise NotationError("unknown_box", f"{self.info.title} has no boxes to score in.")
        turn = self.scoring.keep(Turn(), taken) if taken else Turn()
        if turn is None or len(taken) > HAND_SIZE:
            raise NotationError(
                "not_scoring", f"{format_dice(taken)} can't have been set aside in one throw."
            )
        turn = turn.picked_up
        if len(dice) + len(turn.aside) > HAND_SIZE:
            raise NotationError("wrong_number", "There are only six dice, aside and thrown.")
        return turn
