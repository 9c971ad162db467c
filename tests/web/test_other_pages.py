"""The pages beside the table: games, rules, the demo's hands, connecting, setting up, pictures."""

from __future__ import annotations

import pytest
from werkzeug.test import TestResponse

from pi_app.rules.games import MAKERS, make_game
from pi_app.rules.moves import Verb, parse_move
from pi_app.web.app import create_app
from pi_app.web.limits import LARGEST_FILE_BYTES
from pi_app.web.pages.connect import doors
from pi_app.web.ports import Place
from tests.web.conftest import Stage, Tablet, plain
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
    for deed in ("pick_up 0", "set_aside 1", "turn 2 6", "put_back 0"):
        assert tablet.send("/demo/die", deed=deed).status_code == 303
    assert stage.tray.throws == 1
    assert [die.place for die in stage.tray.lying[:2]] == [Place.TRAY, Place.STRIP]
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


def test_set_up_goes_step_by_step_and_can_be_refused(stage: Stage) -> None:
    tablet = stage.tablet()
    assert "Begin" in plain(tablet.open("/calibrate/"))
    for deed in ("start", "take", "back", "take", "take", "take"):
        assert tablet.send("/calibrate/", deed=deed).status_code == 303
    refused = tablet.send("/calibrate/", deed="save", name="")
    assert refused.status_code == 409
    assert "needs a name" in plain(refused.get_data(as_text=True))
    tablet.send("/calibrate/", deed="save", name="My dice")
    assert stage.calibrator.saved == "My dice"


def test_a_finished_set_up_proposes_a_name_that_is_free(stage: Stage) -> None:
    stage.calibrator.taken = 3
    assert 'value="My dice"' in stage.tablet().open("/calibrate/")
    stage.calibrator.kept = ("my dice", "My dice 2")
    assert 'value="My dice 3"' in stage.tablet().open("/calibrate/")


def test_set_up_says_what_to_mend(stage: Stage) -> None:
    stage.calibrator.taken = 1
    assert "The lamp mirrors" in plain(stage.tablet().open("/calibrate/advice"))


def test_the_set_up_names_the_sets_that_are_read(stage: Stage) -> None:
    assert "Read now: Blue pearl" in plain(stage.tablet().open("/calibrate/"))


def test_ticked_dice_sets_are_used(stage: Stage) -> None:
    tablet = stage.tablet()
    page = tablet.open("/calibrate/sets")
    assert page.count("checked") == 1
    sent = tablet.send("/calibrate/sets", deed="use", name=["Blue pearl", "Ivory"])
    assert sent.status_code == 303
    assert stage.calibrator.used == ("Blue pearl", "Ivory")


def test_no_ticked_dice_set_is_refused_in_words(stage: Stage) -> None:
    tablet = stage.tablet()
    tablet.open("/calibrate/sets")
    refused = tablet.send("/calibrate/sets", deed="use")
    assert refused.status_code == 409
    assert "at least one dice set" in plain(refused.get_data(as_text=True))


def test_a_set_that_is_not_used_can_be_removed(stage: Stage) -> None:
    tablet = stage.tablet()
    assert tablet.open("/calibrate/sets").count('value="remove"') == 1
    tablet.send("/calibrate/sets", deed="remove", name="Ivory")
    assert stage.calibrator.kept == ("Blue pearl",)


def test_a_dice_set_is_a_file_to_download(stage: Stage) -> None:
    client = stage.tablet().client
    answer = client.get("/calibrate/sets/file?name=Ivory")
    assert answer.headers["Content-Disposition"] == 'attachment; filename="a-set.zip"'
    assert answer.get_data() == b"PK"
    assert client.get("/calibrate/sets/file?name=../x").status_code == 404


def bring(tablet: Tablet, data: bytes, token: str | None = None) -> TestResponse:
    """What is answered when a file is brought."""
    edge, token = b"--edge\r\nContent-Disposition: form-data; name=", token or tablet.token
    body = edge + b'"token"\r\n\r\n' + token.encode() + b"\r\n"
    body += edge + b'"file"; filename="a.zip"\r\n\r\n' + data + b"\r\n--edge--\r\n"
    return tablet.client.post(
        "/calibrate/sets/file", data=body, content_type="multipart/form-data; boundary=edge"
    )


def test_a_dice_set_is_brought_as_a_file_larger_than_any_form(stage: Stage) -> None:
    tablet = stage.tablet()
    tablet.open("/calibrate/sets")
    assert bring(tablet, b"PK" + bytes(3_000_000)).status_code == 303
    assert "from another tray" in plain(tablet.open("/calibrate/sets"))


@pytest.mark.parametrize(("data", "words"), [(b"no", "no exported"), (b"", "Choose the file")])
def test_a_file_that_is_no_dice_set_is_refused_in_words(
    stage: Stage, data: bytes, words: str
) -> None:
    tablet = stage.tablet()
    tablet.open("/calibrate/sets")
    refused = bring(tablet, data)
    assert refused.status_code == 409
    assert words in plain(refused.get_data(as_text=True))


def test_a_file_that_is_far_too_large_is_refused(stage: Stage) -> None:
    tablet = stage.tablet()
    tablet.open("/calibrate/sets")
    assert bring(tablet, b"PK" + bytes(LARGEST_FILE_BYTES)).status_code == 413


def test_a_file_from_another_site_s_form_is_refused(stage: Stage) -> None:
    tablet = stage.tablet()
    tablet.open("/calibrate/sets")
    assert bring(tablet, b"PK", token="x").status_code == 403
    assert "Amber" not in stage.calibrator.kept


def test_other_forms_stay_small(stage: Stage) -> None:
    tablet = stage.tablet()
    tablet.open("/calibrate/sets")
    assert tablet.send("/calibrate/sets", deed="use", name="x" * 20_000).status_code == 413


@pytest.mark.parametrize(
    ("address", "kind", "data"),
    [
        ("markers.pdf", "application/pdf", b"a4 .pdf"),
        ("markers.svg?paper=letter", "image/svg+xml", b"letter .svg"),
    ],
)
def test_the_sheet_of_markers_is_there_to_print(
    stage: Stage, address: str, kind: str, data: bytes
) -> None:
    answer = stage.tablet().client.get(f"/calibrate/{address}")
    assert (answer.mimetype, answer.get_data()) == (kind, data)


@pytest.mark.parametrize(
    ("address", "status"), [("markers.exe", 404), ("markers.pdf?paper=a3", 400)]
)
def test_a_sheet_that_can_not_be_made_is_refused(stage: Stage, address: str, status: int) -> None:
    assert stage.tablet().client.get(f"/calibrate/{address}").status_code == status


def test_the_markers_are_explained_with_their_sheets(stage: Stage) -> None:
    page = stage.tablet().open("/calibrate/markers")
    assert "/calibrate/markers.pdf?paper=a4" in page
    assert "/calibrate/markers.pdf?paper=letter" in page


def test_without_calibrator_there_is_no_set_up() -> None:
    client = create_app(FakeTable()).test_client()
    assert client.get("/calibrate/").status_code == 404
    assert "Set-up" not in client.get("/").get_data(as_text=True)
