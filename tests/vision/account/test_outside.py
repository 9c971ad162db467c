"""Things around the tray that are about as large as a die are noticed."""

from __future__ import annotations

from dataclasses import replace
from functools import cache

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray

from calibration.files import load_picture
from tests.vision.trays import BLACK_DICE, FOLDER, RED_FACES, calibration_of, picture, throws
from vision.account.outside import dice_apart, things_outside
from vision.calibration_values import Calibration
from vision.judgement.cues import Cues
from vision.judgement.judge import Verdict, judge_die
from vision.read import read_tray
from vision.tray.board import empty_picture
from vision.tray.geometry import edge_px, to_floor
from vision.types import Status
from vision.words import HAND

TRAY = calibration_of(RED_FACES)
FAR_ASIDE_PX = (60, 480)


@cache
def empty() -> NDArray[np.uint8]:
    return load_picture(FOLDER / RED_FACES / "empty.jpg")


def with_thing(faces: float) -> NDArray[np.uint8]:
    """Give the empty tray with a white square of so many faces far aside of it."""
    seen = empty().copy()
    x, y = FAR_ASIDE_PX
    reach = round(edge_px(TRAY.camera) * faces**0.5 / 2)
    seen[y - reach : y + reach, x - reach : x + reach] = 235
    return seen


def test_nothing_lies_beside_an_empty_tray() -> None:
    assert things_outside(empty(), TRAY) == ()


@pytest.mark.parametrize(("faces", "die_sized"), [(1.0, True), (1.5, True), (2.3, False)])
def test_a_die_far_aside_shows_half_of_a_side_and_is_still_of_a_die_s_size(
    faces: float, die_sized: bool
) -> None:
    (thing,) = things_outside(with_thing(faces), TRAY)
    assert thing.die_sized is die_sized
    assert thing.at_px == pytest.approx(FAR_ASIDE_PX, abs=6)


def test_what_a_knocked_camera_sees_no_longer_is_nothing_that_lies_there() -> None:
    """The border of its picture goes on there, so that a speck on it seems to be as large."""
    aside_px = 40
    seen = empty()[:, aside_px:].copy()
    seen = cv2.copyMakeBorder(seen, 0, 0, 0, aside_px, cv2.BORDER_REPLICATE)
    seen[440:520, :4] = 235
    moved = np.array([[1.0, 0.0, -aside_px], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]])
    assert things_outside(seen, TRAY, moved) == ()

    seen[440:520, 100:180] = 235
    (thing,) = things_outside(seen, TRAY, moved)
    assert thing.at_px == pytest.approx((140 + aside_px, 480), abs=6)


def with_shade(edges_wide: float, edges_high: float, share: float = 0.4) -> NDArray[np.uint8]:
    """Give the tray as calibrated with as much of its light left far aside as in a shadow."""
    seen = empty_picture(TRAY).copy()
    (x, y), edge = FAR_ASIDE_PX, edge_px(TRAY.camera)
    right, down = round(edge * edges_wide / 2), round(edge * edges_high / 2)
    shaded = seen[y - down : y + down, x - right : x + right]
    shaded[:] = np.rint(shaded * share).astype(np.uint8)
    return seen


def test_what_may_be_a_shadow_is_seen_only_where_dice_are_missing() -> None:
    seen = with_shade(1.25, 1.25)
    assert things_outside(seen, TRAY) == ()
    (thing,) = things_outside(seen, TRAY, missing=True)
    assert thing.die_sized
    assert thing.dim
    assert thing.at_px == pytest.approx(FAR_ASIDE_PX, abs=6)


def test_a_die_as_dark_as_a_shadow_lies_there_though_only_its_pips_cannot_be_one() -> None:
    """Three of them hang together, and are a third of the square around them."""
    seen = with_shade(1.3, 1.3)
    for aside in (-14, 0, 14):
        x, y = FAR_ASIDE_PX[0] + aside, FAR_ASIDE_PX[1] + aside
        cv2.circle(seen, (x, y), 4, (235, 235, 235), -1)

    assert not any(thing.die_sized for thing in things_outside(seen, TRAY))
    assert any(thing.die_sized for thing in things_outside(seen, TRAY, missing=True))


