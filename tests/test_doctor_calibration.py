"""The doctor on the calibration: what the file is, what is wrong with it, and the mend."""

from __future__ import annotations

import os
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import cv2
import numpy as np
import pytest

from calibration.files import save_calibration
from calibration.model import VERSION
from pi_app.config import load_config
from pi_app.doctor_calibration import ANEW, examine_calibration, examine_stand
from pi_app.findings import Finding, Level
from tests.vision.trays import RED_FACES, calibration_of
from vision.calibration_values import Calibration, SeenMarker
from vision.tray.markers import DICTIONARY

MADE_S = 1_795_000_000.0  # 2026-11-18


@pytest.fixture
def file(tmp_path: Path) -> Path:
    """A good calibration where the program looks for it."""
    path = tmp_path / "calibration.toml"
    save_calibration(calibration_of(RED_FACES), path)
    os.utime(path, (MADE_S, MADE_S))
    return path


def examine(file: Path, **overrides: object) -> tuple[Finding, ...]:
    over = {name.replace("__", "."): value for name, value in overrides.items()}
    return examine_calibration(load_config(overrides=over, state_dir=file.parent).config)


def changed(file: Path, change: Callable[[Calibration], Calibration]) -> None:
    save_calibration(change(calibration_of(RED_FACES)), file)


def test_a_good_one_says_its_version_date_dice_and_pictures(file: Path) -> None:
    (finding,) = examine(file)
    assert finding.level is Level.GOOD
    assert finding.sentence == (
        f'Version {VERSION}, written on 2026-11-18: "{RED_FACES}", 6 dice with red faces, '
        f"pictures of 1280 x 960 px; in {file}."
    )


def test_a_missing_one_is_named_with_the_way_to_make_it(file: Path) -> None:
    file.unlink()
    (finding,) = examine(file)
    assert (finding.level, finding.sentence) == (Level.TROUBLE, f"There is none at {file}.")
    assert "Set-up" in finding.mend


def spoil_version(text: str) -> str:
    return text.replace(f"version = {VERSION}", f"version = {VERSION + 1}", 1)


@pytest.mark.parametrize(
    ("spoil", "says"),
    [
        (lambda text: "", "is empty"),
        (lambda text: text[: len(text) // 2], "is cut off: its end is missing"),
        (lambda text: text[:120], "is cut off"),
        (spoil_version, f"is of version {VERSION + 1}, but this Tallytray knows up to {VERSION}"),
        (lambda text: text.replace("count = 6", "count = 5", 1), "was changed or damaged"),
        (lambda text: "{}", "is not a calibration"),
    ],
    ids=["empty", "half", "head", "newer", "changed", "other"],
)
def test_one_that_cannot_be_used_is_a_trouble_in_its_own_words(
    file: Path, spoil: Callable[[str], str], says: str
) -> None:
    file.write_text(spoil(file.read_text(encoding="utf-8")), encoding="utf-8")
    (finding,) = examine(file)
    assert finding.level is Level.TROUBLE
    assert says in finding.sentence
    assert str(file) in finding.sentence
    assert finding.mend == ANEW


def test_a_folder_in_its_place_is_a_trouble(file: Path) -> None:
    file.unlink()
    file.mkdir()
    (finding,) = examine(file)
    assert "is a folder" in finding.sentence


def test_pictures_of_another_shape_are_a_trouble(file: Path) -> None:
    good, misfit = examine(file, camera__size_px=[1920, 1080])
    assert (good.level, misfit.level) == (Level.GOOD, Level.TROUBLE)
    assert "1920 x 1080 px" in misfit.sentence


def test_smaller_pictures_of_the_same_shape_are_none(file: Path) -> None:
    assert len(examine(file, camera__size_px=[640, 480])) == 1


def test_dice_without_red_faces_for_a_game_with_them_are_a_warning(file: Path) -> None:
    changed(file, lambda was: replace(was, dice=replace(was.dice, red=None)))
    good, misfit = examine(file, table__dice="spicy")
    assert "6 dice without red faces" in good.sentence
    assert misfit.level is Level.WARNING
    assert examine(file, table__dice="plain")[1:] == ()


def test_what_was_not_good_when_it_was_made_is_said_again(file: Path) -> None:
    changed(file, lambda was: replace(was, remarks=("The lamp mirrors in the dice.",)))
    assert examine(file)[1].sentence == "The lamp mirrors in the dice."
    assert examine(file)[1].level is Level.WARNING


def marked(file: Path, shift_px: int = 0) -> np.ndarray:
    """A picture with four markers, those of the calibration, moved by so much to the right."""
    bgr = np.full((960, 1280, 3), 200, np.uint8)
    corners = []
    for number, (x, y) in enumerate(((60, 60), (1140, 60), (1140, 820), (60, 820))):
        dictionary = cv2.aruco.getPredefinedDictionary(DICTIONARY)
        drawn = cv2.aruco.generateImageMarker(dictionary, number, 72)
        bgr[y : y + 72, x + shift_px : x + shift_px + 72] = drawn[..., None]
        square = ((x, y), (x + 71, y), (x + 71, y + 71), (x, y + 71))
        corners.append(SeenMarker(number, tuple((float(a), float(b)) for a, b in square)))
    changed(file, lambda was: replace(was, markers=tuple(corners)))
    return bgr


def test_a_camera_that_stands_as_it_stood_is_well(file: Path) -> None:
    (finding,) = examine_stand(marked(file), file)
    assert (finding.level, finding.name) == (Level.GOOD, "markers")


def test_a_camera_that_was_moved_is_told_by_how_much(file: Path) -> None:
    (finding,) = examine_stand(marked(file, shift_px=12), file)
    assert finding.level is Level.WARNING
    assert finding.sentence.startswith("The camera was moved since it was set up: by 12.")
    assert finding.mend


def test_markers_that_are_covered_are_missed(file: Path) -> None:
    (finding,) = examine_stand(np.full_like(marked(file), 200), file)
    assert (finding.level, finding.sentence[:12]) == (Level.WARNING, "Of 4 markers")


def test_a_calibration_without_markers_says_nothing_about_them(file: Path) -> None:
    assert examine_stand(np.zeros((960, 1280, 3), np.uint8), file) == ()


def test_without_a_calibration_that_fits_nothing_is_said_about_markers(file: Path) -> None:
    assert examine_stand(np.zeros((720, 1280, 3), np.uint8), file) == ()
    file.unlink()
    assert examine_stand(np.zeros((960, 1280, 3), np.uint8), file) == ()
