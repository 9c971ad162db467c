"""The journal in a file: nothing that was acknowledged is ever lost, whatever is wrong is said."""

from __future__ import annotations

from contextlib import closing
from pathlib import Path

import pytest

from pi_app.adapters.store import Store
from pi_app.rules.log import Undo, new_header
from tests.adapters.player import HEADER
from tests.adapters.stores import SHOW, STOP, opened

# ---- what it keeps --------------------------------------------------------------------------


def test_a_new_file_has_no_games(store: Store):
    assert store.latest() is None
    assert store.games() == ()


def test_a_game_is_read_as_it_was_written(store: Store):
    game_id = store.begin(HEADER)
    store.append(game_id, 1, SHOW)
    store.append(game_id, 2, STOP)
    store.append(game_id, 3, Undo(1))
    assert store.read(game_id) == (HEADER, (SHOW, STOP, Undo(1)))


def test_a_header_with_options_and_any_name_is_read_as_it_was_written(store: Store):
    header = new_header("keep_on_rolling", ("Zoë #1", "p2 stop"), {"target": "300"}, "spicy")
    assert store.read(store.begin(header))[0] == header


def test_another_opening_finds_the_same_games(store: Store, path: Path):
    game_id = store.begin(HEADER)
    store.append(game_id, 1, SHOW)
    store.close()
    with closing(opened(path)) as again:
        assert again.read(game_id) == (HEADER, (SHOW,))
        assert again.latest() == game_id


def test_the_latest_game_is_the_one_begun_or_resumed_last(store: Store):
    first, second = store.begin(HEADER), store.begin(HEADER)
    assert store.latest() == second
    store.resume(first)
    assert store.latest() == first


def test_games_are_listed_latest_first_with_their_events_and_end(store: Store):
    first, second = store.begin(HEADER), store.begin(HEADER)
    store.append(first, 1, SHOW)
    store.append(first, 2, STOP, over=True)
    entries = [(entry.game_id, entry.events, entry.over) for entry in store.games()]
    assert entries == [(second, 0, False), (first, 2, True)]


def test_a_game_whose_last_event_was_taken_back_is_not_over(store: Store):
    game_id = store.begin(HEADER)
    store.append(game_id, 1, STOP, over=True)
    store.append(game_id, 2, Undo(1))
    assert [entry.over for entry in store.games()] == [False]


def test_reading_a_game_that_is_not_there_says_its_number(store: Store):
    with pytest.raises(LookupError, match="no game 7"):
        store.read(7)
