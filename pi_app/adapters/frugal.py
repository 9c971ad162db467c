"""Keeps the program's memory small: it runs beside a camera on machines with half a gigabyte.

May import: the standard library.
"""

from __future__ import annotations

import ctypes

# Numbers of mallopt(3) in the GNU C library.
_TRIM_THRESHOLD, _MMAP_THRESHOLD, _ARENA_MAX = -1, -3, -8
_MOST_KEPT, _PART, _ARENAS = 4 << 20, 1 << 18, 1  # bytes kept; of a part of a picture


def be_frugal() -> bool:
    """Give memory back as soon as pictures are let go; whether this system can be told so.

    By default the library keeps what it once had for pictures, for each thread anew: measured on
    two cores, 100 MB after a set-up. It must be told before the threads begin.
    """
    tell = getattr(ctypes.CDLL(None), "mallopt", None)
    if tell is None:
        return False
    wishes = ((_TRIM_THRESHOLD, _MOST_KEPT), (_MMAP_THRESHOLD, _PART), (_ARENA_MAX, _ARENAS))
    return all([tell(which, value) == 1 for which, value in wishes])


def give_back() -> bool:
    """Give back what is free now between what is in use; whether this system can do so.

    Takes some milliseconds: for when much was let go at once.
    """
    trim = getattr(ctypes.CDLL(None), "malloc_trim", None)
    return trim is not None and trim(0) == 1
