"""How the dice game is asked the worked cases."""

from __future__ import annotations

from pi_app.rules.dice import format_dice, parse_dice
from pi_app.rules.games import make_game
from tests.rules.asking import Adapters, dice_of, thrown

FREE = {"forced": "no"}


def keep_score(numbers: list[int], four_two: bool = True) -> int | None:
    game = make_game("dice_game", {"four_two": "yes" if four_two else "no"})
    dice = dice_of(map(str, numbers))
    found = {worth.box: worth.points for worth in game.worth(dice)}
    return found.get(format_dice(dice))


def wins(numbers: list[int]) -> bool:
    game = make_game("dice_game")
    state = thrown(game, game.start(2), dice_of(map(str, numbers)))
    return game.winners(state) == (1,)


def roll_score(numbers: list[int]) -> tuple[int, list[int]]:
    best = make_game("dice_game").worth(dice_of(map(str, numbers)))[0]
    kept = [] if best.box == "bust" else [die.value for die in parse_dice(best.box)]
    return best.points, kept


def n_keeps(numbers: list[int]) -> int:
    return len(make_game("dice_game", FREE).worth(dice_of(map(str, numbers))))


def busts(numbers: list[int]) -> bool:
    return make_game("dice_game").worth(dice_of(map(str, numbers)))[0].box == "bust"


ADAPTERS: Adapters = {
    ("dice_game", "keep_score"): keep_score,
    ("dice_game", "wins"): wins,
    ("dice_game", "roll_score"): roll_score,
    ("dice_game", "n_keeps"): n_keeps,
    ("dice_game", "busts"): busts,
}
