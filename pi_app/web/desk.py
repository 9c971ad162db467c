"""The table as the pages use it: asks and waits, and tells a fresh tap from a stale one.

May import: errors, ports, rules, table.types.
"""

from __future__ import annotations

import re
import secrets
import threading
from concurrent.futures import TimeoutError as FutureTimeout

from pi_app.rules.moves import Move
from pi_app.table.types import Command, Snapshot, StaleTap, Tap
from pi_app.web.errors import BadInput, Busy
from pi_app.web.ports import TablePort

# The queue's owner answers in milliseconds; a disk that hesitates may take a second or two.
ANSWER_S = 5.0
# A tablet that went to sleep holds its thread for so long at most.
LONGEST_WAIT_S = 8.0
_SEEN = re.compile(r"([0-9a-f]{8})\.(\d{1,12})")


class Desk:
    """One table; `boot` marks this run of the program, for seq starts anew with each."""

    def __init__(self, table: TablePort, *, most_waiting: int = 16) -> None:
        self._table = table
        self._boot = secrets.token_hex(4)
        self._places = threading.BoundedSemaphore(max(1, most_waiting))

    @property
    def run(self) -> str:
        """A word that is another one after each start of the program."""
        return self._boot

    def snapshot(self) -> Snapshot:
        """The present snapshot."""
        return self._table.snapshot()

    def seen(self, snapshot: Snapshot) -> str:
        """The word by which a page says what it showed: this run and the snapshot's seq."""
        return f"{self._boot}.{snapshot.seq}"

    def seq_of(self, seen: str) -> int:
        """The seq that a page showed; the twin of `seen`.

        Raises StaleTap when it was shown before the program was started anew.
        """
        boot, seq = _split(seen)
        if boot != self._boot:
            raise StaleTap(
                "restarted",
                "Tallytray was started anew since this page was shown; nothing was done. "
                "Here is the table as it stands: please tap again.",
            )
        return seq

    def ask(self, command: Command) -> Snapshot:
        """The snapshot after the command.

        Raises what the table refuses; Busy when it does not answer.
        """
        future = self._table.submit(command)
        try:
            return future.result(timeout=ANSWER_S)
        except FutureTimeout:
            future.cancel()
            raise Busy(
                "no_answer",
                "The table did not answer in time. Please look whether the tap counted before "
                "you tap again.",
            ) from None

    def make(self, moves: tuple[Move, ...], seq: int) -> Snapshot:
        """The snapshot after these moves, made one after the other from the page of `seq`."""
        snapshot = self.ask(Tap(moves[0], seq))
        for move in moves[1:]:
            snapshot = self.ask(Tap(move, snapshot.seq))
        return snapshot

    def wait(self, seen: str) -> Snapshot | None:
        """The snapshot as soon as it is not the one that was seen; None when nothing changed.

        Never more than `most_waiting` threads wait here, so that there are always some for taps;
        who finds no place is answered at once.
        """
        boot, seq = _split(seen)
        present = self._table.snapshot()
        if boot == self._boot and present.seq == seq and self._places.acquire(blocking=False):
            try:
                present = self._table.wait(seq, LONGEST_WAIT_S)
            finally:
                self._places.release()
        return None if boot == self._boot and present.seq == seq else present


def _split(seen: str) -> tuple[str, int]:
    found = _SEEN.fullmatch(seen)
    if found is None:
        raise BadInput("bad_seen", "This page does not say what it showed; please load it again.")
    return found[1], int(found[2])
