"""2 out of 3 ain't bad: dice are placed on a board of ten lines; the majority scores a line.

Sources: the booklet of 2004, settled by readings 1.3 and T1 to T8. Notation: two_of_three.md.
May import: dice, errors, game, moves, options, sheet, two_of_three_board, two_of_three_sheet.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace

from pi_app.rules.dice import HAND_SIZE, Dice, Die, minus, parse_die, sort_dice
from pi_app.rules.errors import IllegalMove, NotationError
from pi_app.rules.game import Expect, GameInfo, Worth, throw_words
from pi_app.rules.games.two_of_three_board import (
    Board,
    Piece,
    combination,
    line_points,
    squares,
)
from pi_app.rules.games.two_of_three_sheet import sheet_of
from pi_app.rules.games.two_of_three_state import EMPTY_BOARD, Phase, State, other
from pi_app.rules.moves import Move, Verb
from pi_app.rules.options import Option, choose
from pi_app.rules.sheet import Sheet

MOST_ROLLED = 3

INFO = GameInfo(
    name="two_of_three",
    title="2 out of 3 ain't bad",
    tagline="Put dice on a board so that lines of three match, two of the three yours.",
    version=1,
    seats=(2, 2),
    options=(
        Option("match_points", 3, "The match points that win the match.", (1, 15)),
        Option("layout", 1, "Which squares are missing: one of the eight possible boards.", (1, 8)),
    ),
    verbs=(Verb.ROLL, Verb.PLACE, Verb.CHOOSE),
    summary=(
        "The board has four squares by four; four are missing, so each line has three.",
        "Each player has six dice; in your turn, roll one to three dice of your hand.",
        "When the other has no dice in the hand, roll all that you have.",
        "Put the rolled dice on empty squares.",
        "A red die may also take the square of one of the other's dice, which goes back to the "
        "hand.",
        "When the board is full, the ten lines are counted: rows, columns and diagonals.",
        "A line with a pair or a sequence is a point for the player with more dice in it.",
        "More points win the game, which is a match point; who lost it chooses the next starter.",
        "After a tie the next game is worth one more, and who hadn't the choice has it.",
        "The first with three match points wins the match.",
    ),
)


@dataclass(frozen=True, slots=True)
class TwoOfThree:
    """A match with its options settled; the contract is game.Game."""

    match_points: int = 3
    layout: int = 1

    @property
    def info(self) -> GameInfo:
        """The facts that no state is needed for."""
        return INFO

    def start(self, seats: int) -> State:
        """An empty board; seat 1 begins."""
        return State()

    def to_move(self, state: State) -> int | None:
        """The seat whose turn it is, or who chooses who starts."""
        return None if self.is_over(state) else state.seat

    def expects(self, state: State) -> Expect | None:
        """So many dice out of the hand; the seat's dice on the board are known to lie there."""
        if state.phase is not Phase.THROW:
            return None
        words = throw_words(state.seat, state.throw)
        return Expect(state.throw, words, f"p{state.seat}", away=_on_board(state.board, state.seat))

    def legal(self, state: State) -> tuple[Move, ...]:
        """Rolls, places, or the choice of who starts."""
        match state.phase:
            case Phase.ROLL:
                most = min(MOST_ROLLED, state.hand)
                counts = range(1, most + 1)
                return tuple(Move(state.seat, Verb.ROLL, (f"x{count}",)) for count in counts)
            case Phase.PLACE:
                return tuple(self._places(state))
            case Phase.CHOOSE:
                return tuple(Move(state.seat, Verb.CHOOSE, (f"p{seat}",)) for seat in (1, 2))
        return ()

    def _places(self, state: State) -> Iterator[Move]:
        for square, piece in zip(squares(self.layout), state.board, strict=True):
            for die in sorted(set(state.loose)):
                if piece is None or (die.red and piece.seat != state.seat):
                    yield Move(state.seat, Verb.PLACE, (square, str(die)))

    def apply(self, state: State, move: Move) -> State:
        """The state after a legal move or the expected throw."""
        match move.verb:
            case Verb.SHOW:
                return replace(state, loose=move.dice, phase=Phase.PLACE)
            case Verb.ROLL:
                count = int(move.arguments[0].removeprefix("x"))
                return _throwing(state, count)
            case Verb.PLACE:
                return self._placed(state, move.arguments[0], parse_die(move.arguments[1]))
            case Verb.CHOOSE:
                first = int(move.arguments[0].removeprefix("p"))
                fresh = replace(state, board=EMPTY_BOARD, hands=(HAND_SIZE, HAND_SIZE))
                return _turn_of(replace(fresh, chooser=state.seat), first)
        raise IllegalMove("illegal", f'"{move}" is no move of this game.')

    def _placed(self, state: State, square: str, die: Die) -> State:
        place = squares(self.layout).index(square)
        hands = state.hands
        if state.board[place] is not None:
            hands = _changed(hands, other(state.seat), 1)
        piece = Piece(state.seat, die)
        board = (*state.board[:place], piece, *state.board[place + 1 :])
        state = replace(state, board=board, hands=hands, loose=minus(state.loose, (die,)))
        if state.loose:
            return state
        return self._counted(state) if None not in board else _turn_of(state, other(state.seat))

    def _counted(self, state: State) -> State:
        """The game is over: match points, and who chooses who starts the next."""
        one, two = line_points(self.layout, state.board)
        if one == two:
            chooser = other(state.chooser)
            return replace(state, worth=state.worth + 1, seat=chooser, phase=Phase.CHOOSE)
        winner = 1 if one > two else 2
        points = _changed(state.points, winner, state.worth)
        over = points[winner - 1] >= self.match_points
        phase = Phase.OVER if over else Phase.CHOOSE
        return replace(state, points=points, worth=1, seat=other(winner), phase=phase)

    def tray(self, state: State) -> Dice | None:
        """The thrown dice that are not on the board yet."""
        return state.loose if state.phase is Phase.PLACE else None

    def scores(self, state: State) -> tuple[int, ...]:
        """The match points."""
        return state.points

    def is_over(self, state: State) -> bool:
        """Whether the match has ended."""
        return state.phase is Phase.OVER

    def winners(self, state: State) -> tuple[int, ...]:
        """The seat that has won the match."""
        if not self.is_over(state):
            return ()
        return tuple(seat for seat in (1, 2) if state.points[seat - 1] >= self.match_points)

    def sheet(self, state: State, names: tuple[str, ...]) -> Sheet:
        """The board, the ten lines, and the score of the game and the match."""
        return sheet_of(state, self.legal(state), self.layout, self.match_points, names)

    def worth(self, dice: Dice, *, box: str | None = None, taken: Dice = ()) -> tuple[Worth, ...]:
        """Whether the three dice of a line (with `taken`, those that lie there) score it.

        Raises NotationError for a box, and unless there are three dice.
        """
        line = sort_dice(dice + taken)
        if box is not None:
            raise NotationError("unknown_box", "A line has no boxes: give its three dice alone.")
        if len(line) != MOST_ROLLED:
            raise NotationError(
                "wrong_number", f"A line has three dice, not {len(line)}: give those, as 5 3 4r."
            )
        found = combination(line)
        return (Worth("line", 1 if found else 0, found or "neither a pair nor a sequence"),)


def _on_board(board: Board, seat: int) -> Dice:
    return sort_dice(piece.die for piece in board if piece is not None and piece.seat == seat)


def _changed(numbers: tuple[int, int], seat: int, by: int) -> tuple[int, int]:
    one, two = numbers
    return (one + by, two) if seat == 1 else (one, two + by)


def _turn_of(state: State, seat: int) -> State:
    """The beginning of a turn; a choice only where more than one number of dice can be rolled."""
    state = replace(state, seat=seat, phase=Phase.ROLL)
    forced = state.hands[other(seat) - 1] == 0 or state.hand == 1
    return _throwing(state, state.hand) if forced else state


def _throwing(state: State, count: int) -> State:
    hands = _changed(state.hands, state.seat, -count)
    return replace(state, hands=hands, throw=count, phase=Phase.THROW)


def make(options: Mapping[str, str]) -> TwoOfThree:
    """The game with its options settled; raises OptionError."""
    chosen = choose(INFO.options, options)
    return TwoOfThree(int(chosen["match_points"]), int(chosen["layout"]))
