"""A lamp that mirrors evenly in a dark glossy face leaves its pips to be read."""

from __future__ import annotations

import math
from dataclasses import replace
from types import SimpleNamespace
from typing import Any, cast

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray

from tests.vision.trays import (
    BLACK_DICE,
    BLACK_UNDER_RING,
    GREEN_UNDER_RING,
    RED_FACES,
    RED_UNDER_HALO,
    TEAL_UNDER_CEILING,
    TEAL_UNDER_RING,
    calibration_of,
    inside,
    picture,
    pip_part,
    read_faces,
    throws,
    truth,
)
from vision.account.silhouette import frame_around
from vision.calibration_values import FaceLook
from vision.read import read_tray
from vision.tray.geometry import to_picture
from vision.types import DieReading, Problem, Reading, Status
from vision.veils.believed import all_on_dice, keep_their_colours
from vision.veils.bowls import Pips
from vision.veils.clear import usual_spreads
from vision.veils.lifted import may_be_veiled, taken_off
from vision.veils.veil import Unveiled, unveiled

THROW = throws(BLACK_DICE, "natural")[0]
TRAY = calibration_of(BLACK_DICE)
OFFSET = TRAY.dice.pip_offset
WHITE_THROW = throws(RED_FACES, "natural")[0]


def veiled(k: int, part: float, over_pips: float) -> NDArray[np.uint8]:
    """Give a throw in whose die `k` a lamp mirrors: the body is so far on its way to white.

    over_pips : how much of that happens to its pips; bowls mirror what is elsewhere.
    """
    bgr = picture(THROW).copy()
    dice = calibration_of(BLACK_DICE).dice
    die = read_tray(bgr, calibration_of(BLACK_DICE)).dice[k]
    look = dice.red if die.red and dice.red else dice.plain
    face = inside(bgr, die.corners_px)
    lit = bgr[face].astype(np.float64)
    is_pip = pip_part(lit, look)[:, None]
    veil = part * (1 - (1 - over_pips) * is_pip) * (np.array(dice.plain.pip_bgr) - lit)
    bgr[face] = np.clip(lit + veil, 0, 255).astype(np.uint8)
    return bgr


def under_strong_veil(dice: range, part: float, rim: float = 0.25) -> NDArray[np.uint8]:
    """Give a throw in some of whose dice a lamp mirrors strongly, but not in their drilled pips.

    part : how far their bodies are on their way to the pips' colour.
    rim : part of the veil that pips' rims lack.
    """
    bgr = picture(THROW).copy()
    known = calibration_of(BLACK_DICE)
    seen = read_tray(bgr, known).dice
    for die in (seen[k] for k in dice):
        look = known.dice.red if die.red and known.dice.red else known.dice.plain
        face = inside(bgr, die.corners_px)
        lit = bgr.astype(np.float64)
        is_pip = pip_part(lit, look)
        rims = cv2.dilate(is_pip, np.ones((3, 3))) - cv2.erode(is_pip, np.ones((3, 3)))
        veil = (part * (1 - is_pip) * (1 - rim * rims))[..., None]
        white = np.array(known.dice.plain.pip_bgr)
        bgr[face] = np.clip(lit + veil * (white - look.body_bgr), 0, 255)[face]
    return bgr


def read(bgr: NDArray[np.uint8]) -> Reading:
    return read_tray(bgr, calibration_of(BLACK_DICE))


@pytest.mark.parametrize("over_pips", [0.0, 0.5, 1.0])
@pytest.mark.parametrize("part", [0.55, 0.7])
@pytest.mark.parametrize("k", range(6))
def test_a_face_under_an_even_veil_is_read(k: int, part: float, over_pips: float) -> None:
    reading = read(veiled(k, part, over_pips))

    assert reading.status is Status.OK
    assert read_faces(reading) == truth(THROW)


@pytest.mark.parametrize("part", [0.5, 0.6])
def test_dice_are_read_though_all_of_them_mirror_the_lamp(part: float) -> None:
    reading = read(under_strong_veil(range(6), part))

    assert reading.status is Status.OK
    assert read_faces(reading) == truth(THROW)


@pytest.mark.parametrize("part", [1.2, 1.5])
@pytest.mark.parametrize("k", range(6))
def test_a_face_that_a_lamp_fills_with_white_is_read_by_its_pips_rims(k: int, part: float) -> None:
    reading = read(under_strong_veil(range(k, k + 1), part, rim=0.7))

    assert reading.status is Status.OK
    assert read_faces(reading) == truth(THROW)


