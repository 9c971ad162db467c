"""The pages on the real table and the real journal."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from pi_app.adapters.store import Store
from pi_app.rules.log import new_header
from pi_app.table.table import Table
from pi_app.web.app import create_app
from tests.web.conftest import Tablet, plain

FIRST = new_header("keep_on_rolling", ("Ann", "Ben"), dice="spicy")


@contextmanager
def tablet_at(path: Path) -> Iterator[Tablet]:
    """A tablet at a table that is owned by its own thread; closed like the program closes it."""
    store = Store(path)
    table = Table(store, FIRST)
    owner = threading.Thread(target=table.serve)
    owner.start()
    try:
        tablet = Tablet(create_app(table, archive=table).test_client())
        tablet.open()
        yield tablet
    finally:
        table.close()
        owner.join()
        store.close()


@pytest.fixture
def tablet(tmp_path: Path) -> Iterator[Tablet]:
    """A tablet before the first throw of Keep on Rolling."""
    with tablet_at(tmp_path / "games.sqlite") as tablet:
        yield tablet


def lines(tablet: Tablet) -> list[str]:
    """The events of game 1 as the downloaded log tells them."""
    text = tablet.client.get("/games/1/log").get_data(as_text=True)
    return [line for line in text.splitlines() if line.startswith(("p1", "p2", "tray", "undo"))]


def test_typed_dice_taps_and_undo_are_events_of_the_log(tablet: Tablet) -> None:
    tablet.send("/enter", dice="2 3 5 5 5r 6")
    tablet.open()
    tablet.send("/tap", moves="p1 take 5 5 5r; p1 roll")
    tablet.open()
    assert tablet.send("/undo", count=1).status_code == 303
    expected = ["tray show 2 3 5 5 5r 6", "p1 take 5 5 5r", "p1 roll", "undo 1"]
    assert lines(tablet) == expected


def test_the_second_half_of_a_double_tap_is_refused(tablet: Tablet) -> None:
    tablet.send("/enter", dice="2 3 5 5 5r 6")
    tablet.open()
    assert tablet.send("/tap", moves="p1 take 5 5").status_code == 303
    refused = tablet.send("/tap", moves="p1 take 5 5")
    assert refused.status_code == 409
    assert plain(refused.get_data(as_text=True)).count("nothing was done") == 1
    assert lines(tablet) == ["tray show 2 3 5 5 5r 6", "p1 take 5 5"]


def test_a_throw_that_the_set_can_not_show_is_refused_with_a_sentence(tablet: Tablet) -> None:
    refused = tablet.send("/enter", dice="5r 5r 1 2 3 4")
    assert refused.status_code == 409
    assert "spicy" in plain(refused.get_data(as_text=True)).lower()
    assert lines(tablet) == []


def test_a_new_game_begins_and_the_old_one_goes_on_later(tablet: Tablet) -> None:
    tablet.send("/enter", dice="2 3 5 5 5r 6")
    before = plain(tablet.open())
    tablet.send("/games/new/spicy_classic", seat1="Cleo", dice="plain")
    assert "Cleo throws all six dice" in plain(tablet.open())
    listed = plain(tablet.open("/games/"))
    assert "Keep on Rolling" in listed
    assert "not finished" in listed
    assert tablet.send("/games/resume", game_id=1).status_code == 303
    assert plain(tablet.open()) == before
    assert tablet.send("/games/resume", game_id=99).status_code == 404


def test_the_sheet_is_the_same_after_a_new_start(tmp_path: Path) -> None:
    path = tmp_path / "games.sqlite"
    with tablet_at(path) as tablet:
        tablet.send("/enter", dice="2 3 5 5 5r 6")
        tablet.open()
        tablet.send("/tap", moves="p1 stop")
        before = plain(tablet.open())
    with tablet_at(path) as tablet:
        assert plain(tablet.open()) == before


def test_a_correction_without_a_picture_is_refused_with_a_sentence(tablet: Tablet) -> None:
    refused = tablet.send("/correct", index=0, show="5r")
    assert refused.status_code == 409
    assert "Traceback" not in refused.get_data(as_text=True)
