"""The learned face reader on faces of the virtual tray that it was not trained on."""

from dataclasses import replace

import cv2
import numpy as np
import pytest

from vision.learned.face import MARGIN, SIDE, FaceOpinion, PatchError, classify
from vision.virtual import STYLES, CameraPose, RedKind, Scene, VirtualDie, demo_scene, render, truth


def face_patch(bgr: np.ndarray, corners: np.ndarray, turn_deg: float = 0.0) -> np.ndarray:
    half = SIDE / MARGIN / 2
    square = np.float32([[-half, half], [half, half], [half, -half], [-half, -half]])
    angle = np.radians(turn_deg)
    spin = np.float32([[np.cos(angle), -np.sin(angle)], [np.sin(angle), np.cos(angle)]])
    target = np.float32(square @ spin.T + (SIDE - 1) / 2)
    warp = cv2.getPerspectiveTransform(np.float32(corners), target)
    return cv2.warpPerspective(bgr, warp, (SIDE, SIDE))


def faces_of(style: str, reds: tuple[int, ...]) -> tuple[FaceOpinion, ...]:
    # A small picture around the dice, as sharp as a whole one, is drawn in a fraction of the time.
    scene = replace(demo_scene(style), camera=CameraPose(width_px=640, height_px=480))
    patches = []
    for value in range(1, 7):
        die = VirtualDie(17.0 * value - 60, 8.0 * value - 30, 23.0 * value, value, reds)
        picture = render(scene, (die,), np.random.default_rng(value))
        patches.append(face_patch(picture, truth(scene, (die,))[0].corners_px, 17.0 * value))
    return classify(np.stack(patches))


@pytest.mark.parametrize("style", STYLES)
def test_every_value_of_every_style_is_read(style: str) -> None:
    assert [opinion.value for opinion in faces_of(style, ())] == [1, 2, 3, 4, 5, 6]


@pytest.mark.parametrize(
    "style", [name for name, style in STYLES.items() if style.red_kind is not RedKind.NONE]
)
def test_red_faces_are_told_from_the_others(style: str) -> None:
    assert all(opinion.red for opinion in faces_of(style, (1, 2, 3, 4, 5, 6)))
    assert not any(opinion.red for opinion in faces_of(style, ()))


def empty_patches(scene: Scene) -> np.ndarray:
    picture = render(scene, (), np.random.default_rng(0))
    places = np.random.default_rng(1).integers(0, 900, (60, 2))
    return np.stack([picture[y : y + SIDE, x : x + SIDE] for y, x in places])


def test_the_empty_tray_shows_no_face() -> None:
    opinions = classify(empty_patches(demo_scene()))
    assert all(opinion.value is None for opinion in opinions)


def test_plain_and_noisy_patches_show_no_face() -> None:
    rng = np.random.default_rng(3)
    plain = np.stack([np.full((SIDE, SIDE, 3), level, np.uint8) for level in (0, 90, 255)])
    noise = rng.integers(0, 256, (20, SIDE, SIDE, 3)).astype(np.uint8)
    assert all(o.value is None for o in classify(np.concatenate([plain, noise])))


def test_opinions_do_not_depend_on_the_company() -> None:
    patches = empty_patches(demo_scene())[:5]
    together = classify(patches)
    alone = [classify(patch[None])[0] for patch in patches]
    assert np.allclose([o.p_value for o in together], [o.p_value for o in alone], atol=1e-4)


def test_the_probabilities_add_up() -> None:
    for opinion in classify(empty_patches(demo_scene())[:6]):
        assert sum(opinion.chances) == pytest.approx(opinion.p_face, abs=1e-5)


def test_the_offset_points_at_the_face() -> None:
    scene = demo_scene("red_face")
    die = VirtualDie(0, 0, 30, 5)
    corners = np.array(truth(scene, (die,))[0].corners_px)
    picture = render(scene, (die,), np.random.default_rng(2))
    side = np.linalg.norm(corners[1] - corners[0])
    moved = corners + (corners[1] - corners[0]) / side * 4
    (opinion,) = classify(face_patch(picture, moved)[None])
    assert opinion.offset[0] == pytest.approx(-4 / side, abs=0.05)
    assert opinion.offset[1] == pytest.approx(0, abs=0.05)


def test_no_patches_give_no_opinions() -> None:
    assert classify(np.zeros((0, SIDE, SIDE, 3), np.uint8)) == ()


@pytest.mark.parametrize(
    "patches",
    [
        np.zeros((1, 32, 32, 3), np.uint8),
        np.zeros((1, SIDE, SIDE, 3), np.float32),
        np.zeros((SIDE, SIDE, 3), np.uint8),
    ],
)
def test_other_arrays_are_refused_with_what_would_be_right(patches: np.ndarray) -> None:
    with pytest.raises(PatchError, match="uint8 of shape"):
        classify(patches)
