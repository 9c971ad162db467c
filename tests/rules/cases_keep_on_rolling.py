"""How Keep on Rolling is asked the worked cases."""

from __future__ import annotations

from functools import cache
from itertools import combinations_with_replacement
from math import comb, prod
from typing import Any

from pi_app.rules.dice import NUMBERS, Dice, Die, format_dice, sort_dice
from pi_app.rules.games import make_game
from pi_app.rules.moves import Verb, with_dice
from tests.rules.asking import Adapters, dice_of, legal_texts, played, thrown

Throws = list[list[list[str]]]  # [what was thrown, what was set aside], one after the other
GAME: Any = make_game("keep_on_rolling")
FILL_UP = dice_of(["5", "5", "5r", "2", "2", "2"])  # worth 36


def play_trail(throws: Throws) -> list[int]:
    """The points of the turn after each throw, as the sheet shows them."""
    trail, state = [], GAME.start(2)
    for dice, aside in throws:
        state = thrown(GAME, _rolling(state), dice_of(dice))
        if aside:
            state = played(GAME, state, str(with_dice(1, Verb.TAKE, dice_of(aside))))
        trail.append(_points_of_turn(state))
    return trail


def play_stop(throws: Throws) -> int:
    """The score after these throws and a stop."""
    state = GAME.start(2)
    for dice, aside in throws:
        state = thrown(GAME, _rolling(state), dice_of(dice))
        state = played(GAME, state, str(with_dice(1, Verb.TAKE, dice_of(aside))))
    return _stopped(state)


def table_score(table: list[str]) -> int:
    """What these dice are worth, set aside together."""
    dice = dice_of(table)
    worths = {worth.box: worth.points for worth in GAME.worth(dice)}
    return worths.get(format_dice(dice), worths.get("bust", -1))


def filled_up(table: list[str]) -> bool:
    """Whether a stop with exactly these dice set aside counts double."""
    (stop,) = GAME.worth(dice_of(table), box="stop")
    return bool(stop.points == 2 * table_score(table))


def stop_score(earlier: int, table: list[str]) -> int:
    """The score of a stop after a fill-up that was worth 36."""
    assert earlier == 36
    state = thrown(GAME, GAME.start(2), FILL_UP)
    state = played(GAME, state, f"p1 take {format_dice(FILL_UP)}", "p1 roll")
    return _stopped(thrown(GAME, state, dice_of(table)))


def busts(dice: list[str], aside: list[str]) -> bool:
    """Whether the turn passes on when these dice are thrown."""
    return bool(GAME.to_move(_after(dice, aside)) == 2)


def n_keeps(dice: list[str], aside: list[str]) -> int:
    """In how many ways dice can be set aside, counted by dice and not by what they show."""
    thrown_dice, state = dice_of(dice), _after(dice, aside)
    takes = (move.dice for move in GAME.legal(state) if move.verb is Verb.TAKE)
    return sum(
        prod(comb(thrown_dice.count(die), take.count(die)) for die in set(take)) for take in takes
    )


def final_round(totals: dict[str, int], leader: str, order: list[str], gains: list[int]) -> str:
    """Who wins when the last phase goes on with these turns; `leader` has just begun it."""
    assert order[-1] == leader == "A"
    turns = 4
    state = GAME.start(len(totals))
    plans = {
        name: _split(total, turns if name == leader else turns - 1)
        for name, total in totals.items()
    }
    for turn in range(turns):
        for name in totals:
            if turn < len(plans[name]):
                state = _scored(state, plans[name][turn])
    assert GAME.scores(state) == tuple(totals.values())
    for gain in gains:
        state = _scored(state, gain)
    (winner,) = GAME.winners(state)
    return "ABC"[winner - 1]


def _rolling(state: Any) -> Any:
    return state if GAME.expects(state) else played(GAME, state, "p1 roll")


def _stopped(state: Any) -> int:
    return int(GAME.scores(played(GAME, state, "p1 stop"))[0])


def _points_of_turn(state: Any) -> int:
    """What the sheet counts for the turn; 0 when it has just been lost."""
    text = GAME.sheet(state, ("A", "B")).grids[0].rows[1].cells[0].text
    return 0 if text == "bust" else int(text)


def _after(dice: list[str], aside: list[str]) -> Any:
    """The state after these dice were thrown with those set aside before."""
    state = GAME.start(2)
    if aside:
        filler = ("1", "2", "3", "4", "5", "6")
        state = thrown(GAME, state, dice_of([*aside, *filler[: len(dice)]]))
        state = played(GAME, state, str(with_dice(1, Verb.TAKE, dice_of(aside))), "p1 roll")
    return thrown(GAME, state, dice_of(dice))


@cache
def _hands() -> dict[int, Dice]:
    """For the score of a turn with one throw, dice that bring it; 0 is a bust."""
    hands: dict[int, Dice] = {}
    for numbers in combinations_with_replacement(NUMBERS, 6):
        for red in (False, True):
            dice = sort_dice((*map(Die, numbers[:-1]), Die(numbers[-1], red=red)))
            worth = {worth.box: worth.points for worth in GAME.worth(dice)}
            hands.setdefault(worth.get("stop", 0), dice)
    return hands


def _split(total: int, turns: int) -> list[int]:
    """The scores of so many turns that make a total."""
    if turns == 1:
        return [total] if total in _hands() else []
    for first in sorted(_hands(), reverse=True):
        rest = _split(total - first, turns - 1) if 0 < first < total else []
        if rest:
            return [*rest, first]  # the largest last: the target is reached with it
    return []


def _scored(state: Any, points: int) -> Any:
    """The state after a turn of one throw that brings these points."""
    state = thrown(GAME, state, _hands()[points])
    return played(GAME, state, legal_texts(GAME, state)[-1]) if points else state


ADAPTERS: Adapters = {
    ("keep_on_rolling", "play_trail"): play_trail,
    ("keep_on_rolling", "play_stop"): play_stop,
    ("keep_on_rolling", "table_score"): table_score,
    ("keep_on_rolling", "filled_up"): filled_up,
    ("keep_on_rolling", "stop_score"): stop_score,
    ("keep_on_rolling", "busts"): busts,
    ("keep_on_rolling", "n_keeps"): n_keeps,
    ("keep_on_rolling", "final_round"): final_round,
}
