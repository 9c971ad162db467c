"""Finds the dice: the faces that explain the picture best.

May import: numpy, this room, vision.tray and what lies beside the rooms, but not what reads.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from vision.calibration_values import Calibration, DiceSet, FaceLook
from vision.faces.choose import choose, merit, of_other_look, overlaps, passable, rivals
from vision.faces.darker import with_darker_bodies
from vision.faces.dyed import hues_across, hues_apart
from vision.faces.edges import edge_angles
from vision.faces.examine import INNER_PX, INNER_REACH, PATCH_PX, REACH, Evidence, examine
from vision.faces.fields import NO_FIELDS, Fields, painted_fields
from vision.faces.hypotheses import Faces, suppose
from vision.faces.large_aces import onto_pips
from vision.faces.painted import Again, fainter, without_floor
from vision.faces.patches import patches
from vision.faces.pips import Spots, find_spots, least_response, looks_of
from vision.kept import kept
from vision.pip_hue import have_same_body
from vision.sight import Sight
from vision.tray.board import Board, board_of

Picture = NDArray[np.uint8]
Doubles = NDArray[np.float64]
Mask = NDArray[np.uint8]


@dataclass(frozen=True, slots=True, eq=False)
class Found:
    """The dice that were found and everything that was supposed on the way.

    board_bgr : the tray from above.
    gain : its exposure over that of the empty tray, per channel, shape (3,).
    spots : the pip-like spots, by look.
    faces, evidence : everything that was supposed, and what speaks for it.
    taken : which of the faces are dice, by index.
    cuts : the patches of the dice taken, one a die.
    rivals : per die taken, merit of the best other reading of its place less its own.
    hues_apart : per die taken, see `vision.faces.dyed`.
    """

    board_bgr: Picture
    gain: NDArray[np.float32]
    spots: tuple[Spots, ...]
    faces: Faces
    evidence: Evidence
    cuts: NDArray[np.float32]
    taken: tuple[int, ...]
    rivals: tuple[float, ...]
    hues_apart: tuple[float, ...]


def find_dice(
    bgr: Picture,
    sight: Sight,
    calibration: Calibration,
    moved: Doubles | None = None,
    again: Again | None = None,
) -> Found:
    """Give the faces that explain the picture best.

    sight : the same picture on the board.
    moved : the perspective map from pictures as calibrated to this one, if the camera was moved.
    again : what is known if faint pips are looked for, too; see `vision.veils.faint`.
    """
    looks = looks_of(calibration.dice)
    spots = _spots(sight, calibration)
    sought = spots if again is None else _spots(sight, calibration, again.floor)
    fields = _painted_fields(bgr, sight, calibration, moved)
    supposed = suppose(sought, calibration.dice, sight.board.origin_uv, fields)
    supposed = supposed if again is None else again.sure.and_also(supposed)
    faces = _with_ace_angles(supposed, bgr, calibration, moved)
    camera = calibration.camera
    small = patches(bgr, camera, faces.poses, INNER_PX, INNER_REACH, moved=moved, quick=True)
    evidence = _examined(small, faces, looks, calibration.dice, sight)
    if len(looks) > 1 and (also := of_other_look(faces, evidence)):
        others = faces.some(also)
        others = replace(others, looks=1 - others.looks)
        evidence = evidence.and_also(_examined(small[also], others, looks, calibration.dice, sight))
        faces = faces.and_also(others)
    merits, able = merit(faces, evidence), passable(evidence)
    clash = overlaps(faces.poses, able)
    taken = choose(merits, able, clash)
    against = rivals(faces, merits, able, clash, taken)
    cuts = patches(bgr, camera, faces.poses[taken], PATCH_PX, REACH, moved=moved)
    of_taken = [looks[k] for k in faces.looks[taken]]
    apart = hues_apart(evidence.body_bgr[taken], of_taken, sight.gain)
    aces = np.flatnonzero(faces.drawings[taken] == 0)
    across = hues_across(cuts[aces], [of_taken[k] for k in aces], sight.gain)
    apart[aces] = np.maximum(apart[aces], across)
    return Found(
        board_bgr=sight.bgr,
        gain=sight.gain,
        spots=tuple(spots),
        faces=faces,
        evidence=evidence,
        cuts=cuts,
        taken=tuple(taken),
        rivals=tuple(against),
        hues_apart=tuple(apart.tolist()),
    )


def _painted_fields(
    bgr: Picture, sight: Sight, calibration: Calibration, moved: Doubles | None
) -> Fields:
    """Give where fields of red faces lie whose bevels keep the plain faces' colour."""
    dice = calibration.dice
    if dice.red is None or have_same_body(dice.plain, dice.red):
        return NO_FIELDS
    return painted_fields(bgr, sight, dice.red, calibration.camera, moved)


def _examined(
    small: NDArray[np.float32],
    faces: Faces,
    looks: tuple[FaceLook, ...],
    dice: DiceSet,
    sight: Sight,
) -> Evidence:
    """Give what patches say about supposed faces."""
    evidence = examine(small, faces.drawings, faces.looks, looks, dice)
    return with_darker_bodies(evidence, faces.looks, looks, sight.gain)


def of_plain_body(found: Found, dice: DiceSet) -> NDArray[np.bool_]:
    """Tell which of the dice that were taken show a face of the set's plain body colour.

    A red face between white sides ends elsewhere than a white one does: at its bevels.
    """
    same = have_same_body(dice.plain, dice.red or dice.plain)
    return np.asarray((found.faces.looks[list(found.taken)] == 0) | same, dtype=np.bool_)


def _spots(sight: Sight, calibration: Calibration, floor: Mask | None = None) -> list[Spots]:
    """Give the spots that look like pips, by look; with the floor's place, faint ones, too."""
    colours = [sight.bgr[part].astype(np.float32) for part in sight.parts]
    found: list[Spots] = []
    leasts = _least_responses(calibration, sight.board)
    for look, least in zip(looks_of(calibration.dice), leasts, strict=True):
        if floor is None:
            found.append(find_spots(sight, colours, least, look, calibration.dice))
        else:
            painted = without_floor(colours, sight, floor, look)
            found.append(find_spots(sight, painted, least, fainter(look), calibration.dice))
    return found


def _least_responses(calibration: Calibration, board: Board) -> list[NDArray[np.float32]]:
    """Give per look the response that spots must have on this part of the board."""
    y, x = board.corner_px
    height, width = board.floor.shape
    return [part[y : y + height, x : x + width] for part in _of_whole_board(calibration)]


@kept
def _of_whole_board(calibration: Calibration) -> tuple[NDArray[np.float32], ...]:
    """Give the same of the whole board."""
    empty = board_of(calibration).empty_bgr.astype(np.float32)
    return tuple(
        least_response(empty, look, calibration.dice) for look in looks_of(calibration.dice)
    )


def _with_ace_angles(
    faces: Faces, bgr: Picture, calibration: Calibration, moved: Doubles | None
) -> Faces:
    aces = faces.drawings == 0
    poses = faces.poses.copy()
    if calibration.dice.ace_radius:
        poses[aces] = onto_pips(bgr, poses[aces], faces.looks[aces], calibration, moved)
    poses[aces, 2], _ = edge_angles(bgr, calibration.camera, poses[aces, :2], moved)
    return replace(faces, poses=poses)
