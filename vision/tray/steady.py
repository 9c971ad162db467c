"""Notices that the camera was knocked since the calibration, and measures a small knock.

May import: numpy, cv2, vision.calibration_values, vision.kept, vision.tray (board, geometry,
landmarks, mapping).
"""

from __future__ import annotations

from dataclasses import dataclass, replace

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.calibration_values import Calibration
from vision.kept import kept
from vision.tray.board import board_of, empty_picture
from vision.tray.geometry import to_picture, warped
from vision.tray.landmarks import Drift, Landmarks, drift_of, landmarks_of, warp_of
from vision.tray.mapping import View

Picture = NDArray[np.uint8]
Doubles = NDArray[np.float64]
Floats = NDArray[np.float32]

_WIDTH = 160  # pixels that pictures are shrunk to for comparing
_SUSPECT_PX, _SUSPECT_CHANGE = 0.4, 0.05  # of the landmarks, before the knock is measured
_SURELY_PX, _LESS = 1.5, 0.5  # of the landmarks: real knocks drift by 1.7 and leave a third at most
_LEAST_PX, _MOST_PX, _MOST_DEG = 1.0, 45.0, 4.0  # of a 1280 pixel wide picture
_ALIKE = 0.6  # correlation below which the two pictures don't show the same place
# The same from which a camera has surely not been moved far: knocks by 18 of 1280 pixels leave 0.75
# and 0.81, lamps that moved 0.89 and more. Beside a round tray a turned picture is as much alike.
_UNMOVED = 0.86
_MOST_LEFT = 0.01  # of the width, that a coarsely measured knock may be off
_ROUNDS = 40
_SMOOTH_PX = 3  # of shrunk pictures, that are compared
_SHARPENINGS = 2
_TURNS_DEG = (-10.0, -6.0, 6.0, 10.0)  # that are tried where no smaller turn explains a picture


@dataclass(frozen=True, slots=True, eq=False)
class Knock:
    """How the camera was moved: the map from the calibrated picture to this one.

    matrix : float64 array of shape (3, 3).
    shift_px : the farthest that a corner of the middle half of the picture moved.
    small : whether pictures can be read nevertheless.
    """

    matrix: Doubles
    shift_px: float
    small: bool


def felt_drift(view: View, calibration: Calibration) -> Drift | None:
    """Give how the tray's surroundings moved on the board; None where there is little to see."""
    landmarks = _landmarks(calibration)
    return drift_of(view.at(landmarks.places), landmarks)


def looks_knocked(drift: Drift | None) -> bool:
    """Tell whether the tray's surroundings moved or changed much."""
    if drift is None:
        return False
    return drift.far_px > _SUSPECT_PX or drift.changed > _SUSPECT_CHANGE


def explains(drift: Drift | None, undone: View, calibration: Calibration) -> bool:
    """Tell whether the tray's surroundings fit better after a knock was undone.

    drift : by how much they had moved before.

    A lamp that moved takes shadows and lit edges along, which looks like a slight knock; undone, it
    leaves the surroundings no nearer to where they were.
    """
    if drift is None or drift.far_px > _SURELY_PX:
        return True
    landmarks = _landmarks(calibration)
    left = drift_of(undone.at(undone.mapping.places(landmarks.flat)), landmarks)
    return left is None or left.far_px < _LESS * drift.far_px


@kept
def _landmarks(calibration: Calibration) -> Landmarks:
    return landmarks_of(board_of(calibration))


def measure_knock(bgr: Picture, calibration: Calibration) -> Knock | None:
    """Give how the camera was moved, or None if it was not, or something else changed."""
    now = _edges(bgr)
    before, mask = _before(calibration)
    found = _motion(before, now, mask, _turned(before, now, 0.0)[1])
    if found is None:  # turned too far to be felt from where it stood
        trials = [_turned(before, now, turn_deg) for turn_deg in _TURNS_DEG]
        found = _motion(before, now, mask, max(trials, key=lambda trial: trial[0])[1])
    if found is None:
        return None
    matrix = np.eye(3)
    matrix[:2] = found
    matrix[:2, 2] *= bgr.shape[1] / _WIDTH
    shift_px = _farthest(matrix, bgr.shape[1], bgr.shape[0]) * 1280 / bgr.shape[1]
    if shift_px < _LEAST_PX:
        return None
    turn_deg = float(np.degrees(np.arctan2(matrix[1, 0], matrix[0, 0])))
    small = shift_px < _MOST_PX and abs(turn_deg) < _MOST_DEG
    if not small and cv2.computeECC(before, now, mask) > _UNMOVED:
        return None
    return Knock(matrix, shift_px, small)


def _turned(before: Floats, now: Floats, turn_deg: float) -> tuple[float, Floats]:
    """Give how well a turn and the shift that suits it explain a picture, and both as a map."""
    height, width = before.shape
    start = cv2.getRotationMatrix2D(((width - 1) / 2, (height - 1) / 2), turn_deg, 1.0)
    turned = cv2.warpAffine(before, start, (width, height)) if turn_deg else before
    (dx, dy), alike = cv2.phaseCorrelate(turned.astype(np.float64), now.astype(np.float64))
    start[:, 2] += np.array([dx, dy])
    return alike, start.astype(np.float32)


