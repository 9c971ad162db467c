"""The server of the pages: waitress, one process, a fixed number of threads.

May import: flask, waitress.
"""

from __future__ import annotations

from typing import Any

from flask import Flask
from waitress.server import create_server

LARGEST_HEADER_BYTES = 16 * 1024
LARGEST_BODY_BYTES = 64 * 1024
MOST_CONNECTIONS = 200
# A connection that says nothing for so long is closed; a waiting tablet says something sooner.
SILENCE_S = 60


def make_server(app: Flask, *, host: str, port: int, threads: int) -> Any:
    """A server that listens already; `run()` serves until `close()` is called.

    port : 0 takes any free one; `effective_port` tells which.

    Raises OSError when the port is taken or not allowed.
    """
    return create_server(
        app,
        host=host,
        port=port,
        threads=threads,
        ident="Tallytray",
        connection_limit=MOST_CONNECTIONS,
        channel_timeout=SILENCE_S,
        max_request_header_size=LARGEST_HEADER_BYTES,
        max_request_body_size=LARGEST_BODY_BYTES,
        clear_untrusted_proxy_headers=True,
    )
