"""The commands about what players corrected: `corrections --export` and `bench --corrections`.

May import: config, cli_common, adapters.corrections, calibration, vision.
"""

from __future__ import annotations

import json
import tarfile
from pathlib import Path

from pi_app.cli_common import DONE, NO, WRONG_USE, Arguments, CliError, Commands
from pi_app.config import load_config


def add_to(commands: Commands) -> None:
    """Adds the commands to the parser."""
    kept = commands.add_parser("corrections", help="what players corrected: counts, or one file")
    kept.add_argument("--folder", metavar="DIR", type=Path, help="where they lie; else as served")
    kept.add_argument("--export", metavar="FILE.tar", type=Path, help="writes them as one file")
    kept.set_defaults(run=_corrections)
    bench = commands.add_parser("bench", help="reads corrected pictures again: how many are right")
    bench.add_argument(
        "--corrections", metavar="DIR", type=Path, nargs="?", required=True,
        help="the folder, or that of this installation",
    )  # fmt: skip
    bench.add_argument(
        "--calibration", metavar="FILE", type=Path,
        help="reads all by this one; else each by the calibration of its time",
    )  # fmt: skip
    bench.set_defaults(run=_bench)


def default_folder() -> Path:
    """Where a program that runs here keeps corrections."""
    return load_config().config.calibration.path.with_name("corrections")


def _corrections(arguments: Arguments) -> int:
    folder = arguments.folder or default_folder()
    found = _entries(folder)
    if arguments.export is None:
        print(f"{len(found)} corrected pictures in {folder}")
        return DONE
    files = [path for path in sorted(folder.iterdir()) if path.suffix != ".part"]
    part = arguments.export.with_name(arguments.export.name + ".part")
    try:
        with tarfile.open(part, "w") as archive:
            for path in files:
                archive.add(path, f"corrections/{path.name}", recursive=False)
        part.replace(arguments.export)
    except OSError as error:
        why = f"{arguments.export} can't be written: {error.strerror}; choose another --export"
        raise CliError(why) from error
    print(f"{len(found)} corrected pictures written to {arguments.export}")
    return DONE


def _bench(arguments: Arguments) -> int:
    from calibration.files import VisionInputError

    before = now = silent = 0
    found = _entries(arguments.corrections or default_folder())
    for sidecar in found:
        try:
            was_right, is_right, accepted = _read_again(sidecar, arguments.calibration)
        except (VisionInputError, ValueError, KeyError) as error:
            raise CliError(f"{sidecar}: {error}") from error
        before, now = before + was_right, now + is_right
        silent += accepted and not is_right
        verdict = "right" if is_right else "wrong"
        print(f"{sidecar.stem}: {verdict}{', and sure of it' if accepted else ''}")
    print(
        f"{now} of {len(found)} corrected pictures would be read right now (then: {before});"
        f" {silent} silent errors."
    )
    return NO if silent else DONE


def _read_again(sidecar: Path, calibration: Path | None) -> tuple[bool, bool, bool]:
    """Whether it was right then, is right now, and would be accepted without asking."""
    from calibration.files import load_picture
    from pi_app.adapters.corrections import calibrations_of, is_right
    from pi_app.readers import reader_of
    from vision.types import Status

    data = json.loads(sidecar.read_text(encoding="utf-8"))
    paths = (calibration,) if calibration else calibrations_of(sidecar)
    reading = reader_of(paths)(load_picture(sidecar.with_suffix(".jpg")))
    right = is_right(reading, tuple(str(data["faces"]).split()))
    return bool(data.get("was_right")), right, reading.status is Status.OK


def _entries(folder: Path) -> tuple[Path, ...]:
    from pi_app.adapters.corrections import entries

    if not folder.is_dir():
        raise CliError(f"{folder}: there is no such folder: nothing was corrected.", code=WRONG_USE)
    return entries(folder)
