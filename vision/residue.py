"""Finds what lies in the tray and is not explained by the dice that were found.

May import: numpy, cv2, vision.board, vision.geometry, vision.calibration_values.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.board import EDGE_PX, Board, board_of
from vision.calibration_values import Calibration, Camera
from vision.geometry import SQUARE, turned
from vision.pips import looks_of

Floats = NDArray[np.float32]
Doubles = NDArray[np.float64]
Mask = NDArray[np.uint8]

_DARKEST, _BRIGHTEST = 0.12, 1.3  # what shadow and reflected light make of the floor
_LEAST_LEVELS = 9.0
_NOISE_TIMES = 3.0  # the upper quartile of the floor's strangeness: felt, leather, noise
_PART_OF_CONTRAST = 0.22  # glow around white dice stays below
_STRONG_TIMES = 2.0  # levels by which dice stand out where glow can be told from them
_GLOW_TIMES = 1.3
_GROWN, _SHRUNK = 0.05, -0.08  # edges: how exactly a silhouette is known
_TELLING_TIMES = 2.0  # levels by which a body must differ from the floor under it
_TURNS = np.radians(np.arange(-42.0, 43.0, 6.0))
_AROUND = 0.35  # edges around a silhouette that belong to the die's surroundings
_TYPICAL_FACES = 1.15  # area of a silhouette
_FACE_PX = float(EDGE_PX * EDGE_PX)


@dataclass(frozen=True, slots=True, eq=False)
class Blob:
    """A connected region that no die explains.

    area : in faces of a die.
    middle_px : on the board.
    brightness : mean of its largest channel, 0..255.
    reaches_out : whether it reaches the tray's wall.
    """

    area: float
    middle_px: tuple[float, float]
    brightness: float
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
    seen_bgr: NDArray[np.uint8], board: Board, calibration: Calibration, poses: Doubles
) -> Residue:
    """Give what stands out from the empty tray beyond the silhouettes of the dice at the poses."""
    gain = exposure_gain(seen_bgr, board.empty_bgr)
    strange = strangeness(seen_bgr, board.empty_bgr, gain)
    masks = [filled(strange, silhouette(calibration.camera, board, p, _GROWN)) for p in poses]
    explained = np.zeros(strange.shape, np.uint8)
    for mask in masks:
        explained |= mask
    near = cv2.erode(board.floor, np.ones((5, 5), np.uint8))
    level = _level(strange, near & (1 - explained), calibration)
    stands_out = (strange > level).astype(np.uint8)
    rest = stands_out & near & (1 - explained)
    rest = cv2.morphologyEx(rest, cv2.MORPH_OPEN, np.ones((2, 2), np.uint8))
    reach = np.ones((2 * round(_AROUND * EDGE_PX) + 1,) * 2, np.uint8)
    weight = rest * _strength(strange, level, calibration)
    excess = [float((weight * cv2.dilate(mask, reach)).sum()) / _FACE_PX for mask in masks]
    telling = telling_floor(calibration, level)
    deficit = []
    for pose in poses:
        core = filled(strange, silhouette(calibration.camera, board, pose, _SHRUNK)) & telling
        deficit.append(float((core & (1 - stands_out)).sum()) / (_FACE_PX * _TYPICAL_FACES))
    border = near - cv2.erode(near, np.ones((7, 7), np.uint8))
    blobs = _blobs(rest, seen_bgr, border)
    return Residue(blobs, tuple(excess), tuple(deficit), level)


@lru_cache(maxsize=8)
def telling_floor(calibration: Calibration, level: float) -> Mask:
    """Give where a die's body would stand out from the floor: not on a light marker, say."""
    empty = board_of(calibration).empty_bgr
    telling = np.ones(empty.shape[:2], np.uint8)
    for look in looks_of(calibration.dice):
        body = np.broadcast_to(np.array(look.body_bgr, np.float32), empty.shape)
        strange = strangeness(body, empty, np.ones(3, np.float32))
        telling &= (strange > _TELLING_TIMES * level).astype(np.uint8)
    return telling


def turned_to_silhouettes(
    seen_bgr: NDArray[np.uint8], board: Board, calibration: Calibration, poses: Doubles
) -> Doubles:
    """Give the poses turned so that their silhouettes cover best what stands out.

    For aces, whose one pip does not tell how they are turned.
    """
    gain = exposure_gain(seen_bgr, board.empty_bgr)
    turned_poses = poses.copy()
    for pose in turned_poses:
        x, y = np.round(board.to_px(pose[None, :2])[0]).astype(int)
        reach = round(1.2 * EDGE_PX)
        y0, x0 = max(0, y - reach), max(0, x - reach)
        window = (slice(y0, y + reach), slice(x0, x + reach))
        strange = strangeness(seen_bgr[window], board.empty_bgr[window], gain)
        there = (strange > _PART_OF_CONTRAST * calibration.stands_out).astype(np.uint8)
        costs = []
        for angle in pose[2] + _TURNS:
            outline = silhouette(calibration.camera, board, np.array([*pose[:2], angle]), 0.0)
            drawn = filled(strange, outline - np.array([x0, y0]))
            core = cv2.dilate(drawn, np.ones((7, 7), np.uint8))
            costs.append(int(np.count_nonzero((drawn != there) & (core > 0))))
        pose[2] += _TURNS[int(np.argmin(costs))]
    return turned_poses


