"""Measures a dice set on faces whose place, turn and value are known.

May import: numpy, vision, the rest of calibration below `fits`.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import partial

import numpy as np
from numpy.typing import NDArray

from calibration.known import KnownDie
from calibration.looks import ace_radius, pip_profile, pip_radius, ring_steps
from calibration.pose import PipsOfDie, Pose
from calibration.shades import WHITENED, bodies_of, drawing_of, typical_look
from calibration.shown import (
    FIRST_OFFSET,
    FIRST_RADIUS,
    Shown,
    body_of,
    cut_of,
    shown_faces,
    whiteness_of,
)
from calibration.whitened import with_bare_bodies
from vision.calibration_values import DiceSet, FaceLook, Radii
from vision.faces.examine import PATCH_PX, REACH, FaceColours, examine, face_colours, inner
from vision.faces.measure import Measures, measure, pip_part
from vision.faces.patches import patches
from vision.faces.pip_middles import pip_middles
from vision.faces.smear import ALIKE, spread_over_others
from vision.faces.windows import STEP
from vision.tray.geometry import to_picture, turned
from vision.types import Point

Picture = NDArray[np.uint8]
Doubles = NDArray[np.float64]
_Placed = tuple[KnownDie, Doubles]

_AROUND_ACE = 0.3  # edges from its middle in which all of an ace's pip is
_LARGE_PIP = 0.12  # edges: an ace of that radius is wider than what is measured around other pips
# Radius over that of all faces, from which on pips of one look have their own: of 33 rendered and
# traced sets one that is overexposed has 1.79, one under a halo 1.44, the others 1.25 at most.
_WIDER = 1.5
_LARGE_ACE = 1.2  # radius over that of other pips, from which on an ace's is one of its own
_FARTHEST_ACE = 0.34  # edges from its middle in which a large ace's rim is looked for
_LARGEST_ACE = 0.27  # edges: what is larger is a lamp in the face; aces that are sold have 0.2
_SIZE, _REACH = 96, 0.8  # of the patches that are measured
# Sharpness of red faces over that of plain ones, and how many of each tell it. Of 22 rendered and
# traced sets it is 0.75 to 1.1, of ten less than 0.9: hues are kept at half the size.
_RED_SHARPER, _LEAST_TELLING = (0.7, 1.1), 2
_LEAST_SHARPER, _LEAST = 0.5, 0.05  # sharpness of plain faces over the set's; of any face
_USUAL_SHARPNESS = 20  # percents of the faces that were shown have less


@dataclass(frozen=True, slots=True, eq=False)
class SetMeasures:
    """A dice set, how sharp its pips are, and the middles of the faces that mirror a lamp."""

    dice_set: DiceSet
    sharpness: float
    mirrors_px: tuple[Point, ...]


def measured_set(
    pictures: list[Picture], dice: list[KnownDie], pose: Pose, offset: float, name: str
) -> SetMeasures:
    """Give the set that the dice at their poses belong to.

    Faces that mirror a lamp count, too: what is usual lies between them and the others, so that
    both are read. By the least white faces alone fewer throws were read under a ring light.

    offset : distance of neighbouring pips in die edges.
    """
    placed = list(zip(dice, pose.dice, strict=True))
    radii = _radii(pictures, placed, pose, offset)
    shown = shown_faces(pictures, placed, pose, radii, offset)
    # an ace does not tell how it is turned, so its shades are taken only where there is no other
    many = np.flatnonzero(shown.drawings > 0) if shown.drawings.any() else np.arange(len(dice))
    plain, red = _looks_of(shown, many)
    count = max(sum(die.frame == k for die in dice) for k in range(len(pictures)))
    ideal = DiceSet(
        name,
        count,
        radii.pip,
        offset,
        0.0,
        1.0,
        plain,
        red,
        ace_radius=radii.ace,
        spreads=dice[0].pips.spreads,
        widest_pip=radii.widest,
    )
    if radii.ace:
        ace = radii.ace * _ace_over_others(ideal, shown)
        ideal = replace(ideal, ace_radius=ace if ace < _LARGEST_ACE else 0.0)
    dice_set, sharpness = _with_spread(ideal, shown.only(many), shown)
    mirrors_px = tuple(dice[k].centre_px for k in _mirrors(shown))
    return SetMeasures(dice_set, sharpness, mirrors_px)


def _mirrors(shown: Shown) -> list[int]:
    """Give the faces that mirror a lamp; aces don't tell how they are turned, and are left out."""
    many = np.flatnonzero(shown.drawings > 0)
    return [int(k) for k in many[whiteness_of(shown.only(many)) > WHITENED]]


