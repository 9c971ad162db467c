"""What the virtual camera shows agrees with what the truth says."""

from dataclasses import replace

import cv2
import numpy as np
import pytest

from vision.virtual import (
    STYLES,
    CameraPose,
    Effects,
    Hand,
    Scene,
    TrayShape,
    VirtualDie,
    calibration_dice,
    demo_scene,
    render,
    throw,
    truth,
)
from vision.virtual.sensor import sensor

SMALL = CameraPose(width_px=640, height_px=480, focal_px=495)
QUIET = Effects(noise=0.0, blur_px=0.0)


def small(style: str = "red_pips", **changes: object) -> Scene:
    return replace(demo_scene(style), camera=SMALL, effects=QUIET, **changes)  # type: ignore[arg-type]


def rng() -> np.random.Generator:
    return np.random.default_rng(5)


def face_patch(scene: Scene, die: VirtualDie, side: int = 96) -> np.ndarray:
    corners = np.float32(truth(scene, (die,))[0].corners_px)
    square = np.float32([[0, side], [side, side], [side, 0], [0, 0]])
    warp = cv2.getPerspectiveTransform(corners, square)
    return cv2.warpPerspective(render(scene, (die,), rng()), warp, (side, side))


def dark_spots(patch: np.ndarray) -> int:
    gray = cv2.cvtColor(patch[8:-8, 8:-8], cv2.COLOR_BGR2GRAY)
    return cv2.connectedComponents(np.uint8(gray < 0.55 * np.median(gray)))[0] - 1


@pytest.mark.parametrize("value", range(1, 7))
def test_the_top_face_has_as_many_pips_as_the_truth_says(value: int) -> None:
    camera = replace(SMALL, focal_px=900)
    scene = replace(small("red_face"), camera=camera)
    assert dark_spots(face_patch(scene, VirtualDie(10, -8, 33, value))) == value


def test_a_red_face_is_red_and_a_white_one_is_not() -> None:
    scene = small("red_face")
    red = face_patch(scene, VirtualDie(0, 0, 20, 3, (3,))).reshape(-1, 3).mean(axis=0)
    white = face_patch(scene, VirtualDie(0, 0, 20, 3, (1,))).reshape(-1, 3).mean(axis=0)
    assert red[2] > 1.6 * red[1]
    assert white[2] < 1.2 * white[1]


def test_the_same_dice_give_the_same_picture_up_to_noise() -> None:
    scene = replace(small(), effects=Effects(noise=2.0))
    dice = throw(rng(), scene, 3)
    first = render(scene, dice, np.random.default_rng(1)).astype(int)
    second = render(scene, dice, np.random.default_rng(2)).astype(int)
    assert 0.5 < np.abs(first - second).mean() < 4


def test_only_dice_and_their_shadows_change_the_empty_picture() -> None:
    scene = small()
    die = VirtualDie(30, 20, 10, 4)
    changed = (render(scene, (die,), rng()) != render(scene, (), rng())).any(axis=2)
    rows, columns = np.nonzero(changed)
    x, y = truth(scene, (die,))[0].centre_px
    assert np.hypot(columns - x, rows - y).max() < 60
    assert changed[round(y), round(x)]


def test_a_picture_is_the_same_whatever_was_drawn_before_it() -> None:
    scene = small()
    some, others = (VirtualDie(30, 20, 10, 4),), (VirtualDie(-20, 5, 40, 2), VirtualDie(0, 0, 0, 6))
    fresh = render(replace(scene, seed=scene.seed + 1), some, rng()), render(scene, some, rng())
    render(scene, others, rng())
    after_others = render(scene, some, rng())
    assert (after_others == fresh[1]).all()
    assert (after_others != fresh[0]).any()


def test_a_hand_leaves_nothing_in_the_next_picture() -> None:
    scene = replace(small(), effects=Effects(noise=2.0, blur_px=0.8))
    before = render(scene, (), rng())
    render(scene, (), rng(), Hand(0, 0))
    assert (render(scene, (), rng()) == before).all()


def test_a_leaning_die_has_no_value_in_the_truth() -> None:
    (leaning,) = truth(small(), (VirtualDie(0, 0, 0, 5, (5,), tilt_deg=30),))
    assert (leaning.value, leaning.red, leaning.flat) == (None, False, False)


def test_a_moving_die_is_smeared_along_its_way() -> None:
    scene = small("red_face")
    still, moving = VirtualDie(0, 0, 0, 4), VirtualDie(0, 0, 0, 4, smear_mm=(12, 0))
    sharp, soft = (
        cv2.Sobel(face_patch(scene, die), cv2.CV_32F, 1, 0).std() for die in (still, moving)
    )
    assert soft < 0.7 * sharp


