"""Profiles of dice sets, kept by name: versioned TOML plus the pictures, one folder each.

What a dice set looks like (pip sizes, shades, red faces) travels; camera, tray and lamp belong to
one installation. A profile holds both, apart: `profile.toml` names the set, `calibration.toml` is
the installation's, and the pictures with their faces allow to fit it anew. Elsewhere
`adopted` takes only the dice; `profile_files` carries a set there, `in_use` says which are used.
May import: vision, the rest of calibration.
"""

from __future__ import annotations

import json
import os
import re
import shutil
import tomllib
import unicodedata
from collections.abc import Iterable
from dataclasses import dataclass, replace
from itertools import islice
from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray

from calibration.faces import Face
from calibration.files import VisionInputError, load_calibration, save_calibration
from vision.calibration_values import Calibration

Picture = NDArray[np.uint8]

FORMAT = "tallytray-dice-set"
VERSION = 1
LONGEST_NAME = 40
ELSEWHERE = (
    "The colours of these dice were measured on another installation: throw them a few times and"
    " look whether they are read, else set them up here."
)
HEAD, CALIBRATION = "profile.toml", "calibration.toml"
_QUALITY = 92


class ProfileError(ValueError):
    """A profile that can't be kept, found or understood; the sentence says what would be right."""

    def __init__(self, slug: str, sentence: str) -> None:
        super().__init__(sentence)
        self.slug = slug


@dataclass(frozen=True, slots=True)
class Entry:
    """One profile of a list: its name, how many dice it has, and whether any face is red.

    elsewhere : it was measured on another installation, and only its dice can be used here.
    """

    name: str
    count: int
    has_red: bool
    folder: Path
    elsewhere: bool = False


def slug_of(name: str) -> str:
    """The folder's name for a set's name: letters, digits and dashes only.

    >>> slug_of("Oma's Würfel / blau"), slug_of("骰子")
    ('oma-s-wurfel-blau', 'u9ab0-u5b50')

    Raises
    ------
    ProfileError
        The name is empty, too long, or has nothing that can be read.
    """
    clean = name.strip()
    if not clean or not clean.isprintable():
        raise ProfileError("no_name", "Give the dice set a name, such as: My dice.")
    if len(clean) > LONGEST_NAME:
        raise ProfileError("long_name", f"The name may have {LONGEST_NAME} characters at most.")
    plain = unicodedata.normalize("NFKD", clean.casefold())
    words = "".join(_letter(c) for c in plain if not unicodedata.combining(c))
    slug = re.sub(r"-+", "-", words).strip("-")
    if not slug:
        raise ProfileError(
            "no_letters", f'"{clean}" has no letters or digits: choose another name.'
        )
    return slug


def _letter(c: str) -> str:
    if c.isascii():
        return c if c.isalnum() else "-"
    return f"-u{ord(c):x}-" if c.isalnum() else "-"


def keep(
    home: Path,
    name: str,
    calibration: Calibration,
    empty_bgr: Picture,
    frames: Iterable[tuple[Picture, tuple[Face, ...]]],
) -> Entry:
    """Keep a profile; one of the same name is replaced when the new one is complete.

    frames : the pictures of the dice with the faces that they show, at most nine.

    Raises ProfileError when the name can't be used or the disk says no.
    """
    slug = slug_of(name)
    named = replace(calibration, dice=replace(calibration.dice, name=name.strip()))
    part = home / f".{slug}.part"
    try:
        home.mkdir(parents=True, exist_ok=True)
        shutil.rmtree(part, ignore_errors=True)
        part.mkdir()
        save_calibration(named, part / CALIBRATION)
        write_whole(part / "empty.jpg", _jpeg(empty_bgr))
        for number, (bgr, faces) in enumerate(islice(frames, 9), start=1):
            write_whole(part / f"dice-{number}.jpg", _jpeg(bgr))
            sidecar = json.dumps({"faces": " ".join(map(str, faces))})
            write_whole(part / f"dice-{number}.json", sidecar.encode())
        write_whole(part / HEAD, head_of(named).encode())
        _swap_in(part, home / slug)
    except OSError as error:
        raise ProfileError("disk", f"{home}: the disk refused: {error.strerror}.") from error
    return entry_of(home / slug)


def listed(home: Path) -> tuple[Entry, ...]:
    """All profiles by name; folders that are none are left out."""
    entries = []
    for folder in sorted(home.glob("[!.]*/")):
        try:
            entries.append(entry_of(folder))
        except ProfileError:
            continue
    return tuple(sorted(entries, key=lambda entry: entry.name.casefold()))


