"""The moves that can be made, arranged so that a hand finds them: buttons, tables, a dice picker.

How many moves there are and what they are done with decides the arrangement; no game is known
here. May import: rules, table.types, words.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, replace
from enum import Enum

from pi_app.rules.dice import Dice
from pi_app.rules.moves import Move, Verb
from pi_app.table.types import Snapshot
from pi_app.web.present.words import (
    VERB_WORDS,
    Label,
    Token,
    arguments_label,
    is_die,
    label_of,
    move_label,
    path_label,
)

FEW = 8
_BID = re.compile(r"([1-9]\d?)x([1-6])")


class Shape(Enum):
    """How a group of moves is drawn."""

    BUTTONS = "buttons"
    MATRIX = "matrix"  # rows: the number on the dice; columns: how many
    PICKER = "picker"  # dice to be ticked, then one button


@dataclass(frozen=True, slots=True)
class Button:
    """One button: its words, and the moves that it makes in turn ("" for no such button)."""

    label: Label
    moves: str


@dataclass(frozen=True, slots=True)
class Line:
    """One line of a matrix."""

    label: Label
    buttons: tuple[Button, ...]


@dataclass(frozen=True, slots=True)
class Group:
    """Moves that belong together.

    buttons : for BUTTONS. lines : for MATRIX, with `columns` above them. dice : for PICKER, what
    may be ticked; `moves` is then the head of the move that the ticked dice complete.
    """

    title: str
    shape: Shape = Shape.BUTTONS
    buttons: tuple[Button, ...] = ()
    columns: tuple[str, ...] = ()
    lines: tuple[Line, ...] = ()
    dice: tuple[str, ...] = ()
    moves: str = ""


@dataclass(frozen=True, slots=True)
class Moves:
    """What can be tapped beside the sheet.

    asked : the ways in which a button may have been meant. named : the choices that the game
    offers in its own words. others : what is allowed and stands nowhere else on the page.
    """

    asked: tuple[Button, ...]
    named: tuple[Group, ...]
    others: tuple[Group, ...]


def moves_of(snapshot: Snapshot) -> Moves:
    """Every legal move that no cell of the sheet makes, arranged."""
    sheet = snapshot.sheet
    named = [(choice.move, label_of(choice.label)) for choice in sheet.choices]
    cells = [cell for grid in sheet.grids for row in grid.rows for cell in row.cells]
    shown = {move for move, _ in named} | {cell.move for cell in cells if cell.move is not None}
    rest = [(move, move_label(move)) for move in snapshot.legal if move not in shown]
    names = snapshot.header.seats
    return Moves(
        asked=tuple(
            Button(path_label(path), "; ".join(map(str, path))) for path in snapshot.choices
        ),
        named=grouped(named, names),
        others=grouped(rest, names),
    )


Labelled = tuple[Move, Label]


def grouped(moves: Iterable[Labelled], names: tuple[str, ...]) -> tuple[Group, ...]:
    """The moves by player and verb; those that are few share one group without a title."""
    heaps: dict[tuple[int, Verb], list[Labelled]] = {}
    for move, label in moves:
        heaps.setdefault((move.seat, move.verb), []).append((move, label))
    several = len({seat for seat, _ in heaps}) > 1
    groups: list[Group] = []
    for (seat, verb), heap in heaps.items():
        who = f"{names[seat - 1]}: " if several and 0 < seat <= len(names) else ""
        groups += _arranged(heap, who, VERB_WORDS[verb])
    return _joined(groups)


def _arranged(heap: list[Labelled], who: str, verb: str) -> list[Group]:
    """One player's moves of one verb."""
    title = f"{who}{verb[0].upper()}{verb[1:]}"
    arguments = [move.arguments for move, _ in heap]
    if len(heap) > 2 and all(len(words) == 1 and _BID.fullmatch(words[0]) for words in arguments):
        return [_matrix(heap, title)]
    if heap[0][0].verb is Verb.FLIP and len(heap) > 2:
        return _by_red_die(heap, title)
    if len(heap) <= FEW:
        return [Group(who.rstrip(": "), buttons=tuple(map(_button, heap)))]
    if all(all(map(is_die, words)) for words in arguments):
        return [_picker(heap, title)]
    return _by_first_word(heap, title)


