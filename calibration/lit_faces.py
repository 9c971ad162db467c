"""Takes the veils of mirrored lamps off the known faces of calibration pictures.

In a glossy set a lamp mirrors in some faces, and in others it doesn't: these tell how bodies and
pips look, and so what lies over the others. Without it the set is measured as it really is.
May import: numpy, vision, calibration.known and below.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from calibration.known import KnownDie
from calibration.lattice import PIP_TO_PITCH
from calibration.shades import BARE, WHITENED, whiteness
from vision.calibration_values import FaceLook
from vision.lamplight import is_dark, lamp_colour
from vision.types import Point
from vision.veils.clear import Clear, painted
from vision.veils.lifted import taken_off

Picture = NDArray[np.uint8]
Doubles = NDArray[np.float64]

_FACE, _LONE_FACE = 1.5, 1.2  # pitches from a face's middle that are body, however an ace is turned
_CLEAR, _CORE = 0.55, 0.2  # pitches from a pip's middle: where body begins, and what is pip
_HALF = 2.0  # pitches: half an edge
_LEAST_SURE = 0.5  # of the faces, from which the set can be measured
_MOST_LOST = 0.25  # of the faces, where those are fewer


@dataclass(frozen=True, slots=True, eq=False)
class LitFaces:
    """Calibration pictures as they were seen, and with veils taken off; the dice whose faces can be
    read in them, and the middles of those in which a lamp mirrors."""

    seen: list[Picture]
    pictures: list[Picture]
    dice: list[KnownDie]
    mirrors_px: tuple[Point, ...]


@dataclass(frozen=True, slots=True, eq=False)
class _Shown:
    """The colours of a face."""

    body_bgr: Doubles
    pip_bgr: Doubles


def lit_as_seen(pictures: list[Picture], dice: list[KnownDie]) -> LitFaces:
    """Give the pictures with whatever veils there are."""
    return LitFaces(pictures, pictures, dice, ())


def without_veils(pictures: list[Picture], dice: list[KnownDie]) -> LitFaces:
    """Give the pictures with veils taken off where a lamp mirrors in known faces of dark dice.

    Faces that are mostly lamp, or don't show their pips without a veil, are left out if the others
    are enough: of such of six traced sets under ring and halo lamps half were other faces than were
    named, or lay beside where they were seen.
    """
    shown = [_shown(pictures[die.frame], die) for die in dice]
    whiter = _whiteness(dice, shown)
    mirrors = tuple(die.centre_px for die, by in zip(dice, whiter, strict=True) if by > WHITENED)
    if not mirrors:
        return lit_as_seen(pictures, dice)
    looks = {red: _look(dice, shown, whiter, red=red) for red in (False, True)}
    taken = [
        _taken_off(pictures[die.frame], die, float(by), looks)
        for die, by in zip(dice, whiter, strict=True)
    ]
    kept = _kept(taken)
    if kept is None:
        return lit_as_seen(pictures, dice)
    after = [
        painted(bgr, tuple(one.clear for one in taken if one.die.frame == k and one.clear))
        for k, bgr in enumerate(pictures)
    ]
    return LitFaces(pictures, after, kept, mirrors)


@dataclass(frozen=True, slots=True, eq=False)
class _Taken:
    """A die whose face's veil was taken off if there was one; whether its face can be read then,
    and whether it surely shows what was named."""

    die: KnownDie
    clear: Clear | None
    is_kept: bool
    is_sure: bool


def _taken_off(
    bgr: Picture, die: KnownDie, whiter: float, looks: dict[bool, FaceLook | None]
) -> _Taken:
    """Take the veil off a face that is so much whiter, by parts of the contrast."""
    look, plain = looks[die.face.red], looks[False] or looks[True]
    if whiter <= BARE or look is None or plain is None or not is_dark(look):
        return _Taken(die, None, is_kept=True, is_sure=True)
    clear = _without_veil(bgr, die, look, lamp_colour(plain))
    shows_all = clear is not None and len(clear.spreads) == die.face.value
    return _Taken(
        die,
        clear,
        is_kept=clear is not None or whiter <= WHITENED,
        is_sure=shows_all and whiter <= WHITENED,
    )


def _kept(taken: list[_Taken]) -> list[KnownDie] | None:
    """Give the dice that tell the set: those that are surely what was named, if they are enough."""
    sure = [one.die for one in taken if one.is_sure]
    if _tell_enough(sure, [one.die for one in taken]):
        return sure
    kept = [one.die for one in taken if one.is_kept]
    return kept if len(kept) >= (1 - _MOST_LOST) * len(taken) else None


def _without_veil(bgr: Picture, die: KnownDie, look: FaceLook, white: Doubles) -> Clear | None:
    """Give a face without its veil, or None if it can't be told."""
    radius, edge = PIP_TO_PITCH * die.pitch_px, 2 * _HALF * die.pitch_px
    return taken_off(bgr, _outline(die), (look,), white, radius, edge, by_opposite=False)