@pytest.mark.parametrize("k", range(6))
def test_a_face_filled_with_white_that_shows_no_rims_is_asked_about(k: int) -> None:
    bgr = picture(THROW).copy()
    bgr[inside(bgr, read(bgr).dice[k].corners_px)] = 255

    assert read(bgr).status is Status.UNSURE


@pytest.mark.parametrize("k", range(6))
def test_a_face_whose_pips_are_gone_under_the_veil_is_asked_about(k: int) -> None:
    assert read(veiled(k, 0.97, 1.0)).status is Status.UNSURE


@pytest.mark.parametrize("grey", [90, 140, 190])
def test_a_grey_card_over_a_die_is_asked_about(grey: int) -> None:
    bgr = picture(THROW).copy()
    die = read(bgr).dice[2]
    middle = np.array(die.centre_px)
    corners = tuple(map(tuple, middle + 1.2 * (np.array(die.corners_px) - middle)))
    bgr[inside(bgr, corners)] = grey

    assert read(bgr).status is Status.UNSURE


def test_white_dice_of_which_one_is_covered_are_asked_about() -> None:
    bgr = picture(WHITE_THROW).copy()
    die = read_tray(bgr, calibration_of(RED_FACES)).dice[0]
    bgr[inside(bgr, die.corners_px)] = 225

    assert read_tray(bgr, calibration_of(RED_FACES)).status is Status.UNSURE


@pytest.mark.parametrize(("other", "veiled"), [((230.0,) * 3, False), ((40.0,) * 3, True)])
def test_a_white_face_is_veiled_only_in_a_set_without_white_bodies(
    other: tuple[float, float, float], veiled: bool
) -> None:
    full = np.full((60, 60, 3), 255, np.uint8)
    face = np.array([[10.0, 10], [50, 10], [50, 50], [10, 50]])
    looks = FaceLook(other, (20.0, 20.0, 20.0)), FaceLook((40.0, 30.0, 180.0), (240.0,) * 3)
    assert may_be_veiled(full, face, looks, np.ones(3) / np.sqrt(3), 40.0) is veiled


@pytest.fixture
def asked(monkeypatch: pytest.MonkeyPatch) -> tuple[Any, ...]:
    """Give what is asked about the veils of a throw in which a lamp mirrors in one die."""
    seen: list[tuple[Any, ...]] = []

    def note(*about: Any) -> None:
        seen.append(about)

    monkeypatch.setattr("vision.read.unveiled", note)
    read(veiled(0, 0.7, 1.0))
    return seen[0]


def test_it_is_told_which_look_a_veiled_face_has(asked: tuple[Any, ...]) -> None:
    (part,) = cast(Unveiled, unveiled(*asked)).parts
    first = read(picture(THROW)).dice[0]
    known = calibration_of(BLACK_DICE).dice
    own = known.red if first.red else known.plain

    assert part.look is not None
    assert own is not None
    assert part.look.pip_bgr == pytest.approx(own.pip_bgr, rel=0.1)


def test_veils_are_taken_off_where_they_are_all_that_is_in_doubt(asked: tuple[Any, ...]) -> None:
    assert unveiled(*asked) is not None


def test_a_picture_is_not_looked_at_again_where_no_veil_was_taken_off(
    asked: tuple[Any, ...], monkeypatch: pytest.MonkeyPatch
) -> None:
    bgr, _, residue, *others = asked
    nothing = replace(residue, rest=np.zeros_like(residue.rest))
    monkeypatch.setattr("vision.veils.veil.taken_off", lambda *_: None)

    assert unveiled(bgr, [], nothing, *others) is None


def test_a_veil_is_taken_off_though_a_die_far_from_it_is_in_doubt(asked: tuple[Any, ...]) -> None:
    bgr, doubted, *rest = asked
    far = replace(read(picture(THROW)).dice[0], centre_px=(5.0, 5.0))
    assert told(unveiled(bgr, [*doubted, far], *rest)) == told(unveiled(*asked)) > 0


