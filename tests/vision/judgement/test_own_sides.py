"""Sides that flat dice turn to the point below the camera lie between their tops and their feet."""

from __future__ import annotations

import numpy as np
import pytest

from vision.judgement.own_sides import places_on, shown_widths

HEIGHT = 10.0  # of the camera, in edges: of what lies on the floor all is drawn a tenth nearer


@pytest.mark.parametrize(
    ("middle", "way_deg", "width"),
    [((-4.0, 2.0), 0.0, 0.35), ((-4.0, 2.0), 90.0, -0.25), ((0.0, 0.0), 45.0, -0.05)],
    ids=["toward the camera", "away from it", "right below it"],
)
def test_a_side_shows_as_wide_as_its_foot_lies_nearer_to_the_point_below_the_camera(
    middle: tuple[float, float], way_deg: float, width: float
) -> None:
    pose, way = np.array([[*middle, 0.0]]), np.radians([way_deg])
    assert shown_widths(pose, way, HEIGHT) == pytest.approx(width)


@pytest.mark.parametrize("down", [0.0, 1.0], ids=["top", "foot"])
def test_the_corners_of_a_side_are_those_of_its_top_and_of_its_foot(down: float) -> None:
    pose, way = np.array([[-4.0, 2.0, 0.0]]), np.zeros(1)
    out = np.full((1, 2), 0.5 + down * 0.35)
    at = places_on(pose, way, out, np.array([down]), np.array([-0.5, 0.5]), HEIGHT)
    assert at[0] == pytest.approx(np.array([[-3.5, 1.5], [-3.5, 2.5]]) * (1 - down / HEIGHT))
