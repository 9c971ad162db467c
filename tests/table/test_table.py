"""The table as a whole: the journal comes first, one thread owns the game, everybody is told."""

from __future__ import annotations

import pytest

from pi_app.rules.errors import OptionError
from pi_app.rules.log import Header, new_header
from pi_app.rules.moves import Verb
from pi_app.table.table import Table
from pi_app.table.types import (
    CameraState,
    Mood,
    Motion,
    NewGame,
    Resume,
    Snapshot,
)
from tests.table.playing import CATCH, KEEP, PATIENCE_S, SPICY, DiskFull, Memory, Play

# ---- the journal ------------------------------------------------------------------------------


def test_a_new_journal_begins_with_the_first_game():
    play = Play(SPICY)
    assert (play.now.game_id, play.now.header) == (1, SPICY)


def test_after_a_restart_the_same_game_stands_as_it_stood():
    play = Play(KEEP)
    play.throw("1 2 3 5 5 6")
    play.tap("p1 take 5 5")
    play.take_back()
    again = Play(SPICY, journal=play.journal)
    assert again.now.header == KEEP
    assert (again.now.sheet, again.now.scores) == (play.now.sheet, play.now.scores)
    assert again.now.legal == play.now.legal
    again.tap("p1 stop")
    assert again.lines[-2:] == ["undo 1", "p1 stop"]


def test_an_event_is_in_the_journal_before_anyone_is_told():
    play = Play(KEEP)
    seen: list[tuple[int, int]] = []
    play.table.subscribe(
        lambda snapshot: seen.append((snapshot.can_undo, len(play.journal.read(1)[1])))
    )
    play.throw("1 2 3 5 5 6")
    play.tap("p1 take 5 5")
    assert all(told <= kept for told, kept in seen)
    assert seen[-1] == (2, 2)


def test_when_the_disk_is_full_nothing_is_counted_and_the_page_says_so():
    play = Play(KEEP, journal=Memory(room=1))
    play.throw("1 2 3 5 5 6")
    with pytest.raises(DiskFull):
        play.tap("p1 take 5 5")
    shown = play.now
    assert (shown.mood, shown.message) == (Mood.TROUBLE, "Not counted: The disk is full.")
    assert shown.last_moves == ("tray show 1 2 3 5 5 6",)
    assert len(play.lines) == 1


def test_when_the_disk_has_room_again_the_game_goes_on():
    play = Play(KEEP, journal=Memory(room=1))
    play.throw("1 2 3 5 5 6")
    with pytest.raises(DiskFull):
        play.tap("p1 take 5 5")
    play.journal.room = 10
    shown = play.tap("p1 take 5 5")
    assert (shown.mood, shown.message) == (Mood.PLAIN, "")


def test_a_throw_that_could_not_be_kept_counts_when_it_can():
    play = Play(KEEP, journal=Memory(room=0))
    with pytest.raises(DiskFull):
        play.throw("1 2 3 5 5 6")
    play.journal.room = 10
    play.look()
    assert play.lines == ["tray show 1 2 3 5 5 6"]


def test_when_the_disk_is_full_between_two_moves_the_first_stands():
    play = Play(KEEP, journal=Memory(room=2))
    play.throw("1 2 3 5 5 6")
    play.pick_up(0, 1, 2, 5)
    with pytest.raises(DiskFull):
        play.press(Verb.ROLL)
    assert play.now.last_moves == ("tray show 1 2 3 5 5 6", "p1 take 5 5")
    play.journal.room = 10
    play.press(Verb.ROLL)
    assert play.lines[-2:] == ["p1 take 5 5", "p1 roll"]


def test_a_journal_that_cant_begin_a_game_stops_the_start():
    class Full(Memory):
        def begin(self, header: Header) -> int:
            raise DiskFull("full", "The disk is full.")

    with pytest.raises(DiskFull):
        Table(Full(), KEEP)


def test_a_game_of_newer_rules_stays_in_the_journal_and_another_begins():
    journal = Memory()
    newer = Header("keep_on_rolling", 99, ("Ann", "Ben"))
    journal.begin(newer)
    play = Play(KEEP, journal=journal)
    assert play.now.game_id == 2
    assert journal.read(1)[0] == newer


def test_a_game_of_newer_rules_is_said_when_another_begins():
    journal = Memory()
    journal.begin(Header("keep_on_rolling", 99, ("Ann", "Ben")))
    shown = Play(KEEP, journal=journal, empty_tray=False).now
    assert shown.mood is Mood.TROUBLE
    assert "Game 1 can't be laid on the table" in shown.message


