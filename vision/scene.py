"""Judges the whole picture: is everything in the tray accounted for, and what is wrong if not.

May import: numpy, cv2 and the rest of vision below `read`.
"""

from __future__ import annotations

from dataclasses import replace

import cv2
import numpy as np
from numpy.typing import NDArray

from vision import words
from vision.board import Board
from vision.calibration_values import Calibration, FaceLook
from vision.cues import HIDDEN_LEVELS
from vision.find import Found
from vision.foreign import foreign_blobs
from vision.geometry import to_picture
from vision.judge import Place
from vision.outside import Thing
from vision.pips import looks_of
from vision.residue import MOST_RESTLESS, Blob, Residue
from vision.silhouette import frames_around
from vision.strange import BRIGHTEST
from vision.streaks import moving_blobs, steepness
from vision.types import DieReading, Point, Problem, Reading, Status

_HAND_FACES = 2.5  # unexplained area, in faces, that reaches the wall: more than a die
_MUCH_FACES = 0.8  # unexplained area of dice too blurred to read
_LARGE_FACES, _LOOKED_AT = 0.3, 3  # what is left over of dice, and how many of these tell
_SMEARED = 0.205  # of the calibrated sharpness; drawn dice: 0.22 and more at rest, 0.19 rolling
_DIE_FACES = 1.0  # area of a die's silhouette that is smeared
_TUMBLING_FACES = 7.0  # area of some of them, where their ways meet
_NOT_WHITE = 120.0  # smallest channel of a body that a mirrored lamp can be told from
_MIRROR_FACES = (0.5, 2.6)  # area of faces that mirror a lamp; leaning and stacked dice show less
_EXPLAINS = frozenset({Problem.STACKED, Problem.COCKED, Problem.MOVING})  # what is left over there
_NEAR_EDGES = 1.6  # what lies so near a die may be a part of it
_BARE = 0.5  # of the level from which things count, that the bare floor stays below
_SEEN = 3.0  # levels from which things count, that a body would stand out by: seen in any shade
_STRAY = 0.33  # response of a spot that is a pip somewhere, 1 for one as calibrated
_DARK_LEVELS, _BRIGHTER = 110.0, 1.3  # grey levels of a body; pips over it
_TRACE_FACES = 0.03  # unexplained area that may not be overlooked
_PIP_FACES = 0.015  # the same where a faint pip may be all that is seen of a die


def judge_scene(
    dice: list[tuple[DieReading, Place]],
    residue: Residue,
    found: Found,
    board: Board,
    calibration: Calibration,
    things: tuple[Thing, ...],
) -> Reading:
    """Give the reading of a picture from its dice and from what they leave unexplained.

    things : what lies outside the tray that was not there before.
    """
    size_px = calibration.size_px
    inside = [die for die, place in dice if place in (Place.INSIDE, Place.EITHER)]
    moving = moving_blobs([die for die, _ in dice], residue, found, board, calibration)
    mirrors = _mirrors(residue, moving, board, calibration)
    ordered = tuple(
        _beside_mirror(die, mirrors, calibration)
        for die in sorted(inside, key=lambda die: die.centre_px)
    )
    seen = [die for die, place in dice if place is not Place.NO_DIE]
    away = [one for one in things if all(_apart(die, one.at_px, calibration) > 1 for die in seen)]
    outside = [_of_thing(words.OUTSIDE, one, size_px) for one in away if one.die_sized]
    notes = [words.outside(die, size_px) for die, place in dice if place is Place.OUTSIDE]
    problems = [
        *filter(
            None, _problems_of_rest(ordered, residue, moving, found, board, calibration, mirrors)
        ),
        *(words.of_die(die, size_px) for die in ordered if die.problem is not None),
    ]
    expected = calibration.dice.count
    if len(ordered) < expected:
        if ordered and may_be_unseen(calibration):
            problems.append(words.too_few(len(ordered), expected))
        problems += [_of_thing(words.AT_WALL, one, size_px) for one in away if one.on_floor]
    if residue.restless > MOST_RESTLESS:
        problems.insert(0, words.DIFFERENT)
    if len(ordered) > expected:
        problems.insert(0, words.too_many(len(ordered), expected))
    status = Status.UNSURE if problems else Status.OK if ordered else Status.EMPTY
    number_open = problems == [words.too_few(len(ordered), expected)]
    said = tuple(dict.fromkeys([*problems, *notes, *outside]))
    return Reading(status, ordered, said, number_open)


