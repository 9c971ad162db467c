"""Dice of calibration pictures in trays that are hard to see through, drawn by the virtual tray."""

from __future__ import annotations

from pathlib import Path

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray

from calibration.faces import parse_faces
from calibration.files import known_faces, load_picture
from calibration.known import CalibrationImpossible, known_dice
from calibration.unshown import miscounted
from tests.bench.virtual_rooms import known, photo, random_room, shown_dice
from vision.virtual import TruthDie, VirtualDie, calibration_dice, demo_scene, render
from vision.virtual.picture import truth

LONG_SHADOWS = 6  # white dice on tan leather, a low lamp: shadows reach the next die
EDGES_OUTSHINE_PIPS = 4  # yellow dice on black felt
WHITE_RIMS = 25  # red faces with a white rim as clear as their pips
NEAR_PX = 4.0
WOOD_ON_WOOD = Path(__file__).parents[1] / "data" / "wood_on_wood"  # path-traced, cut out
WOODEN_DICE_PX = (
    {1: (115, 130), 2: (283, 133), 3: (405, 108), 4: (128, 329), 5: (264, 299), 6: (451, 297)},
    {1: (417, 297), 2: (281, 296), 3: (111, 311), 4: (406, 123), 5: (274, 130), 6: (97, 154)},
)
DARK_CLOTH = Path(__file__).parents[1] / "data" / "dark_cloth"  # path-traced, cut out
DARK_DICE_PX = {
    1: (192, 183),
    2: (356, 162),
    3: (518, 135),
    4: (174, 337),
    5: (342, 363),
    6: (539, 322),
}


@pytest.mark.parametrize("number", [LONG_SHADOWS, EDGES_OUTSHINE_PIPS, WHITE_RIMS])
def test_each_die_is_found_with_its_face_where_it_lies(number: int) -> None:
    room = random_room(np.random.default_rng([number, 1]))
    shots = [shown_dice(room.scene, which) for which in (0, 1)]
    rng = np.random.default_rng(number)
    frames = [(photo(room, dice, rng), known(dice)) for dice in shots]
    found = known_dice(photo(room, (), rng), frames)
    for k, dice in enumerate(shots):
        seen = [one for one in found if one.frame == k]
        for die, true in zip(known(dice), truth(room.scene, dice), strict=True):
            apart = [float(np.hypot(*np.subtract(one.centre_px, true.centre_px))) for one in seen]
            nearest = int(np.argmin(apart))
            assert (seen[nearest].face, apart[nearest] < NEAR_PX) == (die, True)


def test_dice_that_are_not_seen_are_said_with_the_mend() -> None:
    empty, bgr = photo_of(()), photo_of(calibration_dice(demo_scene(), 0)[:4])
    with pytest.raises(CalibrationImpossible, match=r"6 dice are named, but only 4.*more light"):
        known_dice(empty, [(bgr, parse_faces("1 2 3 4 5 6"))])


def test_the_sentences_tell_too_few_from_too_many() -> None:
    assert "only 4 stand out" in miscounted(6, 4)
    assert "11 things differ" in miscounted(6, 11)
    assert "add light" in miscounted(6, 6)


def test_dark_dice_on_dark_cloth_are_found_by_their_pips_and_bevels() -> None:
    """Bodies as dark as the cloth: only pips, a bright bevel and a shadow differ from it."""
    shown = DARK_CLOTH / "1r-2r-3r-4r-5r-6r.jpg"
    found = known_dice(whole(DARK_CLOTH / "empty.jpg"), [(whole(shown), known_faces(shown))])
    apart = [
        min(np.hypot(*np.subtract(die.centre_px, at)) for die in found if die.face.value == value)
        for value, at in DARK_DICE_PX.items()
    ]
    assert max(apart) < NEAR_PX


def test_faces_of_few_pips_are_found_by_how_far_apart_the_others_lie() -> None:
    """Wooden dice on wood: edges and shadows stand out as much as pips, and make twos of aces."""
    shown = [whole(WOOD_ON_WOOD / f"shown_{k}.jpg") for k in (0, 1)]
    named = parse_faces("1 2 3 4 5 6")
    found = known_dice(whole(WOOD_ON_WOOD / "empty.jpg"), [(bgr, named) for bgr in shown])
    apart = [
        np.hypot(*np.subtract(die.centre_px, WOODEN_DICE_PX[die.frame][die.face.value]))
        for die in found
    ]
    assert (len(apart), max(apart) < NEAR_PX) == (12, True)


def whole(path: Path) -> NDArray[np.uint8]:
    """The picture that a part was cut out of, grey around it."""
    part = load_picture(path)
    bgr = np.full((960, 1280, 3), 60, np.uint8)
    bgr[: part.shape[0], : part.shape[1]] = part
    return bgr


def test_faces_of_which_a_lamp_leaves_only_bright_corners_are_left_out() -> None:
    scene, dice = demo_scene(), calibration_dice(demo_scene(), 0)
    true = truth(scene, dice)
    found = known_dice(photo_of(()), [(lit(photo_of(dice), true[1], true[4]), known(dice))])
    assert {one.face.value for one in found} == {1, 3, 4, 6}


def lit(bgr: NDArray[np.uint8], *dice: TruthDie) -> NDArray[np.uint8]:
    """The picture with a lamp that fills faces, and shines in two corners."""
    for die in dice:
        middle, corners = np.array(die.centre_px), np.array(die.corners_px)
        face = np.rint(middle + 0.9 * (corners - middle)).astype(np.int32)
        inside = cv2.fillConvexPoly(np.zeros(bgr.shape[:2], np.uint8), face, 1) > 0
        bgr[inside] = np.maximum(bgr[inside], 200)
        for corner in corners[[0, 2]]:
            at = np.rint(middle + 0.75 * (corner - middle)).astype(int).tolist()
            cv2.circle(bgr, at, 4, (255, 255, 255), -1)
    return bgr


def test_dice_in_too_little_light_ask_for_light() -> None:
    dice = calibration_dice(demo_scene(), 0)
    empty, bgr = (np.asarray(photo_of(some) * 0.2, np.uint8) for some in ((), dice))
    with pytest.raises(CalibrationImpossible, match="too dark to be seen, add light"):
        known_dice(empty, [(bgr, parse_faces("6 6 6 6 6 6"))])


def test_the_picture_with_wrong_faces_is_named_by_its_number() -> None:
    shots = [calibration_dice(demo_scene(), which) for which in (0, 1)]
    frames = [(photo_of(dice), known(dice)) for dice in shots]
    frames[1] = (frames[1][0], parse_faces("6 6 6 6 6 6"))
    with pytest.raises(CalibrationImpossible, match="picture 2 does not show 6 6 6 6 6 6"):
        known_dice(photo_of(()), frames)


def photo_of(dice: tuple[VirtualDie, ...]) -> NDArray[np.uint8]:
    return np.asarray(render(demo_scene(), dice, np.random.default_rng(5)), np.uint8)
