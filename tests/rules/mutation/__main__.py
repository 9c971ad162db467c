"""The command `python -m tests.rules.mutation`."""

from __future__ import annotations

import argparse
import importlib.util
import json
import random
import sys
from collections.abc import Sequence
from dataclasses import asdict
from pathlib import Path

import pytest

from tests.rules.mutation.campaign import Campaign, Result
from tests.rules.mutation.mutants import RULES, Mutant, modules, mutants_of
from tests.rules.mutation.report import Outcome, explained, read_outcomes, table, unexplained

RESULTS = Path("build/mutation.jsonl")
WANTED_PERCENT = 90.0


def main(arguments: Sequence[str]) -> int:
    """Try the mutants and print the table; 1 when too few are killed or a survivor is new."""
    parser = _parser()
    args = parser.parse_args(arguments)
    if importlib.util.find_spec("cosmic_ray") is None:
        parser.error("needs Cosmic Ray: pip install -r tests/rules/mutation/requirements.txt")
    mutants = [mutant for path in _chosen(args.modules) for mutant in mutants_of(path)]
    known = read_outcomes(RESULTS) if args.keep else {}
    reasons = explained()
    done = {key for key, outcome in known.items() if outcome.by or str(outcome) in reasons}
    todo = [mutant for mutant in mutants if Outcome.of(mutant).key not in done]
    random.Random(args.seed).shuffle(todo)  # what is tried first is a sample of all
    todo = todo[: args.sample or None]
    print(f"{len(todo)} of {len(mutants)} mutants are tried", flush=True)
    RESULTS.parent.mkdir(exist_ok=True)
    if not args.keep:
        RESULTS.unlink(missing_ok=True)
    run(todo, args.jobs)
    outcomes = read_outcomes(RESULTS)
    keys = {Outcome.of(mutant).key for mutant in mutants}
    return _report([outcome for key, outcome in outcomes.items() if key in keys])


def run(mutants: Sequence[Mutant], jobs: int) -> None:
    """Try some mutants; each result is written down at once."""

    def note(result: Result) -> None:
        outcome = Outcome.of(result.mutant, result.by, round(result.seconds, 2))
        with RESULTS.open("a", encoding="utf-8") as file:
            file.write(json.dumps(asdict(outcome)) + "\n")

    if mutants:
        pytest.main(
            ["-q", "-p", "no:cacheprovider", "tests/rules", str(RULES)],
            plugins=[Campaign(tuple(mutants), jobs, note)],
        )


def _report(outcomes: Sequence[Outcome]) -> int:
    print(table(outcomes))
    new = unexplained(outcomes)
    for outcome in new:
        print(f"survived, no reason given: {outcome}")
    killed = sum(bool(outcome.by) for outcome in outcomes)
    return int(bool(new) or 100 * killed < WANTED_PERCENT * len(outcomes))


def _chosen(names: Sequence[str]) -> list[Path]:
    return [path for path in modules() if not names or any(name in str(path) for name in names)]


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python -m tests.rules.mutation")
    parser.add_argument("modules", nargs="*", metavar="MODULE", help="parts of paths; all if none")
    parser.add_argument("--jobs", type=int, default=2, help="processes at a time")
    parser.add_argument(
        "--keep", action="store_true", help="don't try again what was killed or has a reason"
    )
    parser.add_argument("--sample", type=int, default=0, help="so many, drawn at random")
    parser.add_argument("--seed", type=int, default=1, help="of the sample")
    return parser


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
