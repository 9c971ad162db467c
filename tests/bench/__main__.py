"""All measurements, one after the other: the reader with and without calibration, then the rules.

Of virtual installations and strange pictures only a part: whole runs take long (see their modules).

    python -m tests.bench            prints them
    python -m tests.bench --readme   also writes them into the README, with date and machine

A part that finds no data (no renders, no photographs) says so and is left out.
"""

from __future__ import annotations

import argparse
import os
import platform
import subprocess
import sys
from datetime import UTC, datetime
from itertools import groupby
from pathlib import Path

PARTS = {
    "Rendered installations, calibrated": ("tests.bench.vision", Path("../shared/renders")),
    "Virtual installations (some of them)": (
        "tests.bench.virtual --pictures 960 --seed 9",
        Path("."),
    ),
    "How often promises come true (some pictures)": (
        "tests.bench.reliability --rounds 1 --rooms 2 --step 24",
        Path("../shared/renders"),
    ),
    "Strange pictures (some of them)": ("tests.bench.strange --pictures 300", Path(".")),
    "Photographs, without calibration": ("tests.bench.wild", Path("../shared/photos")),
    "Memory of the whole program": ("tests.bench.memory", Path(".")),
    "The rules": ("tests.bench.rules", Path(".")),
}
BEGIN, END = "<!-- bench:begin -->", "<!-- bench:end -->"


def run(module: str) -> str:
    """What a part prints, passed on to the screen as it comes."""
    lines = []
    command = [sys.executable, "-m", *module.split()]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as process:
        for line in process.stdout or ():
            print(line, end="", flush=True)
            lines.append(line)
    if process.returncode:
        sys.exit(f"{module} failed; nothing was written")
    return "".join(lines)


def machine() -> str:
    """The processor and the Python that this runs on."""
    info = Path("/proc/cpuinfo")
    names = [
        line.partition(":")[2].strip()
        for line in (info.read_text().splitlines() if info.exists() else ())
        if line.startswith("model name")
    ]
    name = names[0] if names else platform.machine()
    return f"{name}, {os.cpu_count()} cores, Python {platform.python_version()}"


def section(title: str, text: str) -> str:
    """One part as the README holds it: its tables as tables, columns set by spaces as printed."""
    blocks = []
    for is_table, lines in groupby(text.splitlines(), key=lambda line: line.startswith("|")):
        block = "\n".join(lines).strip("\n")
        if not is_table and "  " in block:
            block = f"```text\n{block}\n```"
        if block:
            blocks.append(block)
    return f"### {title}\n\n" + "\n\n".join(blocks) + "\n"


def write_readme(sections: list[str]) -> None:
    """Put the measurements between the README's marks, with date and machine."""
    path = Path("README.md")
    before, rest = path.read_text().split(BEGIN)
    _, after = rest.split(END)
    when = f"{datetime.now(tz=UTC):%Y-%m-%d}, {machine()}."
    text = "\n".join([BEGIN, when, "", *sections, END])
    path.write_text(before + text + after)


def main() -> None:
    """Run every part that finds its data."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--readme", action="store_true", help="write the tables into README.md")
    asked = parser.parse_args()
    sections = []
    for title, (module, data) in PARTS.items():
        print(f"== {title}", flush=True)
        if data.exists():
            sections.append(section(title, run(module)))
        else:
            print(f"left out: {data} is not there (see python -m {module} --help)")
    if asked.readme:
        write_readme(sections)


if __name__ == "__main__":
    main()
