"""The counts of legal sequences are those of the files.

`python -m tests.rules.record` writes the files anew; a change needs its reason in the commit.
"""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from pi_app.rules.games import MAKERS
from tests.rules.perft import FOLDER, count, read_tape
from tests.rules.playing import Setting, settings

SETTINGS = {str(setting): setting for setting in settings()}


def recorded(name: str) -> Iterator[tuple[str, tuple[int, ...]]]:
    """The settings of a file with their counts."""
    for line in (FOLDER / f"{name}.txt").read_text(encoding="utf-8").splitlines():
        setting, bar, numbers = line.partition(" | ")
        if bar:
            yield setting, tuple(map(int, numbers.split()))


def tape_of(name: str) -> str:
    lines = (FOLDER / f"{name}.txt").read_text(encoding="utf-8").splitlines()
    return next(line.removeprefix("tape ") for line in lines if line.startswith("tape "))


ROWS = [
    (name, setting, numbers)
    for name in MAKERS
    if (FOLDER / f"{name}.txt").exists()
    for setting, numbers in recorded(name)
]


@pytest.mark.parametrize(("name", "setting", "numbers"), ROWS, ids=lambda value: str(value)[:40])
def test_as_many_sequences_are_legal_as_recorded(
    name: str, setting: str, numbers: tuple[int, ...]
) -> None:
    tape = read_tape(tape_of(name))
    found = tuple(count(SETTINGS[setting], tape, depth) for depth in range(1, len(numbers) + 1))
    assert found == numbers


@pytest.mark.parametrize("name", MAKERS)
def test_every_setting_of_a_game_is_recorded(name: str) -> None:
    wanted = {text for text, setting in SETTINGS.items() if setting.game == name}
    assert {setting for setting, _ in recorded(name)} == wanted


def test_a_count_sees_a_house_rule() -> None:
    tape = read_tape("5r 1 2 3 4 4")
    fresh = count(Setting("spicy_classic"), tape, 2)
    assert count(Setting("spicy_classic", (("flips", "any"),)), tape, 2) >= fresh > 0
