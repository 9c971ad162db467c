"""The worked cases of the rule texts, through the public API of the games.

tests/data/rules/cases.json holds the facts: `fn` names what is asked, `args` and `kwargs` with
what, and `expected` is the answer. A module cases_<family>.py says how a game is asked: it has

    ADAPTERS: dict[tuple[game, fn], Callable[..., object]]

and each adapter is called with args and kwargs and gives what JSON could hold (tuples and lists
are the same, keys are text). An adapter uses nothing of a game but the contract of
pi_app.rules.game: it plays the situation (start, tray show, moves) or asks `worth`.
"""

from __future__ import annotations

import json
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest

from tests.rules.asking import Adapters

HERE = Path(__file__).parent
CASES = json.loads((HERE.parent / "data" / "rules" / "cases.json").read_text(encoding="utf-8"))


def adapters() -> Adapters:
    """The adapters of all families together."""
    found: Adapters = {}
    for path in sorted(HERE.glob("cases_*.py")):
        found |= import_module(f"tests.rules.{path.stem}").ADAPTERS
    return found


ADAPTERS = adapters()


def plain(value: Any) -> Any:
    """The value as JSON would give it back."""
    return json.loads(json.dumps(value))


@pytest.mark.parametrize("case", CASES, ids=lambda case: f"{case['id']} {case['fn']}")
def test_the_game_gives_the_answer_of_the_case(case: dict[str, Any]) -> None:
    ask = ADAPTERS[case["game"], case["fn"]]
    assert plain(ask(*case["args"], **case.get("kwargs", {}))) == case["expected"], case.get(
        "about"
    )


def test_all_cases_are_there_and_none_twice() -> None:
    assert len({case["id"] for case in CASES}) == len(CASES) == 236


def test_every_adapter_is_asked_something() -> None:
    assert set(ADAPTERS) == {(case["game"], case["fn"]) for case in CASES}
