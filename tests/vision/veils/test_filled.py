"""Faces that a ring lamp fills with white are read by what is left of their pips."""

from __future__ import annotations

import math
from dataclasses import replace
from functools import lru_cache
from pathlib import Path

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray

from tests.vision.trays import (
    RED_PIPS_UNDER_RING,
    RING_LAMP,
    calibration_of,
    picture,
    read_faces,
    throws,
    truth,
)
from vision.calibration_values import FaceLook
from vision.faces.layout import PATTERNS, PLACES, VALUES
from vision.lamplight import lamp_colour
from vision.read import read_tray
from vision.tray.geometry import edge_px
from vision.types import Status
from vision.veils import filled
from vision.veils.bowls import Pips
from vision.veils.clear import Clear, usual_spreads
from vision.veils.filled import Sizes, filled_faces
from vision.veils.lifted import window_of
from vision.veils.remains import is_lopsided, leaves_light, leaves_some, leaves_white
from vision.veils.rim_marks import Marks, marks_of
from vision.veils.squares import Square

Picture = NDArray[np.uint8]
Doubles = NDArray[np.float64]

KNOWN = calibration_of(RING_LAMP)
SET = KNOWN.dice
EDGE_PX = edge_px(KNOWN.camera)
SIZES = Sizes(EDGE_PX, SET.pip_radius * EDGE_PX, SET.pip_offset * EDGE_PX)
THROWS = throws(RING_LAMP, "natural")
FIVE = next(path for path in THROWS if path.stem.startswith("1-2-2-4-5-5"))
WHITE = lamp_colour(SET.plain)
RED = replace(SET.plain, pip_bgr=(40.0, 40.0, 200.0))
FILLED = (614.5, 409.4)  # the middle of its whitest five


@lru_cache(maxsize=1)
def corners() -> Doubles:
    """Give the corners of the five that the lamp fills, shape (4, 2); as it is read unpatched."""
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
    return len(filled_faces(bgr, outline_px, (SET.plain,), WHITE, SIZES))


def wider(outline_px: Doubles) -> Doubles:
    middle = outline_px.mean(0)
    return np.asarray(middle + 1.06 * (outline_px - middle))


@pytest.mark.parametrize("path", THROWS, ids=lambda path: path.stem)
def test_a_throw_is_read_though_a_lamp_fills_some_faces(path: Path) -> None:
    reading = read_tray(picture(path), KNOWN)

    assert reading.status is Status.OK
    assert read_faces(reading) == truth(path)


def test_a_pip_that_lies_in_no_middle_is_not_all_that_a_face_has() -> None:
    (path,) = throws(RED_PIPS_UNDER_RING, "natural")
    reading = read_tray(picture(path), calibration_of(RED_PIPS_UNDER_RING))

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
    dim = without(np.asarray(picture(FIVE) * 0.8, np.uint8), pips()[2], brighter)
    monkeypatch.setattr(filled, "taken_off", lambda *_: None)  # its own limits are tested elsewhere

    assert seen(dim, wider(corners())) == faces


def lit_ace(across: float, around: float) -> Picture:
    """Give the five as an ace, lit so much more on one side, and around its middle."""
    bgr = picture(FIVE)
    for k in (0, 1, 3, 4):
        bgr = without(bgr, pips()[k])
    side = (corners()[1] - corners()[0]) / EDGE_PX
    rows, columns = np.mgrid[: bgr.shape[0], : bgr.shape[1]]
    apart = np.stack([columns, rows], axis=-1) - corners().mean(0)
    more = across * (apart @ side) / EDGE_PX + around * (apart**2).sum(-1) / EDGE_PX**2
    return np.clip(0.7 * bgr + more[..., None], 0, 255).astype(np.uint8)


def _moved(bgr: Picture, by_px: Doubles) -> Picture:
    size = bgr.shape[1], bgr.shape[0]
    shift = np.column_stack([np.eye(2), by_px])
    return np.asarray(cv2.warpAffine(bgr, shift, size, borderMode=cv2.BORDER_REPLICATE), np.uint8)


def smeared(bgr: Picture, length_px: float, way_deg: float) -> Picture:
    """Give a picture in which everything moved so far while it was taken."""
    steps = np.linspace(-0.5, 0.5, 33) * length_px
    way = np.array([math.cos(math.radians(way_deg)), math.sin(math.radians(way_deg))])
    shifted = [_moved(bgr, by * way) for by in steps]
    return np.asarray(np.rint(np.mean(shifted, axis=0)), np.uint8)