@pytest.mark.parametrize(
    ("problem", "looked"),
    [(Problem.HIDDEN, True), (Problem.UNREADABLE, True), (Problem.COCKED, False)],
)
def test_a_faint_veil_is_looked_for_where_pips_look_wrong(
    asked: tuple[Any, ...], problem: Problem, looked: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    bgr, _, residue, found, *others = asked
    first, *dice = read(picture(THROW)).dice
    die = min(dice, key=lambda one: math.dist(one.centre_px, first.centre_px))
    tried: list[float] = []

    def note(seen_bgr: Any, outline_px: Any, *rest: Any) -> Any:
        tried.append(math.dist(outline_px.mean(0), die.centre_px))
        return taken_off(seen_bgr, outline_px, *rest)

    monkeypatch.setattr("vision.veils.veil.taken_off", note)
    bodies = found.evidence.body_bgr + 3.0  # hardly brighter, as where a veil covers a part
    there = replace(found, evidence=replace(found.evidence, body_bgr=bodies))
    unveiled(bgr, [replace(die, problem=problem)], residue, there, *others)
    assert (min(tried, default=math.inf) < 5.0) is looked


def told(clear: Unveiled | None) -> int:
    """Give how many pixels were veiled."""
    return 0 if clear is None else sum(int(part.told.sum()) for part in clear.parts)


def test_a_veil_lies_on_a_whole_face_though_a_part_of_it_was_not_left_over(
    asked: tuple[Any, ...],
) -> None:
    bgr, doubted, residue, *others = asked
    box = cv2.boxPoints(cv2.minAreaRect(np.argwhere(residue.rest)[:, ::-1].astype(np.float32)))
    ends = np.rint([residue.blobs[0].middle_px, box[:2].mean(0)]).astype(int)
    dented = cv2.line(residue.rest.copy(), *ends.tolist(), 0, thickness=9)

    clear = unveiled(bgr, doubted, replace(residue, rest=dented), *others)
    assert told(clear) > 0.95 * told(unveiled(*asked))


def unveiled_with_a_made_up_die(asked: tuple[Any, ...], unexplained: float) -> Unveiled | None:
    """Give the picture where half of the veiled face is taken for part of a bright die beside it.

    unexplained : how much is left over around that, in faces.
    """
    bgr, _, residue, found, sight, known, moved = asked
    board, k = sight.board, found.taken[0]
    u, v = board.to_uv(np.array([residue.blobs[0].middle_px]))[0]
    poses, bodies = found.faces.poses.copy(), found.evidence.body_bgr.copy()
    poses[k], bodies[k] = (u + 0.5, v, 0.0), 200.0
    over = frame_around(known.camera, board, poses[k], 0.05)
    rest = residue.rest.copy()
    rest[over.window] &= 1 - over.mask
    left = replace(residue, rest=rest, excess=(unexplained, *residue.excess[1:]))
    x, y = to_picture(known.camera, poses[k : k + 1, :2], 1.0)[0]
    made_up = replace(read(bgr).dice[0], centre_px=(x, y), problem=Problem.GLARE)
    faces = replace(found.faces, poses=poses)
    there = replace(found, faces=faces, evidence=replace(found.evidence, body_bgr=bodies))
    return unveiled(bgr, [made_up], left, there, sight, known, moved)


def test_what_is_made_up_of_a_veiled_faces_pips_belongs_to_that_face(
    asked: tuple[Any, ...],
) -> None:
    assert told(unveiled_with_a_made_up_die(asked, 1.0)) > 0.95 * told(unveiled(*asked))


@pytest.mark.parametrize(("unexplained", "parts"), [(1.0, 1), (0.75, 1), (0.6, 2), (0.3, 2)])
def test_only_a_die_that_explains_what_is_around_it_has_a_veil_of_its_own(
    asked: tuple[Any, ...], unexplained: float, parts: int
) -> None:
    clear = unveiled_with_a_made_up_die(asked, unexplained)
    assert clear is not None
    assert len(clear.parts) == parts


@pytest.mark.parametrize(("missing", "asked_about"), [(1, 0), (0, 1)])
def test_an_ace_that_may_only_lie_on_a_missing_die_keeps_no_veil_from_being_taken_off(
    monkeypatch: pytest.MonkeyPatch, missing: int, asked_about: int
) -> None:
    seen = read(picture(THROW)).dice
    ace = replace(next(die for die in seen if die.value == 1), problem=Problem.STACKED)
    dice = (ace, *(die for die in seen if die.value != 1))[: len(seen) - missing]
    doubted: list[Any] = []
    left = SimpleNamespace(residue=None, found=None, sight=None, smeared_px=np.zeros((0, 2)))
    monkeypatch.setattr("vision.read._looked", lambda *_: (Reading(Status.UNSURE, dice, ()), left))
    monkeypatch.setattr("vision.read.unveiled", lambda _, some, *__: doubted.extend(some))
    read(picture(THROW))
    assert len(doubted) == asked_about


def test_a_veil_that_is_taken_off_where_no_die_is_read_is_noticed(asked: tuple[Any, ...]) -> None:
    clear = unveiled(*asked)
    dice = read(picture(THROW)).dice

    assert clear is not None
    assert all_on_dice(clear, dice, TRAY)
    assert not all_on_dice(clear, dice[1:], TRAY)


def test_a_veiled_die_whose_pips_are_long_is_not_taken(asked: tuple[Any, ...]) -> None:
    clear = unveiled(*asked)
    assert clear is not None
    dice = read(picture(THROW)).dice
    moving = tuple(replace(part, spreads=1.7**2 * part.spreads) for part in clear.parts)

    assert not all_on_dice(replace(clear, parts=moving), dice, TRAY)


def test_one_whose_pips_run_together_with_bevels_on_different_sides_is(
    asked: tuple[Any, ...],
) -> None:
    clear = unveiled(*asked)
    assert clear is not None
    dice = read(picture(THROW)).dice
    (part,) = clear.parts
    spreads = usual_spreads(len(part.spreads))
    spreads[::2, 0, 0] = spreads[1::2, 1, 1] = 1.7**2

    assert len(spreads) > 1
    assert all_on_dice(replace(clear, parts=(replace(part, spreads=spreads),)), dice, TRAY)


@pytest.mark.parametrize("at_edge", [False, True])
def test_a_face_of_which_fewer_pips_are_read_than_showed_under_the_veil_is_not_taken(
    asked: tuple[Any, ...], at_edge: bool
) -> None:
    clear = unveiled(*asked)
    assert clear is not None
    dice = read(picture(THROW)).dice
    corners = np.array(dice[0].corners_px)
    pips = corners.mean(0) + 2 * OFFSET * (corners - corners.mean(0))
    (part,) = clear.parts
    pips -= (part.window[1].start, part.window[0].start)
    none, usual = np.zeros((0, 2)), np.ones(len(pips))
    shown = (
        replace(part, pips=Pips(none, none[:, 0], pips), spreads=usual_spreads(0))
        if at_edge
        else replace(part, pips=Pips(pips, usual, none), spreads=usual_spreads(len(pips)))
    )
    aces = tuple(replace(die, value=1) for die in dice)
    fives = tuple(replace(die, value=5) for die in dice)

    assert not all_on_dice(replace(clear, parts=(shown,)), aces, TRAY)
    assert all_on_dice(replace(clear, parts=(shown,)), fives, TRAY)


def test_an_ace_of_whose_face_other_pips_showed_is_not_taken_however_it_is_turned(
    asked: tuple[Any, ...],
) -> None:
    clear = unveiled(*asked)
    assert clear is not None
    ace, *others = (replace(die, value=1) for die in read(picture(THROW)).dice)
    corners = np.array(ace.corners_px)
    pips = corners.mean(0) + 2 * OFFSET * (corners - corners.mean(0))
    (part,) = clear.parts
    pips -= (part.window[1].start, part.window[0].start)
    none = np.zeros((0, 2))
    shown = replace(part, pips=Pips(none, none[:, 0], pips), spreads=usual_spreads(0))
    turned_by = (corners + np.roll(corners, 1, axis=0)) / 2 - corners.mean(0)
    aslant = corners.mean(0) + math.sqrt(2) * turned_by
    turned_ace = replace(ace, corners_px=tuple((float(x), float(y)) for x, y in aslant))

    assert not all_on_dice(replace(clear, parts=(shown,)), (turned_ace, *others), TRAY)


@pytest.mark.parametrize(
    ("value", "red", "aside_px", "kept"),
    [(1, False, 3.0, False), (2, False, 3.0, True), (1, True, 3.0, True), (1, False, 30.0, True)],
)
def test_a_face_that_only_changes_its_colour_without_its_veil_is_not_taken(
    value: int, red: bool, aside_px: float, kept: bool
) -> None:
    corners = ((0.0, 0.0), (40.0, 0.0), (40.0, 40.0), (0.0, 40.0))
    before = DieReading(1, True, 0.5, (20.0, 20.0), corners)
    after = DieReading(value, red, 0.99, (20.0 + aside_px, 20.0), corners)
    assert keep_their_colours((before,), (after,)) is kept


def test_a_face_that_changed_its_colour_is_asked_about(monkeypatch: pytest.MonkeyPatch) -> None:
    bgr = under_strong_veil(range(6), 0.5)
    assert read(bgr).status is Status.OK
    monkeypatch.setattr("vision.veils.believed.keep_their_colours", lambda *_: False)
    assert read(bgr).status is Status.UNSURE


@pytest.mark.parametrize(("smeared", "status"), [(True, Status.UNSURE), (False, Status.OK)])
def test_a_face_that_was_smeared_along_one_way_is_asked_about_without_its_veil(
    status: Status, monkeypatch: pytest.MonkeyPatch, *, smeared: bool
) -> None:
    bgr = under_strong_veil(range(6), 0.5)
    monkeypatch.setattr("vision.judgement.leftover.moving_blobs", lambda _, rest, *__: rest.blobs)
    monkeypatch.setattr("vision.judgement.leftover.is_along_one_way", lambda *_: smeared)
    assert read(bgr).status is status


@pytest.mark.parametrize(
    ("tells_height", "count", "status"),
    [(True, 7, Status.OK), (False, 6, Status.OK), (False, 7, Status.UNSURE)],
)
def test_a_face_that_tells_no_height_is_taken_only_if_no_die_is_missing_that_it_may_lie_on(
    tells_height: bool, count: int, status: Status, monkeypatch: pytest.MonkeyPatch
) -> None:
    def told_so(*given: Any) -> Unveiled | None:
        clear = unveiled(*given)
        assert clear is not None
        parts = tuple(replace(one, tells_height=tells_height) for one in clear.parts)
        return replace(clear, parts=parts)

    monkeypatch.setattr("vision.read.unveiled", told_so)
    known = calibration_of(BLACK_DICE)
    bgr = under_strong_veil(range(6), 0.5)

    assert read_tray(bgr, replace(known, dice=replace(known.dice, count=count))).status is status


@pytest.mark.parametrize("white", [True, False])
def test_a_face_is_looked_at_further_where_light_is_left_of_its_veil(
    white: bool, asked: tuple[Any, ...], monkeypatch: pytest.MonkeyPatch
) -> None:
    looked: list[object] = []
    monkeypatch.setattr("vision.veils.veil.filled_faces", lambda *given: looked.append(given) or ())
    monkeypatch.setattr("vision.veils.veil.leaves_some", lambda *_: white)

    assert told(unveiled(*asked)) > 0
    assert bool(looked) is white


@pytest.mark.parametrize(
    ("what", "tray", "kind"),
    [
        ("floor beside a face, which looks like one, is left as it is", GREEN_UNDER_RING, "specks"),
        ("a pip that runs together with a bevel moves no face", GREEN_UNDER_RING, "bevel"),
        ("six pips are all, though a lamp fills the middle", GREEN_UNDER_RING, "filled"),
        ("a corner that a lamp fills is told by the opposite one", GREEN_UNDER_RING, "corner"),
        ("a pip beyond which the veil ends is left whole", GREEN_UNDER_RING, "touching"),
        ("faces that touch have looks and veils of their own", TEAL_UNDER_RING, "touching"),
        ("gleams on an ace's sides are no pips of its face", TEAL_UNDER_RING, "white"),
        ("half of the light lies over red pips, too", BLACK_UNDER_RING, "white"),
        ("white bevels around a red face are none of it", RED_UNDER_HALO, "touching"),
    ],
)
def test_glossy_dice_are_read_under_a_ring_lamp(what: str, tray: str, kind: str) -> None:
    (throw,) = throws(tray, kind)
    reading = read_tray(picture(throw), calibration_of(tray))

    assert (reading.status, read_faces(reading)) == (Status.OK, truth(throw)), what


def test_a_veiled_face_that_hides_the_sides_of_a_die_is_read_whole() -> None:
    (path,) = throws(TEAL_UNDER_CEILING, "before-sides")
    reading = read_tray(picture(path), calibration_of(TEAL_UNDER_CEILING))

    assert reading.status is Status.OK
    assert read_faces(reading) == truth(path)
