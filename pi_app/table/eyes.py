"""Turns the camera's frames into what the table understands: dice that lie still, and movement.

Watching every frame is cheap; a reading is made only when the tray lies still, and counts when
two frames in a row say the same. The camera's thread calls `frame`; pages ask for pictures from
theirs. May import: vision, table.types; numpy and cv2 for the pictures.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, replace
from threading import Lock

import cv2
import numpy as np
from numpy.typing import NDArray

from pi_app.table.types import CameraState, Command, Look, Motion, Picture
from vision.settle import Phase, Settler, shrink
from vision.settle import step as settle_step
from vision.types import DieReading, Point, Reading, Status

Bgr = NDArray[np.uint8]

_MOST_READINGS = 4  # of one still tray, before it counts as unsure
_KEPT_PICTURES = 4  # settled ones, for tablets that are a little behind
_LIVE_WIDTH_PX = 640
_JPEG_QUALITY = 85


@dataclass(frozen=True, slots=True, eq=False)
class Watching:
    """What one frame hands on to the next.

    told_motion : the table knows that something moves. done : the dice that lie there have been
    told. readings : of the frames since the tray lies still.
    """

    settler: Settler = Settler()  # noqa: RUF009 frozen, and holds no array yet
    told_motion: bool = False
    settled_once: bool = False
    done: bool = False
    readings: tuple[Reading, ...] = ()


@dataclass(frozen=True, slots=True)
class Glance:
    """What is to be done after a frame: read it, or tell the table that something moves."""

    read: bool = False
    motion: bool = False
    hand: bool = False


def glance(state: Watching, gray_small: Bgr, time_s: float) -> tuple[Watching, Glance]:
    """The next state and what this frame asks for.

    gray_small : uint8 array of shape (120, 160), from `vision.settle.shrink`.
    """
    settler, phase = settle_step(state.settler, gray_small, time_s)
    after = replace(state, settler=settler)
    if phase is Phase.SETTLED:
        return replace(after, settled_once=True, told_motion=False), Glance(read=not state.done)
    after = replace(after, done=False, readings=())
    # Before the tray has lain still once nobody knows what moves: it may be the camera's start.
    moves = state.settled_once and phase is not Phase.LIGHT and not state.told_motion
    after = replace(after, told_motion=state.told_motion or moves)
    return after, Glance(motion=moves, hand=phase is Phase.HAND)


def weigh(state: Watching, reading: Reading) -> tuple[Watching, Reading | None]:
    """The next state and the reading to tell, once two in a row agree or none will.

    >>> empty = Reading(Status.EMPTY)
    >>> state, told = weigh(Watching(), empty)
    >>> told is None, weigh(state, empty)[1] == empty
    (True, True)
    """
    before = state.readings[-1] if state.readings else None
    readings = (*state.readings, reading)
    if before is not None and _same(before, reading) and _is_sure_of_dice(reading):
        return replace(state, readings=(), done=True), reading
    if len(readings) < _MOST_READINGS:
        return replace(state, readings=readings), None
    return replace(state, readings=(), done=True), _unsteady(reading)


def _same(one: Reading, other: Reading) -> bool:
    alike = one.status is other.status and one.number_open is other.number_open
    return alike and _faces(one) == _faces(other)


def _is_sure_of_dice(reading: Reading) -> bool:
    return reading.status is not Status.UNSURE or reading.number_open


def _faces(reading: Reading) -> Counter[tuple[int | None, bool | None]]:
    return Counter((die.value, die.red) for die in reading.dice)


def _unsteady(reading: Reading) -> Reading:
    if not _is_sure_of_dice(reading):
        return reading
    words = "The dice can't be read twice in the same way: more light, or a lamp elsewhere, helps."
    problems = (words, *reading.problems)
    return replace(reading, status=Status.UNSURE, problems=problems, number_open=False)


def in_strip(reading: Reading, strip_px: tuple[Point, ...]) -> Reading:
    """The reading with the dice marked that lie in the keep strip.

    strip_px : the corners of the strip in the picture, in turning order.
    """
    outline = np.array(strip_px, dtype=np.float32)

    def mark(die: DieReading) -> DieReading:
        inside = cv2.pointPolygonTest(outline, die.centre_px, False) >= 0
        return replace(die, in_strip=bool(inside))

    return replace(reading, dice=tuple(mark(die) for die in reading.dice))


class Eyes:
    """The camera's side of the table; also keeps the pictures that pages show.

    read : gives the reading of a picture. send : takes a command for the table; must not block.
    """

    def __init__(
        self,
        read: Callable[[Bgr], Reading],
        send: Callable[[Command], object],
        *,
        strip_px: tuple[Point, ...] = (),
        live_every_s: float = 0.25,
    ) -> None:
        self._read = read
        self._send = send
        self._strip_px = strip_px
        self._live_every_s = live_every_s
        self._state = Watching()
        self._lock = Lock()
        self._newest: tuple[Bgr, float] | None = None
        self._live: tuple[Picture, float] | None = None
        self._settled: dict[int, Bgr | Picture] = {}
        self._count = 0

    # ---- in the camera's thread ---------------------------------------------------------------

    def frame(self, bgr: Bgr, time_s: float) -> None:
        """Look at the next frame and tell the table what it needs to know."""
        with self._lock:
            self._newest = (bgr, time_s)
        self._state, wish = glance(self._state, shrink(bgr), time_s)
        if wish.motion:
            self._send(Motion(time_s, wish.hand))
        if wish.read:
            self._state, reading = weigh(self._state, self._reading_of(bgr))
            if reading is not None:
                self._send(Look(reading, self._keep(bgr), time_s))

    def health(self, words: str, time_s: float) -> None:
        """Tell the table that the camera is lost (with words) or back (words empty)."""
        if words:
            with self._lock:
                self._newest = self._live = None
            self._state = Watching()
        self._send(CameraState(words, time_s))

    def only_show(self, bgr: Bgr, time_s: float) -> None:
        """Show the next frame on the pages while the tray is used for something else."""
        with self._lock:
            self._newest = (bgr, time_s)
        self._state = Watching()

    def use(self, read: Callable[[Bgr], Reading]) -> None:
        """Read by another calibration from the next frame on."""
        self._read = read
        self._state = replace(self._state, done=False, readings=())

    def _reading_of(self, bgr: Bgr) -> Reading:
        reading = self._read(bgr)
        return in_strip(reading, self._strip_px) if self._strip_px else reading

    def _keep(self, bgr: Bgr) -> int:
        with self._lock:
            self._count += 1
            for number, kept in self._settled.items():
                if not isinstance(kept, Picture):  # nobody asked for it: a tenth of the memory
                    self._settled[number] = encode(kept)
            self._settled[self._count] = bgr
            self._settled.pop(self._count - _KEPT_PICTURES, None)
            return self._count

    @property
    def at_rest(self) -> bool:
        """Whether the dice lie still and the table has been told what they show."""
        return self._state.done

    # ---- for the pages ------------------------------------------------------------------------

    def newest(self) -> Bgr | None:
        """The newest frame as the camera gave it; None while there is none."""
        with self._lock:
            return self._newest[0] if self._newest else None

    def settled(self, number: int) -> Picture | None:
        """The settled picture of this number, encoded once; None when it is no longer kept."""
        with self._lock:
            kept = self._settled.get(number)
            if kept is None or isinstance(kept, Picture):
                return kept
            picture = self._settled[number] = encode(kept)
            return picture

    def live(self) -> Picture | None:
        """The newest picture, encoded a few times a second at most; None without a camera."""
        with self._lock:
            if self._newest is None:
                return None
            bgr, time_s = self._newest
            if self._live is None or time_s - self._live[1] >= self._live_every_s:
                self._live = (encode(_small(bgr)), time_s)
            return self._live[0]


def encode(bgr: Bgr) -> Picture:
    """The picture as a browser shows it."""
    _, data = cv2.imencode(".jpg", bgr, [cv2.IMWRITE_JPEG_QUALITY, _JPEG_QUALITY])
    return Picture(data.tobytes(), bgr.shape[1], bgr.shape[0])


def _small(bgr: Bgr) -> Bgr:
    scale = _LIVE_WIDTH_PX / bgr.shape[1]
    if scale >= 1:
        return bgr
    small = cv2.resize(bgr, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA)
    return np.asarray(small, dtype=np.uint8)
