"""What the browser tests and the screenshots stand on: a served app and a real Chromium."""

from __future__ import annotations

import shutil
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass

from flask import Flask
from playwright.sync_api import Browser, sync_playwright

from pi_app.web.server import PageServer

FLAGS = (
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
)


@dataclass(frozen=True, slots=True)
class Site:
    """A served app; `url` ends without a slash."""

    url: str
    port: int


@contextmanager
def served(
    app: Flask, threads: int = 24, port: int = 0, wake: Callable[[], object] = lambda: None
) -> Iterator[Site]:
    """The app on a (free) port of this machine, as it is served on the appliance.

    wake : called at the end; it must wake whoever waits for the table's next change.
    """
    server = PageServer(app, host="127.0.0.1", port=port, threads=threads)
    thread = threading.Thread(target=server.run, daemon=True)
    thread.start()
    try:
        yield Site(f"http://127.0.0.1:{server.port}", server.port)
    finally:
        wake()
        server.close()
        thread.join(timeout=10)
        assert not thread.is_alive(), "the server did not stop"


@contextmanager
def chromium() -> Iterator[Browser]:
    """The system's Chromium, without a window."""
    path = shutil.which("chromium") or shutil.which("chromium-browser")
    assert path, "Chromium is missing: sudo apt-get install chromium"
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=path, args=list(FLAGS))
        try:
            yield browser
        finally:
            browser.close()
