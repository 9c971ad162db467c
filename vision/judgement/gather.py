"""Gathers what is known about each die that was taken.

May import: numpy, vision.calibration_values, vision.account (residue, underfoot), vision.faces
(find, measure, smear), vision.judgement (ace_pips, agree, bare, below, beyond, cues, extent,
farside, foot, litfloor, oval, propped, props, shortfall), vision.tray (board, geometry).
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import partial
from math import hypot, isfinite

import numpy as np
from numpy.typing import NDArray

from vision.account.residue import Residue
from vision.account.underfoot import unlike_floor
from vision.calibration_values import Calibration
from vision.faces.find import Found, of_plain_body
from vision.faces.measure import Measures, outward_stretch
from vision.faces.smear import (
    doubts_of_length,
    longest_at_rest,
    part_of_smear,
    sharper_looks,
    sharpness_of_others,
)
from vision.judgement.ace_pips import grown_over_others, grown_over_set, grown_over_unlike
from vision.judgement.agree import in_agreement
from vision.judgement.bare import FILLED, bare_parts, untouched_parts
from vision.judgement.below import side_below
from vision.judgement.beyond import dark_spots_beyond, parts_beyond
from vision.judgement.cues import HIDDEN_LEVELS, SIDES_SEEN, Cues, hardly_stands_out
from vision.judgement.extent import wider_than_others
from vision.judgement.farside import likelier_by_far_side
from vision.judgement.foot import NEAR_WALL, floor_at_feet
from vision.judgement.litfloor import Light
from vision.judgement.oval import oval_doubts
from vision.judgement.propped import propped_doubts
from vision.judgement.props import Prop
from vision.judgement.shortfall import shortfalls
from vision.tray.board import Board
from vision.tray.geometry import edge_px

Doubles = NDArray[np.float64]

_MAY_BE_OUTSIDE = 2.0  # edges inside the outline: where that may hold some of the table


def gather_cues(
    bgr: NDArray[np.uint8],
    found: Found,
    measures: list[Measures],
    residue: Residue,
    poses: Doubles,
    board: Board,
    calibration: Calibration,
    moved: Doubles | None = None,
    outside: int = 0,
) -> list[Cues]:
    """Give the cues of the dice that were taken, which lie at the poses.

    moved : the perspective map from pictures as calibrated to this one, if the camera was moved.
    outside : how many things that may be dice lie outside the tray, beside those that were taken.
    """
    agreed, inside = in_agreement(measures, poses, calibration), board.inside_at(poses[:, :2])
    cues = [
        _of_one(found, j, agreed[j], residue, float(inside[j]), poses[j], calibration)
        for j in range(len(poses))
    ]
    by_far_side = partial(likelier_by_far_side, bgr, calibration.camera, poses, moved=moved)
    cues = _with_surroundings(cues, found, residue, poses, board, calibration, by_far_side)
    cues = _with_pips_of_others(cues, found, measures, residue, poses, calibration)
    if not any(one.is_lone_ace for one in cues):
        return cues
    away = calibration.dice.count - len(found.taken) <= outside
    cues = [replace(one, seen_outside=away) if one.is_lone_ace else one for one in cues]
    if calibration.stands_out < HIDDEN_LEVELS:
        return cues
    wider = _wider(bgr, found, poses, calibration, moved).tolist()
    return [
        replace(
            one,
            wider=wider[k] if isfinite(wider[k]) else None,
            below=side_below(k, poses, residue, board, calibration),
        )
        if one.is_lone_ace
        else one
        for k, one in enumerate(cues)
    ]


def _wider(
    bgr: NDArray[np.uint8],
    found: Found,
    poses: Doubles,
    calibration: Calibration,
    moved: Doubles | None,
) -> Doubles:
    """Give by which part faces of the plain body's colour are wider than others, shape (K,)."""
    wider = np.full(len(poses), np.nan)
    alike = of_plain_body(found, calibration.dice)
    contrasts = found.evidence.contrast[list(found.taken)][alike]
    wider[alike] = wider_than_others(bgr, calibration.camera, poses[alike], contrasts, moved)
    return wider


def _of_one(
    found: Found,
    j: int,
    measures: Measures,
    residue: Residue,
    inside: float,
    pose: Doubles,
    calibration: Calibration,
) -> Cues:
    """Give what is known about a die by itself; nothing speaks against it yet beside the others."""
    k, evidence = found.taken[j], found.evidence
    return Cues(
        contrast=float(evidence.contrast[k]),
        likeness=float(evidence.likeness[k]),
        weakest_pip=float(evidence.weakest_pip[k]),
        worst_cell=float(evidence.worst_cell[k]),
        odd_cells=float(evidence.odd_cells[k]),
        measures=measures,
        excess=residue.excess[j],
        deficit=residue.deficit[j],
        inside=inside,
        rival=found.rivals[j],
        hue_apart=found.hues_apart[j],
        alone=len(found.taken) < calibration.dice.count,
        unlike_floor=unlike_floor(calibration, pose) if inside < _MAY_BE_OUTSIDE else 0.0,
        aside=hypot(*pose[:2].tolist()),
        outward=outward_stretch(measures, pose),
    )


