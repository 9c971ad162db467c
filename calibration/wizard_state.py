"""The values of the guided set-up: where it stands, and what can be given to it.

May import: numpy, calibration.faces, wizard_check and wizard_faces; vision's values.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum

import numpy as np
from numpy.typing import NDArray

from calibration.faces import Face
from calibration.wizard_check import SelfTest
from calibration.wizard_faces import Proposal
from vision.calibration_values import Calibration

Picture = NDArray[np.uint8]

THROWS = 3


class WizardError(ValueError):
    """What can't be done at this point of the set-up; the sentence says what can."""

    def __init__(self, slug: str, sentence: str) -> None:
        super().__init__(sentence)
        self.slug = slug


class Stage(Enum):
    """What the set-up waits for."""

    START = "start"
    EMPTY = "empty"
    THROW = "throw"
    RED = "red"
    FACES = "faces"  # the dice of the picture just taken are to be confirmed
    BUSY = "busy"  # something is being read or fitted, and nothing else can be done meanwhile
    DONE = "done"


@dataclass(frozen=True, slots=True, eq=False)
class Shot:
    """One picture of the dice.

    dice : None until they were proposed. agreed : a person confirmed them. red : it was taken to
    show the red faces. learned_before : the proposal came from a calibration of earlier pictures.
    """

    bgr: Picture
    dice: tuple[Proposal, ...] | None = None
    agreed: bool = False
    red: bool = False
    learned_before: bool = False

    @property
    def shown(self) -> tuple[Proposal, ...]:
        """The dice in it."""
        return tuple(die for die in self.dice or () if not die.absent)

    @property
    def faces(self) -> tuple[Face, ...]:
        """What they show, as far as it is known."""
        return tuple(die.face for die in self.shown if die.face is not None)


@dataclass(frozen=True, slots=True, eq=False)
class Setup:
    """Where a set-up stands.

    unchecked : the picture taken as the empty tray, until somebody looked for dice in it.
    insisted : the person took the empty tray again although dice were seen in it.
    made, made_of : the calibration so far and the number of pictures it was made of.
    looked_up : how many pictures are known to show the dice that were named.
    trouble : what was wrong with the last picture; it is said until the next one is taken.
    """

    begun: bool = False
    unchecked: Picture | None = None
    insisted: bool = False
    empty: Picture | None = None
    shots: tuple[Shot, ...] = ()
    no_more_red: bool = False
    made: Calibration | None = None
    made_of: int = 0
    looked_up: int = 0
    test: SelfTest | None = None
    trouble: str = ""

    @property
    def agreed(self) -> tuple[Shot, ...]:
        """The pictures whose dice were confirmed."""
        return tuple(shot for shot in self.shots if shot.agreed)

    @property
    def open(self) -> Shot | None:
        """The picture whose dice are not confirmed yet."""
        return self.shots[-1] if self.shots and not self.shots[-1].agreed else None

    @property
    def count(self) -> int | None:
        """How many dice the set has; None before the first throw was confirmed."""
        return len(self.agreed[0].shown) if self.agreed else None

    @property
    def stage(self) -> Stage:
        """What it waits for."""
        if not self.begun:
            return Stage.START
        if self.empty is None:
            return Stage.BUSY if self.unchecked is not None else Stage.EMPTY
        if self.open is not None:
            return Stage.BUSY if self.open.dice is None else Stage.FACES
        if self.all_taken:
            return Stage.DONE if self.made_of == len(self.shots) else Stage.BUSY
        if self.looked_up < len(self.shots):
            return Stage.BUSY
        return Stage.THROW if self.throws_taken < THROWS else Stage.RED

    @property
    def all_taken(self) -> bool:
        """Whether every picture is there and confirmed."""
        red = self.no_more_red or any(shot.red for shot in self.shots)
        return self.open is None and self.throws_taken == THROWS and red

    @property
    def throws_taken(self) -> int:
        """How many throws there are pictures of."""
        return sum(not shot.red for shot in self.shots)


# ---- inputs ---------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Begin:
    """Begin anew."""


@dataclass(frozen=True, slots=True, eq=False)
class Take:
    """Take this picture for the step that is due."""

    bgr: Picture


@dataclass(frozen=True, slots=True)
class Say:
    """A person says what die `index` of the picture shows; None: it is no die."""

    index: int
    face: Face | None


@dataclass(frozen=True, slots=True)
class Agree:
    """A person says that the dice are right as they are shown."""


@dataclass(frozen=True, slots=True)
class NoMoreRed:
    """The set has no red faces, or all were seen in the throws."""


@dataclass(frozen=True, slots=True)
class Back:
    """Forget the last picture."""


@dataclass(frozen=True, slots=True, eq=False)
class Checked:
    """How many dice were seen in the picture of the empty tray."""

    picture: Picture
    dice: int


@dataclass(frozen=True, slots=True, eq=False)
class Proposed:
    """What the dice of a picture seem to show."""

    picture: Picture
    dice: tuple[Proposal, ...]
    learned_before: bool


@dataclass(frozen=True, slots=True, eq=False)
class Fitted:
    """What the confirmed pictures amount to: a calibration, or why they can't be used.

    made : None between the first picture and the last, where the dice are only looked up.
    bad : which of the pictures is to blame; the last one if that is not known.
    """

    shots: tuple[Shot, ...]
    made: Calibration | None
    test: SelfTest | None = None
    trouble: str = ""
    bad: int = -1


Finding = Checked | Proposed | Fitted
Input = Begin | Take | Say | Agree | NoMoreRed | Back | Finding
