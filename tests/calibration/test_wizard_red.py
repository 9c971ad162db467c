"""A throw may show one value twice, once red: the dice are told apart by their colours."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from calibration.faces import Face
from calibration.fits import known_dice
from tests.calibration.wizard_worlds import DICE, SCENE, empty, picture
from vision.virtual import truth


@pytest.mark.parametrize("red_first", [True, False])
def test_the_red_one_of_two_equal_values_is_found(red_first: bool):
    dice = tuple(
        replace(die, value=DICE[0][0].red_values[0]) if place < 3 else die
        for place, die in enumerate(DICE[0])
    )
    faces = sorted((Face(die.value, die.red) for die in dice), key=lambda f: f.red is not red_first)
    where = [die.centre_px for die in truth(SCENE, dice)]
    for found in known_dice(empty(), [(picture(dice), tuple(faces))]):
        k = min(range(6), key=lambda k: np.hypot(*np.subtract(where[k], found.centre_px)))
        assert found.face == Face(dice[k].value, dice[k].red)
