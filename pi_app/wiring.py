"""Builds the running program out of its parts; nothing else knows how they fit together.

May import: everything.
"""

from __future__ import annotations

import logging
import os
import threading
import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from flask import Flask

from pi_app.adapters import buttons as pins
from pi_app.adapters.buttons import MockPanel, Panel, make_factory
from pi_app.adapters.calibrator import LiveCalibrator
from pi_app.adapters.camera import Camera, Frame
from pi_app.adapters.camera_runner import CameraRunner, make_camera
from pi_app.adapters.camera_watch import Health
from pi_app.adapters.corrections import Learner
from pi_app.adapters.debounce import Kind
from pi_app.adapters.demo import DemoDie, VirtualTray, Where
from pi_app.adapters.elsewhere import Elsewhere
from pi_app.adapters.notify import Notifier
from pi_app.adapters.shelf import Shelf
from pi_app.adapters.store import Store
from pi_app.rules.log import new_header
from pi_app.rules.moves import Verb
from pi_app.rules.resolve import Keeping
from pi_app.settings import Config
from pi_app.table.eyes import Eyes
from pi_app.table.table import Table
from pi_app.table.types import Press, Snapshot
from pi_app.web.app import create_app
from pi_app.web.ports import Picture, Place, TrayDie
from pi_app.wiring_setup import (
    Reader,
    SetUp,
    calibrations_in_use,
    dice_sets,
    learner_of,
    live_calibrator,
)
from vision.types import Point

log = logging.getLogger(__name__)
Clock = Callable[[], float]

DIED = 70  # the exit code after a fault of the program (EX_SOFTWARE); systemd starts it anew


@dataclass(frozen=True, slots=True)
class House:
    """The parts of one running program."""

    store: Store
    table: Table
    eyes: Eyes
    camera: CameraRunner
    panel: Panel
    app: Flask
    owner: threading.Thread
    factory: Any
    learner: Learner
    twins: Twins | None
    demo: VirtualTray | None
    far: Elsewhere

    def start(self) -> None:
        """Begin to play: table, camera and buttons, each in its own thread."""
        self.owner.start()
        self.learner.start()
        self.panel.start()
        self.camera.start()

    def close(self) -> None:
        """Stop everything; what was acknowledged is on disk already. Safe before `start`."""
        self.camera.stop()
        self.panel.close()
        self.table.close()
        if self.owner.is_alive():
            self.owner.join()
        self.learner.close()
        self.store.close()
        self.factory.close()
        self.far.close()


def build(
    config: Config,
    notifier: Notifier,
    *,
    clock: Clock = time.monotonic,
    tray: VirtualTray | None = None,
) -> House:
    """The parts, connected but not yet running.

    tray : the virtual tray of a demo; a new one if None and the camera is the demo.

    Raises StoreError, OptionError, ButtonsError or VisionInputError with a sentence.
    """
    header = new_header(
        config.game.default, config.game.seats, config.game.options, config.table.dice
    )
    store = Store(config.store.path)  # first: what is wrong with it is said at once
    try:
        demo = (tray or VirtualTray()) if config.camera.source == "demo" else None
        shelf = Shelf(config.calibration.path.parent)
        far = Elsewhere(shelf=shelf)
        reader = Reader(calibrations_in_use(config, demo, far))
        table = Table(store, header, keeping=Keeping(config.table.keeping))
        factory = make_factory(config.buttons.factory)
    except BaseException:
        store.close()
        raise
    eyes = Eyes(reader, table.submit, strip_px=demo.strip_px if demo else strip_px(config))
    sets = dice_sets(config, eyes, reader)
    source = make_camera(config.camera, demo, clock)
    live = live_calibrator(config, table, sets, lambda: source.optics, clock, far, shelf)
    camera = _camera(config, source, eyes, live, notifier, clock)
    panel = Panel(config.buttons, factory, lambda press: _pressed(table, press), clock)
    table.subscribe(Lights(panel))
    twins = Twins(MockPanel(config.buttons, factory)) if config.buttons.factory == "mock" else None
    learner = learner_of(config, table, eyes, reader)
    app = create_app(
        learner,
        config,
        archive=table,
        panel=twins,
        demo=Hands(demo) if demo else None,
        pictures=Pictures(eyes),
        calibrator=SetUp(live, sets, demo),
    )
    owner = threading.Thread(
        target=lambda: table.serve(feed=notifier.alive, on_death=die), name="table", daemon=True
    )
    return House(store, table, eyes, camera, panel, app, owner, factory, learner, twins, demo, far)


