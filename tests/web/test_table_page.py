"""What the table page shows, and what its taps do."""

from __future__ import annotations

import pytest

from pi_app.rules.log import new_header
from pi_app.rules.moves import Verb, parse_move
from pi_app.table.types import Confirm, Correct, Mood
from tests.web.conftest import LIVE, Stage, plain
from tests.web.fakes import seen_dice
from vision.types import Reading, Status

THROW = parse_move("tray show 2 3 5 5 5r 6")


def test_the_page_says_what_is_to_be_done_and_the_scores(stage: Stage) -> None:
    words = plain(stage.tablet().open())
    assert "Ann" in words
    assert stage.table.snapshot().sheet.status.rstrip(".") in words


def test_a_tap_on_a_choice_makes_its_move_and_leads_back_to_the_table(stage: Stage) -> None:
    stage.table.play(THROW)
    answer = stage.tablet().send("/tap", moves="p1 take 5 5")
    assert (answer.status_code, answer.location) == (303, "/")
    assert str(stage.table.record.moves[-1]) == "p1 take 5 5"


def test_a_page_with_script_is_answered_with_regions_and_the_new_seq(stage: Stage) -> None:
    stage.table.play(THROW)
    tablet = stage.tablet()
    answer = tablet.send("/tap", live=True, moves="p1 take 5 5").get_json()
    assert answer["seen"] != tablet.seen
    assert set(answer["regions"]) >= {"turn", "message", "tray", "moves", "sheet"}
    assert answer["notice"] is None


def test_a_path_of_two_moves_is_made_in_turn(stage: Stage) -> None:
    stage.table.play(THROW)
    stage.tablet().send("/tap", moves="p1 take 5 5 5r; p1 roll")
    assert [str(move) for move in stage.table.record.moves[-2:]] == ["p1 take 5 5 5r", "p1 roll"]


def test_a_tap_on_a_stale_page_changes_nothing_and_says_so(stage: Stage) -> None:
    stage.table.play(THROW)
    tablet = stage.tablet()
    stage.table.play(parse_move("p1 take 5 5"))
    answer = tablet.send("/tap", moves="p1 stop")
    assert answer.status_code == 409
    assert "nothing was done" in plain(answer.get_data(as_text=True))
    assert str(stage.table.record.moves[-1]) == "p1 take 5 5"


def test_the_second_half_of_a_double_tap_is_refused(stage: Stage) -> None:
    stage.table.play(THROW)
    tablet = stage.tablet()
    assert tablet.send("/tap", moves="p1 take 5 5").status_code == 303
    assert tablet.send("/tap", moves="p1 take 5 5").status_code == 409
    assert len(stage.table.record.moves) == 2


def test_a_tap_from_before_a_new_start_of_the_program_is_refused(stage: Stage) -> None:
    stage.table.play(THROW)
    answer = stage.tablet().send("/tap", moves="p1 stop", seen="deadbeef.2")
    assert answer.status_code == 409
    assert "started anew" in answer.get_data(as_text=True)


def test_an_illegal_move_is_answered_with_the_rules_sentence(stage: Stage) -> None:
    stage.table.play(THROW)
    answer = stage.tablet().send("/tap", live=True, moves="p2 stop")
    assert answer.status_code == 409
    assert "it is the turn of p1" in answer.get_json()["notice"]["text"]


def test_nobody_can_tap_a_throw(stage: Stage) -> None:
    answer = stage.tablet().send("/tap", moves="tray show 6 6 6 6 6 6")
    assert answer.status_code == 400
    assert stage.table.record.moves == ()


def test_ticked_dice_complete_the_move(stage: Stage) -> None:
    stage.table.play(THROW)
    stage.tablet().send("/pick", moves="p1 take", die=["5r", "5"], all=6)
    assert str(stage.table.record.moves[-1]) == "p1 take 5 5r"


def test_all_dice_ticked_are_the_verb_alone_where_the_notation_wants_it() -> None:
    from pi_app.web.app import create_app
    from tests.web.conftest import Tablet
    from tests.web.fakes import FakeTable

    table = FakeTable(new_header("spicy_classic", ("Ann",)))
    table.play(THROW)
    tablet = Tablet(create_app(table).test_client())
    tablet.open()
    tablet.send("/pick", moves="p1 roll", die=["2", "3", "5", "5", "5r", "6"], all=6)
    assert str(table.record.moves[-1]) == "p1 roll"


def test_nothing_ticked_is_said(stage: Stage) -> None:
    stage.table.play(THROW)
    answer = stage.tablet().send("/pick", moves="p1 take", all=6)
    assert "tick the dice first" in answer.get_data(as_text=True)


def test_typed_dice_are_a_throw(stage: Stage) -> None:
    stage.tablet().send("/enter", dice="6, 5r 5 5 3 2")
    assert stage.table.record.moves == (THROW,)


