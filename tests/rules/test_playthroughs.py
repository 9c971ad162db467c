"""Recorded games are played again, and the game says what it said.

`python -m tests.rules.record` writes the files anew; a change needs its reason in the commit.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from pi_app.rules.games import MAKERS
from tests.rules.playthroughs import FOLDER, read, render

FILES = sorted(FOLDER.glob("*.txt"))


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_the_game_says_what_was_recorded(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    assert render(*read(text)) == text


@pytest.mark.parametrize("name", MAKERS)
def test_every_game_has_two_playthroughs_that_end(name: str) -> None:
    texts = [path.read_text(encoding="utf-8") for path in FILES]
    ended = [text for text in texts if f"\ngame {name} " in text and "  over, won by " in text]
    assert len(ended) >= 2
