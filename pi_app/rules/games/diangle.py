"""Diangle: fill the rows of a board level by level, up to 6 and down to 1 again.

Notation: diangle.md. Source: the 2004 booklet, "Diangle!"; readings Z1 to Z7.
May import: the rest of rules, no other game.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace

from pi_app.rules.asked import check_asked
from pi_app.rules.dice import HAND_SIZE, Dice, minus, parse_dice, parse_die, parts, plus
from pi_app.rules.game import Expect, GameInfo, Worth, throw_words
from pi_app.rules.games import diangle_sheet
from pi_app.rules.games.diangle_board import LEVELS, ROW_NAMES, Board, Piece, board_at, dice_of
from pi_app.rules.games.diangle_state import Phase, State
from pi_app.rules.moves import Move, Verb, with_dice
from pi_app.rules.options import Option, choose
from pi_app.rules.sheet import Sheet

TOP = ROW_NAMES[-1]
PEAK = LEVELS.index(6)
BOXES = tuple(
    (
        f"{'up' if position <= PEAK else 'down'}{level}",
        f"level {level} on the way {'up' if position <= PEAK else 'down'}",
    )
    for position, level in enumerate(LEVELS)
)

INFO = GameInfo(
    name="diangle",
    title="Diangle",
    tagline="Build a triangle of dice level by level, up to the sixes and down again.",
    version=1,
    seats=(2, 4),
    options=(
        Option(
            "advance",
            "anytime",
            "Whether a level may be left between the two rolls of a turn, or only after the last.",
            ("anytime", "end"),
        ),
    ),
    verbs=(Verb.ROLL, Verb.PLACE, Verb.TAKE, Verb.ADVANCE, Verb.STOP),
    summary=(
        "Levels are completed one after the other: up from 1 to 6, then down again to 1; whoever "
        "completes that last 1 first wins.",
        "Three dice of your level fill the bottom row, two of the next level the middle row, one "
        "of the level after that the top row.",
        "A red number fills its row alone; white dice in it may be taken back.",
        "Level 5 comes before the 6 and after it, so that a 5 may fit the bottom or the top row.",
        "On the first turn you throw all six dice; later those that aren't on the board, and any "
        "of those on it.",
        "You may throw the same dice, all of them, a second time.",
        "When the bottom row is full you may advance, past two levels if the middle row is full "
        "too; or you wait.",
        "Dice of the levels left behind come off the board, the others move down, and other dice "
        "that fit now may be placed.",
        "All three rows full are a Diangle: you advance past three levels and have an extra turn "
        "at once; dice left over may be kept on the board for it.",
    ),
    boxes=BOXES,
)


@dataclass(frozen=True, slots=True)
class Diangle:
    """The game with its options settled.

    only_at_end : whether an advance ends the rolling of a turn (Z5).
    """

    only_at_end: bool = False

    @property
    def info(self) -> GameInfo:
        return INFO

    def start(self, seats: int) -> State:
        return State((Board(),) * seats)

    def to_move(self, state: State) -> int | None:
        return None if self.is_over(state) else state.seat

    def expects(self, state: State) -> Expect | None:
        if state.phase not in (Phase.FIRST_THROW, Phase.SECOND_THROW):
            return None
        again = ", the same again" if state.phase is Phase.SECOND_THROW else ""
        words = throw_words(state.seat, state.throw) + again
        return Expect(state.throw, words, f"p{state.seat}", state.lying)

    def legal(self, state: State) -> tuple[Move, ...]:
        if self.expects(state) is not None or self.is_over(state):
            return ()
        moves = (*_places(state), *_takes(state), *self._advances(state))
        if state.board.is_diangle:
            return moves
        return (*moves, *self._rolls(state), *_stops(state))

    def apply(self, state: State, move: Move) -> State:
        board = state.board
        match move.verb:
            case Verb.SHOW:
                return self._thrown(state, move.dice)
            case Verb.ROLL if state.phase is Phase.BEFORE:
                return replace(state.with_board(_picked_up(board, move)), phase=Phase.FIRST_THROW)
            case Verb.ROLL:
                return replace(state.with_board(board.without_fresh()), phase=Phase.SECOND_THROW)
            case Verb.PLACE:
                return self._throw_if_due(state.with_board(_placed(board, move.arguments)))
            case Verb.TAKE:
                row = ROW_NAMES.index(move.arguments[0])
                return self._throw_if_due(state.with_board(board.whites_taken(row)))
            case Verb.ADVANCE:
                return self._advanced(state, int(move.arguments[0]))
            case _:
                return self._turn_begun(state, state.seat % len(state.boards) + 1)

    def tray(self, state: State) -> Dice | None:
        if self.is_over(state):
            return None
        return state.lying or None

    def scores(self, state: State) -> tuple[int, ...]:
        return tuple(board.position for board in state.boards)

    def is_over(self, state: State) -> bool:
        return state.phase is Phase.OVER

    def winners(self, state: State) -> tuple[int, ...]:
        return tuple(seat for seat, board in enumerate(state.boards, start=1) if board.is_done)

    def sheet(self, state: State, names: tuple[str, ...]) -> Sheet:
        return diangle_sheet.sheet(state, names, self.legal(state))

    def worth(self, dice: Dice, *, box: str | None = None, taken: Dice = ()) -> tuple[Worth, ...]:
        """How many levels these dice complete at each level; `taken` are on the board already.

        Raises NotationError for a box that is no level, and unless there are 1 to 6 dice.
        """
        check_asked(INFO, box, len(dice) + len(taken), HAND_SIZE)
        hand = tuple(Piece(die) for die in plus(dice, taken))
        worths = (
            Worth(name, board_at(position, hand).everything_placed().completed, f"at {label}")
            for position, (name, label) in enumerate(BOXES)
            if box in (None, name)
        )
        return tuple(sorted(worths, key=lambda worth: -worth.points))

    def _advances(self, state: State) -> Iterator[Move]:
        if state.board.is_diangle:
            yield Move(state.seat, Verb.ADVANCE, (str(len(ROW_NAMES)),))
        elif not (self.only_at_end and state.phase is Phase.BEFORE):
            for levels in range(1, state.board.completed + 1):
                yield Move(state.seat, Verb.ADVANCE, (str(levels),))

    def _rolls(self, state: State) -> Iterator[Move]:
        if state.phase is Phase.BEFORE:
            yield from _first_rolls(state)
        elif state.phase is Phase.AFTER_FIRST and not (self.only_at_end and state.has_advanced):
            yield Move(state.seat, Verb.ROLL)

    def _thrown(self, state: State, dice: Dice) -> State:
        first = state.phase is Phase.FIRST_THROW
        phase = Phase.AFTER_FIRST if first else Phase.AFTER_SECOND
        after = replace(state.with_board(state.board.with_thrown(dice)), phase=phase)
        stop = Move(state.seat, Verb.STOP)
        return self.apply(after, stop) if self.legal(after) == (stop,) else after

    def _advanced(self, state: State, levels: int) -> State:
        diangle = state.board.is_diangle
        after = replace(state.with_board(state.board.advanced(levels)), has_advanced=True)
        if after.board.is_done:
            return replace(after, phase=Phase.OVER)
        return self._turn_begun(after, state.seat) if diangle else self._throw_if_due(after)

    def _turn_begun(self, state: State, seat: int) -> State:
        ended = state.with_board(state.board.turn_ended())
        after = replace(ended, seat=seat, phase=Phase.BEFORE, has_advanced=False)
        return self._throw_if_due(after)

    def _throw_if_due(self, state: State) -> State:
        """No decision is left before a first roll when nothing but all six dice can be thrown."""
        all_six = Move(state.seat, Verb.ROLL)
        if state.phase is not Phase.BEFORE or self.legal(state) not in ((), (all_six,)):
            return state
        return replace(state.with_board(_picked_up(state.board, all_six)), phase=Phase.FIRST_THROW)


def make(options: Mapping[str, str]) -> Diangle:
    """The game with these options; OptionError for a wrong one."""
    return Diangle(only_at_end=choose(INFO.options, options)["advance"] == "end")


def _places(state: State) -> Iterator[Move]:
    board = state.board
    fitting = tuple(board.placements())
    for row, die in fitting:
        yield Move(state.seat, Verb.PLACE, (ROW_NAMES[row], str(die)))
    if any(not board.is_full(row) for row, _ in fitting):
        yield Move(state.seat, Verb.PLACE)


def _takes(state: State) -> Iterator[Move]:
    for row in state.board.takeable():
        yield Move(state.seat, Verb.TAKE, (ROW_NAMES[row],))


def _stops(state: State) -> Iterator[Move]:
    if state.phase in (Phase.AFTER_FIRST, Phase.AFTER_SECOND):
        yield Move(state.seat, Verb.STOP)


def _first_rolls(state: State) -> Iterator[Move]:
    board = state.board
    hand = dice_of(board.hand)
    on_rows = minus(dice_of(board.all), hand)
    for part in parts(on_rows, least=0 if hand else 1):
        thrown = plus(hand, part)
        yield _roll(state.seat, thrown)
        if _is_unclear(board, part):
            yield replace(_roll(state.seat, thrown), arguments=(*(str(die) for die in thrown), TOP))


def _roll(seat: int, thrown: Dice) -> Move:
    if len(thrown) == HAND_SIZE:
        return Move(seat, Verb.ROLL)
    return with_dice(seat, Verb.ROLL, thrown)


def _is_unclear(board: Board, part: Dice) -> bool:
    """Whether the top row's die may or may not be among these dice from the board (Z4)."""
    if len(board.rows) < len(ROW_NAMES) or not board.rows[-1]:
        return False
    (top,) = board.row_dice[-1]
    return 1 <= part.count(top) <= board.row_dice[0].count(top)


def _picked_up(board: Board, move: Move) -> Board:
    if not move.arguments:
        return replace(board, rows=((),) * len(board.rows), hand=())
    top = move.arguments[-1] == TOP
    words = move.arguments[:-1] if top else move.arguments
    return board.without_thrown(parse_dice(" ".join(words)), top=top)


def _placed(board: Board, arguments: tuple[str, ...]) -> Board:
    if not arguments:
        return board.everything_placed()
    row, die = arguments
    return board.placed(ROW_NAMES.index(row), parse_die(die))
