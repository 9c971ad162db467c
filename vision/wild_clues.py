"""What speaks for a candidate being a die, and for its value being right, as two probabilities.

The weights were fitted by tests/training/judge.py on drawn pictures that no net had seen.
May import: numpy and the wild reader's values.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from vision.wild_face import WildFace

Array = NDArray[Any]

CLUES = (
    "always",
    "heat",
    "face",
    "value",
    "value of the finder",
    "layout",
    "lead of the layout",
    "layout agrees",
    "finder agrees",
    "finder says unreadable",
    "unusual size",
    "squeeze",
)
DIE_WEIGHTS = (
    -1.798,
    1.599,
    0.196,
    0.214,
    -0.105,
    0.866,
    -1.623,
    0.092,
    -0.116,
    -0.109,
    -1.810,
    0.159,
)
VALUE_WEIGHTS = (
    -0.859,
    -0.036,
    0.297,
    0.694,
    0.077,
    1.907,
    0.006,
    0.944,
    0.142,
    0.301,
    -0.706,
    -0.005,
)


@dataclass(frozen=True, slots=True)
class Chances:
    """die : 0..1, that a die is there. value : the likeliest value, and right : 0..1, that it is
    so if there is a die. red : 0..1, that the face is a red one."""

    die: float
    value: int
    right: float
    red: float


def _odds(chance: float) -> float:
    """The logarithm of the odds, kept within -6..6."""
    kept = min(max(chance, 0.0025), 0.9975)
    return float(np.log(kept / (1 - kept)))


def joined(face: WildFace) -> Array:
    """(6,) the values' probabilities: the face reader's, weighed with the finder's."""
    finder = np.asarray(face.candidate.chances[:6], float)
    both = face.chances * np.sqrt(finder / max(float(finder.sum()), 1e-9) + 0.02)
    return np.asarray(both / both.sum())


def usual_side(faces: tuple[WildFace, ...]) -> float:
    """The side in px that most of the sure candidates have (a weighted median); 0 for none."""
    if not faces:
        return 0.0
    sides = np.array([face.candidate.side_px for face in faces])
    weights = np.array([(f.candidate.heat * f.p_face * f.chances.max()) ** 2 for f in faces])
    order = np.argsort(sides)
    shares = np.cumsum(weights[order])
    return float(sides[order][int(np.searchsorted(shares, shares[-1] / 2))])


def clues(face: WildFace, usual_px: float) -> Array:
    """The clues in the order of CLUES."""
    both = joined(face)
    value, finder = int(both.argmax()), face.candidate.chances
    return np.array(
        [
            1.0,
            _odds(face.candidate.heat),
            _odds(face.p_face),
            _odds(float(both[value])),
            _odds(float(finder[:6].max())),
            face.layout.score,
            min(face.layout.lead, 0.3),
            float(face.layout.value == value + 1),
            float(int(finder[:6].argmax()) == value),
            _odds(float(finder[6])),
            min(abs(float(np.log2(face.candidate.side_px / max(usual_px, 1.0)))), 2.0),
            face.candidate.squeeze,
        ]
    )


def weigh(face: WildFace, usual_px: float) -> Chances:
    """The probabilities of one candidate."""
    seen = clues(face, usual_px)
    die, right = (
        1 / (1 + np.exp(-np.clip(seen @ np.array(weights), -12, 12)))
        for weights in (DIE_WEIGHTS, VALUE_WEIGHTS)
    )
    return Chances(float(die), int(joined(face).argmax()) + 1, float(right), face.p_red)
