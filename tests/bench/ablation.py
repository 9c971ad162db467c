"""What each stage of reading adds: silent errors and fair rolls read without it.

    python -m tests.bench.ablation [--renders FOLDER] [--only d0 ...] [--rooms 6] [--part pips]

Three tables. Renders: every throw as it is and spoiled once at random, the same for all rows.
Spoilt pips: fair throws of the renders with the middle pip of one die worn, or with a trace of one.
Virtual installations of an even seed: of every throw that is knocked, moves, leans, is stacked,
covered, soiled, printed on or has a thing beside it, one picture; and some plain ones.
"""

from __future__ import annotations

import argparse
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from typing import Any

import cv2
import numpy as np

from calibration import contrasts
from calibration.files import load_picture
from tests.bench import virtual
from tests.bench.spoilt_pips import WORN, spoilable, with_spoilt_middle
from tests.bench.virtual_shots import PER_ROOM, PER_THROW, Due, is_right, named_throw, room_of, shot
from tests.bench.vision_augment import spoiled
from tests.bench.vision_costs import calibration_of
from tests.bench.vision_truth import TrueFrame, compare, frames, installations
from vision import read, sight
from vision.account import outside, residue
from vision.calibration_values import Calibration
from vision.faces import find, measure
from vision.faces.fields import NO_FIELDS
from vision.judgement import gather, judge, propped, props, scene
from vision.tray import board
from vision.types import Reading, Status
from vision.veils import believed, bowls, lifted, veil

SEED = 2
_PLAIN = ("fair", "touching", "few", "outside", "many")
_TITLES = {"renders": "Renders", "pips": "Spoilt pips on renders"}
_EVERY = 6  # of the plain throws as calibrated

Patches = tuple[tuple[Any, str, Any], ...]


def _no_residue(seen: Any, calibration: Calibration, poses: Any) -> residue.Residue:
    """Give a residue that says everything is explained."""
    nothing = (0.0,) * len(poses)
    return residue.Residue(
        (), nothing, nothing, seen.looked_at, seen.strange, seen.standing, 9.0, 0.0
    )


def _judged(**less: Any) -> Callable[..., judge.Verdict]:
    """Give a judge that does not know some cues."""
    whole = judge.judge_die

    def judged(cues: Any, calibration: Calibration) -> judge.Verdict:
        named = {key: value for key, value in less.items() if key != "measures"}
        measures = replace(cues.measures, **less.get("measures", {}))
        return whole(replace(cues, measures=measures, **named), calibration)

    return judged


def _without_tint() -> Callable[..., board.Board]:
    """Give a maker of boards on which all shadow is grey."""
    whole = board._board
    return lambda *parts: whole(*parts[:-2], None, parts[-1])


