"""Leaving a stage of reading out leaves a reader that reads, and gives the stage back after."""

from __future__ import annotations

from typing import Any

import pytest

from calibration import contrasts
from tests.bench.ablation import PARTS, calibrations, no_counts, without
from tests.vision.trays import RED_FACES, calibration_of, picture, throws
from vision import read
from vision.types import Reading, Status


def reading() -> Reading:
    return read.read_tray(picture(throws(RED_FACES, "cocked")[0]), calibration_of(RED_FACES))


@pytest.mark.parametrize("name", sorted(PARTS))
def test_a_reader_without_a_stage_still_finds_the_dice(name: str) -> None:
    with without(PARTS[name]):
        dice = reading().dice
    assert len(dice) >= calibration_of(RED_FACES).dice.count - 1


@pytest.mark.parametrize("name", sorted(PARTS))
def test_a_stage_that_was_left_out_is_given_back(name: str) -> None:
    before = [getattr(module, stage) for module, stage, _ in PARTS[name]]
    with without(PARTS[name]):
        during = [getattr(module, stage) for module, stage, _ in PARTS[name]]
    assert [getattr(module, stage) for module, stage, _ in PARTS[name]] == before
    assert not any(own is other for own, other in zip(before, during, strict=True))


def test_a_stage_of_setting_up_is_left_out_when_a_tray_is_calibrated() -> None:
    def made() -> Any:
        return contrasts._with_shade

    stage, name = contrasts._with_shade, "how dark shadows are"
    by_name: dict[str, Any] = calibrations(made, no_counts([name]))
    assert by_name["nothing"] is stage
    assert by_name[name] is not stage


def test_the_whole_reader_asks_about_a_leaning_die() -> None:
    with without(PARTS["nothing"]):
        assert reading().status is Status.UNSURE