def test_things_of_no_die_s_size_are_given_beside_what_may_be_a_shadow() -> None:
    """They may lie at the wall, which is asked about."""
    seen = with_shade(1.25, 1.25)
    for x in (1150, 1230):
        seen[300:460, x : x + 12] = 235

    things = things_outside(seen, TRAY, missing=True)
    assert sorted(thing.dim for thing in things) == [False, False, True]


@pytest.mark.parametrize(("edges_wide", "edges_high", "share"), [
    (0.8, 2.0, 0.4), (1.0, 1.0, 0.4), (2.0, 2.0, 0.4), (1.25, 1.25, 0.88),
])  # fmt: skip
def test_a_shadow_narrower_smaller_larger_or_fainter_than_a_die_is_none(
    edges_wide: float, edges_high: float, share: float
) -> None:
    assert things_outside(with_shade(edges_wide, edges_high, share), TRAY, missing=True) == ()


def test_what_may_be_a_shadow_is_no_sign_that_the_missing_die_lies_outside() -> None:
    things = things_outside(with_shade(1.25, 1.25), TRAY, missing=True)
    assert dice_apart(things, TRAY.camera, np.zeros((0, 3))) == 0


def test_many_shadows_are_no_dice() -> None:
    seen = with_shade(1.25, 1.25)
    y, x, edge = FAR_ASIDE_PX[1], FAR_ASIDE_PX[0], round(edge_px(TRAY.camera))
    for away in (-7, -5, -3, 3):
        seen[y + away * edge : y + (away + 1) * edge, x - 20 : x + 20] //= 3
    assert things_outside(seen, TRAY, missing=True) == ()


def with_sheet(
    bgr: NDArray[np.uint8], edges_high: float, edges_out: float = 1.5
) -> NDArray[np.uint8]:
    """Give a picture with a sheet of the floor's colour that reaches in over the wall at the left,
    so many edges along it; and so many out, of which half of one counts as being at the wall."""
    seen = bgr.copy()
    edge = edge_px(TRAY.camera)
    left, y = min(TRAY.tray_px)[0], round(np.mean([at[1] for at in TRAY.tray_px]))
    inside = empty()[y, round(left + 2 * edge)]
    reach = round(edges_high * edge / 2)
    out, within = round(left - edges_out * edge), round(left + 0.5 * edge)
    seen[y - reach : y + reach, out:within] = inside
    return seen


@pytest.mark.parametrize(("edges_high", "over_wall"), [(1.0, False), (1.9, False), (3.0, True)])
def test_what_covers_more_of_the_wall_than_a_die_reaches_in_over_it(
    edges_high: float, over_wall: bool
) -> None:
    (thing,) = things_outside(with_sheet(empty(), edges_high), TRAY)
    assert thing.over_wall is over_wall


def test_a_wall_in_another_light_is_a_strip_that_reaches_over_nothing() -> None:
    (thing,) = things_outside(with_sheet(empty(), 4.0, edges_out=0.7), TRAY)
    assert not thing.over_wall


def test_a_sheet_over_the_wall_may_hide_a_die_that_is_missing() -> None:
    missing = picture(throws(RED_FACES, "missing")[0])
    assert read_tray(missing, TRAY).status is Status.OK
    assert HAND in read_tray(with_sheet(missing, 3.0), TRAY).problems


def test_a_sheet_over_the_wall_hides_none_where_all_are_seen() -> None:
    whole = with_sheet(picture(throws(RED_FACES, "natural")[0]), 3.0)
    assert HAND not in read_tray(whole, TRAY).problems


