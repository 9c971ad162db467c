"""Rare moments of Perfecto.

Source: the 2004 booklet, "perfecto"; readings P1 to P9. The hands are read in order of the seats.
"""

from __future__ import annotations

from dataclasses import replace

import pytest

from tests.rules.rare import Moment, check

LOW = "1 1 1 1 1 2"  # no six and no red die


def low(*hands: int) -> str:
    """Hands of so many dice are shown, none of them a six or red."""
    return "".join(f"{' '.join(LOW.split()[6 - dice :])};" for dice in hands)


def seat_1_loses(dice: int) -> str:
    """Seat 1 of two bids too high and is challenged; seat 2 led the round."""
    return f"p2 bid 1x1; p1 bid 3x6; p2 challenge; {low(dice, 6)}"


def seat_1_doubled(dice: int, *answers: str) -> str:
    """Seat 1 of two bids too high and is doubled; seat 2 led the round."""
    said = "".join(f"{answer};" for answer in answers or ("p1 pass",))
    return f"p2 bid 1x1; p1 bid 3x6; p2 double; {said} {low(dice, 6)}"


def first_and_third_lose(dice: int, lead: str = "p2 bid 1x1; p3 bid 1x2;") -> str:
    """Seat 1 of three bids too high, seat 3 sides with it."""
    return f"{lead} p1 bid 5x6; p2 challenge; p3 side bidder; {low(dice, 6, dice)}"


def third_loses(dice: int) -> str:
    """Seat 3 of three bids too high, seat 2 sides with seat 1, who led and calls."""
    return f"p1 bid 1x1; p2 bid 1x2; p3 bid 5x6; p1 challenge; p2 side caller; {low(6, 6, dice)}"


LAST_CHANCE = f"p1 bid 3x6; p2 challenge; {low(6, 6)}" + "".join(map(seat_1_loses, (5, 4, 3, 2)))
TWO_DICE = f"p1 bid 3x6; p2 double; p1 pass; {low(6, 6)}" + seat_1_doubled(4)
SURRENDERED = "p1 bid 3x6; p2 double; p3 pass; p1 surrender; p2 pass; p3 pass;"
TWO_OUT = first_and_third_lose(6, "") + "".join(map(first_and_third_lose, (5, 4, 3, 2, 6)))
THIRD_OUT = "".join(map(third_loses, (6, 5, 4, 3, 2, 6)))
SECOND_LOSES = "".join(
    f"p1 bid 1x1; p2 bid 3x6; p1 challenge; {low(6, dice)}" for dice in (6, 5, 4, 3, 2, 6)
)
SIDESTEP = "p1 bid 1x2; p2 challenge; p1 freeze; 3; p1 bid 1x3;"
FIVES = "1 2 3r 5 5 5r; 1 1 1 1 5 6;"  # four fives and two reds more: the count is six

BASIC = (
    Moment("every hand may count one more than it has dice, no more", "p1 bid 14x6", seats=2,
           legal="p2 challenge; p2 perfecto"),
    Moment("the red five counts twice: six is exactly right",
           f"p1 bid 6x5; p2 perfecto; {FIVES}", seats=2, to_move=2, some="p2 bid 13x6",
           never="p2 bid 14x1"),
    Moment("more than were bid is not exactly right: the bidder wins and leads",
           f"p1 bid 5x5; p2 perfecto; {FIVES}", seats=2, to_move=1),
    Moment("as many as were bid is enough against a challenge",
           f"p1 bid 6x5; p2 challenge; {FIVES}", seats=2, to_move=1),
    Moment("with the highest bid made there is nothing to re-roll for",
           "p1 bid 13x6; p2 bid 14x6", seats=2, never="p1 roll x1"),
    Moment("a roll binds to a bid: no call after it", "p1 bid 3x3; p2 roll x2", seats=2,
           to_move=2, some="p2 bid 3x4", never="p2 challenge; p2 perfecto; p2 bid 3x3"),
    Moment("who sides with a wrong Perfecto loses a die with its caller",
           f"p1 bid 3x6; p2 perfecto; p3 side caller; {low(6, 6, 6)}", seats=3, to_move=1,
           some="p1 bid 19x6", never="p1 bid 20x1"),
    Moment("who sides against it loses nothing",
           f"p1 bid 3x6; p2 perfecto; p3 side bidder; {low(6, 6, 6)}", seats=3,
           some="p1 bid 20x6"),
    Moment("after the Last Chance twelve dice are in play again", LAST_CHANCE, seats=2, to_move=2,
           some="p2 bid 14x6"),
    Moment("who wins at the Last Chance stays in with six dice",
           LAST_CHANCE + f"p2 bid 3x6; p1 challenge; {low(6, 6)}", seats=2, to_move=1, winners=(),
           some="p1 bid 13x6 ; p1 roll x6", never="p1 bid 14x1"),
    Moment("two knocked out at once bring the last one two points", TWO_OUT, seats=3,
           winners=(2,), scores=(0, 2, 0)),
    Moment("one knocked out brings the two others a point, and nobody takes sides any more",
           THIRD_OUT + "p1 bid 3x6; p2 challenge", seats=3, scores=(1, 1, 0), due="6",
           winners=()),
    Moment("two who reach the match points together play the game on", THIRD_OUT, seats=3,
           options="match=yes match_points=1", scores=(1, 1, 0), winners=(), to_move=1),
    Moment("until one of them is knocked out", THIRD_OUT + SECOND_LOSES, seats=3,
           options="match=yes match_points=1", scores=(2, 1, 0), winners=(1,)),
    Moment("in a match the winner leads the next game with all dice back",
           LAST_CHANCE + seat_1_loses(6), seats=2, options="match=yes", scores=(0, 1), to_move=2,
           winners=(), some="p2 bid 14x6"),
    Moment("a showdown can be taken back to the call",
           f"p1 bid 6x5; p2 challenge; {FIVES} undo 3; p2 perfecto; {FIVES}", seats=2, to_move=2),
)  # fmt: skip

