"""The guided set-up on a live camera: who has the tray, what is kept, and what is used then."""

from __future__ import annotations

import gc
import threading
import weakref
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest

from calibration.files import load_calibration
from calibration.lenses import LENSES, UNKNOWN
from calibration.profiles import ProfileError
from calibration.wizard import Stage, WizardError
from pi_app.adapters.calibrator import PATIENCE_S, LiveCalibrator
from pi_app.adapters.dice_sets import DiceSets
from tests.calibration.wizard_worlds import DICE, empty, picture, true_faces
from vision.calibration_values import Calibration

FRAME_S = 0.1


class Desk:
    """A set-up whose frames and time come from the test, and whose slow work is done at once."""

    def __init__(self, folder: Path) -> None:
        self.now_s = 0.0
        self.held: list[bool] = []
        self.used: tuple[Calibration, ...] = ()
        self.path = folder / "calibration.toml"
        self.sets = DiceSets(self.path, lambda: self.used, self._use)
        self.live = LiveCalibrator(
            self.sets,
            self.held.append,
            lambda: self.now_s,
            run=self._at_once,
            wait_s=0.0,
        )

    def _use(self, calibrations: tuple[Calibration, ...]) -> None:
        self.used = calibrations

    def _at_once(self, job: Callable[[], None]) -> None:
        job()

    def look(self, bgr: np.ndarray, frames: int = 6) -> bool:
        held = False
        for _ in range(frames):
            self.now_s += FRAME_S
            held = self.live.frame(bgr, self.now_s)
        return held

    def throw(self, dice: tuple) -> None:
        """One throw, named as it really is."""
        self.look(picture(dice))
        self.live.take()
        for index, (true, _) in enumerate(true_faces(self.live.shown().view.dice, dice)):
            self.live.say(index, str(true))
        self.live.agree()


@pytest.fixture
def desk(tmp_path: Path) -> Desk:
    return Desk(tmp_path)


def test_the_game_keeps_the_tray_until_the_set_up_begins(desk: Desk):
    assert not desk.look(empty())
    desk.live.start()
    assert desk.look(empty())
    assert desk.held == [True]


def test_leaving_gives_the_tray_back(desk: Desk):
    desk.live.start()
    desk.look(empty())
    desk.live.leave()
    assert not desk.look(empty())
    assert desk.held == [True, False]


def test_after_a_set_up_none_of_its_frames_stays_in_memory(desk: Desk):
    desk.live.start()
    frame = empty().copy()
    kept = weakref.ref(frame)
    desk.look(frame)
    desk.live.shown()
    del frame
    assert kept() is not None
    desk.live.leave()
    desk.look(empty(), frames=1)
    gc.collect()
    assert kept() is None


def test_a_set_up_that_nobody_looks_at_gives_the_tray_back(desk: Desk):
    desk.live.start()
    desk.look(empty())
    desk.now_s += PATIENCE_S
    assert not desk.look(empty())
    desk.live.shown()
    assert desk.look(empty())
    assert desk.held == [True, False, True]


def test_without_a_live_picture_none_is_taken(desk: Desk):
    desk.live.start()
    with pytest.raises(WizardError, match="no pictures"):
        desk.live.take()
    desk.look(empty())
    desk.now_s += 10
    assert "no pictures" in desk.live.shown().judgement.advice[0]


def test_a_picture_from_before_the_dice_were_moved_is_not_taken(desk: Desk):
    desk.live.start()
    desk.look(empty())
    desk.live.stir()
    with pytest.raises(WizardError, match="moves"):
        desk.live.take()


def test_a_picture_from_before_it_was_asked_for_is_not_taken(desk: Desk):
    desk.live.start()
    desk.look(empty())
    desk.now_s += FRAME_S / 2
    with pytest.raises(WizardError, match="no pictures"):
        desk.live.take()
    desk.look(empty(), 1)
    desk.live.take()


def test_the_picture_that_comes_after_the_wish_is_waited_for(tmp_path: Path):
    now_s = [0.0]
    live = LiveCalibrator(
        DiceSets(tmp_path / "c.toml", lambda: (), lambda _: None),
        lambda _: None,
        lambda: now_s[0],
        run=lambda _: None,
        wait_s=60.0,
    )
    live.start()
    for _ in range(6):
        now_s[0] += FRAME_S
        live.frame(empty(), now_s[0])
    now_s[0] += FRAME_S
    page = threading.Thread(target=live.take)
    page.start()
    live.frame(empty(), now_s[0])
    page.join(timeout=60.0)
    assert live.shown().view.stage is Stage.BUSY


def test_a_finished_set_up_is_kept_and_used_at_once(desk: Desk):
    desk.live.start()
    desk.look(empty())
    desk.live.take()
    for dice in (DICE[0], DICE[1], DICE[0]):
        desk.throw(dice)
    desk.live.skip()
    with pytest.raises(ProfileError):
        desk.live.save("")
    assert desk.used == ()
    desk.live.save("My dice")
    assert desk.live.stage is Stage.START
    assert (load_calibration(desk.path),) == desk.used
    assert [(one.name, one.used) for one in desk.sets.listed()] == [("My dice", True)]


def test_the_lens_is_asked_for_when_it_is_needed(tmp_path: Path):
    known = [UNKNOWN]
    live = LiveCalibrator(
        DiceSets(tmp_path / "c.toml", lambda: (), lambda _: None),
        lambda _: None,
        lambda: 0.0,
        lens=lambda: known[0],
    )
    known[0] = LENSES["module3wide"]  # the camera tells its name when it is open
    assert live.lens().name == "module3wide"


def test_nothing_is_saved_before_the_end(desk: Desk):
    desk.live.start()
    with pytest.raises(WizardError, match="not done"):
        desk.live.save("My dice")
    assert not desk.path.exists()
