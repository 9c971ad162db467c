"""Pictures for a calibration that something is wrong with, drawn in virtual installations."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import cv2
import numpy as np
from numpy.typing import NDArray

from calibration.faces import Face
from tests.bench.virtual_looks import Rng
from tests.bench.virtual_rooms import Room, known, photo, shown_dice
from vision.virtual import STYLES, Hand, VirtualDie, render
from vision.virtual.sensor import sensor

Picture = NDArray[np.uint8]
Faces = tuple[Face, ...]
Frames = list[tuple[Picture, Faces]]
Shots = tuple[Picture, Frames]


def good(room: Room, rng: Rng) -> Shots:
    """The pictures as they should be."""
    shown = [shown_dice(room.scene, which) for which in (0, 1)]
    return photo(room, (), rng), [(photo(room, dice, rng), known(dice)) for dice in shown]


def with_second(
    room: Room, rng: Rng, dice: tuple[VirtualDie, ...], faces: Faces | None = None
) -> Shots:
    """Other dice in the second picture; the faces that are named are theirs, or those given."""
    empty, frames = good(room, rng)
    return empty, [frames[0], (photo(room, dice, rng), known(dice) if faces is None else faces)]


def _second(room: Room) -> tuple[VirtualDie, ...]:
    return shown_dice(room.scene, 1)


def one_missing(room: Room, rng: Rng) -> Shots:
    """One die less than named."""
    dice = _second(room)
    return with_second(room, rng, dice[:-1], known(dice))


def one_too_many(room: Room, rng: Rng) -> Shots:
    """One die more than named."""
    dice = _second(room)
    return with_second(room, rng, dice, known(dice[:-1]))


def wrong_value(room: Room, rng: Rng) -> Shots:
    """One value is named wrongly."""
    dice = _second(room)
    faces = known(dice)
    other = replace(faces[0], value=faces[0].value % 6 + 1)
    return with_second(room, rng, dice, (other, *faces[1:]))


def wrong_red(room: Room, rng: Rng) -> Shots:
    """One white face is named as a red one, or the other way round."""
    dice = _second(room)
    faces = known(dice)
    return with_second(room, rng, dice, (replace(faces[0], red=not faces[0].red), *faces[1:]))


def faces_swapped(room: Room, rng: Rng) -> Shots:
    """The faces of the two pictures are exchanged."""
    empty, ((one, of_one), (two, of_two)) = good(room, rng)
    return empty, [(one, of_two), (two, of_one)]


def other_set(room: Room, rng: Rng) -> Shots:
    """Dice of another set lie in the second picture."""
    look = STYLES["black" if min(room.scene.style.body) > 0.3 else "red_pips"]
    dice = tuple(replace(die, style=look, red_values=()) for die in _second(room))
    return with_second(room, rng, dice)


def larger_dice(room: Room, rng: Rng) -> Shots:
    """The dice of the second picture are a quarter larger."""
    size = 1.25 * room.scene.die_size_mm
    return with_second(room, rng, tuple(replace(die, size_mm=size) for die in _second(room)))


def leaning(room: Room, rng: Rng) -> Shots:
    """A die with many pips leans by 14 degrees."""
    dice = _second(room)
    k = max(range(len(dice)), key=lambda k: dice[k].value)
    tilted = replace(dice[k], tilt_deg=14.0, tilt_to_deg=40.0)
    return with_second(room, rng, (*dice[:k], *dice[k + 1 :], tilted))


def on_another(room: Room, rng: Rng) -> Shots:
    """The last die lies on another one, which is named too."""
    *lying, last = _second(room)
    upper = replace(last, x_mm=lying[0].x_mm, y_mm=lying[0].y_mm, lift_mm=room.scene.die_size_mm)
    return with_second(room, rng, (*lying, upper), known(_second(room)))


def close_together(room: Room, rng: Rng) -> Shots:
    """Two dice touch."""
    first, second, *others = _second(room)
    step = 1.02 * room.scene.die_size_mm
    moved = replace(second, x_mm=first.x_mm + step, y_mm=first.y_mm, angle_deg=0.0)
    return with_second(room, rng, (replace(first, angle_deg=0.0), moved, *others))


def hand_in_empty(room: Room, rng: Rng) -> Shots:
    """A hand is in the picture of the empty tray."""
    _, frames = good(room, rng)
    seen = render(room.scene, (), rng, Hand(20.0, 10.0))
    return np.asarray(sensor(seen, room.effects, rng), np.uint8), frames


def die_in_empty(room: Room, rng: Rng) -> Shots:
    """A die lies in the empty tray, apart from where dice lie later."""
    _, frames = good(room, rng)
    die = replace(_second(room)[0], x_mm=0.0, y_mm=-2.6 * room.scene.die_size_mm)
    return photo(room, (die,), rng), frames


def die_left_in_empty(room: Room, rng: Rng) -> Shots:
    """A die of the second picture lies in the empty tray where it lies there."""
    _, frames = good(room, rng)
    return photo(room, _second(room)[:1], rng), frames


def empty_is_not(room: Room, rng: Rng) -> Shots:
    """The first picture of the dice was given as the empty tray."""
    _, frames = good(room, rng)
    return frames[0][0], frames


def one_picture(room: Room, rng: Rng) -> Shots:
    """Only one picture of the dice was taken."""
    empty, frames = good(room, rng)
    return empty, frames[:1]


def knocked_by(pixels: float) -> Callable[[Room, Rng], Shots]:
    """The camera was knocked before the second picture of the dice."""

    def shots(room: Room, rng: Rng) -> Shots:
        empty, (first, (bgr, faces)) = good(room, rng)
        return empty, [first, (_shifted(bgr, pixels), faces)]

    return shots


def knocked_after_empty(room: Room, rng: Rng) -> Shots:
    """The camera was knocked by 12 pixels after the picture of the empty tray."""
    empty, frames = good(room, rng)
    return _shifted(empty, 12.0), frames


def altered(
    change: Callable[[Picture, Rng], Picture], *, whole: bool
) -> Callable[[Room, Rng], Shots]:
    """All pictures, or the second one of the dice alone, are changed."""

    def shots(room: Room, rng: Rng) -> Shots:
        empty, (first, (bgr, faces)) = good(room, rng)
        second = (change(bgr, rng), faces)
        if not whole:
            return empty, [first, second]
        return change(empty, rng), [(change(first[0], rng), first[1]), second]

    return shots


def _shifted(bgr: Picture, pixels: float) -> Picture:
    move = np.array([[1.0, 0.0, pixels], [0.0, 1.0, 0.6 * pixels]])
    size = (bgr.shape[1], bgr.shape[0])
    return np.asarray(cv2.warpAffine(bgr, move, size, borderMode=cv2.BORDER_REPLICATE), np.uint8)


def _jpeg(bgr: Picture, rng: Rng) -> Picture:
    data = cv2.imencode(".jpg", bgr, [cv2.IMWRITE_JPEG_QUALITY, 25])[1]
    return np.asarray(cv2.imdecode(data, cv2.IMREAD_COLOR), np.uint8)


def _noisy(bgr: Picture, rng: Rng) -> Picture:
    return np.clip(bgr + rng.normal(0, 14, bgr.shape), 0, 255).astype(np.uint8)


def _times(part: float) -> Callable[[Picture, Rng], Picture]:
    return lambda bgr, rng: np.clip(bgr * part, 0, 255).astype(np.uint8)


def _soft(bgr: Picture, rng: Rng) -> Picture:
    return np.asarray(cv2.GaussianBlur(bgr, (0, 0), 3.5), np.uint8)


_OF_THE_CAMERA: dict[str, Callable[[Picture, Rng], Picture]] = {
    "JPEG quality 25": _jpeg,
    "noise of 14 levels": _noisy,
    "out of focus": _soft,
    "overexposed": _times(1.9),
    "underexposed": _times(0.3),
}


def as_seen(kind: str, bgr: Picture, rng: Rng) -> Picture:
    """A throw as the camera shows it that took the pictures of this kind."""
    change = _OF_THE_CAMERA.get(kind)
    return bgr if change is None else change(bgr, rng)


KINDS: dict[str, Callable[[Room, Rng], Shots]] = {
    "as it is": good,
    "one picture only": one_picture,
    "a die less than named": one_missing,
    "a die more than named": one_too_many,
    "a value named wrongly": wrong_value,
    "a red named wrongly": wrong_red,
    "faces of pictures exchanged": faces_swapped,
    "another set in one picture": other_set,
    "larger dice in one picture": larger_dice,
    "a leaning die": leaning,
    "a die on another": on_another,
    "two dice touch": close_together,
    "a hand in the empty tray": hand_in_empty,
    "a die in the empty tray": die_in_empty,
    "a die left in the empty tray": die_left_in_empty,
    "dice as the empty tray": empty_is_not,
    "knocked by 3 px": knocked_by(3.0),
    "knocked by 12 px": knocked_by(12.0),
    "knocked by 40 px": knocked_by(40.0),
    "knocked after the empty tray": knocked_after_empty,
    **{kind: altered(change, whole=True) for kind, change in _OF_THE_CAMERA.items()},
    "one out of focus": altered(_soft, whole=False),
    "one overexposed": altered(_times(1.9), whole=False),
    "one underexposed": altered(_times(0.45), whole=False),
}
