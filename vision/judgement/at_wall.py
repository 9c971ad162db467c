"""What nearness to the wall speaks for: dice that lean on it have their pips stretched outward.

May import: vision.calibration_values, vision.curve, vision.judgement.cues.
"""

from __future__ import annotations

from math import cos, radians, sin

from vision.calibration_values import USUAL_SCATTER, Calibration
from vision.curve import read_off
from vision.judgement.cues import AT_WALL, BESIDE_WALL, Cues

EXACT_SCATTER = (0.0025, 0.006)  # edges: sets whose pips tell more, and those that don't
_LEANS_RAD = radians(8.0)  # dice at a wall that lean at all lean by so much
_LEANING_LEAST = 0.012  # stretch of such dice that pips can tell from a flat die's
_PIPS_NOISE = 0.015  # by how much pips are placed closer on one flat die in twenty
_FLAT_PART, _LEANS_PART = 0.25, 0.75  # of the stretch of leaning dice: where pips are exact
_STRETCHED = 0.035  # of pips outward there; flat, moulded ones have 0.024 at most in the renders
_EXACT_MISFIT = 0.005  # edges, of a face whose pips prove it flat


def most_stretch(cues: Cues, coarse: float, calibration: Calibration) -> float:
    """Give the outward stretch of a flat die's pips, at most."""
    tells = cues.inside < BESIDE_WALL and _moulded(calibration)
    return min(0.03 + coarse, _STRETCHED) if tells else 0.03 + coarse


def _moulded(calibration: Calibration) -> bool:
    """Tell whether all dice of the set have their pips where they should be."""
    return calibration.dice.scatter < 1.2 * USUAL_SCATTER


def doubt_at_wall(cues: Cues, calibration: Calibration) -> float:
    """Give how much a die's nearness to the wall speaks for leaning, where silhouettes don't tell.

    A die that leans at a wall has a foot on it, so that its top turns towards the camera and its
    pips are stretched. Where they clearly are not, nearness alone is a weak reason. Pips that fit
    no flat face prove nothing: of exact sets' faces of four pips or more so near the wall of traced
    and drawn trays 48 of 51 flat ones fit within 0.0035 edges, none of 19 that lean within 0.0054.
    """
    near = 1 + (AT_WALL - cues.inside) / 0.3
    slope = cues.aside / (calibration.camera.height - 1.0)
    leaning = cos(_LEANS_RAD) + sin(_LEANS_RAD) * slope - 1.0
    if near <= 0 or cues.outward is None or leaning < _LEANING_LEAST or not _moulded(calibration):
        return near
    if calibration.dice.scatter < EXACT_SCATTER[0]:
        if cues.measures.misfit > _EXACT_MISFIT:
            return near
        shown = (cues.outward - 1.0) / leaning
        return near * read_off(shown, (_FLAT_PART, _LEANS_PART), (0.0, 1.0))
    part = (cues.outward - 1.0 + _PIPS_NOISE) / min(leaning, 0.02)
    return near * min(max(part, 0.0), 1.0)


__all__ = ["EXACT_SCATTER", "doubt_at_wall", "most_stretch"]
