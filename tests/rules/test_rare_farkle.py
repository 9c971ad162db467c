"""Rare moments of the dice game and of Hot Dice.

Sources: "the dice game", readings D1 to D9; the page "Hot Dice", readings H1 to H15.
"""

from __future__ import annotations

import pytest

from tests.rules.rare import Moment, check

BUST = "2 2 3 3 4 6;"
THREE_1S = "1 1 1 2 3 4;"
ON_BOARD = f"1 2 3 4 5 6; p1 stop; {BUST}"  # seat 1 of two has 1500 points in Hot Dice
THREE_4S = ON_BOARD + "4 4 4 2 2 3; p1 take 4 4 4; p1 roll;"
OVER = f"1 1 1 1 2 3; p1 stop; 1 1 1 1 5 3; p2 stop; {THREE_1S}"  # 2000, 2050 in Hot Dice

DICE_GAME = (
    Moment("four 1s beat three pairs, and only the four are set aside (D4)",
           "1 1 1 1r 2 2; p1 roll", seats=2, due="2: 1 1 1 1r"),
    Moment("dice of several throws fill up, and all is at risk again (D9)",
           f"1 1 5 2 3 4; p1 roll; 5 5 5r; p1 roll; {BUST}", seats=2, scores=(0, 0), to_move=2),
    Moment("three 5s fill up in their own throw and are worth 500 (D5)",
           "1 1 5 2 3 4; p1 roll; 5 5 5r; p1 stop", seats=2, scores=(750, 0)),
    Moment("three 1s and three 1s of another throw don't win (D6)",
           "1 1 1r 2 2 3; p1 roll; 1 1 1; p1 stop", seats=2, scores=(2000, 0), winners=()),
    Moment("six 1s that are worth 10,000 count only when they are recorded",
           f"1 1 1 1 1 1r; p1 roll; {BUST}", seats=2, options="six_ones=10000", scores=(0, 0),
           winners=()),
    Moment("six 1s win before anybody is on the board", f"{BUST} 1 1 1 1 1 1r", seats=2,
           options="on_board=yes", winners=(2,), scores=(0, 0)),
    Moment("points of several throws of one turn bring a seat on the board (D7)",
           "6 6 6 1 2 3; p1 roll; 1 1; p1 roll; 1 2 3 4 4 6; p1 stop", seats=2,
           options="on_board=yes", scores=(1000, 0)),
    Moment("in the last turns the second, who overtook, is to be beaten (D8)",
           f"{THREE_1S} p1 stop; 1 1 1 5 5 3; p2 stop; 1 1 1 5 2 3; p3 stop", seats=3,
           options="target=1000 last_turn=yes", scores=(1000, 1100, 1050), winners=(2,)),
    Moment("a seat before the one that began the last turns has one too",
           f"{BUST} {THREE_1S} p2 stop; {BUST}", seats=3, options="target=1000 last_turn=yes",
           to_move=1, winners=()),
    Moment("six 1s in the last turn win with fewer points", f"{THREE_1S} p1 stop; 1 1 1 1 1 1r",
           seats=2, options="target=1000 last_turn=yes", winners=(2,), scores=(1000, 0)),
    Moment("dice left out of a triple are thrown with the rest",
           "5 5 5r 2 3 4; p1 take 5 5; p1 roll", seats=2, options="forced=no", due="4: 5 5"),
    Moment("nothing more is taken from a throw that was taken from",
           "5 5 5r 1 3 4; p1 take 1", seats=2, options="forced=no", legal="p1 roll; p1 stop"),
    Moment("a doubled triple and two 1s beat three pairs", "5 5 5 5r 1 1; p1 stop", seats=2,
           options="extra_doubles=yes", scores=(1200, 0)),
    Moment("a bust can be taken back", f"{BUST} undo 1; {THREE_1S} p1 stop", seats=2,
           scores=(1000, 0)),
)  # fmt: skip

HOT_DICE = (
    Moment("a set doubles also after a matching die was left (H9)",
           THREE_4S + "4r 1 2; p1 take 1; p1 roll; 4r 2; p1 stop", seats=2, scores=(2500, 0)),
    Moment("three alike without their fourth make the set all the same",
           ON_BOARD + "4 4 4 4r 2 3; p1 take 4 4 4; p1 roll; 4r 2 3; p1 stop", seats=2,
           scores=(2300, 0)),
    Moment("two of three 5s are no set (H5)",
           ON_BOARD + "5 5 5r 2 3 4; p1 take 5 5; p1 roll; 5r 2 3 4; p1 stop", seats=2,
           scores=(1650, 0)),
    Moment("a single 1 joins three 1s of a later throw: the fifth 1 doubles",
           ON_BOARD + "1 2 2 3 3 4; p1 take 1; p1 roll; 1 1 1r 2 3; p1 take 1 1 1r; p1 roll; 1 2; "
           "p1 stop", seats=2, scores=(3700, 0)),
    Moment("four alike double what was there before all six were picked up (H4)",
           ON_BOARD + "2 2 2 3 3 3; p1 take 2 2 2 3 3 3; p1 roll; 4 4 4 4r 1 2; p1 stop", seats=2,
           scores=(3400, 0)),
    Moment("sets are forgotten with the dice that are picked up (H8)",
           ON_BOARD + "2 2 2 3 3 3; p1 take 2 2 2 3 3 3; p1 roll; 2 2 3 3 4 6", seats=2,
           scores=(1500, 0), to_move=2),
    Moment("of a straight the 1 or the 5 may be held alone", ON_BOARD + "1 2 3 4 5 6", seats=2,
           legal="p1 take 1; p1 take 5; p1 take 1 5; p1 take 1 2 3 4 5 6; p1 stop"),
    Moment("adding first doubles a 1 that came with the fourth 4",
           ON_BOARD + "1 4 4 4 2 3; p1 take 1 4 4 4; p1 roll; 1 4r; p1 stop", seats=2,
           options="add_first=yes", scores=(2700, 0)),
    Moment("1000 points of several throws bring a seat on the board",
           "5 5 5r 1 2 3; p1 take 1 5 5 5r; p1 roll; 1 1; p1 take 1 1; p1 roll; 1 1 2 2 3 4; "
           "p1 stop", seats=2, scores=(1000, 0)),
    Moment("950 points don't", "5 5 5r 1 2 3; p1 take 1 5 5 5r; p1 roll; 1 1; p1 take 1 1; p1 roll;"
           "1 5 2 2 3 4; p1 stop", seats=2, scores=(0, 0)),
    Moment("the third must beat the second, who has beaten the first (H13)",
           OVER + "p3 stop", seats=3, options="target=1500", scores=(2000, 2050, 1000),
           winners=(2,)),
    Moment("seats before the one that went over have their last turn after it",
           f"{BUST} 1 1 1 1r 2 3; p2 stop; {BUST}", seats=3, options="target=1500", to_move=1,
           winners=()),
    Moment("a last turn that busts leaves the one who went over",
           f"{BUST} 1 1 1 1r 2 3; p2 stop; {BUST} {BUST}", seats=3, options="target=1500",
           winners=(2,), scores=(0, 2000, 0)),
)  # fmt: skip


@pytest.mark.parametrize("moment", DICE_GAME, ids=str)
def test_the_dice_game(moment: Moment) -> None:
    check("dice_game", moment)


@pytest.mark.parametrize("moment", HOT_DICE, ids=str)
def test_hot_dice(moment: Moment) -> None:
    check("hot_dice", moment)