def exposure_gain(seen_bgr: NDArray[np.uint8], empty_bgr: NDArray[np.uint8]) -> Floats:
    """Give by how much the picture is brighter than that of the empty tray, per channel."""
    now = seen_bgr[::7, ::7].reshape(-1, 3).astype(np.float32)
    before = empty_bgr[::7, ::7].reshape(-1, 3).astype(np.float32)
    return np.asarray(np.median((now + 4) / (before + 4), axis=0), dtype=np.float32)


def strangeness(seen_bgr: NDArray[np.uint8], empty_bgr: NDArray[np.uint8], gain: Floats) -> Floats:
    """Give how far each pixel is from being the empty tray, lit or in shadow, in grey levels."""
    floor = empty_bgr.astype(np.float32) * gain
    now = seen_bgr.astype(np.float32)
    share = (now * floor).sum(2) / np.maximum((floor * floor).sum(2), 60.0)
    share = np.clip(share, _DARKEST, _BRIGHTEST)[..., None]
    apart = cv2.blur(now - floor * share, (3, 3))
    return np.asarray(np.sqrt((apart * apart).sum(2)), dtype=np.float32)


def silhouette(camera: Camera, board: Board, pose: Doubles, grown: float) -> NDArray[np.int32]:
    """Give the outline on the board of a die lying flat, grown by some die edges."""
    square = turned(SQUARE * (1 + 2 * grown), pose[2])
    top = square + pose[:2]
    bottom = (square + pose[:2]) * ((camera.height - 1) / camera.height)
    corners = board.to_px(np.concatenate([top, bottom]))
    hull = cv2.convexHull(np.round(corners).astype(np.int32))
    return np.asarray(hull, dtype=np.int32)


def filled(like: Floats, outline: NDArray[np.int32]) -> Mask:
    """Give a mask of the shape of an array with the inside of an outline set to 1."""
    mask = np.zeros(like.shape[:2], np.uint8)
    cv2.fillConvexPoly(mask, outline, 1)
    return mask


def contrast_of_dice(
    seen_bgr: NDArray[np.uint8], board: Board, camera: Camera, poses: Doubles
) -> Doubles:
    """Give per die lying at a pose how strongly most of its silhouette stands out."""
    gain = exposure_gain(seen_bgr, board.empty_bgr)
    strange = strangeness(seen_bgr, board.empty_bgr, gain)
    inside = [filled(strange, silhouette(camera, board, p, _SHRUNK)) > 0 for p in poses]
    return np.array([np.percentile(strange[mask], 15) for mask in inside])


def glow_of_dice(
    seen_bgr: NDArray[np.uint8], board: Board, camera: Camera, poses: Doubles
) -> float:
    """Give how strongly the floor right around dice lying at the poses is changed by them."""
    gain = exposure_gain(seen_bgr, board.empty_bgr)
    strange = strangeness(seen_bgr, board.empty_bgr, gain)
    dice, around = np.zeros(strange.shape, np.uint8), np.zeros(strange.shape, np.uint8)
    reach = np.ones((2 * round(_AROUND * EDGE_PX) + 1,) * 2, np.uint8)
    for pose in poses:
        mask = filled(strange, silhouette(camera, board, pose, _GROWN + 0.03))
        dice |= mask
        around |= cv2.dilate(mask, reach)
    return float(np.percentile(strange[(around > dice) & (board.floor > 0)], 99))


def _strength(strange: Floats, level: float, calibration: Calibration) -> Floats:
    """Give how much each pixel counts: glow on the floor less than parts of dice."""
    if calibration.stands_out < _STRONG_TIMES * level:
        return np.ones_like(strange)
    return np.clip(strange / level - 1.0, 0.0, 1.0)


def _level(strange: Floats, floor: Mask, calibration: Calibration) -> float:
    values = strange[::3, ::3][floor[::3, ::3] > 0]
    noise = float(np.percentile(values, 75)) if len(values) else 0.0
    around = max(_PART_OF_CONTRAST * calibration.stands_out, _GLOW_TIMES * calibration.glow)
    return max(_LEAST_LEVELS, _NOISE_TIMES * noise, around)


def _blobs(rest: Mask, seen_bgr: NDArray[np.uint8], border: Mask) -> tuple[Blob, ...]:
    count, labels, stats, middles = cv2.connectedComponentsWithStats(rest, connectivity=8)
    blobs = []
    for k in range(1, count):
        area = float(stats[k, cv2.CC_STAT_AREA]) / _FACE_PX
        if area < 0.012:
            continue
        x, y, w, h = (int(v) for v in stats[k, :4])
        part = labels[y : y + h, x : x + w] == k
        brightness = float(seen_bgr[y : y + h, x : x + w][part].max(axis=1).mean())
        out = bool(border[y : y + h, x : x + w][part].any())
        blobs.append(Blob(area, (float(middles[k, 0]), float(middles[k, 1])), brightness, out))
    return tuple(sorted(blobs, key=lambda blob: -blob.area))
