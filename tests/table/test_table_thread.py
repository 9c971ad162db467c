"""One thread owns the table: commands come one by one, and everybody who waits is woken."""

from __future__ import annotations

import threading
from concurrent.futures import Future
from contextlib import suppress

import pytest

from pi_app.rules.moves import Verb, parse_move
from pi_app.table.table import Table
from pi_app.table.types import (
    Closed,
    Motion,
    NewGame,
    Press,
    Snapshot,
    Tap,
)
from tests.table.playing import KEEP, PATIENCE_S, Memory

# ---- the thread -------------------------------------------------------------------------------


class Owner:
    """A table with the thread that serves it."""

    def __init__(self, table: Table) -> None:
        self.deaths: list[BaseException] = []
        self.fed = 0
        self.table = table
        self.thread = threading.Thread(target=self._serve)
        self.thread.start()

    def _serve(self) -> None:
        with suppress(ZeroDivisionError):
            self.table.serve(feed=self._feed, on_death=self.deaths.append)

    def _feed(self) -> None:
        self.fed += 1

    def stop(self) -> None:
        self.table.close()
        self.thread.join(PATIENCE_S)
        assert not self.thread.is_alive()


def test_commands_of_many_threads_are_done_one_after_the_other():
    journal = Memory()
    owner = Owner(Table(journal, KEEP))
    owner.table.submit(Motion(0.0)).result(PATIENCE_S)
    results: list[Future[Snapshot]] = []
    threads = [
        threading.Thread(
            target=lambda: results.extend(owner.table.submit(NewGame(KEEP)) for _ in range(20))
        )
        for _ in range(5)
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(PATIENCE_S)
    ids = [future.result(PATIENCE_S).game_id for future in results]
    owner.stop()
    assert sorted(ids) == list(range(2, 102))


def test_a_waiting_page_is_woken_by_a_change():
    owner = Owner(Table(Memory(), KEEP))
    seq = owner.table.snapshot().seq
    woken: list[int] = []
    page = threading.Thread(target=lambda: woken.append(owner.table.wait(seq, PATIENCE_S).seq))
    page.start()
    owner.table.submit(Motion(0.0)).result(PATIENCE_S)
    page.join(PATIENCE_S)
    owner.stop()
    assert woken == [seq + 1]


def test_commands_submitted_before_the_end_are_still_done():
    owner = Owner(Table(Memory(), KEEP))
    futures = [owner.table.submit(NewGame(KEEP)) for _ in range(5)]
    owner.stop()
    assert [future.result(0).game_id for future in futures] == [2, 3, 4, 5, 6]


def test_a_command_after_the_end_is_refused():
    owner = Owner(Table(Memory(), KEEP))
    owner.stop()
    with pytest.raises(Closed):
        owner.table.submit(Motion(0.0)).result(0)


def test_the_end_wakes_who_waits():
    table = Table(Memory(), KEEP)
    table.close()
    assert table.wait(table.snapshot().seq, PATIENCE_S) is table.snapshot()


def test_the_watchdog_is_fed_with_every_command():
    owner = Owner(Table(Memory(), KEEP))
    for _ in range(3):
        owner.table.submit(Motion(0.0)).result(PATIENCE_S)
    owner.stop()
    assert owner.fed >= 3


def test_a_refusal_does_not_end_the_loop():
    owner = Owner(Table(Memory(), KEEP))
    with pytest.raises(ValueError, match="must wait"):
        owner.table.submit(Tap(parse_move("p1 stop"), 1)).result(PATIENCE_S)
    owner.table.submit(Motion(0.0)).result(PATIENCE_S)
    owner.stop()
    assert owner.deaths == []


def test_a_fault_of_the_program_ends_the_loop_and_is_told():
    class Faulty(Memory):
        def append(self, *args: object, **more: object) -> None:
            raise ZeroDivisionError

    owner = Owner(Table(Faulty(), KEEP))
    from pi_app.rules.dice import parse_dice
    from pi_app.table.types import Enter

    with pytest.raises(ZeroDivisionError):
        owner.table.submit(Enter(parse_dice("1 2 3 4 5 6"), 1)).result(PATIENCE_S)
    owner.thread.join(PATIENCE_S)
    assert [type(error) for error in owner.deaths] == [ZeroDivisionError]
    assert owner.table.submit(Press(Verb.ROLL, 0.0)) is not None
