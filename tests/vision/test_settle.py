"""Settling as a pure step function: movement, hands, light, and how soon a throw is settled."""

from __future__ import annotations

import json
from pathlib import Path

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray

from calibration.files import load_picture
from vision.settle import Phase, Settler, shrink, step

Gray = NDArray[np.uint8]

FILM = Path(__file__).parent.parent / "data" / "seq_throw"


def tray(*dice_at: tuple[int, int], level: int = 90) -> Gray:
    gray = np.full((120, 160), level, np.uint8)
    for x, y in dice_at:
        cv2.rectangle(gray, (x, y), (x + 5, y + 5), 230, -1)
    return gray


def with_hand(gray: Gray) -> Gray:
    held = gray.copy()
    cv2.ellipse(held, (150, 60), (45, 16), 0, 0, 360, 170, -1)
    return held


def phases(frames: list[Gray], fps: float = 15.0) -> list[Phase]:
    state, seen = Settler(), []
    for k, frame in enumerate(frames):
        state, phase = step(state, frame, k / fps)
        seen.append(phase)
    return seen


def test_still_frames_settle_within_six() -> None:
    assert Phase.SETTLED in phases([tray((50, 50))] * 6)


def test_one_still_frame_is_not_settled() -> None:
    assert phases([tray((50, 50))] * 2) == [Phase.MOVING, Phase.MOVING]


def test_a_rolling_die_keeps_the_tray_from_settling() -> None:
    rolling = [tray((20 + 3 * k, 50)) for k in range(12)]
    assert set(phases(rolling)) == {Phase.MOVING}


def test_a_throw_settles_at_most_six_frames_after_the_last_movement() -> None:
    throw = [tray((20 + 4 * k, 50)) for k in range(8)] + [tray((48, 50))] * 6
    assert phases(throw).index(Phase.SETTLED) - 8 <= 6


def test_noise_does_not_count_as_movement() -> None:
    random = np.random.default_rng(5)
    noisy = [
        np.clip(tray((50, 50)) + random.normal(0, 1.2, (120, 160)), 0, 255).astype(np.uint8)
        for _ in range(8)
    ]
    assert phases(noisy)[-1] is Phase.SETTLED


def test_a_hand_reaching_in_is_a_hand_even_while_it_is_still() -> None:
    still = [tray((50, 50))] * 5
    assert phases(still + [with_hand(tray((50, 50)))] * 10)[-1] is Phase.HAND


def test_after_the_hand_left_the_tray_settles_again() -> None:
    still = [tray((50, 50))] * 5
    seen = phases(still + [with_hand(tray((50, 50)))] * 5 + [tray((50, 50))] * 6)
    assert seen[-1] is Phase.SETTLED


def test_something_put_down_at_the_border_becomes_part_of_the_scene() -> None:
    still = [tray((50, 50))] * 5
    assert phases(still + [with_hand(tray((50, 50)))] * 80)[-1] is Phase.SETTLED


@pytest.mark.parametrize(("before", "after"), [(60, 120), (120, 60), (30, 200)])
def test_a_lamp_switched_on_or_off_is_light_and_settles_within_six(before: int, after: int) -> None:
    seen = phases([tray((50, 50), level=before)] * 5 + [tray((50, 50), level=after)] * 6)
    assert seen[5] is Phase.LIGHT
    assert Phase.SETTLED in seen[6:]


@pytest.mark.parametrize("part", [0.004, -0.004, 0.012])
def test_a_slow_drift_of_the_exposure_is_no_movement(part: float) -> None:
    drifting = [(tray((50, 50)) * (1 + part * k)).clip(0, 255).astype(np.uint8) for k in range(20)]
    assert set(phases(drifting)[4:]) == {Phase.SETTLED}


def test_a_die_that_rolls_while_the_exposure_drifts_is_movement() -> None:
    rolling = [
        (tray((20 + 3 * k, 50)) * (1 + 0.004 * k)).clip(0, 255).astype(np.uint8) for k in range(12)
    ]
    assert set(phases(rolling)) == {Phase.MOVING}


def test_a_filmed_throw_settles_when_it_lies_still_and_within_six_frames() -> None:
    truth = json.loads((FILM / "truth.json").read_text())
    film = [load_picture(path) for path in sorted((FILM / "frames").glob("f_*.jpg"))]
    still = [load_picture(FILM / "at_rest.jpg")] * 4
    seen = phases([shrink(bgr) for bgr in [*film, *still]], truth["fps"])
    settled = seen.index(Phase.SETTLED)
    assert truth["rest_frame"] < settled <= truth["rest_frame"] + 6


@pytest.mark.parametrize("size", [(1280, 960), (640, 480), (2304, 1296), (320, 240)])
def test_frames_of_any_size_shrink_to_the_same(size: tuple[int, int]) -> None:
    frame = np.full((size[1], size[0], 3), 77, np.uint8)
    small = shrink(frame)
    assert small.shape == (120, 160)
    assert small.min() == small.max() == 77
