"""A button and a tray become the move that is meant, or a question; nothing is guessed."""

from __future__ import annotations

from typing import Any

import pytest

from pi_app.rules.dice import parse_dice
from pi_app.rules.games import make_game
from pi_app.rules.moves import Verb, parse_move
from pi_app.rules.resolve import Keeping, Resolution, Seen, lit, paths, resolve
from tests.rules.asking import played

SPICY = make_game("spicy_classic")
KEEP = make_game("keep_on_rolling")


def spicy(dice: str = "1 2 3 5 5r 6") -> Any:
    return played(SPICY, SPICY.start(2), f"tray show {dice}")


def keep(dice: str = "1 2 3 5 5 6", *lines: str) -> Any:
    return played(KEEP, KEEP.start(2), f"tray show {dice}", *lines)


def seen(text: str, strip: str = "", gone: str = "") -> Seen:
    return Seen(parse_dice(text), parse_dice(strip), parse_dice(gone))


def meant(found: Resolution) -> str:
    return ", ".join(map(str, found.path))


# ---- ways and lamps ---------------------------------------------------------------------------


def test_a_verb_that_is_legal_has_its_own_moves_as_ways():
    assert [str(way[0]) for way in paths(SPICY, spicy(), Verb.STOP)] == ["p1 stop"]


def test_a_verb_that_a_take_opens_is_reached_through_it():
    ways = [tuple(map(str, way)) for way in paths(KEEP, keep(), Verb.ROLL)]
    assert ("p1 take 5 5", "p1 roll") in ways
    assert all(len(way) == 2 for way in ways)


def test_no_lamp_is_lit_while_a_throw_is_due():
    assert lit(KEEP, KEEP.start(2)) == frozenset()


def test_no_lamp_is_lit_after_the_end():
    game = make_game("keep_on_rolling", {"target": "10"})
    state = played(game, game.start(2), "tray show 1 2 3 5 5 6", "p1 stop", "tray show 1 2 3 4 5 6")
    assert game.is_over(state)
    assert lit(game, state) == frozenset()


def test_lamps_are_lit_for_what_can_be_done():
    assert lit(SPICY, spicy()) == {Verb.ROLL, Verb.FLIP, Verb.STOP}
    assert lit(SPICY, spicy("1 2 3 5 5 6")) == {Verb.ROLL, Verb.STOP}
    assert lit(KEEP, keep()) == {Verb.ROLL, Verb.STOP}


# ---- one way ----------------------------------------------------------------------------------


def test_the_only_way_is_taken_whatever_is_seen():
    assert meant(resolve(SPICY, spicy(), Verb.STOP, None)) == "p1 stop"


def test_after_a_take_roll_has_one_way():
    state = keep("1 2 3 5 5 6", "p1 take 5 5")
    assert meant(resolve(KEEP, state, Verb.ROLL, seen("1 1 1"))) == "p1 roll"


def test_a_verb_that_can_do_nothing_says_so():
    found = resolve(KEEP, keep(), Verb.FLIP, seen("1 2 3 5 5 6"))
    assert (found.path, found.choices, found.words) == ((), (), "FLIP can't be done now.")


# ---- the tray as the argument -----------------------------------------------------------------


@pytest.mark.parametrize(
    ("tray", "move"),
    [
        ("5 5r 6", "p1 roll 1 2 3"),
        ("", "p1 roll"),
        ("1 2 3 5 6", "p1 roll 5r"),
        ("1 2 3 5r 6", "p1 roll 5"),
    ],
)
def test_roll_throws_what_was_picked_up(tray: str, move: str):
    assert meant(resolve(SPICY, spicy(), Verb.ROLL, seen(tray))) == move


@pytest.mark.parametrize(
    ("tray", "move"),
    [("1 2 3 4 5 6", "p1 flip 5r 4"), ("1 2 3 5 6 6", "p1 flip 5r 6")],
)
def test_flip_is_known_by_the_die_that_took_the_place_of_the_red_one(tray: str, move: str):
    assert meant(resolve(SPICY, spicy(), Verb.FLIP, seen(tray))) == move


def test_of_two_reds_the_one_that_is_missing_was_flipped():
    state = spicy("1 2 3r 5 5r 6")
    found = resolve(SPICY, state, Verb.FLIP, seen("1 2 4 5 5r 6"))
    assert meant(found) == "p1 flip 3r 4"


def test_an_untouched_tray_is_no_argument():
    found = resolve(SPICY, spicy(), Verb.FLIP, seen("1 2 3 5 5r 6"))
    assert found.path == ()
    assert found.words == "FLIP doesn't fit 1 2 3 5 5r 6 on the tray."
    assert len(found.choices) == 5


def test_nothing_seen_is_a_question_with_every_way():
    found = resolve(SPICY, spicy(), Verb.ROLL, None)
    assert found.path == ()
    assert found.choices == paths(SPICY, spicy(), Verb.ROLL)


# ---- where kept dice lie ----------------------------------------------------------------------


