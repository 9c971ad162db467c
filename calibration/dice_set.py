"""Measures a dice set on faces whose place, turn and value are known.

May import: numpy, vision, the rest of calibration below `fits`.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from calibration.known import KnownDie
from calibration.looks import ace_radius, half_edge, pip_profile, pip_radius, ring_steps
from calibration.pose import PipsOfDie, Pose
from calibration.shades import BARE, WHITENED, drawing_of, typical_look, whiteness
from vision.calibration_values import DiceSet, FaceLook
from vision.faces import PATCH_PX, REACH, FaceColours, examine, face_colours, inner
from vision.geometry import to_picture, turned
from vision.measure import Measures, measure, pip_middles, pip_part
from vision.patches import patches
from vision.smear import ALIKE, spread_over_others
from vision.types import Point
from vision.windows import STEP

Picture = NDArray[np.uint8]
Floats = NDArray[np.float32]
Doubles = NDArray[np.float64]

FIRST_OFFSET = 0.25  # edges between neighbouring pips, until the edge is measured
_FIRST_RADIUS = 0.085  # edges, until the pips are measured
_AROUND_ACE = 0.3  # edges from its middle in which all of an ace's pip is
_LARGE_PIP = 0.12  # edges: an ace of that radius is wider than what is measured around other pips
_LARGE_ACE = 1.2  # radius over that of other pips, from which on an ace's is one of its own
_FARTHEST_ACE = 0.34  # edges from its middle in which a large ace's rim is looked for
_SIZE, _REACH = 96, 0.8  # of the patches that are measured
_TELLING_FACES = 3  # without a veil, that tell the size; fewer are not trusted alone


@dataclass(frozen=True, slots=True, eq=False)
class SetMeasures:
    """A dice set, how sharp its pips are, and the middles of the faces that mirror a lamp."""

    dice_set: DiceSet
    sharpness: float
    mirrors_px: tuple[Point, ...]


@dataclass(frozen=True, slots=True)
class _Radii:
    """How large pips are, and aces' where they are larger; 0 where they are not. In die edges."""

    pip: float
    ace: float = 0.0


@dataclass(frozen=True, slots=True, eq=False)
class _Shown:
    """The faces that were shown: patches, drawings, colours, and whether each is a red one."""

    cuts: Floats
    drawings: NDArray[np.int64]
    colours: list[FaceColours]
    red: NDArray[np.bool_]

    def only(self, which: NDArray[np.int64]) -> _Shown:
        """Give some of them."""
        some = [self.colours[k] for k in which]
        return _Shown(self.cuts[which], self.drawings[which], some, self.red[which])


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
    shown = _shown(pictures, placed, pose, radii, offset)
    # an ace does not tell how it is turned, so its shades are taken only where there is no other
    many = np.flatnonzero(shown.drawings > 0) if shown.drawings.any() else np.arange(len(dice))
    looks = [_look_of(shown, many, red=red) for red in (False, True)]
    plain, red = (looks[0], looks[1]) if looks[0] is not None else (looks[1], looks[1])
    assert plain is not None
    count = max(sum(die.frame == k for die in dice) for k in range(len(pictures)))
    ideal = DiceSet(name, count, radii.pip, offset, 0.0, 1.0, plain, red, ace_radius=radii.ace)
    if radii.ace:
        ideal = replace(ideal, ace_radius=radii.ace * _ace_over_others(ideal, shown))
    dice_set, sharpness = _with_spread(ideal, shown.only(many), shown)
    mirrors_px = tuple(dice[k].centre_px for k in _mirrors(shown))
    return SetMeasures(dice_set, sharpness, mirrors_px)


def _shown(
    pictures: list[Picture],
    placed: list[tuple[KnownDie, Doubles]],
    pose: Pose,
    radii: _Radii,
    offset: float,
) -> _Shown:
    cuts = [_cut(pictures, die, at, pose, PATCH_PX, REACH) for die, at in placed]
    drawings = [drawing_of(die.pips.places) for die, _ in placed]
    colours = [
        face_colours(cut, drawing, radii.pip, offset, radii.ace)
        for cut, drawing in zip(cuts, drawings, strict=True)
    ]
    red = np.array([die.face.red for die, _ in placed])
    return _Shown(np.array(cuts), np.array(drawings), colours, red)


def _mirrors(shown: _Shown) -> list[int]:
    """Give the faces that mirror a lamp; aces don't tell how they are turned, and are left out."""
    many = np.flatnonzero(shown.drawings > 0)
    return [int(k) for k in many[_whiteness(shown.only(many)) > WHITENED]]


def _whiteness(shown: _Shown) -> Doubles:
    """Give by how much of the contrast each face is whiter than the least white one of its look."""
    bodies = np.array([_body(face) for face in shown.colours])
    pips = np.array([face.pips_bgr.mean(0) for face in shown.colours])
    return whiteness(bodies, pips, shown.red)


def _look_of(shown: _Shown, many: NDArray[np.int64], *, red: bool) -> FaceLook | None:
    """Give how plain or red faces look, or None if none was shown."""
    for some in (many, np.arange(len(shown.colours))):
        mine = [shown.colours[k] for k in some if shown.red[k] == red]
        if mine:
            return typical_look(mine)
    return None