@pytest.mark.parametrize(
    ("across", "around", "faces"), [(0.0, 0.0, 1), (100.0, 0.0, 1), (0.0, 120.0, 0)]
)
def test_corners_may_be_outshone_only_where_the_opposite_ones_are(
    across: float, around: float, faces: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(filled, "taken_off", lambda *_: None)  # its own limits are tested elsewhere
    monkeypatch.setattr(filled, "_value", lambda *_: (1, 0.9))

    assert seen(lit_ace(across, around), wider(corners())) == faces


@pytest.mark.parametrize(
    ("value", "levels", "long", "faces"),
    [(1, 30.0, 0.15, 1), (1, 30.0, 0.3, 0), (1, 15.0, 0.3, 1), (5, 30.0, 0.3, 1)],
)
def test_an_ace_whose_marks_are_clear_and_long_as_in_motion_is_not_read(
    value: int, levels: float, long: float, faces: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    (drawn,) = PATTERNS[value == VALUES]
    marks = Marks(np.where(drawn, levels, 0.0), np.full(9, 250.0), np.ones(9), long)
    monkeypatch.setattr(filled, "taken_off", lambda *_: None)  # its own limits are tested elsewhere
    monkeypatch.setattr(filled, "_value", lambda *_: (value, 0.9))
    monkeypatch.setattr(filled, "marks_of", lambda *_: marks)

    assert seen(picture(FIVE), wider(corners())) == faces


@pytest.mark.parametrize("way_deg", [0, 50, 110])
def test_the_mark_of_a_pip_in_motion_is_long(way_deg: int) -> None:
    window = np.full((80, 80, 3), 200, np.uint8)
    square = Square((40.0, 40.0), 52.0, 0.0)
    cv2.circle(window, (40, 40), 5, (90, 90, 90), -1, cv2.LINE_AA)
    grid = np.array([40.0, 40.0]) + 14.0 * PLACES
    still, moving = (smeared(window, by * 6.0, way_deg) for by in (0.0, 2.0))

    assert marks_of(still, square, grid, 6.0).long < 0.05
    assert marks_of(moving, square, grid, 6.0).long > 0.4


@pytest.mark.parametrize(
    ("times", "chance", "faces"), [(1.1, 0.4, 1), (2.2, 0.4, 0), (2.2, 0.9, 1), (4.0, 0.9, 0)]
)
def test_where_pips_are_much_fainter_than_one_others_may_be_outshone(
    times: float, chance: float, faces: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The less so the surer the learned reader is."""
    monkeypatch.setattr(filled, "_value", lambda *_: (5, chance))
    bgr = picture(FIVE)
    lower_right = max(pips(), key=sum)  # by its place: a five may be read turned by a quarter
    x, y = np.rint(lower_right).astype(int)
    reach = round(1.6 * SIZES.radius_px)
    near = (slice(y - reach, y + reach), slice(x - reach, x + reach))
    deeper = bgr.copy()
    deeper[near] = np.clip(255 - (255.0 - bgr[near]) * times, 0, 255)

    assert seen(deeper, wider(corners())) == faces


@pytest.mark.parametrize(("chance", "faces"), [(0.4, 0), (0.9, 1)])
def test_marks_may_be_nearer_to_others_if_the_learned_reader_is_sure(
    chance: float, faces: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(filled, "taken_off", lambda *_: None)  # its own limits are tested elsewhere
    monkeypatch.setattr(filled, "_value", lambda *_: (5, chance))
    monkeypatch.setattr(filled, "marks_of", lambda *parts: _with_others(marks_of(*parts)))

    assert seen(picture(FIVE), wider(corners())) == faces


def _with_others(five: Marks) -> Marks:
    """Give marks of a five whose other places differ by two thirds as much."""
    four, others = [1, 3, 5, 7], five.strong.copy()
    others[four] = five.strong[[0, 2, 4, 6, 8]].min() / 1.5
    return replace(five, strong=others)


@pytest.mark.parametrize(("darker", "faces"), [(0.0, 1), (12.0, 0)])
def test_a_mark_where_no_pip_is_leaves_a_face_unread(darker: float, faces: int) -> None:
    bgr = picture(FIVE)
    x, y = (pips()[0] + pips()[1]) / 2
    rows, columns = np.mgrid[: bgr.shape[0], : bgr.shape[1]]
    spot = np.hypot(columns - x, rows - y) < SIZES.radius_px

    assert seen((bgr - darker * spot[..., None]).astype(np.uint8), wider(corners())) == faces


@pytest.mark.parametrize(("value", "chance", "faces"), [(5, 0.4, 1), (5, 0.2, 0), (4, 0.9, 0)])
def test_the_learned_reader_must_surely_see_the_same(
    value: int, chance: float, faces: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    outline = wider(corners())
    monkeypatch.setattr(filled, "_value", lambda *_: (value, chance))

    assert seen(picture(FIVE), outline) == faces


@pytest.mark.parametrize(
    ("faintest", "elsewhere", "read"),
    [(10.2, 8.2, True), (10.2, 9.0, False), (6.0, 1.0, True), (5.2, 1.0, False)],
)
def test_marks_of_a_likely_value_are_a_fifth_stronger_than_others_and_a_quarter_of_the_strongest(
    faintest: float, elsewhere: float, read: bool
) -> None:
    two = PATTERNS[VALUES == 2][0]
    strong = np.where(two, 22.0, elsewhere)
    strong[two.argmax()] = faintest
    marks = Marks(strong, np.full(9, 200.0), np.ones(9))
    assert (filled._pips(marks, 2, likely=True) is not None) is read


@pytest.mark.parametrize(("chance", "faces"), [(0.2, 1), (0.4, 1), (0.6, 0)])
def test_faint_marks_tell_a_value_alone_unless_the_learned_reader_likely_sees_another(
    chance: float, faces: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    outline = wider(corners())
    five = PATTERNS[VALUES == 5][0]
    monkeypatch.setattr(filled, "_value", lambda *_: (4, chance))
    monkeypatch.setattr(filled, "faint_pips", lambda _: five)

    assert seen(picture(FIVE), outline) == faces


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
    (one,) = filled_faces(picture(FIVE), wider(corners()), (SET.plain,), WHITE, SIZES)

    assert not one.tells_height


def cleared_in_part(look: FaceLook | None, part: float) -> Clear:
    """Give the five with so much of its veil taken off by its colours, as of some look."""
    window, inside = window_of(wider(corners()), picture(FIVE).shape)
    told = inside > 0
    told[round(part * len(told)) :] = False
    amid = corners().mean(axis=0) - (window[1].start, window[0].start)
    one = Pips(amid[None], np.ones(1), np.zeros((0, 2)))
    colours = np.zeros((np.count_nonzero(told), 3), np.uint8)
    return Clear(window, told, colours, one, usual_spreads(1), look=look)


def seen_beside(
    one: Clear | None, monkeypatch: pytest.MonkeyPatch, brighter: int = 0
) -> tuple[Clear, ...]:
    """Give the faces that are read if colours tell that much, of a set with red faces."""
    outline = wider(corners())
    monkeypatch.setattr(filled, "taken_off", lambda *_: one)
    bgr = np.clip(picture(FIVE).astype(np.int64) + brighter, 0, 255).astype(np.uint8)
    return filled_faces(bgr, outline, (SET.plain, RED), WHITE, SIZES)


@pytest.mark.parametrize("look", [SET.plain, RED])
def test_of_two_looks_a_face_has_the_one_that_its_colours_tell(
    look: FaceLook, monkeypatch: pytest.MonkeyPatch
) -> None:
    (one,) = seen_beside(cleared_in_part(look, 0.5), monkeypatch)

    brightest = one.colours[np.argmax(one.colours.sum(1))]
    assert brightest.tolist() == pytest.approx(look.pip_bgr, abs=1.0)


def test_a_face_of_which_no_colour_is_left_may_have_either_look(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    assert seen_beside(None, monkeypatch, brighter=5) == ()


def test_pips_most_of_which_are_short_of_white_have_the_look_of_their_light(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    (one,) = seen_beside(None, monkeypatch)

    brightest = one.colours[np.argmax(one.colours.sum(1))]
    assert brightest.tolist() == pytest.approx(SET.plain.pip_bgr, abs=1.0)


def test_a_face_whose_pips_are_short_of_white_has_the_look_of_their_light(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    outline, dim = wider(corners()), np.asarray(picture(FIVE) * 0.8, np.uint8)
    monkeypatch.setattr(filled, "taken_off", lambda *_: None)
    (one,) = filled_faces(dim, outline, (SET.plain, RED), WHITE, SIZES)

    brightest = one.colours[np.argmax(one.colours.sum(1))]
    assert brightest.tolist() == pytest.approx(SET.plain.pip_bgr, abs=1.0)


def test_no_look_is_told_by_what_leaves_a_face_blank(monkeypatch: pytest.MonkeyPatch) -> None:
    outline, dim = wider(corners()), np.asarray(picture(FIVE) * 0.8, np.uint8)
    one = cleared_in_part(RED, 1.0)
    blank = replace(one, pips=Pips(np.zeros((0, 2)), np.zeros(0), np.zeros((0, 2))))
    monkeypatch.setattr(filled, "taken_off", lambda *_: blank)
    (face,) = filled_faces(dim, outline, (SET.plain, RED), WHITE, SIZES)

    brightest = face.colours[np.argmax(face.colours.sum(1))]
    assert brightest.tolist() == pytest.approx(SET.plain.pip_bgr, abs=1.0)


def test_a_face_that_is_blank_without_its_veil_is_read_by_its_marks(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    one = cleared_in_part(SET.plain, 1.0)
    blank = replace(one, pips=Pips(np.zeros((0, 2)), np.zeros(0), np.zeros((0, 2))))
    monkeypatch.setattr(filled, "taken_off", lambda *_: blank)
    (face,) = filled_faces(picture(FIVE), wider(corners()), (SET.plain,), WHITE, SIZES)

    assert len(face.pips.places_px) == 5


def with_pips(one: Clear, places_px: Doubles) -> Clear:
    return replace(one, pips=Pips(places_px, np.ones(len(places_px)), np.zeros((0, 2))))


@pytest.mark.parametrize("drawn", PATTERNS, ids=lambda drawn: "".join("-o"[int(k)] for k in drawn))
@pytest.mark.parametrize("turn_rad", [0.0, 0.4])
def test_without_a_pip_a_face_is_lopsided_but_for_a_three(
    drawn: NDArray[np.bool_], turn_rad: float
) -> None:
    c, s = np.cos(turn_rad), np.sin(turn_rad)
    clear = cleared_in_part(SET.plain, 1.0)
    (amid,) = clear.pips.places_px
    places = SIZES.pitch_px * PLACES[drawn] @ np.array([[c, s], [-s, c]]) + amid
    middle = np.hypot(*(places - amid).T) < 1.0
    assert not is_lopsided(with_pips(clear, places), EDGE_PX)
    for k in np.flatnonzero(~middle):
        left = np.delete(places, k, axis=0)  # two of three may be a two
        assert is_lopsided(with_pips(clear, left), EDGE_PX) is (len(left) != 2)


@pytest.mark.parametrize(("x", "y", "lopsided"), [(69.5, 29.5, False), (29.5, 69.5, True)])
def test_a_lone_pip_lies_amid_what_is_veiled(x: float, y: float, *, lopsided: bool) -> None:
    told = np.zeros((60, 100), np.bool_)
    told[10:50, 50:90] = True
    one = replace(cleared_in_part(None, 1.0), window=(slice(0, 60), slice(0, 100)), told=told)

    assert is_lopsided(with_pips(one, np.array([[x, y]])), EDGE_PX) is lopsided


@pytest.mark.parametrize("found", [1, 4])
def test_a_face_that_is_short_of_pips_without_its_veil_is_read_by_its_marks(
    found: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    window, _ = window_of(wider(corners()), picture(FIVE).shape)
    some = pips()[:found] - np.array([window[1].start, window[0].start])
    short = with_pips(cleared_in_part(SET.plain, 1.0), some)
    (face,) = seen_beside(short, monkeypatch)

    assert len(face.pips.places_px) == 5


def test_a_face_that_is_clear_without_its_veil_is_not_read_by_marks(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    whole = cleared_in_part(SET.plain, 1.0)

    assert seen_beside(whole, monkeypatch) == (whole,)


def test_what_colours_tell_of_a_face_is_kept_where_marks_tell_nothing(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    half = cleared_in_part(SET.plain, 0.5)
    monkeypatch.setattr(filled, "_value", lambda *_: (4, 0.9))

    assert seen_beside(half, monkeypatch) == (half,)


@pytest.mark.parametrize(("part", "left"), [(0.3, True), (0.6, True), (1.0, False)])
def test_light_is_left_where_a_veil_was_taken_off_in_part(part: float, left: bool) -> None:
    assert leaves_white(picture(FIVE), cleared_in_part(None, part), EDGE_PX) is left


@pytest.mark.parametrize(
    ("look", "part", "light", "left"),
    [
        (SET.plain, 0.1, 1.0, True),
        (SET.plain, 0.01, 1.0, False),
        (SET.plain, 0.1, 0.3, False),
        (RED, 0.1, 1.0, False),
        (None, 0.1, 1.0, False),
    ],
)
def test_light_is_left_where_much_of_a_face_looks_like_its_white_pips(
    look: FaceLook | None, part: float, light: float, left: bool
) -> None:
    """Where so large a part of a face beside its pips is so far on its way to white."""
    of = look or SET.plain
    clear = cleared_in_part(look, 1.0)
    colours = np.full((len(clear.colours), 3), of.body_bgr)
    colours[: round(part * EDGE_PX**2)] += light * np.subtract(of.pip_bgr, of.body_bgr)
    shown = replace(clear, colours=colours.clip(0, 255).astype(np.uint8))
    assert leaves_light(shown, EDGE_PX) is left
    assert leaves_some(np.zeros_like(picture(FIVE)), shown, EDGE_PX) is left
