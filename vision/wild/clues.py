"""What speaks for a candidate being a die, and for its value being right, as two probabilities.

The weights were fitted by tests/training/judge.py on drawn pictures that no net had seen.
May import: numpy and the wild reader's values.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from vision.learned.network import softmax
from vision.wild.face import WildFace, overlap

Array = NDArray[Any]

CLUES = (
    "always",
    "heat",
    "face",
    "value",
    "lead of the value",
    "layout",
    "lead of the layout",
    "layout agrees",
    "face reader agrees",
    "finder agrees",
    "views agree",
    "finder says unreadable",
    "unusual size",
    "squeeze",
    "contrast",
)
DIE_WEIGHTS = (
    -4.942,
    1.018,
    0.946,
    1.020,
    -1.066,
    7.850,
    -0.167,
    0.001,
    0.642,
    -0.308,
    0.935,
    -0.360,
    -6.701,
    0.405,
    -0.895,
)
VALUE_WEIGHTS = (
    -2.797,
    0.661,
    0.107,
    0.832,
    -0.048,
    2.255,
    0.518,
    0.723,
    0.129,
    -0.558,
    0.902,
    -0.062,
    0.877,
    0.428,
    -0.108,
)
JOIN_WEIGHTS = (0.638, 0.097, 17.798)
"""How the face reader, the finder and the layout (its scores) count towards the value."""


@dataclass(frozen=True, slots=True)
class Chances:
    """die : 0..1, that a die is there. value : the likeliest value, and right : 0..1, that it is
    so if there is a die. red : 0..1, that the face is a red one."""

    die: float
    value: int
    right: float
    red: float


Weighed = tuple[WildFace, Chances]


def _odds(chance: float) -> float:
    """The logarithm of the odds, kept within -6..6."""
    kept = min(max(chance, 0.0025), 0.9975)
    return float(np.log(kept / (1 - kept)))


def opinions(face: WildFace) -> Array:
    """(3, 6) what the face reader, the finder and the layout say of each value."""
    finder = np.asarray(face.candidate.chances[:6], float)
    finder = finder / max(float(finder.sum()), 1e-9)
    rows = np.log(face.chances + 1e-3), np.log(finder + 1e-2), np.array(face.layout.scores)
    return np.stack(rows)


def joined(face: WildFace) -> Array:
    """(6,) the values' probabilities: all three opinions, weighed."""
    return softmax(np.array(JOIN_WEIGHTS) @ opinions(face))


def _unusual(side_px: float, usual_px: float) -> float:
    """By how many doublings the size is unusual; dice of several sets differ by some."""
    apart = abs(float(np.log2(side_px / max(usual_px, 1.0))))
    return min(max(apart - 0.6, 0.0), 1.5)


def clues(face: WildFace, usual_px: float) -> Array:
    """The clues in the order of CLUES."""
    return _clues(face, joined(face), usual_px)


def _clues(face: WildFace, both: Array, usual_px: float) -> Array:
    finder = face.candidate.chances
    value, second = (int(v) for v in both.argsort()[:-3:-1])
    return np.array(
        [
            1.0,
            _odds(face.candidate.heat),
            _odds(face.p_face),
            _odds(float(both[value])),
            float(np.log((both[value] + 1e-4) / (both[second] + 1e-4))),
            face.layout.score,
            min(face.layout.lead, 0.3),
            float(face.layout.value == value + 1),
            float(int(face.chances.argmax()) == value),
            float(int(finder[:6].argmax()) == value),
            face.agree,
            _odds(float(finder[6])),
            _unusual(face.candidate.side_px, usual_px),
            face.candidate.squeeze,
            float(np.log(min(max(face.layout.contrast, 1.0), 30.0))),
        ]
    )


def weigh(face: WildFace, usual_px: float) -> Chances:
    """The probabilities of one candidate."""
    both = joined(face)
    seen = _clues(face, both, usual_px)
    die, right = (
        1 / (1 + np.exp(-np.clip(seen @ np.array(weights), -12, 12)))
        for weights in (DIE_WEIGHTS, VALUE_WEIGHTS)
    )
    return Chances(float(die), int(both.argmax()) + 1, float(right), face.p_red)


def each_once(
    faces: tuple[WildFace, ...], usual_px: float
) -> tuple[tuple[Weighed, ...], tuple[Weighed, ...]]:
    """Of faces on the same spot only the one that is most surely a die; and all others."""
    weighed = [(face, weigh(face, usual_px)) for face in faces]
    kept: list[Weighed] = []
    others: list[Weighed] = []
    for one in sorted(weighed, key=lambda pair: -pair[1].die):
        covered = any(overlap(one[0].candidate, other.candidate) for other, _ in kept)
        (others if covered else kept).append(one)
    return tuple(kept), tuple(others)