def test_undo_takes_back_as_many_moves_as_its_button_says(stage: Stage) -> None:
    stage.table.play(THROW, parse_move("p1 take 5 5"))
    tablet = stage.tablet()
    assert "Take back" in plain(tablet.open())
    tablet.send("/undo", count=2)
    assert stage.table.record.moves == ()


@pytest.mark.parametrize(
    ("show", "expected"), [("5r", (5, True)), ("2", (2, False)), ("none", (None, False))]
)
def test_a_correction_says_what_the_die_shows(
    stage: Stage, show: str, expected: tuple[int | None, bool]
) -> None:
    stage.tablet().send("/correct", index=3, show=show)
    command = stage.table.commands[-1]
    assert isinstance(command, Correct)
    assert (command.index, command.value, command.red) == (3, *expected)


def test_each_die_of_the_picture_is_outlined_labelled_and_leads_to_its_correction(
    stage: Stage,
) -> None:
    stage.table.wear(picture=3, dice=seen_dice("2 5r"))
    html = stage.tablet().open()
    assert 'href="/picture/3.jpg?run=' in html
    assert 'href="#die-1"' in html
    assert "Die 2: red five" in html
    assert 'id="die-1"' in html


def test_a_doubted_reading_can_be_confirmed(stage: Stage) -> None:
    stage.table.wear(
        picture=3,
        dice=seen_dice("2 5r"),
        reading=Reading(Status.UNSURE, dice=(object(),)),  # type: ignore[arg-type]
    )
    tablet = stage.tablet()
    assert "It's right" in plain(tablet.open())
    tablet.send("/confirm")
    assert isinstance(stage.table.commands[-1], Confirm)


@pytest.mark.parametrize("mood", [Mood.ASK, Mood.REFUSED, Mood.TROUBLE])
def test_each_mood_of_the_message_has_its_own_look(stage: Stage, mood: Mood) -> None:
    stage.table.wear(message="Something is to be said.", mood=mood)
    html = stage.tablet().open()
    assert f"message mood-{mood.value}" in html
    assert f"#i-{mood.value}" in html


def test_a_lost_camera_is_said(stage: Stage) -> None:
    stage.table.wear(camera="The camera gives no pictures.")
    assert "The camera gives no pictures." in stage.tablet().open()


def test_ways_that_a_button_may_have_been_meant_can_be_chosen(stage: Stage) -> None:
    stage.table.play(THROW)
    ways = ((parse_move("p1 take 5 5"), parse_move("p1 roll")),)
    stage.table.wear(choices=ways, blink=Verb.ROLL)
    html = stage.tablet().open()
    assert 'value="p1 take 5 5; p1 roll"' in html
    assert "is-blinking" in html


def test_the_winner_is_shown(stage: Stage) -> None:
    stage.table.wear(over=True, winners=(2,), to_move=None, legal=(), expect=None)
    assert "Ben wins!" in plain(stage.tablet().open())


def test_nothing_new_is_answered_304(stage: Stage, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("pi_app.web.desk.LONGEST_WAIT_S", 0.0)
    tablet = stage.tablet()
    answer = tablet.client.get(f"/state?since={tablet.seen}", headers=LIVE)
    assert answer.status_code == 304


def test_news_is_answered_at_once_with_the_regions(stage: Stage) -> None:
    tablet = stage.tablet()
    stage.table.play(THROW)
    answer = tablet.client.get(f"/state?since={tablet.seen}", headers=LIVE).get_json()
    assert "Thrown" in plain(answer["regions"]["message"])


def test_a_page_of_an_earlier_run_is_answered_at_once(stage: Stage) -> None:
    answer = stage.tablet().client.get("/state?since=deadbeef.1", headers=LIVE)
    assert answer.status_code == 200


def test_a_seq_that_is_none_is_refused(stage: Stage) -> None:
    assert stage.tablet().client.get("/state?since=7", headers=LIVE).status_code == 400


def test_who_finds_no_place_to_wait_is_answered_at_once(stage: Stage) -> None:
    from pi_app.web.desk import Desk

    desk = Desk(stage.table, most_waiting=1)
    desk._places.acquire()
    assert desk.wait(desk.seen(desk.snapshot())) is None


def test_regions_are_drawn_once_for_all_tablets(stage: Stage) -> None:
    from pi_app.web.render import House, Painter

    house = stage.app.extensions["tallytray"]
    assert isinstance(house, Painter)
    assert isinstance(house.house, House)
    with stage.app.test_request_context():
        snapshot = stage.table.snapshot()
        assert house.regions(snapshot) is house.regions(snapshot)


def test_health_says_the_seq(stage: Stage) -> None:
    answer = stage.tablet().client.get("/health").get_json()
    assert answer == {"ok": True, "seq": 1, "game": "keep_on_rolling", "camera": ""}
