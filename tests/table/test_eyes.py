"""The camera's side of the table: frames in, movement and agreed readings out."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import numpy as np
import pytest

from pi_app.table.eyes import Eyes, Watching, encode, in_strip, weigh
from pi_app.table.types import CameraState, Command, Look, Motion
from tests.table.playing import die
from vision.types import Reading, Status

EMPTY = Reading(Status.EMPTY)
FIVE = Reading(Status.OK, (die("5", 3),))
SIX = Reading(Status.OK, (die("6", 3),))
UNSURE = Reading(Status.UNSURE, (die("?", 3),), ("A die leans.",))


def tray(*spots: int) -> np.ndarray:
    """A grey picture with white squares at these columns."""
    bgr = np.full((240, 320, 3), 90, np.uint8)
    for spot in spots:
        bgr[100:140, spot : spot + 40] = 240
    return bgr


class Watcher:
    """Eyes with a camera that is moved by hand, and a table that only listens."""

    def __init__(self, *readings: Reading) -> None:
        self.readings = list(readings)
        self.reads = 0
        self.sent: list[Command] = []
        self.eyes = Eyes(self._read, self.sent.append)
        self.time_s = 0.0

    def _read(self, bgr: np.ndarray) -> Reading:
        self.reads += 1
        return self.readings.pop(0) if len(self.readings) > 1 else self.readings[0]

    def see(self, bgr: np.ndarray, frames: int = 1) -> None:
        for _ in range(frames):
            self.time_s += 0.1
            self.eyes.frame(bgr, self.time_s)

    @property
    def kinds(self) -> list[str]:
        return [type(command).__name__ for command in self.sent]


def test_a_still_tray_is_told_once():
    watcher = Watcher(EMPTY)
    watcher.see(tray(), 20)
    assert watcher.kinds == ["Look"]


def test_a_still_tray_is_read_twice_and_then_only_watched():
    watcher = Watcher(FIVE)
    watcher.see(tray(100), 30)
    assert watcher.reads == 2


def test_it_is_told_within_six_frames_after_the_last_movement():
    watcher = Watcher(FIVE)
    watcher.see(tray(), 10)
    watcher.see(tray(100))
    watcher.sent.clear()
    watcher.see(tray(100), 6)
    assert "Look" in watcher.kinds


def test_movement_is_told_once_until_the_tray_lies_still():
    watcher = Watcher(FIVE)
    watcher.see(tray(), 10)
    for spot in range(60, 200, 20):
        watcher.see(tray(spot))
    watcher.see(tray(200), 10)
    assert watcher.kinds == ["Look", "Motion", "Look"]


def test_nothing_moves_before_the_tray_has_lain_still_once():
    watcher = Watcher(FIVE)
    for spot in range(60, 200, 20):
        watcher.see(tray(spot))
    assert watcher.kinds == []


def test_a_lamp_that_is_switched_on_is_no_movement():
    watcher = Watcher(FIVE)
    watcher.see(tray(100), 10)
    watcher.see(np.minimum(tray(100).astype(int) * 3 // 2, 255).astype(np.uint8), 10)
    assert watcher.kinds == ["Look", "Look"]


def test_the_pictures_that_were_read_can_be_had_by_their_numbers():
    watcher = Watcher(FIVE)
    watcher.see(tray(100), 10)
    look = watcher.sent[-1]
    assert isinstance(look, Look)
    picture = watcher.eyes.settled(look.picture)
    assert picture is not None
    assert (picture.width_px, picture.height_px) == (320, 240)
    assert picture.jpeg.startswith(b"\xff\xd8")


def test_a_picture_is_encoded_once_for_all_tablets():
    watcher = Watcher(FIVE)
    watcher.see(tray(100), 10)
    assert watcher.eyes.settled(1) is watcher.eyes.settled(1)


def test_old_pictures_are_let_go():
    watcher = Watcher(FIVE)
    for spot in range(60, 260, 20):
        watcher.see(tray(spot), 10)
    assert watcher.eyes.settled(1) is None
    assert watcher.eyes.settled(10) is not None


def test_the_live_picture_is_encoded_a_few_times_a_second():
    watcher = Watcher(FIVE)
    watcher.see(tray(100))
    first = watcher.eyes.live()
    watcher.see(tray(100), 2)
    assert watcher.eyes.live() is first
    watcher.see(tray(100), 3)
    assert watcher.eyes.live() is not first


def test_there_is_no_live_picture_before_the_first_frame():
    assert Watcher(FIVE).eyes.live() is None


def test_a_lost_camera_is_told_and_shows_no_old_picture():
    watcher = Watcher(FIVE)
    watcher.see(tray(100), 10)
    watcher.eyes.health("The camera is not plugged in.", 2.0)
    assert watcher.sent[-1] == CameraState("The camera is not plugged in.", 2.0)
    assert watcher.eyes.live() is None


def test_a_camera_that_is_back_reads_anew():
    watcher = Watcher(FIVE)
    watcher.see(tray(100), 10)
    watcher.eyes.health("Lost.", 2.0)
    watcher.eyes.health("", 3.0)
    watcher.see(tray(100), 10)
    assert watcher.kinds == ["Look", "CameraState", "CameraState", "Look"]


def test_another_calibration_reads_what_lies_there_anew():
    watcher = Watcher(FIVE)
    watcher.see(tray(100), 10)
    watcher.eyes.use(lambda bgr: SIX)
    watcher.see(tray(100), 3)
    look = watcher.sent[-1]
    assert isinstance(look, Look)
    assert look.reading == SIX


def test_a_hand_is_told_as_a_hand():
    watcher = Watcher(EMPTY)
    watcher.see(tray(), 10)
    hand = tray()
    hand[120:, 100:220] = 200
    watcher.see(hand, 2)
    assert any(isinstance(command, Motion) for command in watcher.sent)


# ---- two readings agree -----------------------------------------------------------------------


def told(*readings: Reading) -> Reading | None:
    state, answer = Watching(), None
    for reading in readings:
        assert answer is None, "told too early"
        state, answer = weigh(state, reading)
    return answer


@pytest.mark.parametrize("reading", [FIVE, EMPTY])
def test_two_readings_that_agree_are_told(reading: Reading):
    assert told(reading) is None
    assert told(reading, reading) == reading


def test_one_odd_reading_does_not_count():
    assert told(SIX, FIVE, FIVE) == FIVE


def test_readings_that_never_agree_are_unsure_with_a_reason():
    answer = told(FIVE, SIX, FIVE, SIX)
    assert answer is not None
    assert answer.status is Status.UNSURE
    assert "can't be read twice" in answer.problems[0]


def test_an_unsure_tray_gets_some_more_looks_before_it_is_told():
    assert told(UNSURE, UNSURE, UNSURE) is None
    assert told(UNSURE, UNSURE, UNSURE, UNSURE) == UNSURE
    assert told(UNSURE, FIVE, FIVE) == FIVE


FEW = replace(UNSURE, dice=FIVE.dice, number_open=True)


def test_dice_of_which_only_the_number_is_open_are_told_once_two_readings_agree():
    assert told(FEW, FEW) == FEW


def test_an_unsure_reading_and_one_of_an_open_number_do_not_agree():
    assert told(replace(FEW, number_open=False), FEW) is None


def test_open_numbers_whose_dice_never_agree_are_plainly_unsure():
    other = replace(FEW, dice=SIX.dice)
    answer = told(FEW, other, FEW, other)
    assert answer is not None
    assert not answer.number_open


# ---- the keep strip ---------------------------------------------------------------------------


def test_dice_in_the_strip_are_marked():
    reading = Reading(Status.OK, (die("5", 1), die("6", 3)))
    strip = ((250.0, 0.0), (400.0, 0.0), (400.0, 200.0), (250.0, 200.0))
    assert [one.in_strip for one in in_strip(reading, strip).dice] == [False, True]


def test_an_encoded_picture_knows_its_size():
    assert encode(tray()).width_px == 320


def test_the_strip_is_marked_in_what_is_told():
    sent: list[Command] = []
    read: Callable[[np.ndarray], Reading] = lambda bgr: FIVE  # noqa: E731
    strip = ((250.0, 0.0), (400.0, 0.0), (400.0, 200.0), (250.0, 200.0))
    eyes = Eyes(read, sent.append, strip_px=strip)
    for frame in range(10):
        eyes.frame(tray(100), frame * 0.1)
    look = sent[-1]
    assert isinstance(look, Look)
    assert look.reading.dice[0].in_strip
