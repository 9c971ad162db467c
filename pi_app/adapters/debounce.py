"""Turns the edges of a contact into presses: a pure step function.

A contact chatters for some milliseconds when it closes and when it opens. It counts as closed
or open when it has not changed for `debounce_s`. A press that is let go counts as short; one
that is held for `long_press_s` counts as long, at that moment and only once.
May import: standard library only.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from enum import Enum


class Kind(Enum):
    """How long a button was pressed."""

    SHORT = "short"
    LONG = "long"


@dataclass(frozen=True, slots=True)
class Timing:
    """What counts as steady and what as long."""

    debounce_s: float
    long_press_s: float


@dataclass(frozen=True, slots=True)
class Contact:
    """One button.

    is_down : as the pin was last seen, chatter and all.
    changed_s : when it last changed.
    is_pressed : what counts.
    pressed_s : when the press that counts began.
    told : whether this press was told of as a long one.
    """

    is_down: bool = False
    changed_s: float = 0.0
    is_pressed: bool = False
    pressed_s: float = 0.0
    told: bool = False


def edge(
    contact: Contact, is_down: bool, time_s: float, timing: Timing
) -> tuple[Contact, tuple[Kind, ...]]:
    """The contact after the pin went down or up, and the presses that were complete before.

    >>> timing = Timing(debounce_s=0.02, long_press_s=1.0)
    >>> down, _ = edge(Contact(), True, 5.0, timing)
    >>> up, _ = edge(down, False, 5.3, timing)
    >>> tick(up, 5.4, timing)[1]
    (<Kind.SHORT: 'short'>,)
    """
    settled, kinds = tick(contact, time_s, timing)
    # Also if it says what was known: then the edge between the two was missed, and it chatters.
    return replace(settled, is_down=is_down, changed_s=time_s), kinds


def tick(contact: Contact, time_s: float, timing: Timing) -> tuple[Contact, tuple[Kind, ...]]:
    """The contact after time has passed, and the presses that this has completed."""
    contact, short = _settle(contact, time_s, timing)
    contact, long = _hold(contact, time_s, timing)
    return contact, short + long


def due_s(contact: Contact, timing: Timing) -> float | None:
    """When time alone will change something, or None.

    >>> due_s(Contact(is_down=True, changed_s=5.0), Timing(0.25, 1.0))
    5.25
    """
    if contact.is_down != contact.is_pressed:
        return contact.changed_s + timing.debounce_s
    if contact.is_pressed and not contact.told:
        return contact.pressed_s + timing.long_press_s
    return None


def _settle(contact: Contact, time_s: float, timing: Timing) -> tuple[Contact, tuple[Kind, ...]]:
    if contact.is_down == contact.is_pressed or time_s < contact.changed_s + timing.debounce_s:
        return contact, ()
    if contact.is_down:
        return replace(contact, is_pressed=True, pressed_s=contact.changed_s, told=False), ()
    # Held up to the moment it was let go, not up to the moment that was sure.
    held_s = contact.changed_s - contact.pressed_s
    kind = Kind.LONG if held_s >= timing.long_press_s else Kind.SHORT
    return replace(contact, is_pressed=False), () if contact.told else (kind,)


def _hold(contact: Contact, time_s: float, timing: Timing) -> tuple[Contact, tuple[Kind, ...]]:
    is_held = contact.is_pressed and contact.is_down and not contact.told
    if not is_held or time_s < contact.pressed_s + timing.long_press_s:
        return contact, ()
    return replace(contact, told=True), (Kind.LONG,)
