"""Tells floor that is as bright as if nothing lay near, where no side of a die looks like it.

Where dice differ from the floor by hardly more than their own shadows do, silhouettes tell nothing;
but black sides are never as bright as a grey floor in its own light.
Of 27 flat dice that a neighbour may bear, in eight seeds of traced trays, floor between them proves
two so and eight by its shade (see `propped`); of 25 dice that lean there it proves none.
May import: numpy, vision.calibration_values, vision.faces.pips, vision.judgement.bare,
vision.tray.board.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from vision.calibration_values import Calibration
from vision.faces.pips import looks_of
from vision.judgement.bare import floor_noise
from vision.tray.board import Board

Doubles = NDArray[np.float64]

_LEAST_LEVELS = 6.0  # by which floor differs from itself
_SHARE = (0.1, 0.15)  # of its light, by which it may differ at least, and at most
PART_OF_ROW = 0.6  # that looks like floor
_BRIGHTEST_SIDE = 1.3  # over the top's grey level
_OTHER_HUE = 0.25  # of the floor's light, that it departs by from any light of the dice's bodies
_ROWS = 2  # of those across, that must show it
# Of what dice stand out by: bare floor, in whatever shadow. Of strips between dice whose sides are
# unlike it, eight flat dice show 0.04 to 0.12 of that, those that lean 0.17 or more.
BARE = 0.13
# Over the top's grey level: darker, no side is, not even of white dice in a crack. Bodies that a
# lamp whitened have darker ones.
_DARKEST_SIDE = 0.25
# Part of a floor's light by which sides differ from it at least, besides: white ones in shade
# depart from a grey felt by 0.016 to 0.029 of it, and hardly stand out.
_SAME_HUE = 0.06


@dataclass(frozen=True, slots=True, eq=False)
class Light:
    """A picture with its light.

    seen_bgr : uint8 array of shape (H, W, 3), on the board.
    gain : its exposure over that of the empty tray, per channel, shape (3,).
    """

    seen_bgr: NDArray[np.uint8]
    gain: NDArray[np.float32]

    def is_lit(
        self,
        at: tuple[NDArray[np.int64], NDArray[np.int64]],
        floor_bgr: Doubles,
        board: Board,
        calibration: Calibration,
        restless: float,
    ) -> bool:
        """Tell whether lines of pixels show floor in its own light, which no side looks like.

        at : rows and columns of the board, shape (lines, N) each. floor_bgr : their colour in the
        empty tray, shape (3,). restless : see `Residue`.
        """
        if any(_may_be_as(floor_bgr, look.body_bgr) for look in looks_of(calibration.dice)):
            return False
        alike = like_empty(
            self.seen_bgr[at] / self.gain, board.empty_bgr[at].astype(np.float64), restless
        )
        return int(np.count_nonzero(alike.mean(1) >= PART_OF_ROW)) >= _ROWS


def like_empty(
    now_bgr: Doubles, before_bgr: Doubles, restless: float, thrown: float = 0.0
) -> NDArray[np.bool_]:
    """Tell where floor looks as it does in the empty tray, light and all.

    now_bgr, before_bgr : colours of shape (..., 3), in one exposure.
    restless : see `Residue`. thrown : grey levels of light that dice may add to it.
    """
    levels = max(_LEAST_LEVELS, floor_noise(restless))
    light = np.sqrt((before_bgr * before_bgr).sum(-1))
    most = np.clip(levels, _SHARE[0] * light, _SHARE[1] * light)
    apart = now_bgr - before_bgr
    apart -= np.clip(apart, 0.0, thrown)  # light adds, and never takes away
    return np.asarray((apart * apart).sum(-1) < most * most, dtype=np.bool_)


def as_body(floor_bgr: Doubles, body_bgr: Doubles) -> tuple[Doubles, Doubles]:
    """Give how bright a body must be to look most like floors, and by how much they then differ.

    floor_bgr : shape (..., 3). The first is over the body's own brightness, the second in grey
    levels; shape (...) each.
    """
    times = floor_bgr @ body_bgr / max(float(body_bgr @ body_bgr), 1.0)
    return times, np.linalg.norm(floor_bgr - times[..., None] * body_bgr, axis=-1)


def sides_may_be_as(floor_bgr: Doubles, calibration: Calibration) -> bool:
    """Tell whether some light makes the sides of a set's dice look like a floor, shape (3,)."""
    alike = max(BARE * calibration.stands_out, _SAME_HUE * float(np.linalg.norm(floor_bgr)))
    for look in looks_of(calibration.dice):
        times, off = as_body(floor_bgr, np.asarray(look.body_bgr))
        if times > _DARKEST_SIDE and off < alike:
            return True
    return False


def _may_be_as(floor_bgr: Doubles, body_bgr: tuple[float, float, float]) -> bool:
    """Tell whether sides of such a body may look like a floor in its own light."""
    times, off = as_body(floor_bgr, np.array(body_bgr))
    return bool(times < _BRIGHTEST_SIDE and off < _OTHER_HUE * np.linalg.norm(floor_bgr))
