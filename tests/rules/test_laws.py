"""The laws of the rules, over every registered game and house rule, under random play.

2,000 games in the normal run, 100,000 with `make test-long`. A failure names the setting, the
number of the game (its seed) and the last moves.
"""

from __future__ import annotations

import random

import pytest

from pi_app.rules.dice import ANY_SET, SPICY_SET
from pi_app.rules.log import Undo, begin, format_log, new_header, replay
from pi_app.rules.moves import Move
from tests.rules.laws import COSTLY_LAWS, LAWS, NAMES, Situation
from tests.rules.playing import Setting, next_move, settings

SETTINGS = settings()
LONG_RUN = 50  # times as many games
MOST_MOVES = 20_000  # no game is longer
COSTLY_SHARE = 0.01  # of the states
REPLAY_EVERY = 10  # games

# How many games a setting plays: many short ones, few long ones (seconds are what is shared out).
USUAL_GAMES = 8
GAMES = {
    "spicy_classic": 40,
    "spicy_classic flips=any": 40,
    "spicy_extra": 25,
    "spicy_extra flips=any": 25,
    "spicy_junior": 30,
    "spicy_junior flips=any": 30,
    "keep_on_rolling": 40,
    "keep_on_rolling edition=2004": 10,
    "keep_on_rolling target=10": 300,
    "keep_on_rolling target=1000": 3,
    "dice_game target=1000": 100,
    "dice_game target=20000": 2,
    "hot_dice": 6,
    "hot_dice add_first=yes": 6,
    "hot_dice any_three=yes": 6,
    "hot_dice at_target=yes": 6,
    "hot_dice target=1000": 40,
    "hot_dice target=20000": 2,
    "catch6": 4,
    "catch6 two_catches=yes": 4,
    "catch6 games=1": 30,
    "catch6 games=15": 1,
    "two_of_three": 100,
    "two_of_three layout=8": 100,
    "two_of_three match_points=1": 450,
    "two_of_three match_points=15": 4,
    "grand_poobah": 100,
    "grand_poobah target=10": 450,
    "grand_poobah target=999": 5,
    "diangle": 4,
    "diangle advance=end": 4,
    "perfecto": 60,
    "perfecto mercy=yes": 60,
    "perfecto advanced=yes": 40,
    "perfecto teams=yes": 20,
    "perfecto match=yes": 15,
    "perfecto match_points=99": 3,
}


def games_of(setting: Setting) -> int:
    """How many games this setting plays in the normal run."""
    return GAMES.get(str(setting), USUAL_GAMES)


def check_game(setting: Setting, number: int) -> None:
    """Play one game by chance and check the laws on the way; the number is the seed."""
    rng = random.Random(f"{setting} {number}")
    game = setting.make()
    least, most = game.info.seats
    seats = rng.randint(least, min(most, least + 2))
    dice_set = ANY_SET if number % 5 == 4 else SPICY_SET
    moves: list[Move] = []
    state = game.start(seats)
    try:
        for _ in range(MOST_MOVES):
            legal = game.legal(state)
            check_state(Situation(game, state, legal, seats, rng, dice_set, tuple(moves[-3:])))
            if game.is_over(state):
                break
            moves.append(next_move(rng, game, state, legal, dice_set))
            state = game.apply(state, moves[-1])
        assert game.is_over(state), f"not over after {MOST_MOVES} moves"
        if number % REPLAY_EVERY == 0:
            check_log(setting, NAMES[:seats], moves, state)
    except Exception as error:
        lines = "\n".join(map(str, moves[-15:]))
        where = f"{setting}, game {number}, {seats} seats, after\n{lines}\n{state}"
        raise AssertionError(where) from error


def check_state(it: Situation) -> None:
    for law in LAWS:
        law(it)
    if it.game.is_over(it.state) or it.rng.random() < COSTLY_SHARE:
        for law in COSTLY_LAWS:
            law(it)


def check_log(setting: Setting, names: tuple[str, ...], moves: list[Move], state: object) -> None:
    """The log gives the same state again, and undo the states on the way."""
    header = new_header(setting.game, names, dict(setting.options))
    record = replay(format_log(header, tuple(moves)))
    assert record.state == state
    back = len(moves) // 2
    undone = record.after(Undo(back))
    assert undone.state == record.states[len(moves) - back]
    again = begin(header)
    for move in undone.moves:
        again = again.after(move)
    assert again.state == undone.state
    assert record.after(Undo(len(moves))).state == record.game.start(len(names))


@pytest.mark.parametrize("setting", SETTINGS, ids=str)
def test_every_state_keeps_the_laws(setting: Setting) -> None:
    for number in range(games_of(setting)):
        check_game(setting, number)


@pytest.mark.long
@pytest.mark.parametrize("setting", SETTINGS, ids=str)
def test_every_state_of_very_many_games_keeps_the_laws(setting: Setting) -> None:
    for number in range(games_of(setting), games_of(setting) * LONG_RUN):
        check_game(setting, number)


def test_the_laws_see_two_thousand_games() -> None:
    assert set(GAMES) <= set(map(str, SETTINGS))
    assert sum(map(games_of, SETTINGS)) >= 2_000
    assert sum(map(games_of, SETTINGS)) * LONG_RUN >= 100_000


@pytest.mark.parametrize("setting", SETTINGS, ids=str)
def test_the_facts_of_a_game_are_complete(setting: Setting) -> None:
    info = setting.make().info
    assert info.name == setting.game
    assert info.title
    assert info.version >= 1
    assert 1 <= info.seats[0] <= info.seats[1] <= 9
    assert info.verbs
    assert 6 <= len(info.summary) <= 15
    assert all(sentence[-1] in ".!)" for sentence in info.summary)
    assert len(dict(info.boxes)) == len(info.boxes)
    assert all(option.sentence and option.range_text for option in info.options)
