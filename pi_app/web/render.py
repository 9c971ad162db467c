"""Draws the table page and its regions, once for all tablets that show the same.

What differs from browser to browser (the token, the page's seq) is left as a slot and filled in
for each answer. May import: desk, errors, guard, ports, present, flask.
"""

from __future__ import annotations

import threading
from dataclasses import dataclass

from flask import Response, jsonify, redirect, render_template, request, url_for

from pi_app.table.types import Mood, Snapshot
from pi_app.web.desk import Desk
from pi_app.web.errors import NotHere
from pi_app.web.guard import Guard
from pi_app.web.ports import Archive, Calibrator, DemoTray, Panel, Pictures, TrayDie
from pi_app.web.present.board import Board, board_of

REGIONS = ("turn", "message", "tray", "hands", "moves", "sheet", "past")
TOKEN_SLOT, SEEN_SLOT = "@@token@@", "@@seen@@"
LIVE_HEADER = "X-Tallytray-Live"


@dataclass(frozen=True, slots=True)
class House:
    """Everything that the pages are given; what is None is not there and not shown."""

    desk: Desk
    guard: Guard
    archive: Archive | None = None
    panel: Panel | None = None
    demo: DemoTray | None = None
    pictures: Pictures | None = None
    calibrator: Calibrator | None = None
    port: int = 8000
    hold_s: float = 0.08
    long_hold_s: float = 1.3

    def set_up(self) -> Calibrator:
        """The set-up; NotHere without a camera to set up."""
        if self.calibrator is None:
            raise NotHere("no_calibrator", "There is nothing to set up here.")
        return self.calibrator


@dataclass(frozen=True, slots=True)
class Notice:
    """A sentence for the one who asked, on this tablet only."""

    mood: Mood
    text: str
    status: int = 200


Cached = tuple[Snapshot, tuple[TrayDie, ...], dict[str, str]]


class Painter:
    """Draws the table page; keeps the regions that were drawn last."""

    def __init__(self, house: House) -> None:
        self.house = house
        self._lock = threading.Lock()
        self._last: Cached | None = None

    def answer(self, snapshot: Snapshot, notice: Notice | None = None) -> Response:
        """What a tap is answered with: the regions for a page with script, else a page."""
        if is_live():
            return self.live(snapshot, notice)
        if notice is None:
            return see_other(url_for("table.show"))
        return self.page(snapshot, notice)

    def live(self, snapshot: Snapshot, notice: Notice | None = None) -> Response:
        """The regions as data, for the page's script."""
        response = jsonify(
            seen=self.house.desk.seen(snapshot),
            token=self.house.guard.token(),
            title=_title(snapshot),
            moving=snapshot.moving,
            regions=self.regions(snapshot),
            notice=None if notice is None else {"mood": notice.mood.value, "text": notice.text},
        )
        response.status_code = 200 if notice is None else notice.status
        return response

    def page(self, snapshot: Snapshot, notice: Notice | None = None) -> Response:
        """The whole table page."""
        regions = {
            name: self._filled(html, snapshot) for name, html in self.regions(snapshot).items()
        }
        html = render_template(
            "table.html",
            regions=regions,
            notice=notice,
            title=_title(snapshot),
            seen=self.house.desk.seen(snapshot),
            token=self.house.guard.token(),
            moving=snapshot.moving,
        )
        return Response(html, 200 if notice is None else notice.status, mimetype="text/html")

    def regions(self, snapshot: Snapshot) -> dict[str, str]:
        """The HTML of each region, with slots; drawn once for each state of the table."""
        dice = self.house.demo.dice() if self.house.demo else ()
        with self._lock:
            last = self._last
            if last is not None and last[0] is snapshot and last[1] == dice:
                return last[2]
            board = self._board(snapshot, dice)
            regions = {
                name: render_template(
                    f"regions/{name}.html",
                    board=board,
                    house=self.house,
                    token=TOKEN_SLOT,
                    seen=SEEN_SLOT,
                ).strip()
                for name in REGIONS
            }
            self._last = (snapshot, dice, regions)
        return regions

    def _board(self, snapshot: Snapshot, dice: tuple[TrayDie, ...]) -> Board:
        pictures = self.house.pictures
        number = snapshot.picture
        picture = pictures.settled(number) if pictures and number is not None else None
        return board_of(snapshot, picture, dice, has_live=pictures is not None)

    def _filled(self, html: str, snapshot: Snapshot) -> str:
        token, seen = self.house.guard.token(), self.house.desk.seen(snapshot)
        return html.replace(TOKEN_SLOT, token).replace(SEEN_SLOT, seen)


def is_live() -> bool:
    """Whether the page's script asks, and wants regions instead of a page."""
    return request.headers.get(LIVE_HEADER) == "1"


def see_other(address: str) -> Response:
    """Send the browser to another page, so that reloading it does nothing again."""
    response = redirect(address, code=303)
    assert isinstance(response, Response)
    return response


def _title(snapshot: Snapshot) -> str:
    return f"{snapshot.sheet.status} - {snapshot.title}"
