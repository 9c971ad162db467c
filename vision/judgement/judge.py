"""Judges each die and the whole picture: sure or not, and if not, why.

Every cue is a number over its limit: below 1 is usual, above 1 is a reason to doubt. The limits
are of the kind "so many parts of a pip", not of one installation.
May import: numpy, vision.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum
from math import log

import numpy as np

from vision.account.underfoot import NO_FLOOR, surroundings_unlike_floor
from vision.calibration_values import Calibration, DiceSet
from vision.curve import read_off
from vision.judgement.aces import doubt_of_height, doubt_unproved, lies_low
from vision.judgement.at_wall import EXACT_SCATTER, doubt_at_wall, most_stretch
from vision.judgement.bare import bare_level
from vision.judgement.cues import AT_WALL, HIDDEN_LEVELS, SIDES_SEEN, Cues
from vision.judgement.likeliest import likeliest
from vision.kept import kept
from vision.sureness import chance_of
from vision.types import Problem

_OUT, _FAR_OUT = -0.3, -1.3  # edges inside the outline: outside it, and farther than it errs
_OVER = -0.2  # where dice are missing: the outline is wrong by more than half a die there
_MUCH_OUT = -0.45  # an outline that is so wrong hides other dice beyond it
_FLOOR = 1.2  # departure from the floor's colour of what surely is the floor
_TOLD_APART = 3.0  # the same of what is around the tray, where that is no floor for certain
_OTHER_GROUND = 6.0  # departure from the floor's colour that no wall's shadow makes of it
# The same of what no floor shows: of 40,000 places near the wall on the floors of 150 drawn, traced
# and rendered trays none shows more than 3.6, but 23 in one whose outline holds much of its wall
# (5.0 at most); a table within a rectangle that was taken for an octagon shows 7.
_SURELY_NO_FLOOR = 4.0
_BARE = 0.5  # part of a silhouette that looks like the empty tray where there is no die
_ONE_UP_ALONE, _ONE_UP_LOOSER = 0.62, 0.3  # of the growth by a die's height; if none is missing
_TOGETHER = 3.0  # several cues close to their limits make one doubt (a norm of this power)
_UNLIKE, _PART_APART = (0.0625, 0.15), 0.375  # of what is between two looks
_LESS_CONTRAST, _MORE_CONTRAST = 0.88, 0.9  # logarithms of what is seen over the calibrated one
_SOFTER, _SOFTER_THAN_OTHERS = 0.42, 0.26  # part of the usual sharpness, of the other dice's
_PER_ROUGH = 10.0  # more of the latter, of pips that are not moulded
# Part of the other dice's sharpness: long pips are smeared, or only mirror a lamp. Of traced and
# drawn dice whose pips are long, 14 that move show 0.39 to 0.99, 61 at rest 0.9 or more.
_LONG_AND_SOFT = (0.88, 1.02)
_MOST_GHOST = 0.15  # of a pip, where there is none
# The same over the calibrated grain, and that of any grain: of 84 fair throws of eleven traced sets
# of burnt wood seven are asked about without it. Their grain is 0.045 or more, that of 75 other
# traced and rendered sets 0.041 at most, and of one 0.051.
_PER_GRAIN, _MOST_GRAIN = 4.0, 0.2
# By which an ace's pip is larger than the set's: light lies over another one. Of 4,400 flat aces
# one has more, and a die's height makes no more of it than that.
_LARGER_PIP = 0.1
# Merit of another reading of its place, less its own, at most: of 4,350 drawn pictures that are
# read rightly five show more; two of a red five as a plain one, whose hue a poor JPEG took, -0.04.
_RIVAL, _RIVALS_RANGE = -0.06, 0.24  # and by how much less it says nothing at all
# Of 4,700 dice of accepted pictures, of 31 traced or rendered and 80 drawn installations, one shows
# more than 0.09: one of another set, 0.17. A drawn domino of two aces shows 0.29.
_OTHER_HUE = 0.13
_LEAST_EVEN = 0.55  # part of the usual pip that a face's faintest one must have for any set
_FILLED = 0.93  # of a silhouette that must stand out for its gaps to mean anything
# Of a silhouette that does not stand out. Dice in deep shade by the wall leave more than 0.3 of it,
# in seven of 3,174 fair drawn throws; of 1,550 drawn and 190 traced dice that lean by 8 degrees or
# more or lie on another one none is told by less than this alone.
_UNFILLED = 0.45
_UNCOVERED = (0.012, 0.005)  # of a silhouette, where bare floor is told surely; of clear ones
# Of clear ones so near to the wall, in edges: of 184 flat dice there, rendered, traced and drawn,
# none shows more than 0.0005; of 87 that lean there 65 show more than 0.0025, and 62 than 0.005.
_NEAR_WALL, _UNCOVERED_THERE = 1.0, 0.0025
_OF_UNFILLED = 0.6  # more, of what calibrated dice left open: of 1,650 flat ones 5 show more
_GAPS, _GAP = (0.035, 0.02), 0.12  # where it is not: in the open, at a wall; of faint ones
_UNTOUCHED = 0.02  # of a silhouette near the wall; see `vision.judgement.bare.untouched_parts`
_SIDE_AS_FLOOR = 0.45  # share of the sides that a flat ace would show; see `on_floor`
_AT_FOOT = 0.035  # edges of untouched floor where its foot would be; see `vision.judgement.foot`
# Edges over which ending short of a flat die's foot grows to a doubt, and by how many more than the
# calibrated limit a die must: near the wall, and farther from it, where fewer lean. Of flat dice of
# 42 tables two end 0 and 0.003 beyond that limit; of 1,550 drawn and 190 traced dice that lean by 8
# degrees or more or lie on another one none is told by 0.015 and 0.025 beyond it or less alone.
_SHORT, _SHORT_BY_MORE = 0.03, (0.01, 0.02)
_TOLD_BY = (0.2, 0.25)  # what bare floor may differ by, over what dice do
_EXCESS = (0.018, 0.012)  # faces beside a silhouette: of dice that hardly stand out, and others
_EXCESS_BELOW = (0.006, 0.0018)  # of an ace that may lie exactly on the die that is missing
_BEYOND = 0.03  # faces of what shows beyond far sides, where flat dice show 0.012 at most
_SPOTS_BEYOND = 0.009  # of dark spots there; no traced die that leans is told by fewer alone
# By which what sticks out of clear silhouettes tells sooner, as bare floor in them does: of 349
# accepted fair pictures of traced, rendered and drawn trays four show so much of the one or other.
_SOONER = 2.4
_STRONGLY = 80.0  # grey levels by which even the sides in shadow must differ from the floor


class Place(Enum):
    """Where something lies that looks like a die: some of it are stones or seams."""

    INSIDE = "inside"
    OUTSIDE = "outside"
    EITHER = "either"
    NO_DIE = "no die"


@dataclass(frozen=True, slots=True)
class Verdict:
    """How sure one die is, what is wrong with it, if anything, and where it lies."""

    confidence: float
    problem: Problem | None
    place: Place = Place.INSIDE


def judge_die(cues: Cues, calibration: Calibration) -> Verdict:
    """Give how sure a die is and the likeliest problem if it is not."""
    place = place_of(cues, calibration)
    if place is not Place.INSIDE:
        return Verdict(0.0, Problem.OUTSIDE, place)
    doubts = [*_doubts_of_face(cues, calibration), *_doubts_of_pose(cues, calibration)]
    worst = sum([doubt**_TOGETHER for doubt, _ in doubts if doubt > 0.0]) ** (1 / _TOGETHER)
    if worst < 1.0:
        return Verdict(chance_of(worst), None)
    covers_floor = _doubt_of_bare_floor(cues, calibration) < 1.0  # as one on another die does
    return Verdict(
        chance_of(worst), likeliest(doubts, cues, calibration, covers_floor=covers_floor)
    )


def place_of(cues: Cues, calibration: Calibration) -> Place:
    """Give where a die lies, by the outline of the tray and by what it stands on."""
    if cues.inside > AT_WALL:
        return Place.EITHER if cues.unlike_floor > _SURELY_NO_FLOOR else Place.INSIDE
    if cues.inside < _OUT and cues.deficit > _BARE:
        return Place.NO_DIE
    if cues.unlike_floor > NO_FLOOR:
        if cues.inside > 0:
            return Place.EITHER
        near = cues.inside > _FAR_OUT and cues.unlike_floor < _OTHER_GROUND
        at_line = near and cues.inside > _OUT and cues.deficit <= _BARE
        doubted = max(doubt for doubt, _ in _doubts_of_face(cues, calibration)) >= 1.0
        if doubted and not at_line:  # in deep shadow no face is clear
            return Place.NO_DIE
        return Place.EITHER if near else Place.OUTSIDE
    if cues.alone and cues.inside < _OVER:
        return Place.EITHER
    if cues.inside > _OUT:
        return Place.INSIDE
    on_floor = cues.unlike_floor < _FLOOR and cues.inside > _MUCH_OUT
    told_apart = surroundings_unlike_floor(calibration) > _TOLD_APART
    return Place.INSIDE if on_floor and told_apart else Place.EITHER


def has_clear_silhouettes(calibration: Calibration) -> bool:
    """Tell whether whole dice, walls included, stand out from this tray."""
    return calibration.fills > _FILLED and calibration.stands_out > _STRONGLY


def _doubts_of_face(cues: Cues, calibration: Calibration) -> list[tuple[float, Problem]]:
    dice = calibration.dice
    grain = min(_PER_GRAIN * dice.grain, _MOST_GRAIN)
    ghost = max(_MOST_GHOST, grain, min(1.7 * (1 - dice.evenness), 0.4))
    uneven = min(max(0.33, 1.9 * (1 - dice.evenness)), _LEAST_EVEN)
    return [
        (_doubt_of_contrast(cues.contrast), Problem.GLARE),
        ((1 - cues.likeness) / _unlike(dice), Problem.UNREADABLE),
        ((1 - cues.weakest_pip) / uneven, Problem.GLARE),
        (cues.worst_cell / 0.35, Problem.HIDDEN),
        (cues.odd_cells / 0.25, Problem.HIDDEN),
        (cues.measures.ghost / ghost, Problem.HIDDEN),
        (_beyond_limit(cues.measures.glossed), Problem.GLARE),
        (_beyond_limit((cues.higher or 0.0) / _LARGER_PIP), Problem.GLARE),
        *_doubts_of_motion(cues, calibration),
        (1 + (cues.rival - _RIVAL) / _RIVALS_RANGE, Problem.UNREADABLE),
        (_beyond_limit(cues.hue_apart / _OTHER_HUE), Problem.STRANGE),
    ]


def _beyond_limit(doubt: float) -> float:
    """Give a doubt that adds to no other one below its limit: flat faces often come near it."""
    return doubt if doubt >= 1.0 else 0.0


def _doubt_of_contrast(contrast: float) -> float:
    """Give how much pips that stand out less than calibrated, or more, speak for a mirrored lamp.

    Less is a veil on this die. More may be one on those that were calibrated, which says less.
    """
    more = log(max(contrast, 0.05))
    return -more / _LESS_CONTRAST if more < 0 else more / _MORE_CONTRAST


def _doubts_of_motion(cues: Cues, calibration: Calibration) -> list[tuple[float, Problem]]:
    """Give how much soft pips, or pips that are long along one way, speak for motion.

    A picture out of focus is soft all over: what the other dice are not tells more. A lamp that
    mirrors makes pips long, too, but leaves them sharp. The two don't add up: what makes a face
    soft and isn't motion - JPEG on red faces, say - mostly makes its pips uneven, too.
    """
    sharpness, usual = cues.measures.sharpness, max(calibration.sharpness * cues.sharper, 0.05)
    softer = (1 - sharpness / usual) / _SOFTER
    if cues.sharpness_of_others is None:
        return [(softer, Problem.MOVING)]
    share = sharpness / max(min(usual, cues.sharpness_of_others), 0.05)
    soft = max(
        softer, (1 - share) / (_SOFTER_THAN_OTHERS + _PER_ROUGH * calibration.dice.roughness)
    )
    beside = sharpness / max(cues.sharpness_of_others, 0.05)
    long = cues.lengthened * read_off(beside, _LONG_AND_SOFT, (1.0, 0.0))
    return [(max(soft, long), Problem.MOVING)]


@kept
def _unlike(dice: DiceSet) -> float:
    """Give how unlike the calibrated step from body to pips a step may be, 1 less the cosine.

    A lamp that mirrors changes it, so that is as much as tells the set's looks apart for certain.
    """
    if dice.red is None:
        return _UNLIKE[1]
    plain, red = (np.subtract(look.pip_bgr, look.body_bgr) for look in (dice.plain, dice.red))
    lengths = max(float(np.linalg.norm(plain) * np.linalg.norm(red)), 1e-6)
    return float(np.clip(_PART_APART * (1 - plain @ red / lengths), *_UNLIKE))


def _doubts_of_pose(cues: Cues, calibration: Calibration) -> list[tuple[float, Problem]]:
    one_up = 1.0 / (calibration.camera.height - 2.0)  # growth of a face that is one die higher
    loose = calibration.dice.roughness
    clean = has_clear_silhouettes(calibration)
    unfilled = (cues.deficit - (1 - calibration.fills)) / _UNFILLED
    coarse = read_off(calibration.dice.scatter, EXACT_SCATTER, (0.0, 1.0))
    part = _ONE_UP_ALONE if cues.alone else _ONE_UP_ALONE + _ONE_UP_LOOSER * coarse
    larger = max(part * one_up, 12 * loose if clean else 0.0)
    larger = min(larger, 0.03 + coarse)
    off = (cues.measures.size - 1) / (0.022 + coarse) if cues.measures.line_rad is not None else 0.0
    hidden = calibration.stands_out < HIDDEN_LEVELS
    faint = calibration.stands_out < SIDES_SEEN
    low = not cues.is_lone_ace or lies_low(cues, one_up, faint=faint)
    high = 0.0 if hidden else doubt_of_height(cues, one_up, faint=faint)
    by_size = [
        ((cues.measures.size - 1) / larger, Problem.STACKED),
        (off, Problem.COCKED),
        (((cues.outward or 1.0) - 1) / most_stretch(cues, coarse, calibration), Problem.COCKED),
    ]
    if cues.measures.line_rad is not None:  # of pips in a line, all three are one number
        by_size = [max(by_size, key=lambda doubt: doubt[0])]
    sticks_out = cues.excess / _EXCESS[clean]
    sticks_out = _sooner(sticks_out) if clean else sticks_out
    if not low:
        sticks_out = max(sticks_out, cues.excess / _EXCESS_BELOW[clean])
    return [
        *by_size,
        ((1 - cues.measures.size) / (0.02 + 0.025 * coarse + 3 * loose), Problem.COCKED),
        (cues.measures.misfit / (0.01 + 0.025 * coarse + loose), Problem.COCKED),
        ((1 - cues.measures.squeeze) / (0.024 + 0.046 * coarse + 4 * loose), Problem.COCKED),
        (_beyond_limit(cues.measures.askew), Problem.COCKED),
        (sticks_out, Problem.COCKED),
        (max(unfilled, _doubt_of_bare_floor(cues, calibration)), Problem.COCKED),
        (doubt_unproved(cues, one_up) if hidden else 0.0, Problem.UNPROVED),
        (high, Problem.STACKED),
        (max(cues.propped, cues.at_foot / _AT_FOOT), Problem.COCKED),
        (_beyond_limit(_doubt_of_end(cues)), Problem.COCKED),
        (cues.oval, Problem.COCKED),
        ((cues.side_as_floor or 0.0) / _SIDE_AS_FLOOR, Problem.COCKED),
        (cues.beyond / _BEYOND, Problem.COCKED),
        (cues.spots_beyond / _SPOTS_BEYOND, Problem.COCKED),
        (0.0 if clean else doubt_at_wall(cues, calibration), Problem.COCKED),
    ]


def _doubt_of_end(cues: Cues) -> float:
    """Give how much ending short of a flat die's foot speaks for leaning."""
    more = _SHORT_BY_MORE[cues.inside >= _NEAR_WALL]
    return 1 + (cues.short - more) / _SHORT


