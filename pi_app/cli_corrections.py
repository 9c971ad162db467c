"""The commands about what players corrected: `corrections --export` and `bench --corrections`.

May import: config, cli_common, adapters.corrections, calibration, vision.
"""

from __future__ import annotations

import json
import tarfile
import tempfile
from pathlib import Path

from pi_app.cli_common import DONE, NO, WRONG_USE, Arguments, CliError, Commands
from pi_app.config import load_config

_ENDINGS = frozenset({".jpg", ".json", ".toml"})


def add_to(commands: Commands) -> None:
    """Adds the commands to the parser."""
    kept = commands.add_parser("corrections", help="what players corrected: counts, or one file")
    kept.add_argument("--folder", metavar="DIR", type=Path, help="where they lie; else as served")
    kept.add_argument("--export", metavar="FILE.tar", type=Path, help="writes them as one file")
    kept.set_defaults(run=_corrections)
    bench = commands.add_parser("bench", help="reads corrected pictures again: how many are right")
    bench.add_argument(
        "--corrections", metavar="DIR|FILE.tar", type=Path, nargs="?", required=True,
        help="the folder, or what `corrections --export` wrote; else those of this installation",
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
        print(f"{_counted(found)} in {folder}")
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
    print(f"{_counted(found)} written to {arguments.export}")
    return DONE


def _bench(arguments: Arguments) -> int:
    source: Path = arguments.corrections or default_folder()
    if not source.is_file():
        return _read_all(_entries(source), arguments.calibration)
    with tempfile.TemporaryDirectory() as folder:
        _unpack(source, Path(folder))
        return _read_all(_entries(Path(folder)), arguments.calibration)


def _read_all(sidecars: tuple[Path, ...], calibration: Path | None) -> int:
    """Reads each again, prints what came of it, and counts."""
    from calibration.files import VisionInputError

    before = now = silent = spoiled = 0
    for sidecar in sidecars:
        try:
            was_right, is_right, accepted = _read_again(sidecar, calibration)
        except (VisionInputError, OSError, ValueError) as error:
            spoiled += 1
            print(f"{sidecar.stem}: can't be read again: {error}")
            continue
        before, now = before + was_right, now + is_right
        silent += accepted and not is_right
        verdict = "right" if is_right else "wrong"
        print(f"{sidecar.stem}: {verdict}{', and sure of it' if accepted else ''}")
    left_out = f" {spoiled} can't be read again." if spoiled else ""
    print(
        f"{now} of {len(sidecars) - spoiled} corrected pictures would be read right now"
        f" (then: {before}); {silent} silent errors.{left_out}"
    )
    return NO if silent or spoiled else DONE


def _unpack(file: Path, folder: Path) -> None:
    """The corrections of an exported file, each by its plain name."""
    try:
        with tarfile.open(file) as archive:
            for member in archive:
                content = archive.extractfile(member) if member.isfile() else None
                if content is not None and Path(member.name).suffix in _ENDINGS:
                    (folder / Path(member.name).name).write_bytes(content.read())
    except (tarfile.TarError, EOFError) as error:
        why = f"{file} is no exported file of corrections: {error}."
        raise CliError(why, code=WRONG_USE) from error


def _read_again(sidecar: Path, calibration: Path | None) -> tuple[bool, bool, bool]:
    """Whether it was right then, is right now, and would be accepted without asking."""
    from calibration.files import load_picture
    from pi_app.adapters.corrections import calibrations_of, is_right
    from pi_app.readers import reader_of
    from vision.types import Status

    data = json.loads(sidecar.read_text(encoding="utf-8"))
    paths = (calibration,) if calibration else calibrations_of(sidecar)
    reading = reader_of(paths)(load_picture(sidecar.with_suffix(".jpg")))
    if not isinstance(data.get("faces"), str):
        raise ValueError('it does not say which faces were shown ("faces")')
    right = is_right(reading, tuple(data["faces"].split()))
    return bool(data.get("was_right")), right, reading.status is Status.OK


def _counted(entries: tuple[Path, ...]) -> str:
    """How many there are, in words that fit.

    >>> _counted(()), _counted((Path("a"),))
    ('0 corrected pictures', '1 corrected picture')
    """
    return f"{len(entries)} corrected picture{'' if len(entries) == 1 else 's'}"


def _entries(folder: Path) -> tuple[Path, ...]:
    from pi_app.adapters.corrections import entries

    if not folder.is_dir():
        why = f"{folder}: there is no such folder; it comes with the first correction."
        raise CliError(why, code=WRONG_USE)
    return entries(folder)
