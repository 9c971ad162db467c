"""Dice sets that are sold but that the drawn rooms hold none of: large aces, pips far out or large.

    python -m tests.bench.other_sets --seed 160 --rooms 1 3 5 8 12 20 [--sets "large ace" round]

The sets lie in virtual rooms in the place of their own dice; every twelfth picture is read. A row
a set: fair throws that are ok and right, wrong readings that are ok, and rooms that calibration
refuses. Even seeds are for looking, odd seeds for reporting.
"""

from __future__ import annotations

import argparse
from dataclasses import dataclass, replace

import numpy as np

from calibration.fits import CalibrationImpossible
from tests.bench.virtual_rooms import Room, calibrated
from tests.bench.virtual_shots import PER_ROOM, Due, is_right, is_silent, room_of, shot
from vision.read import read_tray
from vision.types import Status
from vision.virtual import DieStyle, RedKind, Scene

_EVERY = 12
_WHITE, _INK, _BLUE = (0.92, 0.91, 0.88), (0.07, 0.07, 0.08), (0.08, 0.14, 0.5)
_CHALK, _GOLD, _GREY = (0.95, 0.95, 0.93), (0.75, 0.58, 0.2), (0.45, 0.45, 0.47)
_PLAIN = DieStyle("white", _WHITE, _INK)


@dataclass(frozen=True, slots=True)
class OtherSet:
    """A set of dice: how they look, which of their faces are red, and their size if not usual."""

    style: DieStyle
    reds: tuple[int, ...] = ()
    size_mm: float | None = None


def _spreads(
    two: float = 1.0,
    three: float = 1.0,
    five: float = 1.0,
    six: tuple[float, float] = (1.0, 1.0),
) -> tuple[tuple[float, float], ...]:
    """Give how far out the pips of each face lie, over those of a four."""
    return ((1.0, 1.0), (two, two), (three, three), (1.0, 1.0), (five, five), six)


SETS: dict[str, OtherSet] = {
    "white": OtherSet(_PLAIN),
    "large ace": OtherSet(replace(_PLAIN, one_scale=1.6)),
    "large red ace, red four": OtherSet(
        replace(_PLAIN, pip=_BLUE, red_kind=RedKind.PIPS, one_scale=1.7), (1, 4)
    ),
    "large red ace": OtherSet(replace(_PLAIN, red_kind=RedKind.PIPS, one_scale=1.6), (1,)),
    "huge red ace, red four": OtherSet(
        replace(_PLAIN, pip_radius=0.085, red_kind=RedKind.PIPS, one_scale=2.3), (1, 4)
    ),
    "small pips": OtherSet(replace(_PLAIN, pip_radius=0.065)),
    "large pips": OtherSet(replace(_PLAIN, pip_radius=0.125)),
    "pips far in": OtherSet(replace(_PLAIN, pip_inset=0.29, pip_radius=0.085)),
    "pips far out": OtherSet(replace(_PLAIN, pip_inset=0.21, pip_radius=0.085)),
    "round": OtherSet(replace(_PLAIN, edge=0.2, ball=0.72)),
    "sharp, clear red": OtherSet(
        DieStyle("clear", (0.62, 0.03, 0.06), _CHALK, edge=0.015, glow=0.35, pip_depth=0.0)
    ),
    "casino": OtherSet(
        DieStyle(
            "casino",
            (0.62, 0.03, 0.06),
            _CHALK,
            edge=0.01,
            glow=0.35,
            pip_depth=0.0,
            pip_radius=0.115,
            pip_inset=0.21,
        ),
        size_mm=19.0,
    ),
    "gold on black": OtherSet(DieStyle("black", (0.05, 0.05, 0.06), _GOLD)),
    "grey on white": OtherSet(replace(_PLAIN, pip=_GREY)),
    "long sixes": OtherSet(
        replace(_PLAIN, pip_inset=0.27, pip_radius=0.085, spreads=_spreads(six=(1.06, 1.21)))
    ),
    "long narrow sixes, wide twos": OtherSet(
        replace(
            _PLAIN,
            pip_inset=0.27,
            pip_radius=0.085,
            spreads=_spreads(two=1.1, three=1.08, five=1.05, six=(0.9, 1.4)),
        )
    ),
    "wide fives and sixes": OtherSet(
        replace(_PLAIN, pip_inset=0.29, spreads=_spreads(five=1.17, six=(1.31, 1.31)))
    ),
    "near twos": OtherSet(replace(_PLAIN, pip=_BLUE, one_scale=1.7, spreads=_spreads(two=0.62))),
    "small dice": OtherSet(_PLAIN, size_mm=10.0),
    "large dice": OtherSet(_PLAIN, size_mm=24.0),
}


@dataclass(slots=True)
class Tally:
    """What became of the pictures of one set."""

    fair: int = 0
    right: int = 0
    silent: int = 0
    refused: int = 0


def with_set(room: Room, dice: OtherSet) -> Room:
    """The room with other dice in it, as many as before."""

    def changed(scene: Scene) -> Scene:
        return replace(
            scene,
            style=dice.style,
            red_faces=(dice.reds,) * len(scene.red_faces),
            die_size_mm=dice.size_mm or scene.die_size_mm,
        )

    return replace(
        room, scene=changed(room.scene), relit=changed(room.relit), knocked=changed(room.knocked)
    )


def run(dice: OtherSet, seed: int, rooms: list[int]) -> Tally:
    """The tally of one set over some rooms of a seed."""
    tally = Tally()
    for number in rooms:
        first = number * PER_ROOM
        room = with_set(room_of(seed, first), dice)
        try:
            calibration = calibrated(room, np.random.default_rng([seed, number, 5]))
        except CalibrationImpossible:
            tally.refused += 1
            continue
        for index in range(first, first + PER_ROOM, _EVERY):
            one = shot(room, seed, index)
            reading = read_tray(one.bgr, calibration)
            tally.silent += is_silent(reading, one)
            if one.due is Due.FAIR:
                tally.fair += 1
                tally.right += reading.status is Status.OK and is_right(reading, one)
    return tally


def main() -> None:
    """Read the command line and print the table, a row as soon as it is known."""
    parser = argparse.ArgumentParser(description="Other dice sets in virtual rooms.")
    parser.add_argument("--seed", type=int, default=160)
    parser.add_argument("--rooms", type=int, nargs="+", default=[1, 3, 5, 8, 12, 20])
    parser.add_argument("--sets", nargs="+", choices=SETS, default=list(SETS))
    wanted = parser.parse_args()
    print("| set | fair rolls ok | silent | rooms refused |\n|---|---|---|---|")
    for name in wanted.sets:
        tally = run(SETS[name], wanted.seed, wanted.rooms)
        row = f"| {name} | {tally.right}/{tally.fair} | {tally.silent} | {tally.refused} |"
        print(row, flush=True)


if __name__ == "__main__":
    main()
