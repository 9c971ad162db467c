"""When a wild reading is ok, and what it says when it is not."""

from dataclasses import replace

import numpy as np
import pytest

from vision.learned.finder import Candidate
from vision.types import Status
from vision.wild.face import WildFace
from vision.wild.judge import judge
from vision.wild.layout import Layout

SHAPE = (300, 300)


def face(
    value: int = 4, at: tuple[float, float] = (150.0, 150.0), *, p_value: float = 0.999,
    heat: float = 0.98, p_face: float = 0.999, p_red: float = 0.001, unreadable: float = 0.001,
    layout: float = 0.9, turn_deg: float = 0.0,
) -> WildFace:  # fmt: skip
    chances = np.full(7, (1 - p_value) / 5)
    chances[value - 1] = p_value
    chances[6] = unreadable
    turn = np.radians(turn_deg)
    spin = np.array([[np.cos(turn), -np.sin(turn)], [np.sin(turn), np.cos(turn)]])
    candidate = Candidate(np.array(at), spin * 40, heat, chances)
    return WildFace(candidate, chances[:6], p_face, p_red, explained(value, layout))


def explained(value: int, score: float = 0.9) -> Layout:
    return Layout(tuple(score if v == value else 0.6 for v in range(1, 7)))


def test_sure_dice_are_ok_and_stand_from_left_to_right() -> None:
    reading = judge((face(6, (200, 50)), face(2, (40, 90), p_red=0.999)), SHAPE)
    assert str(reading) == "ok 2r 6"


def test_nothing_is_empty() -> None:
    assert judge((), SHAPE).status is Status.EMPTY


@pytest.mark.parametrize(
    ("changes", "words"),
    [
        ({"p_value": 0.25, "layout": 0.605}, "pips of the die in the middle"),
        ({"unreadable": 0.9}, "die in the middle leans"),
        ({"at": (16.0, 150.0)}, "die at the left is cut off by the picture's border"),
        ({"p_red": 0.5}, "not clear whether the die in the middle shows a red face"),
        (
            {"heat": 0.6, "p_face": 0.5, "layout": 0.65, "at": (20.0, 20.0)},
            "something at the top left",
        ),
    ],
)
def test_each_doubt_is_said(changes: dict[str, object], words: str) -> None:
    reading = judge((face(3, (250, 250)), face(**changes)), SHAPE)  # type: ignore[arg-type]
    assert reading.status is Status.UNSURE
    assert any(words in sentence for sentence in reading.problems)


def test_a_die_that_hardly_reaches_over_the_border_is_ok() -> None:
    assert judge((face(4, (18.5, 150.0)),), SHAPE).status is Status.OK


def test_a_layout_that_shows_another_value_is_a_doubt() -> None:
    other = replace(face(4), layout=explained(5))
    assert judge((other,), SHAPE).status is Status.UNSURE


def test_a_face_reader_that_says_another_value_is_a_doubt() -> None:
    other = replace(face(4, p_value=0.6, layout=0.99), layout=explained(5, 0.99))
    assert judge((other,), SHAPE).status is Status.UNSURE


def test_of_two_sizes_on_one_spot_only_the_likelier_is_a_die() -> None:
    pip = replace(face(1, p_face=0.6), candidate=Candidate(np.array([155.0, 150.0]), np.eye(2) * 9,
                  0.9, np.full(7, 1 / 7)))  # fmt: skip
    assert str(judge((pip, face(5)), SHAPE)) == "ok 5"


def test_confidence_grows_with_the_chances_of_the_die() -> None:
    chances = (0.7, 0.9, 0.99, 0.999)
    readings = [judge((face(4, p_value=chance, layout=0.65),), SHAPE) for chance in chances]
    trust = [reading.dice[0].confidence for reading in readings]
    assert trust == sorted(trust)
    assert trust[0] < trust[-1] <= 1


def test_the_front_of_a_die_seen_obliquely_is_no_second_die() -> None:
    reading = judge((face(5, (150, 181)), face(3, (150, 150))), SHAPE)
    assert str(reading) == "unsure 3"
    assert "shows two faces" in reading.problems[0]


def test_dice_that_touch_are_two() -> None:
    assert str(judge((face(5, (150, 190), turn_deg=20), face(3, (149, 150))), SHAPE)) == "ok 3 5"


def test_faces_in_line_and_edge_to_edge_may_be_a_domino() -> None:
    reading = judge((face(5, (150, 191)), face(3, (150, 150), turn_deg=90)), SHAPE)
    assert reading.status is Status.UNSURE
    assert "domino" in reading.problems[0]


def test_what_is_left_out_half_under_another_face_is_a_doubt() -> None:
    reading = judge((face(5, (150, 172), heat=0.9), face(3, (150, 150))), SHAPE)
    assert reading.status is Status.UNSURE
    assert "on one another" in " ".join(reading.problems)


def test_many_dice_must_each_be_surer_than_one() -> None:
    nearly = {"p_value": 0.97, "layout": 0.78, "heat": 0.7, "p_face": 0.9}
    places = [(60.0 * k, 60.0 * row) for k in range(1, 5) for row in range(1, 5)]
    many = tuple(face(4, at, turn_deg=17, **nearly) for at in places)
    assert judge(many[:1], SHAPE).status is Status.OK
    reading = judge(many, SHAPE)
    assert reading.status is Status.UNSURE
    assert "not read surely enough" in reading.problems[0]


def test_of_two_faces_below_one_another_the_lower_is_a_front_unless_both_are_surely_tops() -> None:
    top, below = face(1, (150, 100), p_face=0.97, heat=0.9), face(5, (152, 136), heat=0.6)
    front = replace(below, p_face=0.7, layout=explained(5, 0.7))
    reading = judge((top, front), SHAPE)
    assert [die.value for die in reading.dice] == [1]
    assert any("shows two faces" in sentence for sentence in reading.problems)


def test_two_sure_tops_nearer_than_dice_can_be_are_both_kept_and_asked_about() -> None:
    reading = judge((face(4, (150, 100)), face(5, (152, 133))), SHAPE)
    assert [die.value for die in reading.dice] == [4, 5]
    assert reading.status is Status.UNSURE
    assert any("shows two faces" in sentence for sentence in reading.problems)
