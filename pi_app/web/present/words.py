"""Moves in words that a page can draw: text, and dice as dice.

May import: rules, table.words.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from pi_app.rules.errors import RulesError
from pi_app.rules.moves import Move, Verb, parse_move
from pi_app.table.words import pieces_of

_DIE = re.compile(r"[1-6]r?")
_COUNT = re.compile(r"(\d+)x([1-6])")
_UNSEEN = re.compile(r"x(\d+)")
NUMBER_WORDS = ("", "one", "two", "three", "four", "five", "six")

VERB_WORDS = {
    Verb.SHOW: "throws",
    Verb.ROLL: "roll",
    Verb.FLIP: "turn",
    Verb.STOP: "stop",
    Verb.TAKE: "set aside",
    Verb.MARK: "mark",
    Verb.PLACE: "place",
    Verb.ADVANCE: "advance",
    Verb.CATCH: "catch",
    Verb.CARRY: "carry over",
    Verb.BID: "bid",
    Verb.CHALLENGE: "challenge",
    Verb.PERFECTO: "Perfecto",
    Verb.DOUBLE: "double",
    Verb.REDOUBLE: "redouble",
    Verb.SURRENDER: "surrender",
    Verb.PASS: "pass",
    Verb.SIDE: "take sides",
    Verb.FREEZE: "freeze",
    Verb.CHOOSE: "choose",
}


@dataclass(frozen=True, slots=True)
class Token:
    """A piece of a label: words, or one die to be drawn."""

    text: str
    die: bool = False


Label = tuple[Token, ...]


def label_of(text: str) -> Label:
    """A sentence with the dice that it names drawn as dice; a lone number stays a number.

    >>> [token.text for token in label_of("5 dice: 5 5r 6.") if token.die]
    ['5', '5r', '6']
    """
    return tuple(_merged(_sentence_tokens(text.split())))


def _sentence_tokens(words: list[str]) -> Iterable[Token]:
    """Words of a sentence; those are dice that stand in a row or are called red."""
    bare = [word.rstrip(".,;:!?") for word in words]
    likely = [is_die(word) for word in bare]
    for place, word in enumerate(words):
        before = place > 0 and likely[place - 1] and words[place - 1] == bare[place - 1]
        after = place + 1 < len(words) and likely[place + 1] and word == bare[place]
        if likely[place] and (before or after or bare[place].endswith("r")):
            yield Token(bare[place], die=True)
            if word != bare[place] and place + 1 < len(words):
                yield Token(word[len(bare[place]) :])
        else:
            yield Token(word)


def arguments_label(arguments: Iterable[str]) -> Label:
    """What a move is done with: dice drawn, a bid as a number of dice, a box by its name.

    >>> arguments_label(("4x5",))
    (Token(text='4 ×', die=False), Token(text='5', die=True))
    """
    tokens: list[Token] = []
    for word in arguments:
        if count := _COUNT.fullmatch(word):
            tokens += [Token(f"{count[1]} ×"), Token(count[2], die=True)]
        elif unseen := _UNSEEN.fullmatch(word):
            tokens.append(Token(f"{unseen[1]} dice"))
        else:
            tokens.append(_token(word.replace("_", " ")))
    return tuple(_merged(tokens))


def move_label(move: Move) -> Label:
    """A move as a button says it, without the player.

    >>> "".join(token.text for token in move_label(Move(1, Verb.STOP)))
    'Stop'
    """
    word = Token(_capital(VERB_WORDS[move.verb]))
    if move.verb is Verb.FLIP and len(move.arguments) == 2:
        red, white = move.arguments
        return (word, _token(red), Token("to"), _token(white))
    return (word, *arguments_label(move.arguments))


def path_label(path: Iterable[Move]) -> Label:
    """Several moves that are made in turn, as one button says them."""
    label: list[Token] = []
    for move in path:
        label += [Token("then"), *move_label(move)] if label else move_label(move)
    return tuple(label)


def event_label(text: str, names: tuple[str, ...], boxes: Mapping[str, str]) -> Label:
    """A line of the log as it is told afterwards; words of another form stay as they are.

    boxes : the labels of what can be marked, by their ids.

    >>> [token.text for token in event_label("p1 mark run", ("Ann",), {"run": "Run"})]
    ['Ann scores Run']
    """
    try:
        move = parse_move(text)
    except RulesError:
        return (Token(text),)
    return tuple(_merged(_token(piece) for piece in pieces_of(move, names, boxes)))


def spoken(text: str) -> str:
    """A die as it is read aloud.

    >>> spoken("5r"), spoken("2"), spoken("?")
    ('red five', 'two', 'not readable')
    """
    if not _DIE.fullmatch(text):
        return "not readable"
    return ("red " if text.endswith("r") else "") + NUMBER_WORDS[int(text[0])]


def is_die(text: str) -> bool:
    """Whether a text is the notation of one die."""
    return _DIE.fullmatch(text) is not None


def _token(word: str) -> Token:
    return Token(word, die=is_die(word))


def _merged(tokens: Iterable[Token]) -> Iterable[Token]:
    """The same pieces with neighbouring words joined, so that a label wraps like a sentence."""
    kept: list[Token] = []
    for token in tokens:
        if kept and not token.die and not kept[-1].die:
            kept[-1] = Token(f"{kept[-1].text} {token.text}")
        else:
            kept.append(token)
    return kept


def _capital(words: str) -> str:
    return words[0].upper() + words[1:]