PARTS: dict[str, Patches] = {
    "nothing": (),
    "steady: a knocked camera": ((read, "looks_knocked", lambda *_: False),),
    "sides turn aces": ((read, "turned_to_sides", lambda bgr, camera, poses, *_: poses),),
    "residue: all is explained": ((read, "find_residue", _no_residue),),
    "mirrored lamps taken off": ((read, "unveiled", lambda *_: None),),
    "faces that a lamp fills": ((veil, "filled_faces", lambda *_: ()),),
    "floor that left the shadow": ((sight, "relit_floor", lambda *_: None),),
    "deep shadow": ((residue, "shadow_on", lambda rest, *_: np.zeros_like(rest)),),
    "glow of red sides": ((residue, "glow_on", lambda rest, *_: np.zeros_like(rest)),),
    "rivals": ((read, "judge_die", _judged(rival=-9.0)),),
    "ghosts of pips": ((read, "judge_die", _judged(measures={"ghost": 0.0})),),
    "middle pips that a lamp may feign": (
        (measure, "feigned", lambda _, drawings, *__: [0.0] * len(drawings)),
    ),
    "pips' spread: size, squareness": (
        (
            read,
            "judge_die",
            _judged(outward=1.0, measures={"size": 1.0, "squeeze": 1.0, "misfit": 0.0}),
        ),
    ),
    "pips' stretch at the wall": ((read, "judge_die", _judged(outward=None)),),
    "sharpness": ((read, "judge_die", _judged(measures={"sharpness": 9.0})),),
    "how sharp pips of each look are": ((gather, "sharper_looks", lambda *_: (1.0, 0.9)),),
    "pips longer or softer than others": (
        (read, "judge_die", _judged(lengthened=0.0, sharpness_of_others=None)),
    ),
    "bare floor in silhouettes": ((read, "judge_die", _judged(bare=0.0, untouched=0.0)),),
    "floor at flat dice's feet": ((read, "judge_die", _judged(at_foot=0.0)),),
    "where dice end": ((read, "judge_die", _judged(short=-1.0)),),
    "far sides": ((read, "judge_die", _judged(beyond=0.0)),),
    "dark spots of far sides": ((read, "judge_die", _judged(spots_beyond=0.0)),),
    "floor around faint aces": ((read, "with_floor_around", lambda cues, *_: cues),),
    "oval aces": ((read, "judge_die", _judged(oval=0.0)),),
    "shadows of another colour": ((board, "_board", _without_tint()),),
    "corners that showed pips under veils": ((believed, "_shows_more", lambda *_: False),),
    "faint pips under veils that make up a face": ((bowls, "_make_up_a_face", lambda *_: False),),
    "hue of veiled pips": ((lifted, "hue_between", lambda *_: None),),
    "how dark shadows are": ((contrasts, "_with_shade", lambda made, _: made),),
    "streaks of faint pips": (
        (scene, "faint_streaks", lambda *_: ()),
        (scene, "shows_dark_streaks", lambda *_: False),
    ),
    "faint pips": ((read, "may_hold_faint_pips", lambda *_: False),),
    "bodies that little would tell from glow": ((read, "unseen_bodies", lambda *_: ()),),
    "bodies darker than calibrated": ((find, "with_darker_bodies", lambda seen, *_: seen),),
    "things on the wall": ((read, "things_on_wall", lambda *_: ()),),
    "fields of painted faces": ((find, "painted_fields", lambda *_: NO_FIELDS),),
    "faces tried as of the other look": ((find, "of_other_look", lambda *_: []),),
    "hue of bodies": ((read, "judge_die", _judged(hue_apart=0.0)),),
    "pips askew beside the others'": ((read, "judge_die", _judged(measures={"askew": 0.0})),),
    "floor that flat dice hide": ((propped, "_stands_as_flat", lambda *_: False),),
    "far sides of aces beside a neighbour": (
        (gather, "likelier_by_far_side", lambda *_, **__: 0.0),
    ),
    "neighbours that may bear a die": ((read, "judge_die", _judged(propped=0.0)),),
    "the surer outline of two": ((props, "sure_inside_edges", lambda *_: None),),
    "width of lone aces": ((read, "judge_die", _judged(wider=None)),),
    "pips of lone aces over the set's": ((read, "judge_die", _judged(of_set=None)),),
    "pips under veils counted less": ((read, "under_veils_less", lambda cues, *_: cues),),
    "what dice stand on": (
        (read, "judge_die", _judged(unlike_floor=0.0)),
        (outside, "unlike_floor", lambda *_: 9.0),
    ),
    "learned second opinion": ((read, "reconsidered", lambda bgr, dice, *_: dice),),
}
"""Per stage what is put in its place."""
_AT_SET_UP = {"how dark shadows are"}


@contextmanager
def without(patches: Patches) -> Iterator[None]:
    """Put something else in the place of a stage for a while."""
    kept = [(module, name, getattr(module, name)) for module, name, _ in patches]
    for module, name, other in patches:
        setattr(module, name, other)
    try:
        yield
    finally:
        for module, name, own in kept:
            setattr(module, name, own)


@dataclass(frozen=True, slots=True)
class Case:
    """One picture of the ablation.

    is_right : whether a reading has every die, value and red right.
    fair : it should be accepted. trouble : it must not be.
    """

    bgr: Any
    is_right: Callable[[Reading], bool]
    fair: bool
    trouble: bool


def of_renders(folder: Path) -> Iterator[Case]:
    """The throws of a rendered installation, each as it is and spoiled."""
    random = np.random.default_rng(60)
    for frame in frames(folder):
        bgr = load_picture(folder / f"{frame.name}.jpg")
        trouble = any(die.trouble for die in frame.inside)
        for seen in (bgr, spoiled(bgr, random)):
            yield Case(seen, partial(_is_right_in, frame), frame.fair, trouble)


