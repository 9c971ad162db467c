"""Dice sets kept by name: safe names, whole files, and what travels to another installation."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from calibration import profiles
from calibration.faces import parse_faces
from calibration.files import known_faces, load_picture
from calibration.profiles import ProfileError
from vision.calibration_values import Calibration

BGR = np.full((96, 128, 3), 90, np.uint8)


def kept(home: Path, made: Calibration, name: str = "My dice") -> profiles.Entry:
    return profiles.keep(home, name, made, BGR, ((BGR, parse_faces("1r 2 3")),))


def test_a_kept_set_is_listed_by_its_name(tmp_path: Path, made: Calibration):
    kept(tmp_path, made, "Blue pearl")
    kept(tmp_path, made, "Amber")
    found = profiles.listed(tmp_path)
    assert [(entry.name, entry.count, entry.has_red) for entry in found] == [
        ("Amber", 6, True),
        ("Blue pearl", 6, True),
    ]


def test_a_kept_set_gives_its_calibration_again(tmp_path: Path, made: Calibration):
    kept(tmp_path, made)
    again = profiles.calibration_of(tmp_path, "My dice")
    assert again.camera == made.camera
    assert again.dice.name == "My dice"


def test_its_pictures_can_be_calibrated_from_again(tmp_path: Path, made: Calibration):
    folder = kept(tmp_path, made).folder
    assert [str(face) for face in known_faces(folder / "dice-1.jpg")] == ["1r", "2", "3"]
    assert load_picture(folder / "empty.jpg").shape == BGR.shape


def test_a_set_of_the_same_name_is_replaced_whole(tmp_path: Path, made: Calibration):
    profiles.keep(tmp_path, "My dice", made, BGR, ((BGR, parse_faces("1")),) * 3)
    folder = kept(tmp_path, made).folder
    assert sorted(path.name for path in folder.glob("*.jpg")) == ["dice-1.jpg", "empty.jpg"]
    assert [path.name for path in tmp_path.iterdir()] == ["my-dice"]


@pytest.mark.parametrize("name", ["", "  ", "x" * 41, "../..", "a\nb", "--"])
def test_a_name_that_is_no_name_is_refused(tmp_path: Path, made: Calibration, name: str):
    with pytest.raises(ProfileError):
        kept(tmp_path, made, name)
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("name", ["../evil", "/etc/passwd", "a/b", "C:\\x", "."])
def test_no_name_leads_out_of_the_folder(name: str):
    try:
        slug = profiles.slug_of(name)
    except ProfileError:
        return
    assert "/" not in slug
    assert "." not in slug
    assert "\\" not in slug


def test_an_unknown_name_lists_the_known_ones(tmp_path: Path, made: Calibration):
    kept(tmp_path, made)
    with pytest.raises(ProfileError, match="My dice"):
        profiles.calibration_of(tmp_path, "Other")


def test_a_newer_version_is_refused(tmp_path: Path, made: Calibration):
    head = kept(tmp_path, made).folder / "profile.toml"
    head.write_text(head.read_text().replace("version = 1", "version = 99"))
    assert profiles.listed(tmp_path) == ()


def test_a_set_from_elsewhere_is_read_with_this_installation_s_camera(
    tmp_path: Path, made: Calibration
):
    folder = kept(tmp_path, made, "From afar").folder
    head = folder / "profile.toml"
    head.write_text(head.read_text().replace("elsewhere = false", "elsewhere = true"))
    here = replace(made, camera=replace(made.camera, height=31.0))
    fitted = profiles.fitted_here(tmp_path, "From afar", here)
    assert fitted.camera.height == 31.0
    assert fitted.dice.name == "From afar"


def test_a_set_from_elsewhere_needs_a_tray_that_was_set_up(tmp_path: Path, made: Calibration):
    head = kept(tmp_path, made, "From afar").folder / "profile.toml"
    head.write_text(head.read_text().replace("elsewhere = false", "elsewhere = true"))
    with pytest.raises(ProfileError, match="set it up first"):
        profiles.fitted_here(tmp_path, "From afar", None)


def test_a_removed_set_is_gone_with_its_pictures(tmp_path: Path, made: Calibration):
    kept(tmp_path, made, "Amber")
    kept(tmp_path, made, "Blue")
    profiles.remove(tmp_path, "Amber")
    assert [entry.name for entry in profiles.listed(tmp_path)] == ["Blue"]
    assert [path.name for path in tmp_path.iterdir()] == ["blue"]


def test_how_short_dice_from_elsewhere_seem_to_end_here_is_not_known(made: Calibration):
    assert profiles.adopted(replace(made, shortfall=-0.02), made).shortfall == 1.0


def test_another_installation_takes_only_the_dice(made: Calibration):
    taken = profiles.adopted(made, made, size_ratio=2.0)
    assert taken.dice == made.dice
    assert taken.tray_px == made.tray_px
    assert taken.camera.height == made.camera.height / 2
    assert taken.remarks == (profiles.ELSEWHERE,)