def strip_px(config: Config) -> tuple[Point, ...]:
    """The corners of the configured keep strip in the picture, in turning order; () for none."""
    if not config.table.strip:
        return ()
    left, top, right, bottom = config.table.strip
    width_px, height_px = config.camera.size_px
    corners = ((left, top), (right, top), (right, bottom), (left, bottom))
    return tuple((x * width_px, y * height_px) for x, y in corners)


def die(error: BaseException) -> None:
    """End the process at once after a fault of the program: half a program scores wrongly."""
    log.critical("a worker died; the program ends: %s", error, exc_info=error)
    logging.shutdown()
    os._exit(DIED)


def _camera(
    config: Config,
    source: Camera,
    eyes: Eyes,
    live: LiveCalibrator,
    notifier: Notifier,
    clock: Clock,
) -> CameraRunner:
    def health(news: Health) -> None:
        notifier.status(news.sentence or "The camera gives pictures.")
        eyes.health("" if news.well else news.sentence, clock())

    def look(frame: Frame) -> None:
        held = live.frame(frame.bgr, frame.time_s)
        (eyes.only_show if held else eyes.frame)(frame.bgr, frame.time_s)

    return CameraRunner(source, look, health, fps=config.camera.fps, clock=clock)


def _pressed(table: Table, press: pins.Press) -> None:
    table.submit(Press(Verb(press.verb), press.time_s, long=press.kind is Kind.LONG))


class Lights:
    """Shows the lamps what the table says: lit where legal, blinking where it was refused."""

    def __init__(self, panel: Panel) -> None:
        self._panel = panel
        self._last: Snapshot | None = None

    def __call__(self, snapshot: Snapshot) -> None:
        """Light and blink as this snapshot wants it."""
        last, self._last = self._last, snapshot
        if last is None or last.lit != snapshot.lit:
            self._panel.light(frozenset(verb.value for verb in snapshot.lit))
        pressed = last is not None and last.presses != snapshot.presses
        if snapshot.blink is not None and pressed:
            self._panel.blink(snapshot.blink.value)


class Twins:
    """The on-screen twins of the buttons, as the pages know them (web.ports.Panel)."""

    def __init__(self, panel: MockPanel) -> None:
        self._panel = panel

    def press(self, verb: Verb) -> None:
        """The finger goes down on this button."""
        self._panel.press(verb.value)

    def release(self, verb: Verb) -> None:
        """The finger goes up again."""
        self._panel.release(verb.value)


class Pictures:
    """The camera's pictures, as the pages know them (web.ports.Pictures)."""

    def __init__(self, eyes: Eyes) -> None:
        self._eyes = eyes

    def settled(self, number: int) -> Picture | None:
        """The settled picture of this number; None when it is no longer kept."""
        found = self._eyes.settled(number)
        return Picture(found.jpeg, found.width_px, found.height_px) if found else None

    def live(self) -> Picture | None:
        """The newest picture; None while there is no camera."""
        found = self._eyes.live()
        return Picture(found.jpeg, found.width_px, found.height_px) if found else None


_PLACES = {
    Where.TRAY: Place.TRAY,
    Where.STRIP: Place.STRIP,
    Where.HAND: Place.HAND,
    Where.ASIDE: Place.ASIDE,
}


class Hands:
    """The virtual tray, as the pages know it (web.ports.DemoTray)."""

    def __init__(self, tray: VirtualTray) -> None:
        self._tray = tray
        self.throw = tray.throw
        self.pick_up = tray.pick_up
        self.set_aside = tray.set_aside
        self.take_off = tray.take_off
        self.turn = tray.turn
        self.put_back = tray.put_back

    def dice(self) -> tuple[TrayDie, ...]:
        """All dice of the set, each at its own index."""
        rolling = self._tray.rolling
        return tuple(_tray_die(one, k in rolling) for k, one in enumerate(self._tray.dice()))


def _tray_die(one: DemoDie, rolls: bool) -> TrayDie:
    if rolls:
        return TrayDie("?", _PLACES[one.where], one.faces, rolls=True)
    return TrayDie(str(one.die), _PLACES[one.where], one.faces, leans=not one.die.flat)
