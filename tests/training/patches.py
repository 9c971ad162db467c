"""From pictures with truth to the patches that the face reader learns from.

A source is a generous crop around a die (or around nothing); a sample is one warped, noisy,
48x48 view of a source, made anew each time.
"""

from __future__ import annotations

import json
import pickle
from collections.abc import Iterator
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from tests.training.clutter import blank_thing
from tests.training.degrade import cover, degrade, sized
from tests.training.worlds import World

Array = NDArray[Any]
Rng = np.random.Generator

SIDE = 48
MARGIN = 1.3
CROP = 128
CROP_FACE = 46.0
NONE = 6
SIX = 5
TRAIN_SETS = ("d0_", "d1_", "d2_", "d3_", "d5_", "d9_")


@dataclass(frozen=True, slots=True)
class Source:
    """A crop (CROP, CROP, 3), the face's corners in it, its class 0..5 or NONE, red 1, 0, -1.

    loose : far enough from any die that every view of it shows no face.
    """

    bgr: Array
    corners: Array
    label: int
    red: int
    loose: bool = False


def _crop(bgr: Array, corners: Array, label: int, red: int, *, loose: bool = False) -> Source:
    centre = corners.mean(axis=0)
    side = np.sqrt(max(abs(cv2.contourArea(corners.astype(np.float32))), 16.0))
    scale = min(1.6, CROP_FACE / side)
    shift = np.array([CROP / 2, CROP / 2]) - centre * scale
    matrix = np.array([[scale, 0, shift[0]], [0, scale, shift[1]]], np.float32)
    if scale < 0.8:
        bgr = cv2.GaussianBlur(bgr, (0, 0), 0.42 / scale)
    view = cv2.warpAffine(bgr, matrix, (CROP, CROP), borderMode=cv2.BORDER_REFLECT_101)
    return Source(view, (corners * scale + shift).astype(np.float32), label, red, loose)


def _in_view(corners: Array, shape: tuple[int, ...]) -> bool:
    height, width = shape[:2]
    return bool((corners >= 0).all() and (corners < (width, height)).all())


def _square(centre: Array, side: float) -> Array:
    half = np.array([[-1, -1], [1, -1], [1, 1], [-1, 1]], np.float32) * side / 2
    return np.asarray(half + centre, np.float32)


def _empty_places(rng: Rng, shape: tuple[int, ...], centres: Array, side: float) -> Iterator[Array]:
    for _ in range(3):
        place = rng.uniform(0.05, 0.95, 2) * (shape[1], shape[0])
        if not len(centres) or np.hypot(*(centres - place).T).min() > 1.9 * side:
            yield _square(place, side * rng.uniform(0.5, 1.5))


def sources_of_world(rng: Rng, world: World) -> list[Source]:
    """The dice of a world that are in view, and some places without dice."""
    bgr, found = world.bgr(), []
    centres = np.array([mark.cube_px.mean(axis=0) for mark in world.marks])
    side = 50.0
    for mark in world.marks:
        if _in_view(mark.corners_px, bgr.shape):
            label = mark.value - 1 if mark.value else NONE
            red = mark.red if mark.value else -1
            side = float(np.sqrt(abs(cv2.contourArea(mark.corners_px))))
            found.append(_crop(bgr, mark.corners_px, label, red))
    for place in _empty_places(rng, bgr.shape, centres, side):
        found.append(_crop(bgr, place, NONE, -1, loose=True))
    return found


def _render_label(die: dict[str, Any]) -> int | None:
    """The class of a die in a rendered frame; None when it is arguable."""
    if die["value"] and die["visible_top"] > 0.96 and not die["moving"] and die["tilt_deg"] < 4:
        return int(die["value"]) - 1
    if die["tilt_deg"] > 20 or die["visible_top"] < 0.6:
        return NONE
    return None


