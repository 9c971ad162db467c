"""Rare moments of Diangle.

Source: the 2004 booklet, "Diangle!"; readings Z1 to Z7.
"""

from __future__ import annotations

import pytest

from tests.rules.rare import Moment, check

MISS = "5 5 6 6 5 4; p2 stop;"  # seat 2 throws nothing that fits and stops
FULL = "p1 place; p1 advance 3;"
UP_TO_4 = f"1 1 1 2 2 3; {FULL}"
UP_TO_5 = UP_TO_4 + "4r 1 1 1 2 2; p1 place bottom 4r; p1 advance 1; p1 roll;"
THREE_FIVES = "p1 place bottom 5; p1 place bottom 5; p1 place bottom 5;"
LAST_TWO = UP_TO_4 + f"4 4 4 5 5 6; {FULL} 5 5 5 4 4 3; {FULL}"
BEGUN = f"1 1 2 3 5 6; p1 place; p1 stop; {MISS}"  # 1 1, 2 and 3 lie on the board
THIRD_1 = BEGUN + "p1 roll 5 6; 1 6; p1 place; p1 advance 1;"
LEFT_OVER = f"1r 2r 3r 4 4 5; {FULL}"

MOMENTS = (
    Moment("two throws in which nothing fits end the turn", "5 5 6 6 5 4; p1 roll; 5 5 6 6 5 4",
           seats=2, to_move=2),
    Moment("a die that fits only after the second throw may still be placed",
           "5 5 6 6 5 4; p1 roll; 5 5 6 6 5 3", seats=2,
           legal="p1 place top 3; p1 place; p1 stop"),
    Moment("the second throw takes the placed dice of the first from the board",
           "1 1 2 3 5 6; p1 place; p1 roll", seats=2, due="6"),
    Moment("a middle row of two becomes a bottom row that wants a third",
           "1 1 1 2 2 5; p1 place; p1 advance 1", seats=2, scores=(1, 0), never="p1 advance 1"),
    Moment("a middle row with its red may be left at once",
           "1 1 1 2r 2 5; p1 place; p1 advance 1; p1 advance 1", seats=2, scores=(2, 0)),
    Moment("a full top row over a middle row with gaps counts only one level",
           "1 1 1 3 2 5; p1 place bottom 1; p1 place bottom 1; p1 place bottom 1; p1 place top 3",
           seats=2, some="p1 advance 1", never="p1 advance 2; p1 advance 3"),
    Moment("after an advance the second throw is still of the same two dice (Z5)",
           THIRD_1 + "p1 roll", seats=2, due="2: 1 1 2 3", scores=(1, 0)),
    Moment("dice of a level left behind must be thrown on the next turn",
           THIRD_1 + f"p1 roll; 5 6; {MISS}", seats=2, some="p1 roll 1 1 5 6",
           never="p1 roll 5 6; p1 place bottom 1"),
    Moment("dice that were not placed may be before the next throw, or are thrown",
           f"1 1 2 3 5 6; p1 stop; {MISS}", seats=2, some="p1 place bottom 1; p1 roll",
           never="p1 roll 5 6; p1 stop"),
    Moment("a row with its red takes no white die in a later turn",
           f"1r 5 6 6 4 4; p1 place; p1 stop; {MISS} p1 roll 4 4 5 6 6; 1 1 2 2 3", seats=2,
           some="p1 place middle 2; p1 advance 1", never="p1 place bottom 1"),
    Moment("the red may be thrown again", f"1r 5 6 6 4 4; p1 place; p1 stop; {MISS}", seats=2,
           legal="p1 advance 1; p1 roll; p1 roll 4 4 5 6 6"),
    Moment("a Diangle of the second throw brings the extra turn too",
           f"5 5 6 6 5 4; p1 roll; 1 1 1 2 2 3; {FULL}", seats=2, to_move=1, due="6",
           scores=(3, 0)),
    Moment("a Diangle by reds leaves dice that are held in the extra turn (Z6)",
           LEFT_OVER + "p1 place; p1 roll 1r 2r 3r", seats=2, due="3: 4 4 5"),
    Moment("the extra turn has its second throw",
           LEFT_OVER + "p1 place; p1 roll 1r 2r 3r; 6 6 1; p1 roll", seats=2, due="3: 4 4 5"),
    Moment("at the U-turn both rows of fives take one",
           UP_TO_5 + "5 5 5 5r 6 6", seats=2, scores=(4, 0),
           some="p1 place bottom 5; p1 place top 5; p1 place middle 6"),
    Moment("a red five on top of three white ones is a Diangle",
           UP_TO_5 + f"5 5 5 5r 6 6; {THREE_FIVES} p1 place middle 6; p1 place middle 6; "
           "p1 place top 5r; p1 advance 3", seats=2, scores=(7, 0), to_move=1, due="6"),
    Moment("the top five waits on the middle row, above the sixes",
           UP_TO_5 + f"5 5 5 5r 6 2; {THREE_FIVES} p1 place top 5r; p1 advance 1", seats=2,
           scores=(5, 0), some="p1 place bottom 6", never="p1 place middle 5"),
    Moment("three Diangles in one turn", LAST_TWO, seats=2, scores=(9, 0), to_move=1, due="6"),
    Moment("two full rows are no Diangle where only two levels are left (Z7)",
           LAST_TWO + "2 2 2 1 1 6; p1 place", seats=2,
           legal="p1 advance 1; p1 advance 2; p1 roll; p1 stop"),
    Moment("and both levels may be left at once to win",
           LAST_TWO + "2 2 2 1 1 6; p1 place; p1 advance 2", seats=2, winners=(1,),
           scores=(11, 0)),
    Moment("the last level wants a third 1 when only the 2s were left",
           LAST_TWO + "2 2 2 1 1 6; p1 place; p1 advance 1", seats=2, winners=(),
           never="p1 advance 1", scores=(10, 0)),
    Moment("a Diangle can be taken back",
           "1 1 1 2 2 3; p1 place; p1 advance 3; undo 1", seats=2, scores=(0, 0),
           legal="p1 advance 3"),
)  # fmt: skip


@pytest.mark.parametrize("moment", MOMENTS, ids=str)
def test_a_rare_moment(moment: Moment) -> None:
    check("diangle", moment)
