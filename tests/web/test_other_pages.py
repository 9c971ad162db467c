"""The pages beside the table: games, rules, the demo's hands, connecting, pictures."""

from __future__ import annotations

import pytest

from pi_app.rules.games import MAKERS, make_game
from pi_app.rules.moves import Verb, parse_move
from pi_app.web.app import create_app
from pi_app.web.pages.connect import doors
from pi_app.web.ports import Place
from tests.web.conftest import Stage, plain
from tests.web.fakes import FakeTable

THROW = parse_move("tray show 2 3 5 5 5r 6")


def test_the_list_offers_every_game(stage: Stage) -> None:
    words = plain(stage.tablet().open("/games/"))
    for name in MAKERS:
        assert make_game(name).info.title in words


@pytest.mark.parametrize("name", sorted(MAKERS))
def test_every_game_has_a_form_with_its_options_and_a_page_of_rules(
    stage: Stage, name: str
) -> None:
    info = make_game(name).info
    form = stage.tablet().open(f"/games/new/{name}")
    rules = plain(stage.tablet().open(f"/rules/{name}"))
    for option in info.options:
        assert f'name="option_{option.name}"' in form
        assert " ".join(option.sentence.split()) in rules
    assert info.summary[0] in rules


def test_a_new_game_keeps_only_the_options_that_differ(stage: Stage) -> None:
    answer = stage.tablet().send(
        "/games/new/keep_on_rolling",
        seat1="Cleo",
        seat2="",
        seat3="Dora",
        dice="spicy",
        option_target="300",
        option_edition="2018",
    )
    assert answer.status_code == 303
    header = stage.table.record.header
    assert (header.seats, header.dice_set) == (("Cleo", "Dora"), "spicy")
    assert header.options == (("target", "300"),)


def test_a_wrong_option_is_refused_on_the_form_with_what_was_typed(stage: Stage) -> None:
    answer = stage.tablet().send(
        "/games/new/keep_on_rolling", seat1="Cleo", seat2="Dora", option_target="9999"
    )
    text = answer.get_data(as_text=True)
    assert answer.status_code == 400
    assert "it takes 10 to 1000" in plain(text)
    assert 'value="Cleo"' in text


def test_too_few_players_are_refused_with_a_sentence(stage: Stage) -> None:
    answer = stage.tablet().send("/games/new/keep_on_rolling", seat1="Cleo", dice="any")
    assert "is for 2 to 9 players" in plain(answer.get_data(as_text=True))


def test_an_unknown_game_is_not_here(stage: Stage) -> None:
    client = stage.app.test_client()
    for path in ("/games/new/chess", "/rules/chess"):
        answer = client.get(path)
        assert answer.status_code == 404
        assert "There is no game" in plain(answer.get_data(as_text=True))


def test_an_earlier_game_is_laid_on_the_table_again(stage: Stage) -> None:
    tablet = stage.tablet()
    tablet.send("/games/new/spicy_classic", seat1="Cleo", dice="any")
    assert tablet.send("/games/resume", game_id=1).status_code == 303
    assert stage.table.record.header.game == "keep_on_rolling"
    assert tablet.send("/games/resume", game_id=77).status_code == 404


def test_the_log_can_be_taken_home(stage: Stage) -> None:
    answer = stage.app.test_client().get("/games/1/log")
    assert answer.get_data(as_text=True).startswith("tallytray log 1\ngame keep_on_rolling")
    assert "attachment" in answer.headers["Content-Disposition"]
    assert stage.app.test_client().get("/games/9/log").status_code == 404


def test_a_twin_goes_down_and_up_again(stage: Stage) -> None:
    stage.tablet().send("/demo/press", verb="flip", hold="short")
    assert stage.panel.deeds == [("press", Verb.FLIP), ("release", Verb.FLIP)]


def test_two_hands_on_the_buttons_do_not_mix(stage: Stage) -> None:
    other = stage.tablet()
    answers = []

    def press_too(verb: Verb) -> None:
        stage.panel.deeds.append(("press", verb))
        if len(answers) == 0:
            answers.append(other.send("/demo/press", verb="roll", hold="short"))

    stage.panel.press = press_too  # type: ignore[method-assign]
    stage.tablet().send("/demo/press", verb="flip", hold="short")
    assert answers[0].status_code == 409
    assert stage.panel.deeds == [("press", Verb.FLIP), ("release", Verb.FLIP)]


def test_lamps_are_lit_as_the_table_says(stage: Stage) -> None:
    stage.table.wear(lit=frozenset({Verb.STOP}))
    html = stage.tablet().open()
    assert "STOP button, lamp lit" in html
    assert "ROLL button, lamp dark" in html


def test_virtual_dice_are_thrown_and_handled(stage: Stage) -> None:
    tablet = stage.tablet()
    tablet.send("/demo/throw")
    for deed in ("pick_up 0", "set_aside 1", "turn 2 6", "put_back 0", "take_off 3"):
        assert tablet.send("/demo/die", deed=deed).status_code == 303
    assert stage.tray.throws == 1
    places = [die.place for die in stage.tray.lying[:4]]
    assert places == [Place.TRAY, Place.STRIP, Place.TRAY, Place.ASIDE]
    assert stage.tray.lying[2].text == "6"


def test_what_the_virtual_tray_refuses_is_said(stage: Stage) -> None:
    def refuse() -> None:
        raise ValueError("There is no room on the tray.")

    stage.tray.throw = refuse  # type: ignore[method-assign]
    answer = stage.tablet().send("/demo/throw")
    assert answer.status_code == 409
    assert "There is no room on the tray." in plain(answer.get_data(as_text=True))


def test_without_demo_there_are_no_hands() -> None:
    client = create_app(FakeTable()).test_client()
    html = client.get("/").get_data(as_text=True)
    assert "arcade" not in html
    assert "virtual-die" not in html
    assert client.get("/demo/").status_code == 404


def test_pictures_are_served_and_unknown_ones_are_not_here(stage: Stage) -> None:
    client = stage.app.test_client()
    assert client.get("/picture/3.jpg").mimetype == "image/jpeg"
    assert client.get("/live.jpg").headers["Cache-Control"] == "no-store"
    assert client.get("/picture/100.jpg").status_code == 404
    assert create_app(FakeTable()).test_client().get("/live.jpg").status_code == 404


def test_connect_offers_the_plain_address_first_and_the_local_name() -> None:
    found = doors("10.0.0.5:8000", "192.168.1.7", "Tally Tray", 8000)
    assert [door.address for door in found] == [
        "http://192.168.1.7:8000/",
        "http://tallytray.local:8000/",
    ]
    assert all("<svg" in door.qr for door in found)


def test_connect_without_network_offers_the_address_that_was_asked_for() -> None:
    assert doors("10.0.0.5:80", None, "pi", 80)[0].address == "http://10.0.0.5/"
    assert len(doors("localhost:8000", None, "pi", 8000)) == 1


def test_connect_is_a_page(stage: Stage) -> None:
    assert ".local:" in plain(stage.tablet().open("/connect"))
