"""Pips that a lamp made faint are found, and judged as all others are."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray

from tests.bench.virtual_shots import is_right
from tests.vision.drawn import read_drawn
from tests.vision.trays import (
    BLACK_DICE,
    RED_FACES,
    calibration_of,
    inside,
    picture,
    pip_part,
    read_faces,
    throws,
    truth,
)
from vision import words
from vision.account.residue import Residue, find_residue
from vision.faces.find import find_dice
from vision.faces.layout import VALUES
from vision.faces.painted import fainter, without_floor
from vision.judgement.scene import judge_scene
from vision.read import read_tray
from vision.sight import Sight, sight_of
from vision.sureness import chance_of
from vision.tray.board import EDGE_PX, board_of
from vision.types import DieReading, Problem, Reading, Status
from vision.veils.faint import floor_beside, looked_for_again, may_hold_faint_pips

THROW = throws(RED_FACES, "natural")[0]
SET = calibration_of(RED_FACES)
DICE = read_tray(picture(THROW), SET).dice
SIX = next(die for die in DICE if die.value == 6)


def lifted(die: DieReading, part: float, throw: Path = THROW) -> NDArray[np.uint8]:
    """Give a throw with a die's dark pips so far on their way to its body's colour."""
    bgr, look = picture(throw).copy(), SET.dice.plain
    face = inside(bgr, die.corners_px)
    lit = bgr[face].astype(np.float64)
    step = np.subtract(look.pip_bgr, look.body_bgr)
    is_pip = pip_part(lit, look)[:, None]
    bgr[face] = np.clip(lit - part * is_pip * step, 0, 255)
    return bgr


@pytest.fixture(scope="module")
def seen() -> tuple[Sight, Residue]:
    """A throw, and what is left over of it without any die."""
    sight = sight_of(board_of(SET).view(picture(THROW)), board_of(SET))
    return sight, find_residue(sight, SET, np.zeros((0, 3)))


@pytest.mark.parametrize("part", [0.4, 0.45])
def test_a_six_in_whose_dark_pips_a_lamp_mirrors_is_read(part: float) -> None:
    reading = read_tray(lifted(SIX, part), SET)

    assert reading.status is Status.OK
    assert read_faces(reading) == truth(THROW)


@pytest.mark.parametrize("part", [0.65, 0.75])
def test_pips_that_are_nearly_gone_are_asked_about(part: float) -> None:
    assert read_tray(lifted(SIX, part), SET).status is Status.UNSURE


@pytest.mark.parametrize("value", [2, 4])
def test_a_die_too_many_is_said_where_a_lamp_mirrors_in_its_dark_pips(value: int) -> None:
    (seven,) = throws(RED_FACES, "seven")
    die = next(die for die in read_tray(picture(seven), SET).dice if die.value == value)
    said = read_tray(lifted(die, 0.45, seven), SET).problems
    assert words.too_many(7, 6) in said


def test_faint_pips_are_looked_for_where_something_is_left_over(
    seen: tuple[Sight, Residue],
) -> None:
    _, residue = seen

    assert may_hold_faint_pips((), residue, SET)
    assert not may_hold_faint_pips((), replace(residue, blobs=()), SET)


@pytest.mark.parametrize(
    ("problem", "doubt", "looks"),
    [
        (Problem.HIDDEN, 1.5, True),
        (Problem.COCKED, 8.0, True),
        (Problem.COCKED, 2.0, False),
        (None, 0.5, False),
    ],
)
def test_faint_pips_are_looked_for_where_a_face_may_lack_some(
    seen: tuple[Sight, Residue], problem: Problem | None, doubt: float, looks: bool
) -> None:
    nothing_left = replace(seen[1], blobs=())

    die = replace(SIX, problem=problem, confidence=chance_of(doubt))
    assert may_hold_faint_pips((die,), nothing_left, SET) is looks


def test_no_faint_pips_are_looked_for_on_a_set_with_bright_ones(
    seen: tuple[Sight, Residue],
) -> None:
    assert not may_hold_faint_pips((), seen[1], calibration_of(BLACK_DICE))


def test_no_faint_pips_are_looked_for_where_more_is_left_over_than_dice_cover(
    seen: tuple[Sight, Residue],
) -> None:
    """As a hand is: no die that is found then explains it."""
    blob = seen[1].blobs[0]
    few, many = (replace(seen[1], blobs=(replace(blob, area=area),)) for area in (14.0, 16.0))

    assert may_hold_faint_pips((), few, SET)
    assert not may_hold_faint_pips((), many, SET)
    assert not may_hold_faint_pips(DICE[1:], few, SET)  # for only one die is missing


def test_no_faint_pips_are_looked_for_where_all_dice_of_the_set_are_sure(
    seen: tuple[Sight, Residue],
) -> None:
    small = replace(seen[1], blobs=(replace(seen[1].blobs[0], area=0.4),))

    assert may_hold_faint_pips(DICE[1:], small, SET)
    assert not may_hold_faint_pips(DICE, small, SET)


@pytest.mark.parametrize(("part", "looks"), [(0.4, 2), (0.75, 1)])
def test_a_look_for_faint_pips_that_finds_no_other_face_is_broken_off(
    part: float, looks: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    judged: list[None] = []

    def counted(*given: Any) -> Reading:
        judged.append(None)
        return judge_scene(*given)

    monkeypatch.setattr("vision.read.judge_scene", counted)

    read_tray(lifted(SIX, part), SET)
    assert len(judged) == looks


def test_floor_is_painted_and_dice_are_not(seen: tuple[Sight, Residue]) -> None:
    sight, residue = seen
    colours = [sight.bgr[part].astype(np.float32) for part in sight.parts]
    body = np.float32(SET.dice.plain.body_bgr)

    painted = without_floor(colours, sight, floor_beside(residue), SET.dice.plain)

    things = (residue.standing > residue.level).astype(np.uint8)
    _, _, _, far_from_things = cv2.minMaxLoc(cv2.distanceTransform(1 - things, cv2.DIST_L2, 3))
    reached = things.copy()
    cv2.floodFill(reached, None, far_from_things, 2)
    for bgr, before, part in zip(painted, colours, sight.parts, strict=True):
        assert (bgr[reached[part] == 2] == body).all()
        inner = cv2.erode(things[part], np.ones((3, 3))) > 0
        assert (bgr[inner] == before[inner]).all()


def test_a_pip_that_looks_like_floor_in_deep_shadow_is_not_painted(
    seen: tuple[Sight, Residue],
) -> None:
    level = seen[1].level
    body = replace(seen[1], standing=np.full_like(seen[1].standing, 2 * level))
    cv2.circle(body.standing, (60, 60), round(SET.dice.pip_radius * EDGE_PX) + 1, 0.0, -1)
    assert not floor_beside(body).any()

    body.standing[:, :20] = 0.0
    assert floor_beside(body)[:, :20].all()
    assert not floor_beside(body)[:, 40:].any()


def test_faces_without_a_doubt_are_supposed_again_and_others_are_not() -> None:
    sight = sight_of(board_of(SET).view(picture(THROW)), board_of(SET))
    found = find_dice(picture(THROW), sight, SET)
    residue = find_residue(sight, SET, np.zeros((0, 3)))
    dice = [replace(die, problem=Problem.HIDDEN) if die.value == 6 else die for die in DICE]

    again = looked_for_again(dice, residue, found, SET.camera)

    values = VALUES[again.sure.drawings].tolist()
    assert sorted(values) == sorted(die.value for die in dice if die.problem is None)
    assert 6 not in values
    assert (again.floor == floor_beside(residue)).all()


def test_an_ace_that_was_sure_is_kept_where_faint_pips_are_looked_for() -> None:
    """With the floor painted and fainter pips, other faces were made of it and its neighbours."""
    reading, shot = read_drawn(92, 2922)

    assert reading.status is Status.OK
    assert is_right(reading, shot)


def test_only_dark_pips_are_looked_for_fainter() -> None:
    plain = SET.dice.plain
    bright = replace(plain, body_bgr=plain.pip_bgr, pip_bgr=plain.body_bgr)

    assert np.sum(fainter(plain).pip_bgr) > 1.5 * np.sum(plain.pip_bgr)
    assert fainter(bright) == bright


@pytest.mark.parametrize("index", [7836, 7925, 8124])
def test_faces_with_faint_pips_are_read_beside_others_whose_pips_look_like_floor_in_shadow(
    index: int,
) -> None:
    reading, seen = read_drawn(57, index)  # white dice on grey felt
    assert is_right(reading, seen)
    assert reading.status is Status.OK
