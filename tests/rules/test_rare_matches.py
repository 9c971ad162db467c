"""Rare moments of Catch 6 and of 2 out of 3 ain't bad, both for two players and a match.

Source: the booklet of 2004; readings 1.3, C1 to C8, T1 to T8.
"""

from __future__ import annotations

from dataclasses import replace

import pytest

from tests.rules.rare import Moment, check

NOTHING = "1 1 2 3 4 5"
HOUSE = "4 4 4 4 6 6"  # full house by white dice alone
BOTH = "4 4 4 4r 6 6"  # four, and full house


def four(number: int) -> str:
    """Dice that catch this number by its red one, and no other."""
    low, high = (other for other in (1, 2, 3) if other != number) if number < 4 else (1, 2)
    return f"{number} {number} {number} {number}r {low} {high}"


def ahead(*numbers: int) -> str:
    """Seat 1 catches these numbers, seat 2 nothing; then a throw of seat 1 is due.

    The first throw of seat 2 is due by itself, without a roll.
    """
    turns = [
        f"{four(number)}; p1 catch {number}; p2 roll; {NOTHING}; p1 roll;" for number in numbers
    ]
    return "".join(turns).replace("p2 roll;", "", 1)


CATCH6 = (
    Moment("6, 5 and 3 are 14", ahead(6, 5) + four(3) + "; p1 catch 3", scores=(1, 0), due="6"),
    Moment("6, 5 and 2 are not", ahead(6, 5) + four(2) + "; p1 catch 2", scores=(0, 0), to_move=2),
    Moment("the winner rolls all six too in the next game",
           ahead(6, 5) + four(3) + f"; p1 catch 3; {NOTHING}", to_move=1, due="6"),
    Moment("the end of a game can be taken back",
           ahead(6, 5) + four(3) + "; p1 catch 3; undo 1; p1 stop", scores=(0, 0), to_move=2),
    Moment("raffles catch what is left",
           ahead(1, 2) + four(3) + "; p1 stop; p2 roll; 5 5 5 5 5 5r",
           some="p2 catch 3; p2 catch 4; p2 catch 5; p2 catch 6", never="p2 catch 1; p2 catch 2"),
    Moment("a full house of caught numbers is nothing",
           f"{four(4)}; p1 catch 4; {four(6)}; p2 catch 6; p1 roll; 4 4 4 6 6 6", to_move=2),
    Moment("a number of four white dice is caught by the full house: all six next",
           f"{HOUSE}; p1 catch 4; {NOTHING}", due="6"),
    Moment("a full house that was not scored stays, and a red die joins it later",
           f"{HOUSE}; p1 stop; {NOTHING}; p1 roll 6 6; 1 4r", some="p1 catch 4"),
    Moment("a catch that was not made is there again",
           f"{four(5)}; p1 stop; {NOTHING}; p1 roll 1; 1", some="p1 catch 5"),
    Moment("a carry frees what the other had caught (C7)",
           f"{four(6)}; p1 catch 6; {four(5)}; p2 carry 5; {four(6)}",
           legal="p1 catch 6; p1 carry 6; p1 stop"),
    Moment("a carry frees what its player had caught before",
           f"{NOTHING}; {four(6)}; p2 catch 6; p1 roll; {NOTHING}; p2 roll; {four(5)}; p2 carry 5;"
           + four(6), some="p1 catch 6"),
    Moment("a second carry carries its own number alone",
           f"{four(5)}; p1 carry 5; {NOTHING}; {four(6)}; p1 carry 6; {four(5)}", scores=(0, 2),
           some="p2 catch 5"),
    Moment("a carried number is caught for both", f"{four(5)}; p1 carry 5; {NOTHING}; {four(5)}",
           to_move=2),
    Moment("a carry can be taken back", f"{four(5)}; p1 carry 5; undo 1; p1 catch 5",
           scores=(0, 0)),
    Moment("each has a set: both may show the red five",
           f"{four(5)}; p1 stop; 1 2 3 4 5r 6", to_move=1),
)  # fmt: skip

TWO_CATCHES = (
    Moment("four white and a pair are one way, and one catch", f"{HOUSE}; p1 catch 4", to_move=2),
    Moment("the pair by the full house, then the four", f"{BOTH}; p1 catch 6",
           legal="p1 catch 4; p1 carry 4; p1 stop"),
    Moment("the full house alone: all six next", f"{BOTH}; p1 catch 6; p1 stop; {NOTHING}",
           due="6"),
    Moment("the four alone: the dice may stay", f"{BOTH}; p1 catch 4; p1 stop; {NOTHING}", due=""),
    Moment("a second catch that wins can't be carried", ahead(1) + f"{BOTH}; p1 catch 4",
           legal="p1 catch 6; p1 stop"),
    Moment("and it wins", ahead(1) + f"{BOTH}; p1 catch 4; p1 catch 6", scores=(1, 0)),
)  # fmt: skip


