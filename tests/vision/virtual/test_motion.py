"""Throws obey the room there is."""

from itertools import combinations

import numpy as np
import pytest

from vision.virtual import NoRoomError, Scene, VirtualDie, animate, demo_scene, throw
from vision.virtual.motion import inside, overlap


@pytest.fixture
def scene() -> Scene:
    return demo_scene()


def test_thrown_dice_neither_cut_into_each_other_nor_into_the_wall(scene: Scene) -> None:
    for seed in range(40):
        dice = throw(np.random.default_rng(seed), scene, 6, touching=0.6, lean=0)
        assert not any(overlap(a, b, scene.die_size_mm) for a, b in combinations(dice, 2))
        assert all(inside(scene, die.x_mm, die.y_mm, 8) for die in dice)


def test_some_thrown_dice_touch(scene: Scene) -> None:
    dice = throw(np.random.default_rng(0), scene, 6, touching=1.0, lean=0)
    assert any(overlap(a, b, scene.die_size_mm * 1.03) for a, b in combinations(dice, 2))


def test_kept_dice_stay_and_the_red_faces_of_the_set_stay_complete(scene: Scene) -> None:
    first = throw(np.random.default_rng(1), scene, 6)
    again = throw(np.random.default_rng(2), scene, 6, keep=first[3:5])
    assert again[:2] == first[3:5]
    assert sorted(die.red_values for die in again) == [(v,) for v in range(1, 7)]


def test_a_die_leans_when_asked(scene: Scene) -> None:
    throws = [throw(np.random.default_rng(seed), scene, 6, lean=1.0) for seed in range(5)]
    assert any(not die.flat for dice in throws for die in dice)


def test_all_values_come_up_about_as_often(scene: Scene) -> None:
    rng = np.random.default_rng(3)
    values = [die.value for _ in range(100) for die in throw(rng, scene, 6)]
    counts = np.bincount(values, minlength=7)[1:]
    assert counts.min() > 60


def test_too_many_dice_are_refused(scene: Scene) -> None:
    with pytest.raises(NoRoomError, match="no room"):
        throw(np.random.default_rng(4), scene, 300)


def test_a_throw_is_hand_then_tumbling_then_rest(scene: Scene) -> None:
    rng = np.random.default_rng(6)
    before = throw(rng, scene, 6)
    after = throw(rng, scene, 6, keep=before[:2])
    frames = animate(rng, scene, before, after)
    assert frames[0].hand is not None
    assert frames[-1].dice == after
    assert frames[-1].hand is None
    assert all(set(before[:2]) <= set(frame.dice) for frame in frames)
    assert any(not die.flat for frame in frames[4:-1] for die in frame.dice)


def test_a_die_prints_as_its_notation() -> None:
    assert str(VirtualDie(0, 0, 0, 5, (5,))) == "5r"
