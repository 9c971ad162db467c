"""Dice sets as files: what is exported comes in elsewhere, and nothing else comes in."""

from __future__ import annotations

import io
import re
import zipfile
from pathlib import Path

import numpy as np
import pytest

from calibration import profiles
from calibration.faces import parse_faces
from calibration.profile_files import export, import_file, packed, take_in
from calibration.profiles import ProfileError
from vision.calibration_values import Calibration

BGR = np.full((96, 128, 3), 90, np.uint8)


@pytest.fixture
def here(tmp_path: Path, made: Calibration) -> Path:
    """Profiles with one set, "My dice"."""
    profiles.keep(tmp_path / "here", "My dice", made, BGR, ((BGR, parse_faces("1r 2 3")),))
    return tmp_path / "here"


def repacked(data: bytes, changes: dict[str, bytes | None]) -> bytes:
    """The archive with other contents of some files, or without them."""
    archive = io.BytesIO()
    with zipfile.ZipFile(io.BytesIO(data)) as old, zipfile.ZipFile(archive, "w") as new:
        files = {name: old.read(name) for name in old.namelist()} | changes
        for name, content in files.items():
            if content is not None:
                new.writestr(name, content)
    return archive.getvalue()


def test_an_exported_set_is_the_same_after_import(tmp_path: Path, here: Path):
    export(here, "My dice", tmp_path / "set.zip")
    entry = import_file(tmp_path / "there", tmp_path / "set.zip")
    assert (entry.name, entry.count, entry.elsewhere) == ("My dice", 6, True)
    assert profiles.listed(tmp_path / "there") == (entry,)
    there = profiles.calibration_of(tmp_path / "there", "My dice")
    assert there == profiles.calibration_of(here, "My dice")


def test_an_import_never_replaces_a_set(here: Path):
    with pytest.raises(ProfileError, match="already"):
        take_in(here, packed(here, "My dice"))
    assert not profiles.listed(here)[0].elsewhere


def test_an_archive_that_points_elsewhere_writes_nothing(tmp_path: Path):
    archive = io.BytesIO()
    with zipfile.ZipFile(archive, "w") as pack:
        pack.writestr("../evil.toml", "x")
        pack.writestr("profile.toml/../../evil", "x")
        pack.writestr("/tmp/profile.toml", "x")
    with pytest.raises(ProfileError, match=r"profile\.toml is missing"):
        take_in(tmp_path / "home", archive.getvalue())
    assert list((tmp_path / "home").iterdir()) == []
    assert [path.name for path in tmp_path.iterdir()] == ["home"]


@pytest.mark.parametrize("data", [b"", b"no", b"PK\x03\x04 and nothing else"])
def test_bytes_that_are_no_archive_are_refused(tmp_path: Path, data: bytes):
    with pytest.raises(ProfileError, match="no exported dice set"):
        take_in(tmp_path / "home", data)


@pytest.mark.parametrize("part", [0.2, 0.5, 0.9, 0.99])
def test_an_archive_that_is_cut_off_is_refused(tmp_path: Path, here: Path, part: float):
    data = packed(here, "My dice")
    with pytest.raises(ProfileError):
        take_in(tmp_path / "there", data[: int(len(data) * part)])
    assert profiles.listed(tmp_path / "there") == ()


def test_damaged_archives_are_refused_with_a_sentence_and_leave_nothing(tmp_path: Path, here: Path):
    data, rng = packed(here, "My dice"), np.random.default_rng(4)
    said = {}
    for k in range(60):
        spoiled = bytearray(data)
        for at in rng.integers(0, len(data), 1 + k % 7):
            spoiled[at] ^= int(rng.integers(1, 256))
        try:
            take_in(tmp_path / f"there{k}", bytes(spoiled))
        except ProfileError as error:
            said[k] = str(error)
    assert len(said) > 30  # the checksums find what falls into a file
    assert all(sentence.startswith("This file") for sentence in said.values())
    assert not any(list((tmp_path / f"there{k}").iterdir()) for k in said)


@pytest.mark.parametrize("name", ["profile.toml", "calibration.toml"])
def test_a_set_without_one_of_its_parts_is_refused(tmp_path: Path, here: Path, name: str):
    with pytest.raises(ProfileError, match=re.escape(name)):
        take_in(tmp_path / "there", repacked(packed(here, "My dice"), {name: None}))


def test_a_picture_that_is_none_is_refused(tmp_path: Path, here: Path):
    spoiled = repacked(packed(here, "My dice"), {"dice-1.jpg": b"no picture"})
    with pytest.raises(ProfileError, match=r"dice-1\.jpg is no picture"):
        take_in(tmp_path / "there", spoiled)


def test_a_file_that_unpacks_to_far_too_much_is_refused(tmp_path: Path, here: Path):
    archive = io.BytesIO()
    with zipfile.ZipFile(archive, "w", zipfile.ZIP_DEFLATED) as pack:
        pack.writestr("profile.toml", b"#" * 50_000_000)
    assert len(archive.getvalue()) < 100_000
    with pytest.raises(ProfileError, match="too large"):
        take_in(tmp_path / "there", archive.getvalue())


def test_a_name_in_the_archive_can_not_lead_out_of_the_folder(tmp_path: Path, here: Path):
    head = (here / "my-dice" / "profile.toml").read_text()
    head = head.replace('"My dice"', '"../../out"')
    take_in(tmp_path / "there", repacked(packed(here, "My dice"), {"profile.toml": head.encode()}))
    assert [path.name for path in (tmp_path / "there").iterdir()] == ["out"]


def test_what_else_is_in_the_archive_is_not_kept(tmp_path: Path, here: Path):
    data = repacked(packed(here, "My dice"), {"run.sh": b"rm -r /", "dice-12.jpg": b"x"})
    folder = take_in(tmp_path / "there", data).folder
    assert not (folder / "run.sh").exists()
    assert not (folder / "dice-12.jpg").exists()


def test_a_file_that_is_not_there_is_said(tmp_path: Path):
    with pytest.raises(ProfileError, match="can't be read"):
        import_file(tmp_path / "home", tmp_path / "none.zip")
