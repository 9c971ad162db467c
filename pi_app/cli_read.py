"""The command that reads pictures: read.

May import: vision, calibration, readers, cli_common.
"""

from __future__ import annotations

import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

from pi_app.cli_common import DONE, NO, Arguments, Commands, print_json
from pi_app.table.reading_json import reading_json
from vision.types import Reading, Status

Read = Callable[[Any], Reading]  # of uint8 arrays of shape (M, N, 3)


def add_to(commands: Commands) -> None:
    """Adds the command to the parser."""
    read = commands.add_parser("read", help="reads the dice in pictures")
    read.add_argument(
        "--calibration", metavar="FILE", type=Path, action="append", default=[],
        help="of this camera and dice set; once for each set that may lie there; without it, what"
        " the picture alone can tell",
    )  # fmt: skip
    read.add_argument("--json", action="store_true", help="one line of JSON for each picture")
    read.add_argument("images", metavar="IMAGE", nargs="+")
    read.set_defaults(run=_read)


def _read(arguments: Arguments) -> int:
    from pi_app.readers import reader_of  # cv2 and numpy: only where they are needed

    read = reader_of(arguments.calibration)
    worked = [_read_one(name, read, as_json=arguments.json) for name in arguments.images]
    return DONE if all(worked) else NO


def _read_one(name: str, read: Read, *, as_json: bool) -> bool:
    """Prints the line of one picture; False when it is no picture."""
    from calibration.files import VisionInputError, load_picture

    try:
        bgr = load_picture(name)
    except VisionInputError as error:
        print(f"tallytray: {error}", file=sys.stderr)
        reading, took_ms, worked = Reading(Status.UNSURE, (), (str(error),)), 0.0, False
    else:
        start_s = time.perf_counter()
        reading, worked = read(bgr), True
        took_ms = (time.perf_counter() - start_s) * 1000
    if as_json:
        print_json({"image": name, **reading_json(reading), "ms": round(took_ms, 1)})
    elif worked:
        print(_line(name, reading), flush=True)
    return worked


def _line(name: str, reading: Reading) -> str:
    dice = " ".join(map(str, reading.dice)) or "no dice"
    return "  ".join([f"{name}: {reading.status.value}", dice, *reading.problems])
