"""Grand Poobah: the end, overtime, what is refused, worth and the sheet."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from pi_app.rules.dice import parse_dice
from pi_app.rules.errors import IllegalMove, OptionError
from pi_app.rules.games import make_game
from tests.rules.asking import legal_texts, played
from tests.rules.grand_poobah_moments import GAME, NAMES, SHORT, dealt


def test_the_first_at_the_target_wins() -> None:
    state = played(SHORT, dealt("5 5 5 5 5 5", "2 2 2 2 2 2", game=SHORT), "tray show 5 5 2 4 4 4")
    assert SHORT.is_over(state)
    assert SHORT.winners(state) == (1,)
    assert (SHORT.to_move(state), SHORT.expects(state), SHORT.legal(state)) == (None, None, ())


def test_one_below_the_target_plays_on() -> None:
    state = dealt("1 1 1 1 1 1", "3 3 3 3 3 3", game=SHORT)
    state = played(SHORT, state, "tray show 3 3 3 4 4 4")
    assert SHORT.scores(state) == (0, 9)
    assert not SHORT.is_over(state)


def test_the_higher_total_wins_when_two_get_there_at_once() -> None:
    state = dealt("5 5 5 5 5 5", "6 6 6 6 6 6", game=SHORT)
    state = played(SHORT, state, "tray show 5 5 6 6 4 4")
    assert SHORT.winners(state) == (2,)


def tied() -> Any:
    """Seats 1 and 3 are tied at 10; the second, who holds as many 6s as they, is behind."""
    state = dealt("5 5 5 5 5 6", "1 1 1 1 1 6", "5 5 5 5 5 6", game=SHORT)
    return played(SHORT, state, "tray show 5 5 4 4 4 4")


def test_a_tie_is_played_on_among_the_tied_only() -> None:
    state = tied()
    seats = []
    for _ in range(4):
        seats.append(SHORT.to_move(state))
        state = played(SHORT, state, f"p{seats[-1]} roll 6", "tray show 6", "tray show 4 4 4 4 4 4")
    assert seats == [1, 3, 1, 3]
    assert SHORT.winners(state) == ()


def test_in_overtime_at_least_one_die_is_thrown() -> None:
    texts = legal_texts(SHORT, tied())
    assert "p1 roll 6" in texts
    assert not any(word in text for text in texts for word in ("stop", "flip"))


def test_in_overtime_reds_are_turned_after_the_throw() -> None:
    state = played(SHORT, tied(), "p1 roll 6", "tray show 6r")
    assert {"p1 flip 6r 5", "p1 stop"} <= set(legal_texts(SHORT, state))


def test_in_overtime_only_the_hands_of_the_tied_count() -> None:
    state = played(SHORT, tied(), "p1 roll 5", "tray show 3", "tray show 1 1 1 6 3 4")
    assert SHORT.scores(state) == (10 + 6 + 3, 0, 10 + 6)


def test_the_lead_in_overtime_wins() -> None:
    state = played(SHORT, tied(), "p1 roll 6", "tray show 5", "tray show 5 1 1 1 1 1")
    assert SHORT.scores(state) == (15, 0, 10)
    assert SHORT.winners(state) == (1,)


def test_two_who_are_tied_play_overtime_too() -> None:
    state = dealt("5 5 5 5 5 5", "5 5 5 5 5 5", game=SHORT)
    state = played(SHORT, state, "tray show 5 5 4 4 4 4")
    assert not SHORT.is_over(state)
    assert "p1 stop" not in legal_texts(SHORT, state)


def test_a_tie_of_three_stays_theirs_when_one_falls_behind() -> None:
    state = dealt("5 5 5 5 5 5", "5 5 5 5 5 5", "5 5 5 5 5 5", game=SHORT)
    state = played(SHORT, state, "tray show 5 5 4 4 4 4", "p1 roll 5", "tray show 1",
                   "tray show 5 4 4 4 4 4")  # fmt: skip
    assert SHORT.scores(state) == (10, 15, 15)
    state = played(SHORT, state, "p2 roll 5", "tray show 5", "tray show 4 4 4 4 4 4")
    state = played(SHORT, state, "p3 roll 5", "tray show 5", "tray show 4 4 4 4 4 4")
    assert SHORT.to_move(state) == 1


REFUSALS = [
    ((), "p1 roll", "throw_due"),
    ((), "tray show 1 2 3 4 5", "wrong_number"),
    (("tray show 1 2 3 4 5r 6",), "p1 flip 5r 5", "illegal"),
    (("tray show 1 2 3 4 5r 6",), "p1 flip 6 1", "illegal"),
    (("tray show 1 2 3 4 5r 6",), "p1 roll 1", "illegal"),
    (("tray show 1 2 3 4 5r 6",), "p2 stop", "wrong_seat"),
    (("tray show 1 2 3 4 5r 6",), "tray show 1 2 3 4 5 6", "no_throw_due"),
    (("tray show 1 2 3 4 5r 6", "p1 flip 5r 4"), "p1 flip 4 5", "illegal"),
    (("tray show 1 2 3 4 5 6", "tray show 1 2 3 4 5 6"), "p1 roll 1 1", "illegal"),
    (("tray show 1 2 3 4 5 6", "tray show 1 2 3 4 5 6"), "p1 roll 1 2 3 4 5 6", "illegal"),
    (("tray show 1 2 3 4 5 6", "tray show 1 2 3 4 5 6"), "p1 take 1", "illegal"),
]


@pytest.mark.parametrize(("lines", "line", "slug"), REFUSALS)
def test_what_is_not_allowed_is_refused(lines: tuple[str, ...], line: str, slug: str) -> None:
    state = played(GAME, GAME.start(2), *lines)
    with pytest.raises(IllegalMove) as refusal:
        played(GAME, state, line)
    assert refusal.value.slug == slug


def test_nothing_comes_after_the_end() -> None:
    state = played(SHORT, dealt("5 5 5 5 5 5", "2 2 2 2 2 2", game=SHORT), "tray show 5 5 2 4 4 4")
    with pytest.raises(IllegalMove) as refusal:
        played(SHORT, state, "p2 stop")
    assert refusal.value.slug == "over"


@pytest.mark.parametrize("target", ["9", "1000", "many"])
def test_a_strange_target_is_refused_with_the_range(target: str) -> None:
    with pytest.raises(OptionError, match="10 to 999"):
        make_game("grand_poobah", {"target": target})


def test_worth_is_what_scoring_dice_pay() -> None:
    worths = GAME.worth(parse_dice("4 4r 5r 6 1"))
    assert [(worth.box, worth.points) for worth in worths] == [
        ("4", 12), ("5", 10), ("6", 6), ("1", 1),
    ]  # fmt: skip
    assert [worth.points for worth in GAME.worth(parse_dice("4r 1"), box="4")] == [8]


def test_the_sheet_says_who_holds_the_most_of_each_number() -> None:
    state = played(GAME, dealt("4 4 1 1 1 1", "4 2 2 2 2 2"), "tray show 4 4 2 3 3 3")
    points, held = GAME.sheet(state, NAMES[:2]).grids
    fours = held.rows[4]
    assert [(cell.text, cell.mark) for cell in fours.cells] == [("2", "lead"), ("1", "")]
    assert [cell.text for cell in points.rows[0].cells] == ["8", "2"]
    assert [cell.text for cell in points.rows[1].cells] == ["+8", "+2"]
    assert [cell.text for cell in points.rows[2].cells] == ["92", "98"]


def test_the_sheet_counts_the_turns_before_the_first_scoring_roll() -> None:
    assert GAME.sheet(GAME.start(2), NAMES[:2]).notes == (
        "Turns until the first scoring roll: 3 each.",
    )


def test_a_single_point_is_a_lead_and_no_point_is_none() -> None:
    for scores, marks in (((1, 0), ["lead", ""]), ((0, 0), ["", ""])):
        state = replace(GAME.start(2), scores=scores)
        points = GAME.sheet(state, NAMES[:2]).grids[0].rows[0]
        assert [cell.mark for cell in points.cells] == marks


def test_the_sheet_names_those_in_overtime() -> None:
    assert SHORT.sheet(tied(), NAMES[:3]).notes == ("Overtime: Ann, Cem.",)


def test_the_sheet_says_who_won() -> None:
    state = played(SHORT, dealt("5 5 5 5 5 5", "2 2 2 2 2 2", game=SHORT), "tray show 5 5 2 4 4 4")
    assert SHORT.sheet(state, NAMES[:2]).status == "Ann is the Grand Poobah!"
