"""The faces that calibration frames show: their patches, what is drawn on them, their colours.

May import: numpy, vision, calibration.known, pose and shades.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from calibration.known import KnownDie
from calibration.pose import Pose
from calibration.shades import drawing_of, whiteness
from vision.calibration_values import Radii
from vision.faces.examine import PATCH_PX, REACH, FaceColours, face_colours
from vision.faces.patches import patches

Picture = NDArray[np.uint8]
Floats = NDArray[np.float32]
Doubles = NDArray[np.float64]

FIRST_OFFSET = 0.25  # edges between neighbouring pips, until the edge is measured
FIRST_RADIUS = 0.085  # edges, until the pips are measured


@dataclass(frozen=True, slots=True, eq=False)
class Shown:
    """The faces that were shown: patches, drawings, colours, and whether each is a red one."""

    cuts: Floats
    drawings: NDArray[np.int64]
    colours: list[FaceColours]
    red: NDArray[np.bool_]

    def only(self, which: NDArray[np.int64]) -> Shown:
        """Give some of them."""
        some = [self.colours[k] for k in which]
        return Shown(self.cuts[which], self.drawings[which], some, self.red[which])


def shown_faces(
    pictures: list[Picture],
    placed: list[tuple[KnownDie, Doubles]],
    pose: Pose,
    radii: Radii,
    offset: float,
) -> Shown:
    """Give the faces of dice at their poses.

    radii : of their pips; offset : distance of neighbouring pips; both in die edges.
    """
    cuts = [cut_of(pictures, die, at, pose, PATCH_PX, REACH) for die, at in placed]
    drawings = [drawing_of(die.pips.places) for die, _ in placed]
    colours = [
        face_colours(cut, drawing, radii, offset, die.pips.spreads)
        for cut, drawing, (die, _) in zip(cuts, drawings, placed, strict=True)
    ]
    red = np.array([die.face.red for die, _ in placed])
    return Shown(np.array(cuts), np.array(drawings), colours, red)


def whiteness_of(shown: Shown) -> Doubles:
    """Give by how much of the contrast each face is whiter than the least white one of its look."""
    bodies = np.array([body_of(face) for face in shown.colours])
    pips = np.array([face.pips_bgr.mean(0) for face in shown.colours])
    return whiteness(bodies, pips, shown.red)


def cut_of(
    pictures: list[Picture], die: KnownDie, at: Doubles, pose: Pose, size: int, reach: float
) -> Floats:
    """Give the patch of a die: float32 array of shape (size, size, 3); reach is half its width."""
    cut = patches(pictures[die.frame], pose.camera, at[None], size, reach)[0]
    return np.asarray(cut, dtype=np.float32)


def body_of(face: FaceColours) -> Doubles:
    """Give the colour of a face's body, (B, G, R)."""
    return np.asarray(np.median(face.cells_bgr, axis=0), dtype=np.float64)
