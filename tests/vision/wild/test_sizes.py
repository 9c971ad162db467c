"""A face cut out at a wrong size is looked at again at the size of the picture's other dice."""

from dataclasses import replace

import numpy as np
import pytest

from vision.learned.finder import find_in
from vision.virtual import VirtualDie, demo_scene, render
from vision.wild.face import Source, WildFace, look
from vision.wild.sizes import at_usual_size, usual_side

PLACES = ((-45.0, 20.0, 15.0, 5), (0.0, -25.0, 50.0, 4), (45.0, 20.0, 70.0, 3))


@pytest.fixture(scope="module")
def source() -> Source:
    dice = tuple(VirtualDie(x, y, turn, value) for x, y, turn, value in PLACES)
    return Source(render(demo_scene("ivory"), dice, np.random.default_rng(2)))


@pytest.fixture(scope="module")
def faces(source: Source) -> tuple[WildFace, ...]:
    found = look(source, find_in(source.halves))
    return tuple(face for face in found if face.p_face > 0.9)


def resized(face: WildFace, times: float) -> WildFace:
    """The face as it would be if it had been found at another size, hardly readable."""
    candidate = replace(face.candidate, frame=face.candidate.frame * times)
    return replace(face, candidate=candidate, p_face=0.3)


def test_the_usual_side_is_that_of_most_sure_faces(faces: tuple[WildFace, ...]) -> None:
    sides = sorted(face.candidate.side_px for face in faces)
    doubtful = resized(faces[0], 3.0)
    assert sides[0] <= usual_side((doubtful, *faces)) <= sides[-1]
    assert usual_side(()) == 0


@pytest.mark.parametrize("times", [0.68, 1.45])
def test_a_face_of_wrong_size_takes_that_of_its_neighbours(
    source: Source, faces: tuple[WildFace, ...], times: float
) -> None:
    (again, *_) = at_usual_size(source, (resized(faces[0], times), *faces[1:]))
    side = faces[0].candidate.side_px
    assert again.candidate.side_px == pytest.approx(side, rel=0.12)
    assert again.chances.argmax() == faces[0].chances.argmax()
    assert again.p_face > 0.8


def test_a_die_of_another_set_keeps_its_size(source: Source, faces: tuple[WildFace, ...]) -> None:
    small = resized(faces[0], 0.4)
    assert at_usual_size(source, (small, *faces[1:]))[0] is small
