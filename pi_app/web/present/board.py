"""The whole table page as values: what each region of it draws.

May import: table.types, rules, choices, overlay, words, ports.
"""

from __future__ import annotations

from dataclasses import dataclass

from pi_app.rules.sheet import Grid
from pi_app.table.types import Mood, Snapshot
from pi_app.web.ports import Picture, TrayDie
from pi_app.web.present.choices import Moves, moves_of, possible_faces
from pi_app.web.present.overlay import Overlay, overlay_of
from pi_app.web.present.words import Label, event_label, is_die, label_of
from vision.types import Status

MOST_UNDONE = 5
LONGEST_ON_SQUARE = 2
EMPTY_SIZE_PX = (4, 3)


@dataclass(frozen=True, slots=True)
class Player:
    """One player in the strip of scores."""

    seat: int
    name: str
    score: int
    turn: bool
    winner: bool


@dataclass(frozen=True, slots=True)
class Past:
    """One move that can be taken back; taking back `count` moves undoes it and all after it."""

    count: int
    label: Label


@dataclass(frozen=True, slots=True)
class Message:
    """The line under the status: what was just said, or what happened last."""

    mood: Mood
    label: Label


@dataclass(frozen=True, slots=True)
class Board:
    """Everything that the regions of the table page draw.

    faces : what a die of this set can show. throw : dice that may be typed in (0: none).
    doubted : the reading is shown, nobody has said yet that it is right.
    """

    snapshot: Snapshot
    players: tuple[Player, ...]
    message: Message
    overlay: Overlay
    moves: Moves
    faces: tuple[str, ...]
    past: tuple[Past, ...]
    throw: int
    doubted: bool
    dice: tuple[TrayDie, ...]
    has_live: bool

    @property
    def winners(self) -> tuple[str, ...]:
        """The names of those who have won."""
        return tuple(player.name for player in self.players if player.winner)


def board_of(
    snapshot: Snapshot,
    picture: Picture | None,
    dice: tuple[TrayDie, ...] = (),
    *,
    has_live: bool = False,
) -> Board:
    """The page of a snapshot; `picture` is the one that the snapshot names, if it is still kept."""
    width_px, height_px = (picture.width_px, picture.height_px) if picture else EMPTY_SIZE_PX
    reading = snapshot.reading
    unsure = reading is not None and reading.status is Status.UNSURE and bool(reading.dice)
    return Board(
        snapshot=snapshot,
        players=_players(snapshot),
        message=_message(snapshot),
        overlay=overlay_of(snapshot.dice if picture else (), width_px, height_px),
        moves=moves_of(snapshot),
        faces=possible_faces(snapshot),
        past=_past(snapshot),
        throw=snapshot.expect.throw if snapshot.expect else 0,
        doubted=unsure and snapshot.expect is not None,
        dice=dice,
        has_live=has_live,
    )


def is_squares(grid: Grid) -> bool:
    """Whether a grid is a board of squares: no column is a player's, at most a die on each."""
    cells = [cell for row in grid.rows for cell in row.cells]
    small = all(is_die(cell.text) or len(cell.text) <= LONGEST_ON_SQUARE for cell in cells)
    board = any(cell.mark in ("die", "missing") for cell in cells) or not any(grid.columns)
    return board and small and not any(grid.seats)


def _players(snapshot: Snapshot) -> tuple[Player, ...]:
    return tuple(
        Player(
            seat,
            name,
            snapshot.scores[seat - 1] if seat <= len(snapshot.scores) else 0,
            turn=snapshot.to_move == seat and not snapshot.over,
            winner=snapshot.over and seat in snapshot.winners,
        )
        for seat, name in enumerate(snapshot.header.seats, 1)
    )


def _message(snapshot: Snapshot) -> Message:
    if snapshot.message:
        return Message(snapshot.mood, label_of(snapshot.message))
    if snapshot.last_moves:
        return Message(Mood.PLAIN, _told(snapshot)[-1])
    return Message(Mood.PLAIN, ())


def _told(snapshot: Snapshot) -> tuple[Label, ...]:
    """The last moves in words, the latest last."""
    names, boxes = snapshot.header.seats, dict(snapshot.header.make().info.boxes)
    return tuple(event_label(text, names, boxes) for text in snapshot.last_moves)


def _past(snapshot: Snapshot) -> tuple[Past, ...]:
    count = min(snapshot.can_undo, len(snapshot.last_moves), MOST_UNDONE)
    latest_first = tuple(reversed(_told(snapshot)))[:count]
    return tuple(Past(number, label) for number, label in enumerate(latest_first, 1))
