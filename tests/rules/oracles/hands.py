"""Dice as words, for oracles: "5" and "5r" in lists, counted the slow and plain way."""

from __future__ import annotations

from itertools import combinations


def number(word: str) -> int:
    """The number a die shows."""
    return int(word[0])


def numbers(words: list[str]) -> list[int]:
    """The numbers that dice show."""
    return [number(word) for word in words]


def subsets(words: list[str]) -> set[tuple[str, ...]]:
    """Every different non-empty choice of these dice, each sorted."""
    return {
        tuple(sorted(choice))
        for size in range(1, len(words) + 1)
        for choice in combinations(words, size)
    }


def without(words: list[str], gone: list[str]) -> list[str]:
    """The dice that are left when some are taken away; a ValueError when they are not there."""
    left = list(words)
    for word in gone:
        left.remove(word)
    return left
