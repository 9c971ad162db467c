"""What the pips of dice in motion look like beside those of dice at rest."""

from __future__ import annotations

from dataclasses import replace

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray

from vision.calibration_values import DiceSet, FaceLook
from vision.faces.examine import PATCH_PX, REACH
from vision.faces.layout import PATTERNS, PLACES
from vision.faces.measure import Measures, measure
from vision.faces.smear import (
    doubts_of_length,
    longest_at_rest,
    over_flat_aces,
    part_of_smear,
    sharper_looks,
    sharpness_of_others,
    spread_over_others,
)

OFFSET, RADIUS = 0.25, 0.09
FINE = 8
BODY, PIP = 230.0, 30.0
PLAIN = [False] * 5
DICE = DiceSet("drawn", 6, RADIUS, OFFSET, 0.002, 1.0, FaceLook((BODY,) * 3, (PIP,) * 3), None)


def face(drawing: int, *, smear: float = 0.0, larger: float = 1.0) -> NDArray[np.float32]:
    """A face that moves by so many edges along its rows while it is seen."""
    size = PATCH_PX * FINE
    steps = (np.arange(size) + 0.5) / size * 2 * REACH - REACH
    x, y = np.meshgrid(steps, steps)
    places = PLACES[PATTERNS[drawing]] * OFFSET
    pips = np.any([np.hypot(x - px, y - py) < larger * RADIUS for px, py in places], axis=0)
    way = max(1, round(smear * size / (2 * REACH)))
    part = cv2.blur(pips.astype(np.float32), (way, 1))
    part = cv2.GaussianBlur(part, (0, 0), 0.9 * FINE)
    part = cv2.resize(part, (PATCH_PX, PATCH_PX), interpolation=cv2.INTER_AREA)
    seen = BODY + (PIP - BODY) * part[:, :, None] * np.ones(3)
    return np.asarray(seen, dtype=np.float32)


def measured(cuts: list[NDArray[np.float32]], drawings: list[int]) -> list[Measures]:
    count = len(cuts)
    colours = np.full((count, 3), BODY), np.full((count, 3), PIP)
    return measure(np.array(cuts), np.array(drawings), *colours, np.zeros(count, np.bool_), DICE)


def at_rest(count: int) -> tuple[list[NDArray[np.float32]], list[int]]:
    drawings = list(range(count))
    return [face(one) for one in drawings], drawings


@pytest.mark.parametrize("drawing", range(len(PATTERNS)))
def test_pips_smeared_along_a_way_are_longer_than_those_of_dice_at_rest(drawing: int) -> None:
    cuts, drawings = at_rest(4)
    faces = measured([*cuts, face(drawing, smear=0.15)], [*drawings, drawing])
    doubts = doubts_of_length(faces, [0.0] * 5, PLAIN)
    assert doubts[-1] > 1 > 0.3 > max(doubts[:-1])


def test_pips_that_all_are_long_the_same_way_on_the_tray_are_no_motion() -> None:
    faces = measured([face(k, smear=0.15) for k in range(5)], list(range(5)))
    assert max(doubts_of_length(faces, [0.0] * 5, PLAIN)) < 0.3
    assert max(doubts_of_length(faces, [0.0, 0.0, 0.0, 0.0, np.pi / 2], PLAIN)) > 1


def test_two_pixels_on_the_rim_of_a_tiny_pip_make_it_no_longer_than_pips_at_rest_may_be() -> None:
    radius_px = 2.3
    rows, columns = np.mgrid[-6:7, -6:7]
    pip = rows**2 + columns**2 <= radius_px**2
    along = np.count_nonzero(pip[6]) // 2 + 1
    pip[6, [6 - along, 6 + along]] = True
    xx, yy = columns[pip].var(), rows[pip].var()
    assert 0.2 < (xx - yy) / (xx + yy) < longest_at_rest(0.0, radius_px)
    assert longest_at_rest(0.0, 2 * radius_px) < 0.2


def test_few_dice_do_not_tell_how_long_pips_are() -> None:
    faces = measured([face(0), face(1), face(2, smear=0.15)], [0, 1, 2])
    assert doubts_of_length(faces, [0.0] * 3, PLAIN) == [0.0] * 3
    assert sharpness_of_others(faces, [1.0] * 3) == [None] * 3


def test_larger_pips_of_aces_are_no_softer_than_others() -> None:
    usual, large = measured([face(0), face(0, larger=1.3)], [0, 0])
    assert large.sharpness > usual.sharpness - 0.03


def test_sharpness_of_others_leaves_out_the_die_itself() -> None:
    cuts, drawings = at_rest(3)
    faces = measured([*cuts, face(4, smear=0.15)], [*drawings, 4])
    at_rest_only = sorted(one.sharpness for one in faces[:-1])
    assert sharpness_of_others(faces, [1.0] * 4)[-1] == at_rest_only[1]


