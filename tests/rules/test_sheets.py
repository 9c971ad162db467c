"""The tablet shows recorded games as it did: every label, number, preview, mark and button.

`python -m tests.rules.record` writes the files anew; a change needs its reason in the commit.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from pi_app.rules.moves import parse_move
from pi_app.rules.sheet import Cell, Choice, Grid, Row, Sheet
from tests.rules import playthroughs, sheets

FILES = sorted(playthroughs.FOLDER.glob("*.txt"))


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_the_sheet_shows_what_was_recorded(path: Path) -> None:
    recorded = (sheets.FOLDER / path.name).read_text(encoding="utf-8")
    assert sheets.changes(path.read_text(encoding="utf-8")) == recorded


def test_a_recording_has_a_playthrough() -> None:
    assert {path.name for path in sheets.FOLDER.glob("*.txt")} == {path.name for path in FILES}


def test_a_sheet_is_written_with_all_that_it_holds() -> None:
    stop = parse_move("p1 stop")
    cell = Cell("12", "15", stop, "lead", 2)
    grid = Grid("Scores", ("Ann",), (Row("Total", (cell, Cell()), "points"),), (1,))
    sheet = Sheet("Ann rolls.", (grid,), (Choice("Stop", stop),), ("Last turns.",))
    assert sheets.lines_of(sheet) == [
        "  Ann rolls.",
        "  * Last turns.",
        "  [Scores] Ann of 1",
        "  [Scores] Total (points): 12 (15) =lead @2 >p1 stop | -",
        "  ? Stop >p1 stop",
    ]
