"""The guided set-up: its steps, what it refuses, and what it says at the end."""

from __future__ import annotations

from dataclasses import replace
from functools import lru_cache

import numpy as np
import pytest

from calibration.faces import Face
from calibration.wizard import (
    Agree,
    Back,
    Begin,
    NoMoreRed,
    Say,
    Setup,
    Stage,
    Take,
    WizardError,
    judge,
    step,
    view_of,
    work,
    work_of,
)
from calibration.wizard_check import check
from calibration.wizard_faces import Proposal
from calibration.wizard_judge import judge_dice, judge_empty
from calibration.wizard_state import Fitted, Proposed
from tests.calibration.wizard_worlds import (
    DICE,
    SCENE,
    begun,
    blurred,
    brought_together,
    darkened,
    empty,
    picture,
    shot,
    true_faces,
    worked,
)
from vision.settle import Phase
from vision.virtual import truth


@lru_cache(maxsize=1)
def tray_taken() -> Setup:
    return begun()


@lru_cache(maxsize=1)
def proposed() -> Setup:
    """The first throw is taken, and its dice wait to be confirmed."""
    return worked(step(tray_taken(), Take(picture(DICE[0])))[0])


@lru_cache(maxsize=1)
def finished() -> Setup:
    """All pictures are taken; the last fit is made."""
    setup = tray_taken()
    for dice in (DICE[0], DICE[1], DICE[0]):
        setup = worked(shot(setup, dice))
    return worked(step(setup, NoMoreRed())[0])


def test_it_waits_for_begin_and_then_for_the_empty_tray():
    assert view_of(Setup()).stage is Stage.START
    assert step(Setup(), Begin())[1].stage is Stage.EMPTY


def test_a_tray_with_dice_in_it_is_not_taken_for_empty():
    setup = worked(step(step(Setup(), Begin())[0], Take(picture(DICE[0])))[0])
    assert setup.stage is Stage.EMPTY
    assert "empty the tray" in setup.trouble


def test_a_person_who_insists_that_the_tray_is_empty_is_believed():
    setup = step(Setup(), Begin())[0]
    for _ in range(2):
        setup = worked(step(setup, Take(picture(DICE[0])))[0])
    assert setup.stage is Stage.THROW


def test_the_dice_of_a_throw_are_proposed_where_they_lie():
    setup = proposed()
    assert setup.stage is Stage.FACES
    assert setup.open is not None
    pairs = true_faces(setup.open.dice or (), DICE[0])
    assert len(pairs) == 6
    assert sum(true == read for true, read in pairs) >= 5  # the picture alone; a person mends


def test_what_is_no_die_is_left_out():
    setup, view = step(proposed(), Say(0, None))
    assert len(view.dice) == 6
    assert setup.open is not None
    assert len(setup.open.shown) == 5


def test_a_die_that_nobody_named_must_be_named_first():
    unread = Proposal((10.0, 10.0), 40.0, None)
    waiting, _ = step(tray_taken(), Take(picture(DICE[0])))
    setup, _ = step(waiting, Proposed(picture(DICE[0]), (unread,), learned_before=False))
    with pytest.raises(WizardError, match="tap it"):
        step(setup, Agree())


def test_no_picture_is_taken_while_dice_wait_to_be_confirmed():
    with pytest.raises(WizardError, match="No picture"):
        step(proposed(), Take(picture(DICE[1])))


def test_a_throw_without_dice_is_refused():
    with pytest.raises(WizardError, match="No dice"):
        step(tray_taken(), Take(empty()))


def test_a_picture_of_another_size_is_refused():
    with pytest.raises(WizardError, match="size"):
        step(tray_taken(), Take(picture(DICE[0])[::2, ::2].copy()))


def test_later_throws_are_proposed_by_what_was_measured():
    setup = worked(shot(tray_taken(), DICE[0]))
    setup = worked(step(setup, Take(picture(DICE[1])))[0])
    assert setup.open is not None
    assert setup.open.learned_before
    pairs = true_faces(setup.open.dice or (), DICE[1])
    assert all(true.value == read.value for true, read in pairs if read is not None)


def test_faces_that_the_dice_do_not_show_are_refused_and_the_picture_is_taken_again():
    setup = proposed()
    for index in range(6):
        setup, _ = step(setup, Say(index, Face(1)))
    setup, _ = step(setup, Agree())
    shots = setup.agreed
    setup, view = step(setup, Fitted(shots, None, trouble="the dice do not show 1 1 1 1 1 1"))
    assert view.stage is Stage.THROW
    assert "can't be used" in view.trouble
    assert setup.shots == ()


def test_an_earlier_picture_that_later_ones_contradict_is_put_away_in_place_of_the_last():
    done = finished()
    told = "picture 2 shows 1 2 3 4 5 6, not 1 1 1 1 1 1: check the faces that were named"
    blamed = replace(done, made_of=0)
    setup, view = step(blamed, Fitted(blamed.agreed, None, trouble=told, bad=1))
    assert view.trouble.startswith("An earlier picture of a throw does not agree with the others")
    assert "The last picture" not in view.trouble
    assert done.shots[1] not in setup.shots
    assert len(setup.shots) == len(done.shots) - 1
    assert setup.made is None
    assert work_of(setup) is not None


