"""Fits the pips of dice with known faces in the calibration frames, whatever their colours.

May import: numpy, cv2, vision, calibration (locate, spreads, squares).
"""

from __future__ import annotations

import itertools
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from calibration.locate import Cutout
from calibration.spreads import USUAL, Layouts
from calibration.squares import face_alone
from vision.calibration_values import Spread
from vision.faces.layout import PATTERNS, PLACES, VALUES
from vision.types import Point
from vision.veils.squares import Square

Doubles = NDArray[np.float64]
Floats = NDArray[np.float32]

PIP_TO_PITCH = 0.34  # usual radius of a pip over the distance between neighbouring pips
_BLOBS = 16  # brightest or darkest spots looked at in one die
_PITCH_SLACK = 0.13
_LEAST_SHARE = 0.05  # of a blur that lies on the die
_INSIDE = 0.6  # of a spot's blur lies on the die where a pip is
_FACE_RADIUS = 1.6  # pitches around a face's middle that lie on the face, however it is turned
_LESS_LIKELY = 0.8  # of its clarity, that a face laid out otherwise than most counts with
_COVERED = 0.85  # of what the best covered middle has on the die, a face's middle has at least


@dataclass(frozen=True, slots=True)
class Lattice:
    """The pips of one die: their middle, direction and pitch (px), and how clear they are.

    spread : how far out they lie over others of that pitch, across and along.
    """

    value: int
    centre_px: Point
    angle_rad: float
    pitch_px: float
    clarity: float
    spread: Spread = (1.0, 1.0)


def blob_response(cut: Cutout, radius_px: float) -> Floats:
    """Give how much a spot of that radius differs from its ring, per channel.

    Only the die counts where it is known: its edges against the floor are stronger than any pip.
    """
    inner, outer = max(0.6, 0.55 * radius_px), 1.7 * radius_px
    if cut.inside is None:
        return cv2.GaussianBlur(cut.bgr, (0, 0), inner) - cv2.GaussianBlur(cut.bgr, (0, 0), outer)
    die = cut.bgr * cut.inside[..., None]
    near, far = (cv2.GaussianBlur(cut.inside, (0, 0), sigma) for sigma in (inner, outer))
    spot = cv2.GaussianBlur(die, (0, 0), inner) / np.maximum(near, _LEAST_SHARE)[..., None]
    ring = cv2.GaussianBlur(die, (0, 0), outer) / np.maximum(far, _LEAST_SHARE)[..., None]
    return np.asarray((spot - ring) * (near > _INSIDE)[..., None], dtype=np.float32)


def lattices_on(
    crop: Cutout, square: Square, pitch_px: float, layouts: Layouts = USUAL
) -> dict[int, Lattice]:
    """Give for every value the lattice on a bright square; its clarity is 0 where none is seen."""
    unseen = {
        value: Lattice(value, square.centre_px, square.angle_rad, pitch_px, 0.0)
        for value in range(1, 7)
    }
    seen = best_lattices(face_alone(crop, square), pitch_px, square, layouts)
    return unseen | {value: one for value, one in seen.items() if one.clarity > 0}


def best_lattices(
    crop: Cutout,
    pitch_px: float,
    square: Square | None = None,
    layouts: Layouts = USUAL,
    slack: float = _PITCH_SLACK,
) -> dict[int, Lattice]:
    """Give for every value the lattice of about that pitch that explains the crop best.

    square : where the face lies, if that is known. layouts : how pips may lie.
    slack : by which part their distance may differ.
    """
    response = blob_response(crop, PIP_TO_PITCH * pitch_px)
    blobs = _blobs(np.linalg.norm(response, axis=2), pitch_px)
    found: dict[int, Lattice] = {}
    for spread, values in layouts:
        middle, arm, angles = _diagonals(blobs, pitch_px, spread, slack)
        points = np.concatenate([blobs, middle])
        may_be = _covered(crop, points, pitch_px) if square is None else square.is_around(points)
        aces, on_die = blobs[may_be[: len(blobs)]], may_be[len(blobs) :]
        if square is not None:
            on_die = on_die & square.is_along(angles)
        if 1 not in found and len(aces):
            found[1] = _best_ace(response, aces, pitch_px)
        if not on_die.any():
            continue
        some = _best_of(response, middle[on_die], arm[on_die], angles[on_die], spread, values)
        found |= {
            one.value: one
            for one in some
            if one.value not in found or _LESS_LIKELY * one.clarity > found[one.value].clarity
        }
    return found


def _best_of(
    response: Floats,
    middle: Doubles,
    arm: Doubles,
    angles: Doubles,
    spread: Spread,
    values: tuple[int, ...],
) -> list[Lattice]:
    """Give for some values the clearest of the lattices around these middles."""
    pitches = np.linalg.norm(arm, axis=1) / float(np.hypot(*spread))
    samples = sample(response, middle, angles, pitches, spread)
    # where pips lie near, what is between them is dark around them, and no spot
    around = sample(response, middle, angles, pitches) if max(spread) < 1 else None
    best = []
    for value in values:
        scores = clarity(samples, drawings_of(value, spread), around)
        k = int(np.argmax(scores))
        centre = (float(middle[k, 0]), float(middle[k, 1]))
        lie = float(angles[k]), float(pitches[k]), float(scores[k])
        best.append(Lattice(value, centre, *lie, spread))
    return best


def drawings_of(value: int, spread: Spread) -> NDArray[np.bool_]:
    """Give the drawings of a value; where both ways differ, that with rows of three along."""
    patterns = PATTERNS[value == VALUES]
    return np.asarray(patterns if spread[0] == spread[1] else patterns[:1], dtype=np.bool_)


