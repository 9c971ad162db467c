"""The whole way, once: frames of a throw, the camera, the reading, the buttons, a tap, the disk.

The program runs as it does on the appliance, in a process of its own: only the pins are mock
pins, pressed through their twins on the page, and the camera shows a film.
"""

from __future__ import annotations

import re
import shutil
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from pi_app.adapters.store import Store
from pi_app.rules.log import Record, begin
from tests.e2e.conftest import NewPage
from tests.e2e.film import draw_set_up, draw_throw, draw_turn, film
from tests.running import TABLE

DATA = Path(__file__).parent.parent / "data" / "seq_throw"
STILL_FRAMES = 12  # of the empty tray, before the hand comes
# Chromium and the program share two cores with other tests: nothing here is a measurement.
PATIENCE_MS = 90_000


@pytest.fixture(autouse=True)
def patience() -> Iterator[None]:
    """Conditions are waited for as long as a slow machine may need."""
    expect.set_options(timeout=PATIENCE_MS)
    yield
    expect.set_options(timeout=5_000)


def tallytray(*words: str | Path) -> list[str]:
    """The command line of the program."""
    return [sys.executable, "-m", "pi_app.main", *map(str, words)]


def calibrate(home: Path, empty: Path, shots: list[Path]) -> None:
    """What a person does before the first game, with the pictures of this tray."""
    dice = [word for shot in shots for word in ("--dice", shot)]
    command = tallytray("calibrate", "--empty", empty, *dice)
    subprocess.run([*command, "--out", str(home / "calibration.toml")], check=True)


def configured(home: Path, frames: Path) -> Path:
    """A configuration whose camera shows the pictures of a folder."""
    file = home / "table.toml"
    file.write_text(TABLE.format(source="folder", frames=frames, home=home))
    return file


@contextmanager
def running(config: Path) -> Iterator[tuple[subprocess.Popen[str], str]]:
    """The program and its address; killed at the end, if it still runs."""
    command = tallytray("serve", "--config", config)
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as process:
        try:
            assert process.stdout is not None
            for line in process.stdout:
                if found := re.search(r"http://localhost:(\d+)", line):
                    yield process, f"http://127.0.0.1:{found[1]}"
                    break
            else:
                raise AssertionError("the program ended before it served its page")
        finally:
            process.send_signal(signal.SIGKILL)


def kept(home: Path) -> Record:
    """The game as the database tells it."""
    store = Store(home / "games.sqlite")
    try:
        game_id = store.latest()
        assert game_id is not None
        header, events = store.read(game_id)
    finally:
        store.close()
    record = begin(header)
    for event in events:
        record = record.after(event)
    return record


def sheet(page: Page) -> str:
    """The sheet as a person reads it."""
    return page.locator("#sheet").inner_text()


def press(page: Page, verb: str) -> None:
    """A finger on a twin: it drives the mock pin."""
    page.get_by_role("button", name=f"{verb} button").click()


def killed(process: subprocess.Popen[str], page: Page) -> None:
    """The plug is pulled; the page notices."""
    process.send_signal(signal.SIGKILL)
    process.wait()
    expect(page.locator(".offline")).to_be_visible()
    page.close()


def test_a_throw_is_read_flipped_scored_kept_and_still_there_after_a_kill(
    tmp_path: Path, new_page: NewPage
) -> None:
    frames = tmp_path / "frames"
    frames.mkdir()
    shown = film()
    calibrate(tmp_path, *draw_set_up(tmp_path))
    draw_throw(frames, shown)
    with running(configured(tmp_path, frames)) as (process, url):
        page = new_page(url)
        # settled, read, accepted
        expect(page.locator("#turn h1")).to_contain_text("scores a box")
        expect(page.locator("#past")).to_contain_text("Thrown")
        # FLIP waits for the hand that turns the red die
        press(page, "FLIP")
        expect(page.locator("#message .waiting")).to_contain_text("FLIP")
        draw_turn(frames, shown)
        expect(page.locator("#past")).to_contain_text("Ann turns")
        press(page, "STOP")
        expect(page.get_by_role("button", name="ROLL button, lamp dark")).to_be_visible()
        page.locator("#sheet").get_by_role("button", name="Ann 5s").click()
        expect(page.locator("#turn h1")).to_contain_text("Ben")
        before = sheet(page)
        killed(process, page)

    record = kept(tmp_path)
    assert [str(move) for move in record.moves] == [
        "tray show 2r 3 4 5 5 5",
        "p1 flip 2r 5",
        "p1 stop",
        "p1 mark 5",
    ]
    assert record.game.scores(record.state) == (20, 0)
    with running(configured(tmp_path, max(frames.iterdir()))) as (_, url):
        page = new_page(url)
        expect(page.locator("#turn h1")).to_contain_text("Ben")
        assert sheet(page) == before
        page.close()


def test_a_flip_without_a_red_die_is_refused_and_not_kept(
    tmp_path: Path, new_page: NewPage
) -> None:
    frames = tmp_path / "frames"
    shutil.copytree(DATA / "frames", frames)
    for number in range(STILL_FRAMES):
        shutil.copyfile(DATA / "empty.jpg", frames / f"000_{number}.jpg")
    calibrate(tmp_path, DATA / "empty.jpg", [DATA / "calib_0.jpg", DATA / "calib_1.jpg"])
    with running(configured(tmp_path, frames)) as (process, url):
        page = new_page(url)
        expect(page.locator("#turn h1")).to_contain_text("scores a box")
        press(page, "FLIP")
        expect(page.locator("#message .mood-refused")).to_contain_text("FLIP can't be done now")
        killed(process, page)
    assert [str(move) for move in kept(tmp_path).moves] == ["tray show 1 2 2 4 5 5"]
