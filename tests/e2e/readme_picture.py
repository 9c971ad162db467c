"""The picture at the top of the README: `python -m tests.e2e.readme_picture docs/page.png`.

The demo itself, some turns into a game, after a throw that was read.
"""

from __future__ import annotations

import random
import sys
import tempfile
from pathlib import Path

from playwright.sync_api import Page

from pi_app.adapters.demo import VirtualTray
from pi_app.rules.log import new_header
from pi_app.rules.moves import TRAY
from pi_app.table.table import Table
from pi_app.table.types import Enter, NewGame, Tap
from tests.e2e.screens import played
from tests.e2e.stage import chromium
from tests.e2e.test_demo import demo

SIZE = {"width": 1280, "height": 800}
MOVES = 44
SEED = 12


def play_some(table: Table) -> None:
    """Some turns of chance, made through the table as taps and typed dice."""
    header = new_header("spicy_classic", ("Ann", "Ben", "Cleo"), dice="spicy")
    table.submit(NewGame(header)).result()
    for move in played(header, MOVES, random.Random(SEED)).moves:
        seq = table.snapshot().seq
        table.submit(Enter(move.dice, seq) if move.seat == TRAY else Tap(move, seq)).result()


def throw(page: Page, tray: VirtualTray) -> None:
    """Throws until a red die lies among dice that were all read."""
    for _ in range(40):
        tray.throw()
        if not any(str(one.die).endswith("r") for one in tray.dice()):
            continue
        page.locator("h1:has-text('scores a box'), #message .mood-ask").first.wait_for()
        if page.locator("h1:has-text('scores a box')").count():
            return


def main(file: Path) -> None:
    """Writes the picture."""
    with tempfile.TemporaryDirectory() as home, demo(Path(home)) as running, chromium() as browser:
        play_some(running.house.table)
        page = browser.new_page(viewport=SIZE)
        page.set_default_timeout(120_000)
        page.goto(running.url)
        throw(page, running.tray)
        page.locator(".mark").first.wait_for()
        page.screenshot(path=file)
        page.close()


if __name__ == "__main__":
    main(Path(sys.argv[1]))
