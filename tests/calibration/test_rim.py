"""The foot of a tray's wall is told from shadows, and from the wall's upper edge, by the rim."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray

from calibration import tray
from calibration.inner_foot import foot_inside
from calibration.plan import PX, plan_of
from calibration.rim import Foot, best_foot, is_sure
from calibration.shapes import Kind
from calibration.tray import Outlines, outlines_through_lens
from calibration.walls import Wall
from vision.calibration_values import Camera
from vision.tray.geometry import to_floor, to_picture

Doubles = NDArray[np.float64]

_CAMERA = Camera(1000.0, (639.5, 479.5), 0.0, (0.03, -0.02), 26.0)
_FLOOR, _TABLE, _RIM, _WOOD = (40, 40, 160), (150, 170, 180), (50, 75, 110), (20, 32, 48)
_TALL, _WIDE = 1.7, 0.8  # edges of a die
_HALF = np.array([8.5, 6.5])
_SQUARE = np.array([(-1.0, -1.0), (1.0, -1.0), (1.0, 1.0), (-1.0, 1.0)])
_INWARD_SIDES = ((0, 1), (1, 2), (2, 3), (3, 0))
_SHADE = (1.5, 1.5, 0.0, 0.0)
_DICE = np.array([(x, y) for x in (-3.0, 0.0, 3.0) for y in (-1.5, 1.5)])


def _filled(bgr: NDArray[np.uint8], uv: Doubles, height: float, colour: Doubles) -> None:
    corners = np.round(to_picture(_CAMERA, uv, height)).astype(np.int32)
    cv2.fillPoly(bgr, [corners], colour.tolist())


def _tray(
    walls: tuple[Doubles, ...], shade: tuple[float, float, float, float] | None = None
) -> NDArray[np.uint8]:
    """The picture of a tray: its four walls' colours, and where a shadow ends on the floor."""
    bgr = np.full((960, 1280, 3), _TABLE, np.uint8)
    floor = _SQUARE * _HALF
    _filled(bgr, _SQUARE * (_HALF + _WIDE), _TALL, np.array(_RIM))
    for (a, b), colour in zip(_INWARD_SIDES, walls, strict=True):
        band = np.concatenate([
            to_picture(_CAMERA, floor[[a, b]], 0.0), to_picture(_CAMERA, floor[[b, a]], _TALL)
        ])  # fmt: skip
        cv2.fillPoly(bgr, [np.round(band).astype(np.int32)], colour.tolist())
    _filled(bgr, floor, 0.0, np.array(_FLOOR) * (1.0 if shade is None else 0.25))
    if shade is not None:
        left, top, right, bottom = shade
        lit = floor + np.array([(left, top), (-right, top), (-right, -bottom), (left, -bottom)])
        _filled(bgr, lit, 0.0, np.array(_FLOOR))
    noise = np.random.default_rng(4).normal(0.0, 3.0, bgr.shape)
    return np.asarray(np.clip(bgr + noise, 0, 255), dtype=np.uint8)


def _outlines(bgr: NDArray[np.uint8]) -> Outlines:
    return outlines_through_lens(bgr, to_picture(_CAMERA, _DICE, 1.0), _CAMERA)


def _worst_edges(outline: tuple[tuple[float, float], ...]) -> float:
    """How far an outline is from the foot of the wall anywhere, in edges of a die."""
    found = np.array(outline, np.float32)
    true = to_picture(_CAMERA, _SQUARE * _HALF).astype(np.float32)
    apart = [
        abs(cv2.pointPolygonTest(polygon, (float(x), float(y)), measureDist=True))
        for polygon, points in ((true, found), (found, true))
        for x, y in points
    ]
    return max(apart) / (_CAMERA.focal_px / _CAMERA.height)


def test_a_deep_shadow_along_two_sides_is_no_wall() -> None:
    dark, lit = 0.3 * np.array(_FLOOR), 1.3 * np.array(_WOOD)
    found = _outlines(_tray((dark, lit, lit, dark), shade=(1.0, 1.6, 0.0, 0.0)))
    assert _worst_edges(found.floor_px) < 0.4
    assert found.sure_px == ()


def test_a_foot_beyond_a_long_shadow_is_found() -> None:
    wood, (shade, off) = np.array(_WOOD), (2.8, 2.8 * PX)
    bgr = _tray((wood, 1.2 * wood, 1.1 * wood, 0.9 * wood), shade=(0.0, 0.0, shade, 0.0))
    plan = plan_of(bgr, to_picture(_CAMERA, _DICE, 1.0), _CAMERA)
    (x, y), half = plan.to_px(np.zeros(2)), _HALF * PX
    shadow = np.array([x - off / 2, y, half[0] - off / 2, half[1], 0.0])
    foot = best_foot(plan, [Wall(Kind.RECTANGLE, shadow, 1.0)], _CAMERA.height)
    assert foot is not None
    assert foot.wall.shape == pytest.approx([x, y, *half, 0.0], abs=0.3 * PX)


def test_where_walls_are_of_the_floors_cloth_the_foot_is_the_sure_outline() -> None:
    cloth = np.array(_FLOOR)
    found = _outlines(_tray((0.8 * cloth, 0.75 * cloth, 0.85 * cloth, 1.15 * cloth)))
    assert _worst_edges(found.sure_px or found.floor_px) < 0.3


