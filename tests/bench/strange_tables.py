"""What the bench of strange pictures counts, keeps in files and prints."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterable
from dataclasses import asdict, dataclass
from pathlib import Path

ANSWERS = {
    "ok": "ok",
    "empty": "called empty, but not",
    "unsure": "unsure",
    "bare": "nothing there",
    "refused": "refused",
}
"""The answers, and how the table calls them; `bare` is an empty tray, or no dice anywhere."""

READERS = ("calibrated", "without calibration")


@dataclass(frozen=True, slots=True)
class Answer:
    """What was said of one picture: one of ANSWERS, by one of READERS; ms of processor time."""

    index: int
    kind: str
    reader: str
    answer: str
    ms: float


@dataclass(frozen=True, slots=True)
class Leg:
    """The answers of a range of pictures."""

    seed: int
    answers: tuple[Answer, ...]


def save(leg: Leg, path: Path) -> None:
    """Keep a leg as JSON."""
    path.parent.mkdir(parents=True, exist_ok=True)
    rows = [asdict(one) for one in leg.answers]
    path.write_text(json.dumps({"seed": leg.seed, "answers": rows}))


def load(paths: Iterable[Path]) -> Leg:
    """Legs of one seed put together; a picture that is in two of them counts once.

    Raises ValueError when they are of different seeds.
    """
    answers: dict[int, Answer] = {}
    seeds = set()
    for path in paths:
        data = json.loads(path.read_text())
        seeds.add(int(data["seed"]))
        answers.update((row["index"], Answer(**row)) for row in data["answers"])
    if len(seeds) != 1:
        raise ValueError(f"legs of one seed can be added, not of {sorted(seeds)}")
    return Leg(seeds.pop(), tuple(answers.values()))


def table(leg: Leg) -> str:
    """The counts as Markdown, by kind of picture and by reader."""
    counts: dict[str, Counter[str]] = {}
    for one in leg.answers:
        for row in (one.kind, one.reader, "all"):
            counts.setdefault(row, Counter())[one.answer] += 1
    last = [row for row in (*READERS, "all") if row in counts]
    lines = [
        f"| picture | pictures | {' | '.join(ANSWERS.values())} |",
        f"|---|{'---|' * (1 + len(ANSWERS))}",
    ]
    for name in (*sorted(set(counts) - set(last)), *last):
        some = counts[name]
        cells = (name, some.total(), *(some[answer] for answer in ANSWERS))
        lines.append(f"| {' | '.join(map(str, cells))} |")
    return "\n".join([*_summary(leg), "", *lines])


def _summary(leg: Leg) -> list[str]:
    said = Counter(one.answer for one in leg.answers)
    seconds = sum(one.ms for one in leg.answers) / 1000
    return [
        f"Seed {leg.seed}: {len(leg.answers)} pictures, {said['ok']} of them ok,"
        f" {said['empty']} called an empty tray though something is in it"
        f" ({seconds / 60:.1f} minutes of processor time).",
    ]
