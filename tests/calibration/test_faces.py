"""Faces as text: what is written is read, and what can't be is quoted."""

from __future__ import annotations

import pytest

from calibration.faces import Face, FacesError, parse_faces


@pytest.mark.parametrize("text", ["1r 2 6", "1r-2-6", "1r, 2, 6", " 1r_2 6 "])
def test_faces_are_read_with_any_usual_gap(text: str) -> None:
    assert parse_faces(text) == (Face(1, True), Face(2), Face(6))


@pytest.mark.parametrize("text", ["7", "0", "5rr", "r", "five", "1 2 x"])
def test_what_is_no_die_is_quoted(text: str) -> None:
    with pytest.raises(FacesError, match="is no die"):
        parse_faces(text)


def test_no_dice_at_all_are_refused() -> None:
    with pytest.raises(FacesError, match="no dice are named"):
        parse_faces("  ")