def calibration_of(home: Path, name: str) -> Calibration:
    """The calibration of a profile, as it was made on its own installation.

    Raises ProfileError when there is none of this name or it can't be used.
    """
    folder = folder_of(home, name)
    try:
        return load_calibration(folder / CALIBRATION)
    except VisionInputError as error:
        raise ProfileError(error.slug, str(error)) from error


def fitted_here(home: Path, name: str, here: Calibration | None) -> Calibration:
    """The calibration by which a profile's dice are read on this installation.

    here : one that was made on this installation, with any dice; None if there is none yet.

    Raises ProfileError when there is no such profile, or nothing was set up here yet.
    """
    calibration = calibration_of(home, name)
    if not entry_of(folder_of(home, name)).elsewhere:
        return calibration
    if here is None:
        raise ProfileError(
            "no_tray",
            f'"{name}" comes from another tray, and this one was never set up: set it up first,'
            " with any dice.",
        )
    return adopted(here, calibration)


def remove(home: Path, name: str) -> None:
    """Forget a profile and its pictures.

    Raises ProfileError when there is none of this name or the disk says no.
    """
    folder = folder_of(home, name)
    gone = folder.with_name(f".{folder.name}.old")
    try:
        shutil.rmtree(gone, ignore_errors=True)
        folder.rename(gone)  # at once, so that half a profile is never listed
        shutil.rmtree(gone)
    except OSError as error:
        raise ProfileError("disk", f"{folder}: the disk refused: {error.strerror}.") from error


def adopted(here: Calibration, other: Calibration, *, size_ratio: float = 1.0) -> Calibration:
    """This installation's calibration with the dice of another one.

    size_ratio : edge of the other dice over the edge of those that `here` was made with.

    Notes
    -----
    The camera's height is counted in die edges, hence the ratio. Colours are as the other
    camera saw them under its lamp, so a remark asks to look first. How short of their feet they
    seem to end in this light nobody has seen.
    """
    camera = replace(here.camera, height=here.camera.height / size_ratio)
    return replace(here, camera=camera, dice=other.dice, remarks=(ELSEWHERE,), shortfall=1.0)


def head_of(calibration: Calibration, *, elsewhere: bool = False) -> str:
    """The text of `profile.toml`."""
    dice = calibration.dice
    return (
        "# A dice set of Tallytray; the pictures beside it show it.\n"
        f'format = "{FORMAT}"\nversion = {VERSION}\n'
        f"name = {json.dumps(dice.name, ensure_ascii=False)}\n"
        f"count = {dice.count}\nhas_red = {str(dice.red is not None).lower()}\n"
        f"elsewhere = {str(elsewhere).lower()}\n"
    )


def entry_of(folder: Path) -> Entry:
    """The entry of a profile's folder; ProfileError when it can't be understood."""
    path = folder / HEAD
    try:
        data = tomllib.loads(path.read_text(encoding="utf-8"))
    except (OSError, ValueError) as error:
        raise ProfileError("no_profile", f"{path} is no dice set that can be read.") from error
    if data.get("format") != FORMAT:
        raise ProfileError("no_profile", f'{path} does not say format = "{FORMAT}".')
    version, name, count = data.get("version"), data.get("name"), data.get("count")
    if not isinstance(version, int) or version > VERSION:
        raise ProfileError("newer", f"{path} is of version {version}: update Tallytray.")
    if not isinstance(name, str) or not isinstance(count, int):
        raise ProfileError("no_profile", f"{path} lacks the name or the number of dice.")
    elsewhere = data.get("elsewhere") is True
    return Entry(name, count, data.get("has_red") is True, folder, elsewhere)


def folder_of(home: Path, name: str) -> Path:
    """The folder of the profile of this name; ProfileError with the known ones if there is none."""
    folder = home / slug_of(name)
    if not (folder / HEAD).exists():
        known = ", ".join(entry.name for entry in listed(home)) or "none yet"
        raise ProfileError("unknown", f'There is no dice set "{name}"; the known ones: {known}.')
    return folder


def _swap_in(part: Path, target: Path) -> None:
    """Put a complete folder in the place of an old one."""
    old = target.with_name(f".{target.name}.old")
    shutil.rmtree(old, ignore_errors=True)
    if target.exists():
        target.rename(old)
    part.rename(target)
    shutil.rmtree(old, ignore_errors=True)


def write_whole(path: Path, data: bytes) -> None:
    """Write a file and wait until the disk has it."""
    with path.open("wb") as file:
        file.write(data)
        file.flush()
        os.fsync(file.fileno())


def _jpeg(bgr: Picture) -> bytes:
    _, data = cv2.imencode(".jpg", bgr, [cv2.IMWRITE_JPEG_QUALITY, _QUALITY])
    return data.tobytes()
