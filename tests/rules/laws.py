"""What must hold in every state of every game, whatever is played.

A law takes a Situation and asserts; LAWS are cheap and checked everywhere, COSTLY_LAWS in some
of the states.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Hashable
from dataclasses import dataclass
from typing import Any

import pytest

from pi_app.rules.dice import SPICY_SET, DiceSet, contains, parse_dice, plus
from pi_app.rules.errors import IllegalMove
from pi_app.rules.game import Game, play
from pi_app.rules.moves import TRAY, Move, Verb, parse_move, show
from pi_app.rules.sheet import Sheet
from tests.rules.playing import throw

NAMES = tuple(f"Player {seat}" for seat in range(1, 10))
STRANGE_MOVES = tuple(
    parse_move(text)
    for text in (
        "p1 roll 1 1 1 1 1 1 1",
        "p9 stop",
        "p1 flip 3 4",
        "p1 mark bonus",
        "p2 take 6r",
        "p1 place z9 5",
        "p1 bid 99x6",
        "p1 choose nobody",
        "p1 show 1 2 3",
        "tray roll",
        "tray stop",
    )
)


@dataclass(frozen=True)
class Situation:
    """A state that came up, what is legal in it, and some moves that were made before it."""

    game: Game[Any]
    state: Any
    legal: tuple[Move, ...]
    seats: int
    rng: random.Random
    dice_set: DiceSet = SPICY_SET
    earlier: tuple[Move, ...] = ()

    @property
    def names(self) -> tuple[str, ...]:
        return NAMES[: self.seats]


Law = Callable[[Situation], None]


def exactly_one_of_decision_throw_and_end(it: Situation) -> None:
    decision = bool(it.legal)
    throw = it.game.expects(it.state) is not None
    assert decision + throw + it.game.is_over(it.state) == 1


def somebody_is_to_move_until_the_end(it: Situation) -> None:
    seat = it.game.to_move(it.state)
    assert (seat is None) == it.game.is_over(it.state)
    assert seat is None or 1 <= seat <= it.seats


def every_seat_has_a_score(it: Situation) -> None:
    assert len(it.game.scores(it.state)) == it.seats


def a_state_is_a_value(it: Situation) -> None:
    assert isinstance(it.state, Hashable)
    assert hash(it.state) == hash(it.state)
    with pytest.raises((AttributeError, TypeError)):
        it.state.anything = 1


def nobody_wins_before_the_end_and_somebody_at_it(it: Situation) -> None:
    winners = it.game.winners(it.state)
    assert bool(winners) == it.game.is_over(it.state)
    assert set(winners) <= set(range(1, it.seats + 1))
    assert len(set(winners)) == len(winners)


def a_throw_is_of_dice_of_one_hand(it: Situation) -> None:
    expected = it.game.expects(it.state)
    if expected is None:
        return
    assert expected.throw >= 1
    assert expected.words
    elsewhere = plus(expected.lying, expected.away)
    assert expected.throw + len(elsewhere) <= SPICY_SET.size
    tray = it.game.tray(it.state)
    assert tray is None or contains(tray, expected.lying)


def a_throw_lies_on_the_tray_or_ends_the_turn(it: Situation) -> None:
    expected = it.game.expects(it.state)
    if expected is None:
        return
    dice = throw(it.rng, expected, it.dice_set)
    after = play(it.game, it.state, show(dice), it.dice_set)
    tray = it.game.tray(after)
    if tray is not None and it.game.legal(after):
        assert contains(tray, dice) or it.game.to_move(after) != it.game.to_move(it.state)


def moves_are_listed_once_and_read_back(it: Situation) -> None:
    assert it.game.legal(it.state) == it.legal
    assert len(set(it.legal)) == len(it.legal)
    for move in it.legal:
        assert parse_move(str(move)) == move
        assert move.verb in it.game.info.verbs
        assert move.verb is not Verb.SHOW
        assert 1 <= move.seat <= it.seats


def every_legal_move_can_be_made(it: Situation) -> None:
    for move in it.legal:
        after = it.game.apply(it.state, move)
        assert after != it.state
        hash(after)


def what_is_not_legal_is_refused(it: Situation) -> None:
    before = repr(it.state)
    for move in (*STRANGE_MOVES, *it.earlier):
        if move in it.legal or is_expected(it, move):
            continue
        with pytest.raises(IllegalMove) as caught:
            play(it.game, it.state, move, it.dice_set)
        assert str(caught.value)
        assert caught.value.slug
    assert repr(it.state) == before


def too_many_too_few_and_impossible_dice_are_refused(it: Situation) -> None:
    expected = it.game.expects(it.state)
    due = 0 if expected is None else expected.throw
    for count in (due - 1, due + 1):
        if count >= 0:
            with pytest.raises(IllegalMove):
                play(it.game, it.state, show(parse_dice("1 " * count)))
    if due >= 2:
        twins = parse_dice("5r 5r " + "1 " * (due - 2))
        with pytest.raises(IllegalMove):
            play(it.game, it.state, show(twins), SPICY_SET)


def the_sheet_offers_legal_moves_only(it: Situation) -> None:
    sheet = it.game.sheet(it.state, it.names)
    assert sheet.status
    assert moves_on(sheet) <= set(it.legal)
    labels = [choice.label for choice in sheet.choices]
    assert len(set(labels)) == len(labels)


def every_row_of_a_sheet_has_a_cell_for_each_column(it: Situation) -> None:
    for grid in it.game.sheet(it.state, it.names).grids:
        widths = {len(row.cells) for row in grid.rows}
        if grid.columns:
            assert widths == {len(grid.columns)}
        if grid.seats:
            assert widths == {len(grid.seats)}


LAWS: tuple[Law, ...] = (
    exactly_one_of_decision_throw_and_end,
    somebody_is_to_move_until_the_end,
    every_seat_has_a_score,
    nobody_wins_before_the_end_and_somebody_at_it,
    a_throw_is_of_dice_of_one_hand,
)
COSTLY_LAWS: tuple[Law, ...] = (
    a_state_is_a_value,
    a_throw_lies_on_the_tray_or_ends_the_turn,
    moves_are_listed_once_and_read_back,
    every_legal_move_can_be_made,
    what_is_not_legal_is_refused,
    too_many_too_few_and_impossible_dice_are_refused,
    the_sheet_offers_legal_moves_only,
    every_row_of_a_sheet_has_a_cell_for_each_column,
)


def is_expected(it: Situation, move: Move) -> bool:
    """Whether the tray may show this now."""
    expected = it.game.expects(it.state)
    if expected is None or move.seat != TRAY or move.verb is not Verb.SHOW:
        return False
    beside = plus(expected.lying, expected.away)
    right = len(move.arguments) == expected.throw
    return right and it.dice_set.can_show(plus(move.dice, beside))


def moves_on(sheet: Sheet) -> set[Move]:
    """Every move that a tap can make."""
    cells = (cell for grid in sheet.grids for row in grid.rows for cell in row.cells)
    in_cells = {cell.move for cell in cells if cell.move is not None}
    return in_cells | {choice.move for choice in sheet.choices}
