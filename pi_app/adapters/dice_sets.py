"""The dice sets that are kept on this installation, and which of them are in use.

Pages call from their threads; one change at a time. May import: calibration, vision.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from calibration import in_use, profile_files, profiles
from calibration.faces import Face
from calibration.profiles import ProfileError
from vision.calibration_values import Calibration

Bgr = NDArray[np.uint8]


@dataclass(frozen=True, slots=True)
class Kept:
    """A set that is kept.

    elsewhere : it was measured on another installation. used : its dice are read now.
    """

    name: str
    count: int
    has_red: bool
    elsewhere: bool
    used: bool


class DiceSets:
    """The sets beside one calibration's file.

    path : of the calibration in use. now : the calibrations in use, none before the first set-up.
    put_to_use : reads by these from the next frame on.
    """

    def __init__(
        self,
        path: Path,
        now: Callable[[], tuple[Calibration, ...]],
        put_to_use: Callable[[tuple[Calibration, ...]], None],
    ) -> None:
        self._path = path
        self._home = in_use.home_of(path)
        self._now = now
        self._put_to_use = put_to_use
        self._lock = threading.Lock()

    def listed(self) -> tuple[Kept, ...]:
        """All sets by name."""
        used = self._used()
        return tuple(
            Kept(one.name, one.count, one.has_red, one.elsewhere, one.name in used)
            for one in profiles.listed(self._home)
        )

    def keep(
        self,
        name: str,
        made: Calibration,
        empty_bgr: Bgr,
        frames: Iterable[tuple[Bgr, tuple[Face, ...]]],
    ) -> None:
        """Keep a set that was just measured, and use it alone from now on.

        Raises ProfileError or VisionInputError with a sentence when it can't be kept.
        """
        with self._lock:
            entry = profiles.keep(self._home, name, made, empty_bgr, frames)
            self._use((entry.name,))

    def use(self, names: tuple[str, ...]) -> None:
        """Use exactly these sets from now on.

        Raises ProfileError or VisionInputError with a sentence when they can't be used.
        """
        with self._lock:
            self._use(names)

    def packed(self, name: str) -> tuple[str, bytes]:
        """A set as a file: what it may be called, and its bytes; ProfileError if there is none."""
        return f"{profiles.slug_of(name)}.zip", profile_files.packed(self._home, name)

    def take_in(self, data: bytes) -> str:
        """Keep a set that was exported elsewhere; its name.

        Raises ProfileError with a sentence when the bytes are no dice set.
        """
        with self._lock:
            return profile_files.take_in(self._home, data).name

    def remove(self, name: str) -> None:
        """Forget a set; ProfileError when it is in use or there is none."""
        with self._lock:
            if name in self._used():
                raise ProfileError("in_use", f'"{name}" is in use: choose another set first.')
            profiles.remove(self._home, name)

    def _use(self, names: tuple[str, ...]) -> None:
        now = self._now()
        self._put_to_use(in_use.use(self._path, names, now[0] if now else None))

    def _used(self) -> frozenset[str]:
        return frozenset(one.dice.name for one in self._now())
