"""A board is mapped in parts and coarsely just as it is mapped as a whole."""

from __future__ import annotations

import numpy as np
import pytest
from numpy.typing import NDArray

from tests.vision.trays import FAIR, RED_FACES, calibration_of, picture
from vision.tray.board import board_of
from vision.tray.mapping import BLOCK_PX, View, lines_of, mapping_of

Picture = NDArray[np.uint8]


def view() -> View:
    path = next(path for tray, path in FAIR if tray == RED_FACES)
    return board_of(calibration_of(RED_FACES)).view(picture(path))


def test_a_part_is_that_part_of_the_whole() -> None:
    seen, rows, columns = view(), slice(40, 130), slice(71, 200)
    assert (seen.part(rows, columns) == seen.whole()[rows, columns]).all()


def test_single_places_are_those_of_the_whole() -> None:
    seen = view()
    places = np.array([[0, 5, 1000], [31000, 2, 77]])
    assert (seen.at(seen.mapping.places(places)) == seen.whole().reshape(-1, 3)[places]).all()


def test_lines_are_lines_of_the_whole() -> None:
    seen = view()
    assert (seen.lines() == lines_of(seen.whole())).all()


def test_blocks_are_the_whole_averaged() -> None:
    seen = view()
    blocks, whole = seen.blocks(), seen.whole().astype(float)
    rows, columns = blocks.shape[:2]
    tiles = whole[: rows * BLOCK_PX, : columns * BLOCK_PX].reshape(
        rows, BLOCK_PX, columns, BLOCK_PX, 3
    )
    apart = np.abs(tiles.mean((1, 3)) - blocks)
    assert apart.mean() < 1.5
    assert np.percentile(apart, 99) < 12


@pytest.mark.parametrize("pitch", [1.0, 2.7, 6.0])
def test_blocks_hold_little_of_the_pictures_noise(pitch: float) -> None:
    random = np.random.default_rng(8)
    noise = (128 + random.normal(0, 16, (900, 900, 3))).astype(np.uint8)
    mapping = mapping_of(lambda xy: 20 + xy * pitch, (128, 128), (900, 900), 1)
    assert mapping.view(noise).blocks().std() < 16 / 4


def test_only_what_the_board_shows_of_a_picture_is_shrunk() -> None:
    mapping = mapping_of(lambda xy: np.add(xy, (300.0, 500.0)), (100, 80), (1280, 960), 2)
    rows, columns = mapping.cut
    assert 480 <= rows.start <= 500
    assert 579 <= rows.stop <= 600
    assert 280 <= columns.start <= 300
    assert 399 <= columns.stop <= 420


def test_what_lies_outside_the_picture_shows_its_border() -> None:
    picture = np.zeros((64, 96, 3), np.uint8)
    picture[:, -16:] = 200
    mapping = mapping_of(lambda xy: np.add(xy, (60.0, -10.0)), (64, 64), (96, 64), 1)
    seen = mapping.view(picture).whole()
    assert (seen[:, 40:] == 200).all()
    assert (seen[:10] == seen[10]).all()


def tilted(xy: NDArray[np.float64]) -> NDArray[np.float64]:
    """Give where board pixels lie for a camera that looks on them askew."""
    map_ = np.array([[1.9, 0.06, 40.0], [-0.05, 2.0, 30.0], [1e-4, 5e-5, 1.0]])
    flat = np.concatenate([xy, np.ones_like(xy[..., :1])], axis=-1) @ map_.T
    return np.asarray(flat[..., :2] / flat[..., 2:])


def waves(matrix: NDArray[np.float64]) -> Picture:
    """Give a smooth pattern as the camera sees it once this map has moved its pictures."""
    back = np.linalg.inv(matrix)
    x, y = np.meshgrid(np.arange(640.0), np.arange(480.0))
    flat = np.stack([x, y, np.ones_like(x)], axis=-1) @ back.T
    x, y = flat[..., 0] / flat[..., 2], flat[..., 1] / flat[..., 2]
    shades = (np.sin(x / 11), np.sin(y / 9), np.sin((x + y) / 13))
    return np.round(127 + 100 * np.stack(shades, axis=-1)).astype(np.uint8)


KNOCK = np.array([[1.004, -0.012, 5.3], [0.011, 0.998, -3.7], [8e-6, -5e-6, 1.0]])


@pytest.mark.parametrize("what", ["whole", "blocks", "lines"])
def test_a_moved_mapping_sees_on_the_board_what_was_there_before(what: str) -> None:
    mapping = mapping_of(tilted, (256, 192), (640, 480), 1)
    before = getattr(mapping.view(waves(np.eye(3))), what)().astype(int)
    after = getattr(mapping.moved(KNOCK).view(waves(KNOCK)), what)().astype(int)
    assert np.percentile(np.abs(after - before), 99) <= 3
