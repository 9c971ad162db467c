"""Tells whether what is read at a second look may be taken for what lies there.

May import: numpy, cv2, vision.calibration_values, vision.veils.faint, vision.types,
vision.faces.find, vision.judgement (cues, leftover, placed), vision.tray.geometry, vision.veils
(bowls, clear, own_hue, squares, veil).
"""

from __future__ import annotations

import math
from collections.abc import Sequence

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.calibration_values import Calibration, Camera
from vision.faces.find import Found
from vision.judgement.cues import HIDDEN_LEVELS
from vision.judgement.leftover import SAME_EDGES, apart
from vision.judgement.placed import dice_at
from vision.tray.geometry import to_floor, to_picture, warped
from vision.types import DieReading, Problem
from vision.veils.bowls import lengths_along
from vision.veils.clear import Clear
from vision.veils.faint import OF_FAINT
from vision.veils.own_hue import have_their_own_hue
from vision.veils.squares import bright_squares
from vision.veils.veil import Unveiled

Doubles = NDArray[np.float64]
Bools = NDArray[np.bool_]

# Over usual pips: of 144 veiled faces of five traced installations at rest one in twenty has 1.3 or
# more, of 97 that were smeared by two pip radii half, by three all.
_LONG = 1.25
_AT_CORNER = 0.06  # edges from where a corner's pip is
_CORNERS = (0, 0, 2, 2, 4, 4, 4)  # that have pips, of each value
# Confidence of a face that moved more likely than not: a traced three had 0.41 that is smeared to
# 1.7 times its length. Of two traced seeds, the renders and every sixth picture of 44 drawn rooms
# two flat faces that seemed to move, both red, are read without veils: they had 0.61 and 0.67.
_LIKELY_MOVED = 0.5
_SAME_FACE_EDGES = 0.25  # what is read so near twice is one face
_IN_A_STREAK_EDGES = 0.5  # from its middle; the nearest die beside is an edge away
_WIDER, _MOST_BESIDE = 1.1, 0.15  # a face; and part of one that may be veiled beside the dice read


def may_be_believed(
    bgr: NDArray[np.uint8],
    clear: Unveiled,
    before: tuple[DieReading, ...],
    after: tuple[DieReading, ...],
    calibration: Calibration,
    moved: Doubles | None = None,
) -> bool:
    """Tell whether dice that are read without veils may be taken for those that lie there.

    bgr : the picture as it is. before, after : its dice, and those with its veils taken off.
    moved : the perspective map from pictures as calibrated to this one, if the camera was moved.
    """
    right = keep_their_colours(before, after) and movers_keep_moving(before, after)
    right = right and have_their_own_hue(bgr, after, calibration, moved)
    offset = calibration.dice.pip_offset
    right = right and aces_lie_amid(bgr, clear.parts, after, offset, moved)
    if len(after) < calibration.dice.count:
        right = right and clear.tells_heights and keep_their_heights(before, after)
        if calibration.stands_out < HIDDEN_LEVELS:
            right = right and aces_keep_still(before, after)
    return right and all_on_dice(clear, after, calibration, moved)


def all_on_dice(
    clear: Unveiled,
    dice: tuple[DieReading, ...],
    calibration: Calibration,
    moved: Doubles | None = None,
) -> bool:
    """Tell whether every veil that was taken off lay on a die that is read now, sides included.

    What was veiled and shows no pips is gone with its veil; it may have been a die. Nor may the
    pips of a die be long: it moves, which the sharp rim of what was painted hides. Nor may more
    corners of a face have shown pips under the veil than its value has.

    moved : the perspective map from pictures as calibrated to this one, if the camera was moved.
    """
    known = calibration.dice
    offsets = sorted({known.pip_offset * float(np.mean(by)) for by in known.spreads})
    covered = np.zeros(clear.bgr.shape[:2], np.uint8)
    least = np.inf
    for die in dice:
        corners = np.array(die.corners_px)
        outline = warped(moved, _outline(corners, calibration.camera))
        cv2.fillConvexPoly(covered, np.round(outline).astype(np.int32), 1)
        least = min(least, _area(corners))
        seen_at = warped(moved, corners)
        if _moves(clear.parts, seen_at) or any(
            _shows_more(clear.parts, seen_at, die.value, offset) for offset in offsets
        ):
            return False
    return all(_largest(one.told & (covered[one.window] == 0)) < _MOST_BESIDE * least
               for one in clear.parts)  # fmt: skip


