"""Faces are supposed where their pips are, also where a lamp mirrors in the faces."""

from __future__ import annotations

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray

from vision.calibration_values import DiceSet, FaceLook
from vision.faces.fields import Fields
from vision.faces.hypotheses import suppose
from vision.faces.layout import PATTERNS, PLACES, VALUES
from vision.faces.pips import Spots, response
from vision.tray.board import EDGE_PX

DICE = DiceSet(
    name="blue",
    count=1,
    pip_radius=0.09,
    pip_offset=0.25,
    scatter=0.002,
    evenness=0.97,
    plain=FaceLook((90.0, 70.0, 50.0), (240.0, 240.0, 240.0)),
    red=None,
)
MIDDLE_PX, TURN_RAD = 48.0, 0.4
TIMES = 8  # drawn so much larger, then made smaller


def turned(places: NDArray[np.float64]) -> NDArray[np.float64]:
    """Give places of a face, in edges, on the board in pixels."""
    c, s = np.cos(TURN_RAD), np.sin(TURN_RAD)
    return np.asarray(MIDDLE_PX + EDGE_PX * places @ np.array([[c, s], [-s, c]]))


def spots_of(drawing: int, veil: float) -> Spots:
    """Give the spots of a die whose flat face mirrors a lamp; its bevels and sides don't."""
    body, pip = (np.array(one) for one in (DICE.plain.body_bgr, DICE.plain.pip_bgr))
    pips = turned(PLACES[PATTERNS[drawing]] * DICE.pip_offset)
    corners = turned(np.array([[-1, -1], [1, -1], [1, 1], [-1, 1]]) * 0.40)
    large = np.full((96 * TIMES, 96 * TIMES, 3), 15.0, np.float32)
    outline = turned(np.array([[-1, -1], [1, -1], [1, 1], [-1, 1]]) * 0.5)
    for shape, colour in ((outline, body), (corners, body + veil * (pip - body))):
        cv2.fillConvexPoly(large, np.round(shape * TIMES).astype(np.int32), colour.tolist())
    for at in pips:
        radius = round(DICE.pip_radius * EDGE_PX * TIMES)
        cv2.circle(large, np.round(at * TIMES).astype(int).tolist(), radius, pip.tolist(), -1)
    bgr = np.asarray(cv2.resize(large, (96, 96), interpolation=cv2.INTER_AREA), np.float32)
    shown = response(bgr, DICE.plain, DICE)
    places = np.concatenate([pips, turned(np.array([[-1, -1], [1, -1], [1, 1], [-1, 1]]) * 0.33)])
    x, y = np.round(places).astype(int).T
    return Spots(places, shown[y, x].astype(np.float64), shown)


@pytest.mark.parametrize("veil", [0.0, 0.2, 0.35, 0.5])
@pytest.mark.parametrize("drawing", range(len(PATTERNS)))
def test_a_face_is_supposed_under_whatever_veil(drawing: int, veil: float) -> None:
    faces = suppose([spots_of(drawing, veil)], DICE, (0.0, 0.0))

    near = np.hypot(*(faces.poses[:, :2] * EDGE_PX - MIDDLE_PX).T) < 2.0
    assert VALUES[drawing] in VALUES[faces.drawings[near]]


def test_a_clear_pip_among_faint_spots_is_supposed_to_be_an_ace() -> None:
    shown = np.zeros((96, 96), np.float32)
    around = np.array([[0, 0], [-1, -1], [1, -1], [1, 1], [1, 0], [0, 1]])
    places = MIDDLE_PX + EDGE_PX * DICE.pip_offset * around
    strength = np.array([1.0, 0.42, 0.42, 0.42, 0.38, 0.38])
    for (x, y), one in zip(np.round(places).astype(int), strength, strict=True):
        shown[y - 1 : y + 2, x - 1 : x + 2] = one

    faces = suppose([Spots(places, strength, shown)], DICE, (0.0, 0.0))

    near = np.hypot(*(faces.poses[:, :2] * EDGE_PX - MIDDLE_PX).T) < 2.0
    assert 1 in VALUES[faces.drawings[near]]


def shown_at(
    places: NDArray[np.float64], strength: NDArray[np.float64], size_px: int = 96
) -> Spots:
    """Give spots of that strength at places in pixels, the strongest first."""
    shown = np.zeros((size_px, size_px), np.float32)
    order = np.argsort(strength)[::-1]
    for k in order[::-1]:
        x, y = np.round(places[k]).astype(int)
        shown[y - 1 : y + 2, x - 1 : x + 2] = strength[k]
    return Spots(places[order], strength[order], shown)


def values_at(spots: Spots, at_px: tuple[float, float]) -> list[int]:
    """Give the values that are supposed at a place."""
    faces = suppose([spots], DICE, (0.0, 0.0))
    near = np.hypot(*(faces.poses[:, :2] * EDGE_PX - np.array(at_px)).T) < 2.0
    return sorted(set(VALUES[faces.drawings[near]].tolist()))


def test_a_four_whose_pips_are_clearer_than_calibrated_is_supposed_beside_a_six() -> None:
    """The body between them stands out as faint pips of the calibrated set would."""
    corners = np.array([[-1, -1], [1, -1], [1, 1], [-1, 1]])
    sides = np.array([[0, -1], [1, 0], [0, 1], [-1, 0]])
    places = MIDDLE_PX + EDGE_PX * DICE.pip_offset * np.concatenate([corners, sides])
    spots = shown_at(places, np.repeat([1.7, 0.3], 4))
    assert {4, 6} <= set(values_at(spots, (MIDDLE_PX, MIDDLE_PX)))


def test_an_ace_as_far_from_a_four_s_pip_as_those_of_a_two_is_supposed() -> None:
    pitch_px = EDGE_PX * DICE.pip_offset
    four = np.array([[-1, -1], [1, -1], [1, 1], [-1, 1]])
    faint = np.array([[-1, -1], [1, -1], [1, 1], [1, 0], [0, 1]])
    ace = 40.0
    places = ace + pitch_px * np.concatenate([[[0, 0]], 3 + four, faint])
    strength = np.array([1.0, 1.0, 1.0, 1.0, 1.0, 0.42, 0.42, 0.42, 0.38, 0.38])
    assert 1 in values_at(shown_at(places, strength), (ace, ace))


def test_sixty_pips_are_all_looked_at() -> None:
    """Dice near the camera show many on their sides."""
    x, y = np.meshgrid(np.arange(10), np.arange(6))
    places = 2.0 * EDGE_PX * (1.0 + np.stack([x.ravel(), y.ravel()], axis=1))
    faces = suppose([shown_at(places, np.full(60, 0.9), 560)], DICE, (0.0, 0.0))
    assert len(faces.drawings) == 60


def test_a_face_that_both_its_pips_and_its_field_tell_lies_where_its_pips_say() -> None:
    places = turned(PLACES[PATTERNS[VALUES.tolist().index(4)]] * DICE.pip_offset)
    spots = shown_at(places, np.full(4, 0.7))
    no_spots = Spots(np.zeros((0, 2)), np.zeros(0), np.zeros_like(spots.response))
    like_pips = np.asarray(cv2.dilate(spots.response, np.ones((5, 5), np.uint8)) / 0.7, np.float32)
    field = Fields(np.full((1, 2), MIDDLE_PX + 0.7), np.array([TURN_RAD + 0.05]), like_pips)

    faces = suppose([no_spots, spots], DICE, (0.0, 0.0), field)

    (four,) = faces.poses[VALUES[faces.drawings] == 4]
    assert four[:2] * EDGE_PX == pytest.approx(MIDDLE_PX, abs=0.1)
