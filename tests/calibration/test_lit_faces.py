"""Known faces in which a lamp mirrors are measured as they look without it."""

from __future__ import annotations

from functools import cache

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray

from calibration import fits
from calibration.files import known_faces, load_picture
from calibration.fits import calibrate
from calibration.known import KnownDie, known_dice
from calibration.lit_faces import without_veils
from tests.vision.trays import BLACK_DICE, FOLDER, calibration_of
from vision.calibration_values import Calibration

SHOWN = sorted((FOLDER / BLACK_DICE).glob("calib_*.jpg"))
EMPTY = FOLDER / BLACK_DICE / "empty.jpg"
Picture = NDArray[np.uint8]


@cache
def frames() -> tuple[Picture, ...]:
    return tuple(load_picture(path) for path in SHOWN)


@cache
def dice() -> tuple[KnownDie, ...]:
    faces = [known_faces(path) for path in SHOWN]
    return tuple(known_dice(load_picture(EMPTY), list(zip(frames(), faces, strict=True))))


def veiled(values: set[int], part: float) -> list[Picture]:
    """Give the pictures with a lamp that mirrors in the bodies of faces of some values.

    part : how far bodies are on their way to white pips.
    """
    plain = calibration_of(BLACK_DICE).dice.plain
    lit = [bgr.copy() for bgr in frames()]
    for die in dice():
        if die.face.value not in values:
            continue
        face = np.zeros(lit[die.frame].shape[:2], np.uint8)
        for at in die.pips.pips_px:
            cv2.circle(face, np.rint(at).astype(int).tolist(), round(0.36 * die.pitch_px), 2, -1)
        beside = np.ones_like(face)
        beside[face == 2] = 0
        x, y = np.rint(die.centre_px).astype(int)
        reach = round(1.95 * die.pitch_px)
        cv2.circle(face, (int(x), int(y)), reach, 1, -1)
        add = part * np.subtract(plain.pip_bgr, plain.body_bgr)
        over = (face == 1) & (beside == 1)
        bright = lit[die.frame][over] + add
        lit[die.frame][over] = np.clip(bright, 0, 255).astype(np.uint8)
    return lit


def made(pictures: list[Picture]) -> Calibration:
    faces = [known_faces(path) for path in SHOWN]
    return calibrate(load_picture(EMPTY), list(zip(pictures, faces, strict=True)))


def test_pictures_without_veils_stay_as_they_are() -> None:
    lit = without_veils(list(frames()), list(dice()))

    assert lit.mirrors_px == ()
    assert all(a is b for a, b in zip(lit.pictures, frames(), strict=True))


@pytest.mark.parametrize("value", [1, 2, 5])
def test_veils_are_taken_off_known_faces(value: int) -> None:
    seen = veiled({value}, 0.6)

    lit = without_veils(seen, list(dice()))

    assert len(lit.mirrors_px) == 2
    assert _apart(lit.pictures) < 0.3 * _apart(seen)


def test_faces_that_are_mostly_lamp_are_left_out_where_the_others_tell_the_set() -> None:
    lit = without_veils(veiled({5}, 0.6), list(dice()))

    assert {die.face.value for die in lit.dice} == {1, 2, 3, 4, 6}


def test_a_face_that_does_not_show_all_its_pips_without_its_veil_is_left_out() -> None:
    seen = [np.maximum(a, b) for a, b in zip(veiled({4}, 0.6), veiled({3}, 0.2), strict=True)]
    before = without_veils(seen, list(dice()))
    three = next(die for die in dice() if str(die.face) == "3")
    x, y = np.rint(three.pips.pips_px[0]).astype(int).tolist()
    beside = tuple(seen[three.frame][y, x + round(0.55 * three.pitch_px)].tolist())
    cv2.circle(seen[three.frame], (x, y), round(0.4 * three.pitch_px), beside, -1)

    after = without_veils(seen, list(dice()))

    assert "3" in {str(die.face) for die in before.dice}
    assert "3" not in {str(die.face) for die in after.dice}


def test_only_the_faces_with_the_least_veils_tell_how_bodies_look() -> None:
    seen = [
        np.maximum(a, b) for a, b in zip(veiled({1, 2, 3, 4}, 0.12), veiled({5}, 0.6), strict=True)
    ]

    lit = without_veils(seen, list(dice()))

    assert _apart(lit.pictures) < 0.5 * _apart(seen)


def test_what_dice_stand_out_by_is_measured_without_veils(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(fits, "surest", lambda _, bare, __: bare)

    calibration = made(veiled({1, 2, 3, 4, 5}, 0.6))

    usual = calibration_of(BLACK_DICE).stands_out
    assert calibration.stands_out == pytest.approx(usual, rel=0.3)


def test_a_face_that_mirrors_all_over_is_left_out() -> None:
    five = next(die for die in dice() if str(die.face) == "5")
    pictures = [bgr.copy() for bgr in frames()]
    x, y = np.rint(five.centre_px).astype(int).tolist()
    cv2.circle(pictures[five.frame], (x, y), round(2.4 * five.pitch_px), (255, 255, 255), -1)

    calibration = made(pictures)

    assert calibration.dice.count == 6
    assert calibration.dice.plain.body_bgr == pytest.approx(
        calibration_of(BLACK_DICE).dice.plain.body_bgr, abs=6
    )


def _apart(pictures: list[Picture]) -> float:
    """Give how far pictures are from those without veils."""
    pairs = zip(pictures, frames(), strict=True)
    return sum(float(np.abs(a.astype(np.float64) - b).mean()) for a, b in pairs)
