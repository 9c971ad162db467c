"""Where the outline and the label of each die stand in the picture.

Points are (x, y) in pixels of the picture. May import: table.types, words.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import cos, hypot, pi, sin

from pi_app.table.types import SeenDie
from pi_app.web.present.words import spoken
from vision.types import Point

# The shape of the shown part, and how small a part of the picture it may be. Half the picture
# doubles the dice under a finger; more would make the view jump about from throw to throw.
SHAPE = (3, 2)
LEAST_PART, ROOM_PART = 0.5, 0.26
TOUCH = 1.75  # letters: 46 px under a finger on a phone 390 px wide
TURNS = range(16)  # the places around a die that a label may take
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

    Each label stands beside its die where it hides the least of the others and their labels.
    """
    window = window_of(tuple(die.centre_px for die in dice), width_px, height_px)
    letter_px = window.width_px * 0.036
    labels = label_places(dice, letter_px, window)
    marks = tuple(_mark(die, at, letter_px) for die, at in zip(dice, labels, strict=True))
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


def label_places(dice: tuple[SeenDie, ...], letter_px: float, window: Window) -> tuple[Point, ...]:
    """The middle of each die's label, found one after the other."""
    placed: list[Point] = []
    for die in dice:
        others = [other.centre_px for other in dice if other is not die]
        far_px = _radius(die, letter_px) + letter_px
        around = [_inside(_at(die.centre_px, far_px, turn), letter_px, window) for turn in TURNS]
        placed.append(max(around, key=lambda at: _room(at, others, placed)))
    return tuple(placed)


def _room(at: Point, dice: list[Point], labels: list[Point]) -> float:
    """How far a label is from the nearest other die or label; labels are the smaller ones."""
    from_dice = [_distance(at, die) for die in dice]
    from_labels = [1.3 * _distance(at, label) for label in labels]
    return min([*from_dice, *from_labels], default=0.0)


def _at(centre: Point, far_px: float, turn: int) -> Point:
    angle = 2 * pi * turn / len(TURNS) - pi / 2  # straight above is tried first
    return (centre[0] + far_px * cos(angle), centre[1] + far_px * sin(angle))


def _inside(at: Point, letter_px: float, window: Window) -> Point:
    right, bottom = window.left_px + window.width_px, window.top_px + window.height_px
    return (
        min(max(at[0], window.left_px + letter_px), right - letter_px),
        min(max(at[1], window.top_px + letter_px), bottom - letter_px),
    )


def _mark(die: SeenDie, label: Point, letter_px: float) -> Mark:
    corners = die.corners_px or _square(die.centre_px, letter_px)
    return Mark(
        index=die.index,
        text=die.text or NO_DIE,
        spoken=spoken(die.text) if die.text else "no die",
        outline=" ".join(f"{x:.1f},{y:.1f}" for x, y in corners),
        centre=die.centre_px,
        touch_px=max(_radius(die, letter_px), letter_px * TOUCH),
        label=label,
        red=die.text.endswith("r"),
        sure=die.sure,
        corrected=die.corrected,
        words=die.words,
    )


def _radius(die: SeenDie, letter_px: float) -> float:
    corners = die.corners_px or _square(die.centre_px, letter_px)
    return max(_distance(die.centre_px, corner) for corner in corners)


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
