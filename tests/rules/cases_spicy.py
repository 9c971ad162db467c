"""How the Spicy Dice games are asked the worked cases."""

from __future__ import annotations

from typing import Any

from pi_app.rules.dice import SPICY_SET, format_dice, minus
from pi_app.rules.games import make_game
from pi_app.rules.moves import Verb
from pi_app.rules.sheet import Row
from tests.rules.asking import Adapters, dice_of, legal_texts, played, thrown

ANY_DICE = "tray show 1 2 3 4 5 6"
BOXES = ("6", "5", "4", "3", "2", "1", "run", "set", "sum", "red")


def score(dice: list[str], box: str) -> int:
    """The points after these dice were thrown and the box was marked."""
    game = make_game("spicy_classic")
    state = thrown(game, game.start(1), dice_of(dice))
    return game.scores(played(game, state, f"p1 mark {box.lower()}"))[0]


def best(dice: list[str], box: str, fresh: list[bool] | None = None) -> int:
    """What the sheet says a box can score with flips; dice that are not fresh lay before."""
    game = make_game("spicy_classic")
    state = thrown(game, game.start(1), dice_of(dice))
    if fresh is not None:
        again = dice_of(die for die, new in zip(dice, fresh, strict=True) if new)
        state = thrown(game, played(game, state, f"p1 roll {format_dice(again)}"), again)
    row = _rows(game, state)[BOXES.index(box.lower())]
    flipped, _, with_flips = row.hint.rpartition("; ")[2].partition(" ")
    return int(flipped if with_flips == "with flips" else row.cells[0].preview)


def bonus(used: int, filled: int) -> int:
    """The bonus on the sheet after so many boxes and rolls."""
    game = make_game("spicy_classic")
    state = game.start(1)
    for turn, box in enumerate(BOXES[:filled]):
        rolls = used - filled + 1 if turn == filled - 1 else 1
        state = _turn(game, state, rolls, box)
    return int(_rows(game, state)[len(BOXES)].cells[0].text or 0)


def junior_allowance(turn: int, used: int) -> int:
    """How many throws a turn may have after so many were used in the turns before."""
    game = make_game("spicy_junior")
    state = game.start(1)
    for index, box in enumerate(BOXES[: turn - 1]):
        state = _turn(game, state, used // (turn - 1) + (index < used % (turn - 1)), box)
    rolls = 1
    state = played(game, state, ANY_DICE)
    while "p1 roll" in legal_texts(game, state):
        state = played(game, state, "p1 roll", ANY_DICE)
        rolls += 1
    return rolls


def extra_has(dice: list[str], box: str, points: int, held: list[str]) -> bool:
    """Whether the box can be marked for these points so that these dice can be held."""
    game = make_game("spicy_extra")
    state = thrown(game, game.start(1), dice_of(dice))
    rest = format_dice(minus(dice_of(dice), dice_of(held)))
    for move in game.legal(state):
        if move.verb is Verb.MARK and move.arguments[0] == box.lower():
            after = game.apply(state, move)
            holds = not held or f"p1 roll {rest}" in legal_texts(game, after)
            if game.scores(after)[0] == points and holds:
                return True
    return False


def legal_in_one_set(dice: list[str]) -> bool:
    """Whether one set of dice can show this."""
    return SPICY_SET.can_show(dice_of(dice))


def _turn(game: Any, state: Any, rolls: int, box: str) -> Any:
    """A turn of so many throws of all six dice that marks a box."""
    again = ("p1 roll", ANY_DICE) * (rolls - 1)
    return played(game, state, ANY_DICE, *again, f"p1 mark {box}")


def _rows(game: Any, state: Any) -> tuple[Row, ...]:
    rows: tuple[Row, ...] = game.sheet(state, ("Ann",)).grids[0].rows
    return rows


ADAPTERS: Adapters = {
    ("spicy_classic", "score"): score,
    ("spicy_classic", "best"): best,
    ("spicy_classic", "bonus"): bonus,
    ("spicy_classic", "junior_allowance"): junior_allowance,
    ("spicy_classic", "extra_has"): extra_has,
    ("common", "legal_in_one_set"): legal_in_one_set,
}