def _looks_of(shown: Shown, many: NDArray[np.int64]) -> tuple[FaceLook, FaceLook | None]:
    """Give how plain and red faces look: the same if only red ones were shown; None for none."""
    each = [_of_look(shown, many, red=red) for red in (False, True)]
    faces = [some for some in each if some]
    looks = with_bare_bodies(list(map(typical_look, faces)), list(map(bodies_of, faces)))
    return looks[0], looks[-1] if each[1] else None


def _of_look(shown: Shown, many: NDArray[np.int64], *, red: bool) -> list[FaceColours]:
    """Give the faces that tell how plain or red ones look: aces where there are no others."""
    for some in (many, np.arange(len(shown.colours))):
        mine = [shown.colours[k] for k in some if shown.red[k] == red]
        if mine:
            return mine
    return []


def _with_spread(ideal: DiceSet, many: Shown, shown: Shown) -> tuple[DiceSet, float]:
    """Give the set with how far faces depart from its ideal, and how sharp the pips are."""
    measured = _measured(ideal, many)
    looks = (ideal.plain,) if ideal.red is None else (ideal.plain, ideal.red)
    which = shown.red.astype(np.int64) * (len(looks) - 1)
    weakest = examine(inner(shown.cuts), shown.drawings, which, looks, ideal).weakest_pip
    scatter = float(np.percentile([one.misfit for one in measured], 80))
    sharp = np.array([one.sharpness for one in measured])
    sharpness = float(np.percentile(sharp, _USUAL_SHARPNESS))
    grain = float(np.median([one.ghost for one in measured]))
    sharper = sharp / max(sharpness, _LEAST)
    known = _with_sharpness(_with_pip_spreads(ideal, many, measured), many, sharper)
    spread = _ace_spread(ideal, shown)
    seen = replace(known, scatter=scatter, evenness=float(weakest.min()), ace_spread=spread)
    return replace(seen, grain=min(grain, 1.0)), sharpness


def _with_sharpness(ideal: DiceSet, many: Shown, sharper: Doubles) -> DiceSet:
    """Give the set with how sharp the pips of each look's faces are.

    sharper : how sharp those of each face are over the set's, shape (K,).
    """
    red, plain = sharper[many.red], sharper[~many.red]
    if ideal.red is None or min(len(red), len(plain)) < _LEAST_TELLING:
        return ideal
    of_red = float(np.clip(np.median(red) / max(np.median(plain), _LEAST), *_RED_SHARPER))
    usual = np.percentile([*plain, *(red / of_red)], _USUAL_SHARPNESS)
    usual = max(float(usual), _LEAST_SHARPER)  # what a lamp leaves of pips tells nothing
    looks = replace(ideal.plain, sharper=usual), replace(ideal.red, sharper=of_red * usual)
    return replace(ideal, plain=looks[0], red=looks[1])


def _with_pip_spreads(ideal: DiceSet, many: Shown, measured: list[Measures]) -> DiceSet:
    """Give the set with how large pips of each look's faces are."""
    plain, red = (_pip_spread(many, measured, red=red) for red in (False, True))
    looks = replace(ideal.plain, pip_spread=plain)
    reds = None if ideal.red is None else replace(ideal.red, pip_spread=red)
    return replace(ideal, plain=looks, red=reds)


def _pip_spread(many: Shown, measured: list[Measures], *, red: bool) -> float:
    """Give how large pips of plain or red faces look, in the middle; 0 if none was shown.

    Only of the faces that stand out most: see `_ace_spread`.
    """
    faces = zip(_steps(many), measured, many.red.tolist(), strict=True)
    mine = [(step, one.spread) for step, one, is_red in faces if is_red == red]
    most = max((step for step, _ in mine), default=0.0)
    clear = [spread for step, spread in mine if step * ALIKE > most]
    return float(np.median(clear)) if clear else 0.0


def _steps(shown: Shown) -> list[float]:
    """Give by how many grey levels the pips of each face stand out from its body."""
    return [float(np.linalg.norm(one.pips_bgr.mean(0) - body_of(one))) for one in shown.colours]


def _measured(ideal: DiceSet, shown: Shown) -> list[Measures]:
    bodies = np.array([body_of(face) for face in shown.colours])
    pips = np.array([face.pips_bgr.mean(0) for face in shown.colours])
    return measure(shown.cuts, shown.drawings, bodies, pips, shown.red, ideal)


