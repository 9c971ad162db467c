"""What the rules refuse: one family, a slug for machines, a sentence for the person at the table.

May import: standard library only.
"""

from __future__ import annotations


class RulesError(Exception):
    """Anything that the rules refuse; `slug` names the kind for machines.

    >>> error = NotationError("bad_die", 'There is no die "7".')
    >>> error.slug, str(error)
    ('bad_die', 'There is no die "7".')
    """

    def __init__(self, slug: str, sentence: str) -> None:
        super().__init__(sentence)
        self.slug = slug
        self.sentence = sentence


class NotationError(RulesError, ValueError):
    """A text that is no die, no move or no log line."""


class IllegalMove(RulesError, ValueError):
    """A move that the rules don't allow now."""


class OptionError(RulesError, ValueError):
    """An unknown game, or an option with a wrong name or value."""


class LogError(RulesError, ValueError):
    """A log that can't be replayed; `line` is the number of the line at fault, counted from 1."""

    def __init__(self, slug: str, sentence: str, line: int) -> None:
        super().__init__(slug, f"Line {line}: {sentence}")
        self.line = line


def quoted(text: str, most: int = 60) -> str:
    """A text in quotation marks as a sentence can show it: cut, and without control characters.

    >>> print(quoted("5rr"), quoted("a\\x1bb"), quoted("abcdef", most=3))
    "5rr" "a?b" "abc..."
    """
    shown = "".join(letter if letter.isprintable() else "?" for letter in text[:most])
    return f'"{shown}"' if len(text) <= most else f'"{shown.rstrip()}..."'


def quoted_list(words: tuple[str, ...], most: int = 8) -> str:
    """The allowed alternatives as a person reads them, cut after `most`.

    >>> quoted_list(("roll", "stop"))
    'roll, stop'
    >>> quoted_list(("a", "b", "c"), most=2)
    'a, b ... (3 in all)'
    """
    if len(words) <= most:
        return ", ".join(words)
    return f"{', '.join(words[:most])} ... ({len(words)} in all)"