def _outline(corners_px: Doubles, camera: Camera) -> Doubles:
    """Give the outline of a flat die by the corners of its top, a little wider: shape (N, 2)."""
    wide = corners_px.mean(0) + _WIDER * (corners_px - corners_px.mean(0))
    foot = to_picture(camera, to_floor(camera, wide, 1.0))
    hull = cv2.convexHull(np.concatenate([wide, foot]).astype(np.float32))
    return np.asarray(hull[:, 0], dtype=np.float64)


def keep_their_colours(before: tuple[DieReading, ...], after: tuple[DieReading, ...]) -> bool:
    """Tell whether no face is read with the same value but another colour without its veil.

    A lamp that mirrors in a pip whitens it, so that of such a face neither reading is sure.

    before, after : dice of the picture as it is, and with its veils taken off.
    """
    return not any(
        one.value == other.value
        and one.red != other.red
        and apart(other, np.array(one.centre_px)) < SAME_EDGES
        for one in before
        for other in after
    )


def keep_their_heights(before: tuple[DieReading, ...], after: tuple[DieReading, ...]) -> bool:
    """Tell whether no face that seemed to lie on another die is read as one that lies on the floor.

    Fewer pips are seen under veils, and those less exactly, so that the other faces' tell less of
    what their picture has in common: the face that was nearer to the camera is so still. Aces are
    told by their sides; see `aces_stay_high`.

    before, after : dice of the picture as it is, and with its veils taken off.
    """
    high = [one for one in before if one.problem is Problem.STACKED and one.value != 1]
    return not _any_again(high, after)


def aces_keep_still(before: Sequence[DieReading], after: Sequence[DieReading]) -> bool:
    """Tell whether no ace that seemed to move is read as one at rest.

    Where bodies hardly stand out a white crumb may pass for an ace, but for its blurred rim; taken
    for a veil's, that would be made sharp.

    before, after : dice of the picture as it is, and with its veils taken off.
    """
    blurred = [die for die in before if die.value == 1 and die.problem is Problem.MOVING]
    return not _any_again(blurred, after)


def aces_stay_high(before: Sequence[DieReading], by_pip_px: Doubles) -> bool:
    """Tell whether no ace that seemed to lie on another die is told not to by its pip alone.

    Veils change the sides that tell. But taking one off changes the pip: of a drawn ace exactly on
    a six it was then as large as that of one on the floor.

    before : dice of the picture as it is. by_pip_px : where aces lie of which no side is seen
        without its veils, shape (N, 2).
    """
    high = [die for die in before if die.value == 1 and die.problem is Problem.STACKED]
    return all(apart(die, by_pip_px) > _SAME_FACE_EDGES for die in high)


def movers_keep_moving(before: Sequence[DieReading], after: Sequence[DieReading]) -> bool:
    """Tell whether no face that moved more likely than not is read as the same one at rest.

    What is painted in a veil's place has a sharp rim, so that pips seem sharper than they are.
    """
    moved = [
        die for die in before if die.problem is Problem.MOVING and die.confidence < _LIKELY_MOVED
    ]
    return not _any_again(moved, after)


def streaks_stay_unread(smeared_px: Doubles, after: Sequence[DieReading]) -> bool:
    """Tell whether no die is read where something was smeared as dice in motion are.

    smeared_px : places of the picture, shape (N, 2). after : the dice without its veils.
    """
    return all(apart(die, smeared_px) > _IN_A_STREAK_EDGES for die in after)


def aces_lie_amid(
    bgr: NDArray[np.uint8],
    parts: tuple[Clear, ...],
    dice: Sequence[DieReading],
    pip_offset: float,
    moved: Doubles | None = None,
) -> bool:
    """Tell whether aces lie in the middle of the bright squares that veils make of their faces.

    One pip of a two passes for an ace beside the middle where a veil hides the other.

    bgr : the picture as it is. parts : of it, that were veiled. pip_offset : of a face, in edges.
    """
    aces = [warped(moved, np.array(die.corners_px)) for die in dice if die.value == 1]
    for corners, part in ((ace, part) for ace in aces for part in parts):
        at = corners.mean(0) - (part.window[1].start, part.window[0].start)
        seen = bgr[part.window].min(axis=2)
        if (at < 0).any() or (at > seen.shape[::-1]).any():
            continue  # that face lies elsewhere
        for square in bright_squares(seen, pip_offset * math.sqrt(_area(corners))):
            if square.holds(at[None]).any() and not square.is_around(at[None]).any():
                return False
    return True


