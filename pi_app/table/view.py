"""What the table believes to lie on the tray: every die with an identity that lasts while it lies.

A die keeps its number as long as nobody touches it; picked up, thrown or turned it gets a new one.
So the same lying dice are never scored twice, and a throw with the same faces is still a throw.
May import: rules, vision.types, table.types.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from math import dist

from pi_app.rules.dice import Dice, Die, sort_dice
from pi_app.rules.resolve import Seen, beyond
from pi_app.table.types import Look
from vision.types import DieReading, Problem, Reading, Status

# Of a die's edge. Two readings of one lying die differ by less; of thrown dice, one in thousands
# comes to rest so near to where one with the same face lay, turned in the same way.
_SAME_CENTRE = 0.12
_SAME_CORNERS = 0.2
_EDGE_PX = 40.0  # of a die whose corners are not known
_WORDS = {
    Problem.COCKED: "leans",
    Problem.STACKED: "lies on another die",
    Problem.OUTSIDE: "lies outside the tray",
    Problem.HIDDEN: "is partly hidden",
    Problem.MOVING: "still moves",
    Problem.GLARE: "mirrors the lamp",
    Problem.UNREADABLE: "can't be read",
    Problem.STRANGE: "is of another colour than the set's",
    Problem.UNPROVED: "may lean or lie on another die",
}


@dataclass(frozen=True, slots=True)
class Lying:
    """One die of the last look.

    number : its identity. face : None when it can't be told. owner : the hand that it was thrown
    for, "" before that. corrected : a person said what it shows. absent : a person said that it
    is no die.
    """

    number: int
    read: DieReading
    face: Die | None
    owner: str = ""
    corrected: bool = False
    absent: bool = False

    @property
    def doubtful(self) -> bool:
        """Whether a person must say what it shows."""
        return not self.corrected and (self.read.problem is not None or self.face is None)

    @property
    def words(self) -> str:
        """What is wrong with it; empty when nothing is."""
        if not self.doubtful:
            return ""
        return _WORDS[self.read.problem] if self.read.problem else "can't be read"

    @property
    def edge_px(self) -> float:
        """The length of its edge in the picture."""
        corners = self.read.corners_px
        return dist(corners[0], corners[1]) if len(corners) >= 2 else _EDGE_PX


@dataclass(frozen=True, slots=True)
class View:
    """What was seen last.

    reading, picture : of the last look; None before the first. confirmed : a person said that
    the reading is right. moving : something has moved since the last look. stirred : something
    has ever moved (what lay there when the program started was not thrown now). rest : the dice
    that lay there when the game last went on; they are no throw before they are moved. scored :
    the numbers of the dice of the last counted throw.
    """

    dice: tuple[Lying, ...] = ()
    reading: Reading | None = None
    picture: int | None = None
    confirmed: bool = False
    moving: bool = False
    stirred: bool = False
    rest: tuple[Lying, ...] = ()
    scored: frozenset[int] = frozenset()
    next_number: int = 1

    @property
    def present(self) -> tuple[Lying, ...]:
        """The dice that are there."""
        return tuple(die for die in self.dice if not die.absent)

    @property
    def numbers(self) -> frozenset[int]:
        """The identities of the dice that are there."""
        return frozenset(die.number for die in self.present)

    @property
    def known(self) -> frozenset[int]:
        """The identities of the dice that lay there when the game last went on."""
        return frozenset(die.number for die in self.rest)

    @property
    def sure(self) -> bool:
        """Whether every die is surely known, by the camera or by a person."""
        if self.reading is None or any(die.face is None for die in self.present):
            return False
        if self.confirmed or self.reading.status is not Status.UNSURE:
            return True
        corrected = any(die.corrected for die in self.dice)
        return corrected and not any(die.doubtful for die in self.dice)

    @property
    def number_open(self) -> bool:
        """Whether the dice that are seen are sure, but one more may lie there unseen."""
        return not self.sure and self.reading is not None and self.reading.number_open

    def of_hand(self, hand: str) -> tuple[Lying, ...]:
        """The dice that may belong to a hand: not those that were thrown for another one."""
        return tuple(die for die in self.present if die.owner in ("", hand))

    def gone(self, hand: str, dice: Dice) -> Dice:
        """Those of a hand's dice that did not lie there when the game last went on."""
        return beyond(dice, faces(die for die in self.rest if die.owner in ("", hand)))


