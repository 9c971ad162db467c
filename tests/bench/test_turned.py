"""A die that was found in a changed picture is given where it lies in the picture as it was."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

from tests.bench.turned import WAYS, changed, moved_back
from vision.types import DieReading, Reading, Status

AT = (300.0, 200.0)


@pytest.mark.parametrize("way", WAYS)
def test_what_is_found_in_a_changed_picture_lies_where_it_lay(way: str) -> None:
    bgr = np.zeros((480, 640, 3), np.uint8)
    cv2.circle(bgr, (300, 200), 6, (255, 255, 255), -1, cv2.LINE_AA)
    matrix = WAYS[way](np.array([319.5, 239.5]))
    seen = changed(bgr, matrix)[..., 0].astype(np.float64)
    y, x = (
        float((grid * seen).sum() / seen.sum()) for grid in np.mgrid[: len(seen), : len(seen[0])]
    )
    die = DieReading(1, red=False, confidence=1.0, centre_px=(x, y), corners_px=())
    (found,) = moved_back(Reading(Status.OK, (die,)), matrix).dice
    assert found.centre_px == pytest.approx(AT, abs=0.3)
