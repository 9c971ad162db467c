"""The three buttons and their lamps, on gpiozero's pins: real ones by lgpio, or mock pins.

gpiozero tells the edges and drives the lamps; what a press is, `debounce` decides, and which
lamp shines, `lamps`. May import: debounce, lamps, settings, gpiozero.
"""

from __future__ import annotations

import queue
import threading
import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from gpiozero import LED, Button

from pi_app.adapters import debounce, lamps
from pi_app.adapters.debounce import Contact, Kind, Timing
from pi_app.adapters.lamps import Lamps
from pi_app.settings import ButtonSettings

VERBS = ("roll", "flip", "stop")


class ButtonsError(RuntimeError):
    """The pins can't be used; the sentence says why and what to do."""

    slug = "no_pins"


@dataclass(frozen=True, slots=True)
class Press:
    """Somebody pressed a button; time_s is when that was sure."""

    verb: str
    kind: Kind
    time_s: float


@dataclass(frozen=True, slots=True)
class _Edge:
    verb: str
    is_down: bool
    time_s: float


def make_factory(name: str) -> Any:
    """gpiozero's pin factory of this name, "lgpio" or "mock", never one that it chose itself.

    Raises ButtonsError where there are no such pins.
    """
    if name == "mock":
        from gpiozero.pins.mock import MockFactory, MockPWMPin

        return MockFactory(pin_class=MockPWMPin)
    try:
        from gpiozero.pins.lgpio import LGPIOFactory

        return LGPIOFactory()
    except ImportError as error:
        raise ButtonsError(
            "The pins' software is missing. On a Pi: sudo apt install python3-lgpio; "
            'elsewhere, set factory = "mock" under [buttons], or serve with --demo.'
        ) from error
    except Exception as error:  # lgpio and gpiozero each raise their own when there is no chip
        raise ButtonsError(
            f"The Pi's pins can't be used ({error}). On a Pi, the user must be in the group gpio; "
            'elsewhere, set factory = "mock" under [buttons].'
        ) from error


