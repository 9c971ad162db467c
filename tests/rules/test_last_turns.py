"""What the scorepads of the dice game and Hot Dice call missing, before and in the last turns."""

from __future__ import annotations

from typing import Any

from pi_app.rules.games import make_game
from tests.rules.asking import played

NAMES = ("Ann", "Ben", "Cem")
THREE_1S = ("tray show 1 1 1 2 3 4", "p1 stop")
BUST = "tray show 2 2 3 3 4 6"


def missing(name: str, *lines: str, **options: str) -> tuple[str, tuple[str, ...]]:
    """The hint of the row "To go", and what it says of three seats."""
    game: Any = make_game(name, options)
    sheet = game.sheet(played(game, game.start(3), *lines), NAMES)
    row = next(row for row in sheet.grids[0].rows if row.label == "To go")
    return row.hint, tuple(cell.text for cell in row.cells)


def test_before_the_target_is_reached_the_target_is_missing() -> None:
    assert missing("dice_game", *THREE_1S, target="1500", last_turn="yes") == (
        "points up to the end of the game",
        ("500", "1500", "1500"),
    )


def test_a_game_score_that_must_be_passed_is_one_more_away() -> None:
    assert missing("hot_dice", *THREE_1S, target="1500")[1] == ("501", "1501", "1501")


def test_in_the_last_turns_one_point_more_than_the_leader_has_is_missing() -> None:
    found = missing("dice_game", *THREE_1S, target="1000", last_turn="yes")
    assert found == ("points up to the lead", ("0", "1001", "1001"))


def test_who_was_overtaken_is_told_by_how_much() -> None:
    higher = ("tray show 1 1 1 5 3 4", "p2 stop")
    found = missing("dice_game", *THREE_1S, *higher, target="1000", last_turn="yes")
    assert found[1] == ("51", "0", "1051")


def test_after_the_end_the_target_counts_again() -> None:
    lines = (*THREE_1S, BUST, BUST)
    found = missing("dice_game", *lines, target="1000", last_turn="yes")
    assert found == ("points up to the end of the game", ("0", "1000", "1000"))
