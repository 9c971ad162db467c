"""Sheets of recorded games as text that a person can read as a diff.

After each line of a playthrough stand those lines of the sheet that were not there before: what
has changed on the tablet. A cell is written as `text (preview) =mark @seat >move`.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import groupby
from pathlib import Path

from pi_app.rules.log import begin
from pi_app.rules.sheet import Cell, Choice, Grid, Row, Sheet
from tests.rules.playthroughs import PROMPT, read

FOLDER = Path(__file__).parent.parent / "data" / "rules" / "sheets"
MOST_BEGINNING, MOST_ENDING = 40, 6  # moves of a playthrough whose sheets are recorded
MOST_CHOICES = 4  # of one verb of a seat, and the last one


def changes(playthrough: str) -> str:
    """What changes on the sheet with the first and the last moves of a playthrough."""
    header, events = read(playthrough)
    record = begin(header)
    shown = lines_of(record.game.sheet(record.state, header.seats))
    blocks = [f"{header}\n" + "\n".join(shown)]
    for number, event in enumerate(events):
        record = record.after(event)
        now = lines_of(record.game.sheet(record.state, header.seats))
        if number < MOST_BEGINNING or number >= len(events) - MOST_ENDING:
            blocks.append("\n".join([f"{PROMPT}{event}", *_new(now, shown)]))
        shown = now
    return "\n\n".join(blocks) + "\n"


def _new(now: list[str], before: list[str]) -> Iterator[str]:
    yield from (line for line in now if line not in before)


def lines_of(sheet: Sheet) -> list[str]:
    """A sheet, line by line."""
    lines = [f"  {sheet.status}", *(f"  * {note}" for note in sheet.notes)]
    for grid in sheet.grids:
        lines += _grid_lines(grid)
    by_verb = groupby(sheet.choices, key=lambda choice: (choice.move.seat, choice.move.verb))
    for _, group in by_verb:
        lines += _choice_lines(list(group))
    return lines


def _grid_lines(grid: Grid) -> list[str]:
    seats = f" of {' '.join(map(str, grid.seats))}" if grid.seats else ""
    head = f"  [{grid.title}] {' | '.join(grid.columns)}{seats}"
    return [head, *(f"  [{grid.title}] {_row_line(row)}" for row in grid.rows)]


def _row_line(row: Row) -> str:
    hint = f" ({row.hint})" if row.hint else ""
    return f"{row.label}{hint}: {' | '.join(map(_cell_words, row.cells))}"


def _cell_words(cell: Cell) -> str:
    words = (
        cell.text,
        f"({cell.preview})" if cell.preview else "",
        f"={cell.mark}" if cell.mark else "",
        f"@{cell.seat}" if cell.seat else "",
        f">{cell.move}" if cell.move else "",
    )
    return " ".join(word for word in words if word) or "-"


def _choice_lines(choices: list[Choice]) -> Iterator[str]:
    few = choices if len(choices) <= MOST_CHOICES else [*choices[:MOST_CHOICES], choices[-1]]
    yield from (f"  ? {choice.label} >{choice.move}" for choice in few)
    if len(few) < len(choices):
        yield f"  ? and others: {len(choices)} {choices[0].move.verb.value} in all"
