"""A face that is brighter than its surroundings is found by its outline."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

from calibration.lattice import lattices_on
from calibration.locate import Cutout
from calibration.squares import face_alone, square_in
from vision.veils.squares import Square

PITCH_PX = 9.0
SIDE_PX = 33.0
SIZE_PX = 60
MIDDLE_PX = (31.0, 28.5)
TURN_RAD = 0.3
BODY, FACE, PIP = 30, 190, 240


def drawn(
    sides: tuple[float, float] = (SIDE_PX, SIDE_PX), *, places: tuple[tuple[float, float], ...] = ()
) -> Cutout:
    """A die with a bright rectangle for a face, and pips at some places, in pitches."""
    big = 8
    gray = np.full((SIZE_PX * big,) * 2, BODY, np.uint8)
    size = (sides[0] * big, sides[1] * big)
    at = (np.array(MIDDLE_PX) + 0.5) * big
    box = cv2.boxPoints((at.tolist(), size, float(np.degrees(TURN_RAD))))
    cv2.fillConvexPoly(gray, np.rint(box).astype(np.int32), FACE)
    c, s = np.cos(TURN_RAD), np.sin(TURN_RAD)
    for x, y in places:
        pip = at + np.array([c * x - s * y, s * x + c * y]) * PITCH_PX * big
        cv2.circle(gray, np.rint(pip).astype(int).tolist(), round(0.34 * PITCH_PX * big), PIP, -1)
    small = cv2.resize(gray, (SIZE_PX, SIZE_PX), interpolation=cv2.INTER_AREA)
    bgr = cv2.GaussianBlur(np.repeat(small[..., None], 3, axis=2).astype(np.float32), (0, 0), 0.7)
    return Cutout(0, 0, np.asarray(bgr, np.float32), None, np.ones((SIZE_PX, SIZE_PX), np.float32))


def found(cut: Cutout) -> Square:
    square = square_in(cut, PITCH_PX)
    assert square is not None
    return square


def test_its_middle_is_that_of_the_face() -> None:
    assert found(drawn()).centre_px == pytest.approx(MIDDLE_PX, abs=0.3)


def test_its_side_is_that_of_the_face() -> None:
    assert found(drawn()).side_px == pytest.approx(SIDE_PX, abs=1.0)


def test_it_is_turned_as_the_face_is() -> None:
    turns = np.array([TURN_RAD, TURN_RAD + np.pi / 2, TURN_RAD + np.pi / 4])
    assert found(drawn()).is_along(turns).tolist() == [True, True, False]


@pytest.mark.parametrize("sides", [(33.0, 26.0), (22.0, 22.0), (45.0, 45.0)])
def test_what_is_oblong_too_small_or_too_large_is_no_face(sides: tuple[float, float]) -> None:
    assert square_in(drawn(sides), PITCH_PX) is None


def test_a_disc_is_no_face() -> None:
    cut = drawn((1.0, 1.0))
    cv2.circle(cut.bgr, (30, 30), round(SIDE_PX / 2), (FACE,) * 3, -1)
    assert square_in(cut, PITCH_PX) is None


def test_light_on_one_side_that_leaves_it_less_full_does_not_move_it() -> None:
    cut = drawn()
    wider = face_alone(cut, found(cut), 0.1 * SIDE_PX).inside
    assert wider is not None
    gray = cut.bgr[..., 0]
    right = np.arange(SIZE_PX) > MIDDLE_PX[0]
    cut.bgr[(wider > 0) & (gray < 0.9 * FACE) & right] = 0.85 * FACE

    assert found(cut).centre_px == pytest.approx(MIDDLE_PX, abs=0.3)


def test_only_what_differs_from_the_tray_counts() -> None:
    cut = drawn()
    assert cut.differs is not None
    cut.differs[:, :25] = 0
    assert square_in(cut, PITCH_PX) is None


def test_points_beside_its_middle_are_told_from_those_near_it() -> None:
    square = Square((10.0, 10.0), 30.0, 0.0)
    assert square.is_around(np.array([[10.0, 13.0], [10.0, 16.0]])).tolist() == [True, False]


def test_nothing_but_the_face_counts_of_its_cutout() -> None:
    cut = drawn()
    alone = face_alone(cut, found(cut))
    assert alone.inside is not None
    assert np.mean(alone.bgr[alone.inside > 0] < (BODY + FACE) / 2) < 0.15  # but for its rim
    assert alone.inside.sum() == pytest.approx(SIDE_PX**2, rel=0.15)


@pytest.mark.parametrize("places", [((-1.0, -1.0), (0.0, 0.0), (1.0, 1.0)), ((0.0, 0.0),)])
def test_pips_are_found_in_their_places(places: tuple[tuple[float, float], ...]) -> None:
    cut = drawn(places=places)
    best = max(lattices_on(cut, found(cut), PITCH_PX).values(), key=lambda one: one.clarity)
    assert (best.value, best.centre_px) == (len(places), pytest.approx(MIDDLE_PX, abs=0.8))


def test_a_face_that_shows_no_pips_shows_no_value() -> None:
    cut = drawn()
    seen = lattices_on(cut, found(cut), PITCH_PX)
    assert {value: one.clarity for value, one in seen.items()} == dict.fromkeys(range(1, 7), 0.0)
