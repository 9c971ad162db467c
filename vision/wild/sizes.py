"""How large the dice of a picture are, and faces looked at again that seem larger or smaller.

Most dice of a picture are of one set. A face that was cut out too narrowly or too widely reads
as another value, and what lies beyond its edge can't tell that it was; its neighbours' size can.
May import: numpy and the wild reader's values.
"""

from __future__ import annotations

import math
from dataclasses import replace

import numpy as np

from vision.wild.face import Source, WildFace, overlap, read_again

LIKE = 0.06
"""Faces whose size differs by less than this (its logarithm) are of the usual size."""

OTHER_SET = 0.55
"""What differs by more than this is a die of another set, or none."""

SURE, ENOUGH, HOPELESS = 0.65, 0.5, 0.015
"""A face that explains more than the first is not looked at again; the second ends the search;
what explains less than the third, counted with its heat, is a die at no size."""

COVERS = 0.4
"""Beside a surer face on the same spot that explains so much, another size decides nothing."""

BETTER = 1.05
"""A face at another size must explain the picture by this factor better."""


def sureness(face: WildFace) -> float:
    """0..1, how well a face explains what is seen: a product of three readers' opinions.

    The layout finds a face a little aside too, so that what is left of its score counts thrice.
    """
    return float(face.p_face * face.chances.max() * face.layout.score**3)


def usual_side(faces: tuple[WildFace, ...]) -> float:
    """The side in px that most of the sure candidates have (a weighted median); 0 for none."""
    if not faces:
        return 0.0
    sides = np.array([face.candidate.side_px for face in faces])
    weights = np.square([face.candidate.heat * sureness(face) for face in faces]) + 1e-12
    order = np.argsort(sides)
    shares = np.cumsum(weights[order])
    return float(sides[order][int(np.searchsorted(shares, shares[-1] / 2))])


def at_usual_size(source: Source, faces: tuple[WildFace, ...]) -> tuple[WildFace, ...]:
    """The faces, each at its own size, the usual one, or halfway: what explains it best."""
    usual_px = usual_side(faces)
    sure = [sureness(face) for face in faces]
    return tuple(
        _best_size(source, face, usual_px) if _matters(k, faces, sure) else face
        for k, face in enumerate(faces)
    )


def _matters(k: int, faces: tuple[WildFace, ...], sure: list[float]) -> bool:
    """Whether another size of a face could change the reading, all faces being so sure."""
    face = faces[k].candidate
    if sure[k] > SURE or sure[k] * face.heat < HOPELESS:
        return False
    least = max(sure[k], COVERS)
    return not any(
        by > least and overlap(face, other.candidate) for by, other in zip(sure, faces, strict=True)
    )


def _best_size(source: Source, face: WildFace, usual_px: float) -> WildFace:
    ratio = usual_px / face.candidate.side_px
    if not LIKE < abs(math.log(ratio)) < OTHER_SET:
        return face
    best = face
    for times in (ratio, ratio**0.5):
        candidate = replace(face.candidate, frame=face.candidate.frame * times)
        other = read_again(source, candidate)
        if sureness(other) > BETTER * sureness(best):
            best = other
        if sureness(best) > ENOUGH:
            break
    return best
