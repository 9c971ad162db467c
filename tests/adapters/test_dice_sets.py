"""The dice sets of a running program: which are used, what comes in and what goes."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from calibration.faces import parse_faces
from calibration.profiles import ProfileError
from pi_app.adapters.demo import VirtualTray
from pi_app.adapters.dice_sets import DiceSets
from vision.calibration_values import Calibration

BGR = np.full((96, 128, 3), 90, np.uint8)
FRAMES = ((BGR, parse_faces("1r 2 3")),)


class Room:
    """An installation whose reader is a tuple."""

    def __init__(self, folder: Path) -> None:
        self.used: tuple[Calibration, ...] = ()
        self.sets = DiceSets(folder / "calibration.toml", lambda: self.used, self._use)

    def _use(self, calibrations: tuple[Calibration, ...]) -> None:
        self.used = calibrations

    def names(self) -> list[str]:
        return [one.dice.name for one in self.used]


@pytest.fixture(scope="module")
def made() -> Calibration:
    return VirtualTray(seed=1).calibration()


@pytest.fixture
def room(tmp_path: Path, made: Calibration) -> Room:
    room = Room(tmp_path / "here")
    for name in ("Amber", "Blue"):
        room.sets.keep(name, made, BGR, FRAMES)
    return room


def test_a_set_that_was_just_measured_is_used_alone(room: Room):
    assert room.names() == ["Blue"]
    assert [(one.name, one.used) for one in room.sets.listed()] == [
        ("Amber", False),
        ("Blue", True),
    ]


def test_several_sets_are_used_from_the_next_frame_on(room: Room):
    room.sets.use(("Amber", "Blue"))
    assert room.names() == ["Amber", "Blue"]


def test_a_set_travels_to_another_installation(room: Room, tmp_path: Path, made: Calibration):
    name, data = room.sets.packed("Amber")
    there = Room(tmp_path / "there")
    there.sets.keep("Own", made, BGR, FRAMES)
    assert (name, there.sets.take_in(data)) == ("amber.zip", "Amber")
    assert there.names() == ["Own"]
    there.sets.use(("Amber", "Own"))
    assert there.names() == ["Own", "Amber"]
    assert [one.elsewhere for one in there.sets.listed()] == [True, False]


def test_a_set_in_use_is_not_removed(room: Room):
    with pytest.raises(ProfileError, match="choose another"):
        room.sets.remove("Blue")
    room.sets.remove("Amber")
    assert [one.name for one in room.sets.listed()] == ["Blue"]


def test_a_choice_that_is_refused_changes_nothing(room: Room):
    with pytest.raises(ProfileError):
        room.sets.use(("Blue", "Green"))
    assert room.names() == ["Blue"]
