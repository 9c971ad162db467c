"""Rare moments of Spicy Dice Classic, Junior and Extra Spicy.

Source: Spicy Dice rules; readings S1 to S16, X1 to X5, J1.
"""

from __future__ import annotations

import pytest

from tests.rules.rare import Moment, check

BOXES = ("6", "5", "4", "3", "2", "1", "run", "set", "sum", "red")
RUN = "1 2 3 4 5 6"  # scores its box's number, 21 in run and sum, nothing in set and red


def throws(count: int) -> str:
    """So many throws of all six dice of seat 1 in one turn."""
    return ";".join([RUN, *("p1 roll", RUN) * (count - 1)]) + ";"


def turns(count: int, each: int) -> str:
    """So many turns of seat 1, each of so many throws."""
    return "".join(f"{throws(each)}p1 mark {box};" for box in BOXES[:count])


CLASSIC = (
    Moment("one red of six flipped: no hot pepper", "1r 2r 3r 4r 5r 6r; p1 flip 6r 5; p1 mark red",
           scores=(50,)),
    Moment("a flipped die is white in its new box", "1 2 3 4 4r 6; p1 flip 4r 5; p1 mark 4",
           scores=(4,)),
    Moment("a flip completes a set, another red opens a box for it (S6)",
           "2 2 3 3r 5 4r; p1 flip 4r 5; p1 mark 3", scores=(20,)),
    Moment("a flip completes a pepper", "6 6 6 6 6r 5r; p1 flip 5r 6; p1 mark 6", scores=(75,)),
    Moment("a red that lies doubles what is thrown later",
           "5r 1 2 3 4 6; p1 roll 1 2 3 4 6; 5 5 1 2 3; p1 mark 5", scores=(30,)),
    Moment("a flipped die stays lying as white", "1 2 3 4 5r 6; p1 flip 5r 6; p1 roll 1 2 3 4",
           due="4: 6 6"),
    Moment("a flipped die that is thrown again may show its red",
           "1 2 3 4 5r 6; p1 flip 5r 6; p1 roll 6 6; 5r 6r", some="p1 flip 5r 1; p1 flip 6r 1"),
    Moment("any red: those thrown again are forgotten", "1r 2 3 4 5 6; p1 roll; 1 2r 3 4 5 6",
           options="flips=any", some="p1 flip 2r 1", never="p1 flip 1r 2"),
    Moment("the 30th roll may open a turn (S13)", turns(9, 3) + throws(3),
           legal="p1 mark red"),
    Moment("with 29 rolls used a turn has one", turns(7, 4) + RUN + "; p1 mark set;" + RUN,
           legal="p1 mark sum; p1 mark red"),
    Moment("rolls that run out with a box empty bring no bonus (S14)",
           turns(7, 4) + RUN + "; p1 mark set;" + RUN + "; p1 mark sum", scores=(63,),
           winners=(1,)),
    Moment("a turn's end can be taken back", f"{RUN}; p1 mark run; undo 1; p1 mark sum", seats=2,
           scores=(21, 0), to_move=2),
    Moment("two turns' ends can be taken back",
           f"{RUN}; p1 mark run; {RUN}; p2 mark run; undo 3; p1 mark sum", seats=2,
           scores=(21, 0), to_move=2),
)  # fmt: skip

