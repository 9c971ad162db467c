"""What is kept of calibrations is bounded, and can be let go."""

from __future__ import annotations

from tests.vision.trays import RED_FACES, calibration_of
from vision.kept import MOST, forget, kept
from vision.tray.board import board_of


def test_only_the_latest_few_are_kept() -> None:
    made: list[int] = []
    squared = kept(lambda number: made.append(number) or number**2)
    for number in range(MOST + 1):
        squared(number)
    squared(MOST)
    assert made == list(range(MOST + 1))
    squared(0)
    assert made[-1] == 0


def test_boards_are_kept_until_they_are_let_go() -> None:
    calibration = calibration_of(RED_FACES)
    first = board_of(calibration)
    assert board_of(calibration) is first
    forget()
    assert board_of(calibration) is not first
