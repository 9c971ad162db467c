"""What is gathered about each die, of its look and of the picture's other dice."""

from __future__ import annotations

from dataclasses import replace

import pytest

from tests.vision.trays import RED_FACES, calibration_of, picture, throws
from vision.calibration_values import Calibration
from vision.judgement.cues import Cues
from vision.judgement.judge import Verdict, judge_die
from vision.read import read_tray


def test_each_die_is_compared_with_how_sharp_faces_of_its_look_are(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    sharper: list[float] = []

    def judged(one: Cues, calibration: Calibration) -> Verdict:
        sharper.append(one.sharper)
        return judge_die(one, calibration)

    made = calibration_of(RED_FACES)
    assert made.dice.red is not None
    looks = replace(made.dice.plain, sharper=1.2), replace(made.dice.red, sharper=0.85)
    known = replace(made, dice=replace(made.dice, plain=looks[0], red=looks[1]))
    monkeypatch.setattr("vision.read.judge_die", judged)
    dice = read_tray(picture(throws(RED_FACES, "natural")[0]), known).dice

    reds = sum(bool(die.red) for die in dice)
    assert 0 < reds < len(dice)
    assert sorted(sharper) == [0.85] * reds + [1.2] * (len(dice) - reds)
