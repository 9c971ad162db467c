"""The calibration that is in use, and the guided set-up as the pages know it.

May import: adapters.calibrator and demo, settings, table, web.ports, calibration, vision.
"""

from __future__ import annotations

import logging
from collections.abc import Callable
from datetime import UTC, datetime
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from calibration.files import load_calibration
from calibration.lenses import lens_named
from calibration.wizard import THROWS, Stage
from calibration.wizard_faces import Proposal
from pi_app.adapters.calibrator import LiveCalibrator, Shown
from pi_app.adapters.corrections import Learner
from pi_app.adapters.demo import VirtualTray, Where
from pi_app.readers import advisory
from pi_app.settings import Config
from pi_app.table.eyes import Eyes, encode
from pi_app.table.table import Table
from pi_app.table.types import CameraState, SeenDie
from pi_app.web.ports import CalibrationStep, CalibrationView, Picture
from vision.calibration_values import Calibration
from vision.read import read_tray
from vision.types import Reading
from vision.wild import read_wild

log = logging.getLogger(__name__)
Bgr = NDArray[np.uint8]
Clock = Callable[[], float]

_TITLES = ("Empty tray", "First throw", "Second throw", "Third throw", "Red faces")
_WORDS = {
    Stage.EMPTY: "Take everything out of the tray, your hands too.",
    Stage.THROW: "Throw all dice of the set into the tray. Move apart those that touch.",
    Stage.RED: "Turn the dice so that every red face is up once; all other dice stay in the tray."
    " Leave this out if the set has no red faces.",
    Stage.FACES: "Is every die named rightly? Tap one to correct it.",
}
_HANDS = {
    Stage.EMPTY: "Take the virtual dice out",
    Stage.THROW: "Throw the virtual dice",
    Stage.RED: "Turn the red faces up",
}


class Reader:
    """Reads by the calibration that is in use, or by the picture alone while there is none."""

    def __init__(self, calibration: Calibration | None) -> None:
        self.calibration = calibration

    def __call__(self, bgr: Bgr) -> Reading:
        """The reading of a picture."""
        calibration = self.calibration
        if calibration is None:
            return advisory(read_wild(bgr))
        return read_tray(bgr, calibration)


def calibration_in_use(config: Config, demo: VirtualTray | None) -> Calibration | None:
    """The calibration that the program begins with; VisionInputError if it can't be used."""
    if demo is not None:
        return demo.calibration()
    path = config.calibration.path
    if path.exists():
        return load_calibration(path)
    log.warning("%s is not there: reading without a calibration", path)
    return None


def live_calibrator(
    config: Config, table: Table, eyes: Eyes, reader: Reader, clock: Clock
) -> LiveCalibrator:
    """The set-up of this program: what is saved is used from the next frame on."""

    def use(calibration: Calibration) -> None:
        reader.calibration = calibration
        eyes.use(reader)

    def hold(held: bool) -> None:
        words = "The set-up has the camera; the game waits." if held else ""
        table.submit(CameraState(words, clock(), away=not held))

    lens = lens_named(config.camera.lens)
    return LiveCalibrator(_own(config, config.calibration.path), use, hold, clock, lens=lens)


def learner_of(config: Config, table: Table, eyes: Eyes, reader: Reader) -> Learner:
    """The table for the pages, with what players correct kept beside the calibration."""
    folder = _own(config, config.calibration.path.with_name("corrections"))

    def stamp() -> str:
        return datetime.now(UTC).strftime("%Y%m%dT%H%M%S%fZ")

    return Learner(table, folder, eyes.settled, lambda: reader.calibration, stamp)


def _own(config: Config, path: Path) -> Path:
    """A demo's path of its own: never to be taken for that of a real tray."""
    return path.with_name(f"demo-{path.name}") if config.camera.source == "demo" else path


class SetUp:
    """The set-up for the pages; `tray` : the virtual tray of a demo, whose hands help."""

    def __init__(self, live: LiveCalibrator, tray: VirtualTray | None = None) -> None:
        self._tray = tray
        self._live = live
        self.start, self.take, self.back, self.save = live.start, live.take, live.back, live.save
        self.say, self.agree, self.skip = live.say, live.agree, live.skip
        self.leave, self.use = live.leave, live.use

    def view(self) -> CalibrationView:
        """Where the set-up stands, with a judgement of the present picture."""
        return view_of(self._live.shown(), has_hands=self._tray is not None)

    def hands(self) -> None:
        """The virtual dice do what the step asks."""
        if self._tray is None:
            raise ValueError("These dice are real: please move them by hand.")
        deeds: dict[Stage, Callable[[VirtualTray], None]] = {
            Stage.EMPTY: _take_out,
            Stage.THROW: VirtualTray.throw_apart,
            Stage.RED: _turn_red_up,
        }
        deed = deeds.get(self._live.stage)
        if deed is None:
            raise ValueError("There is nothing to do with the dice in this step.")
        self._live.stir()  # before, so that nothing from now on passes for dice at rest
        deed(self._tray)
        self._live.stir()


def view_of(shown: Shown, *, has_hands: bool) -> CalibrationView:
    """What the page shows of a set-up."""
    view = shown.view
    idle = view.stage in (Stage.START, Stage.DONE)
    trouble = (view.trouble,) if view.trouble else ()
    return CalibrationView(
        steps=_steps(view.done, view.stage),
        current=None if idle else min(view.done, len(_TITLES) - 1),
        advice=(*trouble, *shown.judgement.advice),
        ready=shown.judgement.ready,
        picture=_picture(shown),
        summary=view.words,
        can_save=view.can_save,
        dice=tuple(_seen(index, die) for index, die in enumerate(view.dice)),
        busy=view.busy,
        can_skip=view.can_skip,
        remarks=view.remarks,
        hands=_HANDS.get(view.stage, "") if has_hands else "",
        profiles=shown.profiles,
    )


def _steps(done: int, stage: Stage) -> tuple[CalibrationStep, ...]:
    words = [_WORDS[Stage.EMPTY], *[_WORDS[Stage.THROW]] * THROWS, _WORDS[Stage.RED]]
    if stage is Stage.FACES:
        words = [_WORDS[Stage.FACES]] * len(words)
    return tuple(
        CalibrationStep(title, what, done=k < done)
        for k, (title, what) in enumerate(zip(_TITLES, words, strict=True))
    )


def _picture(shown: Shown) -> Picture | None:
    if shown.picture is None:
        return None
    made = encode(shown.picture)
    return Picture(made.jpeg, made.width_px, made.height_px)


def _seen(index: int, die: Proposal) -> SeenDie:
    text = "" if die.absent else str(die.face or "?")
    sure = die.said or die.sure
    return SeenDie(text, die.centre_px, die.corners_px, sure, die.said, "", index)


def _take_out(tray: VirtualTray) -> None:
    for index, one in enumerate(tray.dice()):
        if one.seen:
            tray.pick_up(index)


def _turn_red_up(tray: VirtualTray) -> None:
    if not any(one.seen for one in tray.dice()):
        tray.throw_apart()
    for index, one in enumerate(tray.dice()):
        if one.seen and one.die.red_values and one.where is not Where.STRIP and not one.die.red:
            tray.turn(index, one.die.red_values[0])