ADVANCED = (
    Moment("a redouble with four dice may bring the Last Chance",
           f"p1 bid 3x6; p2 double; p1 pass; {low(6, 6)}"
           + seat_1_doubled(4, "p1 redouble", "p2 pass"), seats=2, to_move=2, winners=(),
           some="p2 bid 14x6"),
    Moment("two dice lost of two is out (P5)", TWO_DICE + seat_1_doubled(2), seats=2,
           winners=(2,)),
    Moment("by the house rule it is the Last Chance", TWO_DICE + seat_1_doubled(2), seats=2,
           options="mercy=yes", winners=(), some="p2 bid 14x6"),
    Moment("a surrender with two dice is the Last Chance",
           TWO_DICE + seat_1_doubled(2, "p1 surrender", "p2 pass"), seats=2, winners=(),
           some="p2 bid 14x6"),
    Moment("and a surrender at the Last Chance is out",
           TWO_DICE + seat_1_doubled(2, "p1 surrender", "p2 pass")
           + seat_1_doubled(6, "p1 surrender", "p2 pass"), seats=2, winners=(2,)),
    Moment("six dice of the Last Chance count as one: no redouble",
           TWO_DICE + seat_1_doubled(2, "p1 surrender", "p2 pass")
           + "p2 bid 1x1; p1 bid 3x6; p2 double", seats=2,
           legal="p1 pass; p1 surrender; p1 freeze"),
    Moment("who surrenders loses to a bid that was too high",
           f"p1 bid 3x6; p2 challenge; p1 double; p2 surrender; p1 pass; {low(6, 6)}", seats=2,
           to_move=1, some="p1 bid 13x6"),
    Moment("who surrendered a good bid loses, and who sided with it doesn't (P6)",
           SURRENDERED + f"p3 side bidder; 6 6 6r 1 1 2; {low(6, 6)}", seats=3, to_move=2,
           some="p2 bid 20x6"),
    Moment("nor is who sided against it right, though it was surrendered",
           SURRENDERED + f"p3 side caller; 6 6 6r 1 1 2; {low(6, 6)}", seats=3, to_move=2,
           some="p2 bid 19x6", never="p2 bid 20x1"),
    Moment("a doubled side costs its taker one die, the loser two",
           f"p1 bid 5x6; p2 double; p3 pass; p1 pass; p3 side bidder; {low(6, 6, 6)}", seats=3,
           to_move=2, some="p2 bid 18x6", never="p2 bid 19x1"),
    Moment("a bid over another's challenge frees the challenged bidder",
           "p1 bid 3x3; p2 challenge; p3 bid 3x4", seats=3, to_move=1,
           some="p1 bid 3x5; p1 roll x1; p1 challenge; p1 perfecto; p1 double", never="p1 pass"),
    Moment("a sidestep may be needed again, with another die", SIDESTEP + "p2 double; p1 freeze",
           seats=2, due="1: 3"),
    Moment("the frozen die lies at the showdown and counts",
           SIDESTEP + f"p2 challenge; p1 pass; 1 1 1 1 2; {low(6)}", seats=2, to_move=1),
    Moment("the frozen die is not among those that are re-rolled in later rounds",
           SIDESTEP + f"p2 challenge; p1 pass; 1 1 1 1 2; {low(6)}", seats=2,
           some="p1 roll x5", never="p1 roll x6"),
    Moment("nobody sidesteps a Perfecto: its bidder bids or rolls freely",
           "p1 bid 3x3; p2 perfecto", seats=2, some="p1 pass; p1 bid 3x4; p1 roll x6",
           never="p1 freeze; p1 double"),
)  # fmt: skip

TEAMS = (
    Moment("seats opposite each other are partners: the challenged bidder's must freeze to bid",
           "p1 bid 3x6; p2 challenge", seats=4, legal="p3 pass; p3 freeze"),
    Moment("so must the challenger's", "p1 bid 3x6; p2 challenge; p3 pass", seats=4,
           legal="p4 pass; p4 freeze"),
    Moment("a redouble and a surrender that the partner passed by can be borrowed",
           "p1 bid 3x6; p2 challenge; p3 pass; p4 pass; p1 double; p2 pass; p3 pass", seats=4,
           legal="p4 pass; p4 freeze; p4 redouble; p4 surrender"),
    Moment("a borrowed surrender costs the partner the die and gives the bidder the lead",
           "p1 bid 3x6; p2 challenge; p3 pass; p4 pass; p1 double; p2 pass; p3 pass; "
           f"p4 surrender; p1 pass; p2 pass; p3 pass; {low(6, 6, 6, 6)}", seats=4, to_move=1,
           some="p1 bid 27x6; p1 roll x6", never="p1 bid 28x1"),
)  # fmt: skip


@pytest.mark.parametrize("moment", BASIC, ids=str)
def test_the_basic_game(moment: Moment) -> None:
    check("perfecto", moment)


@pytest.mark.parametrize("moment", ADVANCED, ids=str)
def test_the_advanced_rules(moment: Moment) -> None:
    check("perfecto", replace(moment, options=f"advanced=yes {moment.options}"))


@pytest.mark.parametrize("moment", TEAMS, ids=str)
def test_advanced_teams(moment: Moment) -> None:
    check("perfecto", replace(moment, options="advanced=yes teams=yes"))
