"""The virtual tray: hands that throw, pick up, set aside and turn, and a camera that sees it."""

from __future__ import annotations

from itertools import pairwise

import numpy as np
import pytest

from pi_app.adapters.demo import DemoError, VirtualTray, Where
from vision.virtual import truth


def thrown(seed: int = 1) -> VirtualTray:
    """A tray on which all six dice have come to rest."""
    tray = VirtualTray(seed=seed, lean=0.0)
    tray.throw()
    return tray


def faces(tray: VirtualTray) -> list[str]:
    """The faces that lie in the camera's view, by their truth."""
    lying = tuple(one.die for one in tray.dice() if one.seen)
    return sorted(f"{die.value}{'r' if die.red else ''}" for die in truth(tray.scene, lying))


def test_at_first_all_dice_are_in_the_hand():
    assert {one.where for one in VirtualTray().dice()} == {Where.HAND}


def test_a_throw_lays_all_dice_on_the_tray():
    tray = thrown()
    assert {one.where for one in tray.dice()} == {Where.TRAY}
    assert len(faces(tray)) == 6


def test_the_same_seed_throws_the_same():
    assert faces(thrown(5)) == faces(thrown(5))


def test_each_die_keeps_its_red_number():
    tray = thrown()
    for _ in range(3):
        tray.throw()
    assert [one.die.red_values for one in tray.dice()] == list(tray.scene.red_faces)
    assert tray.dice()[2].faces == ("1", "2", "3r", "4", "5", "6")


def test_dice_in_the_hand_are_thrown_and_the_others_stay():
    tray = thrown()
    before = tray.dice()
    tray.pick_up(1)
    tray.pick_up(4)
    tray.throw()
    after = tray.dice()
    assert [after[place] == before[place] for place in (0, 2, 3, 5)] == [True] * 4
    assert after[1] != before[1]
    assert after[4].where is Where.TRAY


def test_dice_that_were_set_aside_lie_side_by_side_in_the_strip():
    tray = thrown()
    for place in range(6):
        tray.set_aside(place)
    xs = sorted(one.die.x_mm for one in tray.dice())
    assert min(right - left for left, right in pairwise(xs)) > 16
    assert {one.where for one in tray.dice()} == {Where.STRIP}


def test_no_throw_comes_to_rest_in_the_strip():
    tray = thrown()
    tray.set_aside(0)
    for _ in range(20):
        tray.throw()
        assert all(one.die.y_mm > -90 for one in tray.dice() if one.where is Where.TRAY)
    assert tray.dice()[0].where is Where.STRIP


def test_a_turned_die_shows_the_value_and_stays_where_it_lies():
    tray = thrown()
    before = tray.dice()[0].die
    tray.turn(0, before.value % 6 + 1)
    after = tray.dice()[0].die
    assert after.value == before.value % 6 + 1
    assert (after.x_mm, after.y_mm) == (before.x_mm, before.y_mm)


def test_a_leaning_die_is_straightened_by_putting_it_back():
    tray = VirtualTray(seed=2, lean=1.0)
    leaning: list[int] = []
    while not leaning:
        tray.throw()
        leaning = [place for place, one in enumerate(tray.dice()) if not one.die.flat]
    tray.put_back(leaning[0])
    assert tray.dice()[leaning[0]].die.flat


def test_a_die_that_was_put_back_has_its_face_and_lies_free():
    tray = thrown()
    value = tray.dice()[3].die.value
    tray.take_off(3)
    assert len(faces(tray)) == 5
    tray.put_back(3)
    assert (tray.dice()[3].die.value, len(faces(tray))) == (value, 6)


@pytest.mark.parametrize(
    ("act", "words"),
    [
        (lambda tray: tray.pick_up(6), "There are 6 dice; number 6 is none"),
        (lambda tray: tray.turn(0, 7), "shows 1 to 6, not 7"),
        (lambda tray: (tray.pick_up(0), tray.turn(0, 3)), "lies on the tray"),
    ],
)
def test_what_cant_be_done_is_said(act, words: str):
    with pytest.raises(DemoError, match=words):
        act(thrown())


def test_a_throw_is_seen_frame_by_frame_and_ends_at_rest():
    tray = thrown()
    first = tray.frame(0.0)
    assert tray.busy
    while tray.busy:
        last = tray.frame(0.0)
    assert np.abs(first.astype(int) - last.astype(int)).max() > 50


def test_a_tray_in_which_nothing_moves_is_drawn_once():
    tray = VirtualTray(seed=1)
    assert tray.frame(0.0) is tray.frame(0.1)


def test_the_strip_lies_in_the_picture():
    tray = VirtualTray()
    camera = tray.scene.camera
    assert all(0 < x < camera.width_px and 0 < y < camera.height_px for x, y in tray.strip_px)


def test_thrown_dice_roll_until_the_camera_has_seen_them_land():
    tray = VirtualTray(seed=3, lean=0.0)
    tray.throw()
    assert tray.rolling == frozenset(range(6))
    while tray.busy:
        tray.frame(0.0)
    assert tray.rolling == frozenset()


def test_a_die_that_is_picked_up_does_not_roll():
    tray = VirtualTray(seed=3, lean=0.0)
    tray.throw()
    tray.pick_up(2)
    assert tray.rolling == frozenset({0, 1, 3, 4, 5})
