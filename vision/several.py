"""Reads a tray in which dice of several sets may lie: `read_sets(bgr, calibrations) -> Reading`.

Each set is read by its own calibration. Where none of them explains the whole tray alone, the
dice are shared out among the sets; each set is then read again in a picture from which the dice
of the others were painted out, and the reading is `ok` only if every set's is: so whatever lies
in the tray was explained by a die of some set, by the same rules as with one set alone.
May import: numpy, cv2 and the rest of vision.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from math import hypot

import cv2
import numpy as np
from numpy.typing import NDArray

from vision import words
from vision.calibration_values import Calibration
from vision.read import read_tray
from vision.strange import exposure_gain
from vision.tray.board import empty_picture
from vision.tray.geometry import edge_px, to_floor, to_picture
from vision.types import DieReading, Problem, Reading, Status

Picture = NDArray[np.uint8]

MOST_SETS = 4
_SAME_EDGES = 0.8  # dice whose middles are nearer than that can't both lie there
_PAINTED_EDGES = 0.12  # around a silhouette: shade and glow at its foot are painted out too
_KEPT_EDGES = 0.03  # around the silhouettes of the set's own dice, which stay
_UNSHIFTED = (words.MOVED_CAMERA, words.KNOCKED_CAMERA, words.WRONG_LIGHT)


@dataclass(frozen=True, slots=True)
class _Claim:
    """A die, and the number of the set that claims it."""

    owner: int
    die: DieReading


def read_sets(bgr: Picture, calibrations: tuple[Calibration, ...]) -> Reading:
    """Give what the tray shows when the dice may be of any of these sets.

    Parameters
    ----------
    bgr : uint8 array of shape (M, N, 3), blue first.
    calibrations : one a set, all of the same camera and tray; at least one.

    Notes
    -----
    With one set this is `read_tray`. A die that two sets explain in different ways is asked
    about. After a knock of the camera only one set at a time is read without asking.
    """
    if len(calibrations) == 1:
        return read_tray(bgr, calibrations[0])
    try:
        calibrations = tuple(one.scaled_to(bgr.shape[1], bgr.shape[0]) for one in calibrations)
    except ValueError as error:
        return Reading(Status.UNSURE, (), (str(error),))
    readings = [read_tray(bgr, one) for one in calibrations]
    whole = [k for k, one in enumerate(readings) if one.status is Status.OK]
    if whole:
        return _agreed(readings, whole, calibrations)
    if any(one.status is Status.EMPTY for one in readings):
        return min(readings, key=_doubts)
    if any(problem in _UNSHIFTED for one in readings for problem in one.problems):
        return min(readings, key=_doubts)
    return _shared(bgr, readings, calibrations)


def _doubts(reading: Reading) -> tuple[int, int, int]:
    """Orders readings by how much is told: first those with many clear dice."""
    clear = sum(die.problem is None for die in reading.dice)
    return (int(reading.status is Status.EMPTY), -clear, len(reading.problems))


def _agreed(
    readings: list[Reading], whole: list[int], calibrations: tuple[Calibration, ...]
) -> Reading:
    """Give the reading of the set that explains the whole tray, if no other set objects."""
    best = max(whole, key=lambda k: readings[k].confidence)
    claims = _claims(readings)
    mine = [claim for claim in claims if claim.owner == best]
    doubted = {
        k
        for k, claim in enumerate(mine)
        if any(_objects(claim, other, calibrations) for other in claims)
    }
    if not doubted:
        return readings[best]
    return _unsure(mine, doubted, calibrations)


def _shared(
    bgr: Picture, readings: list[Reading], calibrations: tuple[Calibration, ...]
) -> Reading:
    """Give the reading of a tray in which dice of several sets lie."""
    claims = _claims(readings)
    taken = _without_clashes(claims, calibrations)
    owners = {claim.owner for claim in taken}
    if len(owners) < 2:
        return min(readings, key=_doubts)
    doubted = {
        k
        for k, claim in enumerate(taken)
        if any(_objects(claim, other, calibrations) for other in claims)
    }
    if doubted:
        return _unsure(taken, doubted, calibrations)
    alone = [
        read_tray(_without_others(bgr, taken, k, calibrations), one, as_seen=False)
        for k, one in enumerate(calibrations)
    ]
    return _joined(alone, taken, calibrations)


def _joined(
    alone: list[Reading], taken: list[_Claim], calibrations: tuple[Calibration, ...]
) -> Reading:
    """Give one reading of those of the sets, each of a picture without the others' dice."""
    dice = tuple(sorted((die for one in alone for die in one.dice), key=lambda die: die.centre_px))
    problems = words.once(problem for one in alone for problem in one.problems)
    as_shared = all(
        _same_dice([claim.die for claim in taken if claim.owner == k], one.dice, calibrations[k])
        for k, one in enumerate(alone)
    )
    well = as_shared and all(one.status is not Status.UNSURE for one in alone)
    if not well and not problems:
        problems = (words.WHICH_SET,)
    return Reading(Status.OK if well else Status.UNSURE, dice, problems)