@pytest.mark.parametrize(
    ("tray", "keeping"),
    [
        (seen("5 5"), Keeping.STAY),
        (seen("5 5"), Keeping.ANY),
        (seen("1 2 3 6", strip="5 5"), Keeping.STRIP),
        (seen("1 2 3 6", strip="5 5"), Keeping.ANY),
        (seen("1 2", strip="5 5"), Keeping.STRIP),
        (seen("", strip="5 5"), Keeping.STRIP),
        (seen("1 2 3 6"), Keeping.OFF),
        (seen("1 2 3 6"), Keeping.ANY),
    ],
)
def test_kept_dice_stay_lie_in_the_strip_or_leave_the_tray(tray: Seen, keeping: Keeping):
    found = resolve(KEEP, keep(), Verb.ROLL, tray, keeping)
    assert meant(found) == "p1 take 5 5, p1 roll"


def test_where_kept_dice_leave_the_tray_the_others_are_thrown_in_every_game():
    found = resolve(SPICY, spicy(), Verb.ROLL, seen("1 2 3"), Keeping.OFF)
    assert meant(found) == "p1 roll 1 2 3"


def test_dice_that_were_never_seen_leave_every_way_open():
    game = make_game("catch6")
    state = played(game, game.start(2), "tray show 1 2 3 4 5 6", "tray show 1 1 2 3 4 6")
    found = resolve(game, state, Verb.ROLL, seen("", gone="1 2 3 4 5 6"))
    assert found.path == ()
    assert len(found.choices) == 63


@pytest.mark.parametrize(
    ("tray", "keeping"),
    [
        (seen("1 2 3 6"), Keeping.STAY),
        (seen("1 2 3 6"), Keeping.STRIP),
        (seen("5 5"), Keeping.OFF),
        (seen("5 5"), Keeping.STRIP),
        (seen("1 2 3 6", strip="5 5"), Keeping.STAY),
    ],
)
def test_a_habit_that_is_not_this_tables_is_a_question(tray: Seen, keeping: Keeping):
    found = resolve(KEEP, keep(), Verb.ROLL, tray, keeping)
    assert found.path == ()
    assert found.choices


@pytest.mark.parametrize("keeping", list(Keeping))
def test_an_untouched_tray_says_nothing_even_where_all_dice_could_be_taken(keeping: Keeping):
    dice = "1 1 5 5 6 6"
    assert resolve(KEEP, keep(dice), Verb.ROLL, seen(dice), keeping).path == ()


@pytest.mark.parametrize(
    ("tray", "keeping"),
    [
        (seen(""), Keeping.STAY),
        (seen(""), Keeping.OFF),
        (seen("", strip="1 1 5 5 6 6"), Keeping.STRIP),
        (seen("", strip="1 1 5 5 6 6"), Keeping.ANY),
    ],
)
def test_all_dice_taken_are_thrown_again(tray: Seen, keeping: Keeping):
    found = resolve(KEEP, keep("1 1 5 5 6 6"), Verb.ROLL, tray, keeping)
    assert meant(found) == "p1 take 1 1 5 5 6 6, p1 roll"


def test_two_ways_that_fit_are_a_question_with_just_these():
    found = resolve(KEEP, keep("3 3 3 5 5 5"), Verb.ROLL, seen("5 5 5"))
    assert found.path == ()
    assert {str(way[0]) for way in found.choices} == {"p1 take 3 3 3", "p1 take 5 5 5"}
    assert found.words == "ROLL with 5 5 5 on the tray can mean 2 things."


def test_dice_that_left_the_tray_earlier_are_not_missed():
    state = keep("1 2 3 5 5 6", "p1 take 5 5", "p1 roll", "tray show 1 2 6 6")
    found = resolve(KEEP, state, Verb.ROLL, seen("1 2", gone="5 5"), Keeping.OFF)
    assert meant(found) == "p1 take 6 6, p1 roll"


def test_dice_that_left_the_tray_earlier_may_be_joined_by_those_that_stay():
    state = keep("1 2 3 5 5 6", "p1 take 5 5", "p1 roll", "tray show 1 2 6 6")
    found = resolve(KEEP, state, Verb.ROLL, seen("6 6", gone="5 5"), Keeping.STAY)
    assert meant(found) == "p1 take 6 6, p1 roll"


def test_dice_that_are_gone_stay_gone_if_that_explains_the_tray():
    found = resolve(SPICY, spicy("1 2 3 5 5 6"), Verb.ROLL, seen("1", gone="5"))
    assert meant(found) == "p1 roll 2 3 5 6"


def test_a_die_in_the_open_that_nobody_threw_fits_no_way():
    found = resolve(KEEP, keep(), Verb.ROLL, seen("4", strip="5 5"), Keeping.STRIP)
    assert found.path == ()


def test_dice_whose_faces_are_not_known_are_a_question():
    game = make_game("two_of_three")
    found = resolve(game, game.start(2), Verb.ROLL, seen(""))
    assert found.path == ()
    assert parse_move("p1 roll x2") in {way[0] for way in found.choices}


def test_where_no_tray_can_be_told_none_fits():
    game: Any = make_game("perfecto")
    state = played(game, game.start(2), "p1 bid 1x2")
    assert len(paths(game, state, Verb.ROLL)) > 1
    found = resolve(game, state, Verb.ROLL, seen(""))
    assert found.words == "ROLL doesn't fit no dice on the tray."
