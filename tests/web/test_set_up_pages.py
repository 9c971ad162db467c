"""The pages of setting up: step by step, dice sets in use and carried, sheets of markers."""

from __future__ import annotations

import pytest
from werkzeug.test import TestResponse

from pi_app.web.app import create_app
from pi_app.web.limits import LARGEST_FILE_BYTES
from tests.web.conftest import Stage, Tablet, plain
from tests.web.fakes import FakeTable


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
