"""What dice of one picture have in common is no fault of any of them."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from numpy.typing import NDArray

from tests.vision.trays import RED_FACES, calibration_of
from vision.calibration_values import Camera
from vision.faces.layout import PATTERNS, PLACES
from vision.faces.measure import Measures
from vision.judgement.agree import in_agreement
from vision.tray.geometry import to_floor, to_picture, turned

USUAL = calibration_of(RED_FACES)
EXACT = replace(USUAL, dice=replace(USUAL.dice, scatter=0.001))
PLACED = np.array(
    [[6.0, 3.0, 0.4], [-5.0, 4.0, 1.2], [-6.0, -4.0, 0.1], [4.0, -5.0, 0.7], [1.0, 1.0, 0.3]]
)
FIVE, TWO = 6, 1


def seen_through(camera: Camera, pose: NDArray[np.float64], drawing: int, larger: float = 1.0):
    """The measures of a flat die that a camera sees which stands otherwise than calibrated."""
    places = PLACES[PATTERNS[drawing]] * 0.25
    points = to_picture(camera, turned(places * larger, pose[2]) + pose[:2], 1.0)
    seen = to_floor(EXACT.camera, points, 1.0)
    here = turned(seen - seen.mean(0), -pose[2])
    flat = Measures((0.0, 0.0), 0.0, 1.0, 0.0, 1.0, 0.8, 0.0)
    if len(places) < 4:
        size = np.linalg.norm(here[-1] - here[0]) / np.linalg.norm(places[-1] - places[0])
        line = float(np.arctan2(*(places[-1] - places[0])[::-1]))
        return replace(flat, size=float(size), line_rad=line)
    drawn = np.linalg.lstsq(places, here, rcond=None)[0].T
    long, short = np.linalg.svd(drawn)[1]
    return replace(flat, size=(long + short) / 2, squeeze=short / long, drawn=drawn)


def tilted(by: float) -> Camera:
    return replace(EXACT.camera, tilt=(EXACT.camera.tilt[0] + by, EXACT.camera.tilt[1]))


def lowered() -> Camera:
    return replace(EXACT.camera, height=0.985 * EXACT.camera.height)


@pytest.mark.parametrize("drawing", [FIVE, TWO])
@pytest.mark.parametrize("camera", [tilted(0.03), lowered()])
def test_dice_that_all_look_larger_or_askew_are_taken_for_flat(
    camera: Camera, drawing: int
) -> None:
    seen = [seen_through(camera, pose, drawing) for pose in PLACED]
    agreed = in_agreement(seen, PLACED, EXACT)
    before, after = (
        max(max(abs(one.size - 1), 1 - one.squeeze) for one in some) for some in (seen, agreed)
    )
    assert before > 0.01
    assert after < before / 2


def test_a_die_that_alone_is_larger_stays_larger() -> None:
    sizes = [1.0, 1.0, 1.0, 1.0, 1.045]
    seen = [
        seen_through(tilted(0.02), pose, FIVE, larger)
        for pose, larger in zip(PLACED, sizes, strict=True)
    ]
    *others, larger = in_agreement(seen, PLACED, EXACT)
    assert larger.size > 1.035
    assert all(abs(one.size - 1) < 0.01 for one in others)


def test_a_lone_die_is_left_as_it_was_measured() -> None:
    seen = [seen_through(lowered(), PLACED[0], FIVE)]
    assert in_agreement(seen, PLACED[:1], EXACT) == seen


def test_two_dice_do_not_excuse_a_stack() -> None:
    seen = [seen_through(EXACT.camera, PLACED[k], FIVE, 1.045) for k in (0, 1)]
    agreed = in_agreement(seen, PLACED[:2], USUAL)
    assert all(one.size > 1.03 for one in agreed)


def test_pips_that_scatter_say_less_about_the_pose() -> None:
    seen = [seen_through(lowered(), pose, FIVE) for pose in PLACED]
    exact, rough = (in_agreement(seen, PLACED, tray)[0].size for tray in (EXACT, USUAL))
    assert 1.0 < exact < rough < seen[0].size
