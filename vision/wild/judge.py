"""From what several readers say about each candidate to one reading with reasons.

The limits were chosen on the `look` half of the photographs (tests/bench/wild.py says which);
the tables are measured on the other half.
May import: numpy, vision.types and the wild reader's values.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from itertools import combinations

import cv2
import numpy as np

from vision.types import DieReading, Point, Problem, Reading, Status
from vision.wild.clues import Chances, each_once
from vision.wild.face import WildFace
from vision.wild.sizes import usual_side

SEEN = 0.4
"""The chance from which a candidate is a die of the reading."""

DOUBTFUL = 0.05
"""A candidate between this and SEEN makes the reading unsure: it may be a die."""

SURE_DIE, SURE_VALUE, SURE_RED = 0.9, 0.93, 0.8
"""From these on nothing is said of a die alone."""

SURE_ACE = 0.93
"""An ace must be a die so surely: letters have one round hole too."""

SURE = 0.93
"""The least product of all chances of all dice: many dice must each be surer than few."""

SURE_LAYOUT = 0.42
"""Below this the pips are not where a die has them: cards, dominoes and buttons have pips too."""

SMALLEST_PX = 16.0
"""Side of a face below which a button with four holes looks like a four."""

BEYOND = 0.06
"""Above this share of a face beyond the picture's border a pattern that goes on there, and a pip
that is cut off, can pass for a die's."""

BESIDE, BELOW = 0.85, 0.95
"""Faces of two dice are at least their mean side apart, less what is measured wrongly: nearer
ones are the top and the front of one die that is seen obliquely, and so are those up to the second
that stand below one another, if they are not both so surely tops."""

NEAREST, BOTH_TOPS = 0.78, 0.95
"""Tops of two dice are no nearer than the first even where a slant of 50 degrees makes them
shorter; from the second, the product of their chances, on they may be that near."""

FAINT, APART = 0.03, 0.35
"""What is this surely a die, and this many sides from the middle of another, is another face."""

JOINED, ALIGNED_DEG = 0.12, 6.0
"""Two faces a side apart, to this part of it, and turned alike may be the halves of a domino."""

TRUST = (0.945, 1.368)
"""From the product of a die's chances to how often such dice are right: slope and shift of the
log odds, fitted on the `look` half."""


@dataclass(frozen=True, slots=True)
class _Seen:
    """One candidate and its chances."""

    face: WildFace
    chances: Chances

    @property
    def leans(self) -> bool:
        return float(self.face.candidate.chances[6]) > 0.5

    @property
    def sure(self) -> float:
        """The chance that it is a die, of that value, and red or not as is said."""
        chances = self.chances
        return chances.die * chances.right * max(chances.red, 1 - chances.red)

    @property
    def turn_deg(self) -> float:
        """How the face's first axis lies in the picture."""
        across, down = self.face.candidate.frame[:, 0]
        return math.degrees(math.atan2(down, across))

    @property
    def at(self) -> Point:
        return float(self.face.candidate.centre[0]), float(self.face.candidate.centre[1])


def _place(at: Point, shape: tuple[int, ...]) -> str:
    """Where in the picture, in a player's words."""
    down, across = at[1] / shape[0], at[0] / shape[1]
    row = "top" if down < 1 / 3 else "bottom" if down > 2 / 3 else "middle"
    column = "left" if across < 1 / 3 else "right" if across > 2 / 3 else "middle"
    return "in the middle" if row == column else f"at the {row} {column}".replace(" middle", "")


def _doubt(seen: _Seen, shape: tuple[int, ...]) -> str:
    """Why a die is not surely read; nothing when it is."""
    chances, place = seen.chances, _place(seen.at, shape)
    if seen.leans:
        return f"the die {place} leans, moves or is partly hidden"
    if _share_beyond(seen, shape) > BEYOND:
        return f"the die {place} is cut off by the picture's border"
    least = SURE_ACE if chances.value == 1 else SURE_DIE
    if chances.die < least or seen.face.layout.score < SURE_LAYOUT:
        return f"what lies {place} is not clearly a die"
    if seen.face.candidate.side_px < SMALLEST_PX:
        return f"what lies {place} is too small in the picture to be surely a die"
    if chances.right < SURE_VALUE or not _all_say(seen.face, chances.value):
        return f"the pips of the die {place} cannot be read surely"
    if max(chances.red, 1 - chances.red) < SURE_RED:
        return f"it is not clear whether the die {place} shows a red face"
    return ""


def _share_beyond(seen: _Seen, shape: tuple[int, ...]) -> float:
    """Which part of a face lies beyond the border of a picture of (rows, columns)."""
    face = np.asarray(seen.face.candidate.corners(), np.float32)
    rows, columns = shape[:2]
    picture = np.asarray([(0, 0), (columns, 0), (columns, rows), (0, rows)], np.float32)
    within, _ = cv2.intersectConvexConvex(face, picture)
    return 1 - within / max(cv2.contourArea(face), 1e-6)


def _all_say(face: WildFace, value: int) -> bool:
    """Whether both the layout and the face reader, each alone, say this value."""
    return face.layout.value == value and int(face.chances.argmax()) + 1 == value


