"""Tells systemd how the program is: ready, alive, stopping, and one line of status.

Without systemd every call does nothing. May import: standard library only.
"""

from __future__ import annotations

import contextlib
import os
import socket
from collections.abc import Mapping


class Notifier:
    """The line to systemd (sd_notify(3)), if the program was started with one."""

    def __init__(self, environ: Mapping[str, str] = os.environ) -> None:
        address = environ.get("NOTIFY_SOCKET", "")
        # systemd writes an abstract socket with an @ where the kernel wants a zero byte.
        self._address = "\0" + address[1:] if address.startswith("@") else address

    def ready(self) -> None:
        """The program has started: it can be used now."""
        self._send("READY=1")

    def alive(self) -> None:
        """The program works: said by the thread whose hanging would matter."""
        self._send("WATCHDOG=1")

    def status(self, text: str) -> None:
        """One line for `systemctl status`."""
        self._send("STATUS=" + " ".join(text.split()))

    def stopping(self) -> None:
        """The program is about to end because it was asked to."""
        self._send("STOPPING=1")

    def _send(self, message: str) -> None:
        if not self._address:
            return
        # systemd that does not listen must not stop a game.
        with (
            contextlib.suppress(OSError),
            socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM | socket.SOCK_CLOEXEC) as line,
        ):
            line.sendto(message.encode(), self._address)
