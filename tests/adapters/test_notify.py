"""What systemd is told, heard on a socket of our own."""

from __future__ import annotations

import socket
from collections.abc import Iterator
from pathlib import Path

import pytest

from pi_app.adapters.notify import Notifier


@pytest.fixture
def systemd(tmp_path: Path) -> Iterator[socket.socket]:
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as ear:
        ear.bind(str(tmp_path / "notify"))
        ear.setblocking(False)
        yield ear


def notifier(systemd: socket.socket) -> Notifier:
    return Notifier({"NOTIFY_SOCKET": systemd.getsockname()})


def test_each_word_is_what_systemd_expects(systemd: socket.socket):
    line = notifier(systemd)
    line.ready()
    line.alive()
    line.status("Spicy Dice,\nAda to roll")
    line.stopping()
    heard = [systemd.recv(200).decode() for _ in range(4)]
    assert heard == ["READY=1", "WATCHDOG=1", "STATUS=Spicy Dice, Ada to roll", "STOPPING=1"]


def test_an_abstract_address_is_understood():
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as ear:
        ear.bind("\0tallytray-test")
        Notifier({"NOTIFY_SOCKET": "@tallytray-test"}).ready()
        ear.setblocking(False)
        assert ear.recv(100) == b"READY=1"


def test_without_systemd_nothing_is_said(systemd: socket.socket):
    line = Notifier({})
    line.ready()
    with pytest.raises(BlockingIOError):
        systemd.recv(200)


def test_what_nobody_hears_is_lost_and_the_next_word_is_heard(tmp_path: Path):
    line = Notifier({"NOTIFY_SOCKET": str(tmp_path / "notify")})
    line.ready()
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as ear:
        ear.bind(str(tmp_path / "notify"))
        ear.setblocking(False)
        line.alive()
        assert ear.recv(200) == b"WATCHDOG=1"
        with pytest.raises(BlockingIOError):
            ear.recv(200)