def _trusted(chance: float) -> float:
    """How often dice whose chances have this product are right."""
    kept = min(max(chance, 1e-6), 1 - 1e-6)
    odds = TRUST[0] * math.log(kept / (1 - kept)) + TRUST[1]
    return 1 / (1 + math.exp(-odds))


def _die(seen: _Seen) -> DieReading:
    chances, candidate = seen.chances, seen.face.candidate
    corners = tuple((float(x), float(y)) for x, y in candidate.corners())
    sure = _trusted(seen.sure)
    problem = Problem.COCKED if seen.leans else None
    if problem is None and chances.right < 0.5:
        problem = Problem.UNREADABLE
    return DieReading(chances.value, chances.red > 0.5, sure, seen.at, corners, problem)


def _tops(dice: list[_Seen]) -> tuple[list[_Seen], list[_Seen]]:
    """The dice without those that are another one's front: below it, in an upright picture."""
    tops: list[_Seen] = []
    fronts: list[_Seen] = []
    for one in sorted(dice, key=lambda seen: seen.at[1]):
        (fronts if any(_is_front(one, other) for other in tops) else tops).append(one)
    return tops, fronts


def _is_front(one: _Seen, upper: _Seen) -> bool:
    """Whether a face is rather the front of the die above it than the top of another one."""
    apart = _apart(one, upper)
    if apart > NEAREST and one.chances.die * upper.chances.die >= BOTH_TOPS:
        return False
    in_line = abs(one.at[0] - upper.at[0]) < 0.3 * abs(one.at[1] - upper.at[1])
    return apart < BESIDE or (apart < BELOW and in_line)


def _apart(one: _Seen, other: _Seen) -> float:
    """How far two faces are apart, in their mean sides."""
    mean_px = (one.face.candidate.side_px + other.face.candidate.side_px) / 2
    return math.dist(one.at, other.at) / mean_px


def _domino(one: _Seen, other: _Seen) -> bool:
    """Whether two faces lie edge to edge and in line, as dice seldom do."""
    sides = [seen.face.candidate.side_px for seen in (one, other)]
    apart = 2 * math.dist(one.at, other.at) / sum(sides)
    if abs(apart - 1) > JOINED or max(sides) > 1.2 * min(sides):
        return False
    line = math.degrees(math.atan2(other.at[1] - one.at[1], other.at[0] - one.at[0]))
    turns = (one.turn_deg - line, other.turn_deg - line)
    return all(abs((turn + 45) % 90 - 45) < ALIGNED_DEG for turn in turns)


def _half_hidden(one: _Seen, other: _Seen) -> bool:
    """Whether what was left out beside another one may be a second die and not the same."""
    sides = sorted((one.face.candidate.side_px, other.face.candidate.side_px))
    apart = math.dist(one.at, other.at) / sides[0]
    return one.chances.die >= FAINT and APART < apart < BESIDE and sides[1] < 1.4 * sides[0]


def _of_pairs(dice: list[_Seen], shape: tuple[int, ...]) -> list[str]:
    """Doubts about dice that lie as the halves of a domino do, or nearer than two dice can."""
    problems = []
    for one, other in combinations(dice, 2):
        if _domino(one, other):
            problems.append(f"what lies {_place(one.at, shape)} may be a domino")
        if _apart(one, other) < BESIDE:
            problems.append(f"the die {_place(one.at, shape)} shows two faces")
    return problems


def _of_all(dice: list[_Seen], shape: tuple[int, ...]) -> list[str]:
    """A doubt about dice of which each alone is sure, but not all together."""
    if math.prod(one.sure for one in dice) >= SURE:
        return []
    worst = min(dice, key=lambda one: one.sure)
    return [f"the die {_place(worst.at, shape)} is not read surely enough"]


def judge(faces: tuple[WildFace, ...], shape: tuple[int, ...]) -> Reading:
    """The reading of a picture of (rows, columns) from its candidates."""
    usual = usual_side(faces)
    kept, others = each_once(faces, usual)
    seen = [_Seen(face, chances) for face, chances in kept]
    dice = [one for one in seen if one.chances.die >= SEEN]
    dice, fronts = _tops(dice)
    doubtful = [one for one in seen if DOUBTFUL <= one.chances.die < SEEN]
    if not dice and not doubtful:
        return Reading(Status.EMPTY)
    problems = [why for one in dice if (why := _doubt(one, shape))]
    problems += [f"something {_place(one.at, shape)} may be a die or not" for one in doubtful]
    problems += [f"the die {_place(one.at, shape)} shows two faces" for one in fronts]
    problems += _of_pairs(dice, shape)
    found = tuple(sorted((_die(one) for one in dice), key=lambda die: die.centre_px))
    for one in (_Seen(face, chances) for face, chances in others):
        if any(_half_hidden(one, other) for other in seen):
            problems.append(f"dice may lie on one another {_place(one.at, shape)}")
    if dice and not problems:
        problems += _of_all(dice, shape)
    status = Status.UNSURE if problems or not found else Status.OK
    return Reading(status, found, tuple(dict.fromkeys(problems)))
