"""The guided set-up in a real browser, on the virtual tray, from its first tap to the game."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from tests.e2e.conftest import NewPage
from tests.e2e.test_demo import Demo, demo
from vision.virtual import truth

PATIENCE_MS = 120_000
THROWS = ("First throw", "Second throw", "Third throw")
SIZES = {"1280x800": (1280, 800), "1024x768": (1024, 768), "390x844": (390, 844)}
SHOTS = os.environ.get("TALLYTRAY_SCREENS")  # a folder: then pictures of each step are kept there


@pytest.fixture(autouse=True)
def patience() -> Iterator[None]:
    """Conditions are waited for as long as a slow machine may need."""
    expect.set_options(timeout=PATIENCE_MS)
    yield
    expect.set_options(timeout=5_000)


def tap(page: Page, words: str) -> None:
    page.get_by_role("button", name=words, exact=True).click()


def shoot(page: Page, name: str) -> None:
    if not SHOTS:
        return
    for size, (width, height) in SIZES.items():
        page.set_viewport_size({"width": width, "height": height})
        page.screenshot(path=Path(SHOTS) / f"set-up-{name}--{size}.png", full_page=width == 390)
    page.set_viewport_size({"width": 1280, "height": 800})


def ask_hands(page: Page, words: str) -> None:
    """Lets the virtual hands do it; they have begun when this returns."""
    with page.expect_response(lambda answer: answer.request.method == "POST"):
        tap(page, words)


def due(page: Page, title: str) -> None:
    """Waits until this step is due."""
    expect(page.locator("h2", has_text=title).first).to_be_visible()


def take(page: Page) -> None:
    """Takes the picture as soon as the page says that it is good."""
    expect(page.locator("#advice .mood-good, #advice .mood-plain").first).to_be_visible()
    tap(page, "Take this picture")
    expect(page.locator(".notice")).to_have_count(0)


def named_rightly(page: Page, running: Demo) -> int:
    """Corrects what was read wrongly, as a person who sees the dice does; how many it were."""
    marks = page.locator(".mark")
    expect(marks).to_have_count(6)
    fixed = 0
    while wrong := wrong_die(page, running):
        index, face = wrong
        page.locator(f'.chip[href="#die-{index}"]').click()
        page.locator(f'#die-{index} button[value="{face}"]').click()
        expect(page.locator(f'.mark[href="#die-{index}"]')).to_have_class("mark is-corrected")
        fixed += 1
    return fixed


def wrong_die(page: Page, running: Demo) -> tuple[int, str] | None:
    """A die whose mark differs from the virtual die that really lies there."""
    dice = tuple(one.die for one in running.tray.dice() if one.seen)
    where = [die.centre_px for die in truth(running.tray.scene, dice)]
    for mark in page.locator(".mark").all():
        circle = mark.locator(".touch")
        x, y = (float(circle.get_attribute(name) or 0) for name in ("cx", "cy"))
        near = min(range(6), key=lambda k: abs(where[k][0] - x) + abs(where[k][1] - y))
        index = int((mark.get_attribute("href") or "").removeprefix("#die-"))
        if mark.locator("text").text_content() != str(dice[near]):
            return index, str(dice[near])
    return None


def test_a_person_sets_up_new_dice_and_the_game_goes_on(tmp_path: Path, new_page: NewPage) -> None:
    with demo(tmp_path) as running:
        page = new_page(running.url, viewport={"width": 1280, "height": 800})
        page.get_by_role("link", name="Set-up").click()
        tap(page, "Begin")
        due(page, "Empty tray")
        ask_hands(page, "Take the virtual dice out")
        shoot(page, "empty")
        take(page)
        for title in THROWS:
            due(page, title)
            ask_hands(page, "Throw the virtual dice")
            shoot(page, "throw")
            take(page)
            named_rightly(page, running)
            shoot(page, "faces")
            tap(page, "These are right")
        due(page, "Red faces")
        ask_hands(page, "Turn the red faces up")
        shoot(page, "red")
        take(page)
        named_rightly(page, running)
        tap(page, "These are right")
        expect(page.locator("#advice")).to_contain_text("Reads 24 of 24 dice right")
        shoot(page, "done")
        page.get_by_label("Name of the dice set").fill("Blue pearl")
        tap(page, "Use it from now on")
        expect(page.get_by_role("checkbox", name="Blue pearl")).to_be_checked()
        shoot(page, "kept")
        assert [path.name for path in tmp_path.glob("demo-calibration.*")]
        assert running.house.table.snapshot().last_moves == ()
        page.close()
