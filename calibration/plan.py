"""The empty tray as a plan: its floor from straight above, and what tells floor from wall there.

May import: numpy, cv2, vision.
"""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.calibration_values import Camera
from vision.tray.geometry import edge_px, to_floor, to_picture

Doubles = NDArray[np.float64]
Floats = NDArray[np.float32]
Mask = NDArray[np.uint8]

PX = 10.0  # pixels of the plan that an edge of a die has
_MOST_EDGES = 36.0  # width of the plan
_FINE, _COARSE = 1.0, 2.6  # blur of the picture before its steepness is measured, in pixels
_DARK = 8.0  # grey levels that are added: in the dark, ratios mean little
_USUAL, _LEAST_STEEP = 97.0, 0.006  # percentile of the floor's steepness, and the least of it
_DARKEST, _BRIGHTEST = 0.25, 1.5  # what shadow and light make of the floor
_SPREAD, _LEAST_SPREAD, _NOISE_LEVELS = 90.0, 0.012, 2.5
_UNLIKE = 2.0  # from here on it is not the floor in any light
_NOWHERE = 9.0
_GAP = np.ones((5, 5), np.uint8)


@dataclass(frozen=True, slots=True, eq=False)
class Plan:
    """The floor from above.

    low_uv : floor coordinates of pixel (0, 0).
    known_px : where dice were lying, so that there is floor: shape (N, 2).
    valid : float32 (H, W), 1 where the picture shows the plan.
    unlike : float32 (H, W), how far the colour is from the floor's in any light; 1 is usual for
        the floor.
    tone : float32 (H, W, 3), the logarithm of the colours.
    fine, coarse : float32 (H, W, 2), how steeply the brightest-changing channel changes, over
        what is usual on the floor.
    known : uint8 (H, W), 1 between the places where dice were lying.
    """

    low_uv: Doubles
    known_px: Doubles
    valid: Floats
    unlike: Floats
    tone: Floats
    fine: Floats
    coarse: Floats
    known: Mask

    def around_known(self, edges: float) -> Doubles:
        """Give an outline so many edges around the places where dice were lying: (N, 2)."""
        hull = cv2.convexHull(self.known_px.astype(np.float32))[:, 0].astype(np.float64)
        away = hull - hull.mean(0)
        away /= np.maximum(np.linalg.norm(away, axis=1, keepdims=True), 1e-9)
        return np.asarray(hull + edges * PX * away, dtype=np.float64)

    def colours(self) -> Floats:
        """Give the colours, slightly blurred: (H, W, 3)."""
        return np.asarray(np.exp(self.tone) - np.float32(_DARK), dtype=np.float32)

    def to_uv(self, xy_px: Doubles) -> Doubles:
        """Give the floor coordinates of the plan's pixels."""
        return np.asarray(xy_px / PX + self.low_uv, dtype=np.float64)

    def to_px(self, uv: Doubles) -> Doubles:
        """Give the plan's pixels of floor coordinates."""
        return np.asarray((uv - self.low_uv) * PX, dtype=np.float64)


def plan_of(empty_bgr: NDArray[np.uint8], inside_px: Doubles, camera: Camera) -> Plan:
    """Give the plan of a tray.

    inside_px : where the tops of dice were seen that lay on the floor, shape (N, 2).
    """
    dice = to_floor(camera, inside_px, 1.0)
    low, size = _extent(empty_bgr.shape, dice.mean(0), camera)
    bgr, valid = _from_above(empty_bgr, low, size, camera)
    at = (dice - low) * PX
    known = np.zeros(bgr.shape[:2], np.uint8)
    cv2.fillConvexPoly(known, cv2.convexHull(at.astype(np.float32)).astype(np.int32), 1)
    known = np.asarray(cv2.dilate(known, np.ones((int(PX) | 1,) * 2, np.uint8)), dtype=np.uint8)
    unlike = _unlike(bgr, known)
    unlike[valid == 0] = _NOWHERE
    tone, blurred = (_tone(bgr, sigma_px) for sigma_px in (_FINE, _COARSE))
    fine, coarse = (_steepness(one, valid, known) for one in (tone, blurred))
    return Plan(low, at, valid, unlike, tone, fine, coarse, known)


def like_floor(plan: Plan) -> Doubles:
    """Give the convex outline of what looks like the floor around the known places: (N, 2)."""
    like = ((plan.unlike < _UNLIKE) & (plan.valid > 0)).astype(np.uint8)
    like = np.asarray(cv2.morphologyEx(like, cv2.MORPH_OPEN, _GAP), dtype=np.uint8)
    hull = cv2.convexHull(outline_around_known(plan, like))
    return np.asarray(hull[:, 0], dtype=np.float64)


