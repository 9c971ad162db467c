"""Without a calibration nothing is accepted without asking."""

from __future__ import annotations

from pi_app.readers import NOT_SET_UP, advisory
from vision.types import DieReading, Reading, Status

DIE = DieReading(5, False, 0.999, (10.0, 10.0), ())


def test_a_sure_reading_of_a_tray_that_was_not_set_up_still_asks() -> None:
    reading = advisory(Reading(Status.OK, (DIE,)))
    assert reading == Reading(Status.UNSURE, (DIE,), (NOT_SET_UP,))


def test_an_unsure_reading_keeps_its_own_reasons() -> None:
    reading = Reading(Status.UNSURE, (DIE,), ("A die leans.",))
    assert advisory(reading) is reading


def test_an_empty_tray_is_empty_without_asking() -> None:
    assert advisory(Reading(Status.EMPTY)).status is Status.EMPTY
