"""Finds what lies in the tray and is not explained by the dice that were found.

May import: numpy, cv2, vision.board, vision.geometry, vision.strange, vision.silhouette.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.board import EDGE_PX, Board, board_of
from vision.calibration_values import Calibration, Camera
from vision.glow import glow_on
from vision.pips import looks_of
from vision.silhouette import Frame, frame_around
from vision.strange import exposure_gain, strangeness

Floats = NDArray[np.float32]
Doubles = NDArray[np.float64]
Mask = NDArray[np.uint8]
Picture = NDArray[np.uint8]

_LEAST_LEVELS = 9.0
_NOISE_TIMES = 5.5  # the lower quartile of the floor's strangeness: felt, leather, noise
_PART_OF_CONTRAST = 0.22  # glow around white dice stays below
_STRONG_TIMES = 2.0  # levels by which dice stand out where glow can be told from them
_GLOW_TIMES = 1.3
_GROWN, _SHRUNK = 0.05, -0.08  # edges: how exactly a silhouette is known
_TELLING_TIMES = 2.0  # levels by which a body must differ from the floor under it
_AROUND = 0.35  # edges around a silhouette that belong to the die's surroundings
_TYPICAL_FACES = 1.15  # area of a silhouette
_LEAST_BLOB_FACES = 0.012
_FACE_PX = float(EDGE_PX * EDGE_PX)
_REACH = np.ones((2 * round(_AROUND * EDGE_PX) + 1,) * 2, np.uint8)
_RIM, _EDGE, _SPECK = (np.ones((n, n), np.uint8) for n in (5, 7, 2))


@dataclass(frozen=True, slots=True, eq=False)
class Blob:
    """A connected region that no die explains.

    area : in faces of a die.
    middle_px : on the board.
    whiteness : mean of its smallest channel, 0..255.
    reaches_out : whether it reaches the tray's wall.
    """

    area: float
    middle_px: tuple[float, float]
    whiteness: float
    reaches_out: bool


@dataclass(frozen=True, slots=True, eq=False)
class Residue:
    """What is left over.

    blobs : the unexplained regions, largest first.
    excess : per die the unexplained area around it, in faces.
    deficit : per die the part of its silhouette that looks like bare floor.
    level : grey levels from which a pixel counts as not being the floor.
    """

    blobs: tuple[Blob, ...]
    excess: tuple[float, ...]
    deficit: tuple[float, ...]
    level: float


def find_residue(
    seen_bgr: Picture,
    strange: Floats,
    board: Board,
    calibration: Calibration,
    poses: Doubles,
    gain: Floats | None = None,
) -> Residue:
    """Give what stands out from the empty tray beyond the silhouettes of the dice at the poses.

    strange : from `vision.strange.strangeness`, of the board's shape.
    gain : what that was made with; without it, the glow of red sides is left over too.
    """
    camera = calibration.camera
    grown = [frame_around(camera, board, pose, _GROWN) for pose in poses]
    floor = cv2.erode(board.floor, _RIM)
    bare = np.asarray(floor.copy(), dtype=np.uint8)
    for frame in grown:
        bare[frame.window] &= 1 - frame.mask
    level = _level(strange, bare, calibration)
    stands_out = np.asarray(strange > level, dtype=np.uint8)
    rest = np.asarray(cv2.morphologyEx(stands_out & bare, cv2.MORPH_OPEN, _SPECK), dtype=np.uint8)
    if gain is not None:
        rest &= 1 - glow_on(rest, seen_bgr, strange, level, gain, board, calibration, poses)
    weight = rest * _strength(strange, level, calibration)
    excess = tuple(
        float((weight[one.window] * cv2.dilate(one.mask, _REACH)).sum()) / _FACE_PX for one in grown
    )
    telling = telling_floor(calibration, round(level, 1))
    deficit = tuple(
        _deficit(frame_around(camera, board, pose, _SHRUNK), stands_out, board, telling)
        for pose in poses
    )
    border = np.asarray(floor - cv2.erode(floor, _EDGE), dtype=np.uint8)
    return Residue(_blobs(rest, seen_bgr, border), excess, deficit, level)


def _deficit(core: Frame, stands_out: Mask, board: Board, telling: Mask) -> float:
    """Give how much of a silhouette's core is missing, where a die would be seen."""
    rows, columns = core.window
    y, x = board.corner_px
    seen = telling[rows.start + y : rows.stop + y, columns.start + x : columns.stop + x]
    missing = core.mask & seen & (1 - stands_out[core.window])
    return float(missing.sum()) / (_FACE_PX * _TYPICAL_FACES)


