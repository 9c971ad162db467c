"""A tablet without a window, and what a person does with the dice, to measure the program in use.

May import: cv2, the virtual tray of `pi_app.adapters.demo`.
"""

from __future__ import annotations

import http.cookiejar
import re
import time
import urllib.error
import urllib.request
from collections.abc import Callable
from pathlib import Path
from urllib.parse import urlencode

import cv2

from pi_app.adapters.demo import VirtualTray

_STILL_FRAMES = 12  # more than settling and reading take
_PATIENCE_S, _PATIENCE_WITH_DICE_S = 90.0, 300.0  # beside other programs a fit may take a minute


class Tablet:
    """A browser without a window."""

    def __init__(self, url: str) -> None:
        self._url = url
        cookies = urllib.request.HTTPCookieProcessor(http.cookiejar.CookieJar())
        self._open = urllib.request.build_opener(cookies).open
        self._token = ""

    def get(self, path: str) -> str:
        """What is at an address, as text; "" when there is nothing."""
        try:
            with self._open(self._url + path, timeout=_PATIENCE_S) as answer:
                text = str(answer.read().decode(errors="replace"))
        except urllib.error.HTTPError:
            return ""
        found = re.search(r'name="token" value="(\w+)"', text)
        self._token = found[1] if found else self._token
        return text

    def post(self, path: str, **form: str) -> bool:
        """Whether it was done."""
        data = urlencode({"token": self._token, **form}).encode()
        try:
            with self._open(self._url + path, data, timeout=_PATIENCE_S) as answer:
                answer.read()
        except urllib.error.HTTPError:
            return False
        return True

    def until(self, done: Callable[[], bool], what: str) -> None:
        """Tries until it is done."""
        end_s = time.monotonic() + _PATIENCE_WITH_DICE_S
        while not done():
            if time.monotonic() > end_s:
                raise TimeoutError(f"{what} was not done in {_PATIENCE_WITH_DICE_S:.0f} s")
            time.sleep(0.3)

    def see(self) -> None:
        """Fetch the table's page and every picture on it."""
        page = self.get("/")
        for source in re.findall(r'(?:src|href)="(/[^"]+\.jpg[^"]*)"', page):
            self.get(source)
        self.get("/live.jpg")


class Hands:
    """What a person does with the dice: here in the demo."""

    def __init__(self, tablet: Tablet) -> None:
        self._tablet = tablet

    def take_up(self, tablet: Tablet) -> None:
        """Go on with another tablet."""
        self._tablet = tablet

    def throw(self) -> None:
        """Throw all dice."""
        self._tablet.get("/demo/")
        self._tablet.post("/demo/throw")

    def serve_step(self) -> None:
        """Do what the set-up asks for."""
        self._tablet.get("/calibrate/")
        self._tablet.post("/calibrate/", deed="hands")


class Film(Hands):
    """The same for a camera that shows a folder: adds pictures to it."""

    def __init__(self, tablet: Tablet, folder: Path, tray: VirtualTray) -> None:
        super().__init__(tablet)
        self._folder, self._tray = folder, tray
        self._count = 0

    def throw(self) -> None:
        """Show a throw and the dice at rest."""
        self._tray.throw()
        self._show()

    def serve_step(self) -> None:
        """Show the empty tray first, then throws whose dice lie apart."""
        if "Throw all dice" in self._tablet.get("/calibrate/"):
            self._tray.throw_apart()
        else:
            for index in range(len(self._tray.dice())):
                self._tray.pick_up(index)
        self._show()

    def _show(self) -> None:
        moving = True
        left = _STILL_FRAMES
        while moving or left:
            moving = self._tray.busy
            left -= not moving
            self._count += 1
            part = self._folder / f"{self._count:05d}.part"
            _, data = cv2.imencode(".jpg", self._tray.frame(0.0), [cv2.IMWRITE_JPEG_QUALITY, 92])
            part.write_bytes(data.tobytes())
            part.rename(part.with_suffix(".jpg"))
