"""Faces that a ring lamp fills with white are read by what is left of their pips."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray

from tests.vision.trays import RING_LAMP, calibration_of, picture, read_faces, throws, truth
from vision import filled, veil
from vision.calibration_values import DiceSet
from vision.filled import Sizes, filled_faces
from vision.geometry import edge_px
from vision.lamplight import lamp_colour
from vision.layout import PATTERNS, PLACES, VALUES
from vision.read import read_tray
from vision.types import Status

Picture = NDArray[np.uint8]
Doubles = NDArray[np.float64]

KNOWN = calibration_of(RING_LAMP)
SET = KNOWN.dice
EDGE_PX = edge_px(KNOWN.camera)
SIZES = Sizes(EDGE_PX, SET.pip_radius * EDGE_PX, SET.pip_offset * EDGE_PX)
THROWS = throws(RING_LAMP, "natural")
FIVE = next(path for path in THROWS if path.stem.startswith("1-2-2-4-5-5"))
FILLED = (614.5, 409.4)  # the middle of its whitest five


def read(bgr: Picture, dice: DiceSet = SET) -> Status:
    return read_tray(bgr, replace(KNOWN, dice=dice)).status


def corners() -> Doubles:
    """Give the corners of the five that the lamp fills, shape (4, 2)."""
    dice = read_tray(picture(FIVE), KNOWN).dice
    nearest = min(dice, key=lambda die: np.hypot(*np.subtract(die.centre_px, FILLED)))
    return np.array(nearest.corners_px)


def pips() -> Doubles:
    """Give where its pips are, the middle one in the middle: shape (5, 2)."""
    at = corners()
    (drawing,) = PATTERNS[VALUES == 5]
    sides = np.array([at[1] - at[0], at[3] - at[0]])
    return np.asarray(at.mean(0) + SET.pip_offset * PLACES[drawing] @ sides)


def without(bgr: Picture, pip_px: Doubles, brighter: float = 0.0) -> Picture:
    """Give a picture in which a pip is gone: like what is around it, or brighter than that."""
    x, y = np.rint(pip_px).astype(int).tolist()
    reach = round(2 * SIZES.radius_px)
    around = np.percentile(bgr[y - reach : y + reach, x - reach : x + reach], 70, axis=(0, 1))
    rows, columns = np.mgrid[: bgr.shape[0], : bgr.shape[1]]
    far = np.hypot(columns - x, rows - y) / SIZES.radius_px
    gone = np.clip(2.2 - far, 0.0, 1.0)[..., None]
    after = bgr * (1 - gone) + around * gone
    return np.clip(after + brighter * np.exp(-((far[..., None] / 5) ** 2)), 0, 255).astype(np.uint8)


def seen(bgr: Picture, outline_px: Doubles) -> int:
    """Give how many faces are read inside an outline."""
    return len(filled_faces(bgr, outline_px, SET.plain, lamp_colour(SET.plain), SIZES))


def wider(outline_px: Doubles) -> Doubles:
    middle = outline_px.mean(0)
    return np.asarray(middle + 1.06 * (outline_px - middle))


@pytest.mark.parametrize("path", THROWS, ids=lambda path: path.stem)
def test_a_throw_is_read_though_a_lamp_fills_some_faces(path: Path) -> None:
    reading = read_tray(picture(path), KNOWN)

    assert reading.status is Status.OK
    assert read_faces(reading) == truth(path)


def test_a_filled_face_alone_is_read() -> None:
    assert seen(picture(FIVE), wider(corners())) == 1


@pytest.mark.parametrize("k", [0, 1, 3, 4])
def test_a_face_that_lacks_a_corner_pip_is_not_read(k: int) -> None:
    assert seen(without(picture(FIVE), pips()[k]), wider(corners())) == 0


@pytest.mark.parametrize(("brighter", "faces"), [(0.0, 1), (25.0, 0)])
def test_where_light_is_brighter_than_beside_all_pips_one_may_be_outshone(
    brighter: float, faces: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(filled, "taken_off", lambda *_: None)  # its own limits are tested elsewhere
    dim = np.asarray(picture(FIVE) * 0.8, np.uint8)

    assert seen(without(dim, pips()[2], brighter), wider(corners())) == faces


@pytest.mark.parametrize(("times", "faces"), [(1.1, 1), (2.2, 0)])
def test_where_pips_are_much_fainter_than_one_others_may_be_outshone(
    times: float, faces: int
) -> None:
    bgr = picture(FIVE)
    x, y = np.rint(pips()[0]).astype(int)
    reach = round(1.6 * SIZES.radius_px)
    near = (slice(y - reach, y + reach), slice(x - reach, x + reach))
    deeper = bgr.copy()
    deeper[near] = np.clip(255 - (255.0 - bgr[near]) * times, 0, 255)

    assert seen(deeper, wider(corners())) == faces


@pytest.mark.parametrize(("darker", "faces"), [(0.0, 1), (12.0, 0)])
def test_a_mark_where_no_pip_is_leaves_a_face_unread(darker: float, faces: int) -> None:
    bgr = picture(FIVE)
    x, y = (pips()[0] + pips()[1]) / 2
    rows, columns = np.mgrid[: bgr.shape[0], : bgr.shape[1]]
    spot = np.hypot(columns - x, rows - y) < SIZES.radius_px

    assert seen((bgr - darker * spot[..., None]).astype(np.uint8), wider(corners())) == faces


@pytest.mark.parametrize(("value", "chance", "faces"), [(5, 0.6, 1), (5, 0.4, 0), (4, 0.9, 0)])
def test_the_learned_reader_must_surely_see_the_same(
    value: int, chance: float, faces: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(filled, "_value", lambda *_: (value, chance))

    assert seen(picture(FIVE), wider(corners())) == faces


def test_a_face_that_is_longer_than_wide_is_not_read() -> None:
    matrix = np.array([[1.05, 0.0, 0.0], [0.0, 1.0, 0.0]])
    turn = np.arctan2(*np.subtract(corners()[1], corners()[0])[::-1])
    c, s = np.cos(turn), np.sin(turn)
    around = np.array([[c, -s], [s, c]]) @ np.diag([1.06, 1.0]) @ np.array([[c, s], [-s, c]])
    matrix = np.column_stack([around, FILLED - around @ FILLED])
    bgr = picture(FIVE)
    longer = cv2.warpAffine(bgr, matrix, bgr.shape[1::-1], flags=cv2.INTER_CUBIC)

    assert seen(np.asarray(longer, np.uint8), wider(corners()) @ around.T + matrix[:, 2]) == 0


def test_what_is_mostly_no_face_is_not_read() -> None:
    bgr = picture(FIVE).copy()
    beside = corners().mean(0) + np.array([2.2 * EDGE_PX, 0.0])
    cv2.circle(bgr, np.rint(beside).astype(int).tolist(), round(EDGE_PX), (235, 230, 225), -1)
    around = beside + 1.1 * EDGE_PX * np.array([[1, 0], [0, 1], [0, -1]])
    both = np.concatenate([wider(corners()), around]).astype(np.float32)

    assert seen(bgr, cv2.convexHull(both)[:, 0].astype(np.float64)) == 0


def test_nothing_is_read_outside_the_picture() -> None:
    assert seen(picture(FIVE), corners() + 5000.0) == 0


def test_how_far_its_marks_are_apart_tells_no_height() -> None:
    look = SET.plain
    (one,) = filled_faces(picture(FIVE), wider(corners()), look, lamp_colour(look), SIZES)

    assert not one.tells_height


def test_no_such_face_is_looked_for_where_it_may_have_another_look(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    looked: list[object] = []
    monkeypatch.setattr(veil, "filled_faces", lambda *given: looked.append(given) or ())

    statuses = [read(picture(FIVE), replace(SET, red=look)) for look in (None, SET.plain)]

    assert statuses == [Status.UNSURE] * 2
    assert len(looked) == 1
