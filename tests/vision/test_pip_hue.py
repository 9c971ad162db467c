"""A veil adds the lamp's light: without that, pips show their own hue."""

from __future__ import annotations

import numpy as np
import pytest
from numpy.typing import NDArray

from vision.calibration_values import Colour, FaceLook
from vision.light import under
from vision.pip_hue import has_hue, has_other_hue, hue_between, look_by_light

_BODY, _WHITE, _RED = (30.0, 30.0, 30.0), (230.0, 230.0, 230.0), (50.0, 40.0, 220.0)
_PLAIN, _OTHER = FaceLook(_BODY, _WHITE), FaceLook(_BODY, _RED)
_LAMP = np.full(3, 3**-0.5)
_PLACES, _RADIUS_PX = np.array([[10.0, 10.0], [30.0, 30.0]]), 4.0
_FACE = np.ones((40, 40), np.uint8)
_VEILED, _NEARLY_FULL = 170, 245


def face(
    pips_bgr: Colour, veil_on_pips: float = 0.0, *, veiled: int = _VEILED
) -> NDArray[np.uint8]:
    """Give a veiled face with two pips, on which so many grey levels of the veil lie, too."""
    bgr = np.full((40, 40, 3), veiled, np.uint8)
    y, x = np.mgrid[:40, :40]
    for px, py in _PLACES:
        bgr[np.hypot(x - px, y - py) < _RADIUS_PX] = np.clip(np.add(pips_bgr, veil_on_pips), 0, 255)
    return bgr


def shows(look: FaceLook, other: FaceLook, bgr: NDArray[np.uint8], count: int = 2) -> bool:
    hue = hue_between(look, other, _LAMP)
    assert hue is not None
    around = np.full((40, 40, 3), _VEILED, np.float32)
    return has_hue(hue, bgr, _PLACES[:count], around, _FACE, _RADIUS_PX)


@pytest.mark.parametrize("veil_on_pips", [-60.0, 0.0, 20.0])
def test_pips_have_the_hue_of_their_own_look_only(veil_on_pips: float) -> None:
    white, red = face(_WHITE, veil_on_pips), face(_RED, veil_on_pips)

    assert shows(_PLAIN, _OTHER, white)
    assert not shows(_OTHER, _PLAIN, white)
    assert shows(_OTHER, _PLAIN, red)
    assert not shows(_PLAIN, _OTHER, red)


def test_pips_of_a_hue_between_have_neither() -> None:
    pink = face((140.0, 135.0, 225.0))

    assert not shows(_PLAIN, _OTHER, pink)
    assert not shows(_OTHER, _PLAIN, pink)


@pytest.mark.parametrize(
    ("pips_bgr", "told"), [(_WHITE, False), ((140.0, 135.0, 225.0), False), (_RED, True)]
)
def test_pips_of_the_other_hue_are_told(pips_bgr: Colour, told: bool) -> None:
    hue = hue_between(_PLAIN, _OTHER, _LAMP)
    assert hue is not None
    assert has_other_hue(hue, face(pips_bgr), _PLACES) is told


def test_a_face_that_shows_the_other_hue_beside_its_pips_is_not_sure() -> None:
    bgr = face(_WHITE)
    bgr[26:34, 26:34] = _RED

    assert not shows(_PLAIN, _OTHER, bgr, count=1)


def test_a_face_without_pips_has_no_hue() -> None:
    assert not shows(_PLAIN, _OTHER, face(_WHITE), count=0)


def test_looks_whose_pips_are_of_one_hue_are_not_told_apart() -> None:
    assert hue_between(_PLAIN, FaceLook((40.0, 40.0, 180.0), (200.0, 200.0, 200.0)), _LAMP) is None


def under_veil(look: FaceLook, around: float, part: float) -> NDArray[np.uint8]:
    """Give a face of a look under a veil, part of which lies over its pips, too."""
    veiled = np.full(3, around)
    b, g, r = under(np.array(look.pip_bgr), np.array(look.body_bgr), veiled, part).tolist()
    bgr = face((b, g, r))
    bgr[(bgr == _VEILED).all(2)] = round(around)
    return bgr


def told_by_light(
    bgr: NDArray[np.uint8],
    looks: tuple[FaceLook, ...] = (_PLAIN, _OTHER),
    places_px: NDArray[np.float64] = _PLACES,
    inside: NDArray[np.uint8] = _FACE,
) -> FaceLook | None:
    return look_by_light(bgr, inside, places_px, looks, _LAMP, _RADIUS_PX)


@pytest.mark.parametrize("part", [0.0, 0.5, 1.0])
@pytest.mark.parametrize("look", [FaceLook(_BODY, (150.0, 150.0, 150.0)), _OTHER])
def test_a_look_is_told_by_light_under_any_veil(look: FaceLook, part: float) -> None:
    grey, red = FaceLook(_BODY, (150.0, 150.0, 150.0)), FaceLook(_BODY, (50.0, 40.0, 180.0))
    shown = grey if look is not _OTHER else red

    assert told_by_light(under_veil(shown, 160.0, part), (grey, red)) is shown


def test_pips_of_a_hue_between_tell_no_look_by_light() -> None:
    assert told_by_light(face((140.0, 140.0, 185.0))) is None


def test_pips_that_a_lamp_fills_tell_no_look_on_a_face_that_it_nearly_fills() -> None:
    assert told_by_light(face((255.0, 255.0, 255.0), veiled=_NEARLY_FULL)) is None