@pytest.mark.parametrize("moment", CATCH6, ids=str)
def test_catch6(moment: Moment) -> None:
    check("catch6", replace(moment, seats=2))


@pytest.mark.parametrize("moment", TWO_CATCHES, ids=str)
def test_catch6_with_two_catches(moment: Moment) -> None:
    check("catch6", replace(moment, seats=2, options="two_catches=yes"))


# ------------------------------------------------------------------ 2 out of 3 ain't bad


def lay(seat: int, *placed: str, roll: bool = True) -> str:
    """A turn that throws these dice and puts them on these squares."""
    dice = " ".join(place.split()[1] for place in placed)
    places = "".join(f"p{seat} place {place};" for place in placed)
    return (f"p{seat} roll x{len(placed)};" if roll else "") + f"tray show {dice};{places}"


THREE = lay(1, "b1 1", "c1 2", "d1 3")
ALL_BUT_FIVE = THREE + lay(2, "a2 1") + lay(1, "b2 1", "d2 2", "a3 4")
LAST_FIVE = (
    "tray show 2 3 3 4 6r; p2 place b3 2; p2 place c3 3; p2 place a4 3; p2 place c4 4;"
    "p2 place b1 6r;"
)
# seat 1 scores row 1 (1 1 1), row 3 (3 5 3) and the diagonal up (5 5 1); seat 2 row 2 (2 2 2),
# column c (1 3 3) and, when its last die is a 5, row 4 (5 3 5)
FIRST_NINE = (
    lay(1, "b1 1r", "c1 1", "d1 1")
    + lay(2, "a2 2", "b2 2", "d2 2")
    + lay(1, "a3 3", "b3 5", "a4 5")
)
TIE = FIRST_NINE + lay(2, "c3 3", "c4 3", "d4 5", roll=False)
ONE_WINS = FIRST_NINE + lay(2, "c3 3", "c4 3", "d4 6", roll=False)

TWO_OF_THREE = (
    Moment("a red die on the board may be replaced by a red one, and be thrown again",
           lay(1, "b1 3r") + lay(2, "b1 4r") + "p1 roll x1; tray show 3r", to_move=1),
    Moment("both seats may have the same red", lay(1, "b1 3r") + "p2 roll x1; tray show 3r",
           to_move=2, some="p2 place b1 3r"),
    Moment("the square of a replaced die is its own now, and can't be taken again",
           THREE + "p2 roll x2; tray show 5r 6r; p2 place b1 5r",
           some="p2 place c1 6r; p2 place a2 6r", never="p2 place b1 6r"),
    Moment("equal dice are placed as one", "p1 roll x2; tray show 3 3; p1 place b1 3",
           some="p1 place c1 3", never="p1 place b1 3"),
    Moment("five dice must be thrown when the other has none left", ALL_BUT_FIVE, due="5",
           to_move=2),
    Moment("a red of them gives the other one back, who must throw it", ALL_BUT_FIVE + LAST_FIVE,
           due="1", to_move=1),
    Moment("and so it may go to and fro", ALL_BUT_FIVE + LAST_FIVE
           + "tray show 5r; p1 place a4 5r", due="1", to_move=2),
    Moment("the loser may choose to start", ONE_WINS + "p2 choose p2",
           legal="p2 roll x1; p2 roll x2; p2 roll x3"),
    Moment("a tie after a won game: the winner hadn't the choice, and has it now",
           ONE_WINS + "p2 choose p1;" + TIE, scores=(1, 0), legal="p1 choose p1; p1 choose p2"),
    Moment("three ties make four match points",
           TIE + "p2 choose p1;" + TIE + "p1 choose p1;" + TIE + "p2 choose p1;" + ONE_WINS,
           scores=(4, 0), winners=(1,)),
    Moment("the end of a game can be taken back",
           ONE_WINS + "p2 choose p1; undo 2; p2 place d4 6", scores=(1, 0), to_move=2),
)  # fmt: skip


@pytest.mark.parametrize("moment", TWO_OF_THREE, ids=str)
def test_two_of_three(moment: Moment) -> None:
    check("two_of_three", replace(moment, seats=2))