JUNIOR = (
    Moment("rolls saved and used up again (J1)",
           turns(1, 1) + throws(5) + "p1 mark run;" + throws(3), never="p1 roll; p1 stop"),
    Moment("one, five, two leave one", turns(1, 1) + throws(5) + "p1 mark run;" + throws(2),
           some="p1 roll; p1 stop"),
    Moment("a flip after the last roll of a turn",
           throws(2) + "p1 roll; 1r 2 3 4 5 6", some="p1 flip 1r 2", never="p1 roll"),
    Moment("the last turn has all rolls that are left", turns(9, 1) + throws(21),
           legal="p1 mark red"),
    Moment("and when it takes them there is no bonus", turns(9, 1) + throws(21) + "p1 mark red",
           scores=(63,), winners=(1,)),
    Moment("one that it leaves is worth five points", turns(9, 1) + throws(20) + "p1 mark red",
           scores=(68,)),
    Moment("what one saved is not the other's",
           f"{RUN}; p1 mark run; {RUN}; p2 roll; {RUN}; p2 roll; {RUN}", seats=2,
           never="p2 roll; p2 stop", some="p2 mark run"),
    Moment("a throw taken back is a roll given back",
           throws(3) + "undo 2; p1 mark run;" + throws(3), some="p1 roll"),
    Moment("a stop saves the rolls it leaves", f"{RUN}; p1 stop; p1 mark run;" + throws(4),
           some="p1 roll"),
    Moment("no dice are held", "6 6 1 2 3 4; p1 mark 6", due="6"),
)  # fmt: skip

EXTRA = (
    Moment("some of the reds, the others held (X2)", "1r 2r 3 4 5 5; p1 mark red 1r", scores=(10,),
           some="p1 roll 1r", never="p1 roll 2r 3 4 5 5"),
    Moment("three of six reds are no hot pepper", "1r 2r 3r 4r 5r 6r; p1 mark red 4r 5r 6r",
           scores=(30,), some="p1 roll 4r 5r 6r"),
    Moment("a held red doubles",
           "1r 2r 3 4 5 5; p1 mark red 1r; p1 roll 1r 3 4 5 5; 1 1 2 2 3; p1 mark 2",
           scores=(22,)),
    Moment("held dice double with a new red",
           "5 5 1 2 3 6; p1 mark sum 1 2 3 6; p1 roll 1 2 3 6; 1 2 3 5r; p1 mark 5",
           scores=(42,)),
    Moment("all six red in the hot pepper are used", "1r 2r 3r 4r 5r 6r; p1 mark red",
           scores=(100,), due="6"),
    Moment("a pepper given up is held", "6 6 6 6 6 6r; p1 mark 1 none", scores=(0,),
           some="p1 roll 6", never="p1 roll 6 6 6 6 6 6r"),
    Moment("five of a pepper are five", "6 6 6 6 6 6r; p1 mark 6 6 6 6 6 6", scores=(30,),
           legal="p1 roll; p1 roll 6 6 6 6 6"),
    Moment("the single red instead of the run through it", "1r 2 3 4 5 6; p1 mark 1 1r",
           scores=(2,), some="p1 roll 1r"),
    Moment("five held, one thrown", "3 4 4 5 5 6; p1 mark 6; p1 roll 6; 1; p1 mark 1",
           scores=(7,)),
    Moment("what is held is not named", "5 5 5r 2 1 6r; p1 mark 5", never="p1 roll 1 2 6r"),
    Moment("spare dice don't keep a pad open after 30 rolls", throws(30) + "p1 mark 6",
           scores=(6,), winners=(1,)),
    Moment("spare dice wait for their owner's next turn",
           "6 6 1 2 3 4; p1 mark 6; 1r 1 2 3 4 5; p2 mark 1", seats=2, to_move=1,
           some="p1 roll 6 6", never="p1 roll 1 2 3 4"),
    Moment("a turn's end taken back takes the holding back",
           "5 5 5r 2 1 6r; p1 mark 5; p1 roll; undo 2; p1 mark red", scores=(20,),
           some="p1 roll 5r 6r"),
)  # fmt: skip


@pytest.mark.parametrize("moment", CLASSIC, ids=str)
def test_classic(moment: Moment) -> None:
    check("spicy_classic", moment)


@pytest.mark.parametrize("moment", JUNIOR, ids=str)
def test_junior(moment: Moment) -> None:
    check("spicy_junior", moment)


@pytest.mark.parametrize("moment", EXTRA, ids=str)
def test_extra(moment: Moment) -> None:
    check("spicy_extra", moment)