def _joined(groups: list[Group]) -> tuple[Group, ...]:
    """Plain groups with the same title, one after the other, become one row of buttons."""
    kept: list[Group] = []
    for group in groups:
        last = kept[-1] if kept else None
        plain = group.shape is Shape.BUTTONS and len(group.buttons) <= FEW
        if last and plain and last.shape is Shape.BUTTONS and last.title == group.title:
            kept[-1] = Group(last.title, buttons=last.buttons + group.buttons)
        else:
            kept.append(group)
    return tuple(kept)


def _button(labelled: Labelled) -> Button:
    move, label = labelled
    return Button(label, str(move))


def _matrix(heap: list[Labelled], title: str) -> Group:
    found = {_numbers(move.arguments[0]): str(move) for move, _ in heap}
    counts = sorted({count for count, _ in found})
    lines = tuple(
        Line(
            (Token(str(number), die=True),),
            tuple(
                Button((Token(f"{count} ×"),), found.get((count, number), "")) for count in counts
            ),
        )
        for number in sorted({number for _, number in found})
    )
    columns = tuple(f"{count} ×" for count in counts)
    return Group(title, Shape.MATRIX, columns=columns, lines=lines)


def _numbers(word: str) -> tuple[int, int]:
    count, _, number = word.partition("x")
    return int(count), int(number)


def _picker(heap: list[Labelled], title: str) -> Group:
    most: Counter[str] = Counter()
    for move, _ in heap:
        most |= Counter(move.arguments)
    dice = tuple(sorted(most.elements()))
    head = heap[0][0]
    plain = tuple(_button(each) for each in heap if not each[0].arguments)
    return Group(title, Shape.PICKER, plain, dice=dice, moves=f"p{head.seat} {head.verb.value}")


def _by_red_die(heap: list[Labelled], title: str) -> list[Group]:
    """One group for each red die, its buttons saying only what it is turned to."""
    reds = dict.fromkeys(move.arguments[0] for move, _ in heap)
    heaps = {red: [each for each in heap if each[0].arguments[0] == red] for red in reds}
    return [replace(_under(red, heaps[red], title), title=f"{title} {red} to") for red in reds]


def _by_first_word(heap: list[Labelled], title: str) -> list[Group]:
    """One group for each first argument, its buttons saying only the rest."""
    heaps: dict[str, list[Labelled]] = {}
    for move, label in heap:
        heaps.setdefault(move.arguments[0] if move.arguments else "", []).append((move, label))
    if len(heaps) < 2 or len(heaps) > len(heap) // 2:
        return [Group(title, buttons=tuple(map(_button, heap)))]
    return [_under(first, moves, title) for first, moves in heaps.items()]


def _under(first: str, moves: list[Labelled], title: str) -> Group:
    buttons = tuple(
        Button(arguments_label(move.arguments[1:]) or (Token("as it is"),), str(move))
        for move, _ in moves
    )
    return Group(f"{title} {first}".rstrip().replace("_", " "), buttons=buttons)


def possible_faces(snapshot: Snapshot) -> tuple[str, ...]:
    """The faces that a die of this game's set can show, white ones first."""
    reds = snapshot.header.dice.reds
    numbers = set(range(1, 7)) if reds is None else {red for die in reds for red in die}
    whites = tuple(str(number) for number in range(1, 7))
    return whites + tuple(f"{number}r" for number in sorted(numbers))


def texts(dice: Dice) -> tuple[str, ...]:
    """The notation of each die.

    >>> from pi_app.rules.dice import parse_dice
    >>> texts(parse_dice("5r 1"))
    ('1', '5r')
    """
    return tuple(str(die) for die in dice)
