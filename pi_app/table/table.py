"""The table: one queue of commands, one thread that owns the game, and snapshots for everybody.

An event is in the journal before anyone is told of it. May import: rules, the table's modules.
"""

from __future__ import annotations

import logging
from collections.abc import Callable
from concurrent.futures import Future
from dataclasses import replace
from queue import Empty, SimpleQueue
from threading import Condition

from pi_app.rules.errors import RulesError
from pi_app.rules.log import Event, Header, Record, begin
from pi_app.rules.resolve import Keeping
from pi_app.rules.secret import public_log
from pi_app.table.state import Outcome, TableState, lay, say, shown_of, snapshot_of
from pi_app.table.step import number, step
from pi_app.table.types import (
    Closed,
    Command,
    GameEntry,
    Journal,
    Mood,
    NewGame,
    Resume,
    Snapshot,
    TableError,
)

log = logging.getLogger(__name__)

Listener = Callable[[Snapshot], None]
_FEED_S = 1.0  # how often the loop comes round when nothing happens


class _Stop:
    """The last thing in the queue."""


_Job = tuple[Command, "Future[Snapshot]"]


class Table:
    """One game being played.

    `submit` may be called from any thread; `serve` runs in the one thread that owns the game.
    """

    def __init__(
        self,
        journal: Journal,
        first_game: Header,
        *,
        keeping: Keeping = Keeping.ANY,
    ) -> None:
        """Lay the game on the table that lay there last; `first_game` if there is none.

        Raises what the journal raises when it can't be read or written.
        """
        self._journal = journal
        self._keeping = keeping
        self._queue: SimpleQueue[_Job | _Stop] = SimpleQueue()
        self._changed = Condition()
        self._listeners: tuple[Listener, ...] = ()
        self._closed = False
        self._state = self._first_state(first_game)
        self._snapshot = snapshot_of(self._state)

    # ---- for everybody --------------------------------------------------------------------

    def submit(self, command: Command) -> Future[Snapshot]:
        """The snapshot after the command, later; the future raises what refused it."""
        future: Future[Snapshot] = Future()
        with self._changed:
            if not self._closed:
                self._queue.put((command, future))
                return future
        future.set_exception(Closed("closed", "The table is closed; the program is stopping."))
        return future

    def snapshot(self) -> Snapshot:
        """The present snapshot."""
        return self._snapshot

    def wait(self, since: int, timeout: float) -> Snapshot:
        """The present snapshot as soon as its seq is not `since`, or after `timeout` seconds."""
        with self._changed:
            self._changed.wait_for(lambda: self._snapshot.seq != since or self._closed, timeout)
            return self._snapshot

    def subscribe(self, listener: Listener) -> None:
        """Calls the listener now, and from the owner's thread after every change."""
        with self._changed:
            self._listeners = (*self._listeners, listener)
        listener(self._snapshot)

    def games(self) -> tuple[GameEntry, ...]:
        """All games of the journal, the latest first."""
        return self._journal.games()

    def read(self, game_id: int) -> tuple[Header, tuple[Event, ...]]:
        """A game of the journal; LookupError when there is none of this number."""
        return self._journal.read(game_id)

    def log_text(self, game_id: int) -> str:
        """The log of a game as all may read it; LookupError when there is none of this number."""
        return public_log(*self._journal.read(game_id))

    def close(self) -> None:
        """Ends `serve` after the commands that were submitted before."""
        with self._changed:
            if not self._closed:
                self._closed = True
                self._queue.put(_Stop())
            self._changed.notify_all()

    # ---- for the one thread that owns the game ----------------------------------------------

    def serve(
        self,
        *,
        feed: Callable[[], None] = lambda: None,
        on_death: Callable[[BaseException], None] = lambda error: None,
    ) -> None:
        """Do commands until `close`.

        feed : called each time round, at least once a second: the watchdog. on_death : called
        when a fault of the program ends the loop; the process must end then.
        """
        try:
            while self._serve_one(_FEED_S):
                feed()
        except BaseException as error:
            log.exception("the table died")
            on_death(error)
            raise

    def run_pending(self) -> None:
        """Do the commands that wait in the queue; for whoever owns the table without `serve`."""
        while not self._queue.empty():
            self._serve_one(0)

    def _serve_one(self, timeout_s: float) -> bool:
        """Do the next command if one comes in time; False when it is the last."""
        try:
            job = self._queue.get(timeout=timeout_s)
        except Empty:
            return True
        if isinstance(job, _Stop):
            return False
        command, future = job
        try:
            result = self._do(command)
        except (RulesError, TableError, OSError, LookupError) as refusal:
            future.set_exception(refusal)
        except BaseException as error:
            future.set_exception(error)
            raise
        else:
            future.set_result(result)
        return True

    def _do(self, command: Command) -> Snapshot:
        match command:
            case NewGame():
                outcome = Outcome(self._new_game(command))
            case Resume():
                outcome = Outcome(self._resumed(command))
            case _:
                outcome = step(self._state, command)
                self._write(outcome)
        self._publish(outcome.state)
        if outcome.refusal is not None:
            raise outcome.refusal
        return self._snapshot

    def _publish(self, state: TableState) -> None:
        if state is self._state:
            return
        snapshot = snapshot_of(state)
        with self._changed:
            self._state, self._snapshot = state, snapshot
            self._changed.notify_all()
        for listener in self._listeners:
            listener(snapshot)

    # ---- the journal ----------------------------------------------------------------------

    def _write(self, outcome: Outcome) -> None:
        """Keep the events; when the disk says no, the game is as far as it was kept."""
        record = self._state.record
        for count, event in enumerate(outcome.events):
            try:
                record = record.after(event)
                position = self._state.written + count + 1
                self._journal.append(self._state.game_id, position, event, over=record.over)
            except (TableError, OSError) as trouble:
                self._publish(self._as_far_as_kept(outcome.events[:count], trouble))
                raise

    def _as_far_as_kept(self, kept: tuple[Event, ...], trouble: Exception) -> TableState:
        state = self._state
        record = state.record
        for event in kept:
            record = record.after(event)
        written = state.written + len(kept)
        after = say(state, f"Not counted: {trouble}", Mood.TROUBLE)
        if kept:
            after = replace(after, record=record, shown=shown_of(record), written=written)
            after = replace(after, game_seq=state.seq + 1)
        return number(state, after)

    def _new_game(self, command: NewGame) -> TableState:
        record = begin(command.header)
        game_id = self._journal.begin(command.header)
        return self._laid(record, game_id, 0)

    def _resumed(self, command: Resume) -> TableState:
        record, written = self._replayed(command.game_id)
        self._journal.resume(command.game_id)
        return self._laid(record, command.game_id, written)

    def _laid(self, record: Record, game_id: int, written: int) -> TableState:
        before = self._state
        seq = before.seq + 1
        after = lay(record, game_id, written, seq=seq, keeping=self._keeping, view=before.view)
        return replace(after, camera=before.camera)

    def _replayed(self, game_id: int) -> tuple[Record, int]:
        header, events = self._journal.read(game_id)
        record = begin(header)
        for event in events:
            record = record.after(event)
        return record, len(events)

    def _first_state(self, first_game: Header) -> TableState:
        latest = self._journal.latest()
        words = ""
        if latest is not None:
            try:
                record, written = self._replayed(latest)
                return lay(record, latest, written, keeping=self._keeping)
            except RulesError as error:
                # Kept by other rules than today's: it stays in the journal, a new one begins.
                words = f"Game {latest} can't be laid on the table: {error} It is kept."
        record = begin(first_game)
        state = lay(record, self._journal.begin(first_game), 0, keeping=self._keeping)
        return say(state, words, Mood.TROUBLE if words else Mood.PLAIN)