def _covered(crop: Cutout, at: NDArray[np.float64], pitch_px: float) -> NDArray[np.bool_]:
    """Tell around which points a face can lie: what is around its middle is the die.

    A mirrored lamp, or the bright corner of a bevel, is a spot like a pip, but at the die's edge.
    Where little of a die differs from the tray no place has much of it around, and any is as good.
    """
    if crop.differs is None or len(at) == 0:
        return np.ones(len(at), dtype=np.bool_)
    reach = max(1, round(_FACE_RADIUS * pitch_px))
    disc = cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (2 * reach + 1, 2 * reach + 1))
    parts = cv2.filter2D(
        crop.differs, -1, disc / np.float32(disc.sum()), borderType=cv2.BORDER_CONSTANT
    )
    x, y = np.rint(at).astype(int).T
    found = parts[np.clip(y, 0, parts.shape[0] - 1), np.clip(x, 0, parts.shape[1] - 1)]
    return np.asarray(found >= _COVERED * found.max(), dtype=np.bool_)


def assign(options: list[dict[int, Lattice]], values: list[int]) -> list[Lattice] | None:
    """Give one lattice a die so that the faces are the known ones and the sum is clearest."""
    best: tuple[float, list[Lattice]] | None = None
    for order in set(itertools.permutations(values)):
        picked = [one.get(value) for one, value in zip(options, order, strict=True)]
        lattices = [lattice for lattice in picked if lattice is not None]
        if len(lattices) < len(values):
            continue
        total = sum(lattice.clarity for lattice in lattices)
        if best is None or total > best[0]:
            best = (total, lattices)
    return best[1] if best else None


def _blobs(strength: Floats, pitch_px: float) -> NDArray[np.float64]:
    size = max(3, round(pitch_px * 0.9) | 1)
    peaks = strength >= cv2.dilate(strength, np.ones((size, size), np.uint8))
    ys, xs = np.nonzero(peaks & (strength > 6.0))
    order = np.argsort(strength[ys, xs])[::-1][:_BLOBS]
    return np.stack([xs[order], ys[order]], axis=1).astype(np.float64)


def _diagonals(
    blobs: Doubles, pitch_px: float, spread: Spread, slack: float
) -> tuple[Doubles, Doubles, Doubles]:
    """Give the faces that have opposite corner pips at a pair of blobs: middles, arms, angles.

    Where both ways differ, a pair may be either diagonal.
    """
    i, j = np.triu_indices(len(blobs), 1)
    wide, long = spread
    ratio = np.linalg.norm(blobs[j] - blobs[i], axis=1) / (2 * np.hypot(wide, long) * pitch_px)
    near = np.abs(ratio - 1) < slack
    first, second = blobs[i[near]], blobs[j[near]]
    middle, arm = (first + second) / 2, (second - first) / 2
    way, corner = np.arctan2(arm[:, 1], arm[:, 0]), np.arctan2(long, wide)
    if wide == long:
        return middle, arm, way - corner
    both = np.concatenate([way - corner, way + corner])
    return np.concatenate([middle, middle]), np.concatenate([arm, arm]), both


def sample(
    response: Floats,
    centres: NDArray[np.float64],
    angles: NDArray[np.float64],
    pitches: NDArray[np.float64],
    spread: Spread = (1.0, 1.0),
) -> Floats:
    """Give the responses at the nine places: float array of shape (N, 9, 3)."""
    c, s = np.cos(angles)[:, None], np.sin(angles)[:, None]
    across, along = (PLACES * spread).T
    x = centres[:, :1] + pitches[:, None] * (c * across - s * along)
    y = centres[:, 1:] + pitches[:, None] * (s * across + c * along)
    sampled = cv2.remap(
        response,
        x.astype(np.float32),
        y.astype(np.float32),
        cv2.INTER_LINEAR,
        borderMode=cv2.BORDER_REPLICATE,
    )
    return np.asarray(sampled, dtype=np.float32)


def clarity(
    samples: Floats, patterns: NDArray[np.bool_], around: Floats | None = None
) -> NDArray[np.float64]:
    """Give by how much the weakest pip outdoes the strongest spot where none should be.

    around : the responses at places where pips of other faces would be, if these are others: only
        what is there of a pip's own colour counts.
    """
    best = np.full(len(samples), -np.inf)
    for pattern in patterns:
        pips = samples[:, pattern]
        mean = pips.mean(1, keepdims=True)
        unit = mean / (np.linalg.norm(mean, axis=2, keepdims=True) + 1e-6)
        present = (pips * unit).sum(2)
        if around is None:
            absent = np.linalg.norm(samples[:, ~pattern], axis=2)
        else:
            absent = np.maximum((around[:, ~pattern] * unit).sum(2), 0.0)
        weakest = 0.5 * present.min(1) + 0.5 * present.mean(1)
        best = np.maximum(best, weakest - absent.max(1))
    return best


def _best_ace(response: Floats, blobs: NDArray[np.float64], pitch_px: float) -> Lattice:
    """Give the clearest lone pip: strong itself, with nothing in a face's reach around it."""
    angles = np.linspace(0, np.pi / 2, 8, endpoint=False)
    centres = np.repeat(blobs, len(angles), axis=0)
    samples = sample(
        response, centres, np.tile(angles, len(blobs)), np.full(len(centres), pitch_px)
    )
    scores = clarity(samples, PATTERNS[VALUES == 1]).reshape(len(blobs), len(angles))
    k = int(np.argmax(scores.min(1)))
    best_angle = float(angles[int(np.argmax(scores[k]))])
    centre = (float(blobs[k, 0]), float(blobs[k, 1]))
    return Lattice(1, centre, best_angle, pitch_px, float(scores[k].min()))