def may_be_unseen(calibration: Calibration) -> bool:
    """Tell whether a die can lie there unseen: bright pips on dark dice are always seen.

    All looks of the set must have such pips: red ones that were dim or mirrored the lamp when they
    were calibrated may be missed where the white ones beside them are not.
    """
    looks = filter(None, (calibration.dice.plain, calibration.dice.red))
    return calibration.stands_out < HIDDEN_LEVELS and not all(map(_bright_on_dark, looks))


def _of_thing(sentence: str, thing: Thing, size_px: tuple[int, int]) -> str:
    return sentence.format(where=words.where(thing.at_px, size_px))


def _problems_of_rest(
    dice: tuple[DieReading, ...],
    residue: Residue,
    moving: tuple[Blob, ...],
    found: Found,
    board: Board,
    calibration: Calibration,
    mirrors: list[Point],
) -> list[str]:
    """Give sentences about what lies in the tray and is no die that was read."""
    if any(blob.area > _HAND_FACES and blob.reaches_out for blob in residue.blobs):
        tumbling = _all_tumbling(dice, residue, found.board_bgr, calibration)
        return [words.MOVING if tumbling else words.HAND]
    if mirrors:
        return [words.GLARE.format(where=words.where(at, calibration.size_px)) for at in mirrors]
    foreign = [b for b in foreign_blobs(residue, found, calibration) if b not in moving]
    of_dice = [blob for blob in residue.blobs if blob not in foreign]
    if _all_moving(dice, of_dice, found.board_bgr, calibration):
        return [words.MOVING]
    problems = []
    hidden = calibration.stands_out < HIDDEN_LEVELS
    for blob in residue.blobs:
        if blob.area >= (_PIP_FACES if hidden else _TRACE_FACES):
            problems.append(
                _sentence(
                    blob, dice, board, calibration, moving=blob in moving, foreign=blob in foreign
                )
            )
    if not problems:
        marks = [_in_picture(np.array([at]), board, calibration) for at in residue.marks]
        stray = [*stray_pips(found, residue, board, calibration), *marks]
        problems = [
            words.UNKNOWN.format(where=words.where(at, calibration.size_px)) for at in stray
        ]
    return problems


def _mirrors(
    residue: Residue, moving: tuple[Blob, ...], board: Board, calibration: Calibration
) -> list[Point]:
    """Give where faces are white all over, though the set's bodies are not.

    Pips cover a quarter of a face at most: where a region is nearer to a pale pip's colour than
    to the body's in the mean, a lamp mirrors. What is much larger than a die is paper.
    """
    plain = calibration.dice.plain
    if min(plain.body_bgr) > _NOT_WHITE:
        return []
    white = (min(plain.body_bgr) + max(min(plain.pip_bgr), _NOT_WHITE)) / 2
    least, most = _MIRROR_FACES
    still = [b for b in residue.blobs if least < b.area < most and b not in moving]
    bright = [b for b in still if b.whiteness > white]
    return [_in_picture(np.array([b.middle_px]), board, calibration) for b in bright]


def _beside_mirror(die: DieReading, mirrors: list[Point], calibration: Calibration) -> DieReading:
    """Give a doubted die beside a mirrored face as mirrored: the face is what stands out there."""
    if die.problem is None or all(_apart(die, at, calibration) > _NEAR_EDGES for at in mirrors):
        return die
    return replace(die, problem=Problem.GLARE)


def _all_moving(
    dice: tuple[DieReading, ...],
    blobs: list[Blob],
    board_bgr: NDArray[np.uint8],
    calibration: Calibration,
) -> bool:
    """Tell whether dice are blurred, or hardly one is clear and what is left over is smeared."""
    total = sum(blob.area for blob in blobs)
    clear = sum(die.problem is None for die in dice)
    if any(die.problem is Problem.MOVING for die in dice):
        return clear < len(dice) - 1
    half = calibration.dice.count // 2
    if total <= _MUCH_FACES or clear > half:
        return False
    if not clear and len(dice) > half:
        return True
    large = [blob for blob in blobs if blob.area > _LARGE_FACES][:_LOOKED_AT]
    least = min((steepness(board_bgr, blob.middle_px) for blob in large), default=0.0)
    return least < _SMEARED * calibration.sharpness


def _all_tumbling(
    dice: tuple[DieReading, ...],
    residue: Residue,
    board_bgr: NDArray[np.uint8],
    calibration: Calibration,
) -> bool:
    """Tell whether what is as large as a hand is dice in motion: several things, all smeared.

    A hand is one thing, and beside it some die lies still.
    """
    large = [blob for blob in residue.blobs if blob.area > _DIE_FACES]
    if len(large) < 2 or large[0].area > _TUMBLING_FACES:
        return False
    if any(die.problem is None for die in dice):
        return False
    most = _SMEARED * calibration.sharpness
    return all(steepness(board_bgr, blob.middle_px) < most for blob in large[:2])