def test_pips_that_outshine_what_red_ones_can_be_there_are_plain() -> None:
    assert told_by_light(face((255.0, 255.0, 255.0))) is _PLAIN


# its red faces mirrored the lamp when they were shown, but for their pips, which are bowls
_SHOWN_VEILED = FaceLook((130.0, 130.0, 130.0), _RED)


def test_pips_as_bright_as_a_veil_that_red_bowls_lack_are_plain() -> None:
    bgr = face((244.0, 252.0, 255.0), veiled=252)
    assert told_by_light(bgr, (_PLAIN, _SHOWN_VEILED)) is _PLAIN
    assert told_by_light(bgr) is None


def test_red_bowls_lack_no_more_of_a_veil_than_lies_beside_them() -> None:
    bgr = face((75.0, 70.0, 255.0), veiled=60)
    assert told_by_light(bgr, (_PLAIN, _SHOWN_VEILED)) is _SHOWN_VEILED


def test_red_pips_lack_what_a_teal_body_has_of_its_own() -> None:
    teal = (110.0, 110.0, 30.0)
    plain, red = FaceLook(teal, _WHITE), FaceLook(teal, _RED)

    assert told_by_light(face((255.0, 255.0, 255.0), veiled=_NEARLY_FULL), (plain, red)) is plain


def test_red_pips_under_a_veil_lack_no_more_than_they_did_without_one() -> None:
    teal = (110.0, 110.0, 30.0)
    plain, red = FaceLook(teal, _WHITE), FaceLook(teal, _RED)

    assert told_by_light(face((140.0, 130.0, 255.0), veiled=200), (plain, red)) is red


def test_pips_outshine_a_face_in_shadow_that_is_darker_than_any_shown() -> None:
    teal = (110.0, 110.0, 30.0)
    plain, red = FaceLook(teal, _WHITE), FaceLook(teal, _RED)

    assert told_by_light(face((255.0, 255.0, 255.0), veiled=80), (plain, red)) is plain


def test_pips_that_outshine_their_body_by_little_more_than_red_ones_may_be_red() -> None:
    light_red = FaceLook(_BODY, (65.0, 65.0, 220.0))
    assert told_by_light(face((190.0, 190.0, 255.0)), (_PLAIN, light_red)) is light_red


def test_one_pip_that_may_be_red_under_its_veil_tells_no_look() -> None:
    bgr = face((255.0, 255.0, 255.0))
    bgr[:20, :20][bgr[:20, :20, 0] < 255] = _NEARLY_FULL

    assert told_by_light(bgr) is None


def test_pips_that_shine_less_green_than_what_is_around_may_be_red() -> None:
    assert told_by_light(face((255.0, 160.0, 255.0))) is None


def test_pips_of_a_look_that_are_brighter_than_its_body_are_not_outshone() -> None:
    pink = FaceLook(_BODY, (110.0, 110.0, 230.0))
    assert told_by_light(face((255.0, 255.0, 255.0)), (_PLAIN, pink)) is None


@pytest.mark.parametrize(
    ("pips_bgr", "told"),
    [
        ((255.0, 255.0, 240.0), _PLAIN),  # there may be less red in them, no more
        ((240.0, 240.0, 255.0), None),
        ((90.0, 80.0, 255.0), _OTHER),
        ((255.0, 80.0, 255.0), None),
    ],
)
def test_pips_with_full_channels_tell_what_these_can_not_hide(
    pips_bgr: Colour, told: FaceLook | None
) -> None:
    assert told_by_light(face(pips_bgr, veiled=_NEARLY_FULL)) is told


@pytest.mark.parametrize(("full", "told"), [(1, True), (2, False)])
def test_full_pips_hide_nothing_where_most_others_tell(full: int, told: bool) -> None:
    places = np.array([[10.0, 10.0], [20.0, 20.0], [30.0, 30.0]])
    bgr = np.full((40, 40, 3), _NEARLY_FULL, np.uint8)
    for k, (x, y) in enumerate(places.astype(int).tolist()):
        bgr[y - 3 : y + 4, x - 3 : x + 4] = 255 if k < full else 235

    assert told_by_light(bgr, places_px=places) is (_PLAIN if told else None)


@pytest.mark.parametrize(("veil", "told"), [(20.0, True), (100.0, True), (130.0, False)])
def test_bodies_that_differ_by_a_lamps_veil_alone_leave_pips_their_light(
    veil: float, told: bool
) -> None:
    veiled = FaceLook((30.0 + veil, 30.0 + veil, 30.0 + veil), _RED)

    assert told_by_light(face(_WHITE), (_PLAIN, veiled)) is (_PLAIN if told else None)


def test_floor_beside_a_face_says_nothing_of_its_pips_light() -> None:
    on_red = np.full((120, 120, 3), (40, 30, 180), np.uint8)
    inside = np.zeros((120, 120), np.uint8)
    at = slice(40, 80), slice(40, 80)
    on_red[at], inside[at] = face(_RED), 1
    assert told_by_light(on_red, places_px=_PLACES + 40.0, inside=inside) is _OTHER


def test_looks_of_other_bodies_are_not_told_by_their_pips_light() -> None:
    red_body = FaceLook((30.0, 30.0, 160.0), _WHITE)
    assert told_by_light(face(_WHITE), (_PLAIN, red_body)) is None


def test_the_only_look_of_a_set_is_told() -> None:
    assert told_by_light(face(_RED), (_PLAIN,)) is _PLAIN
