"""Keep on Rolling: the last phase, the sheet and options.

Source: Keep on Rolling (2018) and the booklet of 2004; readings K10 and K11.
"""

from __future__ import annotations

from typing import Any

import pytest

from pi_app.rules.dice import parse_dice
from pi_app.rules.errors import NotationError, OptionError
from pi_app.rules.games import make_game
from tests.rules.asking import played

GAME: Any = make_game("keep_on_rolling")
SHORT: Any = make_game("keep_on_rolling", {"target": "20"})
BUST = "tray show 1 2 3 4 5 6"


def begun(*lines: str, game: Any = GAME, seats: int = 2) -> Any:
    return played(game, game.start(seats), *lines)


# ------------------------------------------------------------------ the last phase

TEN, TWENTY, THIRTY = (
    f"tray show {dice}" for dice in ("5 5 1 2 3 4", "5r 5 1 2 3 4", "5 5 5r 1 2 3")
)


def test_reaching_the_target_exactly_starts_the_last_phase() -> None:
    state = begun(TWENTY, "p1 stop", game=SHORT)
    assert not SHORT.is_over(state)
    assert (
        "needs 21 points in this turn to overtake Ann"
        in SHORT.sheet(state, ("Ann", "Ben")).notes[-1]
    )


def test_one_point_less_does_not() -> None:
    game: Any = make_game("keep_on_rolling", {"target": "21"})
    assert "to reach 21" in game.sheet(begun(TWENTY, "p1 stop", game=game), ("A", "B")).notes[-1]


@pytest.mark.parametrize("answer", [(BUST,), (TEN, "p2 stop"), (TWENTY, "p2 stop")])
def test_who_does_not_overtake_is_out_and_a_tie_is_not_enough(answer: tuple[str, ...]) -> None:
    state = begun(TWENTY, "p1 stop", *answer, game=SHORT)
    assert SHORT.is_over(state)
    assert SHORT.winners(state) == (1,)


def test_the_former_leader_must_overtake_in_turn() -> None:
    state = begun(TWENTY, "p1 stop", THIRTY, "p2 stop", game=SHORT)
    assert SHORT.to_move(state) == 1
    out = played(SHORT, state, TEN, "p1 stop")  # 30 against 30
    assert SHORT.winners(out) == (2,)
    back = played(SHORT, state, TWENTY, "p1 stop")  # 40 against 30
    assert SHORT.to_move(back) == 2
    assert SHORT.winners(played(SHORT, back, BUST)) == (1,)


def test_who_is_out_is_passed_over() -> None:
    state = begun(TWENTY, "p1 stop", BUST, THIRTY, "p3 stop", game=SHORT, seats=3)
    assert SHORT.to_move(state) == 1
    state = played(SHORT, state, TWENTY, "p1 stop")
    assert SHORT.to_move(state) == 3
    rows = SHORT.sheet(state, ("Ann", "Ben", "Cleo")).grids[0].rows
    assert [cell.text for cell in rows[2].cells] == ["yes", "out", "yes"]
    assert [cell.mark for cell in rows[0].cells] == ["lead", "", ""]


def test_the_last_phase_can_begin_with_any_seat() -> None:
    state = begun(TEN, "p1 stop", TWENTY, "p2 stop", TEN, "p3 stop", game=SHORT, seats=3)
    assert SHORT.to_move(state) == 1
    assert SHORT.winners(played(SHORT, state, TEN, "p1 stop")) == (2,)  # 20 is a tie


# ------------------------------------------------------------------ sheet, worth, options


def test_the_sheet_says_with_how_many_points_who_won() -> None:
    state = begun(TEN, "p1 stop", TWENTY, "p2 stop", TEN, "p3 stop", BUST, game=SHORT, seats=3)
    assert SHORT.sheet(state, ("Ann", "Ben", "Cleo")).status == "Ben won with 20 points."


def test_the_sheet_shows_what_a_stop_would_bring() -> None:
    state = begun("tray show 2 2 3 4 5 5", "p1 take 5 5")
    cell = GAME.sheet(state, ("Ann", "Ben")).grids[0].rows[1].cells[0]
    assert (cell.text, cell.preview, str(cell.move)) == ("10", "14", "p1 stop")


def test_the_sheet_offers_takes_that_leave_no_match_behind() -> None:
    choices = GAME.sheet(begun("tray show 2 2 3 4 5 5"), ("Ann", "Ben")).choices
    takes = [str(choice.move) for choice in choices if "take" in str(choice.move)]
    assert sorted(takes) == ["p1 take 2 2", "p1 take 2 2 5 5", "p1 take 5 5"]


def test_the_words_are_those_of_the_edition() -> None:
    old: Any = make_game("keep_on_rolling", {"edition": "2004"})
    assert any("paired" in sentence for sentence in old.info.summary)
    assert not any("paired" in sentence for sentence in GAME.info.summary)
    assert any("matched" in sentence for sentence in GAME.info.summary)


def test_worth_names_the_best_first_and_the_dice_left_to_roll() -> None:
    found = GAME.worth(parse_dice("1 1 2 5 5 6"))
    points = [worth.points for worth in found]
    assert points == sorted(points, reverse=True)
    assert points[0] > points[-1] > 0
    words = {worth.box: worth.words for worth in found}
    assert words["5 5"] == "and 4 dice to roll"
    assert words["1 1 5 5"] == "and 2 dice to roll"
    assert words["1 1 2 5 5"] == "and one die to roll"
    filled = {worth.box: worth.words for worth in GAME.worth(parse_dice("1 1 2 2 3 3"))}
    assert filled["1 1 2 2 3 3"] == "and all six dice to roll"
    assert filled["stop"] == "filled up and stopped: doubled"


def test_worth_tells_a_stop_and_each_take() -> None:
    worths = {w.box: w.points for w in GAME.worth(parse_dice("5r 4"), taken=parse_dice("5 5 2 2"))}
    assert worths == {"stop": 34, "5r": 34, "4 5r": 34}
    (bust,) = GAME.worth(parse_dice("1 3"), taken=parse_dice("5 5 2 2"))
    assert (bust.box, bust.points) == ("bust", 0)
    (stop,) = GAME.worth(parse_dice("5 5 5r 2 2 2"), box="stop")
    assert stop.points == 72


@pytest.mark.parametrize(
    ("dice", "box", "taken", "words"),
    [
        ("1 2 3 4 5 6", None, "5", "not more than 6"),
        ("", None, "5 5", "1 to 6 dice are thrown"),
        ("5 5 1", "1", "", 'no choice "1", only: stop, 5 5, 1 5 5'),
        ("1 2 3 4 5 6", "stop", "", "only: bust"),
    ],
)
def test_worth_refuses_what_can_not_be_thrown(
    dice: str, box: str | None, taken: str, words: str
) -> None:
    with pytest.raises(NotationError, match=words):
        GAME.worth(parse_dice(dice), box=box, taken=parse_dice(taken))


@pytest.mark.parametrize(
    ("name", "value", "allowed"),
    [
        ("target", "9", "10 to 1000"),
        ("target", "many", "10 to 1000"),
        ("edition", "2010", "2004, 2018"),
    ],
)
def test_a_wrong_option_is_refused_with_the_allowed_values(
    name: str, value: str, allowed: str
) -> None:
    with pytest.raises(OptionError, match=allowed):
        make_game("keep_on_rolling", {name: value})