def _motion(before: Floats, now: Floats, mask: NDArray[np.uint8], start: Floats) -> Floats | None:
    """Give the shift and turn between two pictures near a first guess, if they are alike then."""
    stop = (cv2.TERM_CRITERIA_EPS | cv2.TERM_CRITERIA_COUNT, _ROUNDS, 1e-4)
    # Not `findTransformECC`: by its mask some pictures come to no end, and three levels more in one
    # pixel changed what it gave by 4 pixels.
    everywhere = np.ones_like(mask)
    try:
        alike, found = cv2.findTransformECCWithMask(
            before, now, mask, everywhere, start, cv2.MOTION_EUCLIDEAN, stop, _SMOOTH_PX
        )
    except cv2.error:  # it does not converge on pictures that have nothing in common
        return None
    return None if alike < _ALIKE else np.asarray(found, dtype=np.float32)


def sharpened(bgr: Picture, calibration: Calibration, knock: Knock) -> Knock:
    """Give a knock more exactly: a camera that was tilted sees planes through perspective maps.

    What is left after the coarse shift and turn is measured at the landmarks, and once more what
    is left then: slopes tell a shift of a pixel only nearly.
    """
    for _ in range(_SHARPENINGS):
        nearer = _sharpened(bgr, calibration, knock)
        if nearer is None:
            break
        knock = nearer
    return knock


def _sharpened(bgr: Picture, calibration: Calibration, knock: Knock) -> Knock | None:
    """Give a knock with what the landmarks show to be left of it; None where they don't tell."""
    landmarks, at_px = _landmarks(calibration), _places_px(calibration)
    there = warped(knock.matrix, at_px).astype(np.float32).reshape(-1, 9, 2)
    x, y, border = there[..., 0], there[..., 1], cv2.BORDER_REPLICATE
    seen = cv2.remap(bgr, x, y, cv2.INTER_LINEAR, borderMode=border)
    warp = warp_of(np.asarray(seen, np.uint8), landmarks)
    if warp is None:
        return None
    grid_px = _grid(board_of(calibration).floor.shape)
    before = _on_picture(calibration, grid_px)
    after = _on_picture(calibration, warped(warp, grid_px))
    if np.abs(after - before).max() > _MOST_LEFT * bgr.shape[1]:
        return None
    matrix, _ = cv2.findHomography(before, warped(knock.matrix, after))
    return replace(knock, matrix=np.asarray(matrix, np.float64))


@kept
def _places_px(calibration: Calibration) -> Doubles:
    """Give where the camera, as calibrated, sees the landmarks' places: shape (N, 2)."""
    width = board_of(calibration).floor.shape[1]
    rows, columns = np.divmod(_landmarks(calibration).flat.ravel(), width)
    return _on_picture(calibration, np.stack([columns, rows], axis=1).astype(np.float64))


def _on_picture(calibration: Calibration, at_px: Doubles) -> Doubles:
    """Give where the camera, as calibrated, sees points of the board."""
    return to_picture(calibration.camera, board_of(calibration).to_uv(at_px), 1.0)


def _grid(shape: tuple[int, ...]) -> Doubles:
    x, y = np.meshgrid(np.linspace(0, shape[1], 5), np.linspace(0, shape[0], 5))
    return np.stack([x.ravel(), y.ravel()], axis=1)


def _farthest(matrix: Doubles, width: int, height: int) -> float:
    x, y = np.meshgrid([width / 4, 3 * width / 4], [height / 4, 3 * height / 4])
    points = np.stack([x.ravel(), y.ravel()], axis=1)
    return float(np.linalg.norm(warped(matrix, points) - points, axis=1).max())


def _edges(bgr: Picture) -> NDArray[np.float32]:
    """Give where the picture changes, shrunk: light and shade matter less than edges."""
    size, small = (_WIDTH, round(bgr.shape[0] * _WIDTH / bgr.shape[1])), bgr
    while small.shape[1] >= 2 * _WIDTH and small.shape[0] > 1:  # quicker than at once
        half = (small.shape[1] // 2, small.shape[0] // 2)
        small = np.asarray(cv2.resize(small, half, interpolation=cv2.INTER_AREA), np.uint8)
    small = np.asarray(cv2.resize(small, size, interpolation=cv2.INTER_AREA), np.uint8)
    gray = cv2.GaussianBlur(cv2.cvtColor(small, cv2.COLOR_BGR2GRAY), (0, 0), 1.0)
    relative = np.log(gray.astype(np.float32) + 12.0)
    dx = cv2.Sobel(relative, cv2.CV_32F, 1, 0)
    dy = cv2.Sobel(relative, cv2.CV_32F, 0, 1)
    return np.asarray(np.minimum(cv2.magnitude(dx, dy), 2.0), dtype=np.float32)


@kept
def _before(calibration: Calibration) -> tuple[NDArray[np.float32], NDArray[np.uint8]]:
    """Give the edges of the empty tray's picture, and a mask of what the dice don't cover."""
    edges = _edges(empty_picture(calibration))
    mask = np.ones(edges.shape, np.uint8)
    scale = _WIDTH / calibration.size_px[0]
    outline = np.round(np.array(calibration.tray_px) * scale).astype(np.int32)
    cv2.fillPoly(mask, [outline], 0)
    return edges, mask
