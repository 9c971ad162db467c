"""Tries how the dice of calibration pictures may be cut out, and how far apart their pips may lie.

May import: numpy, vision, calibration (faces, lattice, locate, spreads).
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from calibration.faces import Face
from calibration.lattice import Lattice, assign, best_lattices
from calibration.locate import Cutout, ways_to_cut
from calibration.spreads import USUAL, Layouts

Picture = NDArray[np.uint8]
Faces = tuple[Face, ...]

_PITCHES = 1.12 ** np.arange(13)  # times the least pitch: 6 mm dice far off to 20 mm dice near
_LEAST_PITCH = 1.0 / 190  # of the picture's width
CLEAR = 40.0  # grey levels between the faintest pip and the strongest spot that is none
FAINT = 15.0  # the same of a face that is hardly seen, or may be laid out otherwise
_TELLING_PIPS, _LEAST_TELLING = 4, 3  # of faces whose pips tell how far apart a set's lie; so many
# Part of that distance that a face's pips are nearer or farther apart by: in 54 of 65 traced and
# rendered sets 0.081 at most, in the others, most of which show a face where none is, up to 0.18.
# And what two faces of one value differ by at least, if not all of them are laid out so.
_DEPARTS, _DIFFER = 0.085, 0.04
_MOST_LOST = 2  # faces that are not seen again; if it is more, that distance is not the right one


@dataclass(frozen=True, slots=True, eq=False)
class Attempt:
    """One way to cut the dice of a frame out, and what it shows at one distance of pips."""

    cutouts: list[Cutout]
    lattices: list[Lattice]

    @property
    def clarity(self) -> float:
        return sum(lattice.clarity for lattice in self.lattices)

    @property
    def faintest(self) -> float:
        return min(lattice.clarity for lattice in self.lattices)

    @property
    def seen(self) -> list[Lattice]:
        """The faces that are shown."""
        return [lattice for lattice in self.lattices if lattice.clarity > 0]

    @property
    def unclear(self) -> int:
        """How many faces are not shown."""
        return len(self.lattices) - len(self.seen)

    @property
    def merit(self) -> tuple[bool, float]:
        """What makes one way to cut better than another: all faces shown, then how clearly."""
        return self.faintest > 0, self.clarity


Attempts = dict[float, Attempt]  # by the distance of neighbouring pips in pixels


def common_pitch(attempts: list[Attempts]) -> float:
    """Give the distance of pips that suits all frames: there is one camera, and one set of dice.

    The faintest face decides: a wrong distance can make all others clearer. Where one is hardly
    seen, as a lamp mirrors in it, all of them do, each no more than it takes to be clear.
    """
    common = set.intersection(*(set(one) for one in attempts))

    def clearness(pitch_px: float) -> tuple[int, float]:
        faintest = [one[pitch_px].faintest for one in attempts]
        return sum(one > 0 for one in faintest), sum(faintest)

    best = max(common, key=clearness, default=0.0)
    if common and clearness(best) >= (len(attempts), CLEAR):
        return best

    def seen(pitch_px: float) -> float:
        faces = [lattice.clarity for one in attempts for lattice in one[pitch_px].lattices]
        return float(np.clip(faces, -CLEAR, CLEAR).sum())

    return max(common, key=seen, default=0.0)


def found_again(
    attempts: list[Attempt], pitch_px: float, layouts: Layouts
) -> tuple[list[Attempt], float]:
    """Give how dice are seen at the distance of pips that their own faces have, and that distance.

    Only where some departs by more from it than one camera makes of one set: a die's corner or its
    shadow stands in for a pip of that, or another die shows the face. What is nearer to the right
    distance is then looked for alone.
    """
    own_px = _own_pitch(attempts)
    if layouts != USUAL or own_px is None or not _contradict(attempts, own_px):
        return attempts, pitch_px
    again = [_seen_again(one, own_px) for one in attempts]
    found = [one for one in again if one is not None]
    if len(found) < len(attempts) or _unclear(found) > _unclear(attempts) + _MOST_LOST:
        return attempts, pitch_px
    return found, own_px


def _unclear(attempts: list[Attempt]) -> int:
    return sum(one.unclear for one in attempts)


def _seen_again(before: Attempt, pitch_px: float) -> Attempt | None:
    """Give how dice are seen at nearly that distance of pips alone; None if not all have a face.

    What was clearly seen at another one, and isn't at this, is a face that is laid out otherwise.
    """
    each = [best_lattices(cut, pitch_px, slack=_DEPARTS) for cut in before.cutouts]
    found = assign(each, [lattice.value for lattice in before.lattices])
    if found is None:
        return None
    pairs = zip(before.lattices, found, strict=True)
    lattices = [
        old if old.value == new.value and new.clarity <= 0 and old.clarity >= CLEAR else new
        for old, new in pairs
    ]
    return Attempt(before.cutouts, lattices)


def _own_pitch(attempts: list[Attempt]) -> float | None:
    """Give the middle distance of pips of clear faces that have many; None if these are too few."""
    faces = [one for attempt in attempts for one in attempt.lattices if one.clarity >= FAINT]
    telling = [one.pitch_px for one in faces if one.value >= _TELLING_PIPS]
    return float(np.median(telling)) if len(telling) >= _LEAST_TELLING else None


def _contradict(attempts: list[Attempt], own_px: float) -> bool:
    """Tell whether a face departs from that distance of pips, and from another one of its value."""
    seen = [one for attempt in attempts for one in attempt.seen if one.value > 1]
    for value in {one.value for one in seen}:
        parts = [one.pitch_px / own_px for one in seen if one.value == value]
        least, most = min(parts), max(parts)
        if most - least > _DIFFER and max(most - 1.0, 1.0 - least) > _DEPARTS:
            return True
    return False


def attempts_at(
    empty_bgr: Picture, bgr: Picture, faces: Faces, layouts: Layouts = USUAL
) -> Attempts:
    """Give for every distance of pips the clearest way to see the faces in one frame, if any."""
    best: Attempts = {}
    values = [face.value for face in faces]
    for cutouts in ways_to_cut(bgr, empty_bgr, len(faces)):
        for pitch_px, lattices in _clearest(cutouts, values, bgr.shape[1], layouts):
            attempt = Attempt(cutouts, lattices)
            if pitch_px not in best or attempt.merit > best[pitch_px].merit:
                best[pitch_px] = attempt
        if max((one.faintest for one in best.values()), default=0.0) > CLEAR:
            return best
    return best


def _clearest(
    cutouts: list[Cutout], values: list[int], width_px: int, layouts: Layouts
) -> Iterator[tuple[float, list[Lattice]]]:
    """Give for each distance of pips the lattices that show these values most clearly."""
    for pitch_px in _LEAST_PITCH * width_px * _PITCHES:
        pitch = float(pitch_px)
        each = [best_lattices(cut, pitch, layouts=layouts) for cut in cutouts]
        found = assign(each, values)
        if found is not None:
            yield pitch, found
