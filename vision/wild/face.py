"""One candidate face in a picture without calibration: brought upright and read several ways.

May import: numpy, cv2, vision.learned, vision.wild.layout.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.learned.face import MARGIN, SIDE, FaceOpinion, classify
from vision.learned.finder import Candidate, halves_of
from vision.wild.layout import Layout, explain

Array = NDArray[Any]

_HOT, _WARM = 0.6, 0.08
"""Below both, neither the finder nor the first look at the face says that there is a die."""

_RIVAL, _BLIND = 0.3, 0.05
"""On one spot a face this much as sure as the best is still looked at; no face is surely none."""


@dataclass(frozen=True, slots=True, eq=False)
class WildFace:
    """What several readers say about one candidate, now with its true place and turn.

    chances : (6,) probabilities of the values by the face reader, given that it is a face.
    p_face, p_red : its other probabilities. layout : what the pips' layout says.
    agree : 0..1, the probability that two views give the same value.
    """

    candidate: Candidate
    chances: Array
    p_face: float
    p_red: float
    layout: Layout
    agree: float = 1.0


def patch_of(bgr: Array, centre: Array, frame: Array) -> Array:
    """The (SIDE, SIDE, 3) patch around a face, its frame's axes along the patch's."""
    step = frame * (MARGIN / SIDE)
    shrink = float(abs(step[0, 0] * step[1, 1] - step[0, 1] * step[1, 0]) ** 0.5)
    reach_x, reach_y = (math.ceil(MARGIN / 2 * by) + 4 for by in np.abs(frame).sum(axis=1).tolist())
    x, y = (int(v) for v in np.round(centre))
    rows, columns = bgr.shape[:2]
    left, top = min(max(0, x - reach_x), columns - 1), min(max(0, y - reach_y), rows - 1)
    part = bgr[top : max(top + 1, y + reach_y), left : max(left + 1, x + reach_x)]
    if shrink > 1.2:
        size = (max(1, round(part.shape[1] / shrink)), max(1, round(part.shape[0] / shrink)))
        scale = np.array([size[0] / part.shape[1], size[1] / part.shape[0]])
        part = cv2.resize(part, size, interpolation=cv2.INTER_AREA)
    else:
        scale = np.ones(2)
    step = step * scale[:, None]
    middle = (centre - (left, top) + 0.5) * scale - 0.5
    start = middle - step @ np.full(2, (SIDE - 1) / 2)
    matrix = np.column_stack([step, start]).astype(np.float32)
    flags = cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP
    return np.asarray(
        cv2.warpAffine(part, matrix, (SIDE, SIDE), flags=flags, borderMode=cv2.BORDER_REPLICATE)
    )


class Source:
    """A picture, and halves of it, as the finder makes them: large faces are cut from these."""

    def __init__(self, bgr: Array) -> None:
        self.halves = halves_of(bgr)

    def patch(self, centre: Array, frame: Array) -> Array:
        """As `patch_of`; what is large is cut from a half, which is much quicker."""
        shrink = float(abs(np.linalg.det(frame)) ** 0.5) * MARGIN / SIDE
        times = min(max(0, int(np.log2(max(shrink, 1e-6)))), len(self.halves) - 1)
        return patch_of(self.halves[times], (centre + 0.5) / 2**times - 0.5, frame / 2**times)


def _turned(frame: Array, angle_deg: float) -> Array:
    angle = np.radians(angle_deg)
    spin = np.array([[np.cos(angle), -np.sin(angle)], [np.sin(angle), np.cos(angle)]])
    return np.asarray(frame @ spin)


def _refined(candidate: Candidate, opinion: FaceOpinion) -> Candidate:
    """The candidate moved, scaled and turned by what the face reader saw."""
    offset = np.clip(opinion.offset, -0.25, 0.25)
    scale = float(np.clip(opinion.scale, 0.75, 1.33))
    frame = _turned(candidate.frame, opinion.turn_deg) * scale
    centre = candidate.centre + candidate.frame @ offset
    return Candidate(centre, frame, candidate.heat, candidate.chances)


def _no_rivals(
    seen: list[tuple[Candidate, FaceOpinion, float]],
) -> list[tuple[Candidate, FaceOpinion]]:
    """Candidates without those that are far worse than another one on the same spot."""
    kept: list[tuple[Candidate, FaceOpinion, float]] = []
    for one in sorted(seen, key=lambda each: -each[2]):
        if not any(one[2] < _RIVAL * it[2] and overlap(one[0], it[0]) for it in kept):
            kept.append(one)
    return [(candidate, opinion) for candidate, opinion, _ in kept]


def overlap(one: Candidate, other: Candidate, reach: float = 0.6) -> bool:
    """Whether two candidates are nearer than `reach` sides of the larger one."""
    away = math.dist(one.centre, other.centre)
    return away < reach * max(one.side_px, other.side_px)


def look(source: Source, candidates: tuple[Candidate, ...]) -> tuple[WildFace, ...]:
    """Each candidate read: first to set it upright, then again, and by its layout."""
    if not candidates:
        return ()
    first = classify(np.stack([source.patch(c.centre, c.frame) for c in candidates]))
    upright = _no_rivals(
        [
            (_refined(candidate, opinion), opinion, candidate.heat * (opinion.p_face + _BLIND))
            for candidate, opinion in zip(candidates, first, strict=True)
            if candidate.heat >= _HOT or candidate.heat * opinion.p_face >= _WARM
        ]
    )
    views = [source.patch(candidate.centre, candidate.frame) for candidate, _ in upright]
    again = classify(np.stack(views)) if views else ()
    return tuple(
        _merged(candidate, (opinion, straight), explain(view))
        for (candidate, opinion), straight, view in zip(upright, again, views, strict=True)
    )


def read_again(source: Source, candidate: Candidate) -> WildFace:
    """One candidate of another supposed size, set upright and read."""
    upright, opinions, view = looked_at_twice(source.patch, candidate)
    return _merged(upright, opinions, explain(view))


def looked_at_twice(
    patch: Callable[[Array, Array], Array], candidate: Candidate
) -> tuple[Candidate, tuple[FaceOpinion, FaceOpinion], Array]:
    """One candidate set upright, what was seen of it before and after that, and the latter view.

    patch : gives the patch around a centre and a frame, as `patch_of` does.
    """
    (first,) = classify(patch(candidate.centre, candidate.frame)[None])
    upright = _refined(candidate, first)
    view = patch(upright.centre, upright.frame)
    (straight,) = classify(view[None])
    return upright, (first, straight), view


def _merged(candidate: Candidate, seen: tuple[FaceOpinion, ...], layout: Layout) -> WildFace:
    """The views' probabilities, averaged."""
    chances = np.mean([opinion.chances for opinion in seen], axis=0)
    p_face = float(chances.sum())
    given = [np.array(opinion.chances) / max(opinion.p_face, 1e-9) for opinion in seen]
    pairs = [float(a @ b) for i, a in enumerate(given) for b in given[:i]]
    p_red = float(np.mean([opinion.p_red for opinion in seen]))
    return WildFace(
        candidate, chances / max(p_face, 1e-9), p_face, p_red, layout, float(np.mean(pairs))
    )