def _with_spread(ideal: DiceSet, many: _Shown, shown: _Shown) -> tuple[DiceSet, float]:
    """Give the set with how far faces depart from its ideal, and how sharp the pips are."""
    measured = _measured(ideal, many)
    looks = (ideal.plain,) if ideal.red is None else (ideal.plain, ideal.red)
    which = shown.red.astype(np.int64) * (len(looks) - 1)
    weakest = examine(inner(shown.cuts), shown.drawings, which, looks, ideal).weakest_pip
    scatter = float(np.percentile([one.misfit for one in measured], 80))
    sharpness = float(np.percentile([one.sharpness for one in measured], 20))
    known = _with_pip_spreads(ideal, many, measured)
    spread = _ace_spread(ideal, shown)
    evenness = float(weakest.min())
    return replace(known, scatter=scatter, evenness=evenness, ace_spread=spread), sharpness


def _with_pip_spreads(ideal: DiceSet, many: _Shown, measured: list[Measures]) -> DiceSet:
    """Give the set with how large pips of each look's faces are."""
    plain, red = (_pip_spread(many, measured, red=red) for red in (False, True))
    looks = replace(ideal.plain, pip_spread=plain)
    reds = None if ideal.red is None else replace(ideal.red, pip_spread=red)
    return replace(ideal, plain=looks, red=reds)


def _pip_spread(many: _Shown, measured: list[Measures], *, red: bool) -> float:
    """Give how large pips of plain or red faces look, in the middle; 0 if none was shown.

    Only of the faces that stand out most: see `_ace_spread`.
    """
    faces = zip(_steps(many), measured, many.red.tolist(), strict=True)
    mine = [(step, one.spread) for step, one, is_red in faces if is_red == red]
    most = max((step for step, _ in mine), default=0.0)
    clear = [spread for step, spread in mine if step * ALIKE > most]
    return float(np.median(clear)) if clear else 0.0


def _steps(shown: _Shown) -> list[float]:
    """Give by how many grey levels the pips of each face stand out from its body."""
    return [float(np.linalg.norm(one.pips_bgr.mean(0) - _body(one))) for one in shown.colours]


def _measured(ideal: DiceSet, shown: _Shown) -> list[Measures]:
    bodies = np.array([_body(face) for face in shown.colours])
    pips = np.array([face.pips_bgr.mean(0) for face in shown.colours])
    return measure(shown.cuts, shown.drawings, bodies, pips, shown.red, ideal)


def _ace_spread(ideal: DiceSet, shown: _Shown) -> float:
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


def _ace_over_others(ideal: DiceSet, shown: _Shown) -> float:
    """Give how large aces look over other faces, each over the radius that its set has for it.

    Of lamps that mirror in their pips, how large they look tells more than where their rim is, and
    it is what aces in readings are compared by.
    """
    spreads = np.array([one.spread for one in _measured(ideal, shown)])
    aces = shown.drawings == 0
    return float(np.median(spreads[aces]) / np.median(spreads[~aces]))


def measured_offset(pictures: list[Picture], dice: list[KnownDie], pose: Pose) -> float:
    """Give the distance of neighbouring pips in edges, from where the faces end.

    A flat face that mirrors a lamp seems to end at its bevels, so faces without a veil tell it.
    """
    placed = list(zip(dice, pose.dice, strict=True))
    many = [one for one in placed if one[0].face.value > 1] or placed
    whiter = _whiteness(_shown(pictures, many, pose, _Radii(_FIRST_RADIUS), FIRST_OFFSET))
    bare = [one for one, by in zip(many, whiter, strict=True) if by < BARE]
    many = bare if len(bare) >= _TELLING_FACES else many
    stack = [_cut(pictures, die, at, pose, _SIZE, _REACH) for die, at in many]
    return FIRST_OFFSET / (2 * half_edge(np.array(stack), _REACH))


def _radii(
    pictures: list[Picture], placed: list[tuple[KnownDie, Doubles]], pose: Pose, offset: float
) -> _Radii:
    """Give how large the pips are, and those of aces where they are clearly larger."""
    aces = [one for one in placed if one[0].face.value == 1]
    others = [one for one in placed if one[0].face.value != 1]
    if aces and others:
        pip = pip_radius(_profiles(pictures, others, pose, offset, ring_steps()), ring_steps())
        far = ring_steps(_FARTHEST_ACE)
        ace = ace_radius(_profiles(pictures, aces, pose, offset, far), far)
        if ace > _LARGE_ACE * pip:
            return _Radii(pip, ace)
    radii = ring_steps()
    return _Radii(pip_radius(_profiles(pictures, placed, pose, offset, radii), radii))


def _profiles(
    pictures: list[Picture],
    placed: list[tuple[KnownDie, Doubles]],
    pose: Pose,
    offset: float,
    radii: Doubles,
) -> Doubles:
    return np.array([
        pip_profile(
            _cut(pictures, die, at, pose, _SIZE, _REACH), _REACH, die.pips.places, offset, radii
        )
        for die, at in placed
    ])  # fmt: skip


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
        radius = _radius_of_ace(part[0]) if len(owner) == 1 else _FIRST_RADIUS
        middles = pip_middles(part, owner, die.pips.places * FIRST_OFFSET, radius)
        on_floor = turned(middles, placed[2]) + placed[:2]
        better.append(PipsOfDie(die.pips.places, to_picture(pose.camera, on_floor, 1.0)))
    return better


def _radius_of_ace(part: Doubles) -> float:
    """Give the radius around an ace's pip in which its middle is measured, in die edges.

    part : of its patch, from `vision.measure.pip_part`, shape (PATCH_PX, PATCH_PX).
    """
    steps = (np.arange(PATCH_PX) + 0.5) * STEP - REACH
    near = np.hypot(*np.meshgrid(steps, steps)) < _AROUND_ACE
    area = float(part[near].clip(0.0, 1.0).sum()) * STEP**2
    radius = float(np.sqrt(area / np.pi))
    return radius if radius > _LARGE_PIP else _FIRST_RADIUS
