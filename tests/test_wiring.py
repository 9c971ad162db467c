"""The whole house on the virtual tray, moved by hand: no thread, no clock, no network.

A picture of dice becomes a reading, the rules check it, mock buttons decide, the lamps show it,
the pages answer, and the score is on disk.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from pi_app.adapters.demo import VirtualTray
from pi_app.adapters.notify import Notifier
from pi_app.config import DEMO, load_config
from pi_app.rules.moves import Verb
from pi_app.settings import CameraSettings, Config, TableSettings
from pi_app.table.types import Mood, Snapshot
from pi_app.wiring import Hands, House, build, strip_px

FRAME_S = 0.1
MOST_FRAMES = 60


class Evening:
    """A house whose time passes when it is told to."""

    def __init__(self, config: Config, tray: VirtualTray | None = None) -> None:
        self.now_s = 0.0
        self.tray = tray or VirtualTray(seed=4, lean=0.0)
        self.house: House = build(config, Notifier({}), clock=lambda: self.now_s, tray=self.tray)
        self.watch()

    @property
    def now(self) -> Snapshot:
        return self.house.table.snapshot()

    def frame(self) -> None:
        self.now_s += FRAME_S
        self.house.camera.turn()
        self.house.table.run_pending()

    def watch(self) -> Snapshot:
        """Let the camera look until the hands are still and the dice have been read."""
        for _ in range(MOST_FRAMES):
            self.frame()
            if not self.tray.busy and self.house.eyes.at_rest:
                return self.now
        raise AssertionError("the dice never came to rest")

    def press(self, verb: str) -> Snapshot:
        """Press the twin of a button and let go of it, as the page does."""
        twins = self.house.twins
        assert twins is not None
        for act in (twins.press, twins.release):
            act(Verb(verb))
            self.house.panel.turn(waits=False)
            self.now_s += 0.05
            self.house.panel.turn(waits=False)
        self.house.table.run_pending()
        return self.now

    def throw(self) -> Snapshot:
        self.tray.throw()
        return self.watch()

    def truth(self) -> str:
        """The dice that really lie there, as notation."""
        return " ".join(sorted(str(one.die) for one in self.tray.dice() if one.seen))


@pytest.fixture
def config(tmp_path: Path) -> Config:
    return load_config(None, {**DEMO, "server.port": 0}, tmp_path).config


@pytest.fixture
def evening(config: Config) -> Iterator[Evening]:
    evening = Evening(config)
    yield evening
    evening.house.close()


def test_a_throw_is_read_and_counted(evening: Evening):
    shown = evening.throw()
    assert shown.last_moves == (f"tray show {evening.truth()}",)
    assert shown.mood is Mood.PLAIN


def test_the_rest_of_the_house_follows(evening: Evening, config: Config):
    """One evening: throw, roll some again, flip, stop, mark; then a restart finds it all."""
    evening.throw()
    for place in (0, 1):
        evening.tray.pick_up(place)
        evening.watch()
    assert evening.press("roll").last_moves[-1].startswith("p1 roll ")
    assert evening.throw().last_moves[-1].startswith("tray show ")
    red = [place for place, one in enumerate(evening.tray.dice()) if one.die.red][:1]
    for place in red:
        evening.tray.turn(place, evening.tray.dice()[place].die.value % 6 + 1)
        evening.watch()
    assert evening.press("stop").last_moves[-1] == "p1 stop"
    before = evening.now
    evening.house.close()
    again = Evening(config, evening.tray)
    assert again.now.sheet == before.sheet
    assert again.now.can_undo == before.can_undo
    again.house.close()


def test_lamps_are_lit_while_their_verb_is_legal(evening: Evening):
    lit = lambda: {verb for verb, led in evening.house.panel._leds.items() if led.is_lit}  # noqa: E731
    evening.house.panel.turn(waits=False)
    assert lit() == set()
    evening.throw()
    evening.house.panel.turn(waits=False)
    assert lit() == {verb.value for verb in evening.now.lit}


def test_the_page_and_the_picture_can_be_had(evening: Evening):
    shown = evening.throw()
    client = evening.house.app.test_client()
    assert client.get("/").status_code == 200
    picture = evening.house.eyes.settled(shown.picture or 0)
    assert picture is not None
    assert picture.width_px == 1280


def test_the_pages_see_the_dice_of_the_virtual_tray(evening: Evening):
    evening.tray.throw()
    evening.tray.set_aside(0)
    evening.tray.take_off(2)
    dice = Hands(evening.tray).dice()
    assert [dice[0].place.value, dice[2].place.value] == ["strip", "aside"]
    assert dice[1].faces == ("1", "2r", "3", "4", "5", "6")


def test_the_pages_of_the_set_up_stand_on_the_real_one(evening: Evening):
    client = evening.house.app.test_client()
    assert client.get("/calibrate/markers.pdf?paper=letter").get_data().startswith(b"%PDF")
    assert client.get("/calibrate/markers.svg").get_data().startswith(b"<svg")
    assert "No dice set is kept yet" in client.get("/calibrate/sets").get_data(as_text=True)
    assert client.get("/calibrate/sets/file?name=None").status_code == 404


def test_a_lamp_blinks_with_each_press_that_is_not_understood(evening: Evening):
    for _ in range(2):
        evening.house.panel.turn(waits=False)
        evening.press("roll")
        assert evening.now.blink is Verb.ROLL
        assert "roll" in evening.house.panel._lamps.since_s
        evening.house.panel._lamps = type(evening.house.panel._lamps)()


def test_a_keep_strip_is_told_in_parts_of_the_picture() -> None:
    config = Config(
        camera=CameraSettings(size_px=(1000, 500)), table=TableSettings(strip=(0.1, 0.8, 0.9, 1.0))
    )
    assert strip_px(config) == ((100, 400), (900, 400), (900, 500), (100, 500))


def test_without_a_keep_strip_no_die_is_kept_by_its_place() -> None:
    assert strip_px(Config()) == ()