def _sentence(
    blob: Blob,
    dice: tuple[DieReading, ...],
    board: Board,
    calibration: Calibration,
    *,
    moving: bool,
    foreign: bool,
) -> str:
    """Give what to say about what is left over; nothing where a die's own sentence says it.

    foreign : whether it is of none of the dice's colours.
    """
    at = _in_picture(np.array([blob.middle_px]), board, calibration)
    near = [die.problem for die in dice if _apart(die, at, calibration) < _NEAR_EDGES]
    if not moving and not foreign and not _EXPLAINS.isdisjoint(near):
        return ""
    sentence = words.LEANING if near and not foreign else words.UNKNOWN
    if moving:
        sentence = words.MOVING_DIE
    return sentence.format(where=words.where(at, calibration.size_px))


def stray_pips(
    found: Found, residue: Residue, board: Board, calibration: Calibration
) -> list[Point]:
    """Give where pips are seen on no die.

    Dark ones may be gaps between white dice; they count where dice don't stand out from the floor,
    as there they are the only sign of a die that was not found. Where dice do, what looks like the
    bare floor is floor: between dark dice a red one looks like their red pips. Nor are pips what
    looks like those of a body that would be seen there, or is floor that left the shadow.
    """
    hidden = calibration.stands_out < HIDDEN_LEVELS
    places = [
        xy_px[_may_hide(look, xy_px, residue, board)] if hidden else xy_px
        for look, xy_px in (
            (look, spots.xy_px[spots.strength > _STRAY])
            for look, spots in zip(looks_of(calibration.dice), found.spots, strict=False)
            if hidden or _bright_on_dark(look)
        )
    ]
    at = np.concatenate([np.zeros((0, 2)), *places])
    if not len(at):
        return []
    reach = 0.2 if hidden else 0.05
    floor = board.floor > 0
    if not hidden:  # noise and JPEG blocks make single pixels strange, a pip is larger
        floor &= cv2.blur(residue.strange, (3, 3)) > _BARE * residue.level
    explained = np.zeros(found.board_bgr.shape[:2], np.uint8)
    poses = found.faces.poses[list(found.taken)]
    for frame in frames_around(calibration.camera, board, poses, reach):
        explained[frame.window] |= frame.mask
    x, y = np.round(at).astype(int).T
    stray = floor[y, x] & (explained[y, x] == 0)
    stray &= (residue.strange[y, x] <= residue.level) | (residue.standing[y, x] > residue.level)
    return [_in_picture(one[None], board, calibration) for one in at[stray]]


def _may_hide(
    look: FaceLook, xy_px: NDArray[np.float64], residue: Residue, board: Board
) -> NDArray[np.bool_]:
    """Tell at which places of the board a body of that look is nearly the empty tray in shadow."""
    x, y = np.round(xy_px).astype(int).T
    before, body = board.ground.planes[:, y, x].T, np.array(look.body_bgr)
    share = np.clip(
        before @ body * board.ground.per_square[y, x], board.ground.darkest[y, x], BRIGHTEST
    )
    apart = np.linalg.norm(body - share[:, None] * before, axis=1)
    return np.asarray(apart < _SEEN * residue.level, dtype=np.bool_)


def _bright_on_dark(look: FaceLook) -> bool:
    """Tell whether pips are the brightest thing there; red ones on purple are but of other hue."""
    brighter = sum(look.pip_bgr) > _BRIGHTER * sum(look.body_bgr)
    return brighter and max(look.body_bgr) < _DARK_LEVELS


def _in_picture(xy_px: NDArray[np.float64], board: Board, calibration: Calibration) -> Point:
    at = to_picture(calibration.camera, board.to_uv(xy_px), 1.0)[0]
    return (float(at[0]), float(at[1]))


def _apart(die: DieReading, at_px: Point, calibration: Calibration) -> float:
    """Give the distance of a die from a point, in edges."""
    edge = np.linalg.norm(np.subtract(die.corners_px[0], die.corners_px[1]))
    gap = np.hypot(die.centre_px[0] - at_px[0], die.centre_px[1] - at_px[1])
    return float(gap / max(edge, 1.0))


__all__ = ["judge_scene", "may_be_unseen", "stray_pips"]
