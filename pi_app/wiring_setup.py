"""The calibration that is in use, and the guided set-up as the pages know it.

May import: adapters.calibrator and demo, settings, table, web.ports, calibration, vision.
"""

from __future__ import annotations

import logging
from collections.abc import Callable
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from calibration.files import load_calibration
from calibration.in_use import load_in_use
from calibration.lenses import UNKNOWN, Lens, lens_named, lens_of_model, lens_words
from calibration.marker_sheet import marker_sheet
from calibration.profiles import ProfileError
from calibration.sheet_files import sheet_file
from calibration.wizard import THROWS, Finding, Setup, Stage, work_far
from calibration.wizard_faces import Proposal
from pi_app.adapters.calibrator import LiveCalibrator, Shown
from pi_app.adapters.camera import Optics
from pi_app.adapters.corrections import Learner
from pi_app.adapters.demo import VirtualTray, Where, calibration_of
from pi_app.adapters.dice_sets import DiceSets
from pi_app.adapters.elsewhere import Elsewhere
from pi_app.adapters.frugal import give_back
from pi_app.adapters.shelf import Shelf
from pi_app.readers import advisory
from pi_app.settings import Config
from pi_app.table.eyes import Eyes, encode
from pi_app.table.table import Table
from pi_app.table.types import CameraState, SeenDie
from pi_app.web.ports import CalibrationStep, CalibrationView, KeptSet, Picture
from vision.calibration_values import Calibration
from vision.kept import forget
from vision.several import read_sets
from vision.types import Reading
from vision.wild.reader import read_wild

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
    """Reads by the calibrations in use, one a dice set, or by the picture alone without any."""

    def __init__(self, calibrations: tuple[Calibration, ...]) -> None:
        self.calibrations = calibrations

    def __call__(self, bgr: Bgr) -> Reading:
        """The reading of a picture."""
        calibrations = self.calibrations
        reading = read_sets(bgr, calibrations) if calibrations else advisory(read_wild(bgr))
        give_back()  # half a millisecond for up to ten megabytes
        return reading


def calibrations_in_use(
    config: Config, demo: VirtualTray | None, far: Elsewhere
) -> tuple[Calibration, ...]:
    """The calibrations that the program begins with; VisionInputError if the first can't be used.

    A set beside it that can't be used is left out: its dice are asked about.
    """
    if demo is not None:
        return (far.do(calibration_of, demo.scene),)
    path = config.calibration.path
    try:
        found = load_in_use(path)
    except ProfileError as error:
        log.warning("only one dice set is in use: %s", error)
        return (load_calibration(path),)
    if not found:
        log.warning("%s is not there: reading without a calibration", path)
    return found


def dice_sets(config: Config, eyes: Eyes, reader: Reader) -> DiceSets:
    """The dice sets of this program: those that are chosen are used from the next frame on."""

    def use(calibrations: tuple[Calibration, ...]) -> None:
        reader.calibrations = calibrations
        forget()  # what was kept of the calibrations before
        eyes.use(reader)

    path = _own(config, config.calibration.path)
    return DiceSets(path, lambda: reader.calibrations, use)


def live_calibrator(
    config: Config,
    table: Table,
    sets: DiceSets,
    optics: Callable[[], Optics],
    clock: Clock,
    far: Elsewhere,
    shelf: Shelf,
) -> LiveCalibrator:
    """The set-up of this program.

    optics : what the camera tells of its lens by then. far : where the slow work is done. shelf :
    where its pictures wait.
    """

    def hold(held: bool) -> None:
        words = "The set-up has the camera; the game waits." if held else ""
        table.submit(CameraState(words, clock(), away=not held))
        if not held:
            give_back()

    def find(todo: Setup, *, lens: Lens) -> Finding:
        return far.do(work_far, todo, lens)

    return LiveCalibrator(
        sets,
        hold,
        clock,
        lens=lambda: lens_of(config.camera.lens, optics()),
        find=find,
        shelf=shelf,
    )


def lens_of(name: str, optics: Optics) -> Lens:
    """The lens of the configuration, or for "auto" the one that the camera tells of.

    >>> lens_of("auto", Optics("imx708_wide")).name, lens_of("auto", Optics()).name
    ('module3wide', 'unknown')
    """
    lens = lens_named(name) if name != "auto" else lens_of_model(optics.model) or UNKNOWN
    return lens if optics.part is None or lens is UNKNOWN else lens.showing(optics.part)


def learner_of(config: Config, table: Table, eyes: Eyes, reader: Reader) -> Learner:
    """The table for the pages, with what players correct kept beside the calibration."""
    folder = _own(config, config.calibration.path.with_name("corrections"))

    def stamp() -> str:
        return datetime.now(UTC).strftime("%Y%m%dT%H%M%S%fZ")

    return Learner(table, folder, eyes.settled, lambda: reader.calibrations, stamp)


def _own(config: Config, path: Path) -> Path:
    """A demo's path of its own: never to be taken for that of a real tray."""
    return path.with_name(f"demo-{path.name}") if config.camera.source == "demo" else path


class SetUp:
    """The set-up for the pages; `tray` : the virtual tray of a demo, whose hands help."""

    def __init__(
        self, live: LiveCalibrator, sets: DiceSets, tray: VirtualTray | None = None
    ) -> None:
        self._tray = tray
        self._live = live
        self._sets = sets
        self.start, self.take, self.back, self.save = live.start, live.take, live.back, live.save
        self.say, self.agree, self.skip, self.leave = live.say, live.agree, live.skip, live.leave
        self.use, self.packed, self.take_in = sets.use, sets.packed, sets.take_in
        self.remove = sets.remove

    def view(self) -> CalibrationView:
        """Where the set-up stands, with a judgement of the present picture."""
        view = view_of(self._live.shown(), has_hands=self._tray is not None)
        if view.can_save and self._tray is None:
            view = replace(view, summary=(*view.summary, lens_words(self._live.lens())))
        is_idle = self._live.stage is Stage.START
        return replace(view, sets=self.sets() if is_idle else ())

    def marker_sheet(self, paper: str, ending: str) -> bytes:
        """The sheet of corner markers, to be printed."""
        return sheet_file(marker_sheet(paper), ending)

    def sets(self) -> tuple[KeptSet, ...]:
        """The dice sets that are kept."""
        return tuple(
            KeptSet(one.name, one.count, one.has_red, one.elsewhere, one.used)
            for one in self._sets.listed()
        )

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
