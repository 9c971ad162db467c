"""Reading without calibration: right or unsure, and nothing where there is nothing."""

import cv2
import numpy as np
import pytest

from vision.types import DieReading, Reading, Status
from vision.virtual import VirtualDie, demo_scene, render, throw, truth
from vision.wild.reader import agreed, read_wild


@pytest.mark.parametrize("style", ["red_face", "red_pips", "ivory", "black", "pearl_green"])
def test_ok_means_right_on_virtual_trays(style: str) -> None:
    scene = demo_scene(style)
    rng = np.random.default_rng(1)
    dice = throw(rng, scene, 6, lean=0)
    reading = read_wild(render(scene, dice, rng))
    if reading.status is Status.OK:
        shown = sorted((die.value, die.red) for die in truth(scene, dice))
        assert sorted((die.value, die.red) for die in reading.dice) == shown


def test_loose_dice_are_read_ok_with_their_places() -> None:
    scene = demo_scene("red_face")
    dice = (VirtualDie(-40, 10, 20, 3, (3,)), VirtualDie(30, -20, 65, 6, (1,)))
    reading = read_wild(render(scene, dice, np.random.default_rng(1)))
    assert str(reading) == "ok 3r 6"
    for die, exact in zip(reading.dice, truth(scene, dice), strict=True):
        assert np.hypot(*np.subtract(die.centre_px, exact.centre_px)) < 5


def strange(kind: str, rng: np.random.Generator) -> np.ndarray:
    shape = (160, 200, 3)
    match kind:
        case "noise":
            return rng.integers(0, 256, shape).astype(np.uint8)
        case "plain":
            return np.full(shape, rng.integers(0, 256), np.uint8)
        case "gradient":
            return np.broadcast_to(np.linspace(0, 255, 200)[None, :, None], shape).astype(np.uint8)
        case _:
            page = np.full(shape, 240, np.uint8)
            for row in range(8):
                line = "".join(chr(c) for c in rng.integers(48, 120, 20))
                cv2.putText(page, line, (5, 30 * row + 20), 0, 0.8, (20, 20, 20), 2)
            return page


@pytest.mark.parametrize("kind", ["noise", "plain", "gradient", "text"])
def test_pictures_without_dice_are_never_ok(kind: str) -> None:
    rng = np.random.default_rng(8)
    assert all(read_wild(strange(kind, rng)).status is not Status.OK for _ in range(2))


@pytest.mark.parametrize("shape", [(1, 1, 3), (20, 900, 3), (64, 64, 3)])
def test_a_picture_too_small_for_dice_is_empty(shape: tuple[int, ...]) -> None:
    assert read_wild(np.full(shape, 80, np.uint8)).status is Status.EMPTY


def test_a_drawing_without_noise_is_never_ok() -> None:
    page = np.full((240, 320, 3), (90, 120, 60), np.uint8)
    cv2.rectangle(page, (130, 90), (179, 139), (235, 235, 235), -1)
    for x, y in ((142, 102), (167, 102), (142, 127), (167, 127)):
        cv2.circle(page, (x, y), 5, (20, 20, 20), -1, cv2.LINE_AA)
    assert read_wild(page).status is Status.UNSURE
    noisy = page + np.random.default_rng(1).normal(0, 3, page.shape)
    assert read_wild(np.clip(noisy, 0, 255).astype(np.uint8)).dice[0].value == 4


def reading(*dice: tuple[int, bool], status: Status = Status.OK) -> Reading:
    spot = ((0.0, 0.0), (9.0, 0.0), (9.0, 9.0), (0.0, 9.0))
    return Reading(status, tuple(DieReading(v, red, 0.98, (5.0, 5.0), spot) for v, red in dice))


@pytest.mark.parametrize(
    "second",
    [
        reading((3, False)),
        reading((3, False), (5, True), (5, True)),
        reading((3, False), (5, False)),
        reading((3, False), (5, True), status=Status.UNSURE),
    ],
)
def test_a_second_look_that_shows_other_dice_makes_a_reading_unsure(second: Reading) -> None:
    assert agreed(reading((5, True), (3, False)), second).status is Status.UNSURE


def test_a_second_look_that_shows_the_same_dice_leaves_a_reading_as_it_is() -> None:
    first = reading((5, True), (3, False))
    assert agreed(first, reading((3, False), (5, True))) == first
