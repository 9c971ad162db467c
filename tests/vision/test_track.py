"""Identities over readings: dice that stay keep their number, others are new."""

from __future__ import annotations

import numpy as np

from vision.track import Change, Tracks, track
from vision.types import DieReading, Reading, Status

EDGE = 40.0


def die(value: int, x: float, y: float, *, red: bool = False, turn_deg: float = 0.0) -> DieReading:
    angle = np.radians(turn_deg) + np.radians([225, 315, 45, 135])
    reach = EDGE / np.sqrt(2)
    corners = tuple((x + reach * float(np.cos(a)), y + reach * float(np.sin(a))) for a in angle)
    return DieReading(value, red, 0.99, (x, y), corners)


def reading(*dice: DieReading) -> Reading:
    return Reading(Status.OK, tuple(dice))


def after(*readings: Reading) -> Tracks:
    tracks = Tracks()
    for one in readings:
        tracks = track(tracks, one, EDGE)
    return tracks


def test_the_first_dice_are_new_and_numbered() -> None:
    tracks = after(reading(die(3, 100, 100), die(5, 200, 100)))
    assert [(one.number, one.change) for one in tracks.dice] == [(1, Change.NEW), (2, Change.NEW)]


def test_a_still_tray_keeps_its_numbers() -> None:
    still = reading(die(3, 100, 100), die(5, 200, 100))
    tracks = after(still, reading(die(5, 201, 99), die(3, 100, 101)))
    assert [(one.number, one.change) for one in tracks.dice] == [
        (2, Change.STAYED),
        (1, Change.STAYED),
    ]


def test_a_die_that_shows_another_face_in_its_place_was_turned() -> None:
    tracks = after(reading(die(3, 100, 100)), reading(die(4, 103, 98, red=True)))
    assert [(one.number, one.change) for one in tracks.dice] == [(1, Change.TURNED)]


def test_the_same_value_that_became_red_was_turned() -> None:
    tracks = after(reading(die(3, 100, 100)), reading(die(3, 100, 100, red=True)))
    assert tracks.that(Change.TURNED)


def test_a_rolled_die_is_new_even_with_the_same_value() -> None:
    tracks = after(reading(die(3, 100, 100)), reading(die(3, 300, 250)))
    assert [(one.number, one.change) for one in tracks.dice] == [(2, Change.NEW)]
    assert [one.number for one in tracks.gone] == [1]


def test_a_pushed_die_keeps_its_number() -> None:
    tracks = after(reading(die(3, 100, 100)), reading(die(3, 115, 108)))
    assert [(one.number, one.change) for one in tracks.dice] == [(1, Change.NUDGED)]


def test_a_die_turned_about_on_its_face_was_nudged() -> None:
    tracks = after(reading(die(3, 100, 100)), reading(die(3, 100, 100, turn_deg=30)))
    assert tracks.dice[0].change is Change.NUDGED


def test_a_quarter_turn_looks_the_same() -> None:
    tracks = after(reading(die(4, 100, 100)), reading(die(4, 100, 100, turn_deg=90)))
    assert tracks.dice[0].change is Change.STAYED


def test_neighbours_are_not_swapped() -> None:
    tracks = after(
        reading(die(2, 100, 100), die(2, 141, 100)), reading(die(2, 142, 101), die(2, 101, 101))
    )
    assert [one.number for one in tracks.dice] == [2, 1]


def test_a_number_is_never_given_twice() -> None:
    tracks = after(reading(die(3, 100, 100)), reading(), reading(die(3, 100, 100)))
    assert [one.number for one in tracks.dice] == [2]
