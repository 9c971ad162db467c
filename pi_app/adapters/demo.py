"""The virtual tray as a pair of hands uses it, and as a camera sees it.

Actions change where the dice are and queue the frames in which a hand does it; the camera takes
one frame after the other. A tray in which nothing moves is drawn once.
May import: numpy, vision.virtual, calibration, table.types.
"""

from __future__ import annotations

from collections import deque
from dataclasses import dataclass, replace
from enum import Enum
from functools import lru_cache
from math import hypot, inf
from threading import Lock

import numpy as np
from numpy.typing import NDArray

from calibration.faces import Face
from calibration.fits import calibrate
from pi_app.table.types import TableError
from vision.calibration_values import Calibration
from vision.types import Point
from vision.virtual import (
    Frame,
    NoRoomError,
    Scene,
    VirtualDie,
    animate,
    calibration_dice,
    demo_scene,
    render,
    throw,
)
from vision.virtual.geometry import project
from vision.virtual.motion import inside, overlap

Bgr = NDArray[np.uint8]

STRIP_MM = (-64.0, -121.0, 64.0, -98.0)  # left, bottom, right, top of the keep strip on the floor
_STRIP_PITCH_MM = 19.0  # from die to die in it
_THROW_FRAMES = 7
_TRIES = 200
_APART = 2.2  # die edges from middle to middle, so that even the shadows lie apart


class DemoError(TableError, ValueError):
    """What can't be done with the virtual dice; the sentence says what can."""


class Where(Enum):
    """Where a die is."""

    TRAY = "tray"
    STRIP = "strip"
    HAND = "hand"
    ASIDE = "aside"


@dataclass(frozen=True, slots=True)
class DemoDie:
    """One die of the set and where it is."""

    die: VirtualDie
    where: Where = Where.HAND

    @property
    def seen(self) -> bool:
        """Whether the camera sees it."""
        return self.where in (Where.TRAY, Where.STRIP)

    @property
    def faces(self) -> tuple[str, ...]:
        """What each of the numbers 1 to 6 looks like on it."""
        reds = self.die.red_values
        return tuple(f"{value}{'r' if value in reds else ''}" for value in range(1, 7))


