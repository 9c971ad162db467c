"""Pictures that are kept for a while, as files: they take memory only while they are looked at.

A set-up keeps five or six pictures of four megabytes and looks at one of them. The files have no
name, so that nothing is left over however the program ends; a process that this one began finds
them by their place. May import: numpy, the standard library.
"""

from __future__ import annotations

import mmap
import os
import threading
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryFile
from weakref import WeakValueDictionary, finalize

import numpy as np
from numpy.typing import NDArray

Bgr = NDArray[np.uint8]


@dataclass(frozen=True, slots=True)
class Place:
    """Where another process of the same user finds a picture: a file and its shape."""

    path: str
    shape: tuple[int, ...]


class _Sheet(mmap.mmap):
    """A file in memory, which may be let go and comes back when it is read.

    number : of the open file.
    """

    number: int


class Shelf:
    """Pictures on disk; any thread may use it.

    folder : where the files are, on a disk rather than in memory.
    """

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._lock = threading.Lock()
        self._sheets: WeakValueDictionary[int, _Sheet] = WeakValueDictionary()

    def lay(self, bgr: Bgr) -> Bgr:
        """The same picture, not to be written to, as a file shows it.

        The picture itself where the disk takes none.
        """
        try:
            sheet = _written(bgr, self._folder)
        except (OSError, ValueError):
            return bgr
        laid = np.frombuffer(sheet, np.uint8).reshape(bgr.shape)
        with self._lock:
            self._sheets[laid.ctypes.data] = sheet
        return laid

    def let_go(self) -> None:
        """Let go of the memory of the pictures that were looked at."""
        with self._lock:
            sheets = list(self._sheets.values())
        for sheet in sheets:
            sheet.madvise(mmap.MADV_DONTNEED)

    def place_of(self, thing: object) -> Place | None:
        """Where another process finds this, if it is a whole picture from here."""
        if not isinstance(thing, np.ndarray):
            return None
        with self._lock:
            sheet = self._sheets.get(thing.ctypes.data)
        if sheet is None or thing.nbytes != len(sheet):
            return None
        return Place(f"/proc/{os.getpid()}/fd/{sheet.number}", thing.shape)


def fetched(place: Place) -> Bgr:
    """The picture that another process has on its shelf."""
    with Path(place.path).open("rb") as file:
        sheet = mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ)
    return np.frombuffer(sheet, np.uint8).reshape(place.shape)


def _written(bgr: Bgr, folder: Path) -> _Sheet:
    with TemporaryFile(dir=folder) as file:
        file.write(np.ascontiguousarray(bgr).data)
        file.flush()
        sheet = _Sheet(file.fileno(), bgr.nbytes, access=mmap.ACCESS_READ)
        sheet.number = os.dup(file.fileno())
    finalize(sheet, os.close, sheet.number)
    return sheet
