"""Fits the pips of dice with known faces in the calibration frames, whatever their colours.

May import: numpy, cv2, vision, locate, squares.
"""

from __future__ import annotations

import itertools
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from calibration.locate import Cutout
from calibration.squares import face_alone
from vision.faces.layout import PATTERNS, PLACES, VALUES
from vision.types import Point
from vision.veils.squares import Square

Floats = NDArray[np.float32]

PIP_TO_PITCH = 0.34  # usual radius of a pip over the distance between neighbouring pips
_BLOBS = 16  # brightest or darkest spots looked at in one die
_PITCH_SLACK = 0.13
_LEAST_SHARE = 0.05  # of a blur that lies on the die
_INSIDE = 0.6  # of a spot's blur lies on the die where a pip is
_FACE_RADIUS = 1.6  # pitches around a face's middle that lie on the face, however it is turned
_COVERED = 0.85  # of what the best covered middle has on the die, a face's middle has at least


@dataclass(frozen=True, slots=True)
class Lattice:
    """The pips of one die: their middle, direction and pitch (px), and how clear they are."""

    value: int
    centre_px: Point
    angle_rad: float
    pitch_px: float
    clarity: float


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


def lattices_on(crop: Cutout, square: Square, pitch_px: float) -> dict[int, Lattice]:
    """Give for every value the lattice on a bright square; its clarity is 0 where none is seen."""
    unseen = {
        value: Lattice(value, square.centre_px, square.angle_rad, pitch_px, 0.0)
        for value in range(1, 7)
    }
    seen = best_lattices(face_alone(crop, square), pitch_px, square)
    return unseen | {value: one for value, one in seen.items() if one.clarity > 0}


def best_lattices(
    crop: Cutout, pitch_px: float, square: Square | None = None
) -> dict[int, Lattice]:
    """Give for every value the lattice of about that pitch that explains the crop best.

    square : where the face lies, if that is known.
    """
    response = blob_response(crop, PIP_TO_PITCH * pitch_px)
    blobs = _blobs(np.linalg.norm(response, axis=2), pitch_px)
    first, second = _diagonals(blobs, pitch_px)
    middle, arm = (first + second) / 2, (second - first) / 2
    angles = np.arctan2(arm[:, 1], arm[:, 0]) - np.pi / 4
    points = np.concatenate([blobs, middle])
    may_be = _covered(crop, points, pitch_px) if square is None else square.is_around(points)
    aces, on_die = blobs[may_be[: len(blobs)]], may_be[len(blobs) :]
    if square is not None:
        on_die = on_die & square.is_along(angles)
    middle, arm, angles = middle[on_die], arm[on_die], angles[on_die]
    found = {1: _best_ace(response, aces, pitch_px)} if len(aces) else {}
    if len(middle) == 0:
        return found
    pitches = np.linalg.norm(arm, axis=1) / np.sqrt(2)
    samples = _sample(response, middle, angles, pitches)
    for value in range(2, 7):
        scores = _clarity(samples, PATTERNS[value == VALUES])
        k = int(np.argmax(scores))
        centre = (float(middle[k, 0]), float(middle[k, 1]))
        found[value] = Lattice(value, centre, float(angles[k]), float(pitches[k]), float(scores[k]))
    return found


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
    blobs: NDArray[np.float64], pitch_px: float
) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """Give the pairs of blobs that lie as far apart as opposite corner pips."""
    i, j = np.triu_indices(len(blobs), 1)
    ratio = np.linalg.norm(blobs[j] - blobs[i], axis=1) / (2 * np.sqrt(2) * pitch_px)
    near = np.abs(ratio - 1) < _PITCH_SLACK
    return blobs[i[near]], blobs[j[near]]


def _sample(
    response: Floats,
    centres: NDArray[np.float64],
    angles: NDArray[np.float64],
    pitches: NDArray[np.float64],
) -> Floats:
    """Give the responses at the nine places: float array of shape (N, 9, 3)."""
    c, s = np.cos(angles)[:, None], np.sin(angles)[:, None]
    x = centres[:, :1] + pitches[:, None] * (c * PLACES[:, 0] - s * PLACES[:, 1])
    y = centres[:, 1:] + pitches[:, None] * (s * PLACES[:, 0] + c * PLACES[:, 1])
    sampled = cv2.remap(
        response,
        x.astype(np.float32),
        y.astype(np.float32),
        cv2.INTER_LINEAR,
        borderMode=cv2.BORDER_REPLICATE,
    )
    return np.asarray(sampled, dtype=np.float32)