def test_a_foot_that_is_not_seen_in_the_walls_shadow_goes_on_as_where_it_is_lit() -> None:
    cloth = np.array(_FLOOR)
    found = _outlines(_tray((0.25 * cloth, 0.8 * cloth, 0.85 * cloth, 0.25 * cloth), _SHADE))
    assert _worst_edges(found.floor_px) > 0.5
    assert _worst_edges(found.sure_px) < 0.3


@pytest.mark.parametrize(("last", "is_foot"), [(1.15, True), (1.0, False)])
def test_a_line_inside_of_an_edge_is_a_foot_if_all_lit_sides_show_it(
    last: float, is_foot: bool
) -> None:
    bgr = _tray(tuple(part * np.array(_FLOOR) for part in (1.5, 1.4, 1.5, last)))
    plan = plan_of(bgr, to_picture(_CAMERA, _DICE, 1.0), _CAMERA)
    upper = plan.to_px(to_floor(_CAMERA, np.array(_upper_edge())))
    (x, y), half = upper.mean(0), (upper.max(0) - upper.min(0)) / 2
    edge = Foot(Wall(Kind.RECTANGLE, np.array([x, y, *half, 0.0]), 1.0), 0.9, 1.0)
    assert (foot_inside(plan, edge, _CAMERA.height) is not None) is is_foot


@pytest.mark.parametrize(("tall", "lines", "clear", "is_foot"), [
    (1.25, 0.95, 1.1, False), (1.25, 0.85, 1.1, True), (1.25, 0.95, 0.9, True),
    (2.0, 0.95, 1.1, True),
])  # fmt: skip
def test_a_line_close_beside_a_foot_that_is_seen_with_its_rim_is_no_foot_of_its_own(
    tall: float, lines: float, clear: float, is_foot: bool
) -> None:
    across, down = _HALF * tall / _CAMERA.height
    bgr = _tray((np.array(_WOOD),) * 4, shade=(across, down, across, down))
    plan = plan_of(bgr, to_picture(_CAMERA, _DICE, 1.0), _CAMERA)
    (x, y), half = plan.to_px(np.zeros(2)), _HALF * PX
    foot = Foot(Wall(Kind.RECTANGLE, np.array([x, y, *half, 0.0]), clear), lines, 1.0)
    assert (foot_inside(plan, foot, _CAMERA.height) is not None) is is_foot


def test_a_plain_tray_has_one_outline() -> None:
    wood = np.array(_WOOD)
    found = _outlines(_tray((wood, 1.2 * wood, 1.1 * wood, 0.9 * wood)))
    assert _worst_edges(found.floor_px) < 0.25
    assert found.sure_px == ()


def _upper_edge() -> tuple[tuple[float, float], ...]:
    return tuple((float(x), float(y)) for x, y in to_picture(_CAMERA, _SQUARE * _HALF, _TALL))


def test_where_no_foot_is_sure_the_likeliest_one_inside_the_flooded_floor_is_kept(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(tray, "is_sure", lambda *_: False)
    monkeypatch.setattr(tray, "_flooded", lambda *_: _upper_edge())
    found = _outlines(_tray((np.array(_WOOD),) * 4))
    assert found.floor_px == _upper_edge()
    assert _worst_edges(found.sure_px) < 0.4


@pytest.mark.parametrize("height", [0.0, 0.2])
def test_a_likely_foot_where_the_flooded_floor_ends_says_nothing_new(
    monkeypatch: pytest.MonkeyPatch, height: float
) -> None:
    flooded = tuple((float(x), float(y)) for x, y in to_picture(_CAMERA, _SQUARE * _HALF, height))
    monkeypatch.setattr(tray, "is_sure", lambda *_: False)
    monkeypatch.setattr(tray, "_flooded", lambda *_: flooded)
    assert _outlines(_tray((np.array(_WOOD),) * 4)).sure_px == ()


def test_a_foot_of_which_hardly_a_line_is_seen_is_not_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    """On tables without a tray a third to a half of the lines of some tray are seen."""
    seen = tray.best_foot
    monkeypatch.setattr(tray, "best_foot", lambda *parts: replace(seen(*parts), lines=0.45))
    monkeypatch.setattr(tray, "is_sure", lambda *_: False)
    monkeypatch.setattr(tray, "_flooded", lambda *_: _upper_edge())
    assert _outlines(_tray((np.array(_WOOD),) * 4)).sure_px == ()


def test_a_foot_that_is_not_seen_itself_is_not_kept_however_clear_the_lines_around_it(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """The true foot and rim may pass for the rim of a wall whose foot would lie inside."""
    seen = tray.best_foot

    def unseen(*parts: Any) -> Foot:
        foot = seen(*parts)
        assert foot is not None
        return replace(foot, wall=replace(foot.wall, clear=-0.9))

    monkeypatch.setattr(tray, "best_foot", unseen)
    monkeypatch.setattr(tray, "is_sure", lambda *_: False)
    monkeypatch.setattr(tray, "_flooded", lambda *_: _upper_edge())
    assert _outlines(_tray((np.array(_WOOD),) * 4)).sure_px == ()


@pytest.mark.parametrize(("clear", "sure"), [(-0.1, False), (0.1, True)])
def test_lines_alone_make_no_foot_sure_against_which_much_speaks(
    clear: float, *, sure: bool
) -> None:
    around = Wall(Kind.RECTANGLE, np.array([0.0, 0.0, 90.0, 60.0, 0.0]), clear)
    assert is_sure(Foot(around, 0.97, 1.0), 0.7) is sure
