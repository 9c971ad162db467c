"""Trace installations of the studio into a folder: see README.md here.

    python -m tests.studio OUT --seed 2 --installations 8 --rolls 14

Even seeds are for looking at, odd seeds for reporting.
"""

from __future__ import annotations

import argparse
import json
import time
from pathlib import Path

from tests.studio.draw import installations
from tests.studio.shoot import shoot


def main() -> None:
    """Trace what was asked for; what is there already is left as it is."""
    options = _options()
    rooms = installations(options.seed, options.installations)
    for number, room in enumerate(rooms):
        if options.only and number not in options.only:
            continue
        folder = options.out / room.name
        if (folder / "truth.json").is_file():
            continue
        start = time.process_time()
        truth = shoot(room, number, options.rolls, folder, options.spp)
        (folder / "truth.json").write_text(json.dumps(truth))
        print(f"{room.name}: {time.process_time() - start:.0f} s of processor time", flush=True)


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    parser.add_argument("out", type=Path)
    parser.add_argument("--seed", type=int, default=2)
    parser.add_argument("--installations", type=int, default=8)
    parser.add_argument("--rolls", type=int, default=14)
    parser.add_argument("--spp", type=int, default=16, help="paths a pixel")
    parser.add_argument("--only", type=int, nargs="*", default=[], help="numbers of installations")
    return parser.parse_args()


if __name__ == "__main__":
    main()