@lru_cache(maxsize=16)
def telling_floor(calibration: Calibration, level: float) -> Mask:
    """Give where a die's body would stand out from the floor: not on a light marker, say."""
    board = board_of(calibration)
    telling = np.ones(board.empty_bgr.shape[:2], np.uint8)
    for look in looks_of(calibration.dice):
        body = np.empty_like(board.empty_bgr)
        body[:] = np.clip(np.round(look.body_bgr), 0, 255)
        strange = strangeness(body, board.ground, np.ones(3, np.float32))
        telling &= (strange > _TELLING_TIMES * level).astype(np.uint8)
    return telling


def contrast_of_dice(seen_bgr: Picture, board: Board, camera: Camera, poses: Doubles) -> Doubles:
    """Give per die lying at a pose how strongly most of its silhouette stands out."""
    strange = _strange(seen_bgr, board)
    cores = [frame_around(camera, board, pose, _SHRUNK) for pose in poses]
    return np.array([np.percentile(strange[core.window][core.mask > 0], 15) for core in cores])


def glow_of_dice(seen_bgr: Picture, board: Board, camera: Camera, poses: Doubles) -> float:
    """Give how strongly the floor right around dice lying at the poses is changed by them."""
    strange = _strange(seen_bgr, board)
    dice, around = np.zeros(strange.shape, np.uint8), np.zeros(strange.shape, np.uint8)
    for pose in poses:
        frame = frame_around(camera, board, pose, _GROWN + 0.03)
        dice[frame.window] |= frame.mask
        around[frame.window] |= np.asarray(cv2.dilate(frame.mask, _REACH), dtype=np.uint8)
    ring = (around > dice) & (board.floor > 0)
    return float(np.percentile(strange[ring], 99)) if ring.any() else 0.0


def _strange(seen_bgr: Picture, board: Board) -> Floats:
    return strangeness(seen_bgr, board.ground, exposure_gain(seen_bgr, board.empty_bgr))


def _strength(strange: Floats, level: float, calibration: Calibration) -> Floats:
    """Give how much each pixel counts: glow on the floor less than parts of dice."""
    if calibration.stands_out < _STRONG_TIMES * level:
        return np.ones_like(strange)
    return np.asarray(np.clip(strange / level - 1.0, 0.0, 1.0), dtype=np.float32)


def _level(strange: Floats, bare: Mask, calibration: Calibration) -> float:
    # The lower quartile: a hand may cover most of what is looked at, and is no noise.
    values = strange[::3, ::3][bare[::3, ::3] > 0]
    noise = float(np.percentile(values, 25)) if len(values) else 0.0
    around = max(_PART_OF_CONTRAST * calibration.stands_out, _GLOW_TIMES * calibration.glow)
    return max(_LEAST_LEVELS, _NOISE_TIMES * noise, around)


def _blobs(rest: Mask, seen_bgr: Picture, border: Mask) -> tuple[Blob, ...]:
    count, labels, stats, middles = cv2.connectedComponentsWithStats(rest, connectivity=8)
    blobs = []
    for k in range(1, count):
        area = float(stats[k, cv2.CC_STAT_AREA]) / _FACE_PX
        if area < _LEAST_BLOB_FACES:
            continue
        x, y, w, h = (int(v) for v in stats[k, :4])
        part = labels[y : y + h, x : x + w] == k
        whiteness = float(seen_bgr[y : y + h, x : x + w][part].min(axis=1).mean())
        out = bool(border[y : y + h, x : x + w][part].any())
        blobs.append(Blob(area, (float(middles[k, 0]), float(middles[k, 1])), whiteness, out))
    return tuple(sorted(blobs, key=lambda blob: -blob.area))