def test_a_hand_over_the_wall_hides_a_missing_die_among_many_small_things() -> None:
    missing = with_sheet(picture(throws(RED_FACES, "missing")[0]), 7.5)
    edge = edge_px(TRAY.camera)
    for k in range(4):  # as light between fingers
        x, y = FAR_ASIDE_PX[0], round(120 + 2.5 * k * edge)
        missing[y : y + round(edge), x : x + round(edge)] = 235
    assert HAND in read_tray(missing, TRAY).problems


def on_a_table_like_the_floor(wall_edges: float) -> tuple[Calibration, NDArray[np.uint8]]:
    """Give a tray on a table of its floor's look, with a wall so wide left of it, and a picture.

    The picture shows a white thing of a die's size on that table.
    """
    bgr, edge = empty().copy(), edge_px(TRAY.camera)
    left, middle = round(min(TRAY.tray_px)[0]), round(np.mean([at[1] for at in TRAY.tray_px]))
    rows = slice(middle - round(3 * edge), middle + round(3 * edge))
    patch = bgr[rows, left + round(2 * edge) : left + round(3 * edge)]
    columns = slice(0, left + round(2 * edge))
    bgr[rows, columns] = np.tile(patch, (1, 20, 1))[:, : columns.stop]
    bgr[rows, left - round((0.6 + wall_edges) * edge) : left - round(0.6 * edge)] = (120, 60, 20)
    jpeg = cv2.imencode(".jpg", cv2.resize(bgr, None, fx=0.5, fy=0.5))[1].tobytes()
    y, x = middle, left - round(3 * edge)
    bgr[y - round(edge / 2) : y + round(edge / 2), x - round(edge / 2) : x + round(edge / 2)] = 235
    return replace(TRAY, empty_jpeg=jpeg), bgr


@pytest.mark.parametrize(("wall_edges", "on_floor"), [(0.0, True), (0.4, True), (1.0, False)])
def test_a_die_on_a_table_like_the_floor_is_outside_if_a_wall_lies_before_it(
    wall_edges: float, on_floor: bool
) -> None:
    tray, bgr = on_a_table_like_the_floor(wall_edges)
    (thing,) = things_outside(bgr, tray)
    assert thing.on_floor is on_floor


def test_things_of_a_die_s_size_that_are_no_die_that_was_found_may_be_missing_ones() -> None:
    things = things_outside(with_thing(1.0), TRAY)
    (at_px,) = (one.at_px for one in things)
    elsewhere, here = np.array([[0.0, 0.0, 0.0]]), to_floor(TRAY.camera, np.array([at_px]), 1.0)
    assert dice_apart(things, TRAY.camera, elsewhere) == 1
    assert dice_apart(things, TRAY.camera, np.column_stack([here, [0.0]])) == 0
    assert dice_apart(things, TRAY.camera, np.zeros((0, 3))) == 1


def test_what_is_larger_than_a_die_is_no_missing_one() -> None:
    things = things_outside(with_thing(2.3), TRAY)
    assert dice_apart(things, TRAY.camera, np.zeros((0, 3))) == 0


@pytest.mark.parametrize("stands_out", [calibration_of(BLACK_DICE).stands_out, 4.0])
def test_a_lone_ace_is_told_that_the_missing_die_is_seen_outside(
    monkeypatch: pytest.MonkeyPatch, stands_out: float
) -> None:
    cues: list[Cues] = []

    def judged(one: Cues, calibration: Calibration) -> Verdict:
        cues.append(one)
        return judge_die(one, calibration)

    monkeypatch.setattr("vision.read.judge_die", judged)
    (path,) = throws(BLACK_DICE, "out")
    bgr = picture(path)
    tray = replace(calibration_of(BLACK_DICE), stands_out=stands_out)
    read_tray(bgr, tray)
    assert [one.seen_outside for one in cues if one.is_lone_ace] == [True, True]

    cues.clear()
    two_missing = replace(tray, dice=replace(tray.dice, count=tray.dice.count + 1))
    read_tray(bgr, two_missing)
    assert [one.seen_outside for one in cues if one.is_lone_ace] == [False, False]
