"""How Perfecto is asked the worked cases: with two players, in rounds that bring them there."""

from __future__ import annotations

import re
from typing import Any

from pi_app.rules.dice import Die
from pi_app.rules.games import make_game
from tests.rules.asking import Adapters, dice_of, legal_texts, played, thrown

GAME: Any = make_game("perfecto", {"advanced": "no"})
ADVANCED: Any = make_game("perfecto", {"advanced": "yes"})
NAMES = ("A", "B")
Bid = list[int]


def higher(bid: Bid, last: Bid | None) -> bool:
    """Whether a bid may follow another."""
    state = GAME.start(2)
    if last:
        state = played(GAME, state, f"p1 bid {text_of(last)}")
    return any(text.endswith(f" bid {text_of(bid)}") for text in legal_texts(GAME, state))


def count(hands: list[list[str]], rank: int) -> int:
    """What all hands together count for a rank."""
    (worth,) = GAME.worth(dice_of([die for hand in hands for die in hand]), box=str(rank))
    return int(worth.points)


def showdown(hands: list[list[str]], bid: Bid, call: str) -> list[object]:
    """Who has won the round, and the count, as the sheet tells it."""
    state = with_dice(GAME, [len(hand) for hand in hands])
    bidder = GAME.to_move(state)
    state = played(GAME, state, f"p{bidder} bid {text_of(bid)}", f"p{3 - bidder} {call}")
    for hand in hands:
        state = thrown(GAME, state, dice_of(hand))
    counted = re.search(r"count (\d+)", GAME.sheet(state, NAMES).grids[-1].title)
    assert counted
    return ["bidder" if GAME.to_move(state) == bidder else "caller", int(counted[1])]


def loser_die(reds: list[int]) -> int:
    """The red number of the die that goes next from a hand with these red numbers."""
    before = with_dice(GAME, [len(reds), 6])
    (lost,) = set(away(lose(GAME, before, 1))) - set(away(before))
    return int(lost)


def dice_after_loss(dice: int, loss: int, last_chance: bool = False) -> list[object]:
    """The dice left, whether it is or was the Last Chance, and whether the player is out."""
    before = lose(GAME, with_dice(GAME, [2, 6]), 1) if last_chance else with_dice(GAME, [dice, 6])
    state = lose(GAME, before, loss)
    texts = [GAME.sheet(one, NAMES).grids[0].rows[0].cells[0].text for one in (before, state)]
    out = texts[1] == "out"
    left = 0 if out else int(texts[1].split(",")[0])
    return [left, any("Last Chance" in text for text in texts), out]


def text_of(bid: Bid) -> str:
    return "{}x{}".format(*bid)


def with_dice(game: Any, dice: list[int]) -> Any:
    """The state when the two players have so many dice left."""
    state = game.start(2)
    for seat, left in enumerate(dice, start=1):
        for _ in range(6 - left):
            state = lose(game, state, 1, seat)
    return state


def lose(game: Any, state: Any, dice: int, seat: int = 1) -> Any:
    """The state after a round that a seat loses; with the advanced rules two dice by a double.

    All hands turn out to be white ones, so that a bid of sixes is wrong.
    """
    if game.to_move(state) != seat:
        state = played(game, state, f"p{3 - seat} bid 1x1")
    state = played(game, state, f"p{seat} bid 1x6")
    if dice == 2:
        doubled = played(ADVANCED, state, f"p{3 - seat} double", f"p{seat} pass")
        return shown(ADVANCED, doubled)
    return shown(game, played(game, state, f"p{3 - seat} challenge"))


def shown(game: Any, state: Any) -> Any:
    """The state after both hands turned out to be white ones."""
    while (expected := game.expects(state)) is not None:
        state = thrown(game, state, (Die(1),) * expected.throw)
    return state


def away(state: Any) -> tuple[int, ...]:
    """The red numbers that the first player has lost, as the next showdown expects it."""
    leader = GAME.to_move(state)
    state = played(GAME, state, f"p{leader} bid 1x1", f"p{3 - leader} challenge")
    return tuple(die.value for die in GAME.expects(state).away)


ADAPTERS: Adapters = {
    ("perfecto", "higher"): higher,
    ("perfecto", "count"): count,
    ("perfecto", "showdown"): showdown,
    ("perfecto", "loser_die"): loser_die,
    ("perfecto", "dice_after_loss"): dice_after_loss,
}
