"""Profiles of dice sets, kept by name: versioned TOML plus the pictures, one folder each.

What a dice set looks like (pip sizes, shades, red faces) travels; camera, tray and lamp belong to
one installation. A profile holds both, apart: `profile.toml` names the set, `calibration.toml` is
the installation's, and the pictures with their faces allow to fit it anew. On another installation
`adopted` takes only the dice. May import: vision, the rest of calibration.
"""

from __future__ import annotations

import json
import os
import re
import shutil
import tomllib
import unicodedata
import zipfile
from dataclasses import dataclass, replace
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
_HEAD, _CALIBRATION = "profile.toml", "calibration.toml"
_KNOWN_FILE = re.compile(r"profile\.toml|calibration\.toml|empty\.jpg|dice-[1-9]\.(jpg|json)")
_MOST_BYTES = 40_000_000  # of an imported file, unpacked
_QUALITY = 92


class ProfileError(ValueError):
    """A profile that can't be kept, found or understood; the sentence says what would be right."""

    def __init__(self, slug: str, sentence: str) -> None:
        super().__init__(sentence)
        self.slug = slug


@dataclass(frozen=True, slots=True)
class Entry:
    """One profile of a list: its name, how many dice it has, and whether any face is red."""

    name: str
    count: int
    has_red: bool
    folder: Path


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
    frames: tuple[tuple[Picture, tuple[Face, ...]], ...],
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
        save_calibration(named, part / _CALIBRATION)
        _write(part / "empty.jpg", _jpeg(empty_bgr))
        for number, (bgr, faces) in enumerate(frames[:9], start=1):
            _write(part / f"dice-{number}.jpg", _jpeg(bgr))
            sidecar = json.dumps({"faces": " ".join(map(str, faces))})
            _write(part / f"dice-{number}.json", sidecar.encode())
        _write(part / _HEAD, _head(named).encode())
        _swap_in(part, home / slug)
    except OSError as error:
        raise ProfileError("disk", f"{home}: the disk refused: {error.strerror}.") from error
    return _entry(home / slug)


def listed(home: Path) -> tuple[Entry, ...]:
    """All profiles by name; folders that are none are left out."""
    entries = []
    for folder in sorted(home.glob("[!.]*/")):
        try:
            entries.append(_entry(folder))
        except ProfileError:
            continue
    return tuple(sorted(entries, key=lambda entry: entry.name.casefold()))


def calibration_of(home: Path, name: str) -> Calibration:
    """The calibration of a profile, as it was made on its own installation.

    Raises ProfileError when there is none of this name or it can't be used.
    """
    folder = _folder(home, name)
    try:
        return load_calibration(folder / _CALIBRATION)
    except VisionInputError as error:
        raise ProfileError(error.slug, str(error)) from error


def adopted(here: Calibration, other: Calibration, *, size_ratio: float = 1.0) -> Calibration:
    """This installation's calibration with the dice of another one.

    size_ratio : edge of the other dice over the edge of those that `here` was made with.

    Notes
    -----
    The camera's height is counted in die edges, hence the ratio. Colours are as the other
    camera saw them under its lamp, so a remark asks to look first.
    """
    camera = replace(here.camera, height=here.camera.height / size_ratio)
    return replace(here, camera=camera, dice=other.dice, remarks=(ELSEWHERE,))


def export(home: Path, name: str, file: Path) -> None:
    """Write a profile as one file, to be imported elsewhere.

    Raises ProfileError when there is none of this name or the disk says no.
    """
    folder = _folder(home, name)
    part = file.with_name(file.name + ".part")
    try:
        with zipfile.ZipFile(part, "w") as archive:
            for path in sorted(folder.iterdir()):
                if _KNOWN_FILE.fullmatch(path.name):
                    archive.write(path, path.name)
        part.replace(file)
    except OSError as error:
        raise ProfileError("disk", f"{file} can't be written: {error.strerror}.") from error


def import_file(home: Path, file: Path) -> Entry:
    """Keep the profile of an exported file; a set of the same name is not replaced.

    Raises
    ------
    ProfileError
        The file is no exported dice set, is damaged or too large, or its name is taken.
    """
    part = home / ".import.part"
    try:
        home.mkdir(parents=True, exist_ok=True)
        shutil.rmtree(part, ignore_errors=True)
        part.mkdir()
        _unpack(file, part)
        entry = _entry(part)
        load_calibration(part / _CALIBRATION)
        target = home / slug_of(entry.name)
        if target.exists():
            raise ProfileError("taken", f'There is a set named "{entry.name}" already.')
        part.rename(target)
        return replace(entry, folder=target)
    except VisionInputError as error:
        raise ProfileError(error.slug, str(error)) from error
    except (OSError, zipfile.BadZipFile) as error:
        raise ProfileError("no_profile", f"{file} is no exported dice set: {error}.") from error
    finally:
        shutil.rmtree(part, ignore_errors=True)


def _unpack(file: Path, into: Path) -> None:
    """The known files of an archive, each by its plain name: nothing else, nowhere else."""
    with zipfile.ZipFile(file) as archive:
        members = [one for one in archive.infolist() if _KNOWN_FILE.fullmatch(one.filename)]
        if sum(one.file_size for one in members) > _MOST_BYTES:
            raise ProfileError("too_large", f"{file} is too large for a dice set.")
        for one in members:
            _write(into / one.filename, archive.read(one))


def _head(calibration: Calibration) -> str:
    dice = calibration.dice
    return (
        "# A dice set of Tallytray; the pictures beside it show it.\n"
        f'format = "{FORMAT}"\nversion = {VERSION}\n'
        f"name = {json.dumps(dice.name, ensure_ascii=False)}\n"
        f"count = {dice.count}\nhas_red = {str(dice.red is not None).lower()}\n"
    )


def _entry(folder: Path) -> Entry:
    path = folder / _HEAD
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
    return Entry(name, count, data.get("has_red") is True, folder)


def _folder(home: Path, name: str) -> Path:
    folder = home / slug_of(name)
    if not (folder / _HEAD).exists():
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


def _write(path: Path, data: bytes) -> None:
    with path.open("wb") as file:
        file.write(data)
        file.flush()
        os.fsync(file.fileno())


def _jpeg(bgr: Picture) -> bytes:
    _, data = cv2.imencode(".jpg", bgr, [cv2.IMWRITE_JPEG_QUALITY, _QUALITY])
    return data.tobytes()
