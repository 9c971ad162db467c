"""Lines that are straight in truth and bent in the picture: the sides of the tray.

How far they are from straight tells how the lens bends; how far opposite ones are from parallel
tells how the camera is tilted. May import: numpy, cv2, calibration.lenses, vision.
"""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from calibration.lenses import USUAL_K2
from vision.calibration_values import Camera
from vision.tray.geometry import to_floor
from vision.tray.lens import straightened
from vision.types import Point

Doubles = NDArray[np.float64]

_POINTS = 56  # looked at along a side
_PART = 0.06  # of a side at each corner that is left out
_REACH_PX, _STEP_PX = 30.0, 1.0  # to both sides of the outline (of 1280 px wide pictures)
_APART_PX = 2.0  # an edge is a step of brightness over twice that
_JUMP = 3  # steps that an edge may move from point to point
_JUMP_COST = 0.004  # of an edge's clearness, 0..1, times the jump squared
_HALF_CLEAR = 0.3  # logarithmic brightness that is half as clear as can be
_LEAST_CLEAR = 0.12
_SHORTEST = 0.06  # of the picture's width
_K1S = np.arange(-0.42, 0.121, 0.02)
_STRAIGHT_PX = 0.8  # root mean square of what is left of a straight side's bend
_TRIMMED = 0.85  # of the points that lie best count
_LEAST_SIDES = 3
_ALIKE_PX = 6.0  # points along an edge that share one error
_BOWED = 6.0  # points that a side counts for at most: it may itself be bowed by a quarter pixel
_POINT_SIGMA_PX = 0.5  # as exactly as they are found
_CRAFT_RAD = 0.0025  # by which opposite sides of trays are not parallel; 0.0023 in eleven renders
_OPPOSITE_RAD = 0.26  # by which a tilted camera sees opposite sides turned, at most


@dataclass(frozen=True, slots=True, eq=False)
class Sides:
    """Points along sides that are straight in truth, and the lens that makes them so.

    points_px : shape (N, 2). side : which side each point lies on, 0.., shape (N,).
    weight : of each point, as an edge is only as many measurements as its errors are apart.
    focal_px, k1 : the bending that makes them straight; k2 is its usual part.
    opposite : pairs of sides that face each other, shape (K, 2).
    opposite_rad : how exactly each pair's directions are known, and are parallel, shape (K,).
    """

    points_px: Doubles
    side: NDArray[np.int64]
    weight: Doubles
    focal_px: float
    k1: float
    opposite: NDArray[np.int64]
    opposite_rad: Doubles

    def bends(self, centre_px: Point, focal_px: float, k1: float, k2: float) -> Doubles:
        """Give how far each point is from its line when the lens is undone: weighted pixels."""
        away = _from_lines(_undone(self.points_px, centre_px, focal_px, k1, k2), self.side)
        return np.asarray(away * self.weight, dtype=np.float64)

    def unparallel(self, camera: Camera) -> Doubles:
        """Give by how much opposite sides are turned on the floor that a camera sees: sigmas.

        Foot, edge and shadow of a level wall are parallel, so that it does not matter which of
        them was traced, nor how high it lies: another height only makes the floor larger.
        """
        if len(self.opposite) == 0:
            return np.zeros(0)
        direction = self.directions(camera)
        turned = direction[self.opposite[:, 0]] - direction[self.opposite[:, 1]]
        return np.asarray((turned - np.pi * np.round(turned / np.pi)) / self.opposite_rad)

    @property
    def is_whole(self) -> bool:
        """Whether each side has its opposite one, so that they tell the whole tilt; or no sides."""
        return len(set(self.side.tolist())) == 2 * len(self.opposite)

    def directions(self, camera: Camera) -> Doubles:
        """Give the directions of the sides on the floor that a camera sees, in radians."""
        return _directions(to_floor(camera, self.points_px), self.side)


_NONE = np.zeros((0, 2), np.int64)
NO_SIDES = Sides(np.zeros((0, 2)), np.zeros(0, np.int64), np.zeros(0), 1.0, 0.0, _NONE, np.zeros(0))