def _same_dice(claimed: list[DieReading], read: tuple[DieReading, ...], by: Calibration) -> bool:
    """Tell whether the dice that were shared out to a set are those that it reads alone."""
    if len(claimed) != len(read):
        return False
    near = _SAME_EDGES * edge_px(by.camera)
    return all(
        any(_apart(die, one) < near and str(die) == str(one) for one in read) for die in claimed
    )


def _claims(readings: list[Reading]) -> list[_Claim]:
    return [_Claim(k, die) for k, one in enumerate(readings) for die in one.dice]


def _without_clashes(claims: list[_Claim], calibrations: tuple[Calibration, ...]) -> list[_Claim]:
    """Give the claims, the surest first, that no surer one of another place shuts out."""
    taken: list[_Claim] = []
    for claim in sorted(claims, key=lambda one: (one.die.problem is not None, -one.die.confidence)):
        if not any(_clash(claim, other, calibrations) for other in taken):
            taken.append(claim)
    return taken


def _objects(claim: _Claim, other: _Claim, calibrations: tuple[Calibration, ...]) -> bool:
    """Tell whether another set sees a die there just as clearly, but another face."""
    if claim.owner == other.owner or other.die.problem is not None:
        return False
    return str(claim.die) != str(other.die) and _clash(claim, other, calibrations)


def _clash(claim: _Claim, other: _Claim, calibrations: tuple[Calibration, ...]) -> bool:
    edges = [edge_px(calibrations[one.owner].camera) for one in (claim, other)]
    return _apart(claim.die, other.die) < _SAME_EDGES * sum(edges) / 2


def _apart(one: DieReading, other: DieReading) -> float:
    return hypot(one.centre_px[0] - other.centre_px[0], one.centre_px[1] - other.centre_px[1])


def _unsure(
    claims: list[_Claim], doubted: set[int], calibrations: tuple[Calibration, ...]
) -> Reading:
    """Give the claims as a reading that asks about those that are doubted."""
    size_px = calibrations[0].size_px
    dice = [
        replace(claim.die, problem=Problem.UNREADABLE) if k in doubted else claim.die
        for k, claim in enumerate(claims)
    ]
    asked = tuple(
        words.EITHER_SET.format(where=words.where(claims[k].die.centre_px, size_px))
        for k in sorted(doubted)
    )
    return Reading(Status.UNSURE, tuple(sorted(dice, key=lambda die: die.centre_px)), asked)


def _without_others(
    bgr: Picture, taken: list[_Claim], owner: int, calibrations: tuple[Calibration, ...]
) -> Picture:
    """Give the picture with the empty tray where dice of other sets lie."""
    empty = empty_picture(calibrations[owner])
    gain = exposure_gain(bgr, empty)
    mask = np.zeros(bgr.shape[:2], np.uint8)
    for paint, others in ((1, True), (0, False)):
        grown = _PAINTED_EDGES if others else _KEPT_EDGES
        for claim in taken:
            if (claim.owner != owner) == others:
                outline = _silhouette(claim.die, calibrations[claim.owner], grown)
                cv2.fillConvexPoly(mask, outline, paint)
    there = mask > 0
    painted = bgr.copy()
    painted[there] = np.clip(empty[there] * gain, 0, 255).astype(np.uint8)
    return painted


def _silhouette(die: DieReading, calibration: Calibration, grown: float) -> NDArray[np.int32]:
    """Give the outline in the picture of a flat die, top and walls: int32 of shape (K, 1, 2)."""
    top = to_floor(calibration.camera, np.array(die.corners_px), 1.0)
    middle = top.mean(0)
    square = middle + (top - middle) * (1 + 2 * grown)
    corners = [to_picture(calibration.camera, square, height) for height in (0.0, 1.0)]
    hull = cv2.convexHull(np.round(np.concatenate(corners)).astype(np.int32))
    return np.asarray(hull, dtype=np.int32)
