"""Refusals: a word for machines, a sentence for people, and the alternatives as a short list."""

from __future__ import annotations

import pytest

from pi_app.rules.errors import LogError, RulesError, quoted_list


@pytest.mark.parametrize(
    ("count", "words"),
    [
        (0, ""),
        (1, "1"),
        (8, "1, 2, 3, 4, 5, 6, 7, 8"),
        (9, "1, 2, 3, 4, 5, 6, 7, 8 ... (9 in all)"),
        (20, "1, 2, 3, 4, 5, 6, 7, 8 ... (20 in all)"),
    ],
)
def test_a_list_is_cut_after_eight(count: int, words: str) -> None:
    assert quoted_list(tuple(str(number) for number in range(1, count + 1))) == words


def test_a_list_of_as_many_as_are_wanted_is_not_cut() -> None:
    assert quoted_list(("a", "b"), most=2) == "a, b"


def test_an_error_of_a_log_says_its_line() -> None:
    error = LogError("twice", "Once is right.", 7)
    assert (error.line, error.slug, str(error)) == (7, "twice", "Line 7: Once is right.")
    assert isinstance(error, RulesError)
