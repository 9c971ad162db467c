"""Which dice sets are in use: the calibration of this installation, and the sets beside it.

The first set in use is `calibration.toml` itself, whoever made it; the others are named in a
small file among the profiles. May import: vision, the rest of calibration.
"""

from __future__ import annotations

import json
import tomllib
from pathlib import Path

from calibration import profiles
from calibration.files import load_calibration, save_calibration
from calibration.profiles import ProfileError
from vision.calibration_values import Calibration
from vision.several import MOST_SETS

_FORMAT = "tallytray-sets-in-use"
_FILE = "in-use.toml"


def home_of(path: Path) -> Path:
    """The folder of the profiles that belong to a calibration's file.

    >>> home_of(Path("var/calibration.toml")).name
    'calibration-dice-sets'
    """
    return path.with_name(f"{path.stem}-dice-sets")


def load_in_use(path: Path) -> tuple[Calibration, ...]:
    """The calibrations of all sets in use, the first one from `path`; none if there is no file.

    Raises ProfileError or VisionInputError with a sentence when one can't be used.
    """
    if not path.exists():
        return ()
    first, home = load_calibration(path), home_of(path)
    others = [name for name in _also(home) if name != first.dice.name]
    return (first, *(profiles.fitted_here(home, name, first) for name in others))


def use(path: Path, names: tuple[str, ...], here: Calibration | None) -> tuple[Calibration, ...]:
    """Put kept sets to use, from now on and after a new start; their calibrations.

    here : a calibration of this installation, for sets that come from another one.

    Raises ProfileError or VisionInputError with a sentence, and then nothing has changed.
    """
    home = home_of(path)
    names = tuple(dict.fromkeys(names))
    if not names:
        raise ProfileError("none_chosen", "Choose at least one dice set.")
    if len(names) > MOST_SETS:
        raise ProfileError("too_many", f"At most {MOST_SETS} sets can be in use at a time.")
    entries = [profiles.entry_of(profiles.folder_of(home, name)) for name in names]
    # one of this installation first: its camera and tray are those that are really there
    ordered = [entry.name for entry in sorted(entries, key=lambda entry: entry.elsewhere)]
    first = profiles.fitted_here(home, ordered[0], here)
    found = (first, *(profiles.fitted_here(home, name, first) for name in ordered[1:]))
    _check_alike(found)
    put_to_use(path, found)
    return found


def put_to_use(path: Path, calibrations: tuple[Calibration, ...]) -> None:
    """Keep which calibrations are in use; all but the first one must be profiles.

    Raises ProfileError or VisionInputError when the disk says no.
    """
    home = home_of(path)
    names = [json.dumps(one.dice.name, ensure_ascii=False) for one in calibrations[1:]]
    text = f'format = "{_FORMAT}"\nversion = 1\nalso = [{", ".join(names)}]\n'
    try:
        home.mkdir(parents=True, exist_ok=True)
        part = home / f".{_FILE}.part"
        profiles.write_whole(part, text.encode())
        save_calibration(calibrations[0], path)
        part.replace(home / _FILE)
    except OSError as error:
        raise ProfileError("disk", f"{home}: the disk refused: {error.strerror}.") from error


def _also(home: Path) -> tuple[str, ...]:
    """The names of the sets in use beside the first one."""
    path = home / _FILE
    try:
        data = tomllib.loads(path.read_text(encoding="utf-8"))
    except FileNotFoundError:
        return ()
    except (OSError, ValueError) as error:
        raise ProfileError("in_use", f"{path} can't be read; choose the dice sets anew.") from error
    names = data.get("also")
    if data.get("format") != _FORMAT or not isinstance(names, list):
        raise ProfileError("in_use", f"{path} does not name the dice sets; choose them anew.")
    return tuple(str(name) for name in names)


def _check_alike(calibrations: tuple[Calibration, ...]) -> None:
    """Sets can be read together only if all were made with pictures of one shape."""
    shapes = {round(one.size_px[0] / one.size_px[1], 2) for one in calibrations}
    if len(shapes) > 1:
        raise ProfileError(
            "other_shape",
            "These sets were set up with pictures of different shapes: set one of them up anew.",
        )
