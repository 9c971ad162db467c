"""The commands that need the rules alone: games, rules, score, replay.

May import: rules, cli_common.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import asdict
from typing import Any

from pi_app.cli_common import (
    DONE,
    WRONG_USE,
    Arguments,
    CliError,
    Commands,
    name_and_value,
    print_json,
    read_text,
)
from pi_app.rules.dice import format_dice, parse_dice
from pi_app.rules.errors import IllegalMove, LogError, RulesError
from pi_app.rules.game import Expect, Game, GameInfo, Worth
from pi_app.rules.games import MAKERS, make_game
from pi_app.rules.log import Record, replay
from pi_app.rules.sheet import Cell, Grid, Row, Sheet


def add_to(commands: Commands) -> None:
    """Adds the commands to the parser."""
    games = commands.add_parser("games", help="the games that are known")
    games.add_argument("--json", action="store_true", help="as one line of JSON")
    games.set_defaults(run=_games)

    rules = commands.add_parser("rules", help="a game's options, verbs, boxes and rules in short")
    rules.add_argument("game", metavar="GAME")
    rules.add_argument("--json", action="store_true", help="as one line of JSON")
    rules.set_defaults(run=_rules)

    score = commands.add_parser("score", help="what dice score in a game")
    score.add_argument("game", metavar="GAME")
    score.add_argument("dice", metavar="DICE", nargs="+", help='"1 3 3 5r 6 6", r for a red face')
    which = score.add_mutually_exclusive_group()
    which.add_argument("--box", help="only in this box")
    which.add_argument("--taken", metavar="DICE", default="", help="dice set aside before")
    score.add_argument(
        "--option", action="append", default=[], type=name_and_value, metavar="NAME=VALUE",
        help="a house rule (see `tallytray rules GAME`); may be given several times",
    )  # fmt: skip
    score.add_argument("--json", action="store_true", help="as one line of JSON")
    score.set_defaults(run=_score)

    again = commands.add_parser("replay", help="plays a log and prints the state after it")
    again.add_argument("file", metavar="FILE", help="a log; - reads standard input")
    again.add_argument("--json", action="store_true", help="as one line of JSON")
    again.set_defaults(run=_replay)


# ---- games, rules ---------------------------------------------------------------------------


def _games(arguments: Arguments) -> int:
    infos = [make_game(name).info for name in MAKERS]
    if arguments.json:
        print_json([{"game": info.name, "title": info.title} for info in infos])
        return DONE
    width = max(len(info.name) for info in infos)
    for info in infos:
        print(f"{info.name:<{width}}  {info.title}, {_seats_words(info.seats)}")
    return DONE


def _rules(arguments: Arguments) -> int:
    info = _game(arguments.game, {}).info
    if arguments.json:
        print_json(_info_json(info))
        return DONE
    print("\n".join(_info_lines(info)))
    return DONE


def _info_lines(info: GameInfo) -> Iterable[str]:
    yield f"{info.title} ({info.name}), {_seats_words(info.seats)}"
    yield info.tagline
    yield ""
    yield from info.summary
    yield ""
    yield "Verbs: " + ", ".join(verb.value for verb in info.verbs)
    if info.boxes:
        yield "Boxes: " + ", ".join(f"{name}: {label}" for name, label in info.boxes)
    yield "Options:" if info.options else "Options: none"
    for option in info.options:
        default = option.format(option.default)
        yield f"  {option.name} = {default}  ({option.range_text})  {option.sentence}"


def _info_json(info: GameInfo) -> dict[str, Any]:
    return {
        "game": info.name,
        "title": info.title,
        "tagline": info.tagline,
        "version": info.version,
        "seats": list(info.seats),
        "summary": list(info.summary),
        "verbs": [verb.value for verb in info.verbs],
        "boxes": dict(info.boxes),
        "options": [
            {
                "name": option.name,
                "default": option.format(option.default),
                "takes": option.range_text,
                "sentence": option.sentence,
            }
            for option in info.options
        ],
    }


def _seats_words(seats: tuple[int, int]) -> str:
    """How many can play.

    >>> _seats_words((2, 2)), _seats_words((1, 9))
    ('2 players', '1 to 9 players')
    """
    least, most = seats
    return f"{least} players" if least == most else f"{least} to {most} players"


# ---- score ----------------------------------------------------------------------------------


def _score(arguments: Arguments) -> int:
    game = _game(arguments.game, dict(arguments.option))
    try:
        dice, taken = parse_dice(" ".join(arguments.dice)), parse_dice(arguments.taken)
        worths = game.worth(dice, box=arguments.box, taken=taken)
    except IllegalMove as error:
        raise CliError(error.sentence) from error
    except RulesError as error:
        raise CliError(error.sentence, code=WRONG_USE) from error
    if arguments.json:
        print_json(
            {
                "game": game.info.name,
                "dice": format_dice(dice),
                "taken": format_dice(taken),
                "worth": [asdict(worth) for worth in worths],
            }
        )
        return DONE
    for worth in worths:
        print(_worth_line(worth))
    if not worths:
        print("   0  nothing")
    return DONE


def _worth_line(worth: Worth) -> str:
    return f"{worth.points:4d}  {worth.box:<12} {worth.words}".rstrip()


def _game(name: str, options: Mapping[str, str]) -> Game[Any]:
    try:
        return make_game(name, options)
    except RulesError as error:
        raise CliError(error.sentence, code=WRONG_USE) from error


# ---- replay ---------------------------------------------------------------------------------


def _replay(arguments: Arguments) -> int:
    text = read_text(arguments.file)
    try:
        record = replay(text)
    except LogError as error:
        raise CliError(f"{arguments.file}: {_lower_first(error.sentence)}") from error
    if arguments.json:
        print_json(record_json(record))
    else:
        print("\n".join(_record_lines(record)))
    return DONE


def _lower_first(sentence: str) -> str:
    return sentence[0].lower() + sentence[1:]


def record_json(record: Record) -> dict[str, Any]:
    """The state after the last line of a log, as plain values."""
    game, state, names = record.game, record.state, record.header.seats
    expect = None if record.over else game.expects(state)
    return {
        "game": game.info.name,
        "over": record.over,
        "to_move": game.to_move(state),
        "expects": None if expect is None else _expect_json(expect),
        "legal": [str(move) for move in game.legal(state)],
        "scores": dict(zip(names, game.scores(state), strict=True)),
        "winners": [names[seat - 1] for seat in game.winners(state)],
        "sheet": _sheet_json(game.sheet(state, names)),
    }


def _expect_json(expect: Expect) -> dict[str, Any]:
    return {
        "throw": expect.throw,
        "hand": expect.hand,
        "lying": format_dice(expect.lying),
        "away": format_dice(expect.away),
        "words": expect.words,
    }


def _sheet_json(sheet: Sheet) -> dict[str, Any]:
    return {
        "status": sheet.status,
        "notes": list(sheet.notes),
        "choices": [{"label": choice.label, "move": str(choice.move)} for choice in sheet.choices],
        "grids": [_grid_json(grid) for grid in sheet.grids],
    }


def _grid_json(grid: Grid) -> dict[str, Any]:
    return {
        "title": grid.title,
        "columns": list(grid.columns),
        "rows": [_row_json(row) for row in grid.rows],
    }


def _row_json(row: Row) -> dict[str, Any]:
    cells = [_cell_json(cell) for cell in row.cells]
    return {"label": row.label, "hint": row.hint, "cells": cells}


def _cell_json(cell: Cell) -> dict[str, Any]:
    return {
        "text": cell.text,
        "preview": cell.preview,
        "move": str(cell.move) if cell.move else None,
        "mark": cell.mark,
        "seat": cell.seat,
    }


def _record_lines(record: Record) -> Iterable[str]:
    game, state, names = record.game, record.state, record.header.seats
    sheet = game.sheet(state, names)
    yield f"{game.info.title}: {sheet.status}"
    yield from sheet.notes
    for grid in sheet.grids:
        yield ""
        yield from _grid_lines(grid, names)
    yield ""
    scores = zip(names, game.scores(state), strict=True)
    yield "Scores: " + ", ".join(f"{name} {points}" for name, points in scores)
    if record.over:
        winners = ", ".join(names[seat - 1] for seat in game.winners(state))
        yield f"The game is over. Won by: {winners}"
    for move in game.legal(state):
        yield f"  {move}"


def _grid_lines(grid: Grid, names: tuple[str, ...]) -> Iterable[str]:
    rows = [("", *grid.columns)] if grid.columns else []
    rows += [(row.label, *(_cell_text(cell, names) for cell in row.cells)) for row in grid.rows]
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)] if rows else []
    if grid.title:
        yield grid.title
    for row in rows:
        cells = zip(row, widths, strict=True)
        yield "  ".join(f"{cell:<{width}}" for cell, width in cells).rstrip()


def _cell_text(cell: Cell, names: tuple[str, ...]) -> str:
    """What stands in a cell and whose it is; # where a board has no square.

    >>> _cell_text(Cell("5r", seat=2), ("Ann", "Ben")), _cell_text(Cell(mark="missing"), ())
    ('5r Ben', '#')
    """
    if cell.mark == "missing":
        return "#"
    return f"{cell.text} {names[cell.seat - 1]}" if cell.seat else cell.text or "."
