"""What pips look like on bodies that a lamp veils less than those that were calibrated.

Where a lamp mirrored in all faces that were shown, the calibrated bodies are the whitened ones. A
face that lies elsewhere is darker by some of the lamp's light, and its drilled pips look as they
did: so the step from body to pips has another colour, above all that to red pips.
May import: numpy, vision.calibration_values, vision.lamplight, vision.pip_hue,
vision.faces.examine.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from vision.calibration_values import FaceLook
from vision.faces.examine import Evidence
from vision.lamplight import DARK, is_dark, lamp_colour
from vision.pip_hue import Hue, hue_between, without_lamp

Floats = NDArray[np.float32]
Doubles = NDArray[np.float64]

_COLOURED = 40.0  # grey levels between the channels of red faces that a lamp made pink
_MUCH = 0.3  # of the step to pips: light that a body lacks where hues must tell looks, too
_OWN_HUE = 0.35  # of the way from the hue of plain pips to that of red ones
# The same of plain pips that are surely no red ones, and of pips that are, however much brighter a
# lamp made those that were calibrated.
_PLAIN_HUE, _RED_HUE = 0.15, 0.7
_TOLD_BY_NEITHER = 0.0  # how like its pips are, where those of the other look are more so
# Cosine by which the other look must fit less, of plain faces and of red ones: blur and poor JPEGs
# take the hue of small red pips, and give plain ones none.
_AS_LIKE = 0.035, 0.01
_ASIDE = 0.5  # of the light that a body lacks, by which it may be of another colour than the lamp's


def with_darker_bodies(
    evidence: Evidence, which: NDArray[np.int64], looks: tuple[FaceLook, ...], gain: Floats
) -> Evidence:
    """Give the evidence with pips judged by the bodies that they lie on, where these are darker.

    which : per face the look that is supposed. gain : the picture's exposure, shape (3,).

    In seven drawn rooms of pearl dice under lamps of 66 to 89 degrees, of whose sets calibration
    showed veiled faces, 92 of 148 fair throws are read so, and 69 by the calibrated step only. In
    one of white dice whose red faces were pink when they were shown, 44 of 50, and 25 before.
    A lamp lifts drilled red pips, too, so that those that were shown are nearer to white than they
    look elsewhere: there hue alone tells them, and plain ones, from the other look's. Of 23,486
    faces that were supposed where they lie, in drawn seeds 89 to 101, plain pips are at -0.31 to
    0.25 of the way to the red ones' hue but for one of 19,603, red ones at 0.28 or more but for
    eight of 3,883, in faces that a lamp fills or a poor JPEG spoils.
    Where pips are more like those of another look on such a body, or nearly so, or have not its
    hue, they are told by neither: in two drawn rooms of pearl dice that a lamp had whitened, two
    throws in which red ones passed for plain ones were read silently else, and two pictures of a
    red two and four of white dice in poor JPEGs; 125 of 126 fair throws in such files stay ok.
    """
    usual = _usual(looks)
    white, bodies, pips = usual.white, usual.bodies_bgr * gain, usual.pips_bgr * gain
    lack = np.array([_lack_light(body - evidence.body_bgr, white) for body in bodies])
    if not lack.any():
        return evidence
    likeness, contrast = _by_bodies(evidence, pips)
    mine = which, np.arange(len(which))
    hue = _hues_of(evidence.pip_bgr / gain, which, usual.hue, white)
    veiled = usual.may_be_veiled[which]
    darker = lack[mine] & veiled & _coloured_as(bodies[which], evidence.body_bgr)
    better = darker & (likeness[mine] > evidence.likeness)
    own = np.where(better, likeness[mine], evidence.likeness)
    own = np.where(darker, np.maximum(own, hue.like_red), own)
    lacking = (bodies[which] - evidence.body_bgr) @ white
    much = lack[mine] & (lacking > _MUCH * _length(pips[which] - bodies[which]))
    lighter = ((pips - bodies) @ white > 0)[which]
    rather_other = _are_rather_other(own, np.where(lack, likeness, -1.0), which)
    by_neither = rather_other & ~(lighter & hue.surely_plain) | much & hue.of_other
    return replace(
        evidence,
        likeness=np.where(by_neither, _TOLD_BY_NEITHER, own),
        contrast=np.where(better, contrast[mine], evidence.contrast),
    )


@dataclass(frozen=True, slots=True, eq=False)
class _Hues:
    """What the hues of pips say, one entry a face; nothing in a set whose looks' can't be told.

    of_other : which pips have not surely the hue of the look that is supposed.
    surely_plain : which of faces that are supposed to be plain have none of the red ones' hue.
    like_red : how like the red hue that of a supposed red face's pips is, whatever light a lamp
        adds to them; 0 of others.
    """

    of_other: NDArray[np.bool_]
    surely_plain: NDArray[np.bool_]
    like_red: Doubles


@dataclass(frozen=True, slots=True, eq=False)
class _Usual:
    """What the L looks of a set are made of, as calibrated.

    white : the lamp's colour. bodies_bgr, pips_bgr : shape (L, 3).
    may_be_veiled : on which bodies a veil would show, shape (L,).
    hue : the way from the plain pips' hue to the red ones'; None if these can't be told apart.
    """

    white: Doubles
    bodies_bgr: Doubles
    pips_bgr: Doubles
    may_be_veiled: NDArray[np.bool_]
    hue: Hue | None


@lru_cache(maxsize=8)
def _usual(looks: tuple[FaceLook, ...]) -> _Usual:
    white = lamp_colour(looks[0])
    bodies, pips = (np.array([getattr(a, of) for a in looks]) for of in ("body_bgr", "pip_bgr"))
    veiled = np.array([_may_be_veiled(look) for look in looks])
    return _Usual(white, bodies, pips, veiled, hue_between(looks[0], looks[-1], white))


def _hues_of(pip_bgr: Doubles, which: NDArray[np.int64], hue: Hue | None, white: Doubles) -> _Hues:
    """Give what the hues of pips say. pip_bgr : at the calibration's exposure, shape (K, 3)."""
    if hue is None:
        no = np.zeros(len(which), np.bool_)
        return _Hues(no, no, np.zeros(len(which)))
    part, is_red = hue.of(pip_bgr), which > 0
    apart = without_lamp(pip_bgr, white) - hue.start
    like = apart @ hue.way / (_length(apart) * _length(hue.way))
    return _Hues(
        of_other=np.where(is_red, part < _OWN_HUE, part > _OWN_HUE),
        surely_plain=~is_red & (part < _PLAIN_HUE),
        like_red=np.where(is_red & (part > _RED_HUE), like, 0.0),
    )


