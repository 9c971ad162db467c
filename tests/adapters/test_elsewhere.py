"""Jobs for a second process: done there, here if there is none, and errors come back."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator

import numpy as np
import pytest

from calibration.lenses import UNKNOWN
from calibration.wizard import Setup, Stage, owned, step, work_far
from calibration.wizard_state import Begin, Checked, Take
from pi_app.adapters.elsewhere import Elsewhere
from pi_app.adapters.frugal import be_frugal, give_back


@pytest.fixture
def far() -> Iterator[Elsewhere]:
    elsewhere = Elsewhere()
    yield elsewhere
    elsewhere.close()


def test_a_job_is_done_in_another_process(far: Elsewhere) -> None:
    assert far.do(os.getpid) != os.getpid()


def test_the_next_job_is_done_in_the_same_process(far: Elsewhere) -> None:
    assert far.do(os.getpid) == far.do(os.getpid)


def test_what_is_printed_there_is_no_answer(far: Elsewhere) -> None:
    assert far.do(print, "words") is None
    assert far.do(abs, -3) == 3


def test_an_error_of_the_job_is_raised_here(far: Elsewhere) -> None:
    with pytest.raises(ValueError, match="invalid literal"):
        far.do(int, "five")
    assert far.do(int, "5") == 5


def test_a_process_that_was_ended_is_replaced_and_the_job_done_nevertheless(
    far: Elsewhere,
) -> None:
    first = far.do(os.getpid)
    os.kill(first, 9)
    assert far.do(abs, -3) == 3
    assert far.do(os.getpid) not in (first, os.getpid())


def test_what_can_not_be_begun_is_done_here() -> None:
    assert Elsewhere((sys.executable, "-c", "")).do(os.getpid) == os.getpid()
    assert Elsewhere(("/nowhere/python",)).do(os.getpid) == os.getpid()


def test_it_ends_when_nothing_is_asked_for_a_while() -> None:
    far = Elsewhere(idle_s=0.0)
    far.do(os.getpid)
    assert far._end is not None
    far._end.join()
    assert far._child is None


def test_a_finding_from_elsewhere_belongs_to_its_own_set_up(far: Elsewhere) -> None:
    grey = np.full((96, 128, 3), 90, np.uint8)
    asked, _ = step(step(Setup(), Begin())[0], Take(grey))
    finding = owned(far.do(work_far, asked, lens=UNKNOWN), asked)
    assert isinstance(finding, Checked)
    assert finding.picture is grey
    assert step(asked, finding)[0].stage is Stage.THROW


def test_the_systems_memory_can_be_told_to_be_frugal() -> None:
    if sys.platform == "linux":
        assert be_frugal()
    assert give_back() in (True, False)