class Panel:
    """The buttons and lamps as one: tells presses, shows what is legal.

    send : called with each press, in the panel's thread; it must not block.
    clock : seconds, never going back.
    """

    def __init__(
        self,
        settings: ButtonSettings,
        factory: Any,
        send: Callable[[Press], None],
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self._timing = Timing(settings.debounce_s, settings.long_press_s)
        self._send = send
        self._clock = clock
        self._edges: queue.SimpleQueue[_Edge | None] = queue.SimpleQueue()
        self._lamps = Lamps()
        self._lock = threading.Lock()  # for _lamps, which the table's thread changes
        self._closed = False
        self._leds = {verb: LED(lamp_pin(settings, verb), pin_factory=factory) for verb in VERBS}
        self._buttons = {verb: self._button(settings, verb, factory) for verb in VERBS}
        # A button that is held down at the start is no press.
        downs = {verb: bool(button.is_pressed) for verb, button in self._buttons.items()}
        self._contacts = {
            verb: Contact(is_down=down, is_pressed=down, told=True) for verb, down in downs.items()
        }
        self._thread = threading.Thread(target=self._run, name="buttons", daemon=True)

    def start(self) -> None:
        """Begin to tell presses."""
        self._thread.start()

    def close(self) -> None:
        """Put out the lamps and let go of the pins; safe to call twice."""
        self._closed = True
        self._edges.put(None)
        if self._thread.is_alive():
            self._thread.join()
        for device in (*self._buttons.values(), *self._leds.values()):
            device.close()

    def light(self, verbs: frozenset[str]) -> None:
        """Light exactly these lamps."""
        with self._lock:
            self._lamps = Lamps(verbs, self._lamps.since_s)
        self._edges.put(None)

    def blink(self, verb: str) -> None:
        """Let this lamp blink three times: what was asked for can't be done."""
        with self._lock:
            self._lamps = lamps.blink(self._lamps, verb, self._clock())
        self._edges.put(None)

    def is_pressed(self, verb: str) -> bool:
        """Whether this contact is closed at this moment."""
        return bool(self._buttons[verb].is_pressed)

    def turn(self, *, waits: bool) -> None:
        """Do what there is to do: one edge if there is one, whatever is due, and the lamps.

        waits : until there is something, else only what there is already.
        """
        edge = self._next_edge(self._wait_s() if waits else 0.0)
        now_s = self._clock()
        if edge is not None:
            contact = self._contacts[edge.verb]
            after = debounce.edge(contact, edge.is_down, edge.time_s, self._timing)
            self._settle(edge.verb, *after, edge.time_s)
        if self._edges.empty():  # else the next edge is older than now, and comes first
            for verb, contact in self._contacts.items():
                self._settle(verb, *debounce.tick(contact, now_s, self._timing), now_s)
        self._show(now_s)

    def _run(self) -> None:
        while not self._closed:
            self.turn(waits=True)

    def _button(self, settings: ButtonSettings, verb: str, factory: Any) -> Any:
        button = Button(button_pin(settings, verb), pull_up=True, pin_factory=factory)
        button.when_pressed = lambda: self._edges.put(_Edge(verb, True, self._clock()))
        button.when_released = lambda: self._edges.put(_Edge(verb, False, self._clock()))
        return button

    def _next_edge(self, wait_s: float | None) -> _Edge | None:
        try:
            return self._edges.get(timeout=wait_s) if wait_s else self._edges.get(wait_s is None)
        except queue.Empty:
            return None

    def _wait_s(self) -> float | None:
        """How long until something is due; None if only an edge can change anything."""
        now_s = self._clock()
        dues = [debounce.due_s(contact, self._timing) for contact in self._contacts.values()]
        with self._lock:
            dues.append(lamps.due_s(self._lamps, now_s))
        soonest = min((due for due in dues if due is not None), default=None)
        return None if soonest is None else max(0.0, soonest - now_s)

    def _settle(self, verb: str, contact: Contact, kinds: tuple[Kind, ...], time_s: float) -> None:
        self._contacts[verb] = contact
        for kind in kinds:
            self._send(Press(verb, kind, time_s))

    def _show(self, now_s: float) -> None:
        with self._lock:
            shining = lamps.shining(self._lamps, now_s)
        for verb, led in self._leds.items():
            if led.is_lit != (verb in shining):
                led.value = verb in shining


class MockPanel:
    """The on-screen twins: they press the mock pins that the buttons are connected to."""

    def __init__(
        self,
        settings: ButtonSettings,
        factory: Any,
        sleep: Callable[[float], None] = time.sleep,
    ) -> None:
        self._pins = {verb: factory.pin(button_pin(settings, verb)) for verb in VERBS}
        # A tap must outlast the debouncing by far, and stay far from a long press.
        self._tap_s = 3 * settings.debounce_s
        self._sleep = sleep

    def press(self, verb: str) -> None:
        """Close the contact of this button: the pin is drawn to ground."""
        self._pins[verb].drive_low()

    def release(self, verb: str) -> None:
        """Open the contact of this button: the pull-up draws the pin up."""
        self._pins[verb].drive_high()

    def tap(self, verb: str) -> None:
        """Press and let go, as a finger does."""
        self.press(verb)
        self._sleep(self._tap_s)
        self.release(verb)


def button_pin(settings: ButtonSettings, verb: str) -> int:
    """The BCM number of the button of a verb.

    >>> button_pin(ButtonSettings(), "roll")
    17
    """
    return int(getattr(settings, f"{verb}_pin"))


def lamp_pin(settings: ButtonSettings, verb: str) -> int:
    """The BCM number of the lamp of a verb.

    >>> lamp_pin(ButtonSettings(), "roll")
    27
    """
    return int(getattr(settings, f"{verb}_lamp_pin"))
