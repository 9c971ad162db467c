"""Writes the recorded facts of the rules anew: playthroughs, their sheets, and counts.

python -m tests.rules.record                      everything that is recorded
python -m tests.rules.record GAME [GAME ...]      only these games
python -m tests.rules.record GAME --new 3 [--seats 2] [--option target=100]
                                                  one more playthrough, by chance, seed 3
"""

from __future__ import annotations

import argparse
import random
import sys
from collections.abc import Sequence
from pathlib import Path

from pi_app.rules.games import MAKERS
from pi_app.rules.log import begin, new_header
from tests.rules import perft, playthroughs, sheets
from tests.rules.playing import next_move, settings

MOST_MOVES = 2_000


def write_perft(name: str) -> None:
    """The counts of all settings of a game; the tape of an existing file stays."""
    path = perft.FOLDER / f"{name}.txt"
    tape = _old_tape(path) or " ".join(map(str, perft.new_tape(name)))
    lines = [f"# {name}: legal sequences of 1, 2, ... decisions, for two or the fewest seats"]
    lines += [f"tape {tape}"]
    for setting in settings():
        if setting.game == name:
            numbers = perft.counts(setting, perft.read_tape(tape))
            lines.append(f"{setting} | {' '.join(map(str, numbers))}")
    path.write_text("\n".join(lines) + "\n", encoding="utf-8")


def _old_tape(path: Path) -> str:
    lines = path.read_text(encoding="utf-8").splitlines() if path.exists() else []
    return next((line.removeprefix("tape ") for line in lines if line.startswith("tape ")), "")


def rewrite_playthroughs(name: str) -> None:
    """What the game says today to the moves of its playthroughs."""
    for path in sorted(playthroughs.FOLDER.glob("*.txt")):
        text = path.read_text(encoding="utf-8")
        if f"\ngame {name} " in text:
            path.write_text(playthroughs.render(*playthroughs.read(text)), encoding="utf-8")
            write_sheets(path)


def write_sheets(path: Path) -> None:
    """What the sheet shows today at the moves of a playthrough."""
    text = path.read_text(encoding="utf-8")
    (sheets.FOLDER / path.name).write_text(sheets.changes(text), encoding="utf-8")


def new_playthrough(name: str, seed: int, seats: int, options: dict[str, str]) -> Path:
    """A file with a game by chance, played to its end."""
    rng = random.Random(seed)
    names = ("Ann", "Ben", "Cleo", "Dan", "Eva", "Finn", "Gus", "Hana", "Ida")[:seats]
    record = begin(new_header(name, names, options, "spicy"))
    game = record.game
    for _ in range(MOST_MOVES):
        if game.is_over(record.state):
            break
        legal = game.legal(record.state)
        record = record.after(next_move(rng, game, record.state, legal))
    path = playthroughs.FOLDER / f"{name}_{_free_number(name)}.txt"
    path.write_text(playthroughs.render(record.header, record.moves), encoding="utf-8")
    write_sheets(path)
    return path


def _free_number(name: str) -> int:
    return 1 + len(list(playthroughs.FOLDER.glob(f"{name}_*.txt")))


def main(arguments: Sequence[str]) -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.rules.record")
    parser.add_argument("games", nargs="*", metavar="GAME", help="all games when none is named")
    parser.add_argument("--new", type=int, metavar="SEED", help="one more playthrough")
    parser.add_argument("--seats", type=int, default=2)
    parser.add_argument("--option", action="append", default=[], metavar="NAME=VALUE")
    args = parser.parse_args(arguments)
    unknown = set(args.games) - set(MAKERS)
    if unknown:
        parser.error(f"unknown games: {' '.join(sorted(unknown))}")
    for name in args.games or MAKERS:
        if args.new is not None:
            options = dict(option.split("=", 1) for option in args.option)
            print(new_playthrough(name, args.new, args.seats, options))
        else:
            write_perft(name)
            rewrite_playthroughs(name)
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
