"""Rare moments of Grand Poobah.

Source: the 2004 booklet, "Grand Poobah"; readings G1 to G5. Six dice that are due while the seat
that just played is to move are the scoring dice.
"""

from __future__ import annotations

import pytest

from tests.rules.rare import Moment, check

NOBODY = "3 3 3 3 3 3r"  # nobody here holds a 3


def dealt(*hands: str) -> str:
    """Everybody throws a hand without reds, and keeps it for three turns."""
    seats = range(1, len(hands) + 1)
    return "".join(f"{hand};" for hand in hands) + "".join(f"p{n} stop;" for n in (*seats, *seats))


TIED = dealt("1 1 5 5 6 6", "1 1 5 5 6 6", "3 3 3 4 4 4")

MOMENTS = (
    Moment("five turns of two seats are not enough for the scoring dice",
           "1 2 3 4 5 6; 1 2 3 4 5 6; p1 stop; p2 stop; p1 stop", seats=2, to_move=2, due="",
           some="p2 roll"),
    Moment("two scoring rolls fall between a seat's own throws",
           dealt("1 2 3 4 5 6", "1 2 3 4 5 6") + "1 1 1 1 1 2; p1 stop; 2 2 2 2 2 3; p2 stop; "
           "3 3 3 3 3 4", seats=2, scores=(39, 39), to_move=1),
    Moment("a red turned after the third turn counts in the scoring roll that follows",
           "1 1 1 1 1 2; 5r 5 2 2 2 3; p2 stop; p1 stop; p2 stop; p1 stop; p2 flip 5r 6; p2 stop; "
           "6 6 6 6 6 6r", seats=2, scores=(0, 42)),
    Moment("who turns a red without a throw has no throw any more",
           "5r 1 1 1 1 2; p1 stop; 2 2 2 2 2 3; p1 flip 5r 6", seats=2, legal="p1 stop"),
    Moment("a red thrown again that comes white leaves nothing to decide",
           "5r 1 1 1 1 2; p1 stop; 2 2 2 2 2 3; p1 roll 5r; 4", seats=2, to_move=2),
    Moment("two reds may become the same number, and neither is turned again",
           "5r 6r 1 1 1 2; p1 flip 5r 1; p1 flip 6r 1", seats=2, legal="p1 stop"),
    Moment("a red in the hand is one more of its number, no better than a white one",
           "5r 1 1 1 1 2; p1 stop; 5 2 2 2 3 3; p1 stop; p2 stop; p1 stop; p2 stop; 5 4 4 4 4 4r",
           seats=2, scores=(5, 5)),
    Moment("a third at the target, but lower, takes no part in the overtime",
           TIED + "6 6 3 3 4 2; p1 roll 1; 2; 3 3 3 3 3 3r; p2 roll 1; 2; 3 3 3 3 3 3r", seats=3,
           options="target=10", scores=(12, 12, 10), to_move=1, never="p1 stop"),
    Moment("the highest of three at the target wins, though two are tied below",
           TIED + "6 6 3 4 4 4", seats=3, options="target=10", scores=(12, 12, 15),
           winners=(3,)),
    Moment("the first and the third play overtime without the second",
           dealt("1 1 5 5 6 6", "2 2 4 4 3 3", "1 1 5 5 6 6") + "6 6 3 3 3 2; p1 roll 5; 5; "
           "3 3 3 3 3 2", seats=3, options="target=10", scores=(12, 11, 12), to_move=3),
    Moment("in overtime a number that only the dropped hand holds pays nobody",
           TIED + "6 6 3 3 3 2; p1 roll 5; 5; "
           "4 4 4 4 4 2", seats=3, options="target=10", scores=(12, 12, 9), to_move=2),
    Moment("in overtime a tied hand scores a number of which the dropped hand holds more",
           TIED + "6 6 3 3 3 2; p1 roll 5; 4; "
           "4 2 2 2 2 2", seats=3, options="target=10", scores=(16, 12, 9), winners=(1,)),
    Moment("the overtime goes on after the seat whose turn it was",
           dealt("1 1 2 2 4 4", "1 1 5 5 6 6", "1 1 5 5 6 6") + f"{NOBODY}; p1 stop; 6 6 3 3 3 3",
           seats=3, options="target=10", to_move=2, never="p2 stop"),
    Moment("one turn of overtime may end it",
           dealt("1 1 5 5 6 6", "1 1 5 5 6 6") + "6 6 3 3 3 2; p1 roll 1; 6; 6 3 3 3 3 2", seats=2,
           options="target=10", scores=(18, 12), winners=(1,)),
    Moment("five play fifteen turns before the scoring dice",
           dealt(*["1 2 3 4 5 6"] * 5) + "6 6 6 6 6 6r", seats=5, scores=(42,) * 5, to_move=1),
    Moment("a scoring roll can be taken back",
           dealt("1 1 1 1 1 2", "6 6 6 6 6 5") + "1 1 1 1 1 6; undo 1; 6 6 6 6 6 1", seats=2,
           scores=(1, 30)),
)  # fmt: skip


@pytest.mark.parametrize("moment", MOMENTS, ids=str)
def test_a_rare_moment(moment: Moment) -> None:
    check("grand_poobah", moment)