def straight_sides(
    empty_bgr: NDArray[np.uint8], outline_px: tuple[Point, ...], focals_px: tuple[float, ...]
) -> Sides:
    """Give the sides of the tray that some lens makes straight; none for a round tray.

    focals_px : focal lengths that the lens may have; the one that fits best is taken.
    """
    height, width = empty_bgr.shape[:2]
    centre = ((width - 1) / 2, (height - 1) / 2)
    corners = np.array(outline_px)
    long_enough = [
        (a, b)
        for a, b in zip(corners, np.roll(corners, -1, axis=0), strict=True)
        if np.linalg.norm(b - a) > _SHORTEST * width
    ]
    relative = np.log(cv2.GaussianBlur(empty_bgr, (0, 0), 1.0).astype(np.float32) + 12.0)
    traced = [_traced(relative, a, b, width / 1280) for a, b in long_enough]
    lines = [line for line in traced if line is not None]
    if len(lines) < max(_LEAST_SIDES, len(long_enough) / 2):
        return NO_SIDES
    limit = _STRAIGHT_PX * max(width / 1280, 0.5)
    bendings = [(focal_px, float(k1)) for focal_px in focals_px for k1 in _K1S]
    rests = np.array([[_rest_px(line, centre, *one) for line in lines] for one in bendings])
    k = int(np.argmin(np.minimum(rests, 2 * limit).sum(1)))
    good = [
        _trimmed(line, centre, *bendings[k])
        for line, rest in zip(lines, rests[k], strict=True)
        if rest < limit
    ]
    enough = len(good) >= max(_LEAST_SIDES, len(long_enough) / 2)
    return _joined(good, *bendings[k]) if enough else NO_SIDES


def _joined(lines: list[Doubles], focal_px: float, k1: float) -> Sides:
    counts = np.array([len(line) for line in lines])
    lengths = np.array([np.linalg.norm(line[-1] - line[0]) for line in lines])
    alike = np.minimum(lengths / _ALIKE_PX / 4, _BOWED)
    weights = np.sqrt(np.minimum(1.0, alike / counts))
    side = np.repeat(np.arange(len(lines)), counts)
    points = np.concatenate(lines)
    opposite = _opposite(points, side)
    measured = np.minimum(lengths / _ALIKE_PX, counts)
    sigma = _POINT_SIGMA_PX * np.sqrt(12 / measured) / lengths
    known = np.sqrt((sigma[opposite] ** 2).sum(1) + _CRAFT_RAD**2)
    return Sides(points, side, weights[side], focal_px, k1, opposite, known)


def _opposite(points: Doubles, side: NDArray[np.int64]) -> NDArray[np.int64]:
    """Give the pairs of sides that are about parallel, with the tray between them."""
    direction = _directions(points, side)
    middles = np.stack([np.bincount(side, axis) / np.bincount(side) for axis in points.T], 1)
    tray = middles.mean(0)
    normals = np.stack([-np.sin(direction), np.cos(direction)], 1)
    beyond = ((middles - tray) * normals).sum(1)
    pairs = [
        (a, b)
        for a in range(len(middles))
        for b in range(a)
        if abs(np.sin(direction[a] - direction[b])) < np.sin(_OPPOSITE_RAD)
        and beyond[a] * beyond[b] * np.cos(direction[a] - direction[b]) < 0
    ]
    return np.array(pairs, np.int64).reshape(-1, 2)


def _traced(relative: NDArray[np.float32], a: Doubles, b: Doubles, unit: float) -> Doubles | None:
    """Give points of the clearest line that goes along a side, however it is bent."""
    along = (b - a) / np.linalg.norm(b - a)
    normal = np.array([along[1], -along[0]])
    part = np.linspace(_PART, 1 - _PART, _POINTS)[:, None, None]
    steps = np.arange(-_REACH_PX, _REACH_PX + 0.5, _STEP_PX) * unit
    at = a + (b - a) * part + normal * steps[None, :, None]
    apart = normal * _APART_PX * unit
    change = np.linalg.norm(_sampled(relative, at + apart) - _sampled(relative, at - apart), axis=2)
    clear = change / (change + _HALF_CLEAR)  # strong edges are all about alike
    path = _clearest_path(clear)
    rows = np.arange(_POINTS)
    if float(np.median(clear[rows, path])) < _LEAST_CLEAR:
        return None
    exact = steps[path] + _summit(change, path) * _STEP_PX * unit
    inner = (path > 1) & (path < len(steps) - 2) & (clear[rows, path] > _LEAST_CLEAR / 2)
    points = (a + (b - a) * part[:, 0] + normal * exact[:, None])[inner]
    return points if len(points) > _POINTS // 2 else None