def test_the_work_says_which_picture_shows_other_faces_than_were_named():
    done = finished()
    wrong = tuple(replace(die, face=Face(1)) for die in done.shots[1].shown)
    shots = (done.shots[0], replace(done.shots[1], dice=wrong), *done.shots[2:])
    finding = work(replace(done, shots=shots, made=None, made_of=0, looked_up=0))
    assert isinstance(finding, Fitted)
    assert finding.bad == 1


def test_back_forgets_one_picture_after_the_other():
    setup, view = step(proposed(), Back())
    assert view.stage is Stage.THROW
    setup, view = step(setup, Back())
    assert view.stage is Stage.EMPTY
    assert step(setup, Back())[1].stage is Stage.START


def test_what_was_found_for_a_forgotten_picture_is_dropped():
    waiting, _ = step(tray_taken(), Take(picture(DICE[0])))
    finding = work(waiting)
    setup, _ = step(waiting, Back())
    after, view = step(setup, finding)
    assert after is setup
    assert view.stage is Stage.THROW


def test_the_end_tells_how_many_dice_are_read_right():
    view = view_of(finished())
    assert view.stage is Stage.DONE
    assert view.can_save
    assert view.words[0].startswith("Reads 18 of 18 dice right")
    assert work_of(finished()) is None


def test_a_self_test_counts_a_die_that_is_read_as_something_else():
    setup = finished()
    assert setup.made is not None
    shown = setup.agreed[0].shown
    wrong = (shown[0].__class__(shown[0].centre_px, shown[0].size_px, Face(6)), *shown[1:])
    if shown[0].face == Face(6):
        wrong = (shown[0].__class__(shown[0].centre_px, shown[0].size_px, Face(5)), *shown[1:])
    found = check(setup.made, (setup.agreed[0].bgr,), (wrong,), (False,))
    assert (found.right, found.dice) == (5, 6)
    assert found.silent == found.accepted


@pytest.mark.parametrize(
    ("phase", "word"), [(Phase.HAND, "hand"), (Phase.MOVING, "moves"), (Phase.LIGHT, "light")]
)
def test_nothing_is_taken_while_something_moves(phase: Phase, word: str):
    judged = judge(tray_taken(), picture(DICE[0]), phase)
    assert not judged.ready
    assert word in judged.advice[0]


def test_a_good_throw_is_good():
    judged = judge_dice(picture(DICE[0]), empty(), 6)
    assert judged.ready
    assert judged.advice == ()


def test_a_missing_die_is_missed():
    judged = judge_dice(picture(DICE[0][:5]), empty(), 6)
    assert not judged.ready
    assert "I see 5 dice, and there were 6" in judged.advice[0]


def test_dice_that_touch_are_to_be_moved_apart():
    judged = judge_dice(picture(brought_together()), empty(), None)
    assert not judged.ready
    assert "touch" in judged.advice[0]


def test_a_dark_picture_asks_for_light():
    dark = darkened(picture(DICE[0]), 0.25), darkened(empty(), 0.25)
    assert "too dark" in " ".join(judge_dice(*dark, None).advice)
    assert "too dark" in " ".join(judge_empty(dark[1]).advice)


def test_a_blurred_picture_asks_for_focus():
    soft = blurred(picture(DICE[0]), 6.0), blurred(empty(), 6.0)
    assert "not sharp" in " ".join(judge_dice(*soft, None).advice)


def test_small_dice_ask_for_a_lower_camera():
    small = picture(DICE[0])[::2, ::2].copy(), empty()[::2, ::2].copy()
    assert "lower the camera" in " ".join(judge_dice(*small, None).advice)


def test_a_lamp_that_mirrors_is_told_with_its_side():
    mirrored = empty().copy()
    mirrored[400:520, 150:300] = 255
    assert judge_empty(mirrored).advice == (
        "The lamp mirrors on the left side: move it or shade it.",
    )


def test_a_burnt_out_tray_asks_for_a_dimmer_lamp():
    assert judge_empty(np.maximum(empty(), 252)).advice == (
        "The picture is overexposed: dim the lamp or move it away.",
    )


def test_burnt_out_dice_ask_for_a_dimmer_lamp():
    white = picture(DICE[0]).copy()
    for x, y in places():
        white[y - 24 : y + 24, x - 24 : x + 24] = 255
    assert "overexposed" in " ".join(judge_dice(white, empty(), 6).advice)


def test_a_lamp_that_mirrors_in_one_die_is_told_with_its_place():
    mirrored = picture(DICE[0]).copy()
    x, y = max(places())
    mirrored[y - 12 : y + 12, x - 12 : x + 12] = 255
    judged = judge_dice(mirrored, empty(), 6)
    assert judged.ready
    assert judged.advice == ("The lamp mirrors in the middle: move it or shade it.",)


def places() -> list[tuple[int, int]]:
    """Where the dice of the first picture are seen."""
    return [(round(die.centre_px[0]), round(die.centre_px[1])) for die in truth(SCENE, DICE[0])]


@pytest.mark.parametrize(("count", "words"), [(1, "I see one die."), (6, "I see 6 dice.")])
def test_before_the_first_throw_is_confirmed_the_dice_are_counted(count: int, words: str):
    assert judge_dice(picture(DICE[0][:count]), empty(), None).advice[-1] == words


def test_a_good_empty_tray_is_good():
    assert judge_empty(empty()).advice == ()
