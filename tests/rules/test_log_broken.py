"""Logs that something has gone wrong with: they are played, or the line at fault is named."""

from __future__ import annotations

import random

import pytest

from pi_app.rules.errors import LogError
from pi_app.rules.games import MAKERS, make_game
from pi_app.rules.log import begin, format_log, new_header, replay
from tests.rules.playing import next_move

NAMES = ("Ann", "Ben", "Cem", "Dora")
MOVES, CHANGES = 20, 40
WORDS = (
    "7", "5rr", "r", "x9", "x0", "p0", "p9", "tray", "show", "undo", "undo 1", "undo 99", "none",
    "run", "\x00", "\u0663", "\u00b2", "1x", "99x6", "-1", "\t", "#", "seat", "game", "dice",
    "option", "tallytray log 1", "choose", "place", "5r", "9" * 5000,
)  # fmt: skip


def played_log(rng: random.Random, name: str) -> str:
    """A log of a game that was begun by chance."""
    game = make_game(name)
    least, most = game.info.seats
    header = new_header(name, NAMES[: rng.randint(least, min(most, 4))], dice="spicy")
    record = begin(header)
    for _ in range(MOVES):
        if not record.over:
            move = next_move(rng, game, record.state, game.legal(record.state))
            record = record.after(move)
    return format_log(header, record.moves)


def changed(rng: random.Random, text: str) -> str:
    """The log with one line lost, doubled, or a word of it lost, added, replaced or garbled."""
    lines = text.splitlines()
    at = rng.randrange(len(lines))
    words = lines[at].split()
    word = rng.randrange(len(words))
    match rng.choice(("lose", "double", "drop", "add", "replace", "garble")):
        case "lose":
            return "\n".join(lines[:at] + lines[at + 1 :])
        case "double":
            return "\n".join([*lines[:at], lines[at], *lines[at:]])
        case "drop":
            words.pop(word)
        case "add":
            words.insert(word, rng.choice(WORDS))
        case "replace":
            words[word] = rng.choice(WORDS)
        case "garble":
            letter = rng.randrange(len(words[word]))
            new = chr(rng.randrange(0x21, 0x300))
            words[word] = words[word][:letter] + new + words[word][letter + 1 :]
    return "\n".join([*lines[:at], " ".join(words), *lines[at + 1 :]])


def refusal(text: str) -> LogError | None:
    """Why a log can't be played; any other error comes through."""
    try:
        replay(text)
    except LogError as error:
        return error
    return None


@pytest.mark.parametrize("name", sorted(MAKERS))
def test_a_changed_log_is_played_or_its_wrong_line_is_named(name: str) -> None:
    rng = random.Random(name)
    text = played_log(rng, name)
    broken = [changed(rng, text) for _ in range(CHANGES)]
    refused = [(one, error) for one in broken if (error := refusal(one))]
    assert len(refused) > CHANGES // 2
    for one, error in refused:
        assert 1 <= error.line <= one.count("\n") + 1, one
        assert len(error.sentence) < 600, one