def sources_of_render(rng: Rng, folder: Path) -> list[Source]:
    """The same for one ray-traced installation."""
    found = []
    for frame in json.loads((folder / "truth.json").read_text())["frames"].values():
        if frame["kind"] == "moving":
            continue
        bgr = cv2.imread(str(folder / frame["file"]))
        dice = [die for die in frame["dice"] if _in_view(np.array(die["corners_px"]), bgr.shape)]
        for die in dice:
            label = _render_label(die)
            if label is not None:
                corners = np.array(die["corners_px"], np.float32)
                red = int(die["red"] or 0) if label != NONE else -1
                found.append(_crop(bgr, corners, label, red))
        centres = np.array([die["center_px"] for die in frame["dice"]]).reshape(-1, 2)
        if not frame.get("hand"):
            for place in _empty_places(rng, bgr.shape, centres, 42):
                found.append(_crop(bgr, place, NONE, -1, loose=True))
    return found


def load_worlds(folder: Path) -> list[World]:
    """All worlds of the shards in a folder, in order."""
    return [world for path in sorted(folder.glob("*.pickle")) for world in _shard(path)]


def _shard(path: Path) -> list[World]:
    worlds: list[World] = pickle.loads(path.read_bytes())
    return worlds


@dataclass(frozen=True, slots=True)
class Sample:
    """A view: patch (SIDE, SIDE, 3), class, red, and where the face is in it.

    fine : dx, dy (fractions of the face), log of its size, cos and sin of four times its angle.
    """

    bgr: Array
    label: int
    red: int
    fine: Array


_UNIT = np.array([[-0.5, -0.5], [0.5, -0.5], [0.5, 0.5], [-0.5, 0.5]], np.float32)


def _affine_of(corners: Array, *, true_shape: bool) -> Array:
    """The (2, 2) matrix from the unit square to the face, or to the square of its area."""
    u = (corners[1] + corners[2] - corners[0] - corners[3]) / 2
    v = (corners[2] + corners[3] - corners[0] - corners[1]) / 2
    matrix = np.stack([u, v], axis=1)
    left, stretch, _ = np.linalg.svd(matrix)
    if true_shape or stretch[1] / stretch[0] < 0.62:
        return np.asarray(left @ np.diag(stretch) @ left.T)
    return np.asarray(np.eye(2) * np.sqrt(stretch[0] * stretch[1]))


def sample(rng: Rng, source: Source, *, noisy: bool = True) -> Sample | None:
    """One random view of a source; None when it would be arguable what it shows."""
    centre, label, red = source.corners.mean(axis=0), source.label, source.red
    frame = _affine_of(source.corners, true_shape=rng.random() < 0.75)
    reach = 0.13 if rng.random() < 0.6 else 0.19
    offset, grow = rng.uniform(-reach, reach, 2), float(np.exp(rng.uniform(-reach, reach)))
    if label != NONE and rng.random() < 0.22:
        label, red, offset, grow = _spoil(rng, offset, grow)
    if label not in (0, NONE) and rng.random() < (0.75 if label == SIX else 0.4):
        source = replace(source, bgr=_spread(rng, source))
    angle = rng.uniform(0, 2 * np.pi)
    spin = np.array([[np.cos(angle), -np.sin(angle)], [np.sin(angle), np.cos(angle)]])
    bend = np.eye(2) + rng.normal(0, 0.035, (2, 2))
    to_source = frame @ spin @ bend * grow
    if source.loose:
        to_source = to_source * rng.uniform(0.5, 1.0)
        if rng.random() < 0.4:
            source = replace(source, bgr=source.bgr.copy())
            wide = float(np.sqrt(abs(np.linalg.det(to_source)))) * rng.uniform(0.7, 1.3)
            blank_thing(rng, source.bgr, (float(centre[0]), float(centre[1])), wide)
    middle = centre + to_source @ offset
    face = np.linalg.inv(to_source) @ (source.corners - middle).T
    side_px = float(np.exp(rng.uniform(np.log(13), np.log(46))))
    patch = _view(source.bgr, to_source, middle, side_px)
    if noisy:
        patch = degrade(rng, patch)
    patch, label, red = cover(rng, patch, label, red, NONE)
    if label != NONE:
        contrast = _contrast(patch)
        if contrast < 22:
            label, red = NONE, -1
            if contrast > 13:
                return None
    return Sample(sized(rng, patch, SIDE), label, red, _fine(face.T))