def _clearest_path(clear: NDArray[np.float32]) -> NDArray[np.int64]:
    """Give the column in each row so that the way is clear and does not jump (Viterbi)."""
    rows, columns = clear.shape
    best = clear[0].astype(np.float64)
    came = np.zeros((rows, columns), np.int64)
    jumps = np.arange(-_JUMP, _JUMP + 1)
    for row in range(1, rows):
        padded = np.pad(best, _JUMP, constant_values=-np.inf)
        options = np.stack(
            [padded[_JUMP + j : _JUMP + j + columns] - _JUMP_COST * j * j for j in jumps]
        )
        pick = options.argmax(0)
        came[row] = np.arange(columns) + jumps[pick]
        best = options.max(0) + clear[row]
    path = np.zeros(rows, np.int64)
    path[-1] = int(best.argmax())
    for row in range(rows - 1, 0, -1):
        path[row - 1] = came[row, path[row]]
    return path


def _summit(change: NDArray[np.float32], path: NDArray[np.int64]) -> Doubles:
    """Give how far the exact maximum is from the path, in steps, -0.5..0.5."""
    rows = np.arange(len(path))
    middle = np.clip(path, 1, change.shape[1] - 2)
    before, at, after = (change[rows, middle + d].astype(np.float64) for d in (-1, 0, 1))
    bend = np.maximum(2 * at - before - after, 1e-6)
    return np.asarray(np.clip(0.5 * (after - before) / bend, -0.5, 0.5), dtype=np.float64)


def _sampled(picture: NDArray[np.float32], points: Doubles) -> NDArray[np.float32]:
    x, y = (np.ascontiguousarray(points[..., k], dtype=np.float32) for k in (0, 1))
    cut = cv2.remap(picture, x, y, cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
    return np.asarray(cut, dtype=np.float32)


def _undone(line: Doubles, centre_px: Point, focal_px: float, k1: float, k2: float) -> Doubles:
    return straightened((line - np.asarray(centre_px)) / focal_px, k1, k2) * focal_px


def _from_lines(points: Doubles, side: NDArray[np.int64]) -> Doubles:
    """Give the signed distance of each point from the line that fits its side best."""
    x, y = _around(points, side).T
    angle = _directions(points, side)[side]
    return np.asarray(y * np.cos(angle) - x * np.sin(angle), dtype=np.float64)


def _directions(points: Doubles, side: NDArray[np.int64]) -> Doubles:
    """Give the direction of the line that fits each side best, in radians."""
    x, y = _around(points, side).T
    xx, xy, yy = (np.bincount(side, product) for product in (x * x, x * y, y * y))
    return np.asarray(np.arctan2(2 * xy, xx - yy) / 2, dtype=np.float64)


def _around(points: Doubles, side: NDArray[np.int64]) -> Doubles:
    count = np.maximum(np.bincount(side), 1)
    middles = np.stack([np.bincount(side, axis) / count for axis in points.T], 1)
    return np.asarray(points - middles[side], dtype=np.float64)


def _from_line(points: Doubles) -> Doubles:
    return _from_lines(points, np.zeros(len(points), np.int64))


def _rest_px(line: Doubles, centre_px: Point, focal_px: float, k1: float) -> float:
    """Give the root mean square of what bend is left, the worst points left out."""
    away = _from_line(_undone(_trimmed(line, centre_px, focal_px, k1), centre_px, focal_px, k1,
                              USUAL_K2 * k1))  # fmt: skip
    return float(np.sqrt((away**2).mean()))


def _trimmed(line: Doubles, centre_px: Point, focal_px: float, k1: float) -> Doubles:
    """Give the points that lie best when the lens is undone."""
    away = np.abs(_from_line(_undone(line, centre_px, focal_px, k1, USUAL_K2 * k1)))
    kept: Doubles = line[away <= np.quantile(away, _TRIMMED)]
    return kept