def _with_surroundings(
    cues: list[Cues],
    found: Found,
    residue: Residue,
    poses: Doubles,
    board: Board,
    calibration: Calibration,
    by_far_side: Callable[[Prop], float],
) -> list[Cues]:
    """Add what is seen in and around dice's silhouettes."""
    bare = _bare(residue, board, calibration, poses).tolist()
    untouched = _untouched(cues, residue, board, calibration, poses).tolist()
    feet = floor_at_feet(found.board_bgr, found.gain, board, calibration, poses, residue.restless)
    agreed = [one.measures for one in cues]
    light = Light(found.board_bgr, found.gain)
    propped = propped_doubts(agreed, poses, residue, board, calibration, light, by_far_side)
    beyond = parts_beyond(residue.standing, board, calibration, poses, residue.level)
    short = _short(residue, board, calibration, poses).tolist()
    spots = (0.0,) * len(poses)
    if hardly_stands_out(calibration, residue.level):
        spots = dark_spots_beyond(found.board_bgr, board, calibration, poses)
    return [
        replace(
            one,
            bare=floor,
            untouched=no,
            at_foot=foot,
            propped=leans,
            beyond=far,
            spots_beyond=dark,
            short=ends,
        )
        for one, floor, no, foot, leans, far, dark, ends in zip(
            cues, bare, untouched, feet, propped, beyond, spots, short, strict=True
        )
    ]


def _with_pips_of_others(
    cues: list[Cues],
    found: Found,
    measures: list[Measures],
    residue: Residue,
    poses: Doubles,
    calibration: Calibration,
) -> list[Cues]:
    """Add how dice's pips compare with those of the picture's other dice."""
    turns = found.faces.poses[list(found.taken), 2].tolist()
    red = (found.faces.looks[list(found.taken)] != 0).tolist()
    radius_px = edge_px(calibration.camera) * calibration.dice.pip_radius
    at_rest = longest_at_rest(calibration.dice.roughness, radius_px)
    lengthened = doubts_of_length(measures, turns, red, at_rest)
    oval = [0.0] * len(cues)
    if hardly_stands_out(calibration, residue.level):
        oval = oval_doubts(measures, lengthened, poses)
    contrasts = found.evidence.contrast[list(found.taken)].tolist()
    grown = grown_over_others(measures, red, contrasts, calibration.dice)
    of_set = grown_over_set(measures, red, contrasts, calibration.dice)
    of_unlike = grown_over_unlike(measures, red, contrasts, calibration.dice)
    looks = sharper_looks(calibration.dice)
    sharper = [looks[one] for one in red]
    sharp = sharpness_of_others(measures, sharper)
    return [
        replace(
            one,
            grown=by,
            of_set=at_most,
            of_unlike=otherwise,
            lengthened=long * part_of_smear(one.measures.length, by),
            oval=leans,
            sharper=more,
            sharpness_of_others=usual,
        )
        for one, by, at_most, otherwise, long, leans, more, usual in zip(
            cues, grown, of_set, of_unlike, lengthened, oval, sharper, sharp, strict=True
        )
    ]


def _bare(residue: Residue, board: Board, calibration: Calibration, poses: Doubles) -> Doubles:
    """Give how much bare floor each silhouette shows; none where nothing is missing in it."""
    missing = np.array(residue.deficit) > 0
    bare = np.zeros(len(poses))
    levels = residue.level, residue.restless
    bare[missing] = bare_parts(residue.strange, board, calibration, poses[missing], levels)
    return bare


def _short(residue: Residue, board: Board, calibration: Calibration, poses: Doubles) -> Doubles:
    """Give by how many edges each die ends shorter of its foot than flat dice of the set may."""
    if calibration.stands_out < SIDES_SEEN or calibration.fills < FILLED:
        return np.full(len(poses), -1.0)
    levels = residue.level, residue.restless
    by = shortfalls(residue.strange, board, calibration, poses, levels)
    return np.nan_to_num(by - calibration.shortfall, nan=-1.0)


def _untouched(
    cues: list[Cues], residue: Residue, board: Board, calibration: Calibration, poses: Doubles
) -> Doubles:
    """Give how much untouched floor the silhouettes of dice near the wall show."""
    untouched = np.zeros(len(poses))
    near = np.array([one.inside < NEAR_WALL for one in cues], np.bool_)
    if near.any() and calibration.stands_out > SIDES_SEEN:
        untouched[near] = untouched_parts(
            residue.strange, board, calibration, poses[near], residue.restless
        )
    return untouched
