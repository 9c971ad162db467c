"""Only what differs from the empty tray is looked at closely, and nothing of that is missed."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from numpy.typing import NDArray

from tests.vision.trays import BLACK_DICE, FOLDER, RED_FACES, calibration_of, picture
from vision.sight import Sight, sight_of
from vision.strange import ground_of, strangeness
from vision.tray.board import EDGE_PX, Board, board_of
from vision.tray.mapping import mapping_of

Picture = NDArray[np.uint8]


def noisy(seen: Picture, sigma: float) -> Picture:
    noise = np.random.default_rng(3).normal(0, sigma, seen.shape)
    return np.clip(seen + noise, 0, 255).astype(np.uint8)


def whole_board() -> Board:
    return board_of(calibration_of(RED_FACES))


def changed(board: Board, *places: tuple[int, int], by: int = 30, size: int = EDGE_PX) -> Picture:
    """Give the empty board with brighter squares whose corners are at these rows and columns."""
    seen = board.empty_bgr.copy()
    for y, x in places:
        part = seen[y : y + size, x : x + size]
        part[:] = np.minimum(part.astype(int) + by, 255)
    return seen


def sight_on(seen: Picture, board: Board) -> Sight:
    """Give the sight of a picture that shows the board itself, straight from above."""
    size = (board.floor.shape[1], board.floor.shape[0])
    mapping = mapping_of(lambda xy_px: xy_px, size, size, 1)
    blocks = mapping.view(board.empty_bgr).blocks()
    return sight_of(mapping.view(seen), replace(board, mapping=mapping, blocks_bgr=blocks))


def test_the_empty_tray_has_no_part_that_differs() -> None:
    for tray in (RED_FACES, BLACK_DICE):
        board = board_of(calibration_of(tray))
        view = board.view(picture(FOLDER / tray / "empty.jpg"))
        assert sight_of(view, board).parts == ()


def test_noise_differs_nowhere() -> None:
    board = whole_board()
    assert sight_on(noisy(board.empty_bgr, 12.0), board).parts == ()


def test_a_square_of_a_dies_size_is_within_a_part_with_its_surroundings() -> None:
    board = whole_board()
    sight = sight_on(changed(board, (100, 200)), board)
    (part,) = sight.parts
    top, left = sight.board.corner_px
    assert top + part[0].start <= 100 - EDGE_PX // 2
    assert left + part[1].start <= 200 - EDGE_PX // 2
    assert top + part[0].stop >= 100 + EDGE_PX * 3 // 2
    assert left + part[1].stop >= 200 + EDGE_PX * 3 // 2


@pytest.mark.parametrize("by", [7, 30])
def test_a_faint_square_in_noise_is_not_missed(by: int) -> None:
    board = whole_board()
    seen = noisy(changed(board, (120, 160), by=by), 3.0)
    sight = sight_on(seen, board)
    top, left = sight.board.corner_px
    square = sight.looked_at[120 - top : 144 - top, 160 - left : 184 - left]
    assert square.shape == (24, 24)
    assert square.all()


def test_parts_that_would_overlap_are_one() -> None:
    board = whole_board()
    far = sight_on(changed(board, (60, 60), (60, 260)), board)
    near = sight_on(changed(board, (100, 160), (130, 200)), board)
    assert (len(far.parts), len(near.parts)) == (2, 1)


def test_what_is_strange_in_a_part_is_as_strange_as_on_the_whole_board() -> None:
    board = whole_board()
    seen = changed(board, (100, 200), by=60)
    sight = sight_on(seen, board)
    (top, left), (height, width) = sight.board.corner_px, sight.strange.shape
    whole = strangeness(seen, board.ground, sight.gain)[top : top + height, left : left + width]
    inner = (slice(2, -2), slice(2, -2))  # blurred with what is beyond the part, along its border
    assert np.abs(sight.strange - whole)[inner].max() < 1e-3


def test_strangeness_does_not_depend_on_the_rows_worked_on_at_once() -> None:
    random = np.random.default_rng(5)
    empty, seen = (random.integers(0, 256, (700, 200, 3)).astype(np.uint8) for _ in range(2))
    ground, even = ground_of(empty), np.ones(3, np.float32)
    whole = strangeness(seen, ground, even)
    rows = slice(150, 260)
    part = strangeness(seen[rows], ground.part(rows, slice(None)), even)
    assert np.abs(whole[rows] - part)[1:-1].max() < 1e-3
