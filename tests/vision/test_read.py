"""Reading whole pictures: fair rolls are right, and nothing wrong is ever ok."""

from __future__ import annotations

from pathlib import Path

import cv2
import numpy as np
import pytest

from tests.vision.trays import (
    BLACK_DICE,
    FAIR,
    FOLDER,
    RED_FACES,
    calibration_of,
    picture,
    read_faces,
    throws,
    throws_of_all,
    truth,
)
from vision.read import read_tray
from vision.types import Status

TROUBLED = throws_of_all("cocked", "stacked", "moving", "seven", "hand")
ROLL = FOLDER / RED_FACES / "1-2-3-5-5r-6--natural.jpg"
CLUSTER = FOLDER / BLACK_DICE / "1-3-4-4r-5r-6r--touching.jpg"


@pytest.mark.parametrize(("tray", "path"), FAIR, ids=lambda value: Path(value).stem)
def test_a_fair_roll_is_ok_and_fully_right(tray: str, path: Path) -> None:
    reading = read_tray(picture(path), calibration_of(tray))
    assert (reading.status, read_faces(reading)) == (Status.OK, truth(path)), reading.problems


@pytest.mark.parametrize(("tray", "path"), TROUBLED, ids=lambda value: Path(value).stem)
def test_a_tray_with_something_wrong_is_never_ok(tray: str, path: Path) -> None:
    reading = read_tray(picture(path), calibration_of(tray))
    assert reading.status is Status.UNSURE
    assert reading.problems


@pytest.mark.parametrize(
    ("kind", "words"),
    [
        ("cocked", "leans"),
        ("stacked", "on another one"),
        ("moving", "moving"),
        ("seven", "There are seven dice in the tray, but the set has six"),
        ("hand", "hand"),
    ],
)
def test_trouble_is_said_for_what_it_is(kind: str, words: str) -> None:
    (path,) = throws(RED_FACES, kind)
    reading = read_tray(picture(path), calibration_of(RED_FACES))
    assert words in " ".join(reading.problems)


def test_the_empty_tray_is_empty() -> None:
    reading = read_tray(picture(FOLDER / RED_FACES / "empty.jpg"), calibration_of(RED_FACES))
    assert (reading.status, reading.dice) == (Status.EMPTY, ())


def test_a_die_is_placed_where_it_is_in_the_picture() -> None:
    reading = read_tray(picture(ROLL), calibration_of(RED_FACES))
    (red,) = [die for die in reading.dice if die.red]
    assert red.centre_px == pytest.approx((454.6, 486.8), abs=1.5)
    assert len(red.corners_px) == 4


def test_a_smaller_picture_of_the_same_shape_is_read_with_the_same_calibration() -> None:
    small = cv2.resize(picture(ROLL), (640, 480), interpolation=cv2.INTER_AREA)
    reading = read_tray(small, calibration_of(RED_FACES))
    assert (reading.status, read_faces(reading)) == (Status.OK, truth(ROLL)), reading.problems


def test_a_picture_of_another_shape_is_refused_in_words() -> None:
    reading = read_tray(np.zeros((480, 848, 3), np.uint8), calibration_of(RED_FACES))
    assert reading.status is Status.UNSURE
    assert "848 x 480" in reading.problems[0]


@pytest.mark.parametrize("gain", [0.75, 0.9, 1.08])
@pytest.mark.parametrize(("tray", "path"), [(RED_FACES, ROLL), (BLACK_DICE, CLUSTER)])
def test_the_reading_is_right_at_another_brightness(tray: str, path: Path, gain: float) -> None:
    bright = np.clip(picture(path).astype(np.float32) * gain, 0, 255).astype(np.uint8)
    reading = read_tray(bright, calibration_of(tray))
    assert (reading.status, read_faces(reading)) == (Status.OK, truth(path)), reading.problems


@pytest.mark.parametrize("quality", [50, 70])
@pytest.mark.parametrize(("tray", "path"), [(RED_FACES, ROLL), (BLACK_DICE, CLUSTER)])
def test_the_reading_is_right_at_a_lower_jpeg_quality(tray: str, path: Path, quality: int) -> None:
    _, data = cv2.imencode(".jpg", picture(path), [cv2.IMWRITE_JPEG_QUALITY, quality])
    poor = cv2.imdecode(data, cv2.IMREAD_COLOR)
    reading = read_tray(np.asarray(poor, dtype=np.uint8), calibration_of(tray))
    assert (reading.status, read_faces(reading)) == (Status.OK, truth(path)), reading.problems