def of_pips(folder: Path) -> Iterator[Case]:
    """Fair throws of a rendered installation with one middle pip worn or traced."""
    random = np.random.default_rng(61)
    for frame in frames(folder):
        dice = spoilable(frame) if frame.fair else ()
        if not dice:
            continue
        bgr = load_picture(folder / f"{frame.name}.jpg")
        for step in range(len(WORN)):
            seen = with_spoilt_middle(bgr, dice[int(random.integers(len(dice)))], step)
            yield Case(seen, partial(_is_right_in, frame), fair=True, trouble=False)


def _is_right_in(frame: TrueFrame, reading: Reading) -> bool:
    return compare(reading, frame).right


def of_room(seed: int, first: int, kinds: list[str]) -> Iterator[Case]:
    """One picture of each throw of a virtual installation that needs more than the pips.

    kinds : only these; all of them if there are none.
    """
    room = room_of(seed, first)
    for number, index in enumerate(range(first, first + PER_ROOM, PER_THROW)):
        setting, kind = named_throw(room, seed, index)
        if kinds and kind not in kinds:
            continue
        if not kinds and kind in _PLAIN and setting != "camera knocked" and number % _EVERY:
            continue
        one = shot(room, seed, index)
        fair, trouble = one.due is Due.FAIR, one.due is Due.ASK
        yield Case(one.bgr, partial(is_right, one=one), fair, trouble)


Counts = dict[str, "np.ndarray[Any, Any]"]


def calibrations(make: Callable[[], Calibration], counts: Counts) -> dict[str, Calibration]:
    """Give per stage left out the calibration: made without it, if it is one of setting up."""
    whole = make()
    made = dict.fromkeys(counts, whole)
    for name in _AT_SET_UP & counts.keys():
        with without(PARTS[name]):
            made[name] = make()
    return made


def counted(cases: Iterator[Case], by_name: dict[str, Calibration], counts: Counts) -> None:
    """Add per stage left out: silent errors, fair rolls, those right, troubles, those let by."""
    for case in cases:
        for name in counts:
            with without(PARTS[name]):
                reading = read.read_tray(case.bgr, by_name[name])
            ok, right = reading.status is Status.OK, case.is_right(reading)
            good, let_by = ok and right and case.fair, ok and case.trouble
            counts[name] += (ok and not right, case.fair, good, case.trouble, let_by)


def no_counts(left_out: list[str]) -> Counts:
    """Nothing counted yet, for all stages or those whose names begin so."""
    begins = ("nothing", *left_out) if left_out else ("",)
    return {name: np.zeros(5, np.int64) for name in PARTS if name.startswith(begins)}


def print_table(title: str, counts: Counts) -> None:
    """Print what was counted as Markdown."""
    print(f"\n{title}\n")
    print("| left out | silent errors | fair rolls ok | troubles let through |\n|---|---|---|---|")
    for name, (silent, fair, good, trouble, let_by) in counts.items():
        print(f"| {name} | {silent} | {good}/{fair} | {let_by}/{trouble} |", flush=True)


def main() -> None:
    """Count everything and print the tables."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--renders", type=Path, default=Path("../shared/renders"))
    parser.add_argument("--only", nargs="*", default=[], metavar="dN")
    parser.add_argument("--rooms", type=int, default=6, help="virtual installations")
    parser.add_argument("--first-room", type=int, default=0)
    parser.add_argument("--part", choices=("renders", "pips", "virtual"))
    parser.add_argument("--kinds", nargs="*", default=[], help="of virtual throws")
    parser.add_argument("--without", nargs="*", default=[], help="beginnings of stages' names")
    asked = parser.parse_args()
    cv2.setNumThreads(1)
    parts = (asked.part,) if asked.part else ("renders", "pips", "virtual")
    for part, cases in (("renders", of_renders), ("pips", of_pips)):
        if part in parts:
            counts = no_counts(asked.without)
            for folder in installations(asked.renders):
                if not asked.only or folder.name.split("_")[0] in asked.only:
                    by_name = calibrations(partial(calibration_of, folder), counts)
                    counted(cases(folder), by_name, counts)
            print_table(_TITLES[part], counts)
    if "virtual" in parts:
        counts = no_counts(asked.without)
        numbers = range(asked.first_room, asked.first_room + asked.rooms)
        for first, room, _ in virtual.calibrated_rooms(SEED, numbers):
            by_name = calibrations(partial(virtual.calibration_of, room, SEED, first), counts)
            counted(of_room(SEED, first, asked.kinds), by_name, counts)
        print_table(f"Virtual installations of seed {SEED}", counts)


if __name__ == "__main__":
    main()
