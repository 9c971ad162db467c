"""Takes the veils of mirrored lamps off the glossy faces of a picture, to read them as any other.

Where a veil lies is what was left over of the picture, and what was found but is too bright; how
it is taken off is told in `vision.veils.lifted`.
May import: numpy, cv2, vision.calibration_values, vision.lamplight, vision.sight, vision.types,
vision.account (residue, silhouette), vision.faces (find, layout, pips), vision.judgement.leftover,
vision.tray (board, geometry), vision.veils (clear, filled, lifted, remains).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.account.residue import Residue
from vision.account.silhouette import frames_around
from vision.calibration_values import ALIKE, Calibration, Camera, Colour, DiceSet, FaceLook
from vision.faces.find import Found
from vision.faces.layout import VALUES
from vision.faces.pips import looks_of
from vision.judgement.leftover import are_among
from vision.lamplight import is_dark, lamp_colour, step_of
from vision.sight import Sight
from vision.tray.board import EDGE_PX, Board
from vision.tray.geometry import SQUARE, edge_px, to_floor, to_picture, turned, warped
from vision.types import DieReading, Problem
from vision.veils.clear import Clear, painted, usual_spreads
from vision.veils.filled import Sizes, filled_faces
from vision.veils.lifted import may_be_veiled, taken_off
from vision.veils.remains import leaves_some, shows_a_spot

Picture = NDArray[np.uint8]
Mask = NDArray[np.uint8]
Floats = NDArray[np.float32]
Doubles = NDArray[np.float64]
Bools = NDArray[np.bool_]

_LEAST_FACES, _MOST_FACES = 0.3, 6.5  # area of faces that were not read, alone or touching
_ONE_FACE = 1.5  # the same of one face, with what it shows of its sides
# Of the step to pips, of a face that was found; and of one that does not look as it should, which
# a veil may cover in part.
_TELLING_VEIL, _FAINT_VEIL = 0.2, 0.0
_BY_VEILS = (Problem.HIDDEN, Problem.GLARE, Problem.UNREADABLE)
_UNEXPLAINED = 0.7  # faces left over around a die made up of two veiled ones' pips; true ones 0.6
_GROWN, _TOUCHING = 0.05, np.ones((5, 5), np.uint8)  # edges; pixels of the board


@dataclass(frozen=True, slots=True, eq=False)
class Unveiled:
    """A picture with veils taken off, and which parts of it these were."""

    bgr: Picture
    parts: tuple[Clear, ...]

    @property
    def tells_heights(self) -> bool:
        """Whether the pips of all of them tell how high they are."""
        return all(one.tells_height for one in self.parts)


def unveiled(
    bgr: Picture,
    doubted: Sequence[DieReading],
    residue: Residue,
    found: Found,
    sight: Sight,
    calibration: Calibration,
    moved: Doubles | None = None,
) -> Unveiled | None:
    """Give the picture with the veils taken off that lie on faces, or None where that is no help.

    doubted : the dice in doubt, as they lie in a picture as calibrated.
    residue, found : what was left over and what was found in the picture as it is.
    moved : the perspective map from pictures as calibrated to this one, if the camera was moved.

    It is no help where something is left over and is no veil. Dice far from every veil may be in
    doubt for want of those that are read without it.
    """
    lit = _lit(calibration.dice, sight.gain)
    if not any(map(is_dark, looks_of(lit))):
        return None  # on white bodies a veil does not show
    left, veiled, pips = _suspects(doubted, lit, residue, found, sight.board, calibration)
    if any(area > _MOST_FACES for area, _ in left):
        return None
    outlines = [*(outline for _, outline in left), *veiled]
    doubted_px = np.reshape([die.centre_px for die in doubted], (-1, 2))
    camera, edge = calibration.camera, edge_px(calibration.camera)
    flat = [to_picture(camera, sight.board.to_uv(outline), 1.0) for outline in outlines]
    looks, white, radius = looks_of(lit), lamp_colour(lit.plain), lit.pip_radius * edge
    at = [warped(moved, outline) for outline in flat]
    if not all(may_be_veiled(bgr, one, looks, white, edge) for one in at[: len(left)]):
        return None  # which is quicker found out than what veils hide
    sizes = Sizes(edge, radius, lit.pip_offset * edge, alike=lit.spreads == ALIKE)
    clear: list[tuple[Clear, ...]] = []
    for k, one in enumerate(at):
        must = k < len(left) or _are_inside(flat[k], doubted_px)
        there = replace(sizes, pitch_px=sizes.pitch_px * _larger_at(flat[k], camera))
        some = _cleared(bgr, one, looks, white, there, must=must)
        clear.append(some if must else _as_read(some, pips[k - len(left)]))
        if not clear[k] and k < len(left):
            return None
    parts = tuple(one for some in clear for one in some)
    return Unveiled(painted(bgr, parts), parts) if parts else None


def _cleared(
    bgr: Picture,
    outline_px: Doubles,
    looks: tuple[FaceLook, ...],
    white: Doubles,
    sizes: Sizes,
    *,
    must: bool,
) -> tuple[Clear, ...]:
    """Give what is veiled inside an outline as it would be without; nothing if that is not sure.

    Faces that touch are told apart if all of them are seen, as each has its own look and veil.

    must : whether it is looked for further, though that takes milliseconds.
    """
    if _holds_several(outline_px, sizes):
        each = filled_faces(bgr, outline_px, looks, white, sizes)
        if len(each) > 1:
            return each
    whole = taken_off(bgr, outline_px, looks, white, sizes.radius_px, sizes.edge_px)
    if whole is not None and shows_a_spot(whole, sizes.radius_px):
        return ()
    if whole is not None and not (must and leaves_some(bgr, whole, sizes.edge_px)):
        return (whole,)
    filled = filled_faces(bgr, outline_px, looks, white, sizes) if must else ()
    return filled or (() if whole is None else (whole,))


def _larger_at(outline_px: Doubles, camera: Camera) -> float:
    """Give how much larger a top face is drawn there than in the middle of the picture."""
    face = to_floor(camera, outline_px.mean(0), 1.0) + SQUARE
    corners = to_picture(camera, face, 1.0).astype(np.float32)
    return float(np.sqrt(cv2.contourArea(corners)) / edge_px(camera))


def _as_read(clear: tuple[Clear, ...], count: int) -> tuple[Clear, ...]:
    """Give what is clear of a face that was read without a doubt; nothing if its pips are others.

    count : of its pips as it was read. That they are not long, as in motion, was seen then.
    """
    if sum(len(one.pips.places_px) for one in clear) != count:
        return ()
    return tuple(replace(one, spreads=usual_spreads(count)) for one in clear)


def _holds_several(outline_px: Doubles, sizes: Sizes) -> bool:
    """Tell whether an outline is that of more than one face."""
    area = cv2.contourArea(outline_px.astype(np.float32))
    return bool(area > _ONE_FACE * sizes.edge_px**2)


def _are_inside(outline_px: Doubles, points_px: Doubles) -> bool:
    """Tell whether one of some points lies inside an outline."""
    around = outline_px.astype(np.float32)
    return any(cv2.pointPolygonTest(around, at, False) > 0 for at in points_px.tolist())


def _lit(dice: DiceSet, gain: Floats) -> DiceSet:
    """Give the set as it looks at another exposure."""
    plain, *red = (
        replace(look, body_bgr=_times(look.body_bgr, gain), pip_bgr=_times(look.pip_bgr, gain))
        for look in looks_of(dice)
    )
    return replace(dice, plain=plain, red=red[0] if red else None)


def _times(colour: Colour, gain: Floats) -> Colour:
    b, g, r = (min(float(one * by), 255.0) for one, by in zip(colour, gain, strict=True))
    return b, g, r


def _suspects(
    doubted: Sequence[DieReading],
    lit: DiceSet,
    residue: Residue,
    found: Found,
    board: Board,
    calibration: Calibration,
) -> tuple[list[tuple[float, Doubles]], list[Doubles], list[int]]:
    """Give what may be faces that were not read, and faces that were and may be veiled.

    Of the first areas, in faces, and outlines on the board, of the others outlines, shape (N, 2),
    and how many pips were read on them.
    What is taken for a die beside faces that were not read, of which much is left over around it,
    is made of their pips; so it belongs to them.
    lit : the set as it looks at the picture's exposure.
    """
    poses = found.faces.poses[list(found.taken)]
    rest, whole = residue.rest.copy(), np.ones(len(poses), np.bool_)
    much = np.array(residue.excess) > _UNEXPLAINED
    made_up = np.flatnonzero(are_among(doubted, poses, calibration.camera) & much)
    frames = frames_around(calibration.camera, board, poses[made_up], _GROWN)
    for k, frame in zip(made_up, frames, strict=True):
        if (residue.rest[frame.window] * cv2.dilate(frame.mask, _TOUCHING)).any():
            whole[k] = False
            rest[frame.window] |= frame.mask & (residue.standing[frame.window] > residue.level)
    unclear = [die for die in doubted if die.problem in _BY_VEILS]
    faintly = are_among(unclear, poses, calibration.camera) & _are_veiled(found, lit, _FAINT_VEIL)
    veiled = whole & (faintly | _are_veiled(found, lit, _TELLING_VEIL))
    outlines = [turned(SQUARE, angle) + np.array([u, v]) for u, v, angle in poses[veiled]]
    drawings = found.faces.drawings[list(found.taken)][veiled]
    rest |= _before_sides(rest, poses[whole], board, calibration.camera)
    return (
        _left_over(rest),
        [board.to_px(outline) for outline in outlines],
        VALUES[drawings].tolist(),
    )


def _before_sides(rest: Mask, poses: Doubles, board: Board, camera: Camera) -> Mask:
    """Give where flat dice show sides, of those beside which something is left.

    A face that was not read hides the sides of its neighbours, which are taken to be seen there.
    """
    before = np.zeros_like(rest)
    for frame in frames_around(camera, board, poses, _GROWN):
        if (rest[frame.window] * cv2.dilate(frame.mask, _TOUCHING)).any():
            before[frame.window] |= frame.mask
    for u, v, angle in poses.tolist():
        top = board.to_px(turned((1 + 2 * _GROWN) * SQUARE, angle) + np.array([u, v]))
        cv2.fillConvexPoly(before, np.rint(top).astype(np.int32), 0)
    return before


def _left_over(rest: Mask) -> list[tuple[float, Doubles]]:
    """Give areas in faces, and outlines on the board, of what is as large as part of a face."""
    outlines, _ = cv2.findContours(rest, cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_NONE)
    sized = [(cv2.contourArea(outline) / EDGE_PX**2, outline) for outline in outlines]
    return [(area, _whole(outline)) for area, outline in sized if area > _LEAST_FACES]


def _whole(outline: NDArray[Any]) -> Doubles:
    """Give an outline, shape (N, 2), of one face without dents: its pips may be left out."""
    hull = cv2.convexHull(outline)
    alone = cv2.contourArea(hull) < _ONE_FACE * EDGE_PX**2
    return np.asarray((hull if alone else outline)[:, 0], np.float64)


def _are_veiled(found: Found, lit: DiceSet, least: float) -> Bools:
    """Tell which of the faces that were taken are dark ones, and brighter than those are.

    lit : the set as it looks at the picture's exposure. least : by how much, of the step to pips.
    """
    looks, white = looks_of(lit), lamp_colour(lit.plain)
    taken = list(found.taken)
    mine = [looks[int(k)] for k in found.faces.looks[taken]]
    veils = [
        float((body - look.body_bgr) @ white) / step_of(look) if is_dark(look) else 0.0
        for look, body in zip(mine, found.evidence.body_bgr[taken], strict=True)
    ]
    return np.array(veils) > least
