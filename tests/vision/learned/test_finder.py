"""The finder on virtual trays."""

import cv2
import numpy as np
import pytest

from vision.learned.finder import find
from vision.virtual import demo_scene, render, throw, truth


def scene_and_faces(style: str, seed: int) -> tuple[np.ndarray, np.ndarray]:
    scene, rng = demo_scene(style), np.random.default_rng(seed)
    dice = throw(rng, scene, 6, lean=0)
    centres = np.array([die.centre_px for die in truth(scene, dice)])
    return render(scene, dice, rng), centres


@pytest.mark.parametrize("style", ["pearl_blue", "red_face", "ivory"])
def test_each_die_is_found_once_where_it_is(style: str) -> None:
    picture, centres = scene_and_faces(style, 4)
    found = find(picture, 0.3)
    assert len(found) == 6
    away = np.array([[np.hypot(*(c.centre - centre)) for c in found] for centre in centres])
    assert away.min(axis=1).max() < 8


def test_the_size_is_seen() -> None:
    picture, _ = scene_and_faces("red_face", 5)
    assert all(32 < candidate.side_px < 50 for candidate in find(picture, 0.3))


@pytest.mark.parametrize("scale", [0.6, 2.0])
def test_dice_are_found_at_other_sizes(scale: float) -> None:
    picture, _ = scene_and_faces("red_face", 6)
    assert len(find(cv2.resize(picture, None, fx=scale, fy=scale), 0.3)) == 6


@pytest.mark.parametrize("shape", [(1, 1, 3), (3, 400, 3), (57, 61, 3), (700, 40, 3)])
def test_pictures_of_any_shape_are_taken(shape: tuple[int, ...]) -> None:
    assert isinstance(find(np.full(shape, 127, np.uint8)), tuple)
