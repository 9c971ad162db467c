"""Rare moments of a game: what is played, and what must hold then.

A moment is written as one line of the log after the other, with ";" between them; dice alone
are a throw, so that "1 2 3 4 5 6; p1 mark run; undo 1" reads like a table.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from pi_app.rules.dice import format_dice
from pi_app.rules.log import begin, new_header, parse_event

NAMES = ("Ann", "Ben", "Cem", "Dot", "Eve")


@dataclass(frozen=True)
class Moment:
    """What is played with a spicy set, and what must hold; None is not asked.

    about : what it shows, and where that is settled. options : "name=value name=value".
    legal : all that can be done, `some` a part of it, `never` what can't; each with ";" between.
    due : the dice that are to be thrown and those that lie, as "3: 5 5r"; "" when none is due.
    """

    about: str
    lines: str
    seats: int = 1
    options: str = ""
    scores: tuple[int, ...] | None = None
    to_move: int | None = None
    legal: str | None = None
    some: str = ""
    never: str = ""
    due: str | None = None
    winners: tuple[int, ...] | None = None

    def __str__(self) -> str:
        return self.about


def split(lines: str) -> list[str]:
    """The parts between the ";"."""
    return [line.strip() for line in lines.split(";") if line.strip()]


def check(game: str, moment: Moment) -> None:
    """Plays a moment and asserts all that it says."""
    options = dict(word.split("=") for word in moment.options.split())
    record = begin(new_header(game, NAMES[: moment.seats], options, "spicy"))
    for line in split(moment.lines):
        record = record.after(parse_event(f"tray show {line}" if line[0].isdigit() else line))
    found, state = record.game, record.state
    legal = {str(move) for move in found.legal(state)}
    assert moment.scores in (None, found.scores(state))
    assert moment.to_move in (None, found.to_move(state))
    assert moment.winners in (None, found.winners(state))
    assert moment.legal is None or legal == set(split(moment.legal))
    assert set(split(moment.some)) <= legal
    assert not set(split(moment.never)) & legal
    assert moment.due in (None, _due(found, state))


def _due(game: Any, state: Any) -> str:
    expected = game.expects(state)
    return f"{expected.throw}: {format_dice(expected.lying)}".rstrip(": ") if expected else ""
