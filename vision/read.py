"""Reads one picture of a calibrated tray: `read_tray(bgr, calibration) -> Reading`.

May import: numpy, cv2 and the rest of vision.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from vision import words
from vision.account.on_wall import things_on_wall
from vision.account.outside import Thing, dice_apart, things_outside
from vision.account.residue import Residue, find_residue
from vision.account.turned import with_aces_turned
from vision.account.unseen import unseen_bodies
from vision.account.unthrown import unthrown_shadows
from vision.calibration_values import Calibration
from vision.faces.find import Found, find_dice
from vision.faces.measure import Measures, measure
from vision.faces.painted import Again
from vision.faces.turn import turned_to_sides
from vision.judgement.gather import gather_cues
from vision.judgement.judge import judge_die
from vision.judgement.leftover import leftover
from vision.judgement.on_floor import with_floor_around
from vision.judgement.placed import dice_at, judged, refined
from vision.judgement.scene import judge_scene
from vision.judgement.second import reconsidered
from vision.sight import Sight, sight_of
from vision.strange import is_strange_light
from vision.tray.board import board_of
from vision.tray.geometry import warped
from vision.tray.landmarks import Drift
from vision.tray.mapping import View
from vision.tray.steady import (
    Knock,
    explains,
    felt_drift,
    looks_knocked,
    measure_knock,
    sharpened,
)
from vision.types import DieReading, Point, Problem, Reading, Status
from vision.veils.believed import (
    aces_stay_high,
    may_add,
    may_be_believed,
    only_adds,
    streaks_stay_unread,
)
from vision.veils.beside_aces import aces_alone
from vision.veils.clear import Clear
from vision.veils.faint import looked_for_again, may_hold_faint_pips
from vision.veils.less_exact import under_veils_less
from vision.veils.told import with_told
from vision.veils.veil import Unveiled, unveiled

_ROUNDS = 2  # of looks without veils
_NOWHERE = np.zeros((0, 2))
_NO_MORE = Reading(Status.UNSURE, (), ())  # where a further look is broken off
Picture = NDArray[np.uint8]
Doubles = NDArray[np.float64]


def read_tray(bgr: Picture, calibration: Calibration, *, as_seen: bool = True) -> Reading:
    """Give what the tray shows: every die with its value, red, place and confidence.

    Parameters
    ----------
    bgr : uint8 array of shape (M, N, 3), blue first.
    calibration : of this camera and this dice set; scaled to the picture if the aspect fits.
    as_seen : whether no die was painted out of the picture, of which its shadow is left.

    Notes
    -----
    Never raises for a hard picture: what can't be read is a problem of the reading.
    """
    try:
        fitting = calibration.scaled_to(bgr.shape[1], bgr.shape[0])
    except ValueError as error:
        return Reading(Status.UNSURE, (), (str(error),))
    view = board_of(fitting).view(bgr)
    shot = _Shot(bgr, view, fitting, None, as_seen)
    drift = felt_drift(view, fitting)
    if looks_knocked(drift) and (knock := measure_knock(bgr, fitting)) is not None:
        return _read_knocked(shot, drift, knock)
    return _read(shot)


@dataclass(frozen=True, slots=True, eq=False)
class _Shot:
    """A picture to be read, its view, and the calibration.

    knock : how the camera was moved since that; dice are then given as if it was not, for that is
        what everything is judged by.
    as_seen : whether no die was painted out of the picture.
    veils : that were taken off it.
    """

    bgr: Picture
    view: View
    calibration: Calibration
    knock: Knock | None
    as_seen: bool
    veils: tuple[Clear, ...] = ()

    @property
    def moved(self) -> Doubles | None:
        """The perspective map from pictures as calibrated to this one, if the camera was moved."""
        return None if self.knock is None else self.knock.matrix

    def without(self, veils: Unveiled) -> _Shot:
        """Give the picture without veils in this one's place."""
        view = self.view.mapping.view(veils.bgr)
        return replace(self, bgr=veils.bgr, view=view, veils=(*self.veils, *veils.parts))


