"""Moves that were made, in words: every verb of every game."""

from __future__ import annotations

import pytest

from pi_app.rules.moves import Verb, parse_move
from pi_app.table.words import pieces_of, told_words

NAMES = ("Ann", "Ben")
BOXES = {"5": "5s", "run": "Run"}


@pytest.mark.parametrize(
    ("move", "words"),
    [
        ("tray show 1 3 5r", "Thrown: 1 3 5r"),
        ("p1 roll", "Ann rolls"),
        ("p2 roll 1 3", "Ben rolls 1 3"),
        ("p1 roll x1", "Ann rolls one die"),
        ("p1 roll x3", "Ann rolls 3 dice"),
        ("p1 flip 5r 4", "Ann turns 5r to 4"),
        ("p1 stop", "Ann stops"),
        ("p1 take 5 5", "Ann sets aside 5 5"),
        ("p1 take top", "Ann takes dice off top"),
        ("p1 mark 5", "Ann scores 5s"),
        ("p1 mark 5 5 5r", "Ann scores 5s with 5 5r"),
        ("p1 mark run none", "Ann scores Run with no dice"),
        ("p1 mark other", "Ann scores other"),
        ("p1 place b2 5r", "Ann places 5r on b2"),
        ("p1 place", "Ann places all that fits"),
        ("p1 advance 2", "Ann advances by 2"),
        ("p1 catch 6", "Ann catches 6"),
        ("p1 carry 6", "Ann carries over 6"),
        ("p1 bid 4x5", "Ann bids 4 × 5"),
        ("p1 challenge", "Ann challenges"),
        ("p1 perfecto", "Ann calls Perfecto"),
        ("p1 double", "Ann doubles"),
        ("p1 redouble", "Ann redoubles"),
        ("p1 surrender", "Ann surrenders"),
        ("p1 pass", "Ann passes"),
        ("p1 side bidder", "Ann sides with the bidder"),
        ("p1 side", "Ann takes a side"),
        ("p1 freeze", "Ann freezes a die"),
        ("p1 choose p2", "Ann chooses Ben"),
        ("p4 pass", "Player 4 passes"),
    ],
)
def test_a_move_is_told_afterwards(move: str, words: str) -> None:
    assert told_words(parse_move(move), NAMES, BOXES) == words


@pytest.mark.parametrize("verb", list(Verb))
def test_every_verb_has_words(verb: Verb) -> None:
    assert pieces_of(parse_move(f"p1 {verb.value}"), NAMES, BOXES)[0] != ""


def test_dice_are_pieces_of_their_own_so_that_they_can_be_drawn() -> None:
    pieces = pieces_of(parse_move("p1 flip 5r 4"), NAMES, BOXES)
    assert pieces == ("Ann turns", "5r", "to", "4")
