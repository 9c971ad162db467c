"""What the rendered installations hold, and how a reading compares with it.

The truth files describe every die; a reading is matched to them by the dice's middles.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.faces.layout import PLACES, patterns_of
from vision.types import DieReading, Reading, Status

Doubles = NDArray[np.float64]

FAIR_KINDS = ("natural", "touching", "missing", "out")
# Installations whose single readings were looked at while the reader was built. The others were
# looked at by their totals only.
FIT = frozenset({"d0", "d1", "d2", "d3", "d4", "d5", "d6", "d7", "d8", "d9"})
# Installations on which dice's confidence was fitted; the bench reports it on the others.
SURENESS_FROM = frozenset({"d0", "d1", "d2", "d3", "d4"})

_FACE_PX = 64  # of a face seen from straight above, in which its pips are looked for
_OFFSET, _RADIUS = 0.25, 0.09  # of pips, in edges; sets differ by less than matters here
_INNER = 0.43  # half widths of a face without its bevels, in edges
_MIDDLE, _RIM, _AROUND = (0.0, 0.6), (0.8, 1.2), (1.5, 2.2)  # pip radii
# Grey levels by which a pip's middle or rim must differ from what is around to be seen: in 75 fair
# throws of nine traced installations under ring and halo lamps the faintest pips of 22 throws
# differ by 0 to 19, nearly all of them by less than 15, those of the others by 23 or more.
_SEEN = 20.0
_LIT = 150.0  # smallest channel around a pip, above which a lamp may hide it


@dataclass(frozen=True, slots=True)
class TrueDie:
    """One die of the truth: value None if it leans or moves; trouble if it can't be fair."""

    value: int | None
    red: bool
    centre_px: tuple[float, float]
    corners_px: tuple[tuple[float, float], ...]
    edge_px: float
    out: bool
    trouble: bool
    stacked: bool = False


@dataclass(frozen=True, slots=True)
class TrueFrame:
    """One picture of an installation: its kind and its dice.

    unseen : whether a die outside the tray is outside the picture too, so that no reader sees it.
    """

    name: str
    kind: str
    dice: tuple[TrueDie, ...]
    hand: bool
    unseen: bool = False

    @property
    def inside(self) -> tuple[TrueDie, ...]:
        """The dice in the tray."""
        return tuple(die for die in self.dice if not die.out)

    @property
    def label(self) -> str:
        """The kind that counts: a die may lean, or lie on another one, in a picture of any kind.

        One that was made to lean and does by too little to be trouble is `slight`: either answer
        is right.
        """
        troubled = any(die.trouble for die in self.inside)
        if self.kind in FAIR_KINDS and troubled:
            return "stacked" if any(die.stacked for die in self.inside) else "cocked"
        if self.kind == "cocked" and not troubled:
            return "slight"
        return "missing" if self.unseen else self.kind

    @property
    def fair(self) -> bool:
        """Whether nothing leans, lies on another, moves or is hidden."""
        return self.kind in FAIR_KINDS and not any(die.trouble for die in self.inside)


@dataclass(frozen=True, slots=True)
class Comparison:
    """A reading beside the truth.

    pairs : for dice that were matched: true value, read value, true red, read red, doubted.
    extra, missed : dice read that are none, and dice in the tray that were not read.
    """

    pairs: tuple[tuple[int | None, int | None, bool, bool | None, bool], ...]
    extra: int
    missed: int

    @property
    def right(self) -> bool:
        """Whether every die and their number are right."""
        return (
            not self.extra
            and not self.missed
            and all(true == read and red == read_red for true, read, red, read_red, _ in self.pairs)
        )


def is_mirrored(frame: TrueFrame, bgr: NDArray[np.uint8]) -> bool:
    """Tell whether a lamp mirrors in a top face so that nobody can read it.

    The criterion: at the place of one of its pips neither middle nor rim differs from the face
    around, in any channel, and that is light. It asks for nothing that a calibration measured.
    """
    return any(_hides_pips(bgr, die) for die in frame.inside if die.value is not None)


def _hides_pips(bgr: NDArray[np.uint8], die: TrueDie) -> bool:
    """Tell whether a lamp hides a pip, however the face's drawing is turned."""
    assert die.value is not None
    corners = np.array(die.corners_px, np.float32)
    whole = np.array([[0, 0], [1, 0], [1, 1], [0, 1]], np.float32) * _FACE_PX - 0.5
    onto = cv2.getPerspectiveTransform(corners, whole)
    face = cv2.warpPerspective(bgr, onto, (_FACE_PX, _FACE_PX)).astype(np.float64)
    return all(_is_hidden(face, PLACES[pattern] * _OFFSET) for pattern in patterns_of(die.value))


