"""The server of the pages: waitress, one process, a fixed number of threads.

May import: limits, flask, waitress.
"""

from __future__ import annotations

from threading import Lock
from typing import Any

from flask import Flask
from waitress.server import create_server  # type: ignore[import-untyped]

from pi_app.web.limits import LARGEST_FILE_BYTES

LARGEST_HEADER_BYTES = 16 * 1024
MOST_CONNECTIONS = 200
# A connection that says nothing for so long is closed; a waiting tablet says something sooner.
SILENCE_S = 60
# Answers that are being written when the program stops get so long to end.
LAST_ANSWERS_S = 2.0


class PageServer:
    """Listens from the start; `run` serves in the caller's thread until `close`.

    host : the address to listen on. port : 0 takes any free one. threads : for answers.

    Raises OSError when the port is taken or not allowed.
    """

    def __init__(self, app: Flask, *, host: str, port: int, threads: int) -> None:
        self._server: Any = create_server(
            app,
            host=host,
            port=port,
            threads=threads,
            ident="Tallytray",
            connection_limit=MOST_CONNECTIONS,
            channel_timeout=SILENCE_S,
            max_request_header_size=LARGEST_HEADER_BYTES,
            max_request_body_size=LARGEST_FILE_BYTES,
            clear_untrusted_proxy_headers=True,
        )
        self._pulling = Lock()

    @property
    def port(self) -> int:
        """The port that is listened on."""
        return int(self._server.effective_port)

    def run(self) -> None:
        """Serve until `close`."""
        self._server.run()

    def close(self) -> None:
        """Ends `run`, from another thread.

        Close the table first: that wakes the tablets which wait for its next change.
        """
        self._server.task_dispatcher.shutdown(cancel_pending=True, timeout=LAST_ANSWERS_S)
        # Sockets belong to the serving thread: it is asked to close them. It may wake by itself,
        # so it is held until the trigger, which it closes too, has been written to.
        with self._pulling:
            self._server.trigger.pull_trigger(self._close_sockets)

    def _close_sockets(self) -> None:
        with self._pulling:
            for channel in tuple(self._server.active_channels.values()):
                channel.handle_close()
            self._server.close()