def _ace_spread(ideal: DiceSet, shown: Shown) -> float:
    """Give the set's `ace_spread` from the aces that were shown, in the mean; 0 for none.

    Only of the aces that stand out most: a lamp that mirrors in part of a face draws its pip small.
    """
    measured = _measured(ideal, shown)
    steps = _steps(shown)
    ratios = spread_over_others(measured, shown.red.tolist(), steps)
    aces = [
        (step, by)
        for one, red, step, by in zip(measured, shown.red, steps, ratios, strict=True)
        if one.is_ace and not red and by is not None
    ]
    most = max((step for step, _ in aces), default=0.0)
    clear = [by for step, by in aces if step * ALIKE > most]
    return float(np.mean(clear)) if clear else 0.0


def _ace_over_others(ideal: DiceSet, shown: Shown) -> float:
    """Give how large aces look over other faces, each over the radius that its set has for it.

    Of lamps that mirror in their pips, how large they look tells more than where their rim is, and
    it is what aces in readings are compared by.
    """
    spreads = np.array([one.spread for one in _measured(ideal, shown)])
    aces = shown.drawings == 0
    return float(np.median(spreads[aces]) / np.median(spreads[~aces]))


def _radii(pictures: list[Picture], placed: list[_Placed], pose: Pose, offset: float) -> Radii:
    """Give how large the pips are, and of aces or one look if those are clearly larger."""
    profiles = partial(_profiles, pictures, pose=pose, offset=offset)
    near, far = ring_steps(), ring_steps(_FARTHEST_ACE)

    def radius_of(some: list[_Placed]) -> float:
        return pip_radius(profiles(some, radii=near), near)

    aces = [one for one in placed if one[0].face.value == 1]
    others = [one for one in placed if one[0].face.value != 1]
    pip, ace, same = radius_of(placed), 0.0, placed
    if aces and others:
        large, usual = ace_radius(profiles(aces, radii=far), far), radius_of(others)
        if large > _LARGE_ACE * usual:
            pip, ace, same = usual, large, others
    looks = [[one for one in same if one[0].face.red == red] for red in (False, True)]
    widest = max(radius_of(look) for look in looks if look)
    return Radii(pip, ace, widest if widest > _WIDER * pip else 0.0)


def _profiles(
    pictures: list[Picture], placed: list[_Placed], pose: Pose, offset: float, radii: Doubles
) -> Doubles:
    return np.array([
        pip_profile(
            cut_of(pictures, die, at, pose, _SIZE, _REACH), _REACH, die.pips.places, offset, radii
        )
        for die, at in placed
    ])  # fmt: skip


def remeasured(pictures: list[Picture], dice: list[KnownDie], pose: Pose) -> list[PipsOfDie]:
    """Give the dice's pips as measured on the rectified faces, where neighbours don't pull."""
    better = []
    for die, placed in zip(dice, pose.dice, strict=True):
        cuts = patches(pictures[die.frame], pose.camera, placed[None], PATCH_PX, REACH)
        drawing = drawing_of(die.pips.places)
        spreads = die.pips.spreads
        colours = face_colours(cuts[0], drawing, Radii(FIRST_RADIUS), FIRST_OFFSET, spreads)
        part = pip_part(cuts, body_of(colours)[None], colours.pips_bgr.mean(0)[None])
        owner = np.zeros(len(die.pips.places), np.int64)
        radius = _radius_of_ace(part[0]) if len(owner) == 1 else FIRST_RADIUS
        middles = pip_middles(part, owner, die.pips.places * FIRST_OFFSET, radius)
        on_floor = turned(middles, placed[2]) + placed[:2]
        at = to_picture(pose.camera, on_floor, 1.0)
        better.append(replace(die.pips, pips_px=at))
    return better


def _radius_of_ace(part: Doubles) -> float:
    """Give the radius around an ace's pip in which its middle is measured, in die edges.

    part : of its patch, from `vision.faces.measure.pip_part`, shape (PATCH_PX, PATCH_PX).
    """
    steps = (np.arange(PATCH_PX) + 0.5) * STEP - REACH
    near = np.hypot(*np.meshgrid(steps, steps)) < _AROUND_ACE
    area = float(part[near].clip(0.0, 1.0).sum()) * STEP**2
    radius = float(np.sqrt(area / np.pi))
    return radius if radius > _LARGE_PIP else FIRST_RADIUS
