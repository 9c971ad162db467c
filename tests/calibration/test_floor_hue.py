"""Where the floor's hue goes on beyond a part of an outline, that part is a shadow's edge."""

from __future__ import annotations

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray

from calibration import tray
from calibration.floor_hue import (
    ends_along,
    ends_within,
    goes_on_beyond,
    tells_kind,
    where_hue_ends,
)
from calibration.plan import PX, Plan, plan_of
from calibration.rim import Foot
from calibration.shapes import Kind, corners
from calibration.tray import Outlines, outlines_through_lens
from calibration.walls import Wall
from vision.calibration_values import Camera
from vision.tray.geometry import to_floor, to_picture

Doubles = NDArray[np.float64]

_CAMERA = Camera(1000.0, (639.5, 479.5), 0.0, (0.03, -0.02), 26.0)
_FLOOR, _WALL, _TABLE = np.array([54, 47, 63]), np.array([44, 44, 44]), np.array([150, 170, 180])
_DICE = np.array([(x, y) for x in (-3.0, 0.0, 3.0) for y in (-1.5, 1.5)])
_FOOT, _EDGE = (0.0, 0.0, 8.5, 6.5, 0.0), (0.0, 0.0, 9.7, 7.7, 0.0)  # middle, half sizes, turn
_ASIDE = (3.0, 0.0, 8.5, 6.5, 0.0)
_AROUND_A_PART = (1.7, 0.0, 9.3, 7.9, 0.0)  # wide of the foot, but for one side of it
_LIT = (0.0, -1.25, 7.2, 5.25, 0.0)  # the same above, narrower below


def _shape(kind: Kind, shape: tuple[float, ...]) -> Doubles:
    return corners(kind, np.array(shape))


def _picture(
    kind: Kind, wall: NDArray[np.int64] = _WALL, table: NDArray[np.int64] = _TABLE
) -> NDArray[np.uint8]:
    """An empty tray: table, wall, floor in the wall's shadow and floor in the light."""
    bgr = np.full((960, 1280, 3), table, np.uint8)
    for shape, colour in ((_EDGE, wall), (_FOOT, 0.45 * _FLOOR), (_LIT, _FLOOR)):
        seen = np.round(to_picture(_CAMERA, _shape(kind, shape))).astype(np.int32)
        cv2.fillPoly(bgr, [seen], np.asarray(colour, dtype=np.float64).tolist())
    noise = np.random.default_rng(4).normal(0.0, 2.0, bgr.shape)
    return np.asarray(np.clip(bgr + noise, 0, 255), dtype=np.uint8)


def _plan(kind: Kind, *colours: NDArray[np.int64]) -> Plan:
    return plan_of(_picture(kind, *colours), to_picture(_CAMERA, _DICE, 1.0), _CAMERA)


def _worst_edges(found_uv: Doubles, kind: Kind) -> float:
    """How far an outline is from the foot of the wall anywhere, in edges of a die."""
    found, true = (one.astype(np.float32) for one in (found_uv, _shape(kind, _FOOT)))
    return max(
        abs(cv2.pointPolygonTest(polygon, (float(x), float(y)), measureDist=True))
        for polygon, points in ((true, found), (found, true))
        for x, y in points
    )


@pytest.mark.parametrize("kind", [Kind.HEXAGON, Kind.OCTAGON, Kind.OVAL])
def test_a_floors_hue_ends_at_the_wall_and_not_at_a_shadow(kind: Kind) -> None:
    plan = _plan(kind)
    hue = where_hue_ends(plan)
    assert hue is not None
    assert _worst_edges(plan.to_uv(hue.corners_px()), kind) < 0.25


def test_what_goes_on_to_the_pictures_border_is_no_floor_however_alike_its_hue() -> None:
    """Wall and table are nearly of the floor's hue, and so is more of what is taken for alike."""
    wall, table = np.array([41, 32, 43]), np.array([135, 110, 150])
    plan = _plan(Kind.OCTAGON, wall, table)
    hue = where_hue_ends(plan)
    assert hue is not None
    assert _worst_edges(plan.to_uv(hue.corners_px()), Kind.OCTAGON) < 0.5


@pytest.mark.parametrize(
    ("outline", "beyond"),
    [(_LIT, True), (_FOOT, False), (_EDGE, False), (_ASIDE, False), (_DICE, False)],
)
def test_the_hue_goes_on_beyond_a_shadows_edge_alone(
    outline: tuple[float, ...] | Doubles, beyond: bool
) -> None:
    """Inside of all of the foot, as of a wall in the floor's own hue, nothing is known."""
    plan = _plan(Kind.OCTAGON)
    hue = where_hue_ends(plan)
    around = outline if isinstance(outline, tuple) else (0.0, 0.0, 6.0, 4.0, 0.0)
    assert hue is not None
    assert goes_on_beyond(hue, plan.to_px(_shape(Kind.OCTAGON, around))) is beyond