def _is_hidden(face: Doubles, places: Doubles) -> bool:
    """Tell whether light hides a pip at one of some places of a face, in edges from its middle."""
    y, x = (np.mgrid[:_FACE_PX, :_FACE_PX] + 0.5) / _FACE_PX - 0.5
    far = [np.hypot(x - px, y - py) / _RADIUS for px, py in places]
    body = (np.maximum(np.abs(x), np.abs(y)) < _INNER) & (np.min(far, axis=0) > _AROUND[0])
    for one in far:
        around = np.median(face[body & (one < _AROUND[1])], axis=0)
        parts = (face[(one >= low) & (one < high)].mean(0) for low, high in (_MIDDLE, _RIM))
        seen = max(float(np.abs(part - around).max()) for part in parts)
        if seen < _SEEN and around.min() > _LIT:
            return True
    return False


def installations(folder: Path) -> list[Path]:
    """Give the folders of a renders folder that hold an installation, by number."""
    found = [path.parent for path in folder.glob("d*/truth.json")]
    return sorted(found, key=lambda path: (len(path.name.split("_")[0]), path.name))


def frames(folder: Path) -> Iterator[TrueFrame]:
    """Give the throws of an installation."""
    truth = json.loads((folder / "truth.json").read_text())
    for name, frame in truth["frames"].items():
        if name.startswith("roll"):
            dice = tuple(_die(die) for die in frame["dice"])
            out = [die.centre_px for die in dice if die.out]
            size = (truth["camera"]["width"], truth["camera"]["height"])
            unseen = bool(out) and not any(_is_in_picture(at, size) for at in out)
            yield TrueFrame(name, frame["kind"], dice, bool(frame["hand"]), unseen)


def _is_in_picture(at_px: tuple[float, float], size_px: tuple[int, int]) -> bool:
    return 0 <= at_px[0] < size_px[0] and 0 <= at_px[1] < size_px[1]


def compare(reading: Reading, frame: TrueFrame) -> Comparison:
    """Give a reading beside the truth, matched by the nearest middle within half a die."""
    left = list(frame.inside)
    pairs, extra = [], 0
    for die in reading.dice:
        near = min(left, key=lambda true: _apart(die, true), default=None)
        if near is None or _apart(die, near) > near.edge_px / 2:
            extra += 1
            continue
        left.remove(near)
        pairs.append((near.value, die.value, near.red, die.red, die.problem is not None))
    return Comparison(tuple(pairs), extra, len(left))


def sureness_of(reading: Reading, frame: TrueFrame) -> list[tuple[float, bool]]:
    """Give the confidence of each die that was read, and whether it is right.

    Right is a die that lies there in the tray, flat, bare and at rest, with its value and red as
    they were read. What was called unreadable is left out: no value was claimed.
    """
    left = list(frame.inside)
    seen = []
    for die in reading.dice:
        if die.value is None:
            continue
        near = min(left, key=lambda true: _apart(die, true), default=None)
        if near is None or _apart(die, near) > near.edge_px / 2:
            seen.append((die.confidence, False))
            continue
        left.remove(near)
        same = near.value == die.value and near.red == die.red and not near.trouble
        seen.append((die.confidence, same))
    return seen


def is_ok_and_right(reading: Reading, frame: TrueFrame) -> bool:
    """Tell whether a reading says ok and is right in all values, reds and the number of dice."""
    return reading.status is Status.OK and compare(reading, frame).right


def is_silent_error(reading: Reading, frame: TrueFrame) -> bool:
    """Tell whether a reading says ok and is wrong in a value, a red or the number of dice."""
    return reading.status is Status.OK and not compare(reading, frame).right


def _apart(die: DieReading, true: TrueDie) -> float:
    return float(np.hypot(*np.subtract(die.centre_px, true.centre_px)))


def _die(data: dict[str, Any]) -> TrueDie:
    corners = np.array(data["corners_px"])
    return TrueDie(
        value=data["value"],
        red=bool(data["red"]),
        centre_px=(float(data["center_px"][0]), float(data["center_px"][1])),
        corners_px=tuple((float(x), float(y)) for x, y in corners),
        edge_px=float(np.linalg.norm(corners[1] - corners[0])),
        out=bool(data["out"]),
        trouble=any(bool(data[key]) for key in ("cocked", "stacked", "under_another", "moving")),
        stacked=bool(data["stacked"]),
    )
