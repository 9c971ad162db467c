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
from pi_app.rules.resolve import Seen
from pi_app.table.types import Look
from vision.types import DieReading, Problem, Reading, Status

_SAME_PLACE = 0.35  # of a die's edge: less than a die moves that was touched by a hand
_EDGE_PX = 40.0  # of a die whose corners are not known
_WORDS = {
    Problem.COCKED: "leans",
    Problem.STACKED: "lies on another die",
    Problem.OUTSIDE: "lies outside the tray",
    Problem.HIDDEN: "is partly hidden",
    Problem.MOVING: "still moves",
    Problem.GLARE: "mirrors the lamp",
    Problem.UNREADABLE: "can't be read",
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
    has ever moved (what lay there when the program started was not thrown now). known : the
    numbers of the dice that lay there when the game last went on. scored : those of the last
    counted throw. gone : dice of the hand in play that have left the tray.
    """

    dice: tuple[Lying, ...] = ()
    reading: Reading | None = None
    picture: int | None = None
    confirmed: bool = False
    moving: bool = False
    stirred: bool = False
    known: frozenset[int] = frozenset()
    scored: frozenset[int] = frozenset()
    gone: Dice = ()
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
    def sure(self) -> bool:
        """Whether every die is surely known, by the camera or by a person."""
        if self.reading is None or any(die.face is None for die in self.present):
            return False
        if self.confirmed or self.reading.status is not Status.UNSURE:
            return True
        corrected = any(die.corrected for die in self.dice)
        return corrected and not any(die.doubtful for die in self.dice)

    def of_hand(self, hand: str) -> tuple[Lying, ...]:
        """The dice that may belong to a hand: not those that were thrown for another one."""
        return tuple(die for die in self.present if die.owner in ("", hand))


def faces(dice: Iterable[Lying]) -> Dice:
    """The faces of dice that are all known."""
    return sort_dice(die.face for die in dice if die.face is not None)


def seen_of(view: View, hand: str) -> Seen | None:
    """What a button may take as its argument; None when nothing is surely seen."""
    if not view.sure:
        return None
    dice = view.of_hand(hand)
    strip = tuple(die for die in dice if die.read.in_strip)
    return Seen(faces(die for die in dice if die not in strip), faces(strip), view.gone)


def see(view: View, look: Look) -> View:
    """The view after a look: who still lies there keeps number, owner and correction."""
    left = list(view.dice)
    dice: list[Lying] = []
    number = view.next_number
    for index, read in enumerate(look.reading.dice):
        stayed = look.stayed[index] if index < len(look.stayed) else None
        before = _same_die(read, left, stayed)
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
    return after if view.stirred else replace(after, known=after.numbers)


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


def settle(view: View, *, hand: str | None = None, gone: Dice = ()) -> View:
    """The view after the game went on: what lies there now was there before the next throw.

    hand : the hand whose throw was counted just now, if one was; gone : its dice out of sight.
    """
    if hand is None:
        return replace(view, known=view.numbers)
    dice = tuple(replace(die, owner=die.owner or hand) for die in view.dice)
    return replace(view, dice=dice, known=view.numbers, scored=view.numbers, gone=gone)


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


def _same_die(read: DieReading, left: list[Lying], stayed: bool | None) -> Lying | None:
    """The die of the last look that this one is, if it was not touched since."""
    if stayed is False or not left:
        return None
    nearest = min(left, key=lambda die: dist(die.read.centre_px, read.centre_px))
    if stayed:
        return nearest
    away_px = dist(nearest.read.centre_px, read.centre_px)
    same_face = (nearest.read.value, nearest.read.red) == (read.value, read.red)
    return nearest if same_face and away_px <= _SAME_PLACE * nearest.edge_px else None