def only_adds(before: Sequence[DieReading], after: Sequence[DieReading]) -> bool:
    """Tell whether a reading has faces that were missed before, and no second thoughts on others.

    A die whose own face was doubted stays in doubt if it is the same face again: supposed a little
    aside, a smeared one may pass. What lay beside dice, or was missing, may be explained now.
    """
    again = [one for one in before if _any_again((one,), after)]
    kept = all(one in again for one in before if one.problem is None)
    return kept and len(after) > len(again) and OF_FAINT.isdisjoint(one.problem for one in again)


def may_add(before: Sequence[DieReading], found: Found, camera: Camera) -> bool:
    """Tell the same of faces that were found, before milliseconds are spent to judge them."""
    poses = found.faces.poses[list(found.taken)]
    return only_adds(before, dice_at(found, poses, camera))


def _any_again(doubted: Sequence[DieReading], after: Sequence[DieReading]) -> bool:
    return any(_same_face(one, other) for one in doubted for other in after)


def _same_face(one: DieReading, other: DieReading) -> bool:
    alike = (one.value, one.red) == (other.value, other.red)
    return alike and apart(one, np.array(other.centre_px)) < _SAME_FACE_EDGES


def _moves(parts: tuple[Clear, ...], corners_px: Doubles) -> bool:
    """Tell whether pips that were seen under a veil in a face are long, as in motion.

    The shorter ones tell: all are in motion, but some may run together with a bevel. Of 65 pictures
    of eight traced sets, smeared by 1.5 to 3 pip radii, none passes by it that the median stops.
    """
    spreads = [
        spread
        for one in parts
        for at, spread in zip(_in_picture(one, one.pips.places_px), one.spreads, strict=True)
        if _is_inside(at, corners_px)
    ]
    if not spreads:
        return False
    lengths = np.sort(lengths_along(np.array(spreads)))
    return bool(lengths[(len(lengths) - 1) // 3] > _LONG)


def _shows_more(
    parts: tuple[Clear, ...], corners_px: Doubles, value: int | None, offset: float
) -> bool:
    """Tell whether pips showed under a veil in more corners of a face than its value has there.

    Around an ace, whose turn is hardly known, none may show as far from its middle as corners are.
    """
    middle = corners_px.mean(0)
    corner_pips = middle + 2 * offset * (corners_px - middle)
    edge = float(np.linalg.norm(corners_px[1] - corners_px[0]))
    near = _AT_CORNER * edge
    pips = np.concatenate(
        [_in_picture(one, one.pips.places_px) for one in parts]
        + [_in_picture(one, one.pips.at_edge_px) for one in parts]
    )
    if value == 1:
        far = np.hypot(*(pips - middle).T)
        return bool((np.abs(far - math.sqrt(2) * offset * edge) < near).any())
    at_corners = sum(bool((np.hypot(*(pips - pip).T) < near).any()) for pip in corner_pips)
    return at_corners > _CORNERS[value or 0]


def _in_picture(clear: Clear, places_px: Doubles) -> Doubles:
    """Give places of a window in the picture: shape (N, 2)."""
    rows, columns = clear.window
    return np.asarray(np.add(places_px, (columns.start, rows.start)), np.float64)


def _is_inside(place_px: Doubles, corners_px: Doubles) -> bool:
    outline = corners_px.astype(np.float32)
    return cv2.pointPolygonTest(outline, place_px.tolist(), False) > 0


def _area(corners: Doubles) -> float:
    return float(cv2.contourArea(corners.astype(np.float32)))


def _largest(mask: Bools) -> int:
    """Give the pixels of the largest connected part of a mask."""
    _, _, stats, _ = cv2.connectedComponentsWithStats(mask.astype(np.uint8), connectivity=4)
    return int(stats[1:, cv2.CC_STAT_AREA].max(initial=0))
