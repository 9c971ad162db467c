"""A mock pin whose button is held down from the start: a pull-up does not lift it."""

from __future__ import annotations

from gpiozero.pins.mock import MockFactory, MockPWMPin


class HeldPin(MockPWMPin):
    """Connected to ground as soon as it is an input."""

    def _set_pull(self, value: str) -> None:
        super()._set_pull(value)
        self.drive_low()


def held_factory() -> MockFactory:
    """Pins on which every button is held."""
    return MockFactory(pin_class=HeldPin)
