"""How Grand Poobah is asked the worked cases."""

from __future__ import annotations

from typing import Any

from pi_app.rules.dice import Dice, Die
from pi_app.rules.games import make_game
from tests.rules.asking import Adapters, dice_of, legal_texts, played, thrown

GAME: Any = make_game("grand_poobah")
# hands for winners(): each seat alone holds its numbers, and nobody holds a 4
HOLDINGS = (["6", "1"], ["5", "2"], ["3"])
NOBODY = Die(4)


def score_roll(hands: dict[str, list[str]], scoring: list[str]) -> dict[str, int]:
    """The points after the first scoring roll."""
    state = thrown(
        GAME, _until_scoring([dice_of(hand) for hand in hands.values()]), dice_of(scoring)
    )
    return dict(zip(hands, GAME.scores(state), strict=True))


def winners(totals: dict[str, int]) -> list[str]:
    """Who has won, or plays on in overtime, when these totals are reached by one scoring roll."""
    state = _until_scoring([_hand(numbers) for numbers in HOLDINGS[: len(totals)]])
    for roll in _rolls(list(totals.values())):
        if GAME.expects(state) is None:
            state = _turn_over(state)
        state = thrown(GAME, state, roll)
    assert GAME.scores(state) == tuple(totals.values())
    if max(totals.values()) < 100:
        return []
    seats = GAME.winners(state) or _playing_on(state, len(totals))
    return [list(totals)[seat - 1] for seat in sorted(seats)]


def _until_scoring(hands: list[Dice]) -> Any:
    state = GAME.start(len(hands))
    for hand in hands:
        state = thrown(GAME, state, hand)
        if _is_turning_reds(state):
            state = _turn_over(state)
    while GAME.expects(state) is None:
        state = _turn_over(state)
    return state


def _is_turning_reds(state: Any) -> bool:
    """Whether a first turn goes on because there are reds (a later one begins with a roll)."""
    return GAME.expects(state) is None and not any(
        " roll" in text for text in legal_texts(GAME, state)
    )


def _turn_over(state: Any) -> Any:
    return played(GAME, state, f"p{GAME.to_move(state)} stop")


def _rolls(totals: list[int]) -> list[Dice]:
    """Scoring rolls that bring these totals; the last brings most seats far up at once."""
    points = [_points(total, numbers) for total, numbers in zip(totals, HOLDINGS, strict=False)]
    last = [die for dice in points[:2] for die in dice[-3:]]
    early = [die for dice in points[:2] for die in dice[:-3]]
    early += [die for dice in points[2:] for die in dice]
    padded = early + [NOBODY] * (-len(early) % 6)
    return [tuple(padded[i : i + 6]) for i in range(0, len(padded), 6)] + [tuple(last)]


def _points(total: int, numbers: list[str]) -> list[Die]:
    """Dice of a seat's numbers that sum up to a total, small ones first."""
    high = int(numbers[0])
    low = int(numbers[-1])
    small = next(n for n in range(high) if (total - n * low) % high == 0)
    return [Die(low)] * small + [Die(high)] * ((total - small * low) // high)


def _playing_on(state: Any, seats: int) -> set[int]:
    """The seats that take turns in the next rounds, which bring nobody anything."""
    found = set()
    for _ in range(2 * seats):
        found.add(GAME.to_move(state))
        hand = GAME.tray(state)
        state = thrown(GAME, played(GAME, state, f"p{GAME.to_move(state)} roll"), hand)
        state = thrown(GAME, state, (NOBODY,) * 6)
    return found


def _hand(numbers: list[str]) -> Dice:
    return dice_of((numbers * 6)[:6])


ADAPTERS: Adapters = {
    ("grand_poobah", "score_roll"): score_roll,
    ("grand_poobah", "winners"): winners,
}
