"""How far apart the pips of a set's faces lie, and faces that contradict it."""

from __future__ import annotations

from dataclasses import replace

import cv2
import numpy as np
import pytest

from calibration.attempts import Attempt, found_again
from calibration.lattice import Lattice
from calibration.locate import Cutout
from calibration.spreads import OTHERS, USUAL
from vision.faces.layout import PATTERNS, PLACES, VALUES

PITCH_PX, FIRST_PX = 10.0, 9.0
SIZE_PX, MIDDLE = 60, (30.0, 30.0)
ALIKE = {value: 1.0 for value in range(1, 7)}


def face(value: int, part: float = 1.0, gray: int = 20) -> Cutout:
    """A white face whose pips are so gray, at a part of the right distance."""
    bgr = np.full((SIZE_PX, SIZE_PX, 3), 200, np.uint8)
    pattern = PATTERNS[np.flatnonzero(value == VALUES)[0]]
    for x, y in PLACES[pattern] * PITCH_PX * part + MIDDLE:
        cv2.circle(bgr, (round(x), round(y)), 3, (gray, gray, gray), -1, cv2.LINE_AA)
    return Cutout(0, 0, bgr.astype(np.float32))


def seen(parts: dict[int, float], shown: tuple[int, ...] = (1, 2, 3, 4, 5, 6)) -> Attempt:
    """Dice taken for showing 1 to 6, their pips at such parts of the right distance.

    shown : what they show.
    """
    lattices = [Lattice(value, MIDDLE, 0.0, PITCH_PX * part, 50.0) for value, part in parts.items()]
    return Attempt([face(value) for value in shown], lattices)


SWAPPED = seen(ALIKE | {2: 0.85}, shown=(2, 1, 3, 4, 5, 6))


def test_a_face_that_contradicts_another_of_its_value_is_looked_for_again() -> None:
    again, _ = found_again([SWAPPED, seen(ALIKE)], FIRST_PX, USUAL)
    assert [one.value for one in again[0].lattices] == [2, 1, 3, 4, 5, 6]


def test_pips_then_lie_as_far_apart_as_those_of_the_faces_with_many() -> None:
    assert found_again([SWAPPED, seen(ALIKE)], FIRST_PX, USUAL)[1] == PITCH_PX


def test_what_is_clearer_at_a_wrong_distance_is_passed_over() -> None:
    wrong, right = face(2, 0.88), face(2, gray=120)
    both = Cutout(0, 0, np.concatenate([wrong.bgr, right.bgr], axis=1))
    attempt = Attempt([SWAPPED.cutouts[1], both, *SWAPPED.cutouts[2:]], SWAPPED.lattices)
    again, _ = found_again([attempt, seen(ALIKE)], FIRST_PX, USUAL)
    assert again[0].lattices[1].centre_px[0] > SIZE_PX


def test_faces_that_are_hardly_seen_do_not_tell_how_far_apart_pips_lie() -> None:
    faint = [replace(one, pitch_px=0.9 * PITCH_PX, clarity=5.0) for one in seen(ALIKE).lattices]
    attempts = [SWAPPED, Attempt(seen(ALIKE).cutouts, faint)]
    assert found_again(attempts, FIRST_PX, USUAL)[1] == PITCH_PX


@pytest.mark.parametrize(
    ("why", "attempts"),
    [
        ("all alike", [seen(ALIKE | {2: 0.97}), seen(ALIKE | {2: 1.03})]),
        ("both twos lie nearer", [seen(ALIKE | {2: 0.88}), seen(ALIKE | {2: 0.89})]),
        ("aces have no distance", [seen(ALIKE | {1: 0.9}), seen(ALIKE | {1: 1.1})]),
        ("too few tell", [seen({1: 1.0, 2: 1.0, 4: 1.0}), seen({1: 1.0, 2: 0.85, 4: 1.0})]),
    ],
)
def test_faces_that_do_not_contradict_each_other_are_left(
    why: str, attempts: list[Attempt]
) -> None:
    assert found_again(attempts, FIRST_PX, USUAL) == (attempts, FIRST_PX), why


def test_faces_in_other_layouts_are_left() -> None:
    attempts = [SWAPPED, seen(ALIKE)]
    assert found_again(attempts, FIRST_PX, OTHERS) == (attempts, FIRST_PX)


def test_faces_that_are_not_all_found_again_are_left() -> None:
    blank = Cutout(0, 0, np.full((SIZE_PX, SIZE_PX, 3), 200, np.float32))
    bare = Attempt([*SWAPPED.cutouts[:5], blank], SWAPPED.lattices)
    attempts = [bare, seen(ALIKE)]
    assert found_again(attempts, FIRST_PX, USUAL) == (attempts, FIRST_PX)


def test_a_distance_at_which_most_faces_are_lost_is_not_believed() -> None:
    faint = [replace(one, clarity=30.0) for one in seen(ALIKE).lattices]
    lost = Attempt([face(6)] * 6, faint)
    assert found_again([SWAPPED, lost], FIRST_PX, USUAL) == ([SWAPPED, lost], FIRST_PX)


def test_faces_that_are_not_seen_contradict_none() -> None:
    hidden = [Lattice(2, MIDDLE, 0.0, 0.85 * PITCH_PX, -5.0)]
    unseen = Attempt(SWAPPED.cutouts, [*SWAPPED.lattices[:1], *hidden, *SWAPPED.lattices[2:]])
    attempts = [unseen, seen(ALIKE)]
    assert found_again(attempts, FIRST_PX, USUAL) == (attempts, FIRST_PX)


@pytest.mark.parametrize(("clarity", "kept"), [(90.0, True), (20.0, False)])
def test_a_face_that_is_clear_at_another_distance_alone_is_left(clarity: float, kept: bool) -> None:
    wide = Lattice(2, MIDDLE, 0.0, 1.13 * PITCH_PX, clarity)
    no_two = Cutout(0, 0, np.concatenate([face(2, 1.13).bgr, face(6).bgr], axis=1))
    attempt = Attempt(
        [face(1), no_two, *map(face, range(3, 7))],
        [*seen(ALIKE).lattices[:1], wide, *seen(ALIKE).lattices[2:]],
    )
    again, _ = found_again([attempt, seen(ALIKE)], FIRST_PX, USUAL)
    assert (again[0].lattices[1] is wide) == kept


def test_each_named_face_is_given_to_one_die() -> None:
    cutouts = [face(1), face(6), *map(face, range(3, 7))]
    first, second, *others = SWAPPED.lattices
    attempt = Attempt(cutouts, [second, first, *others])
    again, _ = found_again([attempt, seen(ALIKE)], FIRST_PX, USUAL)
    assert sorted(one.value for one in again[0].lattices) == [1, 2, 3, 4, 5, 6]
