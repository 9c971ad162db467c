"""The server ends cleanly, whatever wakes it."""

from __future__ import annotations

import threading
from typing import Any

from flask import Flask

from pi_app.web.server import PageServer

GIVE_UP_S = 10.0


def test_a_server_that_wakes_by_itself_keeps_its_trigger_until_who_ends_it_let_go() -> None:
    server = PageServer(Flask(__name__), host="127.0.0.1", port=0, threads=1)
    thread = threading.Thread(target=server.run, daemon=True)
    trigger: Any = server._server.trigger
    pull, closing = trigger._physical_pull, threading.Event()

    def woken_first() -> None:
        pull()
        closing.wait(0.3)  # the serving thread is awake: it may not close what is pulled next
        pull()

    close = trigger.close
    trigger.close = lambda: (close(), closing.set())
    trigger._physical_pull = woken_first
    thread.start()
    server.close()
    thread.join(GIVE_UP_S)
    assert not thread.is_alive()
