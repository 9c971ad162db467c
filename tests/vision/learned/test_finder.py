"""The finder on virtual trays."""

import cv2
import numpy as np
import pytest

from vision.learned.finder import Candidate, find
from vision.virtual import VirtualDie, demo_scene, render, throw, truth


def scene_and_faces(style: str, seed: int) -> tuple[np.ndarray, np.ndarray]:
    scene, rng = demo_scene(style), np.random.default_rng(seed)
    dice = throw(rng, scene, 6, lean=0)
    centres = np.array([die.centre_px for die in truth(scene, dice)])
    return render(scene, dice, rng), centres


def hottest(found: tuple[Candidate, ...]) -> list[Candidate]:
    """Of the sizes that are given for one place the first one, which is the hottest."""
    kept: list[Candidate] = []
    for one in found:
        if all(np.hypot(*(one.centre - other.centre)) > 0.6 * other.side_px for other in kept):
            kept.append(one)
    return kept


@pytest.mark.parametrize("style", ["pearl_blue", "red_face", "ivory"])
def test_each_die_is_hottest_where_it_is(style: str) -> None:
    picture, centres = scene_and_faces(style, 4)
    found = hottest(find(picture, 0.5))
    assert len(found) == 6
    away = np.array([[np.hypot(*(c.centre - centre)) for c in found] for centre in centres])
    assert away.min(axis=1).max() < 8


def test_the_hottest_size_is_that_of_the_face() -> None:
    picture, _ = scene_and_faces("red_face", 5)
    assert all(32 < candidate.side_px < 50 for candidate in hottest(find(picture, 0.5)))


@pytest.mark.parametrize("scale", [0.6, 2.0])
def test_dice_are_found_at_other_sizes(scale: float) -> None:
    picture, centres = scene_and_faces("red_face", 6)
    found = find(cv2.resize(picture, None, fx=scale, fy=scale), 0.5)
    faces = [one for one in found if 32 < one.side_px / scale < 50]
    away = np.array([[np.hypot(*(c.centre / scale - centre)) for c in faces] for centre in centres])
    assert len(faces) == 6
    assert away.min(axis=1).max() < 8


def test_small_dice_beside_large_ones_are_found() -> None:
    scene = demo_scene("red_face")
    dice = (VirtualDie(-40, 10, 20, 3, size_mm=16.0), VirtualDie(30, -20, 65, 6, size_mm=9.0))
    picture = render(scene, dice, np.random.default_rng(1))
    assert len(hottest(find(picture, 0.5))) == 2


@pytest.mark.parametrize("shape", [(1, 1, 3), (3, 400, 3), (57, 61, 3), (700, 40, 3)])
def test_pictures_of_any_shape_are_taken(shape: tuple[int, ...]) -> None:
    assert isinstance(find(np.full(shape, 127, np.uint8)), tuple)
