"""Compares the dice's whole silhouettes with what a pose and a size of the dice make of them.

The pips tell where the dice are; how far the walls reach out below them tells how near the
camera is. May import: numpy, cv2, vision, the rest of calibration.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

import cv2
import numpy as np
from numpy.typing import NDArray

from calibration.pose import Pose
from vision.account.tint import shares_of_light, tint_of_shares
from vision.calibration_values import Camera, Tint
from vision.strange import exposure_gain, strangeness_to
from vision.tray.geometry import SQUARE, to_picture, turned

Picture = NDArray[np.uint8]
Floats = NDArray[np.float32]
Doubles = NDArray[np.float64]
Mask = NDArray[np.uint8]

USUAL_OFFSETS = np.arange(0.205, 0.2851, 0.005)  # distance of neighbouring pips that dice have
FAR_OFFSETS = np.arange(0.265, 0.3201, 0.005)  # the same of dice whose pips lie far out
_PART_OF_CONTRAST = 0.25
_LEAST_CONTRAST = 40.0  # grey levels; below, silhouettes tell nothing
# Of what a fourteenth of the windows shows, that a sixth shows where dice cover less of them: 0.02
# to 0.07 of 13 drawn sets of casino dice, 0.1 and more of usual ones that stand out.
_NOTHING = 0.08
_WINDOW_EDGES = 1.3
_DIE_EDGES = 0.95  # around a die's middle: walls and all of it lie within
_MOST_COVERED = 0.2  # of windows around dice: their silhouettes cover 0.15 to 0.18


@dataclass(frozen=True, slots=True, eq=False)
class Seen:
    """What stands out around each die: windows at half size, and their corners in the picture.

    contrast : grey levels by which dice differ from the empty tray.
    """

    masks: list[Mask]
    corners_px: list[tuple[int, int]]
    contrast: float


def resized(pose: Pose, before: float, after: float) -> Pose:
    """Give the pose for another distance of the pips: the same picture, other die edges."""
    factor = after / before
    camera = replace(pose.camera, height=(pose.camera.height - 1) * factor + 1)
    dice = pose.dice.copy()
    dice[:, :2] *= factor
    return replace(pose, camera=camera, dice=dice)


def best_offset(seen: Seen, pose: Pose, offsets: Doubles = USUAL_OFFSETS) -> tuple[float, float]:
    """Give the distance of the pips (edges) that fits the silhouettes best, and the area where
    they then differ, in faces, in the mean; the pose is one of pips 0.25 edges apart.

    offsets : the distances that are tried, rising.
    """
    costs = np.array([_cost(seen, resized(pose, 0.25, float(q))) for q in offsets])
    k = int(np.argmin(costs))
    if not 0 < k < len(costs) - 1:
        return float(offsets[k]), float(costs[k])
    before, at, after = costs[k - 1 : k + 2]
    bend = max(float(before - 2 * at + after), 1e-9)
    shift = float(np.clip(0.5 * (before - after) / bend, -0.5, 0.5))
    least = float(at) - bend * shift**2 / 2
    return float(offsets[k] + shift * (offsets[1] - offsets[0])), least


def _cost(seen: Seen, pose: Pose) -> float:
    """Give the area where silhouettes and what stands out differ, in faces, in the mean."""
    camera = pose.camera
    face_px = (camera.focal_px / (camera.height - 1) / 2) ** 2
    differ = 0.0
    for mask, corner, die in zip(seen.masks, seen.corners_px, pose.dice, strict=True):
        drawn = np.zeros_like(mask)
        outline = (_outline(camera, die) - np.asarray(corner)) / 2
        cv2.fillConvexPoly(drawn, np.round(outline * 16).astype(np.int32), 1, shift=4)
        differ += float(np.count_nonzero(drawn != mask))
    return differ / face_px / len(seen.masks)


def _outline(camera: Camera, die: Doubles) -> Doubles:
    square = turned(SQUARE, float(die[2])) + die[:2]
    corners = np.concatenate([to_picture(camera, square, 1.0), to_picture(camera, square, 0.0)])
    return np.asarray(cv2.convexHull(corners.astype(np.float32))[:, 0, :], dtype=np.float64)


def seen_silhouettes(
    pictures: list[NDArray[np.uint8]], empty_bgr: NDArray[np.uint8], frames: list[int], pose: Pose
) -> Seen | None:
    """Give what stands out around the dice at a pose, the picture of each die being `frames`.

    Returns None where the dice stand out too little from the tray.
    """
    smalls, small_empty = [_half(bgr) for bgr in pictures], _half(empty_bgr)
    edge = pose.camera.focal_px / (pose.camera.height - 1) / 2
    middles = np.array([to_picture(pose.camera, die[None, :2], 0.5)[0] / 2 for die in pose.dice])
    reach = round(_WINDOW_EDGES * edge)
    corners = np.maximum(np.round(middles).astype(int) - reach, 0).tolist()

    def windows(tint: Tint | None) -> list[Floats]:
        stranges = [_strange(small, small_empty, tint) for small in smalls]
        places = zip(frames, corners, strict=True)
        return [stranges[k][y : y + 2 * reach, x : x + 2 * reach] for k, (x, y) in places]

    around = windows(None)
    tint = _tint(smalls, small_empty, middles, np.array(frames), edge)
    if _holds_shadows(around) and tint is not None:
        around = windows(tint)
    usual = _contrast(around)
    contrast = max(usual, _contrast_of_small(around))
    if contrast < _LEAST_CONTRAST:
        return None
    level = _PART_OF_CONTRAST * max(usual, _LEAST_CONTRAST)
    masks = [_main_part((window > level).astype(np.uint8)) for window in around]
    if np.median([mask.sum() for mask in masks]) < 0.6 * edge**2:
        return None
    return Seen(masks, [(2 * x, 2 * y) for x, y in corners], contrast)


def _strange(bgr: Picture, empty_bgr: Picture, tint: Tint | None) -> Floats:
    return strangeness_to(bgr, empty_bgr, exposure_gain(bgr, empty_bgr), tint)


def _contrast(windows: list[Floats]) -> float:
    return float(np.median([np.percentile(window, 90) for window in windows]))


def _contrast_of_small(windows: list[Floats]) -> float:
    """Give by how much dice stand out that fill less of their windows than is usual, else 0.

    Windows are as large as the distance of the pips tells, until the dice's own size is known.
    """
    floor, few = np.median([np.percentile(window, (85, 93)) for window in windows], axis=0)
    return float(few) if floor < _NOTHING * few else 0.0


def _holds_shadows(windows: list[Floats]) -> bool:
    """Tell whether so much stands out around dice as no flat die covers."""
    level = _PART_OF_CONTRAST * _contrast(windows)
    return float(np.median([(window > level).mean() for window in windows])) > _MOST_COVERED


def _tint(
    pictures: list[Picture],
    empty_bgr: Picture,
    middles_px: Doubles,
    frames: NDArray[np.int64],
    edge_px: float,
) -> Tint | None:
    """Give the tint of the shadows around dice in the pictures that hold them."""
    shares = []
    for k, bgr in enumerate(pictures):
        around, dice = (np.zeros(bgr.shape[:2], np.uint8) for _ in range(2))
        for middle in np.round(middles_px[frames == k]).astype(int).tolist():
            cv2.circle(around, middle, round(_WINDOW_EDGES * edge_px), 1, -1)
            cv2.circle(dice, middle, round(_DIE_EDGES * edge_px), 1, -1)
        shares.append(shares_of_light(bgr, empty_bgr, around > dice))
    return tint_of_shares(np.concatenate(shares))


def _main_part(mask: Mask) -> Mask:
    """Give the part in the middle, with its holes (pips) filled."""
    outlines, _ = cv2.findContours(mask, cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_NONE)
    part = np.zeros_like(mask)
    if outlines:
        cv2.drawContours(part, [max(outlines, key=cv2.contourArea)], -1, 1, -1)
    return part


def _half(bgr: NDArray[np.uint8]) -> NDArray[np.uint8]:
    size = (bgr.shape[1] // 2, bgr.shape[0] // 2)
    return np.asarray(cv2.resize(bgr, size, interpolation=cv2.INTER_AREA), dtype=np.uint8)