def _read_knocked(shot: _Shot, drift: Drift | None, knock: Knock) -> Reading:
    """Give the reading of a picture taken after the camera was moved, by which it drifted so."""
    if not knock.small:
        return Reading(Status.UNSURE, (), (words.MOVED_CAMERA,))
    calibration = shot.calibration
    knock = sharpened(shot.bgr, calibration, knock)
    after = board_of(calibration).mapping.moved(knock.matrix).view(shot.bgr)
    if not explains(drift, after, calibration):
        return _read(shot)
    reading = _read(replace(shot, view=after, knock=knock))
    dice = tuple(_moved(die, knock) for die in reading.dice)
    return replace(reading, dice=dice, problems=(*reading.problems, words.KNOCKED_CAMERA))


def _moved(die: DieReading, knock: Knock | None) -> DieReading:
    if knock is None:
        return die
    points = warped(knock.matrix, np.array([die.centre_px, *die.corners_px]))
    centre, *corners = (_point(point) for point in points.tolist())
    return replace(die, centre_px=centre, corners_px=tuple(corners))


def _read(shot: _Shot) -> Reading:
    """Give the reading of a picture.

    What is in doubt is read again without the veils of mirrored lamps, or with pips that these made
    faint, if there are any.
    """
    reading, left = _looked(shot)
    if reading.status is not Status.UNSURE or left is None:
        return reading
    again = _without_veils(shot, reading, left)
    if again.status is not Status.OK and may_hold_faint_pips(
        reading.dice, left.residue, shot.calibration
    ):
        known = looked_for_again(reading.dice, left.residue, left.found, shot.calibration.camera)
        del left  # it takes as much memory as the next look
        return _with_faint_pips(shot, again, known)
    return again


def _without_veils(shot: _Shot, reading: Reading, left: _Left | None) -> Reading:
    """Give the reading without veils of lamps, then without weaker ones, where that is sure.

    Otherwise the reading stays, with what is seen to be wrong without the veils.
    """
    again, bare = reading, shot
    smeared_px = _NOWHERE if left is None else left.smeared_px
    for _ in range(_ROUNDS):
        clear = None if left is None else _unveiled(bare, again, left)
        if clear is None:
            break
        bare = bare.without(clear)
        again, left = _looked(bare)
        if again.status is Status.OK:
            still = streaks_stay_unread(smeared_px, again.dice)
            return again if still and _is_believed(shot, bare, reading, again, left) else reading
    return with_told(reading, again, shot.calibration)


def _is_believed(
    shot: _Shot, bare: _Shot, before: Reading, again: Reading, left: _Left | None
) -> bool:
    """Tell whether what is read of a picture without its veils may be taken for what lies there."""
    known, veils = bare.calibration, Unveiled(bare.bgr, bare.veils)
    if left is None or not aces_alone(left.found, again.dice, left.sight.board, known):
        return False
    if not aces_stay_high(before.dice, left.by_pip_px):
        return False
    return may_be_believed(shot.bgr, veils, before.dice, again.dice, known, shot.moved)


def _unveiled(shot: _Shot, reading: Reading, left: _Left) -> Unveiled | None:
    """Give the picture without the veils that may be why a reading is in doubt."""
    alone = len(reading.dice) < shot.calibration.dice.count
    doubted = [die for die in reading.dice if _stays_in_doubt(die, alone=alone)]
    residue, found, sight = left.residue, left.found, left.sight
    return unveiled(shot.bgr, doubted, residue, found, sight, shot.calibration, shot.moved)


def _with_faint_pips(shot: _Shot, reading: Reading, known: Again) -> Reading:
    """Give the reading with pips that a lamp made faint, where that is sure, or what they tell."""
    again, _ = _looked(shot, known)
    if again.status is Status.OK:
        return again if only_adds(reading.dice, again.dice) else reading
    return with_told(reading, again, shot.calibration)