def _clarity(samples: Floats, patterns: NDArray[np.bool_]) -> NDArray[np.float64]:
    """Give by how much the weakest pip outdoes the strongest spot where none should be."""
    best = np.full(len(samples), -np.inf)
    for pattern in patterns:
        pips = samples[:, pattern]
        mean = pips.mean(1, keepdims=True)
        unit = mean / (np.linalg.norm(mean, axis=2, keepdims=True) + 1e-6)
        present = (pips * unit).sum(2)
        absent = np.linalg.norm(samples[:, ~pattern], axis=2)
        weakest = 0.5 * present.min(1) + 0.5 * present.mean(1)
        best = np.maximum(best, weakest - absent.max(1))
    return best


def _best_ace(response: Floats, blobs: NDArray[np.float64], pitch_px: float) -> Lattice:
    """Give the clearest lone pip: strong itself, with nothing in a face's reach around it."""
    angles = np.linspace(0, np.pi / 2, 8, endpoint=False)
    centres = np.repeat(blobs, len(angles), axis=0)
    samples = _sample(
        response, centres, np.tile(angles, len(blobs)), np.full(len(centres), pitch_px)
    )
    scores = _clarity(samples, PATTERNS[VALUES == 1]).reshape(len(blobs), len(angles))
    k = int(np.argmax(scores.min(1)))
    best_angle = float(angles[int(np.argmax(scores[k]))])
    centre = (float(blobs[k, 0]), float(blobs[k, 1]))
    return Lattice(1, centre, best_angle, pitch_px, float(scores[k].min()))


def refined(crop: Cutout, lattice: Lattice) -> tuple[Lattice, NDArray[np.float64]]:
    """Give the lattice moved onto its pips, and the pips' centres (N, 2), to a part of a pixel."""
    response = blob_response(crop, PIP_TO_PITCH * lattice.pitch_px)
    pattern = best_pattern(response, lattice)
    direction = _direction(response, lattice, pattern)
    signal = np.maximum(response @ direction, 0.0)
    c, s = np.cos(lattice.angle_rad), np.sin(lattice.angle_rad)
    places = PLACES[pattern] @ np.array([[c, s], [-s, c]]) * lattice.pitch_px
    pips = np.array([_centroid(signal, p, lattice.pitch_px * 0.5)
                     for p in places + np.asarray(lattice.centre_px)])  # fmt: skip
    if len(pips) == 1:
        centre = (float(pips[0, 0]), float(pips[0, 1]))
        return Lattice(1, centre, lattice.angle_rad, lattice.pitch_px, lattice.clarity), pips
    z = (PLACES[pattern] @ np.array([1, 1j])).ravel()
    w = pips @ np.array([1, 1j])
    turn = complex(np.vdot(z, w - w.mean()) / np.vdot(z, z))
    middle = w.mean() - turn * z.mean()
    fitted = Lattice(
        lattice.value,
        (float(middle.real), float(middle.imag)),
        float(np.angle(turn)),
        float(abs(turn)),
        lattice.clarity,
    )
    return fitted, pips


def best_pattern(response: Floats, lattice: Lattice) -> NDArray[np.bool_]:
    """Give which drawing of the lattice's value lies there."""
    patterns = PATTERNS[lattice.value == VALUES]
    samples = _sample(
        response,
        np.array([lattice.centre_px]),
        np.array([lattice.angle_rad]),
        np.array([lattice.pitch_px]),
    )
    scores = [float(_clarity(samples, patterns[k : k + 1])[0]) for k in range(len(patterns))]
    return np.asarray(patterns[int(np.argmax(scores))], dtype=np.bool_)


def _direction(response: Floats, lattice: Lattice, pattern: NDArray[np.bool_]) -> Floats:
    """Give the colour direction from body to pip, as a unit vector."""
    samples = _sample(
        response,
        np.array([lattice.centre_px]),
        np.array([lattice.angle_rad]),
        np.array([lattice.pitch_px]),
    )[0]
    mean = samples[pattern].mean(0)
    return np.asarray(mean / (np.linalg.norm(mean) + 1e-6), dtype=np.float32)


def _centroid(signal: Floats, near: NDArray[np.float64], reach_px: float) -> NDArray[np.float64]:
    x0, y0 = np.floor(near - reach_px).astype(int)
    x1, y1 = np.ceil(near + reach_px).astype(int) + 1
    x0, y0 = max(0, x0), max(0, y0)
    window = signal[y0:y1, x0:x1].astype(np.float64) ** 2
    ys, xs = np.mgrid[y0 : y0 + window.shape[0], x0 : x0 + window.shape[1]]
    weight = window * ((xs - near[0]) ** 2 + (ys - near[1]) ** 2 <= reach_px**2)
    total = weight.sum()
    if total <= 0:
        return near
    return np.array([(weight * xs).sum() / total, (weight * ys).sum() / total])