def _spread(rng: Rng, source: Source) -> Array:
    """The source with its pips nearer together or farther apart along either axis of the face.

    The outline stays: makers place pips differently, above all the two rows of a six.
    """
    more = rng.uniform(-0.3, 0.3, 2)
    if source.label == SIX and rng.random() < 0.7:
        more = rng.permutation([rng.uniform(-0.4, 0.1), rng.uniform(0.0, 0.6)])
    u = (source.corners[1] + source.corners[2] - source.corners[0] - source.corners[3]) / 2
    v = (source.corners[2] + source.corners[3] - source.corners[0] - source.corners[1]) / 2
    frame = np.stack([u, v], axis=1).astype(np.float32)
    y, x = np.mgrid[:CROP, :CROP].astype(np.float32)
    middle = source.corners.mean(axis=0)
    away = np.stack([x - middle[0], y - middle[1]], axis=-1)
    face = away @ np.linalg.inv(frame).T.astype(np.float32)
    inside = np.clip(1 - np.square(2 * face), 0, None).prod(axis=-1, keepdims=True) ** 0.5
    places = away + (face * inside * more.astype(np.float32)) @ frame.T
    places = (places + middle).astype(np.float32)
    how = cv2.INTER_LINEAR
    return np.asarray(cv2.remap(source.bgr, places[..., 0], places[..., 1], how))


def _contrast(patch: Array) -> float:
    """How far the lightest and darkest parts of the patch's middle are apart."""
    size = patch.shape[0]
    edge = size // 7
    middle = cv2.GaussianBlur(patch, (0, 0), 0.02 * size)[edge:-edge, edge:-edge]
    low, high = np.percentile(middle.reshape(-1, 3), (1.5, 98.5), axis=0)
    return float((high - low).max())


def _spoil(rng: Rng, offset: Array, grow: float) -> tuple[int, int, Array, float]:
    """A view that misses the face: far beside it, much too wide, or much too narrow."""
    kind = rng.random()
    if kind < 0.75:
        away, to = rng.uniform(0.42, 0.95), rng.uniform(0, 2 * np.pi)
        return NONE, -1, np.array([np.cos(to), np.sin(to)]) * away, grow
    wide = rng.uniform(1.55, 2.0) if kind < 0.92 else rng.uniform(0.36, 0.5)
    return NONE, -1, offset, float(wide)


def _view(bgr: Array, to_source: Array, middle: Array, side_px: float) -> Array:
    """The patch with the face `side_px` wide, as a small sensor would see it."""
    size = round(side_px * MARGIN)
    step = to_source / side_px
    shrink = float(np.sqrt(abs(np.linalg.det(step))))
    if shrink > 1.1:
        bgr = cv2.GaussianBlur(bgr, (0, 0), 0.42 * shrink)
    start = middle - step @ np.array([(size - 1) / 2, (size - 1) / 2])
    matrix = np.column_stack([step, start]).astype(np.float32)
    flags = cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP
    return np.asarray(
        cv2.warpAffine(bgr, matrix, (size, size), flags=flags, borderMode=cv2.BORDER_REPLICATE)
    )


def _fine(face: Array) -> Array:
    """Where the face (4, 2), in units of the assumed face, lies in the patch."""
    dx, dy = face.mean(axis=0)
    u = (face[1] + face[2] - face[0] - face[3]) / 2
    size = np.sqrt(max(abs(cv2.contourArea(face.astype(np.float32))), 1e-4))
    turn = 4 * np.arctan2(u[1], u[0])
    return np.array([dx, dy, np.log(size), np.cos(turn), np.sin(turn)], np.float32)
