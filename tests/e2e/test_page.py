"""The table page in a real browser, on a table without camera."""

from __future__ import annotations

import random
from collections.abc import Iterator

import pytest
from playwright.sync_api import Page, expect

from pi_app.rules.games import MAKERS, make_game
from pi_app.rules.log import new_header
from pi_app.rules.moves import parse_move
from pi_app.table.types import Correct
from pi_app.web.app import create_app
from tests.e2e.conftest import NewPage
from tests.e2e.screens import NAMES, calibrator, picture, played, seen
from tests.e2e.stage import Site, served
from tests.web.fakes import FakeArchive, FakePanel, FakePictures, FakeTable, FakeTray

THROW = parse_move("tray show 2 3 5 5 5r 6")
SIZES = ((1280, 800), (1024, 768), (390, 844))


def app_of(table: FakeTable) -> object:
    """The app of a table, with everything that a page can show."""
    return create_app(
        table,
        archive=FakeArchive(table),
        panel=FakePanel(),
        demo=FakeTray(),
        pictures=FakePictures(picture()),
        calibrator=calibrator(),
    )


@pytest.fixture
def table() -> FakeTable:
    """Spicy Dice Classic for Ann and Ben, the first throw made."""
    table = FakeTable(new_header("spicy_classic", ("Ann", "Ben")))
    table.wear(picture=1, dice=seen())
    table.play(THROW)
    return table


@pytest.fixture
def site(table: FakeTable) -> Iterator[Site]:
    """The pages of that table."""
    with served(app_of(table), wake=table.play) as site:  # type: ignore[arg-type]
        yield site


def box(page: Page, words: str) -> object:
    """The button in the sheet that scores a box."""
    return page.locator("#sheet").get_by_role("button", name=words)


def test_a_tap_on_one_tablet_shows_on_the_other_without_reloading(
    table: FakeTable, site: Site, new_page: NewPage
) -> None:
    one, other = new_page(site.url), new_page(site.url)
    other.evaluate("window.wasHereBefore = true")
    box(one, "Ann 5s").click()  # type: ignore[attr-defined]
    for page in (one, other):
        expect(page.locator("#turn h1")).to_contain_text("Ben")
        expect(page.locator(".players")).to_contain_text("30")
    assert other.evaluate("window.wasHereBefore") is True
    assert str(table.record.moves[-1]) == "p1 mark 5"


def test_a_double_tap_counts_once(table: FakeTable, site: Site, new_page: NewPage) -> None:
    page = new_page(site.url)
    box(page, "Ann 5s").dblclick()  # type: ignore[attr-defined]
    expect(page.locator("#turn h1")).to_contain_text("Ben")
    assert [str(move) for move in table.record.moves] == [str(THROW), "p1 mark 5"]


def test_a_tap_on_a_stale_page_is_refused_kindly_and_the_page_catches_up(
    table: FakeTable, site: Site, new_page: NewPage
) -> None:
    page = new_page(site.url)
    page.route("**/state?*", lambda route: None)  # this tablet hears of nothing any more
    page.reload()
    table.play(parse_move("p1 mark sum"))
    box(page, "Ann 5s").click()  # type: ignore[attr-defined]
    expect(page.locator("#toast")).to_contain_text("nothing was done")
    expect(page.locator("#turn h1")).to_contain_text("Ben")
    assert str(table.record.moves[-1]) == "p1 mark sum"
    page.unroute_all(behavior="ignoreErrors")


def test_everything_but_the_refresh_works_without_script(
    table: FakeTable, site: Site, new_page: NewPage
) -> None:
    page = new_page(site.url, java_script_enabled=False)
    box(page, "Ann 5s").click()  # type: ignore[attr-defined]
    expect(page.locator("#turn h1")).to_contain_text("Ben")
    page.locator("#past .undo > button").click()
    expect(page.locator("#turn h1")).to_contain_text("Ann")
    page.get_by_label("Correct die 1").click()
    page.locator("#die-0").get_by_role("button", name="red three").click()
    assert table.commands[-1] == Correct(0, 3, True, table.commands[-1].seq)  # type: ignore[union-attr]


def test_a_tap_on_a_die_in_the_picture_opens_its_correction(
    table: FakeTable, site: Site, new_page: NewPage
) -> None:
    page = new_page(site.url)
    page.get_by_label("Die 3:").click()
    page.locator("#die-2").get_by_role("button", name="There is no die here").click()
    expect(page.locator("#die-2")).to_be_hidden()
    command = table.commands[-1]
    assert isinstance(command, Correct)
    assert (command.index, command.value) == (2, None)


