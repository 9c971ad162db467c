"""The demo in a real browser: a virtual tray, mock pins, and everything else as on the Pi."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from pi_app.adapters.demo import VirtualTray
from pi_app.adapters.notify import Notifier
from pi_app.config import DEMO, load_config
from pi_app.wiring import House, build
from tests.e2e.conftest import NewPage
from tests.e2e.stage import served

PATIENCE_MS = 60_000
MOST_THROWS = 12


@dataclass(frozen=True, slots=True)
class Demo:
    """The running demo, its tray, and the address of its page."""

    house: House
    tray: VirtualTray
    url: str


@contextmanager
def demo(home: Path) -> Iterator[Demo]:
    """Tallytray as `serve --demo` starts it, on a tray where chance is seeded."""
    over = {"game.seats": ["Ann", "Ben"], **DEMO}
    config = load_config(None, over, home).config
    tray = VirtualTray(seed=11, lean=0.0)
    house = build(config, Notifier(), tray=tray)
    house.start()
    try:
        with served(house.app, wake=house.table.close) as site:
            yield Demo(house, tray, site.url)
    finally:
        house.close()


@pytest.fixture(autouse=True)
def patience() -> Iterator[None]:
    """Conditions are waited for as long as a slow machine may need."""
    expect.set_options(timeout=PATIENCE_MS)
    yield
    expect.set_options(timeout=5_000)


def throw_until_read(page: Page, tray: VirtualTray) -> None:
    """Throws until a red die lies there and every die is surely read."""
    for _ in range(MOST_THROWS):
        with page.expect_response("**/demo/throw"):
            page.locator(".is-throw").click()
        while not any(str(one.die).endswith("r") for one in tray.dice()):
            tray.throw()
        answer = page.locator("h1:has-text('scores a box'), #message .mood-ask")
        expect(answer.first).to_be_visible()
        if page.locator("h1:has-text('scores a box')").count():
            return
    raise AssertionError("no throw was read surely")


def test_a_red_die_is_turned_by_hand_and_flip_is_understood(
    tmp_path: Path, new_page: NewPage
) -> None:
    with demo(tmp_path) as running:
        page = new_page(running.url)
        throw_until_read(page, running.tray)
        index, die = next(
            (place, one)
            for place, one in enumerate(running.tray.dice())
            if str(one.die).endswith("r")
        )
        red, white = str(die.die), "2" if str(die.die) == "1r" else "1"
        page.get_by_label(f"More for die {index + 1}").click()
        page.locator(f"#hand-{index} .faces button").nth(int(white) - 1).click()
        page.get_by_role("button", name="FLIP button").click()
        expect(page.locator("#past")).to_contain_text("Ann turns")
        moves = [str(move) for move in running.house.table.snapshot().last_moves]
        assert moves[-1] == f"p1 flip {red} {white}"
        page.close()