def outline_around_known(plan: Plan, like: Mask) -> NDArray[np.int32]:
    """Give the outline of what is joined with the known places: contour of shape (N, 1, 2).

    like : shape (H, W), 1 where the plan is like the floor in one way or another.
    """
    _, labels = cv2.connectedComponents(like | plan.known, connectivity=4)
    mine = (labels == np.bincount(labels[plan.known > 0]).argmax()).astype(np.uint8)
    outlines, _ = cv2.findContours(mine, cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_NONE)
    return np.asarray(max(outlines, key=cv2.contourArea), dtype=np.int32)


def _extent(
    shape: tuple[int, ...], middle: Doubles, camera: Camera
) -> tuple[Doubles, tuple[int, int]]:
    """Give the corner of the plan, and its width and height in pixels."""
    columns, rows = (0.0, (shape[1] - 1) / 2, shape[1] - 1.0), (0.0, shape[0] - 1.0)
    border = to_floor(camera, np.array([(x, y) for x in columns for y in rows]))
    low = np.maximum(border.min(0), middle - _MOST_EDGES / 2)
    high = np.minimum(border.max(0), middle + _MOST_EDGES / 2)
    width, height = np.ceil((high - low) * PX).astype(int)
    return low, (int(width), int(height))


def _from_above(
    bgr: NDArray[np.uint8], low: Doubles, size: tuple[int, int], camera: Camera
) -> tuple[Floats, Floats]:
    shrink = max(1, int(0.8 * edge_px(camera) / PX))
    small = (bgr.shape[1] // shrink, bgr.shape[0] // shrink)
    x, y = np.meshgrid(np.arange(size[0]), np.arange(size[1]))
    at = to_picture(camera, np.stack([x, y], axis=-1) / PX + low)
    inside = ((at > 1) & (at < np.array([bgr.shape[1] - 2, bgr.shape[0] - 2]))).all(-1)
    at = ((at + 0.5) / shrink - 0.5).astype(np.float32)
    shrunken = cv2.resize(bgr, small, interpolation=cv2.INTER_AREA)
    seen = cv2.remap(shrunken, at[..., 0], at[..., 1], cv2.INTER_LINEAR)
    return np.asarray(seen, dtype=np.float32), np.asarray(inside, dtype=np.float32)


def _unlike(bgr: Floats, known: Mask) -> Floats:
    """Give how far colours are from the floor's in any light, in terms of its own spread.

    That grows with the light, up to the most that can fall on the floor: a white table around black
    felt is brighter than any of its grain.
    """
    usual = np.median(bgr[known > 0], axis=0)
    smooth = cv2.GaussianBlur(bgr, (0, 0), _FINE)
    share = np.clip(smooth @ usual / max(float(usual @ usual), 1.0), _DARKEST, _BRIGHTEST)
    apart = np.linalg.norm(smooth - share[..., None] * usual, axis=-1)
    length = np.linalg.norm(smooth, axis=-1)
    parts = (apart / np.maximum(length, 12.0))[known > 0]
    spread = max(_LEAST_SPREAD, float(np.percentile(parts, _SPREAD)))
    lit = np.minimum(length, _BRIGHTEST * max(float(np.linalg.norm(usual)), 1.0))
    return np.asarray(apart / np.hypot(spread * lit, _NOISE_LEVELS), dtype=np.float32)


def _tone(bgr: Floats, sigma_px: float) -> Floats:
    blurred = cv2.GaussianBlur(bgr, (0, 0), sigma_px) + np.float32(_DARK)
    return np.asarray(np.log(blurred), dtype=np.float32)


def _steepness(tone: Floats, valid: Floats, known: Mask) -> Floats:
    """Give the relative change of the channel that changes most, over the floor's: (H, W, 2)."""
    dx = cv2.Sobel(tone, cv2.CV_32F, 1, 0, scale=0.125)
    dy = cv2.Sobel(tone, cv2.CV_32F, 0, 1, scale=0.125)
    most = (dx * dx + dy * dy).argmax(-1)[..., None]
    steep = np.concatenate([np.take_along_axis(one, most, -1) for one in (dx, dy)], axis=-1)
    steep *= valid[..., None]
    usual = float(np.percentile(np.hypot(*np.moveaxis(steep, -1, 0))[known > 0], _USUAL))
    return np.asarray(steep / max(usual, _LEAST_STEEP), dtype=np.float32)