class VirtualTray:
    """Six dice, a hand and a tray; any thread may act, one thread takes the frames.

    lean : how likely one die of a throw leans against the rim.
    """

    def __init__(
        self, scene: Scene | None = None, *, seed: int | None = None, lean: float = 0.02
    ) -> None:
        self.scene = scene or demo_scene()
        self._rng = np.random.default_rng(seed)
        self._lean = lean
        self._lock = Lock()
        self._dice = tuple(
            DemoDie(VirtualDie(0.0, 0.0, 0.0, 1, reds, seed=place))
            for place, reds in enumerate(self.scene.red_faces)
        )
        self._frames: deque[Frame] = deque()
        self._thrown: frozenset[int] = frozenset()
        self._shown: Frame | None = None
        self._picture: Bgr | None = None

    # ---- the camera ---------------------------------------------------------------------------

    def frame(self, time_s: float) -> Bgr:
        """What a camera over the tray sees next: uint8 array of shape (960, 1280, 3), B, G, R."""
        del time_s  # every look is one frame further, however fast the camera is
        with self._lock:
            wanted = self._frames.popleft() if self._frames else Frame(self._lying())
        if self._picture is None or wanted != self._shown:
            self._picture = None  # before the next is drawn: it takes four megabytes
            drawn = render(self.scene, wanted.dice, self._rng, hand=wanted.hand)
            self._picture, self._shown = np.asarray(drawn, dtype=np.uint8), wanted
        return self._picture

    def calibration(self) -> Calibration:
        """The calibration that its own pictures amount to, made as a person would make it."""
        return calibration_of(self.scene)

    @property
    def strip_px(self) -> tuple[Point, ...]:
        """The corners of the keep strip in the picture, in turning order."""
        left, bottom, right, top = STRIP_MM
        corners = [(left, bottom), (right, bottom), (right, top), (left, top)]
        height_mm = self.scene.die_size_mm  # of the top faces, by which dice are placed
        points = np.array([[x, y, height_mm] for x, y in corners], np.float32)
        return tuple((float(x), float(y)) for x, y in project(self.scene.camera, points))

    @property
    def busy(self) -> bool:
        """Whether a hand is still at work in the pictures."""
        with self._lock:
            return bool(self._frames)

    @property
    def rolling(self) -> frozenset[int]:
        """The dice that were thrown and still roll in the pictures."""
        with self._lock:
            return self._thrown if self._frames else frozenset()

    # ---- the hands ----------------------------------------------------------------------------

    def dice(self) -> tuple[DemoDie, ...]:
        """All dice of the set, each at its own index."""
        return self._dice

    def throw(self) -> None:
        """Throws the dice in the hand; with an empty hand, every die that lies on the tray."""
        with self._lock:
            places = self._where(Where.HAND) or self._where(Where.TRAY)
            places = places or tuple(range(len(self._dice)))
            landed = self._landed(places)
            dice = list(self._dice)
            for place, die in zip(places, landed, strict=True):
                dice[place] = DemoDie(die, Where.TRAY)
            self._change(tuple(dice), _THROW_FRAMES)
            self._thrown = frozenset(places)

    def throw_apart(self) -> None:
        """Throws every die of the set so that none touches another: what a set-up asks for."""
        with self._lock:
            landed = self._landed(tuple(range(len(self._dice))), apart=True)
            self._change(tuple(DemoDie(die, Where.TRAY) for die in landed), _THROW_FRAMES)

    def pick_up(self, index: int) -> None:
        """Takes a die into the hand."""
        with self._lock:
            self._put(index, replace(self._die(index), where=Where.HAND))

    def set_aside(self, index: int) -> None:
        """Moves a die to the first free place of the keep strip."""
        with self._lock:
            one = self._die(index)
            if one.where is Where.STRIP:
                return
            flat = replace(one.die, tilt_deg=0.0, lift_mm=0.0, angle_deg=float(index * 3 - 6))
            x_mm, y_mm = self._free_in_strip()
            self._put(index, DemoDie(replace(flat, x_mm=x_mm, y_mm=y_mm), Where.STRIP))

    def take_off(self, index: int) -> None:
        """Lays a die beside the tray, out of the picture."""
        with self._lock:
            self._put(index, replace(self._die(index), where=Where.ASIDE))

    def turn(self, index: int, value: int) -> None:
        """Turns a lying die until `value` is up; a leaning one then lies flat."""
        with self._lock:
            one = self._die(index)
            if value not in range(1, 7):
                raise DemoError("no_value", f"A die shows 1 to 6, not {value}.")
            if not one.seen:
                raise DemoError("not_lying", "Only a die that lies on the tray can be turned.")
            die = self._clear(replace(one.die, value=value, tilt_deg=0.0, lift_mm=0.0), index)
            self._put(index, replace(one, die=die))

    def put_back(self, index: int) -> None:
        """Lays a die back on the tray with the face that it had; a leaning one is straightened."""
        with self._lock:
            flat = replace(self._die(index).die, tilt_deg=0.0, lift_mm=0.0)
            self._put(index, DemoDie(self._clear(flat, index), Where.TRAY))

    # ---- inside, with the lock held -----------------------------------------------------------

    def _die(self, index: int) -> DemoDie:
        if not 0 <= index < len(self._dice):
            raise DemoError("no_die", f"There are {len(self._dice)} dice; number {index} is none.")
        return self._dice[index]

    def _where(self, where: Where) -> tuple[int, ...]:
        return tuple(place for place, one in enumerate(self._dice) if one.where is where)

    def _lying(self) -> tuple[VirtualDie, ...]:
        return tuple(one.die for one in self._dice if one.seen)

    def _put(self, index: int, one: DemoDie) -> None:
        self._thrown -= {index}
        dice = tuple(one if place == index else other for place, other in enumerate(self._dice))
        self._change(dice, 1)

    def _change(self, dice: tuple[DemoDie, ...], frames: int) -> None:
        """Make it so, and queue what the camera sees of it."""
        before = self._lying()
        self._dice = dice
        after = self._lying()
        if after != before:
            self._frames.extend(animate(self._rng, self.scene, before, after, frames))

    def _landed(self, places: tuple[int, ...], *, apart: bool = False) -> tuple[VirtualDie, ...]:
        """Where the dice of these places come to rest: not on others, not in the strip.

        apart : flat and well away from each other.
        """
        lean, touching = (0.0, 0.0) if apart else (self._lean, 0.3)
        keep = tuple(
            one.die for place, one in enumerate(self._dice) if one.seen and place not in places
        )
        thrown = [self._dice[place].die.red_values for place in places]
        scene = replace(self.scene, red_faces=(*(die.red_values for die in keep), *thrown))
        for _ in range(_TRIES):
            count = len(scene.red_faces)
            try:
                landed = throw(
                    self._rng, scene, count, keep, lean=lean, touching=touching
                )[len(keep) :]  # fmt: skip
            except NoRoomError:
                continue
            if apart and _nearest_mm(landed) < _APART * scene.die_size_mm:
                continue
            if all(die.y_mm > STRIP_MM[3] + scene.die_size_mm for die in landed):
                return landed
        raise DemoError("no_room", "There is no room to throw: pick up some dice first.")

    def _free_in_strip(self) -> tuple[float, float]:
        left, bottom, right, top = STRIP_MM
        y_mm = (bottom + top) / 2
        taken = [self._dice[place].die.x_mm for place in self._where(Where.STRIP)]
        for slot in range(len(self._dice)):
            x_mm = (left + right) / 2 + _STRIP_PITCH_MM * (slot - (len(self._dice) - 1) / 2)
            if all(abs(x_mm - other) > 1.0 for other in taken):
                return x_mm, y_mm
        raise DemoError("no_room", "The keep strip is full.")

    def _clear(self, die: VirtualDie, index: int) -> VirtualDie:
        """The die where it lies if it is free and flat there, else at a free place near it."""
        others = [one.die for place, one in enumerate(self._dice) if one.seen and place != index]
        size_mm = self.scene.die_size_mm
        reach_mm = 0.0
        for _ in range(_TRIES):
            off = self._rng.uniform(-reach_mm, reach_mm, 2)
            moved = replace(die, x_mm=die.x_mm + float(off[0]), y_mm=die.y_mm + float(off[1]))
            flat = inside(self.scene, moved.x_mm, moved.y_mm, size_mm * 0.75)
            if flat and not any(overlap(moved, other, size_mm) for other in others):
                return moved
            reach_mm += 2.0
        raise DemoError("no_room", "There is no room for this die: pick up some others first.")


def _nearest_mm(dice: tuple[VirtualDie, ...]) -> float:
    """How far the middles of the two nearest dice are apart."""
    pairs = ((one, other) for k, one in enumerate(dice) for other in dice[:k])
    return min((hypot(a.x_mm - b.x_mm, a.y_mm - b.y_mm) for a, b in pairs), default=inf)


@lru_cache(maxsize=4)
def calibration_of(scene: Scene) -> Calibration:
    """The calibration of a scene from its empty tray and two pictures with known faces."""
    rng = np.random.default_rng(0)

    def drawn(dice: tuple[VirtualDie, ...]) -> Bgr:
        return np.asarray(render(scene, dice, rng), dtype=np.uint8)

    layouts = [calibration_dice(scene, which) for which in (0, 1)]
    frames = [(drawn(dice), tuple(Face(die.value, die.red) for die in dice)) for dice in layouts]
    return calibrate(drawn(()), frames, name=scene.style.name)
