"""Judges the whole picture: is everything in the tray accounted for, and what is wrong if not.

May import: numpy, cv2 and the rest of vision below `read`.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import cv2
import numpy as np
from numpy.typing import NDArray

from vision import words
from vision.account.blobs import Blob
from vision.account.outside import Thing
from vision.account.residue import MOST_RESTLESS, Residue
from vision.account.silhouette import covered, frames_around
from vision.calibration_values import Calibration, FaceLook
from vision.faces.find import Found
from vision.faces.painted import is_dark_on_light
from vision.faces.pips import looks_of
from vision.judgement.cues import HIDDEN_LEVELS
from vision.judgement.faint_streaks import faint_streaks, shows_dark_streaks
from vision.judgement.judge import Place
from vision.judgement.leftover import (
    NEAR_EDGES,
    Leftover,
    all_moving,
    all_tumbling,
    apart,
    beside,
    hands,
    in_picture,
    mirrored_beside,
)
from vision.lamplight import FULL, step_of
from vision.strange import BRIGHTEST
from vision.tray.board import EDGE_PX, Board
from vision.types import DieReading, Point, Problem, Reading, Status

_EXPLAINS = frozenset({Problem.STACKED, Problem.COCKED, Problem.MOVING})  # what is left over there
_BARE = 0.5  # of the level from which things count, that the bare floor stays below
_SEEN = 3.0  # levels from which things count, that a body would stand out by: seen in any shade
# Pixels of the board: less is the blurred edge of a die; and how far a pip's body reaches from it.
_SPECK, _BESIDE = np.ones((2, 2), np.uint8), np.ones((round(0.7 * EDGE_PX),) * 2, np.uint8)
_STRAY = 0.33  # response of a spot that is a pip somewhere, 1 for one as calibrated
_DARK_LEVELS, _BRIGHTER = 110.0, 1.3  # grey levels of a body; pips over it
_FAR_BRIGHTER = 2.5  # pips over the body, and so over a floor that it hardly stands out from
_FAR_DARKER = 0.45  # of a bright body's colour, that dark pips lie from it; in glare less
_TRACE_FACES = 0.03  # unexplained area that may not be overlooked
_PIP_FACES = 0.015  # the same where a faint pip may be all that is seen of a die


def judge_scene(
    dice: list[tuple[DieReading, Place]],
    residue: Residue,
    rest: Leftover,
    found: Found,
    board: Board,
    calibration: Calibration,
    things: tuple[Thing, ...],
) -> Reading:
    """Give the reading of a picture from its dice and from what they leave unexplained.

    rest : what is left over, sorted.
    things : what lies outside the tray that was not there before.
    """
    size_px = calibration.size_px
    inside = [die for die, place in dice if place in (Place.INSIDE, Place.EITHER)]
    ordered = tuple(beside(die, rest) for die in sorted(inside, key=lambda die: die.centre_px))
    seen = [die for die, place in dice if place is not Place.NO_DIE]
    away = [one for one in things if all(apart(die, np.array(one.at_px)) > 1 for die in seen)]
    outside = [_of_thing(words.OUTSIDE, one, size_px) for one in away if one.die_sized]
    notes = [words.outside(die, size_px) for die, place in dice if place is Place.OUTSIDE]
    problems = [
        *filter(None, _problems_of_rest(ordered, residue, rest, found, board, calibration)),
        *(words.of_die(die, size_px) for die in ordered if die.problem is not None),
    ]
    expected = calibration.dice.count
    if len(ordered) < expected:
        elsewhere = len(notes) + sum(one.is_likely_a_die for one in away)
        short = bool(ordered) and len(ordered) + elsewhere < expected
        if short and (may_be_unseen(calibration) or shows_dark_streaks(found, board, calibration)):
            problems.append(words.too_few(len(ordered), expected))
        problems += [_of_thing(words.AT_WALL, one, size_px) for one in away if one.on_floor]
        if any(one.over_wall for one in things):
            problems.insert(0, words.HAND)
    if residue.restless > MOST_RESTLESS:
        problems.insert(0, words.DIFFERENT)
    count = len(ordered) + mirrored_beside(ordered, rest)
    if count > expected:
        problems.insert(0, words.too_many(count, expected))
    status = Status.UNSURE if problems else Status.OK if ordered else Status.EMPTY
    number_open = problems == [words.too_few(len(ordered), expected)]
    return Reading(status, ordered, words.once([*problems, *notes, *outside]), number_open)


def may_be_unseen(calibration: Calibration) -> bool:
    """Tell whether a die can lie there unseen: pips far from the body's colour are always seen.

    All looks of the set must have such pips: red ones that were dim or mirrored the lamp when they
    were calibrated may be missed where the white ones beside them are not. White pips on red dice
    are 3.3 to 3.8 times as bright as these.
    """
    looks = filter(None, (calibration.dice.plain, calibration.dice.red))
    return calibration.stands_out < HIDDEN_LEVELS and not all(map(_shows_pips, looks))


def _shows_pips(look: FaceLook) -> bool:
    """Tell whether pips are seen on dice and on a floor of their own colour."""
    far_brighter = sum(look.pip_bgr) > _FAR_BRIGHTER * sum(look.body_bgr)
    return far_brighter or _bright_on_dark(look) or _dark_on_bright(look)


def _of_thing(sentence: str, thing: Thing, size_px: tuple[int, int]) -> str:
    return sentence.format(where=words.where(thing.at_px, size_px))


def _problems_of_rest(
    dice: tuple[DieReading, ...],
    residue: Residue,
    rest: Leftover,
    found: Found,
    board: Board,
    calibration: Calibration,
) -> list[str]:
    """Give sentences about what lies in the tray and is no die that was read."""
    large = hands(residue)
    if large:
        tumbling = all_tumbling(large, rest, residue, found, calibration)
        return [words.MOVING if tumbling else words.HAND]
    if rest.mirrored:
        told = [b for b in (*rest.moving, *rest.things) if b not in rest.mirrored]
        others = [_sentence(blob, dice, rest, board, calibration) for blob in told]
        return [*_at_each(words.GLARE, rest.mirrored_px, calibration), *others]
    if all_moving(dice, residue, rest, found.board_bgr, calibration):
        return [words.MOVING]
    problems = []
    hidden = calibration.stands_out < HIDDEN_LEVELS
    for blob in residue.blobs:
        if blob.area >= (_PIP_FACES if hidden else _TRACE_FACES):
            problems.append(_sentence(blob, dice, rest, board, calibration))
    if hidden and len(dice) < calibration.dice.count and not problems:
        smeared = np.reshape(faint_streaks(found, board, calibration), (-1, 2))
        at_px = in_picture(smeared, board, calibration)
        problems = _at_each(words.MOVING_DIE, at_px.tolist(), calibration)
    if not problems:
        marks = in_picture(np.reshape(residue.marks, (-1, 2)), board, calibration)
        stray = [*stray_pips(found, residue, board, calibration), *marks.tolist()]
        problems = _at_each(words.UNKNOWN, stray, calibration)
    return problems


def _at_each(
    sentence: str, at_px: Iterable[Sequence[float]], calibration: Calibration
) -> list[str]:
    """Give the sentence about each of some points of the picture."""
    return [sentence.format(where=words.where((at[0], at[1]), calibration.size_px)) for at in at_px]


def _sentence(
    blob: Blob,
    dice: tuple[DieReading, ...],
    rest: Leftover,
    board: Board,
    calibration: Calibration,
) -> str:
    """Give what to say about what is left over; nothing where a die's own sentence says it."""
    moving, foreign = blob in rest.moving, blob in rest.foreign
    at = in_picture(np.array([blob.middle_px]), board, calibration)
    near = [die.problem for die in dice if apart(die, at) < NEAR_EDGES]
    if not moving and not foreign and not _EXPLAINS.isdisjoint(near):
        return ""
    sentence = words.LEANING if near and not foreign else words.UNKNOWN
    if moving:
        sentence = words.MOVING_DIE
    return _at_each(sentence, at, calibration)[0]


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
    poses = found.faces.poses[list(found.taken)]
    explained = covered(frames_around(calibration.camera, board, poses, reach), board)
    x, y = np.round(at).astype(int).T
    stray = floor[y, x] & (explained[y, x] == 0)
    stray &= (residue.strange[y, x] <= residue.level) | (residue.standing[y, x] > residue.level)
    if calibration.stands_out > residue.level:
        stray &= _beside_bodies(residue, explained)[y, x]
    x, y = in_picture(at[stray], board, calibration).T.tolist()
    return list(zip(x, y, strict=True))


def _beside_bodies(residue: Residue, explained: NDArray[np.uint8]) -> NDArray[np.bool_]:
    """Tell which places of the board have something beside them that no die explains.

    A pip has its body around it, which is seen where dice stand out. Where none is, the spot is
    floor: a gap between dark dice is as bright as their pips are.
    """
    body = ((residue.standing > residue.level) & (explained == 0)).astype(np.uint8)
    return np.asarray(cv2.dilate(cv2.erode(body, _SPECK), _BESIDE) > 0, np.bool_)


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


def _dark_on_bright(look: FaceLook) -> bool:
    """Tell whether pips are dark ones that no lamp whitens; red ones on white are, too.

    Around overexposed bodies they look smaller: those of an ace on another die as of a flat one.
    """
    far = step_of(look) > _FAR_DARKER * float(np.linalg.norm(look.body_bgr))
    is_bright = _DARK_LEVELS < max(look.body_bgr) < FULL and is_dark_on_light(look)
    return is_bright and far and look.unveiled_bgr is None


__all__ = ["judge_scene", "may_be_unseen", "stray_pips"]
