"""Measures a dice set on faces whose place, turn and value are known.

May import: numpy, vision, the rest of calibration below `fits`.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from calibration.known import KnownDie
from calibration.looks import half_edge, pip_profile, pip_radius, ring_steps
from calibration.pose import PipsOfDie, Pose
from calibration.shades import drawing_of, typical_look
from vision.calibration_values import DiceSet
from vision.faces import PATCH_PX, REACH, FaceColours, examine, face_colours, inner
from vision.geometry import to_picture, turned
from vision.measure import measure, pip_middles, pip_part
from vision.patches import patches

Picture = NDArray[np.uint8]
Floats = NDArray[np.float32]
Doubles = NDArray[np.float64]

FIRST_OFFSET = 0.25  # edges between neighbouring pips, until the edge is measured
_FIRST_RADIUS = 0.085  # edges, until the pips are measured
_SIZE, _REACH = 96, 0.8  # of the patches that are measured


@dataclass(frozen=True, slots=True, eq=False)
class SetMeasures:
    """A dice set, how sharp its pips are, and the bodies' colours by whether the face is red."""

    dice_set: DiceSet
    sharpness: float
    bodies_bgr: dict[bool, list[Doubles]]


def measured_set(
    pictures: list[Picture], dice: list[KnownDie], pose: Pose, offset: float, name: str
) -> SetMeasures:
    """Give the set that the dice at their poses belong to.

    offset : distance of neighbouring pips in die edges.
    """
    placed = list(zip(dice, pose.dice, strict=True))
    radius = _radius(pictures, placed, pose, offset)
    cuts = [_cut(pictures, die, at, pose, PATCH_PX, REACH) for die, at in placed]
    drawings = [drawing_of(die.pips.places) for die, _ in placed]
    faces = [
        face_colours(cut, drawing, radius, offset)
        for cut, drawing in zip(cuts, drawings, strict=True)
    ]
    # an ace does not tell how it is turned, so its shades are taken only where there is no other
    many = [k for k, drawing in enumerate(drawings) if drawing > 0] or list(range(len(drawings)))
    by_red: dict[bool, list[FaceColours]] = {}
    for k in many:
        by_red.setdefault(dice[k].face.red, []).append(faces[k])
    for die, face in zip(dice, faces, strict=True):
        if die.face.red not in by_red:
            by_red[die.face.red] = [face]
    plain = typical_look(by_red.get(False) or by_red[True])
    red = typical_look(by_red[True]) if True in by_red else None
    count = max(sum(die.frame == k for die in dice) for k in range(len(pictures)))
    bare = DiceSet(name, count, radius, offset, 0.0, 1.0, plain, red)
    measured = measure(
        np.array([cuts[k] for k in many]),
        np.array([drawings[k] for k in many]),
        np.array([_body(faces[k]) for k in many]),
        np.array([faces[k].pips_bgr.mean(0) for k in many]),
        bare,
    )
    which = np.array([int(red is not None and die.face.red) for die in dice])
    looks = (plain,) if red is None else (plain, red)
    weakest = examine(inner(np.array(cuts)), np.array(drawings), which, looks, bare).weakest_pip
    scatter = float(np.percentile([one.misfit for one in measured], 80))
    dice_set = replace(bare, scatter=scatter, evenness=float(weakest.min()))
    sharpness = float(np.percentile([one.sharpness for one in measured], 20))
    bodies = {kind: [_body(face) for face in some] for kind, some in by_red.items()}
    return SetMeasures(dice_set, sharpness, bodies)


def measured_offset(pictures: list[Picture], dice: list[KnownDie], pose: Pose) -> float:
    """Give the distance of neighbouring pips in edges, from where the faces end."""
    placed = list(zip(dice, pose.dice, strict=True))
    many = [one for one in placed if one[0].face.value > 1] or placed
    stack = [_cut(pictures, die, at, pose, _SIZE, _REACH) for die, at in many]
    return FIRST_OFFSET / (2 * half_edge(np.array(stack), _REACH))


def _radius(
    pictures: list[Picture], placed: list[tuple[KnownDie, Doubles]], pose: Pose, offset: float
) -> float:
    radii = ring_steps()
    profiles = [
        pip_profile(
            _cut(pictures, die, at, pose, _SIZE, _REACH), _REACH, die.pips.places, offset, radii
        )
        for die, at in placed
    ]
    return pip_radius(np.array(profiles), radii)


def _cut(
    pictures: list[Picture], die: KnownDie, at: Doubles, pose: Pose, size: int, reach: float
) -> Floats:
    cut = patches(pictures[die.frame], pose.camera, at[None], size, reach)[0]
    return np.asarray(cut, dtype=np.float32)


def _body(face: FaceColours) -> Doubles:
    return np.asarray(np.median(face.cells_bgr, axis=0), dtype=np.float64)


def remeasured(pictures: list[Picture], dice: list[KnownDie], pose: Pose) -> list[PipsOfDie]:
    """Give the dice's pips as measured on the rectified faces, where neighbours don't pull."""
    better = []
    for die, placed in zip(dice, pose.dice, strict=True):
        cuts = patches(pictures[die.frame], pose.camera, placed[None], PATCH_PX, REACH)
        drawing = drawing_of(die.pips.places)
        colours = face_colours(cuts[0], drawing, _FIRST_RADIUS, FIRST_OFFSET)
        part = pip_part(cuts, _body(colours)[None], colours.pips_bgr.mean(0)[None])
        owner = np.zeros(len(die.pips.places), np.int64)
        middles = pip_middles(part, owner, die.pips.places * FIRST_OFFSET, _FIRST_RADIUS)
        on_floor = turned(middles, placed[2]) + placed[:2]
        better.append(PipsOfDie(die.pips.places, to_picture(pose.camera, on_floor, 1.0)))
    return better
