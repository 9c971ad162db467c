"""Nothing on the network is trusted."""

from __future__ import annotations

import logging

import pytest

from pi_app.rules.moves import parse_move
from pi_app.web.guard import is_local
from tests.web.conftest import Stage, plain

THROW = parse_move("tray show 2 3 5 5 5r 6")


@pytest.mark.parametrize(
    "host",
    [
        "192.168.1.7:8000",
        "10.0.0.3",
        "[fe80::1]:8000",
        "[::1]",
        "localhost:8000",
        "tallytray.local:8000",
        "tallytray",
        "tallytray.fritz.lan",
        "127.0.0.1",
    ],
)
def test_local_names_and_addresses_are_served(stage: Stage, host: str) -> None:
    answer = stage.app.test_client().get("/", headers={"Host": host})
    assert answer.status_code == 200


@pytest.mark.parametrize(
    "host", ["evil.example.com", "192.168.1.7.nip.io:8000", "tallytray.local.example.org", "a..b"]
)
def test_a_name_from_the_public_dns_is_refused(stage: Stage, host: str) -> None:
    answer = stage.app.test_client().get("/", headers={"Host": host})
    assert answer.status_code in (400, 421)


def test_an_empty_name_is_not_local() -> None:
    assert not is_local("")


def test_a_post_without_token_changes_nothing(stage: Stage) -> None:
    stage.table.play(THROW)
    tablet = stage.tablet()
    answer = tablet.send("/tap", moves="p1 stop", token="")
    assert answer.status_code == 403
    assert len(stage.table.record.moves) == 1


def test_the_token_of_another_browser_does_not_fit(stage: Stage) -> None:
    stage.table.play(THROW)
    one, other = stage.tablet(), stage.tablet()
    assert one.send("/tap", moves="p1 stop", token=other.token).status_code == 403


@pytest.mark.parametrize(
    "headers",
    [
        {"Origin": "http://evil.example.com"},
        {"Origin": "null"},
        {"Origin": "http://localhost:9999"},
        {"Sec-Fetch-Site": "cross-site"},
        {"Sec-Fetch-Site": "same-site"},
    ],
)
def test_a_post_that_another_site_made_changes_nothing(
    stage: Stage, headers: dict[str, str]
) -> None:
    stage.table.play(THROW)
    tablet = stage.tablet()
    data = {"token": tablet.token, "seen": tablet.seen, "moves": "p1 stop"}
    answer = tablet.client.post("/tap", data=data, headers=headers)
    assert answer.status_code == 403
    assert len(stage.table.record.moves) == 1


def test_a_post_of_the_page_itself_is_let_through(stage: Stage) -> None:
    stage.table.play(THROW)
    tablet = stage.tablet()
    data = {"token": tablet.token, "seen": tablet.seen, "moves": "p1 stop"}
    headers = {"Origin": "http://localhost", "Sec-Fetch-Site": "same-origin"}
    assert tablet.client.post("/tap", data=data, headers=headers).status_code == 303


def test_every_answer_carries_the_protecting_headers(stage: Stage) -> None:
    client = stage.app.test_client()
    for path in ("/", "/games/", "/nothing-here", "/static/tallytray.js"):
        with client.get(path) as answer:
            headers = answer.headers
        assert "script-src 'self'" in headers["Content-Security-Policy"]
        assert headers["X-Content-Type-Options"] == "nosniff"
        assert headers["X-Frame-Options"] == "DENY"


def test_the_cookie_is_for_this_site_and_not_for_scripts(stage: Stage) -> None:
    cookie = stage.app.test_client().get("/").headers["Set-Cookie"]
    assert "HttpOnly" in cookie
    assert "SameSite=Strict" in cookie


def test_no_page_has_script_or_style_inside(stage: Stage) -> None:
    client = stage.app.test_client()
    for path in ("/", "/games/", "/rules/", "/connect", "/calibrate/", "/games/new/catch6"):
        html = client.get(path).get_data(as_text=True)
        assert "<style" not in html
        assert ' style="' not in html
        assert "<script>" not in html
        assert " onclick" not in html


def test_a_request_that_is_too_large_is_refused(stage: Stage) -> None:
    tablet = stage.tablet()
    answer = tablet.send("/enter", dice="1 " * 20_000)
    assert answer.status_code == 413
    assert "too much" in answer.get_data(as_text=True)


@pytest.mark.parametrize(
    ("path", "fields"),
    [
        ("/tap", {"moves": ""}),
        ("/tap", {"moves": "p1 stop; " * 9}),
        ("/tap", {"moves": "x" * 401}),
        ("/tap", {"moves": "p1 \x00stop"}),
        ("/tap", {"moves": "p1 stop", "seen": "nonsense"}),
        ("/undo", {"count": "0"}),
        ("/undo", {"count": "-1"}),
        ("/undo", {"count": "٣"}),
        ("/undo", {"count": "1e3"}),
        ("/correct", {"index": "99", "show": "5"}),
        ("/correct", {"index": "", "show": "5"}),
        ("/enter", {"dice": ""}),
        ("/enter", {"dice": "1 " * 40}),
        ("/demo/press", {"verb": "mark", "hold": "short"}),
        ("/demo/press", {"verb": "roll", "hold": "for ever"}),
        ("/demo/die", {"deed": "explode 1"}),
        ("/demo/die", {"deed": "turn 1 7"}),
        ("/demo/die", {"deed": "pick_up 6"}),
        ("/demo/die", {"deed": "pick_up"}),
        ("/games/resume", {"game_id": "one"}),
        ("/calibrate/", {"deed": "destroy"}),
    ],
)
def test_a_field_that_makes_no_sense_is_refused_with_a_sentence(
    stage: Stage, path: str, fields: dict[str, str]
) -> None:
    answer = stage.tablet().send(path, **fields)
    text = answer.get_data(as_text=True)
    assert answer.status_code in (400, 409)
    assert "Traceback" not in text
    assert stage.table.record.moves == ()


@pytest.mark.parametrize("show", ["7", "5rr", "red", "0"])
def test_a_die_that_is_none_is_refused_with_the_rules_sentence(stage: Stage, show: str) -> None:
    answer = stage.tablet().send("/correct", index=0, show=show)
    assert answer.status_code == 409
    assert "is no die" in plain(answer.get_data(as_text=True))


def test_what_nobody_foresaw_is_a_sentence_and_a_log_entry(
    stage: Stage, caplog: pytest.LogCaptureFixture
) -> None:
    stage.table.submit = None  # type: ignore[method-assign, assignment]
    with caplog.at_level(logging.ERROR):
        answer = stage.tablet().send("/undo", count=1)
    assert answer.status_code == 500
    assert "The game is kept" in answer.get_data(as_text=True)
    assert "Traceback" not in answer.get_data(as_text=True)
    assert "POST /undo failed" in caplog.text


def test_a_player_can_not_write_into_the_page(stage: Stage) -> None:
    tablet = stage.tablet()
    answer = tablet.send(
        "/games/new/keep_on_rolling", seat1="<script>x</script>", seat2="Ben", dice="any"
    )
    assert answer.status_code == 303
    html = tablet.open()
    assert "<script>x" not in html
    assert "&lt;script&gt;x" in html


def test_get_does_nothing_that_a_post_does(stage: Stage) -> None:
    client = stage.app.test_client()
    for path in ("/tap", "/undo", "/demo/throw", "/games/resume"):
        assert client.get(path).status_code in (404, 405)