@pytest.mark.parametrize("own", [False, True])
def test_bands_of_a_picture_are_sharpened_and_blurred_as_the_whole_of_it(own: bool) -> None:
    seen = np.random.default_rng(5).integers(0, 256, (201, 90, 3), dtype=np.uint8)
    blurred = cv2.GaussianBlur(seen, (0, 0), 1.4)
    soft = cv2.GaussianBlur(blurred, (0, 0), 1.0)
    sharp = cv2.addWeighted(blurred, 1.7, soft, -0.7, 0)
    given = seen.copy()

    effects = Effects(noise=0.0, blur_px=1.4, sharpen=0.7)
    assert np.array_equal(sensor(given, effects, np.random.default_rng(1), own=own), sharp)
    assert np.array_equal(given, seen) is not own


def test_a_hand_hides_what_is_below_it() -> None:
    scene = small()
    with_hand = render(scene, (), rng(), Hand(0, 0)).astype(int)
    assert (np.abs(with_hand - render(scene, (), rng())).max(axis=2) > 40).mean() > 0.05


def test_a_left_handed_die_shows_other_side_faces() -> None:
    scene = small("red_face", die_size_mm=40.0)
    left = replace(STYLES["red_face"], handed="left")
    die = VirtualDie(60, 0, 0, 3, (1,))
    right_view = render(scene, (die,), rng())
    left_view = render(replace(scene, style=left), (die,), rng())
    assert (right_view != left_view).any()


def test_calibration_pictures_show_each_red_face_and_then_the_opposite() -> None:
    scene = demo_scene()
    assert [str(die) for die in calibration_dice(scene, 0)] == ["1r", "2r", "3r", "4r", "5r", "6r"]
    assert [str(die) for die in calibration_dice(scene, 1)] == ["6", "5", "4", "3", "2", "1"]


@pytest.mark.parametrize("k1", [-0.3, 0.05])
def test_a_lens_that_bends_shows_a_die_where_the_truth_says(k1: float) -> None:
    camera = replace(SMALL, k1=k1, k2=-0.3 * k1)
    scene = replace(small(), camera=camera, tray=replace(small().tray, floor_colour=(0, 0, 0)))
    die = VirtualDie(85, 70, 20, 6)
    bright = render(scene, (die,), rng()).max(axis=2) > 90
    corners = np.round(truth(scene, (die,))[0].corners_px).astype(np.int32)
    face = cv2.fillConvexPoly(np.zeros(bright.shape, np.uint8), corners, 1)
    inner = cv2.erode(face, np.ones((5, 5), np.uint8)) > 0
    assert bright[inner].mean() > 0.7  # pips are dark
    (straight,) = truth(replace(scene, camera=replace(camera, k1=0.0, k2=0.0)), (die,))
    (bent,) = truth(scene, (die,))
    middle = np.array([319.5, 239.5])
    away = [np.linalg.norm(np.subtract(one.centre_px, middle)) for one in (bent, straight)]
    assert np.sign(away[0] - away[1]) == np.sign(k1)


def test_a_barrel_lens_bows_the_rim_outwards() -> None:
    tray = replace(small().tray, shape=TrayShape.RECT, rim_colour=(1, 1, 1), table_colour=(0, 0, 0))
    flat = replace(SMALL, tilt_x_deg=0.0, tilt_y_deg=0.0, roll_deg=0.0, height_mm=450)
    scene = replace(small(), tray=tray, camera=replace(flat, k1=-0.3, k2=0.09))
    picture = render(scene, (), rng()).min(axis=2)
    light = picture > 120
    tops = [int(np.flatnonzero(light[:, x])[0]) for x in (220, 320, 420)]
    assert tops[1] < min(tops[0], tops[2]) - 1


def test_a_knocked_camera_sees_the_same_table_from_elsewhere() -> None:
    scene = demo_scene("red_pips")
    quiet = replace(scene, effects=replace(scene.effects, noise=0.0, vignette=0.0))
    camera = replace(quiet.camera, roll_deg=quiet.camera.roll_deg + 180.0)
    turned = replace(quiet, camera=camera, grown_for=quiet.camera)
    before, after = (
        render(one, (), np.random.default_rng(1)).astype(np.float32) for one in (quiet, turned)
    )
    apart = np.abs(before - after[::-1, ::-1])
    assert np.median(apart) < 2.0 < np.median(np.abs(before - after))