def test_dice_are_typed_in_with_a_keypad(table: FakeTable, site: Site, new_page: NewPage) -> None:
    table.play(parse_move("p1 mark 5"))
    page = new_page(site.url)
    page.get_by_label("Type the dice in").click()
    for face in ("6", "5r", "5", "5", "5", "2"):
        page.locator(f'#enter [data-key="{face}"]').click()
    page.get_by_role("button", name="That was thrown").click()
    expect(page.locator("#message")).to_contain_text("Thrown")
    assert str(table.record.moves[-1]) == "tray show 2 5 5 5 5r 6"


def test_dice_are_ticked_and_rolled(table: FakeTable, site: Site, new_page: NewPage) -> None:
    page = new_page(site.url)
    page.get_by_text("More moves").click()
    for face in ("2", "3"):
        page.locator(f'.pick input[value="{face}"]').first.check()
    page.locator("[data-picker]").get_by_role("button").click()
    expect(page.locator("#turn h1")).to_contain_text("throws 2 dice")
    assert str(table.record.moves[-1]) == "p1 roll 2 3"


def test_a_twin_that_is_held_is_a_long_press(
    table: FakeTable, site: Site, new_page: NewPage
) -> None:
    page = new_page(site.url)
    page.clock.install()
    page.reload()
    page.get_by_role("button", name="STOP button").hover()
    page.mouse.down()
    page.clock.run_for(1000)
    with page.expect_response("**/demo/press") as answered:
        page.mouse.up()
    assert "hold=long" in (answered.value.request.post_data or "")


def test_a_twin_that_is_tapped_is_a_short_press(site: Site, new_page: NewPage) -> None:
    page = new_page(site.url)
    with page.expect_response("**/demo/press") as answered:
        page.get_by_role("button", name="ROLL button").click()
    assert "hold=short" in (answered.value.request.post_data or "")


def test_a_server_that_is_away_is_said_and_found_again(table: FakeTable, new_page: NewPage) -> None:
    with served(app_of(table), wake=table.play) as site:  # type: ignore[arg-type]
        page = new_page(site.url)
        expect(page.locator(".offline")).to_be_hidden()
    expect(page.locator(".offline")).to_be_visible()
    table.play(parse_move("p1 mark 5"))
    with served(app_of(table), port=site.port, wake=table.play):  # type: ignore[arg-type]
        expect(page.locator(".offline")).to_be_hidden()
        expect(page.locator("#turn h1")).to_contain_text("Ben")
        page.close()


# What a finger can hit, but too small; words in a sentence are let off, and of a dot or a box to
# tick the line counts that it stands in.
SMALL = """() => [...document.querySelectorAll('a, button, input, select, summary')]
  .filter((each) => !each.matches('[type=hidden], p > a:not(.button)'))
  .filter((each) => each.checkVisibility())
  .map((each) => each.matches('[type=radio], [type=checkbox]') ? each.closest('label') : each)
  .map((each) => [each.getBoundingClientRect(), each.outerHTML.slice(0, 90)])
  .filter(([box]) => box.width < 43.5 || box.height < 43.5).map(([box, html]) => html)"""
WIDE = "() => document.documentElement.scrollWidth - document.documentElement.clientWidth"


@pytest.mark.parametrize("name", sorted(MAKERS))
def test_every_game_fits_and_can_be_hit_with_a_finger(name: str, new_page: NewPage) -> None:
    least, most = make_game(name).info.seats
    table = FakeTable(new_header(name, NAMES[: max(least, min(4, most))]))
    table.record = played(table.record.header, 40, random.Random(3))
    table.wear(picture=1, dice=seen())
    with served(app_of(table), wake=table.play) as site:  # type: ignore[arg-type]
        page = new_page(site.url)
        for width, height in SIZES:
            page.set_viewport_size({"width": width, "height": height})
            assert page.evaluate(WIDE) <= 0
            assert page.evaluate(SMALL) == []
        page.close()


PAGES = ("/games/", "/games/new/spicy_classic", "/rules/", "/rules/spicy_classic", "/connect")
SET_UP = ("/calibrate/", "/calibrate/sets", "/calibrate/markers")


@pytest.mark.parametrize("path", PAGES + SET_UP)
def test_other_pages_fit_and_can_be_hit_with_a_finger(
    site: Site, new_page: NewPage, path: str
) -> None:
    page = new_page(site.url + path)
    for width, height in SIZES:
        page.set_viewport_size({"width": width, "height": height})
        assert page.evaluate(WIDE) <= 0
        assert page.evaluate(SMALL) == []


LINES = """() => [...document.querySelectorAll('.bar nav a')].map((each) => {
  const words = document.createRange(); words.selectNodeContents(each);
  return words.getClientRects().length; })"""


@pytest.mark.parametrize("width", [360, 375, 412])
def test_no_word_of_the_menu_is_broken_on_a_phone(
    site: Site, new_page: NewPage, width: int
) -> None:
    page = new_page(site.url + "/connect")
    page.set_viewport_size({"width": width, "height": 740})
    assert page.evaluate(LINES) == [1] * 5
    assert page.evaluate(WIDE) <= 0
