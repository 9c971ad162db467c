"""One picture of the virtual bench: what lies there, how the camera sees it, and what is right.

`shot(room, seed, index)` is the same picture for the same room, seed and index, always.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from enum import Enum
from functools import lru_cache

import cv2
import numpy as np
from numpy.typing import NDArray

from tests.bench.virtual_rooms import Room, random_room
from tests.bench.virtual_things import cover_of, hand_cover, hidden_part, painted
from tests.bench.virtual_throws import (
    BAD_SMEAR_MM,
    BAD_TILT_DEG,
    ODD_SMEAR_MM,
    ODD_TILT_DEG,
    Throw,
    random_throw,
)
from tests.bench.vision_truth import TrueDie, TrueFrame
from vision.types import DieReading, Reading, Status
from vision.virtual import Effects, Scene, VirtualDie, render, truth
from vision.virtual.sensor import sensor

Picture = NDArray[np.uint8]
Rng = np.random.Generator

PER_ROOM, PER_THROW = 480, 6  # pictures
_HIDDEN_ODD, _HIDDEN_BAD = 0.02, 0.15  # of a top face
_UPRIGHT_DEG = 38.0  # steeper, and nobody can say which face is up


class Due(Enum):
    """What the reading of a picture should be."""

    FAIR = "fair"
    """Accepted, and right."""
    EITHER = "either"
    """Accepted and right, or asked about."""
    ASK = "ask"
    """Not accepted."""


@dataclass(frozen=True, slots=True)
class Shot:
    """One picture and its truth.

    frame : the dice as they are; a die that leans has the value that is up.
    tilts_deg : by how much each die leans.
    strangers : how many of the last dice may be called red or not, as they are of no known set.
    """

    index: int
    kind: str
    condition: str
    bgr: Picture
    frame: TrueFrame
    tilts_deg: tuple[float, ...]
    strangers: int
    due: Due


def room_of(seed: int, index: int) -> Room:
    """The installation that a picture belongs to."""
    return random_room(np.random.default_rng([seed, index // PER_ROOM, 77]))


def shot(room: Room, seed: int, index: int) -> Shot:
    """Picture number `index` of a seed; `room` is its `room_of`."""
    rng = np.random.default_rng([seed, index])
    laid = _laid(room, seed, index // PER_THROW)
    taken = np.asarray(sensor(laid.clean, room.effects, rng), np.uint8)
    names = tuple(CAMERAS)
    camera = names[int(rng.choice(len(names), p=[share for _, share in CAMERAS.values()]))]
    condition = camera if laid.setting == "as calibrated" else laid.setting
    bgr = CAMERAS[camera][0](rng, taken)
    tilts, strangers = laid.tilts_deg, laid.strangers
    return Shot(index, laid.kind, condition, bgr, laid.frame, tilts, strangers, laid.due)


@dataclass(frozen=True, slots=True)
class _Laid:
    """A throw as it lies there, before the camera's noise."""

    kind: str
    setting: str
    clean: Picture
    frame: TrueFrame
    tilts_deg: tuple[float, ...]
    strangers: int
    due: Due


@lru_cache(maxsize=1)
def _laid(room: Room, seed: int, number: int) -> _Laid:
    """Throw `number` of a seed; it is looked at several times."""
    rng = np.random.default_rng([seed, number, 79])
    setting, scene, kind, thrown = _thrown(room, rng)
    frame, due = _truth(scene, thrown, kind)
    tilts = tuple(die.tilt_deg for die in thrown.dice)
    clean = _clean(scene, thrown, rng)
    return _Laid(kind, setting, clean, frame, tilts, thrown.foreign, due)


def _thrown(room: Room, rng: Rng) -> tuple[str, Scene, str, Throw]:
    """What was changed, the scene as it is then, the kind of throw, and the throw."""
    setting = str(rng.choice(list(SETTINGS), p=list(SETTINGS.values())))
    scene = {"lamp changed": room.relit, "camera knocked": room.knocked}.get(setting, room.scene)
    return setting, scene, *random_throw(rng, scene)


