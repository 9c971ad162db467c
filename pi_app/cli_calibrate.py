"""The command that makes a calibration from picture files: calibrate.

May import: calibration, config, cli_common.
"""

from __future__ import annotations

from pathlib import Path

from pi_app.cli_common import DONE, NO, WRONG_USE, Arguments, CliError, Commands
from pi_app.config import load_config

# What the person who calls must put right, not the picture.
_WRONG_USE = frozenset({"no-file", "no-faces", "faces", "sidecar"})


def add_to(commands: Commands) -> None:
    """Adds the command to the parser."""
    calibrate = commands.add_parser(
        "calibrate",
        help="measures camera, tray and dice set from pictures",
        description="The faces of a --dice picture stand in a file of its name with .json, as "
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
    from calibration.files import VisionInputError  # cv2 takes a second: only where it is needed
    from calibration.fits import CalibrationImpossible

    try:
        return _made(arguments)
    except VisionInputError as error:
        code = WRONG_USE if error.slug in _WRONG_USE else NO
        raise CliError(str(error), code=code) from error
    except CalibrationImpossible as error:
        raise CliError(f"{', '.join(map(str, arguments.dice))}: {error}") from error


def _made(arguments: Arguments) -> int:
    from calibration.files import known_faces, load_picture, save_calibration
    from calibration.fits import calibrate

    out: Path = arguments.out or load_config().config.calibration.path
    faces = [known_faces(path) for path in arguments.dice]
    empty = load_picture(arguments.empty)
    pictures = [load_picture(path) for path in arguments.dice]
    found = calibrate(empty, list(zip(pictures, faces, strict=True)))
    if arguments.out is None:
        out.parent.mkdir(parents=True, exist_ok=True)
    save_calibration(found, out)
    print(f"Calibration of {found.dice.count} dice written to {out}")
    for remark in found.remarks:
        print(remark)
    return DONE
