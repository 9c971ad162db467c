"""Mock pins pressed, presses told, lamps shown."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from queue import SimpleQueue

import pytest

from pi_app.adapters.buttons import (
    VERBS,
    ButtonsError,
    MockPanel,
    Panel,
    Press,
    lamp_pin,
    make_factory,
)
from pi_app.adapters.debounce import Kind
from pi_app.adapters.lamps import PHASE_S, PHASES
from pi_app.settings import ButtonSettings
from tests.adapters.held_pin import held_factory

SETTINGS = ButtonSettings(factory="mock")


@dataclass
class Desk:
    """A panel on mock pins, with a clock that is moved by hand."""

    factory: object = field(default_factory=lambda: make_factory("mock"))
    now_s: float = 50.0
    presses: list[Press] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.twins = MockPanel(SETTINGS, self.factory, sleep=self.pass_time)
        self.panel = Panel(SETTINGS, self.factory, self.presses.append, clock=lambda: self.now_s)

    def pass_time(self, seconds: float) -> None:
        """What the panel's thread would have done meanwhile is done at the end."""
        self.panel.turn(waits=False)
        self.now_s += seconds
        self.panel.turn(waits=False)

    def told(self) -> list[tuple[str, Kind]]:
        for _ in range(8):
            self.panel.turn(waits=False)
        return [(press.verb, press.kind) for press in self.presses]

    def shining(self) -> set[str]:
        self.panel.turn(waits=False)
        pins = {verb: self.factory.pin(lamp_pin(SETTINGS, verb)) for verb in VERBS}
        return {verb for verb, pin in pins.items() if pin.state}


@pytest.fixture
def desk() -> Iterator[Desk]:
    desk = Desk()
    yield desk
    for verb in VERBS:
        desk.twins.release(verb)
    desk.panel.close()
    desk.factory.close()


@pytest.mark.parametrize("verb", VERBS)
def test_a_tap_on_a_twin_is_a_short_press_of_its_button(desk: Desk, verb: str):
    desk.twins.tap(verb)
    desk.pass_time(0.1)
    assert desk.told() == [(verb, Kind.SHORT)]


def test_a_held_button_is_a_long_press(desk: Desk):
    desk.twins.press("stop")
    desk.pass_time(1.1)
    assert desk.told() == [("stop", Kind.LONG)]


def test_letting_go_after_a_long_press_tells_nothing_more(desk: Desk):
    desk.twins.press("stop")
    desk.pass_time(1.1)
    desk.twins.release("stop")
    desk.pass_time(0.1)
    assert desk.told() == [("stop", Kind.LONG)]


def test_a_chattering_pin_is_one_press(desk: Desk):
    for _ in range(5):
        desk.twins.press("roll")
        desk.pass_time(0.002)
        desk.twins.release("roll")
        desk.pass_time(0.002)
    desk.twins.tap("roll")
    desk.pass_time(0.1)
    assert desk.told() == [("roll", Kind.SHORT)]


def test_two_buttons_at_the_same_time_are_two_presses(desk: Desk):
    desk.twins.press("roll")
    desk.twins.press("flip")
    desk.pass_time(0.1)
    desk.twins.release("flip")
    desk.twins.release("roll")
    desk.pass_time(0.1)
    assert sorted(desk.told()) == [("flip", Kind.SHORT), ("roll", Kind.SHORT)]


def test_edges_that_waited_while_the_panel_was_busy_keep_their_times(desk: Desk):
    """Both edges lie in the queue before the panel looks: still one short press."""
    desk.twins.press("roll")
    desk.now_s += 0.3
    desk.twins.release("roll")
    desk.now_s += 5.0
    assert desk.told() == [("roll", Kind.SHORT)]


def test_a_button_that_is_held_at_the_start_is_no_press():
    desk = Desk(held_factory())
    assert desk.panel.is_pressed("roll")
    desk.pass_time(2.0)
    desk.twins.release("roll")
    desk.pass_time(0.1)
    assert desk.told() == []
    desk.twins.tap("roll")
    desk.pass_time(0.1)
    assert desk.told() == [("roll", Kind.SHORT)]
    desk.twins.release("flip")
    desk.twins.release("stop")
    desk.panel.close()


def test_exactly_the_legal_verbs_are_lit(desk: Desk):
    desk.panel.light(frozenset({"roll", "stop"}))
    assert desk.shining() == {"roll", "stop"}
    desk.panel.light(frozenset({"flip"}))
    assert desk.shining() == {"flip"}


def test_a_refused_verb_blinks_and_then_shines_as_before(desk: Desk):
    desk.panel.light(frozenset({"roll", "flip"}))
    desk.panel.blink("flip")
    seen = []
    for _ in range(PHASES + 1):
        seen.append("flip" in desk.shining())
        desk.now_s += PHASE_S
    assert seen == [False, True, False, True, False, True, True]


def test_a_dark_lamp_is_dark_again_after_blinking(desk: Desk):
    desk.panel.blink("flip")
    desk.now_s += PHASE_S * 1.5
    assert desk.shining() == {"flip"}
    desk.now_s += PHASE_S * PHASES
    assert desk.shining() == set()


def test_the_thread_tells_a_press_by_itself(desk: Desk):
    told: SimpleQueue[Press] = SimpleQueue()
    factory = make_factory("mock")
    panel = Panel(SETTINGS, factory, told.put, clock=lambda: desk.now_s)
    panel.start()
    twins = MockPanel(SETTINGS, factory)
    twins.press("roll")
    desk.now_s += 0.3
    twins.release("roll")
    desk.now_s += 0.3
    assert told.get(timeout=60).verb == "roll"
    panel.close()


def test_closing_puts_the_lamps_out_and_frees_the_pins(desk: Desk):
    desk.panel.light(frozenset(VERBS))
    desk.panel.close()
    again = Panel(SETTINGS, desk.factory, desk.presses.append)
    again.close()
    assert not any(desk.factory.pin(lamp_pin(SETTINGS, verb)).state for verb in VERBS)


def test_without_real_pins_the_error_says_what_to_do():
    with pytest.raises(ButtonsError, match=r"python3-lgpio|group gpio"):
        make_factory("lgpio")
