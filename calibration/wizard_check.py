"""How well a new calibration reads the pictures that it was made from, die by die.

Pure. May import: vision, calibration.faces and wizard_faces.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import hypot

import numpy as np
from numpy.typing import NDArray

from calibration.faces import Face
from calibration.wizard_faces import Proposal
from vision.calibration_values import Calibration
from vision.read import read_tray
from vision.types import Reading, Status

Picture = NDArray[np.uint8]


@dataclass(frozen=True, slots=True)
class SelfTest:
    """Counts over the frames just seen.

    right, dice : dice whose value and red are read as they were confirmed, of how many.
    accepted, silent, pictures : pictures that would be taken without asking, those of them that
    would be wrong, of how many.
    unseen_right, unseen_dice : the same for pictures read before they were learned from.
    """

    right: int
    dice: int
    accepted: int
    silent: int
    pictures: int
    unseen_right: int = 0
    unseen_dice: int = 0

    def words(self) -> tuple[str, ...]:
        """The counts as sentences.

        >>> SelfTest(23, 24, 3, 0, 4).words()[0]
        'Reads 23 of 24 dice right; 3 of 4 pictures would be taken without asking.'
        """
        told = [
            f"Reads {self.right} of {self.dice} dice right; {self.accepted} of {self.pictures}"
            " pictures would be taken without asking."
        ]
        if self.silent:
            told.append(f"{self.silent} of these would be wrong: take the pictures again.")
        if self.unseen_dice:
            told.append(
                f"Of the throws that it had not learned from yet, it read {self.unseen_right} of"
                f" {self.unseen_dice} dice right."
            )
        return tuple(told)


def check(
    calibration: Calibration,
    pictures: tuple[Picture, ...],
    dice: tuple[tuple[Proposal, ...], ...],
    learned_before: tuple[bool, ...],
) -> SelfTest:
    """Read the pictures again and count what is right.

    dice : the confirmed dice of each picture. learned_before : whether the faces of a picture
    were proposed by a calibration that had not seen it.
    """
    readings = [read_tray(bgr, calibration) for bgr in pictures]
    right = [_right(reading, shown) for reading, shown in zip(readings, dice, strict=True)]
    exact = [_exact(reading, shown) for reading, shown in zip(readings, dice, strict=True)]
    accepted = [reading.status is Status.OK for reading in readings]
    unseen = [shown for shown, before in zip(dice, learned_before, strict=True) if before]
    return SelfTest(
        right=sum(right),
        dice=sum(map(len, dice)),
        accepted=sum(accepted),
        silent=sum(ok and not same for ok, same in zip(accepted, exact, strict=True)),
        pictures=len(pictures),
        unseen_right=sum(die.read == die.face for shown in unseen for die in shown),
        unseen_dice=sum(map(len, unseen)),
    )


def _right(reading: Reading, dice: tuple[Proposal, ...]) -> int:
    """How many confirmed dice were read as what they are, where they are."""
    return sum(_face_at(reading, die) == die.face for die in dice)


def _exact(reading: Reading, dice: tuple[Proposal, ...]) -> bool:
    return len(reading.dice) == len(dice) and _right(reading, dice) == len(dice)


def _face_at(reading: Reading, die: Proposal) -> Face | None:
    x, y = die.centre_px
    for read in reading.dice:
        near = hypot(read.centre_px[0] - x, read.centre_px[1] - y) < die.size_px / 2
        if near and read.value is not None:
            return Face(read.value, bool(read.red))
    return None
