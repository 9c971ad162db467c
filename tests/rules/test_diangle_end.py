"""Diangle: the end, what is refused, what dice are worth, the sheet."""

from __future__ import annotations

import pytest

from pi_app.rules.dice import parse_dice
from pi_app.rules.errors import IllegalMove, OptionError
from pi_app.rules.games import make_game
from pi_app.rules.games.diangle_state import State
from tests.rules.asking import played
from tests.rules.diangle_moments import GAME, NAMES, first_throw, turn


def test_completing_the_last_level_wins() -> None:
    state = played(GAME, first_throw(10, "1 1 1 2 3 4"), "p1 place", "p1 advance 1")
    assert GAME.is_over(state)
    assert GAME.winners(state) == (1,)
    assert GAME.scores(state) == (11, 0)
    assert (GAME.to_move(state), GAME.expects(state), GAME.tray(state)) == (None, None, None)


def test_the_last_two_levels_can_be_completed_at_once() -> None:
    state = played(GAME, first_throw(9, "2r 1r 3 3 4 4"), "p1 place", "p1 advance 2")
    assert GAME.winners(state) == (1,)


def test_the_last_three_levels_are_a_diangle_that_wins() -> None:
    state = played(GAME, first_throw(8, "3r 2r 1 3 4 4"), "p1 place", "p1 advance 3")
    assert GAME.winners(state) == (1,)


def test_nobody_has_won_before_the_marker_is_past_the_last_level() -> None:
    state = played(GAME, first_throw(10, "1 1 1 2 3 4"), "p1 place")
    assert GAME.winners(state) == ()
    assert not GAME.is_over(state)


REFUSALS = [
    (first_throw(0, "1 1 2 3 4 6"), "p1 place bottom 2", "illegal"),
    (first_throw(0, "1 1 2 3 4 6"), "p1 place middle 4", "illegal"),
    (first_throw(0, "1 1 2 3 4 6"), "p1 place bottom 1r", "illegal"),
    (first_throw(0, "1 1 2 3 4 6"), "p1 advance 1", "illegal"),
    (first_throw(0, "1 1 2 3 4 6"), "p1 roll 1 1", "illegal"),
    (first_throw(0, "1 1 2 3 4 6"), "p1 take bottom", "illegal"),
    (first_throw(0, "1 1 2 3 4 6"), "p2 stop", "wrong_seat"),
    (turn(0, ("1 1", "2", ""), "5 6 6"), "p1 roll 5 6", "illegal"),
    (turn(0, ("1 1", "2", ""), "5 6 6"), "p1 roll 1 1 2 5 6 6", "illegal"),
    (turn(0, ("1 1", "2", ""), "5 6 6"), "p1 stop", "illegal"),
    (turn(4, ("5", "", ""), "1 1 2 2 3"), "p1 roll 1 1 2 2 3 top", "illegal"),
    (GAME.start(2), "p1 roll", "throw_due"),
    (GAME.start(2), "tray show 1 2 3", "wrong_number"),
]


@pytest.mark.parametrize(("state", "line", "slug"), REFUSALS)
def test_what_is_not_allowed_is_refused(state: State, line: str, slug: str) -> None:
    with pytest.raises(IllegalMove) as refusal:
        played(GAME, state, line)
    assert refusal.value.slug == slug


def test_nothing_comes_after_the_end() -> None:
    state = played(GAME, first_throw(10, "1r 2 2 3 3 4"), "p1 place", "p1 advance 1")
    with pytest.raises(IllegalMove) as refusal:
        played(GAME, state, "p2 roll")
    assert refusal.value.slug == "over"


def test_a_strange_house_rule_is_refused_with_the_allowed_ones() -> None:
    with pytest.raises(OptionError, match="anytime, end"):
        make_game("diangle", {"advance": "never"})


@pytest.mark.parametrize(
    ("dice", "box", "levels"),
    [
        ("1 1 1 2 2 3", "up1", 3), ("1 1 1 2 2 3", "up2", 0), ("5r 6r 5 1 1 1", "up5", 3),
        ("5 5 5 5 6r 1", "up5", 3), ("1 1 1 2 2 3", "down2", 0), ("2r 1r 3 3 3 3", "down2", 2),
        ("1 1 1 4 4 4", "down1", 1),
    ],
)  # fmt: skip
def test_worth_is_the_levels_that_dice_complete(dice: str, box: str, levels: int) -> None:
    (worth,) = GAME.worth(parse_dice(dice), box=box)
    assert worth.points == levels


def test_worth_names_a_higher_level_first_where_it_brings_more() -> None:
    worths = GAME.worth(parse_dice("1r 4 4 4 5 5"))
    assert [(worth.box, worth.points) for worth in worths[:2]] == [("up4", 2), ("up1", 1)]


def test_worth_is_told_for_every_level_best_first() -> None:
    worths = GAME.worth(parse_dice("1 2 3"), taken=parse_dice("1 1 2"))
    assert len(worths) == 11
    assert (worths[0].box, worths[0].points) == ("up1", 3)


def test_the_board_shows_its_rows_and_what_they_need() -> None:
    state = played(GAME, first_throw(0, "1 1 2 2 5 6"), "p1 place bottom 1", "p1 place middle 2")
    board = GAME.sheet(state, NAMES).grids[0]
    assert [(row.label, row.hint) for row in board.rows] == [
        ("top: 3s", "needs one more 3"),
        ("middle: 2s", "needs one more 2"),
        ("bottom: 1s", "needs 2 more 1s or the red 1"),
    ]
    bottom = board.rows[2].cells
    assert (bottom[0].text, str(bottom[1].move)) == ("1", "p1 place bottom 1")
    assert [cell.mark for cell in board.rows[0].cells] == ["", "missing", "missing"]


def test_the_race_shows_everybody() -> None:
    state = played(GAME, first_throw(6, "5r 4 4 1 1 1"), "p1 place", "p1 advance 1")
    race = GAME.sheet(state, NAMES).grids[1]
    assert [cell.text for cell in race.rows[0].cells] == ["4 down", "1 up"]
    assert [cell.mark for cell in race.rows[1].cells] == ["lead", ""]
    assert [cell.text for cell in race.rows[4].cells] == ["4 4", ""]


def test_the_sheet_calls_a_diangle_by_its_name() -> None:
    state = played(GAME, first_throw(0, "1 1 1 2 2 3"), "p1 place")
    sheet = GAME.sheet(state, NAMES)
    assert "Diangle" in sheet.status
    assert [choice.label for choice in sheet.choices] == ["Diangle!"]


def test_the_sheet_of_a_finished_game_names_the_winner() -> None:
    state = played(GAME, first_throw(10, "1r 2 2 3 3 4"), "p1 place", "p1 advance 1")
    sheet = GAME.sheet(state, NAMES)
    assert sheet.status.startswith("Ann ")
    assert len(sheet.grids) == 1