def faces(dice: Iterable[Lying]) -> Dice:
    """The faces of dice that are all known."""
    return sort_dice(die.face for die in dice if die.face is not None)


def seen_of(view: View, hand: str, should: Dice | None) -> Seen | None:
    """What a button may take as its argument; None when nothing is surely seen.

    should : what should lie there, where the rules know.
    """
    if not view.sure:
        return None
    dice = view.of_hand(hand)
    strip = tuple(die for die in dice if die.read.in_strip)
    gone = view.gone(hand, should or ())
    return Seen(faces(die for die in dice if die not in strip), faces(strip), gone)


def see(view: View, look: Look) -> View:
    """The view after a look: who still lies there keeps number, owner and correction."""
    left = list(view.dice)
    dice: list[Lying] = []
    number = view.next_number
    for read in look.reading.dice:
        before = _same_die(read, left)
        if before is None:
            dice.append(Lying(number, read, face_of(read)))
            number += 1
        else:
            left.remove(before)
            face = before.face if before.corrected else face_of(read)
            dice.append(replace(before, read=read, face=face))
    after = replace(
        view,
        dice=tuple(dice),
        reading=look.reading,
        picture=look.picture,
        moving=False,
        next_number=number,
    )
    same = after.numbers == view.numbers
    after = replace(after, confirmed=view.confirmed and same)
    return after if view.stirred else replace(after, rest=after.present)


def face_of(read: DieReading) -> Die | None:
    """The face that was read, if value and red are both told."""
    if read.value is None or read.red is None:
        return None
    return Die(read.value, read.red)


def correct(view: View, index: int, face: Die | None) -> View:
    """The view after a person said what die `index` shows; None: it is no die."""
    dice = tuple(
        replace(die, face=face, corrected=True, absent=face is None) if place == index else die
        for place, die in enumerate(view.dice)
    )
    return replace(view, dice=dice)


def settle(view: View, hand: str, *, counted: bool = False) -> View:
    """The view after the game went on: what lies there now was there before the next throw.

    hand : whose dice were in play. counted : it went on because their throw was counted.
    """
    dice = tuple(replace(die, owner=die.owner or hand) for die in view.dice)
    after = replace(view, dice=dice)
    scored = after.numbers if counted else view.scored
    return replace(after, rest=after.present, scored=scored)


def forget_game(view: View) -> View:
    """The view when another game begins: nothing that lies there belongs to it yet."""
    after = replace(view, dice=tuple(replace(die, owner="") for die in view.dice))
    return replace(after, rest=after.present, scored=frozenset())


def shifted(view: View, now: View) -> bool:
    """Whether all dice lie almost as before: a knock against the tray rather than a throw."""
    if not now.present or faces(view.present) != faces(now.present):
        return False
    left = list(view.present)
    for die in now.present:
        near = [
            other
            for other in left
            if other.face == die.face
            and dist(other.read.centre_px, die.read.centre_px) < die.edge_px
        ]
        if not near:
            return False
        left.remove(near[0])
    return True


def _same_die(read: DieReading, left: list[Lying]) -> Lying | None:
    """The die of the last look that this one is, if it was not touched since."""
    if not left:
        return None
    nearest = min(left, key=lambda die: dist(die.read.centre_px, read.centre_px))
    same_face = (nearest.read.value, nearest.read.red) == (read.value, read.red)
    return nearest if same_face and _same_place(nearest, read) else None


def _same_place(die: Lying, read: DieReading) -> bool:
    """Whether a die lies where one was read, turned in the same way."""
    edge_px = die.edge_px
    if dist(die.read.centre_px, read.centre_px) > _SAME_CENTRE * edge_px:
        return False
    if read.value == 1:
        return True  # an ace looks the same however it is turned, so its corners are not sure
    return all(
        min(dist(corner, other) for other in die.read.corners_px) <= _SAME_CORNERS * edge_px
        for corner in (read.corners_px if die.read.corners_px else ())
    )
