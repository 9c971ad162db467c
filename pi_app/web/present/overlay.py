"""Where the outline and the label of each die stand in the picture.

Points are (x, y) in pixels of the picture. May import: table.types, words.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import hypot

from pi_app.table.types import SeenDie
from pi_app.web.present.words import spoken
from vision.types import Point

# What stands on a spot that a person said is no die.
NO_DIE = "\u00d7"


@dataclass(frozen=True, slots=True)
class Mark:
    """One die in the picture: its outline, the spot that a finger hits, and its label."""

    index: int
    text: str
    spoken: str
    outline: str
    centre: Point
    touch_px: float
    label: Point
    red: bool
    sure: bool
    corrected: bool
    words: str


@dataclass(frozen=True, slots=True)
class Overlay:
    """The marks over one picture, and the size of letters that can be read on it."""

    width_px: int
    height_px: int
    letter_px: float
    marks: tuple[Mark, ...]


def overlay_of(dice: tuple[SeenDie, ...], width_px: int, height_px: int) -> Overlay:
    """The marks for the dice of a picture.

    Labels stand outwards from the middle of all dice, so that they hide no neighbour's pips.
    """
    letter_px = max(width_px, height_px) * 0.034
    middle = _middle(tuple(die.centre_px for die in dice))
    marks = tuple(_mark(die, middle, letter_px, (width_px, height_px)) for die in dice)
    return Overlay(width_px, height_px, letter_px, marks)


def _mark(die: SeenDie, middle: Point, letter_px: float, size_px: tuple[int, int]) -> Mark:
    corners = die.corners_px or _square(die.centre_px, letter_px)
    radius = max(_distance(die.centre_px, corner) for corner in corners)
    return Mark(
        index=die.index,
        text=die.text or NO_DIE,
        spoken=spoken(die.text) if die.text else "no die",
        outline=" ".join(f"{x:.1f},{y:.1f}" for x, y in corners),
        centre=die.centre_px,
        touch_px=max(radius, letter_px * 1.6),
        label=_label_at(die.centre_px, middle, radius + letter_px * 0.55, letter_px, size_px),
        red=die.text.endswith("r"),
        sure=die.sure,
        corrected=die.corrected,
        words=die.words,
    )


def _label_at(
    centre: Point, middle: Point, far_px: float, letter_px: float, size_px: tuple[int, int]
) -> Point:
    """`far_px` away from the middle of all dice, but inside the picture."""
    distance = _distance(centre, middle)
    across, down = (
        ((centre[0] - middle[0]) / distance, (centre[1] - middle[1]) / distance)
        if distance > 1
        else (0.0, -1.0)
    )
    x, y = centre[0] + across * far_px, centre[1] + down * far_px
    width, height = size_px
    return (
        min(max(x, letter_px), width - letter_px),
        min(max(y, letter_px), height - letter_px),
    )


def _middle(points: tuple[Point, ...]) -> Point:
    if not points:
        return (0.0, 0.0)
    return (sum(x for x, _ in points) / len(points), sum(y for _, y in points) / len(points))


def _square(centre: Point, half_px: float) -> tuple[Point, ...]:
    x, y = centre
    return (
        (x - half_px, y - half_px),
        (x + half_px, y - half_px),
        (x + half_px, y + half_px),
        (x - half_px, y + half_px),
    )


def _distance(one: Point, other: Point) -> float:
    return hypot(one[0] - other[0], one[1] - other[1])
