"""The board of Diangle: levels, rows, and the dice of one seat on it and beside it.

Source: the 2004 booklet, "Diangle!"; readings Z1 to Z7. May import: the rest of rules, no game.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace

from pi_app.rules.dice import Dice, Die, sort_dice

LEVELS = (1, 2, 3, 4, 5, 6, 5, 4, 3, 2, 1)
ROW_NAMES = ("bottom", "middle", "top")
# the only place that knows how many dice a row takes (readings 1.4 and Z1)
SQUARES = (3, 2, 1)


def rows_for(position: int) -> tuple[int, ...]:
    """The numbers that the rows take, from the bottom up, at a position from 0 to 11.

    >>> rows_for(4), rows_for(7), rows_for(9), rows_for(11)
    ((5, 6, 5), (4, 3, 2), (2, 1), ())
    """
    return LEVELS[position : position + len(SQUARES)]


def row_complete(dice: Dice, number: int, squares: int) -> bool:
    """Whether a row is filled: by as many dice as it has squares, or by a red one alone (Z2).

    >>> from pi_app.rules.dice import parse_dice
    >>> row_complete(parse_dice("1 1"), 1, 3), row_complete(parse_dice("1r"), 1, 3)
    (False, True)
    """
    fitting = [die for die in dice if die.value == number]
    return len(fitting) >= squares or any(die.red for die in fitting)


def completed(position: int, rows: tuple[Dice, ...]) -> int:
    """How many rows are complete, counted from the bottom without a gap (Z3).

    >>> from pi_app.rules.dice import parse_dice
    >>> completed(0, (parse_dice("1r"), parse_dice("2"), parse_dice("3")))
    1
    """
    count = 0
    for dice, number, squares in zip(rows, rows_for(position), SQUARES, strict=False):
        if not row_complete(dice, number, squares):
            break
        count += 1
    return count


def is_diangle(position: int, rows: tuple[Dice, ...]) -> bool:
    """Whether all three rows are complete; with fewer rows left there is no Diangle (Z7).

    >>> from pi_app.rules.dice import parse_dice
    >>> is_diangle(9, (parse_dice("2 2 2"), parse_dice("1r")))
    False
    """
    return completed(position, rows) == len(SQUARES)


@dataclass(frozen=True, slots=True, order=True)
class Piece:
    """One die of a seat.

    fresh : thrown by the first roll of this turn, so it is thrown again by the second.
    spent : came off a completed level; it may not be placed before it was thrown again.
    """

    die: Die
    fresh: bool = False
    spent: bool = False


Pieces = tuple[Piece, ...]


def dice_of(pieces: Iterable[Piece]) -> Dice:
    """The faces of some pieces.

    >>> dice_of((Piece(Die(5)), Piece(Die(2))))
    (Die(value=2, red=False), Die(value=5, red=False))
    """
    return sort_dice(piece.die for piece in pieces)


@dataclass(frozen=True, slots=True)
class Board:
    """Where the marker and the dice of one seat are.

    position : levels completed, 0 to 11. rows : from the bottom up; as many as there are levels
        left, three at most. hand : the dice beside the board.
    """

    position: int = 0
    rows: tuple[Pieces, ...] = ((), (), ())
    hand: Pieces = ()

    @property
    def row_dice(self) -> tuple[Dice, ...]:
        """The faces in each row."""
        return tuple(dice_of(row) for row in self.rows)

    @property
    def all(self) -> Pieces:
        """Every die of the seat that isn't being thrown."""
        return tuple(sorted((*self.hand, *(piece for row in self.rows for piece in row))))

    @property
    def completed(self) -> int:
        """How many levels an advance can take."""
        return completed(self.position, self.row_dice)

    @property
    def is_diangle(self) -> bool:
        """Whether all three rows are complete."""
        return is_diangle(self.position, self.row_dice)

    @property
    def is_done(self) -> bool:
        """Whether the last level is completed."""
        return self.position == len(LEVELS)

    @property
    def loose(self) -> tuple[Die, ...]:
        """The different faces that may be placed, red ones first."""
        faces = {piece.die for piece in self.hand if not piece.spent}
        return tuple(sorted(faces, key=lambda die: (not die.red, die.value)))

    def fits(self, row: int, die: Die) -> bool:
        """Whether a die may be placed on a row."""
        dice = dice_of(self.rows[row])
        number = rows_for(self.position)[row]
        if die.value != number or any(other.red for other in dice):
            return False
        return die.red or not row_complete(dice, number, SQUARES[row])

    def is_full(self, row: int) -> bool:
        """Whether no square of a row is empty."""
        return len(self.rows[row]) >= SQUARES[row]

    def placements(self) -> Iterator[tuple[int, Die]]:
        """Every row and die that fit."""
        for row in range(len(self.rows)):
            yield from ((row, die) for die in self.loose if self.fits(row, die))

    def placed(self, row: int, die: Die) -> Board:
        """The board with a loose die on a row; white dice make room for a red one."""
        cleared = self.whites_taken(row) if self.is_full(row) else self
        # of dice that look alike the one that won't be thrown again goes on the board
        piece = min(piece for piece in self.hand if piece.die == die and not piece.spent)
        hand = list(cleared.hand)
        hand.remove(piece)
        return cleared._with_row(row, (*cleared.rows[row], piece), hand)

    def everything_placed(self) -> Board:
        """The board with all loose dice placed that fit without pushing others off."""
        for row, die in self.placements():
            if not self.is_full(row):
                return self.placed(row, die).everything_placed()
        return self

    def takeable(self) -> tuple[int, ...]:
        """The rows with white dice that a red one makes needless (Z2)."""
        return tuple(
            row for row, dice in enumerate(self.row_dice) if len({die.red for die in dice}) == 2
        )

    def whites_taken(self, row: int) -> Board:
        """The board after the white dice of a row were taken back."""
        reds = tuple(piece for piece in self.rows[row] if piece.die.red)
        whites = [piece for piece in self.rows[row] if not piece.die.red]
        return self._with_row(row, reds, [*self.hand, *whites])

    def advanced(self, levels: int) -> Board:
        """The board after the marker moved: completed rows emptied, the others moved down.

        Source: booklet, Diangle, "Advancing", steps 1 to 3.
        """
        used = (piece for row in self.rows[:levels] for piece in row)
        spent = (replace(piece, spent=True) for piece in used)
        position = self.position + levels
        rows = (*self.rows[levels:], *((),) * levels)[: len(rows_for(position))]
        return Board(position, rows, tuple(sorted((*self.hand, *spent))))

    def turn_ended(self) -> Board:
        """The board when no die is fresh any more."""
        rows = tuple(_stale(row) for row in self.rows)
        return Board(self.position, rows, _stale(self.hand))

    def without_fresh(self) -> Board:
        """The board when all fresh dice are picked up."""
        rows = tuple(tuple(piece for piece in row if not piece.fresh) for row in self.rows)
        return Board(self.position, rows, tuple(piece for piece in self.hand if not piece.fresh))

    def without_thrown(self, thrown: Dice, *, top: bool) -> Board:
        """The board when these dice are picked up: all of the hand, the rest from the rows.

        top : whether the top row gives its die before the bottom row does.
        """
        wanted = list(thrown)
        for piece in self.hand:
            wanted.remove(piece.die)
        rows = list(self.rows)
        for row in sorted(range(len(rows)), reverse=top):
            stays = []
            for piece in rows[row]:
                if piece.die in wanted:
                    wanted.remove(piece.die)
                else:
                    stays.append(piece)
            rows[row] = tuple(stays)
        return Board(self.position, tuple(rows), ())

    def with_thrown(self, dice: Dice) -> Board:
        """The board when these dice have been thrown."""
        fresh = (Piece(die, fresh=True) for die in dice)
        return replace(self, hand=tuple(sorted((*self.hand, *fresh))))

    def _with_row(self, row: int, pieces: Pieces, hand: Iterable[Piece]) -> Board:
        rows = (*self.rows[:row], tuple(sorted(pieces)), *self.rows[row + 1 :])
        return Board(self.position, rows, tuple(sorted(hand)))


def board_at(position: int, hand: Pieces = ()) -> Board:
    """The board with the marker at a position and nothing on its rows.

    >>> board_at(9).rows
    ((), ())
    """
    return Board(position, ((),) * len(rows_for(position)), hand)


def _stale(pieces: Pieces) -> Pieces:
    return tuple(sorted(replace(piece, fresh=False) for piece in pieces))
