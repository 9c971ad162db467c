"""The app on fakes, and a browser without script that carries cookie, token and seq."""

from __future__ import annotations

import re
from dataclasses import dataclass
from html import unescape

import pytest
from flask import Flask
from flask.testing import FlaskClient
from werkzeug.test import TestResponse

from pi_app.web.app import create_app
from tests.web.fake_calibrator import FakeCalibrator
from tests.web.fakes import (
    FakeArchive,
    FakePanel,
    FakePictures,
    FakeTable,
    FakeTray,
    grey_picture,
)

LIVE = {"X-Tallytray-Live": "1"}


@dataclass
class Tablet:
    """A browser that remembers what its page showed."""

    client: FlaskClient
    token: str = ""
    seen: str = ""

    def open(self, path: str = "/") -> str:
        """The page, as text; what its forms carry is remembered."""
        return self._read(self.client.get(path))

    def send(self, path: str, *, live: bool = False, **fields: object) -> TestResponse:
        """What a form of the shown page is answered with; `fields` win over what it carries."""
        data = {"token": self.token, "seen": self.seen} | fields
        return self.client.post(path, data=data, headers=LIVE if live else {})

    def _read(self, response: TestResponse) -> str:
        text = response.get_data(as_text=True)
        for name in ("token", "seen"):
            if found := re.search(rf'name="{name}" value="([^"]*)"', text):
                setattr(self, name, found[1])
        return text


@dataclass
class Stage:
    """Everything that a test of the pages looks at."""

    table: FakeTable
    panel: FakePanel
    tray: FakeTray
    calibrator: FakeCalibrator
    app: Flask

    def tablet(self) -> Tablet:
        """A browser that has opened the table page."""
        tablet = Tablet(self.app.test_client())
        tablet.open()
        return tablet


@pytest.fixture
def stage() -> Stage:
    """Keep on Rolling for Ann and Ben, before the first throw."""
    table, panel, tray, calibrator = FakeTable(), FakePanel(), FakeTray(), FakeCalibrator()
    app = create_app(
        table,
        archive=FakeArchive(table),
        panel=panel,
        demo=tray,
        pictures=FakePictures(grey_picture()),
        calibrator=calibrator,
    )
    return Stage(table, panel, tray, calibrator, app)


def plain(html: str) -> str:
    """The words of a page in one line."""
    return " ".join(unescape(re.sub(r"<[^>]*>", " ", html)).split())