def test_the_pip_of_an_ace_one_die_higher_is_larger_than_others_by_as_much() -> None:
    cuts, drawings = at_rest(4)
    flat, higher = (
        spread_over_others(
            measured([*cuts, face(0, larger=by)], [*drawings, 0]), [True] * 5, [1.0] * 5
        )[-1]
        for by in (1.0, 1.05)
    )
    assert flat is not None
    assert higher is not None
    assert 0.03 < higher / flat - 1 < 0.06


def test_red_faces_do_not_tell_how_large_pips_are() -> None:
    faces = measured([face(0), face(1, larger=1.2), face(2)], [0, 1, 2])
    told = spread_over_others(faces, [False, True, False], [1.0] * 3)
    assert told[1] is None
    assert told[0] == pytest.approx(1.0, abs=0.02)
    assert spread_over_others(faces, [False, True, True], [1.0] * 3)[0] is None


def test_pips_are_compared_in_size_where_they_stand_out_alike_only() -> None:
    faces = measured([face(0), face(4, larger=0.85), face(5)], [0, 4, 5])
    veiled = spread_over_others(faces, [False] * 3, [1.0, 0.6, 1.1])
    assert veiled[0] == pytest.approx(1.0, abs=0.02)
    assert veiled[1] is None


def test_long_pips_are_a_smear_if_they_are_larger_than_others_too() -> None:
    cuts, drawings = at_rest(4)
    lit = face(3)
    steps = (np.arange(PATCH_PX) + 0.5) / PATCH_PX * 2 * REACH - REACH
    for px, py in PLACES[PATTERNS[3]] * OFFSET:  # a lamp mirrors in the right part of each pip
        x, y = np.meshgrid(steps - px, steps - py)
        lit[(np.hypot(x, y) < 1.3 * RADIUS) & (x > 0.6 * RADIUS)] = BODY
    for one, smeared in ((face(3, smear=0.13), True), (lit, False)):
        faces = measured([*cuts, one], [*drawings, 3])
        grown = spread_over_others(faces, PLAIN, [1.0] * 5)[-1]
        assert abs(faces[-1].length) > 0.08
        assert part_of_smear(faces[-1].length, grown) == (1.0 if smeared else 0.0)


def test_pips_that_are_compared_with_none_may_be_smeared() -> None:
    assert part_of_smear(0.2 + 0j, None) == 1.0


def test_red_faces_may_be_softer_and_their_pips_longer_than_others() -> None:
    cuts, drawings = at_rest(4)
    faces = measured([*cuts, face(4, smear=0.12)], [*drawings, 4])
    red = [False] * 4 + [True]
    plain, allowed = (sharpness_of_others(faces, [1.0] * 4 + [by])[-1] for by in (1.0, 0.9))
    assert plain is not None
    assert allowed == pytest.approx(0.9 * plain)
    long = [doubts_of_length(faces, [0.0] * 5, which)[-1] for which in (red, PLAIN)]
    assert long[0] < long[1]


def test_softer_red_faces_tell_of_plain_ones_what_these_would_show() -> None:
    cuts, drawings = at_rest(4)
    faces = measured([*cuts, face(4)], [*drawings, 4])
    soft = [replace(one, sharpness=0.8 * one.sharpness) for one in faces[:2]]
    by = [0.8, 0.8, 1.0, 1.0, 1.0]
    seen = sharpness_of_others([*soft, *faces[2:]], by)[-1]
    assert seen == pytest.approx(sharpness_of_others(faces, [1.0] * 5)[-1])


@pytest.mark.parametrize(
    ("plain", "red", "sharper"),
    [
        (0.0, 0.0, (1.0, 0.9)),
        (1.2, 0.0, (1.2, 1.08)),
        (1.25, 0.95, (1.25, 0.95)),
        (1.0, 1.0, (1.0, 0.9)),
    ],
)
def test_red_faces_are_taken_for_softer_than_plain_ones_as_they_were_shown_or_by_some(
    plain: float, red: float, sharper: tuple[float, float]
) -> None:
    looks = (replace(DICE.plain, sharper=by) for by in (plain, red))
    assert sharper_looks(replace(DICE, plain=next(looks), red=next(looks))) == pytest.approx(
        sharper
    )


def test_no_ace_counts_as_larger_only_because_a_lamp_drew_the_calibrated_one_small() -> None:
    assert over_flat_aces(1.0, 0.9) == pytest.approx(1.0, abs=0.011)
    assert over_flat_aces(1.2, 1.25) == pytest.approx(0.96)
    assert over_flat_aces(1.0, 0.0) is None


def test_the_grain_around_an_ace_makes_its_pip_no_larger_and_no_softer() -> None:
    grain = np.random.default_rng(1).choice([-0.12, 0.12], (PATCH_PX, PATCH_PX, 1))
    ace, grained = measured([face(0), face(0) + (PIP - BODY) * grain], [0, 0])
    assert grained.sharpness == pytest.approx(ace.sharpness, abs=0.12)


def test_what_is_brighter_than_its_body_has_a_pip_of_the_least_size() -> None:
    bright = np.full_like(face(0), BODY + 0.5 * (BODY - PIP))
    (seen,) = measured([bright], [0])
    assert seen.sharpness == pytest.approx(0.0, abs=0.01)