def _whiteness(dice: list[KnownDie], shown: list[_Shown]) -> Doubles:
    bodies, pips = (
        np.array([getattr(face, name) for face in shown]) for name in ("body_bgr", "pip_bgr")
    )
    return whiteness(bodies, pips, np.array([die.face.red for die in dice]))


def _tell_enough(kept: list[KnownDie], dice: list[KnownDie]) -> bool:
    """Tell whether some of the dice tell the set as well as all: its red faces, too."""
    reds_stay = any(die.face.red for die in kept) or not any(die.face.red for die in dice)
    plain_stay = any(not die.face.red for die in kept) or all(die.face.red for die in dice)
    return reds_stay and plain_stay and len(kept) >= _LEAST_SURE * len(dice)


def _look(
    dice: list[KnownDie], shown: list[_Shown], whiter: Doubles, *, red: bool
) -> FaceLook | None:
    """Give how faces without a veil look, or None if no such face was shown."""
    bare = [
        face
        for die, face, by in zip(dice, shown, whiter, strict=True)
        if die.face.red == red and by <= BARE
    ]
    if not bare:
        return None
    body, pip = (
        np.median([getattr(face, name) for face in bare], axis=0).tolist()
        for name in ("body_bgr", "pip_bgr")
    )
    return FaceLook((body[0], body[1], body[2]), (pip[0], pip[1], pip[2]))


def _onto(die: KnownDie, places: Doubles) -> Doubles:
    """Give where places on a face, in pitches, are in the picture: shape (N, 2)."""
    z, w = (at @ np.array([1, 1j]) for at in (die.pips.places, die.pips.pips_px))
    away = z - z.mean()
    size = float(np.vdot(away, away).real)
    turn = complex(np.vdot(away, w)) / size if size > 0 else complex(die.pitch_px)
    at = w.mean() + turn * (places @ np.array([1, 1j]) - z.mean())
    return np.stack([at.real, at.imag], axis=1)


def _outline(die: KnownDie) -> Doubles:
    """Give the corners of a face in the picture; for an ace, whose turn is not known, a circle."""
    if len(die.pips.places) > 1:
        return _onto(die, _HALF * np.array([[-1.0, -1.0], [1, -1], [1, 1], [-1, 1]]))
    way = np.linspace(0, 2 * np.pi, 24, endpoint=False)
    return _onto(die, _HALF * np.stack([np.cos(way), np.sin(way)], axis=1))


def _shown(bgr: Picture, die: KnownDie) -> _Shown:
    steps = np.linspace(-_FACE, _FACE, 25)
    grid = np.stack(np.meshgrid(steps, steps), axis=-1).reshape(-1, 2)
    apart = np.linalg.norm(grid[:, None] - die.pips.places, axis=2).min(1)
    body = apart > _CLEAR
    if len(die.pips.places) == 1:
        body &= np.linalg.norm(grid, axis=1) < _LONE_FACE
    return _Shown(
        np.median(_colours(bgr, _onto(die, grid[body])), axis=0),
        _colours(bgr, _onto(die, grid[apart < _CORE])).mean(0),
    )


def _colours(bgr: Picture, at: Doubles) -> Doubles:
    x, y = np.rint(at).astype(int).T
    rows, columns = np.clip(y, 0, bgr.shape[0] - 1), np.clip(x, 0, bgr.shape[1] - 1)
    return np.asarray(bgr[rows, columns], dtype=np.float64)
