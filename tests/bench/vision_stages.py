"""Where the time of a reading goes: processor time per stage on the rendered installations.

    python -m tests.bench.vision --stages [--only d1]

The stages are those of the table in vision/README.md. Every picture is read several times and the
quickest reading counts, so that other programs on the machine weigh little.
"""

from __future__ import annotations

import importlib
import time
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import numpy as np

from calibration.files import load_picture
from tests.bench.vision_costs import calibration_of
from tests.bench.vision_truth import frames
from vision.calibration_values import Calibration
from vision.read import read_tray

# Stage: its functions, named by the module in vision where they are called.
STAGES: dict[str, tuple[str, ...]] = {
    "steady": ("read.felt_drift", "read.measure_knock", "read.sharpened", "tray.mapping._between"),
    "rectify": ("read.board_of", "tray.mapping._shrunk", "read.sight_of"),
    "pips": ("faces.find.find_spots",),
    "suppose": ("faces.find.suppose", "faces.find.edge_angles"),
    "examine": ("faces.find.patches", "faces.find.examine"),
    "choose": ("faces.find.merit", "faces.find.passable", "faces.find.choose", "faces.find.rivals"),
    "account": (
        "sight.strangeness",
        "read.turned_to_sides",
        "read.find_residue",
        "read.with_aces_turned",
        "read.things_outside",
    ),
    "judge": (
        "read.measure",
        "read.gather_cues",
        "read.with_floor_around",
        "read.judge_die",
        "read.judge_scene",
    ),
    "ask": ("read.reconsidered",),
}
_ROUNDS = 5


class Clock:
    """Counts the processor time that is spent in the stages; in none of them it is the rest."""

    def __init__(self) -> None:
        self.spent_s: Counter[str] = Counter()
        self._stage, self._since_s = "rest", time.thread_time()

    def turn_to(self, stage: str) -> str:
        """Count for another stage from now on; gives the one before."""
        now_s, before = time.thread_time(), self._stage
        self.spent_s[before] += now_s - self._since_s
        self._stage, self._since_s = stage, now_s
        return before

    def timed(self, stage: str, function: Callable[..., Any]) -> Callable[..., Any]:
        """Give the function, counted for a stage except for what it calls of other stages."""

        def counted(*args: Any, **kwargs: Any) -> Any:
            before = self.turn_to(stage)
            try:
                return function(*args, **kwargs)
            finally:
                self.turn_to(before)

        return counted


@contextmanager
def counting(clock: Clock) -> Iterator[None]:
    """Have a clock count the stages' functions for a while."""
    places = [
        (stage, importlib.import_module(f"vision.{module}"), name)
        for stage, functions in STAGES.items()
        for module, _, name in (function.rpartition(".") for function in functions)
    ]
    before = [getattr(module, name) for _, module, name in places]
    for (stage, module, name), function in zip(places, before, strict=True):
        setattr(module, name, clock.timed(stage, function))
    try:
        yield
    finally:
        for (_, module, name), function in zip(places, before, strict=True):
            setattr(module, name, function)


def times_ms(bgr: np.ndarray[Any, Any], calibration: Calibration) -> dict[str, float]:
    """Give the milliseconds per stage of the quickest of several readings, and what is left."""
    best: dict[str, float] = {}
    read_tray(bgr, calibration)
    for _ in range(_ROUNDS):
        clock = Clock()
        with counting(clock):
            read_tray(bgr, calibration)
            clock.turn_to("rest")
        spent_ms = {stage: clock.spent_s[stage] * 1000 for stage in (*STAGES, "rest")}
        if not best or sum(spent_ms.values()) < best["all"]:
            best = spent_ms | {"all": sum(spent_ms.values())}
    return best


def table(folders: list[Path]) -> list[str]:
    """Give the lines of the table: mean milliseconds of processor time, one row a place."""
    columns = [*STAGES, "rest", "all"]
    lines = [f"{'ms per reading':24}" + "".join(f"{name:>9}" for name in columns)]
    every: list[dict[str, float]] = []
    for folder in folders:
        calibration = calibration_of(folder)
        mine = [
            times_ms(load_picture(folder / f"{frame.name}.jpg"), calibration)
            for frame in frames(folder)
        ]
        every += mine
        lines.append(_row(folder.name, mine, columns))
    return [*lines, _row("all", every, columns)]


def _row(name: str, times: list[dict[str, float]], columns: list[str]) -> str:
    means = [float(np.mean([one[column] for one in times])) for column in columns]
    return f"{name:24}" + "".join(f"{mean:>9.2f}" for mean in means)
