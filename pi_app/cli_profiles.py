"""The commands about dice sets and printed markers: profiles, markers.

May import: calibration, config, cli_common, cli_serve for the configuration.
"""

from __future__ import annotations

from pathlib import Path

from pi_app.cli_common import DONE, NO, WRONG_USE, Arguments, CliError, Commands
from pi_app.cli_serve import add_config, config_of

_WRONG_USE = frozenset({"unknown", "no_name", "long_name", "no_letters", "no_file", "too_many"})


def add_to(commands: Commands) -> None:
    """Adds the commands to the parser."""
    kept = commands.add_parser("profiles", help="the dice sets that are kept, and which are used")
    add_config(kept)
    deed = kept.add_mutually_exclusive_group()
    deed.add_argument(
        "--use", metavar="NAME", action="append",
        help="uses this set; given several times, dice of all of them are read",
    )  # fmt: skip
    deed.add_argument(
        "--export", metavar=("NAME", "FILE.zip"), nargs=2, help="writes a set as one file"
    )
    deed.add_argument(
        "--import", metavar="FILE.zip", type=Path, dest="file", help="keeps a set of another tray"
    )
    deed.add_argument("--remove", metavar="NAME", help="forgets a set and its pictures")
    kept.set_defaults(run=_profiles)
    markers = commands.add_parser("markers", help="writes a sheet of corner markers to print")
    markers.add_argument(
        "--out", metavar="FILE", type=Path, default=Path("tallytray-markers.pdf"),
        help="a .pdf, .svg or .png file (tallytray-markers.pdf)",
    )  # fmt: skip
    markers.add_argument("--paper", metavar="a4|letter", default="a4", help="the paper (a4)")
    markers.set_defaults(run=_markers)


def _profiles(arguments: Arguments) -> int:
    from calibration.files import VisionInputError  # cv2 takes a second: only where it is needed
    from calibration.profiles import ProfileError

    path: Path = config_of(arguments, {}).config.calibration.path
    try:
        return _done(arguments, path)
    except ProfileError as error:
        code = WRONG_USE if error.slug in _WRONG_USE else NO
        raise CliError(str(error), code=code) from error
    except VisionInputError as error:
        raise CliError(str(error)) from error


def _done(arguments: Arguments, path: Path) -> int:
    from calibration import profile_files, profiles
    from calibration.in_use import home_of

    home = home_of(path)
    if arguments.use:
        return _use(path, tuple(arguments.use))
    if arguments.export:
        name, file = arguments.export
        profile_files.export(home, name, Path(file))
        print(f"{name} written to {file}")
        return DONE
    if arguments.file:
        entry = profile_files.import_file(home, arguments.file)
        print(f"{entry.name} is kept now: {entry.count} dice. To use it: --use {entry.name!r}")
        return DONE
    if arguments.remove:
        _check_unused(path, arguments.remove)
        profiles.remove(home, arguments.remove)
        print(f"{arguments.remove} is forgotten")
        return DONE
    return _listed(path)


def _listed(path: Path) -> int:
    """One line for each set, those in use with a star."""
    from calibration import profiles
    from calibration.in_use import home_of

    entries = profiles.listed(home_of(path))
    used = _used(path)
    for entry in entries:
        red = ", red faces" if entry.has_red else ""
        elsewhere = ", from another tray" if entry.elsewhere else ""
        star = "*" if entry.name in used else " "
        print(f"{star} {entry.name}: {entry.count} dice{red}{elsewhere}")
    if not entries:
        print(f"No dice set is kept in {home_of(path)}; the set-up keeps one.")
    return DONE


def _use(path: Path, names: tuple[str, ...]) -> int:
    from calibration.files import load_calibration
    from calibration.in_use import use

    here = load_calibration(path) if path.exists() else None
    found = use(path, names, here)
    print(f"In use: {', '.join(one.dice.name for one in found)}")
    print("A Tallytray that runs reads by them when it is started again.")
    return DONE


def _check_unused(path: Path, name: str) -> None:
    if name in _used(path):
        raise CliError(f'"{name}" is in use: choose another set first, with --use.')


def _used(path: Path) -> frozenset[str]:
    from calibration.in_use import load_in_use

    return frozenset(one.dice.name for one in load_in_use(path))


def _markers(arguments: Arguments) -> int:
    from calibration.marker_sheet import SheetError, marker_sheet
    from calibration.sheet_files import sheet_file

    out: Path = arguments.out
    try:
        data = sheet_file(marker_sheet(arguments.paper), out.suffix)
        out.write_bytes(data)
    except SheetError as error:
        raise CliError(str(error), code=WRONG_USE) from error
    except OSError as error:
        why = f"{out} can't be written: {error.strerror}; choose another --out"
        raise CliError(why) from error
    print(f"{out}: print it at 100 %, and check its bar of 100 mm with a ruler")
    return DONE