@pytest.mark.parametrize("shift", [(9.0, -6.0, 0.0), (4.0, 11.0, 0.8)])
def test_a_small_knock_of_the_camera_is_undone_and_said(shift: tuple[float, float, float]) -> None:
    dx, dy, turn_deg = shift
    matrix = cv2.getRotationMatrix2D((640, 480), turn_deg, 1.0)
    matrix[:, 2] += (dx, dy)
    knocked = cv2.warpAffine(picture(ROLL), matrix, (1280, 960), borderMode=cv2.BORDER_REFLECT)
    reading = read_tray(np.asarray(knocked, dtype=np.uint8), calibration_of(RED_FACES))
    assert (reading.status, read_faces(reading)) == (Status.OK, truth(ROLL)), reading.problems
    assert "knocked" in reading.problems[-1]


def test_a_camera_that_was_moved_far_is_said() -> None:
    matrix = np.array([[1, 0, 90.0], [0, 1, 50.0]])
    moved = cv2.warpAffine(picture(ROLL), matrix, (1280, 960), borderMode=cv2.BORDER_REFLECT)
    reading = read_tray(np.asarray(moved, dtype=np.uint8), calibration_of(RED_FACES))
    assert reading.status is Status.UNSURE


def strange_pictures() -> list[tuple[str, np.ndarray]]:
    """Give pictures that show no tray at all."""
    random = np.random.default_rng(11)
    ramp = np.linspace(0, 255, 1280, dtype=np.float32)
    board = np.indices((960, 1280)).sum(0) // 24 % 2 * 255
    text = np.full((960, 1280, 3), 230, np.uint8)
    for y in range(60, 940, 40):
        cv2.putText(
            text, "6 5 4 3 2 1 o o o . : ;", (40, y), cv2.FONT_HERSHEY_PLAIN, 3, (0, 0, 0), 3
        )
    dots = np.full((960, 1280, 3), 40, np.uint8)
    for x, y in random.integers(0, 960, (300, 2)):
        cv2.circle(dots, (int(x), int(y)), 5, (240, 240, 240), -1)
    return [
        ("black", np.zeros((960, 1280, 3), np.uint8)),
        ("white", np.full((960, 1280, 3), 255, np.uint8)),
        ("noise", random.integers(0, 256, (960, 1280, 3)).astype(np.uint8)),
        ("ramp", np.repeat(np.tile(ramp, (960, 1))[..., None], 3, axis=2).astype(np.uint8)),
        ("checks", np.repeat(board[..., None], 3, axis=2).astype(np.uint8)),
        ("text", text),
        ("dots", dots),
    ]


@pytest.mark.parametrize(("name", "bgr"), strange_pictures(), ids=lambda value: str(value)[:6])
@pytest.mark.parametrize("tray", [RED_FACES, BLACK_DICE])
def test_a_strange_picture_is_never_ok(tray: str, name: str, bgr: np.ndarray) -> None:
    reading = read_tray(np.asarray(bgr, dtype=np.uint8), calibration_of(tray))
    assert reading.status is not Status.OK, (name, str(reading))


def test_a_fair_roll_under_a_strip_of_paper_is_not_ok() -> None:
    covered = picture(ROLL).copy()
    covered[470:500, 380:900] = (225, 230, 232)
    reading = read_tray(covered, calibration_of(RED_FACES))
    assert reading.status is Status.UNSURE


@pytest.mark.parametrize("value", ["2", "3", "6"])
@pytest.mark.parametrize("part", [0.25, 0.75])
def test_a_painted_out_pip_does_not_change_a_value_silently(value: str, part: float) -> None:
    bgr = picture(ROLL).copy()
    dice = read_tray(bgr, calibration_of(RED_FACES)).dice
    die = next(die for die in dice if str(die) == value)
    (x0, y0), (x2, y2) = die.corners_px[0], die.corners_px[2]
    at = (round(x0 + (x2 - x0) * part), round(y0 + (y2 - y0) * part))
    cv2.circle(bgr, at, 7, (246, 246, 243), -1)
    spoiled = read_tray(bgr, calibration_of(RED_FACES))
    assert spoiled.status is Status.UNSURE or read_faces(spoiled) == truth(ROLL)


def test_a_face_white_all_over_is_said_to_mirror_the_lamp_first() -> None:
    """Not that something leans or moves: another light mends it, another place does not."""
    calibration = calibration_of(BLACK_DICE)
    clear = read_tray(picture(CLUSTER), calibration)
    mirrored = picture(CLUSTER).copy()
    corners = np.array(clear.dice[2].corners_px)
    cv2.fillConvexPoly(mirrored, np.round(corners).astype(np.int32), (250, 250, 250))
    reading = read_tray(mirrored, calibration)
    assert reading.status is Status.UNSURE
    assert reading.problems[0].startswith("The lamp mirrors")
    assert not any("moving" in problem for problem in reading.problems)
