"""Where the outline and the label of each die stand in the picture.

Points are (x, y) in pixels of the picture. May import: table.types, words.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import hypot

from pi_app.table.types import SeenDie
from pi_app.web.present.words import spoken
from vision.types import Point

# The shape of the shown part, and how small a part of the picture it may be. Half the picture
# doubles the dice under a finger; more would make the view jump about from throw to throw.
SHAPE = (3, 2)
LEAST_PART, ROOM_PART = 0.5, 0.26
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
class Window:
    """The part of the picture that is shown, in its pixels."""

    left_px: float
    top_px: float
    width_px: float
    height_px: float

    def __str__(self) -> str:
        edges = (self.left_px, self.top_px, self.width_px, self.height_px)
        return " ".join(f"{edge:.1f}" for edge in edges)


@dataclass(frozen=True, slots=True)
class Overlay:
    """The marks over one picture, the part of it that is shown, and how large letters are."""

    width_px: int
    height_px: int
    window: Window
    letter_px: float
    marks: tuple[Mark, ...]


def overlay_of(dice: tuple[SeenDie, ...], width_px: int, height_px: int) -> Overlay:
    """The marks for the dice of a picture.

    Labels stand outwards from the middle of all dice, so that they hide no neighbour's pips.
    """
    window = window_of(tuple(die.centre_px for die in dice), width_px, height_px)
    letter_px = window.width_px * 0.036
    middle = _middle(tuple(die.centre_px for die in dice))
    marks = tuple(_mark(die, middle, letter_px, window) for die in dice)
    return Overlay(width_px, height_px, window, letter_px, marks)


def window_of(centres: tuple[Point, ...], width_px: int, height_px: int) -> Window:
    """The part of the picture around the dice: of fixed shape, half of the picture or more.

    >>> str(window_of((), 400, 400))
    '0.0 66.7 400.0 266.7'
    """
    shape = SHAPE[0] / SHAPE[1]
    widest = min(float(width_px), height_px * shape)
    if not centres:
        return _around((width_px / 2, height_px / 2), widest, shape, (width_px, height_px))
    xs, ys = [x for x, _ in centres], [y for _, y in centres]
    spread = max(max(xs) - min(xs), (max(ys) - min(ys)) * shape)
    wanted = min(widest, max(widest * LEAST_PART, spread + widest * ROOM_PART))
    middle = ((min(xs) + max(xs)) / 2, (min(ys) + max(ys)) / 2)
    return _around(middle, wanted, shape, (width_px, height_px))


def _around(middle: Point, wide_px: float, shape: float, size_px: tuple[int, int]) -> Window:
    high_px = wide_px / shape
    left = min(max(middle[0] - wide_px / 2, 0.0), size_px[0] - wide_px)
    top = min(max(middle[1] - high_px / 2, 0.0), size_px[1] - high_px)
    return Window(left, top, wide_px, high_px)


def _mark(die: SeenDie, middle: Point, letter_px: float, window: Window) -> Mark:
    corners = die.corners_px or _square(die.centre_px, letter_px)
    radius = max(_distance(die.centre_px, corner) for corner in corners)
    return Mark(
        index=die.index,
        text=die.text or NO_DIE,
        spoken=spoken(die.text) if die.text else "no die",
        outline=" ".join(f"{x:.1f},{y:.1f}" for x, y in corners),
        centre=die.centre_px,
        touch_px=max(radius, letter_px * 1.6),
        label=_label_at(die.centre_px, middle, radius + letter_px, letter_px, window),
        red=die.text.endswith("r"),
        sure=die.sure,
        corrected=die.corrected,
        words=die.words,
    )


def _label_at(
    centre: Point, middle: Point, far_px: float, letter_px: float, window: Window
) -> Point:
    """`far_px` away from the middle of all dice, but inside what is shown."""
    distance = _distance(centre, middle)
    across, down = (
        ((centre[0] - middle[0]) / distance, (centre[1] - middle[1]) / distance)
        if distance > 1
        else (0.0, -1.0)
    )
    x, y = centre[0] + across * far_px, centre[1] + down * far_px
    return (
        min(max(x, window.left_px + letter_px), window.left_px + window.width_px - letter_px),
        min(max(y, window.top_px + letter_px), window.top_px + window.height_px - letter_px),
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
