"""From what several readers say about each candidate to one reading with reasons.

The limits were chosen on drawn and ray-traced pictures and on the `look` half of the
photographs; the tables are measured on the others.
May import: numpy, vision.types and the wild reader's values.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from vision.types import DieReading, Point, Problem, Reading, Status
from vision.wild_face import WildFace

SEEN = 0.35
"""Heat times face probability from which a candidate is a die of the reading."""

SURE_FACE = 0.9
SURE_VALUE = 0.97
SURE_LAYOUT = 0.55
DOUBTFUL = 0.12
"""A candidate between this and SEEN makes the whole reading unsure: it may be a die."""


@dataclass(frozen=True, slots=True)
class _Verdict:
    """One candidate judged: the die, and whether everything about it is sure."""

    die: DieReading
    sure: bool
    why: str


def _values(face: WildFace) -> tuple[int, float]:
    """The likeliest value and its probability, the finder's and the face reader's view joined."""
    finder = np.asarray(face.candidate.chances[:6], float)
    finder = finder / max(float(finder.sum()), 1e-9)
    joined = face.chances * np.sqrt(finder + 0.02)
    joined = joined / joined.sum()
    return int(joined.argmax()) + 1, float(joined.max())


def die_chance(face: WildFace) -> float:
    """0..1, how surely a readable die is there."""
    return float(face.candidate.heat**0.5 * face.p_face**0.5)


def _place(at: Point, shape: tuple[int, ...]) -> str:
    """Where in the picture, in a player's words."""
    down, across = at[1] / shape[0], at[0] / shape[1]
    row = "top" if down < 1 / 3 else "bottom" if down > 2 / 3 else "middle"
    column = "left" if across < 1 / 3 else "right" if across > 2 / 3 else "middle"
    return "in the middle" if row == column else f"at the {row} {column}".replace(" middle", "")


def _verdict(face: WildFace, shape: tuple[int, ...]) -> _Verdict:
    value, p_value = _values(face)
    x, y = (float(v) for v in face.candidate.centre)
    corners = tuple((float(cx), float(cy)) for cx, cy in face.candidate.corners())
    agree = face.layout.value == value and face.layout.score > SURE_LAYOUT
    red_sure = max(face.p_red, 1 - face.p_red)
    unreadable = face.p_face < SURE_FACE
    why = ""
    if unreadable:
        why = f"the die {_place((x, y), shape)} leans, moves or is partly hidden"
    elif p_value < SURE_VALUE or not agree:
        why = f"the pips of the die {_place((x, y), shape)} cannot be read surely"
    elif red_sure < 0.9:
        why = f"it is not clear whether the die {_place((x, y), shape)} shows a red face"
    confidence = p_value * red_sure * die_chance(face)
    problem = Problem.UNREADABLE if unreadable else None
    die = DieReading(value, face.p_red > 0.5, confidence, (x, y), corners, problem)
    return _Verdict(die, not why, why)


def judge(faces: tuple[WildFace, ...], shape: tuple[int, ...]) -> Reading:
    """The reading of a picture of (rows, columns) from its candidates."""
    dice = [face for face in faces if die_chance(face) >= SEEN]
    doubtful = [face for face in faces if DOUBTFUL <= die_chance(face) < SEEN]
    verdicts = [_verdict(face, shape) for face in dice]
    problems = [verdict.why for verdict in verdicts if verdict.why]
    for face in doubtful:
        x, y = (float(v) for v in face.candidate.centre)
        problems.append(f"something {_place((x, y), shape)} may be a die or not")
    if not verdicts and not doubtful:
        return Reading(Status.EMPTY)
    found = tuple(sorted((v.die for v in verdicts), key=lambda die: die.centre_px))
    status = Status.UNSURE if problems or not found else Status.OK
    return Reading(status, found, tuple(dict.fromkeys(problems)))