def named_throw(room: Room, seed: int, index: int) -> tuple[str, str]:
    """What was changed and the kind of throw in a picture, without drawing it."""
    rng = np.random.default_rng([seed, index // PER_THROW, 79])
    setting, _, kind, _ = _thrown(room, rng)
    return setting, kind


def _clean(scene: Scene, thrown: Throw, rng: Rng) -> Picture:
    clean = np.asarray(render(scene, thrown.dice, rng, thrown.hand), np.uint8)
    for thing in thrown.things:
        clean = painted(scene, clean, thing)
    return clean


def _truth(scene: Scene, thrown: Throw, kind: str) -> tuple[TrueFrame, Due]:
    hidden = _hidden(scene, thrown)
    first_out = len(thrown.dice) - thrown.out
    dice = tuple(
        _true_die(scene, die, out=k >= first_out, bad=_is_bad(die, part))
        for k, (die, part) in enumerate(zip(thrown.dice, hidden, strict=True))
    )
    frame = TrueFrame(kind, kind, dice, thrown.hand is not None)
    if thrown.bad or any(die.trouble for die in frame.inside):
        return frame, Due.ASK
    odd = thrown.odd or any(map(_is_odd, thrown.dice, hidden))
    return frame, Due.EITHER if odd else Due.FAIR


def _hidden(scene: Scene, thrown: Throw) -> list[float]:
    """How much of each die's top face a hand or a thing covers."""
    covers = [cover_of(scene, thing) for thing in thrown.things if not thing.spoils]
    if thrown.hand is not None:
        covers.append(hand_cover(scene, thrown.hand))
    return [
        max((hidden_part(scene, die, cover) for cover in covers), default=0.0)
        for die in thrown.dice
    ]


def _is_bad(die: VirtualDie, hidden: float) -> bool:
    smear = float(np.hypot(*die.smear_mm))
    return die.tilt_deg >= BAD_TILT_DEG or smear >= BAD_SMEAR_MM or hidden >= _HIDDEN_BAD


def _is_odd(die: VirtualDie, hidden: float) -> bool:
    smear = float(np.hypot(*die.smear_mm))
    return die.tilt_deg >= ODD_TILT_DEG or smear >= ODD_SMEAR_MM or hidden >= _HIDDEN_ODD


def _true_die(scene: Scene, die: VirtualDie, *, out: bool, bad: bool) -> TrueDie:
    (seen,) = truth(scene, (die,))
    corners = np.array(seen.corners_px)
    value = die.value if die.tilt_deg < _UPRIGHT_DEG else None
    edge = float(np.linalg.norm(corners[1] - corners[0]))
    return TrueDie(value, die.red, seen.centre_px, seen.corners_px, edge, out, bad)


def is_right(reading: Reading, one: Shot) -> bool:
    """Whether the reading has every die in the tray, none else, and every value and red right."""
    left = dict(enumerate(one.frame.inside))
    strangers = range(len(left) - one.strangers, len(left))
    for die in reading.dice:
        near = min(left, key=lambda k: _apart(die, left[k]), default=None)
        if near is None or _apart(die, left[near]) > left[near].edge_px / 2:
            return False
        true = left.pop(near)
        if true.value != die.value or (near not in strangers and true.red != die.red):
            return False
    return not left


def is_silent(reading: Reading, one: Shot) -> bool:
    """Whether a reading is accepted with a wrong value, a wrong red or a wrong number of dice."""
    return reading.status is Status.OK and not is_right(reading, one)


def _apart(die: DieReading, true: TrueDie) -> float:
    return float(np.hypot(*np.subtract(die.centre_px, true.centre_px)))


def _as_it_is(rng: Rng, bgr: Picture) -> Picture:
    return bgr


def _packed(rng: Rng, bgr: Picture) -> Picture:
    """Through a JPEG of low quality."""
    data = cv2.imencode(".jpg", bgr, [cv2.IMWRITE_JPEG_QUALITY, int(rng.integers(35, 80))])[1]
    return np.asarray(cv2.imdecode(data, cv2.IMREAD_COLOR), np.uint8)


def _exposed(rng: Rng, bgr: Picture) -> Picture:
    """With another exposure, as grey levels."""
    gain = float(rng.choice([rng.uniform(0.68, 0.92), rng.uniform(1.06, 1.2)]))
    return _scaled(bgr, np.full(3, gain))


def _tinted(rng: Rng, bgr: Picture) -> Picture:
    """With another white balance."""
    return _scaled(bgr, rng.uniform(0.9, 1.1, 3))


def _scaled(bgr: Picture, gains: NDArray[np.float64]) -> Picture:
    levels = np.clip(np.round(np.arange(256)[:, None] * gains), 0, 255).astype(np.uint8)
    return np.asarray(cv2.LUT(bgr, levels[None]), np.uint8)


def _soft(rng: Rng, bgr: Picture) -> Picture:
    """A little out of focus and noisier."""
    effects = Effects(noise=4.0, blur_px=float(rng.uniform(0.5, 1.2)))
    return np.asarray(sensor(bgr, effects, rng), np.uint8)


SETTINGS = {"as calibrated": 0.78, "lamp changed": 0.12, "camera knocked": 0.10}
"""What was changed since the calibration: shares of all throws."""

CAMERAS: dict[str, tuple[Callable[[Rng, Picture], Picture], float]] = {
    "as calibrated": (_as_it_is, 0.4),
    "JPEG quality 35-80": (_packed, 0.15),
    "exposure": (_exposed, 0.15),
    "white balance": (_tinted, 0.15),
    "soft and noisy": (_soft, 0.15),
}
"""What the camera makes of it: how, and its share of all pictures."""

CONDITIONS = tuple(dict.fromkeys((*CAMERAS, *SETTINGS)))
"""The names under which pictures are counted: a changed setting counts before the camera's."""


def described(room: Room, one: Shot, reading: Reading) -> str:
    """Some lines about a picture and its reading, for whoever looks into it."""
    lines = [
        f"room: {room.name}",
        f"index {one.index}: {one.kind}, {one.condition}, due {one.due.value}",
        "true: " + "; ".join(map(_die_text, one.frame.dice, one.tilts_deg)),
        "read: " + "; ".join(_read_text(die) for die in reading.dice),
        f"status {reading.status.value}: {' '.join(reading.problems)}",
    ]
    return "\n".join(lines)


def _die_text(die: TrueDie, tilt_deg: float) -> str:
    marks = f" leans {tilt_deg:.0f} deg" if tilt_deg else ""
    marks += "".join(mark for mark, on in ((" BAD", die.trouble), (" out", die.out)) if on)
    x, y = die.centre_px
    return f"{die.value}{'r' if die.red else ''} at {x:.0f} {y:.0f}{marks}"


def _read_text(die: DieReading) -> str:
    x, y = die.centre_px
    problem = f" {die.problem.value}" if die.problem else ""
    return f"{die} at {x:.0f} {y:.0f} {die.confidence:.3f}{problem}"
