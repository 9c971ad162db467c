"""`/demo`: the virtual tray and the twins of the buttons, as a pair of hands uses them.

May import: errors, forms, ports, render, rules, flask.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass, field
from threading import Lock

from flask import Blueprint, Response, request

from pi_app.rules.moves import Verb
from pi_app.rules.resolve import BUTTONS
from pi_app.table.types import Mood
from pi_app.web import forms
from pi_app.web.errors import BadInput, NotHere
from pi_app.web.ports import DemoTray, Panel
from pi_app.web.render import House, Notice, Painter
from pi_app.web.routes import with_routes

MOST_DICE = 36
DEEDS = ("pick_up", "set_aside", "take_off", "put_back", "turn")


@dataclass(frozen=True, slots=True)
class DemoPages:
    """The virtual tray; where there is none, every address says so."""

    house: House
    painter: Painter
    finger: Lock = field(default_factory=Lock)

    def tray(self) -> DemoTray:
        if self.house.demo is None:
            raise NotHere("no_demo", "There is no virtual tray here: these are real dice.")
        return self.house.demo

    def show(self) -> Response:
        self.tray()
        return self.painter.page(self.house.desk.snapshot())

    def throw(self) -> Response:
        return self.done(self.tray().throw)

    def die(self) -> Response:
        """One thing is done with one die: "pick_up 3", "turn 3 5"."""
        deed, index, value = _deed(forms.text(request.form, "deed"), len(self.tray().dice()))
        tray = self.tray()
        deeds: dict[str, Callable[[], None]] = {
            "pick_up": lambda: tray.pick_up(index),
            "set_aside": lambda: tray.set_aside(index),
            "take_off": lambda: tray.take_off(index),
            "put_back": lambda: tray.put_back(index),
            "turn": lambda: tray.turn(index, value),
        }
        return self.done(deeds[deed])

    def done(self, deed: Callable[[], None]) -> Response:
        """The table after a deed; a sentence when the tray refuses it."""
        snapshot = self.house.desk.snapshot()
        try:
            deed()
        except ValueError as error:
            return self.painter.answer(snapshot, Notice(Mood.REFUSED, str(error), 409))
        return self.painter.answer(self.house.desk.snapshot())

    def press(self) -> Response:
        """A finger on a twin: down on the mock pin, held, and up again."""
        if self.house.panel is None:
            raise NotHere("no_panel", "The buttons are real here: please press them by hand.")
        verb = forms.verb(request.form, "verb", BUTTONS)
        hold = forms.one_of(request.form, "hold", ("short", "long"))
        # One finger at a time: two would let go for each other, and each holds a thread.
        if not self.finger.acquire(blocking=False):
            notice = Notice(Mood.ASK, "Another hand is on the buttons; please press again.", 409)
            return self.painter.answer(self.house.desk.snapshot(), notice)
        try:
            self.hold(self.house.panel, verb, hold)
        finally:
            self.finger.release()
        return self.painter.answer(self.house.desk.snapshot())

    def hold(self, panel: Panel, verb: Verb, hold: str) -> None:
        """Holds the pin as long as a finger would."""
        panel.press(verb)
        try:
            time.sleep(self.house.long_hold_s if hold == "long" else self.house.hold_s)
        finally:
            panel.release(verb)


def blueprint(house: House, painter: Painter) -> Blueprint:
    """The addresses of these pages."""
    pages = DemoPages(house, painter)
    return with_routes(
        Blueprint("demo", __name__, url_prefix="/demo"),
        (
            ("GET", "/", pages.show),
            ("POST", "/throw", pages.throw),
            ("POST", "/die", pages.die),
            ("POST", "/press", pages.press),
        ),
    )


def _deed(text: str, count: int) -> tuple[str, int, int]:
    """What is done, with which die, and the number for a turn (0 otherwise)."""
    deed, _, rest = text.partition(" ")
    fields = dict(zip(("index", "value"), rest.split(), strict=False))
    if deed not in DEEDS:
        raise BadInput("bad_deed", f'"{deed}" can\'t be done with a die.')
    index = forms.whole(fields, "index", 0, count - 1)
    return deed, index, forms.whole(fields, "value", 1, 6) if deed == "turn" else 0
