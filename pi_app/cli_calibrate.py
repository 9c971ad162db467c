"""The command that makes a calibration from picture files: calibrate.

May import: calibration, config, cli_common.
"""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from pi_app.cli_common import DONE, NO, WRONG_USE, Arguments, CliError, Commands
from pi_app.config import load_config

if TYPE_CHECKING:
    from calibration.lenses import Lens

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
        "--lens", metavar="NAME",
        help="the camera's lens: module1, module2, module3, module3wide or hq6mm; else what the"
        " configuration says, or the pictures' own data",
    )  # fmt: skip
    calibrate.add_argument(
        "--name", metavar="NAME",
        help="keeps the dice set under this name, too: see `tallytray profiles`",
    )  # fmt: skip
    calibrate.add_argument(
        "--out", metavar="FILE", type=Path,
        help="where the calibration goes; else where `serve` looks for it",
    )  # fmt: skip
    calibrate.set_defaults(run=_calibrate)


def _calibrate(arguments: Arguments) -> int:
    from calibration.files import VisionInputError  # cv2 takes a second: only where it is needed
    from calibration.fits import CalibrationImpossible
    from calibration.lenses import LensError
    from calibration.profiles import ProfileError

    try:
        return _made(arguments)
    except LensError as error:
        raise CliError(f"--lens: {error}", code=WRONG_USE) from error
    except ProfileError as error:
        raise CliError(f"--name: {error}", code=WRONG_USE) from error
    except VisionInputError as error:
        code = WRONG_USE if error.slug in _WRONG_USE else NO
        raise CliError(str(error), code=code) from error
    except CalibrationImpossible as error:
        raise CliError(f"{', '.join(map(str, arguments.dice))}: {error}") from error


def _made(arguments: Arguments) -> int:
    from calibration import profiles
    from calibration.files import known_faces, load_picture, save_calibration
    from calibration.fits import calibrate
    from calibration.in_use import home_of
    from calibration.lenses import lens_words

    config = load_config().config
    out: Path = arguments.out or config.calibration.path
    lens = _lens(arguments.lens or config.camera.lens, arguments.empty)
    faces = [known_faces(path) for path in arguments.dice]
    empty = load_picture(arguments.empty)
    pictures = [load_picture(path) for path in arguments.dice]
    frames = list(zip(pictures, faces, strict=True))
    found = calibrate(empty, frames, name=(arguments.name or "dice").strip(), lens=lens)
    if arguments.out is None:
        out.parent.mkdir(parents=True, exist_ok=True)
    if arguments.name:
        profiles.keep(home_of(out), arguments.name, found, empty, frames)
    save_calibration(found, out)
    print(f"Calibration of {found.dice.count} dice written to {out}")
    print(lens_words(lens))
    for remark in found.remarks:
        print(remark)
    return DONE


def _lens(name: str, picture: Path) -> Lens:
    """The lens of that name; for "auto" what the picture's own data say, if anything."""
    from calibration.exif import camera_model
    from calibration.lenses import UNKNOWN, lens_named, lens_of_model

    if name != "auto":
        return lens_named(name)
    model = camera_model(picture.read_bytes()) if picture.is_file() else None
    return (lens_of_model(model) if model else None) or UNKNOWN