# ---- several games ----------------------------------------------------------------------------


def test_a_new_game_leaves_the_old_one_in_the_journal():
    play = Play(KEEP)
    play.throw("1 2 3 5 5 6")
    shown = play.do(NewGame(SPICY))
    assert (shown.game_id, shown.title) == (2, "Spicy Dice Classic")
    assert [entry.events for entry in play.table.games()] == [0, 1]


def test_dice_of_the_game_before_belong_to_nobody_when_a_new_game_begins():
    play = Play(CATCH)
    play.throw("1 2 3 4 5 6")
    play.do(NewGame(KEEP))
    play.confirm()
    assert play.lines == ["tray show 1 2 3 4 5 6"]


def test_the_journal_knows_which_games_are_over():
    play = Play(new_header("keep_on_rolling", ("Ann", "Ben"), {"target": "10"}))
    play.throw("1 2 3 5 5 6")
    play.press(Verb.STOP)
    assert [entry.over for entry in play.table.games()] == [False]
    play.throw("1 2 3 4 5 6", shift=30.0)
    assert play.now.over
    assert [entry.over for entry in play.table.games()] == [True]


def test_an_earlier_game_can_be_laid_on_the_table_again():
    play = Play(KEEP)
    play.throw("1 2 3 5 5 6")
    play.do(NewGame(SPICY))
    shown = play.do(Resume(1))
    assert shown.last_moves == ("tray show 1 2 3 5 5 6",)
    assert play.journal.latest() == 1


def test_a_tap_on_the_page_of_the_game_before_is_stale():
    play = Play(KEEP)
    play.throw("1 2 3 5 5 6")
    seq = play.now.seq
    play.do(NewGame(KEEP))
    with pytest.raises(ValueError, match="changed since"):
        play.tap("p1 stop", seq)


def test_resuming_a_game_that_is_not_there_changes_nothing():
    play = Play(KEEP)
    before = play.now
    with pytest.raises(LookupError, match="no game 7"):
        play.do(Resume(7))
    assert play.now is before


def test_a_new_game_that_cant_be_played_changes_nothing():
    play = Play(KEEP)
    with pytest.raises(OptionError, match="players"):
        play.do(NewGame(Header("keep_on_rolling", 1, ("Ann",))))
    assert play.now.game_id == 1
    assert len(play.journal.kept) == 1


def test_the_log_of_a_game_can_be_had_as_text():
    play = Play(KEEP)
    play.throw("1 2 3 5 5 6")
    assert play.table.log_text(1).splitlines()[-1] == "tray show 1 2 3 5 5 6"
    with pytest.raises(LookupError):
        play.table.log_text(9)


# ---- what is told -----------------------------------------------------------------------------


def test_the_number_grows_with_every_change_and_only_then():
    play = Play(KEEP)
    before = play.now.seq
    play.do(Motion(0.0))
    assert play.now.seq == before + 1
    play.do(Motion(0.1))
    assert play.now.seq == before + 1


def test_a_lost_camera_is_told_until_it_is_back():
    play = Play(KEEP)
    assert play.do(CameraState("The camera is not plugged in.", 0.0)).camera.startswith("The cam")
    assert play.do(CameraState("", 1.0)).camera == ""


def test_a_new_game_does_not_hide_a_lost_camera():
    play = Play(KEEP)
    play.do(CameraState("The camera is not plugged in.", 0.0))
    assert play.do(NewGame(SPICY)).camera != ""


def test_the_names_of_the_players_stand_in_what_is_told():
    play = Play(new_header("keep_on_rolling", ("Zoë", "Ben")))
    assert play.now.expect is not None
    assert play.now.expect.words == "Zoë throws all six dice"


def test_a_listener_is_told_at_once_and_after_every_change():
    play = Play(KEEP)
    told: list[Snapshot] = []
    play.table.subscribe(told.append)
    play.throw("1 2 3 5 5 6")
    assert told[0].can_undo == 0
    assert told[-1] is play.now


def test_waiting_ends_at_once_for_a_page_that_is_behind():
    play = Play(KEEP)
    assert play.table.wait(play.now.seq - 1, PATIENCE_S) is play.now


def test_waiting_ends_in_time_when_nothing_changes():
    play = Play(KEEP)
    assert play.table.wait(play.now.seq, 0.0) is play.now