def _stays_in_doubt(die: DieReading, *, alone: bool) -> bool:
    """Tell whether a die is in doubt for another reason than that dice are missing."""
    if alone and die.value == 1 and die.problem is Problem.STACKED:
        return False
    return die.problem not in (None, Problem.UNPROVED)


@dataclass(frozen=True, slots=True, eq=False)
class _Left:
    """What was found in a picture and what is left over of it.

    smeared_px, by_pip_px : places, shape (N, 2), that are smeared, and of aces whose height only
        their pips tell.
    """

    residue: Residue
    found: Found
    sight: Sight
    smeared_px: Doubles
    by_pip_px: Doubles


def _looked(shot: _Shot, known: Again | None = None) -> tuple[Reading, _Left | None]:
    """Give the reading of a picture as it is, and what was found and left over; None if nothing.

    known : of the picture, if faint pips are looked for, too.
    """
    bgr, calibration, moved = shot.bgr, shot.calibration, shot.moved
    sight = sight_of(shot.view, board_of(calibration))
    if is_strange_light(sight.gain):
        return Reading(Status.UNSURE, (), (words.WRONG_LIGHT,)), None
    board = sight.board
    found = find_dice(bgr, sight, calibration, moved, known)
    if known is not None and not may_add(known.before, found, calibration.camera):
        return _NO_MORE, None
    measures = _measure(found, calibration)
    aces = found.faces.drawings[list(found.taken)] == 0
    poses = turned_to_sides(bgr, calibration.camera, refined(found, measures), aces, moved)
    residue = find_residue(sight, calibration, poses)
    poses, residue = with_aces_turned(sight, calibration, poses, residue, aces)
    missing = len(poses) < calibration.dice.count
    things = things_outside(bgr, calibration, moved, missing=missing)
    if shot.as_seen:
        residue = _with_marks(residue, sight, calibration, poses, things)
    outside = dice_apart(things, calibration.camera, poses)
    cues = gather_cues(bgr, found, measures, residue, poses, board, calibration, moved, outside)
    cues = with_floor_around(cues, poses, sight, calibration)
    cues = under_veils_less(cues, poses, shot.veils, calibration, moved)
    verdicts = [judge_die(one, calibration) for one in cues]
    dice = judged(dice_at(found, poses, calibration.camera), verdicts)
    dice = reconsidered(bgr, dice, calibration.dice, lambda die: _moved(die, shot.knock))
    rest = leftover([die for die, _ in dice], residue, found, board, calibration)
    reading = judge_scene(dice, residue, rest, found, board, calibration, things)
    by_pip = [one.centre_px for (one, _), cue in zip(dice, cues, strict=True) if cue.by_pip_alone]
    by_pip_px = np.array(by_pip).reshape(-1, 2)
    return reading, _Left(residue, found, sight, rest.smeared_px, by_pip_px)


def _with_marks(
    residue: Residue,
    sight: Sight,
    calibration: Calibration,
    poses: Doubles,
    things: tuple[Thing, ...],
) -> Residue:
    """Give the residue with what may hide a die, or be one.

    Those are shadows that nothing throws, what stands out like a body, and things on the wall.
    """
    shadows = unthrown_shadows(sight, calibration, poses)
    bodies = unseen_bodies(sight, residue, calibration, poses)
    on_wall = things_on_wall(sight, residue, calibration, poses, things)
    return replace(residue, marks=(*residue.marks, *shadows, *bodies, *on_wall))


def _measure(found: Found, calibration: Calibration) -> list[Measures]:
    taken, evidence = list(found.taken), found.evidence
    drawings = found.faces.drawings[taken]
    bodies, pips = evidence.body_bgr[taken], evidence.pip_bgr[taken]
    red = found.faces.looks[taken] > 0
    return measure(found.cuts, drawings, bodies, pips, red, calibration.dice)


def _point(xy: list[float]) -> Point:
    return (round(xy[0], 2), round(xy[1], 2))
