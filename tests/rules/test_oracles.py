"""Every game agrees with its oracle: legal moves, throws due, scores, winners, at every step."""

from __future__ import annotations

import random

import pytest

from pi_app.rules.games import MAKERS
from tests.rules.oracles.match import Difference, play_beside, settings
from tests.rules.oracles.registry import ORACLES

SEED = 20_261_121


def first_difference(name: str, games: int, seed: int) -> Difference | None:
    rng = random.Random(seed)
    for _ in range(games):
        outcome = play_beside(settings(name, None, {}, rng), rng)
        if isinstance(outcome, Difference):
            return outcome
    return None


def test_every_game_has_an_oracle() -> None:
    assert set(ORACLES) == set(MAKERS)


@pytest.mark.parametrize("name", sorted(ORACLES))
def test_a_game_agrees_with_its_oracle(name: str) -> None:
    difference = first_difference(name, 8, SEED)
    assert difference is None, str(difference)


@pytest.mark.long
@pytest.mark.parametrize("name", sorted(ORACLES))
def test_a_game_agrees_with_its_oracle_over_ten_thousand_games(name: str) -> None:
    difference = first_difference(name, 10_000, SEED + 1)
    assert difference is None, str(difference)


def test_a_match_notices_an_oracle_that_scores_differently(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    right = ORACLES["keep_on_rolling"]

    class Generous(right):  # type: ignore[misc, valid-type]
        def scores(self) -> tuple[int, ...]:
            return tuple(points + (points > 0) for points in super().scores())

    monkeypatch.setitem(ORACLES, "keep_on_rolling", Generous)
    difference = first_difference("keep_on_rolling", 1, SEED)
    assert difference is not None
    assert difference.what == "scores"