@pytest.mark.parametrize(
    ("outline", "within", "along"),
    [
        (_EDGE, True, False),
        (_FOOT, False, True),
        (_LIT, False, False),
        (_ASIDE, False, False),
        (_AROUND_A_PART, False, False),
    ],
)
def test_the_hue_ends_inside_of_the_walls_edge_and_along_its_foot(
    outline: tuple[float, ...], *, within: bool, along: bool
) -> None:
    plan = _plan(Kind.OCTAGON)
    hue = where_hue_ends(plan)
    assert hue is not None
    seen = plan.to_px(_shape(Kind.OCTAGON, outline))
    assert ends_within(hue, seen) is within
    assert ends_along(hue, seen) is along


def test_rectangles_are_left_to_the_lines_along_their_walls() -> None:
    assert where_hue_ends(_plan(Kind.RECTANGLE)) is None


def test_a_table_of_the_floors_hue_has_no_end() -> None:
    bgr = _picture(Kind.OCTAGON)
    bgr[:] = np.clip(1.2 * _FLOOR, 0, 255)
    assert where_hue_ends(plan_of(bgr, to_picture(_CAMERA, _DICE, 1.0), _CAMERA)) is None


def _taken(kind: Kind, shape: tuple[float, ...]) -> tuple[tuple[float, float], ...]:
    """An outline as a picture shows it."""
    seen = to_picture(_CAMERA, _shape(kind, shape))
    return tuple((float(x), float(y)) for x, y in seen)


@pytest.mark.parametrize("taken", [_LIT, _EDGE])
def test_an_outline_along_a_shadow_or_an_edge_gives_way_to_the_one_where_the_hue_ends(
    taken: tuple[float, ...], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(tray, "_by_lines", lambda *_: Outlines(_taken(Kind.OCTAGON, taken)))
    dice_px = to_picture(_CAMERA, _DICE, 1.0)
    found = outlines_through_lens(_picture(Kind.OCTAGON), dice_px, _CAMERA)
    assert _worst_edges(to_floor(_CAMERA, np.array(found.floor_px)), Kind.OCTAGON) < 0.25


def test_a_foot_that_its_lines_leave_open_is_sure_where_the_hue_ends_along_it(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    bgr, dice_px = _picture(Kind.OCTAGON), to_picture(_CAMERA, _DICE, 1.0)
    sure = outlines_through_lens(bgr, dice_px, _CAMERA)
    assert _worst_edges(to_floor(_CAMERA, np.array(sure.floor_px)), Kind.OCTAGON) < 0.25
    monkeypatch.setattr(tray, "is_sure", lambda *_: False)
    assert outlines_through_lens(bgr, dice_px, _CAMERA) == sure
    monkeypatch.setattr(tray, "where_hue_ends", lambda _: None)
    assert outlines_through_lens(bgr, dice_px, _CAMERA) != sure


@pytest.mark.parametrize(
    ("kind", "clear", "tells"),
    [(Kind.RECTANGLE, 0.75, True), (Kind.RECTANGLE, 1.0, False), (Kind.OCTAGON, 0.75, False)],
)
def test_the_hue_tells_the_kind_of_a_tray_that_it_shows_clearer_than_the_lines(
    kind: Kind, clear: float, *, tells: bool
) -> None:
    shape = np.array(_FOOT)
    assert tells_kind(Wall(Kind.OCTAGON, shape, 0.9), Wall(kind, shape, clear)) is tells


def test_a_rectangle_that_has_some_sides_of_an_octagon_gives_way_to_where_the_hue_ends(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Two of its sides lie inside of the octagon, and its corners on the table."""
    middle = _plan(Kind.OCTAGON).to_px(np.zeros((1, 2)))[0]
    shape = np.array([*middle, 7.6 * PX, 6.5 * PX, 0.0])
    taken = Foot(Wall(Kind.RECTANGLE, shape, 0.755), 0.81, 0.85)
    monkeypatch.setattr(tray, "best_foot", lambda *_: taken)
    dice_px = to_picture(_CAMERA, _DICE, 1.0)
    found = outlines_through_lens(_picture(Kind.OCTAGON), dice_px, _CAMERA)
    assert _worst_edges(to_floor(_CAMERA, np.array(found.floor_px)), Kind.OCTAGON) < 0.25
