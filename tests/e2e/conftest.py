"""A real Chromium for all browser tests of one worker, and pages that may not complain."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page

from tests.e2e.stage import chromium

NewPage = Callable[..., Page]


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Everything here needs the browser."""
    for item in items:
        if Path(__file__).parent in item.path.parents:
            item.add_marker(pytest.mark.browser)


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    """The browser, started once."""
    with chromium() as started:
        yield started


@pytest.fixture
def new_page(browser: Browser) -> Iterator[NewPage]:
    """Opens pages, each a tablet of its own; at the end none may have had an error."""
    contexts, complaints = [], []

    def opened(url: str, **options: object) -> Page:
        context = browser.new_context(**options)  # type: ignore[arg-type]
        contexts.append(context)
        page = context.new_page()
        page.on("pageerror", lambda error: complaints.append(str(error)))
        page.on("console", lambda message: _note(complaints, message.type, message.text))
        page.goto(url)
        return page

    yield opened
    for context in contexts:
        context.close()
    assert complaints == []


# Chromium itself reports refused taps (409) and a server that is away; the page handles both.
_EXPECTED = ("Failed to load resource",)


def _note(complaints: list[str], kind: str, text: str) -> None:
    if kind == "error" and not text.startswith(_EXPECTED):
        complaints.append(text)