def _are_rather_other(
    own: Doubles, likeness: Doubles, which: NDArray[np.int64]
) -> NDArray[np.bool_]:
    """Tell which pips are as like those of another look, or nearly so.

    own : how like they are those of the look that is supposed. likeness : the same of all L looks,
        shape (L, K).
    """
    others = likeness.copy()
    others[which, np.arange(len(which))] = -1.0
    least = own - np.array(_AS_LIKE)[np.minimum(which, 1)]
    return np.asarray(others.max(axis=0) > least, np.bool_)


def _by_bodies(evidence: Evidence, pips_bgr: NDArray[np.floating]) -> tuple[Doubles, Doubles]:
    """Give how like pips of L colours those of K faces are on the bodies seen, and their contrast.

    Both of shape (L, K).
    """
    seen = evidence.pip_bgr - evidence.body_bgr
    expected = pips_bgr[:, None] - evidence.body_bgr
    along = (seen * expected).sum(-1)
    return along / (_length(seen) * _length(expected)), along / _length(expected) ** 2


def _may_be_veiled(look: FaceLook) -> bool:
    """Tell whether a veil would show on a body: on dark ones and on coloured ones, not on white."""
    return is_dark(look) or max(look.body_bgr) - min(look.body_bgr) > _COLOURED


def _coloured_as(bodies: Floats | Doubles, seen: Doubles) -> NDArray[np.bool_]:
    """Tell which bodies are as coloured as the supposed ones, unless these are dark: veils fade."""
    fading = bodies.min(1) >= DARK
    return np.asarray(~fading | (np.ptp(seen, axis=1) > np.ptp(bodies, axis=1)), np.bool_)


def _lack_light(lacking: Doubles, white: Doubles) -> NDArray[np.bool_]:
    """Tell which of the bodies lack light of the lamp's colour. lacking : shape (K, 3)."""
    aside = _length(without_lamp(lacking, white))
    return np.asarray(aside < _ASIDE * (lacking @ white), np.bool_)


def _length(vectors: NDArray[np.floating]) -> Doubles:
    return np.asarray(np.linalg.norm(vectors, axis=-1) + 1e-6, np.float64)
