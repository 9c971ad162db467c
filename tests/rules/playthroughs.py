"""Recorded games as text that a person can read as a diff.

A playthrough starts with the header of a log; then each line of the log stands after "> ", and
below it what the game said: status, notes, tray, scores, and what was legal.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import groupby
from pathlib import Path
from typing import Any

from pi_app.rules.dice import format_dice
from pi_app.rules.log import Event, Header, Record, begin, parse_event, replay
from pi_app.rules.moves import Move

FOLDER = Path(__file__).parent.parent / "data" / "rules" / "playthroughs"
PROMPT = "> "
MOST_SHOWN = 8


def read(text: str) -> tuple[Header, tuple[Event, ...]]:
    """The header and the events of a playthrough; what the game said is left out."""
    head, _, _ = text.partition("\n\n")
    events = (line[len(PROMPT) :] for line in text.splitlines() if line.startswith(PROMPT))
    return replay(head).header, tuple(map(parse_event, events))


def render(header: Header, events: tuple[Event, ...]) -> str:
    """The text of a playthrough; the twin of `read`."""
    record = begin(header)
    blocks = [str(header), "\n".join(said(record))]
    for event in events:
        record = record.after(event)
        blocks.append("\n".join([PROMPT + str(event), *said(record)]))
    return "\n\n".join(blocks) + "\n"


def said(record: Record) -> Iterator[str]:
    """What the game says in the present state."""
    game, state = record.game, record.state
    sheet = game.sheet(state, record.header.seats)
    yield f"  {sheet.status}"
    yield from (f"  * {note}" for note in sheet.notes)
    yield f"  scores {' '.join(map(str, game.scores(state)))}"
    tray = game.tray(state)
    if tray is not None:
        yield f"  tray {format_dice(tray)}"
    yield from _due(game, state)


def _due(game: Any, state: Any) -> Iterator[str]:
    """The throw that is due, what is legal, or who has won."""
    expected = game.expects(state)
    if game.is_over(state):
        yield f"  over, won by {' '.join(f'p{seat}' for seat in game.winners(state))}"
    elif expected is not None:
        lying = f", lying {format_dice(expected.lying)}" if expected.lying else ""
        away = f", away {format_dice(expected.away)}" if expected.away else ""
        yield f"  throw {expected.throw} of {expected.hand}{lying}{away}"
    else:
        yield from _listed(game.legal(state))


def _listed(legal: tuple[Move, ...]) -> Iterator[str]:
    """A line for each verb of each seat: how many moves, and the first ones in full."""
    for (seat, verb), group in groupby(legal, key=lambda move: (move.seat, move.verb.value)):
        words = [" ".join(move.arguments) or "-" for move in group]
        shown = " | ".join(words[:MOST_SHOWN])
        more = f" | ... {words[-1]}" if len(words) > MOST_SHOWN else ""
        yield f"  p{seat} {verb} ({len(words)}): {shown}{more}"
