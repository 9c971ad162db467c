"""What the virtual bench counts, keeps in files and prints."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterable
from dataclasses import asdict, dataclass
from pathlib import Path

from tests.bench.virtual_shots import CONDITIONS, Due, Shot
from tests.bench.virtual_throws import KINDS

# What a sentence must say to have noticed a trouble for what it is.
_SAYS = {
    "many": ("dice in the tray, but",),
    "leans on the wall": ("leans",),
    "leans on a die": ("leans",),
    "leans on a crumb": ("leans",),
    "stacked": ("on one another", "on another one", "leans"),
    "moving": ("moving",),
    "hand": ("hand", "hidden"),
    "partly covered": ("hidden", "not understood", "hand"),
    "outside": ("outside",),
}

_WHERE = re.compile(r"(at the|in the) (top|bottom|middle|upper|lower|left|right)( left| right)?")


@dataclass(frozen=True, slots=True)
class Outcome:
    """What came of one picture.

    silent : accepted with a wrong value, red or number of dice. mirrored : a face is white all
    over. remarked : its set-up was told that something has to be mended. named : the problem was
    said for what it is. said : the first sentence. reds, reds_right : dice read without doubt, and
    those whose red is right.
    ms : processor time of the reading.
    """

    index: int
    kind: str
    condition: str
    due: Due
    status: str
    silent: bool
    right: bool
    mirrored: bool
    remarked: bool
    named: bool
    said: str
    reds: int
    reds_right: int
    ms: float


@dataclass(slots=True)
class Leg:
    """The outcomes of a range of pictures; refused: those whose room could not be calibrated."""

    seed: int
    outcomes: list[Outcome]
    refused: list[int]
    rooms: int = 0


def named(problems: Iterable[str], one: Shot) -> bool:
    """Whether the sentences say what is wrong."""
    said = " ".join(problems)
    return any(words in said for words in _SAYS.get(one.kind, ()))


def save(leg: Leg, path: Path) -> None:
    """Keep a leg as JSON."""
    path.parent.mkdir(parents=True, exist_ok=True)
    rows = [{**asdict(one), "due": one.due.value} for one in leg.outcomes]
    data = {"seed": leg.seed, "rooms": leg.rooms, "refused": leg.refused, "outcomes": rows}
    path.write_text(json.dumps(data))


def load(paths: Iterable[Path]) -> Leg:
    """Legs of one seed put together; a picture that is in two of them counts once.

    Raises ValueError when they are of different seeds.
    """
    outcomes: dict[int, Outcome] = {}
    refused: set[int] = set()
    seeds, rooms = set(), 0
    for path in paths:
        data = json.loads(path.read_text())
        seeds.add(int(data["seed"]))
        rooms += int(data["rooms"])
        refused.update(data["refused"])
        for row in data["outcomes"]:
            outcomes[row["index"]] = Outcome(**{**row, "due": Due(row["due"])})
    if len(seeds) != 1:
        raise ValueError(f"legs of one seed can be added, not of {sorted(seeds)}")
    return Leg(seeds.pop(), list(outcomes.values()), sorted(refused), rooms)


def table(leg: Leg) -> str:
    """The whole result as Markdown: silent errors first."""
    part = "report" if leg.seed % 2 else "look"
    whole = leg.outcomes
    parts = [
        f"Seed {leg.seed} ({part}): {len(whole)} pictures of {leg.rooms} installations;"
        f" {len(leg.refused)} more belong to installations that calibration refused.",
        "",
        _silent_text(whole) + _fair_text(whole),
        _reds_text(whole) + _time_text(whole),
        "",
        *_rows("what lies there", KINDS, whole, lambda one: one.kind),
        "",
        *_rows("how it is seen", CONDITIONS, whole, lambda one: one.condition),
        "",
        *_reasons(whole),
    ]
    return "\n".join(parts) + "\n"


def _silent(some: list[Outcome]) -> int:
    return sum(one.silent for one in some)


def _silent_text(some: list[Outcome]) -> str:
    clear = [one for one in some if not one.remarked]
    return (
        f"**{_silent(some)} silent errors**, {_silent(clear)} of them in the {len(clear)} pictures"
        " of installations about which calibration had nothing to remark. "
    )


def _fair(some: list[Outcome]) -> tuple[int, int]:
    fair = [one for one in some if one.due is Due.FAIR and not one.mirrored]
    return sum(_good(one) for one in fair), len(fair)


def _good(one: Outcome) -> bool:
    return one.status == "ok" and one.right


def _fair_text(some: list[Outcome]) -> str:
    clear = [one for one in some if not one.remarked]
    (ok, fair), (ok_clear, fair_clear) = _fair(some), _fair(clear)
    mirrored = sum(one.mirrored and one.due is Due.FAIR for one in some)
    return (
        f"Fair throws ok and right: {ok}/{fair} ({ok / max(fair, 1):.1%});"
        f" where calibration had nothing to remark: {ok_clear}/{fair_clear}"
        f" ({ok_clear / max(fair_clear, 1):.1%}). Left out: {mirrored} with a face that mirrors the"
        " lamp all over."
    )


def _reds_text(some: list[Outcome]) -> str:
    reds, right = sum(one.reds for one in some), sum(one.reds_right for one in some)
    return f"Red or not, on dice read without doubt: {right}/{reds}. "


def _time_text(some: list[Outcome]) -> str:
    times = sorted(one.ms for one in some)
    return f"One reading: {times[len(times) // 2]:.1f} ms (median)." if times else ""


def refused_by_reason(whole: list[Outcome]) -> list[list[Outcome]]:
    """Fair throws that were not accepted, together by what was said first; the commonest first."""
    reasons: dict[str, list[Outcome]] = {}
    for one in whole:
        if one.due is Due.FAIR and one.status != "ok" and not one.mirrored:
            reasons.setdefault(reason_of(one), []).append(one)
    return sorted(reasons.values(), key=len, reverse=True)


def reason_of(one: Outcome) -> str:
    """What was said first, wherever in the tray."""
    return _WHERE.sub("…", one.said)


def _reasons(whole: list[Outcome]) -> list[str]:
    """Why fair throws were not accepted."""
    lines = ["| what was said first about fair throws | times |", "|---|---|"]
    groups = refused_by_reason(whole)[:12]
    return [*lines, *(f"| {reason_of(some[0])} | {len(some)} |" for some in groups)]


def _rows(
    title: str, names: Iterable[str], whole: list[Outcome], key: Callable[[Outcome], str]
) -> list[str]:
    lines = [
        f"| {title} | pictures | silent | fair: ok and right | to be asked: asked | said why |",
        "|---|---|---|---|---|---|",
    ]
    for name in (*names, "all"):
        some = [one for one in whole if name in ("all", key(one))]
        ok, fair = _fair(some)
        ask = [one for one in some if one.due is Due.ASK]
        asked, said = sum(one.status != "ok" for one in ask), sum(one.named for one in ask)
        counts = f"{ok}/{fair} | {asked}/{len(ask)} | {said}"
        lines.append(f"| {name} | {len(some)} | {_silent(some)} | {counts} |")
    return lines
