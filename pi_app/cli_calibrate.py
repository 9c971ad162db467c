"""The command that makes a calibration from picture files: calibrate.

May import: calibration, pictures, config, cli_common.
"""

from __future__ import annotations

import json
import os
from pathlib import Path
from typing import Any

from pi_app.cli_common import DONE, WRONG_USE, Arguments, CliError, Commands
from pi_app.config import load_config

Faces = tuple[Any, ...]


def add_to(commands: Commands) -> None:
    """Adds the command to the parser."""
    calibrate = commands.add_parser(
        "calibrate",
        help="measures camera, tray and dice set from pictures",
        description="The faces of a --dice picture stand in FILE.json beside it, as "
        '{"faces": "1 3 3 5r 6 6"}, or in its name: 1-3-3-5r-6-6--lamp.jpg',
    )
    calibrate.add_argument("--empty", metavar="FILE", type=Path, required=True, help="empty tray")
    calibrate.add_argument(
        "--dice", metavar="FILE", type=Path, action="append", required=True,
        help="the dice set with known faces, lying apart; may be given several times",
    )  # fmt: skip
    calibrate.add_argument(
        "--out", metavar="FILE", type=Path,
        help="where the calibration goes; else where `serve` looks for it",
    )  # fmt: skip
    calibrate.set_defaults(run=_calibrate)


def _calibrate(arguments: Arguments) -> int:
    from calibration.fits import CalibrationImpossible, calibrate
    from calibration.model import to_text
    from pi_app.pictures import load_bgr

    out = arguments.out or load_config().config.calibration.path
    frames = [(path, faces_of(path)) for path in arguments.dice]
    empty = load_bgr(arguments.empty)
    try:
        found = calibrate(empty, [(load_bgr(path), faces) for path, faces in frames])
    except CalibrationImpossible as error:
        raise CliError(f"{', '.join(map(str, arguments.dice))}: {error}.") from error
    keep_text(out, to_text(found))
    print(f"Calibration of {found.dice.count} dice written to {out}")
    for remark in found.remarks:
        print(remark)
    return DONE


def keep_text(path: Path, text: str) -> None:
    """Writes a file as a whole or not at all.

    Raises CliError with the mend.
    """
    beside = path.with_name(path.name + ".new")
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        with beside.open("w", encoding="utf-8") as file:
            file.write(text)
            file.flush()
            os.fsync(file.fileno())
        beside.replace(path)
    except OSError as error:
        why = f"{path}: can't be written ({error.strerror}); name another file with --out"
        raise CliError(why) from error


def faces_of(path: Path) -> Faces:
    """The faces that a calibration picture shows, by its sidecar or else by its name.

    Raises CliError with what is missing.
    """
    from calibration.faces import FacesError, parse_faces

    sidecar = path.with_suffix(".json")
    try:
        if sidecar.is_file():
            return parse_faces(str(json.loads(sidecar.read_text(encoding="utf-8"))["faces"]))
        return parse_faces(path.stem.split("--")[0])
    except FacesError as error:
        source = sidecar if sidecar.is_file() else path
        why = f"{source}: {error}; or write {sidecar.name} beside it"
        raise CliError(why, code=WRONG_USE) from error
    except (OSError, ValueError, KeyError, TypeError) as error:
        why = f'{sidecar}: must say which faces are seen, {{"faces": "1 3 3 5r 6 6"}}'
        raise CliError(why, code=WRONG_USE) from error
