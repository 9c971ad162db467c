"""Dice sets as files: one archive a set, to be kept or brought to another installation.

Nothing in an archive is trusted: only files of known names are taken, each by its plain name, none
larger than a set can be, and all of them are read before the set is listed.
May import: the rest of calibration.
"""

from __future__ import annotations

import io
import re
import shutil
import zipfile
import zlib
from dataclasses import replace
from pathlib import Path

from calibration.files import VisionInputError, load_calibration, load_picture
from calibration.profiles import (
    CALIBRATION,
    HEAD,
    Entry,
    ProfileError,
    entry_of,
    folder_of,
    head_of,
    slug_of,
    write_whole,
)

_KNOWN_FILE = re.compile(r"profile\.toml|calibration\.toml|empty\.jpg|dice-[1-9]\.(jpg|json)")
_MOST_BYTES = 40_000_000  # of all files of an archive, unpacked
_MOST_FILES = 100
_CHUNK_BYTES = 1 << 16


def packed(home: Path, name: str) -> bytes:
    """Give a profile as the bytes of one archive, to be taken in elsewhere.

    Raises ProfileError when there is none of this name or the disk says no.
    """
    folder, archive = folder_of(home, name), io.BytesIO()
    try:
        with zipfile.ZipFile(archive, "w") as pack:
            for path in sorted(folder.iterdir()):
                if _KNOWN_FILE.fullmatch(path.name):
                    pack.write(path, path.name)
    except OSError as error:
        raise ProfileError("disk", f"{folder} can't be read: {error.strerror}.") from error
    return archive.getvalue()


def export(home: Path, name: str, file: Path) -> None:
    """Write a profile as one file, to be imported elsewhere.

    Raises ProfileError when there is none of this name or the disk says no.
    """
    data, part = packed(home, name), file.with_name(file.name + ".part")
    try:
        write_whole(part, data)
        part.replace(file)
    except OSError as error:
        raise ProfileError("disk", f"{file} can't be written: {error.strerror}.") from error


def import_file(home: Path, file: Path) -> Entry:
    """Keep the profile of an exported file; a set of the same name is not replaced.

    Raises ProfileError when the file can't be read, and as `take_in` does.
    """
    try:
        size = file.stat().st_size
        data = file.read_bytes() if size <= _MOST_BYTES else b""
    except OSError as error:
        raise ProfileError("no_file", f"{file} can't be read: {error.strerror}.") from error
    if size > _MOST_BYTES:
        raise ProfileError("too_large", f"{file} is too large for a dice set.")
    return take_in(home, data, str(file))


def take_in(home: Path, data: bytes, source: str = "This file") -> Entry:
    """Keep the profile of an archive's bytes; a set of the same name is not replaced.

    source : what to call the file in the sentences of errors.

    Raises
    ------
    ProfileError
        The bytes are no exported dice set, are damaged or too large, or its name is taken.
    """
    part = home / ".import.part"
    try:
        home.mkdir(parents=True, exist_ok=True)
        shutil.rmtree(part, ignore_errors=True)
        part.mkdir()
        _unpack(data, part, source)
        return _moved_in(home, part, source)
    except OSError as error:
        raise ProfileError("disk", f"{home}: the disk refused: {error.strerror}.") from error
    finally:
        shutil.rmtree(part, ignore_errors=True)


def _moved_in(home: Path, part: Path, source: str) -> Entry:
    """Put an unpacked profile among the others once every file of it is known to be good."""
    try:
        entry = entry_of(part)
        calibration = load_calibration(part / CALIBRATION)
        for picture in part.glob("*.jpg"):
            load_picture(picture)
    except (ProfileError, VisionInputError) as error:
        why = str(error).replace(f"{part}/", "")
        raise ProfileError("no_profile", f"{source} is no whole dice set: {why}") from error
    target = home / slug_of(entry.name)
    if target.exists():
        raise ProfileError(
            "taken", f'There is a set named "{entry.name}" already: remove that one first.'
        )
    named = replace(calibration, dice=replace(calibration.dice, name=entry.name))
    write_whole(part / HEAD, head_of(named, elsewhere=True).encode())
    part.rename(target)
    return entry_of(target)


def _unpack(data: bytes, into: Path, source: str) -> None:
    """The known files of an archive, each by its plain name: nothing else, nowhere else."""
    try:
        with zipfile.ZipFile(io.BytesIO(data)) as pack:
            members = [one for one in pack.infolist() if _KNOWN_FILE.fullmatch(one.filename)]
            if len(members) > _MOST_FILES or sum(m.file_size for m in members) > _MOST_BYTES:
                raise ProfileError("too_large", f"{source} is too large for a dice set.")
            left = _MOST_BYTES
            for one in members:
                content = _read(pack, one, left, source)
                left -= len(content)
                write_whole(into / one.filename, content)
    except (zipfile.BadZipFile, zlib.error, NotImplementedError, RuntimeError, EOFError) as error:
        raise ProfileError("no_profile", f"{source} is no exported dice set: {error}.") from error
    if not (into / HEAD).exists():
        raise ProfileError("no_profile", f"{source} is no exported dice set: {HEAD} is missing.")


def _read(pack: zipfile.ZipFile, member: zipfile.ZipInfo, most: int, source: str) -> bytes:
    """The content of a member, however large it claims to be; ProfileError beyond `most` bytes."""
    content = bytearray()
    with pack.open(member) as file:
        while chunk := file.read(_CHUNK_BYTES):
            content += chunk
            if len(content) > most:
                raise ProfileError("too_large", f"{source} is too large for a dice set.")
    return bytes(content)
