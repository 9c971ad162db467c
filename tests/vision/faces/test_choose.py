"""What is supposed as one look only is looked at as the other one, too, where that may be it."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

import vision.faces.find
from tests.vision.trays import BLACK_DICE, calibration_of, picture, read_faces, throws, truth
from vision.calibration_values import Calibration
from vision.faces.choose import of_other_look
from vision.faces.examine import Evidence
from vision.faces.hypotheses import Faces, suppose
from vision.faces.layout import VALUES
from vision.read import read_tray

FOUR, FIVE = (int(np.flatnonzero(value == VALUES)[0]) for value in (4, 5))


def supposed(*faces: tuple[float, int, int]) -> Faces:
    """Give faces at some u, of a drawing and a look."""
    u, drawings, looks = zip(*faces, strict=True)
    nothing = np.zeros(len(faces))
    poses = np.column_stack([np.array(u), nothing, nothing])
    return Faces(poses, np.array(drawings), np.array(looks), nothing)


def seen(*likeness: float, contrast: float = 1.0) -> Evidence:
    """Give the evidence of clear faces that are so like what is supposed."""
    ones = np.ones(len(likeness))
    colours = np.zeros((len(likeness), 3))
    return Evidence(contrast * ones, np.array(likeness), ones, 0 * ones, 0 * ones, colours, colours)


def test_a_red_face_that_is_not_surely_one_may_be_plain() -> None:
    assert of_other_look(supposed((0.0, FOUR, 1)), seen(0.85)) == [0]


def test_a_face_that_is_surely_red_is_not_looked_at_as_plain() -> None:
    assert not of_other_look(supposed((0.0, FOUR, 1)), seen(0.99))


def test_a_face_that_is_none_is_not_looked_at_again() -> None:
    assert not of_other_look(supposed((0.0, FOUR, 1)), seen(0.85, contrast=0.1))


def test_a_face_of_the_other_look_that_is_supposed_there_is_not_supposed_twice() -> None:
    faces = supposed((0.0, FOUR, 1), (0.05, FOUR, 0))

    assert not of_other_look(faces, seen(0.85, 0.99))


@pytest.mark.parametrize("other", [(0.05, FIVE, 0), (0.3, FOUR, 0), (0.05, FOUR, 1)])
def test_other_faces_beside_it_are_not_that_face(other: tuple[float, int, int]) -> None:
    assert of_other_look(supposed((0.0, FOUR, 1), other), seen(0.85, 0.99)) == [0]


def with_lifted_red(calibration: Calibration) -> Calibration:
    """Give the calibration as if a lamp had lifted the red pips that were shown towards white."""
    dice = calibration.dice
    assert dice.red is not None
    red, white = np.array(dice.red.pip_bgr), np.array(dice.plain.pip_bgr)
    b, g, r = (red + 0.3 * (white - red)).tolist()
    return replace(calibration, dice=replace(dice, red=replace(dice.red, pip_bgr=(b, g, r))))


def test_plain_dice_whose_spots_passed_for_red_ones_only_are_plain(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def only_red(*args: object) -> Faces:
        faces = suppose(*args)  # type: ignore[arg-type]
        return faces.some(np.flatnonzero(faces.looks).tolist())

    throw = throws(BLACK_DICE, "touching")[0]
    calibration = with_lifted_red(calibration_of(BLACK_DICE))
    monkeypatch.setattr(vision.faces.find, "suppose", only_red)

    reading = read_tray(picture(throw), calibration)

    assert read_faces(reading) == truth(throw)
