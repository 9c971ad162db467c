"""What pips look like on bodies that a lamp veils less than those that were calibrated.

Where a lamp mirrored in all faces that were shown, the calibrated bodies are the whitened ones. A
face that lies elsewhere is darker by some of the lamp's light, and its drilled pips look as they
did: so the step from body to pips has another colour, above all that to red pips.
May import: numpy, vision.calibration_values, vision.lamplight, vision.pip_hue,
vision.faces.examine.
"""

from __future__ import annotations

from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from vision.calibration_values import FaceLook
from vision.faces.examine import Evidence
from vision.lamplight import DARK, is_dark, lamp_colour
from vision.pip_hue import hue_between, without_lamp

Floats = NDArray[np.float32]
Doubles = NDArray[np.float64]

_COLOURED = 40.0  # grey levels between the channels of red faces that a lamp made pink
_MUCH = 0.3  # of the step to pips: light that a body lacks where hues must tell looks, too
_OWN_HUE = 0.35  # of the way from the hue of plain pips to that of red ones
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
    Where pips are more like those of another look on such a body, or nearly so, or have not its
    hue, they are told by neither: in two drawn rooms of pearl dice that a lamp had whitened, two
    throws in which red ones passed for plain ones were read silently else, and two pictures of a
    red two and four of white dice in poor JPEGs; 125 of 126 fair throws in such files stay ok.
    """
    white = lamp_colour(looks[0])
    bodies, pips = (
        np.array([getattr(look, name) for look in looks]) * gain for name in ("body_bgr", "pip_bgr")
    )
    lack = np.array([_lack_light(body - evidence.body_bgr, white) for body in bodies])
    if not lack.any():
        return evidence
    likeness, contrast = _by_bodies(evidence, pips)
    each = np.arange(len(which))
    veiled = np.array([_may_be_veiled(look) for look in looks])[which]
    darker = lack[which, each] & veiled & _coloured_as(bodies[which], evidence.body_bgr)
    better = darker & (likeness[which, each] > evidence.likeness)
    own = np.where(better, likeness[which, each], evidence.likeness)
    lacking = (bodies[which] - evidence.body_bgr) @ white
    much = lack[which, each] & (lacking > _MUCH * _length(pips[which] - bodies[which]))
    lack[which, each] = False
    least = own - np.array(_AS_LIKE)[np.minimum(which, 1)]
    rather_other = np.where(lack, likeness, -1.0).max(axis=0) > least
    by_neither = rather_other | much & _have_other_hue(evidence.pip_bgr / gain, which, looks, white)
    return replace(
        evidence,
        likeness=np.where(by_neither, _TOLD_BY_NEITHER, own),
        contrast=np.where(better, contrast[which, each], evidence.contrast),
    )


def _have_other_hue(
    pip_bgr: Doubles, which: NDArray[np.int64], looks: tuple[FaceLook, ...], white: Doubles
) -> NDArray[np.bool_]:
    """Tell which pips have not surely the hue of the look that is supposed."""
    hue = hue_between(looks[0], looks[-1], white)
    if hue is None:  # as in a set of one look
        return np.zeros(len(which), np.bool_)
    part = hue.of(pip_bgr)
    return np.where(which == 0, part > _OWN_HUE, part < _OWN_HUE)


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
