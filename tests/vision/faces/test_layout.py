"""Faces as layouts: every drawing has as many pips as it says."""

from __future__ import annotations

import numpy as np

from vision.faces.layout import PATTERNS, PLACES, VALUES


def test_every_drawing_has_as_many_pips_as_its_value() -> None:
    assert PATTERNS.sum(1).tolist() == VALUES.tolist()


def test_drawings_are_closed_under_a_quarter_turn() -> None:
    def as_set(pattern: np.ndarray) -> frozenset[tuple[float, float]]:
        return frozenset((float(x), float(y)) for x, y in PLACES[pattern])

    drawings = {as_set(pattern) for pattern in PATTERNS}
    turned = {frozenset((-y, x) for x, y in drawing) for drawing in drawings}
    assert turned == drawings