def _sooner(doubt: float) -> float:
    """Give a doubt that reaches its limit sooner and grows beyond that as before.

    Else what a smear leaves beside a moving die would name it a leaning one.
    """
    return max(doubt, min(_SOONER * doubt, 1.0))


def _doubt_of_bare_floor(cues: Cues, calibration: Calibration) -> float:
    """Give how much bare floor in a die's silhouette speaks for leaning.

    A flat die hides its foot's whole square. What dice throw on the floor must be small beside what
    they differ by for bare floor to be told surely; else sides in shadow may look like it.
    """
    differs = bare_level(0.0, calibration) / max(calibration.stands_out, 1.0)
    unfilled = 1 - calibration.fills
    clean = has_clear_silhouettes(calibration)
    gap = _GAPS[cues.inside < AT_WALL] if clean else _GAP
    near_wall = clean and cues.inside < _NEAR_WALL
    least = _UNCOVERED_THERE if near_wall else _UNCOVERED[clean]
    surely = min(least + _OF_UNFILLED * unfilled, gap)
    limit = read_off(differs, _TOLD_BY, (surely, gap))
    usual = read_off(differs, _TOLD_BY, (0.0, unfilled))
    return max(float((cues.bare - usual) / limit), cues.untouched / _UNTOUCHED)
