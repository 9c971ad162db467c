"""Rare moments of Keep on Rolling, the same in both editions.

Source: Keep on Rolling (2018) and the booklet of 2004; readings K1 to K11.
"""

from __future__ import annotations

from dataclasses import replace

import pytest

from tests.rules.rare import Moment, check

BUST = "1 2 3 4 5 6"
PAIRS = "1 1 2 2 3 3"  # a fill-up worth 12, stopped 24
FILL_UP = f"{PAIRS}; p1 take {PAIRS}; p1 roll;"
MORE = "4 4 4 4r 2 2"  # stopped 72

TURNS = (
    Moment("a red that was left is set aside by the stop", "1 2 3 5 5 5r; p1 take 5 5; p1 stop",
           scores=(30, 0)),
    Moment("a red die without a match is worth nothing",
           "1 2 2 3 4 6r; p1 take 2 2 6r; p1 roll; 1 2 3; p1 take 2; p1 stop", scores=(6, 0)),
    Moment("a red die that is matched later doubles both (K3)",
           "1 2 2 3 4 6r; p1 take 2 2 6r; p1 roll; 1 3 6; p1 stop", scores=(28, 0)),
    Moment("each of two dice that match alone",
           "1 2 3 3 5 5; p1 take 3 3 5 5; p1 roll; 3 5",
           legal="p1 take 3; p1 take 5; p1 take 3 5; p1 stop"),
    Moment("a pair need not match what lies", "1 2 3 3 5 5; p1 take 5 5; p1 roll; 1 1 2 4",
           legal="p1 take 1 1; p1 take 1 1 2; p1 take 1 1 4; p1 take 1 1 2 4; p1 stop"),
    Moment("the last die matches the unmatched one: filled up",
           "1 3 3 4r 5 5; p1 take 3 3 4r 5 5; p1 roll; 4; p1 take 4", legal="p1 roll; p1 stop"),
    Moment("the last die matches another: six aside, but not filled up (K6)",
           "1 3 3 4r 5 5; p1 take 3 3 4r 5 5; p1 roll; 5; p1 take 5", legal="p1 stop"),
    Moment("such a turn is not doubled",
           "1 3 3 4r 5 5; p1 take 3 3 4r 5 5; p1 roll; 5; p1 stop", scores=(21, 0)),
    Moment("five matched, and the last die matches none: a bust",
           "1 3 3 3 5 5; p1 take 3 3 3 5 5; p1 roll; 1", scores=(0, 0), to_move=2),
    Moment("six aside after a fill-up, one unmatched: nothing is doubled",
           f"{FILL_UP} 1 2 5 5 6 6; p1 stop", scores=(34, 0)),
    Moment("the second of two fill-ups doubles both", f"{FILL_UP} {PAIRS}; p1 stop",
           scores=(48, 0)),
    Moment("and a third all three, once (K5)",
           f"{FILL_UP}{FILL_UP} 6 6 6 6 6 6r; p1 stop", scores=(192, 0)),
    Moment("a bust can be taken back", f"{BUST}; undo 1; 1 1 2 3 4 5; p1 stop", scores=(2, 0)),
    Moment("going on after a fill-up can be taken back", f"{FILL_UP} {BUST}; undo 2; p1 stop",
           scores=(24, 0)),
)  # fmt: skip

LAST_PHASE = (
    Moment("who has as much as the new leader is out, though above the old one",
           f"{PAIRS}; p1 stop; 1 1 2 2 5 5; p2 stop; 1 1 2 2 5 5; p3 stop; {BUST}", seats=3,
           winners=(2,)),
    Moment("the first leader of the middle has all others against him",
           f"{BUST}; {PAIRS}; p2 stop; {BUST}; {BUST}", seats=3, winners=(2,)),
    Moment("a leader who was overtaken answers when his turn comes, not before",
           f"{BUST}; {PAIRS}; p2 stop; {MORE}; p3 stop; {BUST}", seats=3, to_move=2, winners=()),
    Moment("who overtakes again waits for those still in",
           f"{BUST}; {PAIRS}; p2 stop; {MORE}; p3 stop; {BUST}; {MORE}; p2 stop", seats=3,
           to_move=3, scores=(0, 96, 72)),
    Moment("two fill-ups overtake from nothing",
           f"{PAIRS}; p1 stop; {BUST}; {PAIRS}; p3 take {PAIRS}; p3 roll; {PAIRS}; p3 stop",
           seats=3, to_move=1, scores=(24, 0, 48)),
    Moment("before the target nobody is ever out", f"1 1 2 3 4 5; p1 stop; {BUST}; {BUST}",
           to_move=2, winners=()),
)  # fmt: skip


@pytest.mark.parametrize("edition", ["2004", "2018"])
@pytest.mark.parametrize("moment", TURNS, ids=str)
def test_turns(moment: Moment, edition: str) -> None:
    check("keep_on_rolling", replace(moment, seats=2, options=f"edition={edition}"))


@pytest.mark.parametrize("moment", LAST_PHASE, ids=str)
def test_the_last_phase(moment: Moment) -> None:
    check("keep_on_rolling", replace(moment, seats=max(2, moment.seats), options="target=24"))
