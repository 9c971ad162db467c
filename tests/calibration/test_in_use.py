"""Which dice sets are in use: chosen by name, and still so after a new start."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from calibration import profiles
from calibration.faces import parse_faces
from calibration.files import load_calibration, save_calibration
from calibration.in_use import home_of, load_in_use, put_to_use, use
from calibration.profile_files import packed, take_in
from calibration.profiles import ProfileError
from vision.calibration_values import Calibration

BGR = np.full((96, 128, 3), 90, np.uint8)


@pytest.fixture
def path(tmp_path: Path, made: Calibration) -> Path:
    """The calibration's file of an installation with two sets of its own and one from afar."""
    path = tmp_path / "here" / "calibration.toml"
    for name in ("Amber", "Blue"):
        keep(home_of(path), name, made)
    keep(tmp_path / "there", "From afar", replace(made, camera=replace(made.camera, height=40.0)))
    take_in(home_of(path), packed(tmp_path / "there", "From afar"))
    return path


def keep(home: Path, name: str, made: Calibration) -> None:
    profiles.keep(home, name, made, BGR, ((BGR, parse_faces("1r 2 3")),))


def names(calibrations: tuple[Calibration, ...]) -> list[str]:
    return [one.dice.name for one in calibrations]


def test_nothing_is_in_use_before_the_first_set_up(path: Path):
    assert load_in_use(path) == ()


def test_sets_that_are_chosen_are_in_use_after_a_new_start(path: Path, made: Calibration):
    found = use(path, ("Amber", "Blue"), made)
    assert names(found) == ["Amber", "Blue"]
    assert load_in_use(path) == found
    assert load_calibration(path).dice.name == "Amber"


def test_choosing_one_takes_the_others_out_of_use(path: Path, made: Calibration):
    use(path, ("Amber", "Blue"), made)
    use(path, ("Blue",), made)
    assert names(load_in_use(path)) == ["Blue"]


def test_a_set_from_elsewhere_takes_camera_and_tray_of_this_installation(
    path: Path, made: Calibration
):
    first, second = use(path, ("From afar", "Blue"), made)
    assert (first.dice.name, second.dice.name) == ("Blue", "From afar")
    assert second.camera == first.camera == made.camera
    assert second.remarks == (profiles.ELSEWHERE,)
    assert load_in_use(path) == (first, second)


def test_a_set_from_elsewhere_alone_is_used_on_the_tray_as_it_was_set_up(
    path: Path, made: Calibration
):
    (only,) = use(path, ("From afar",), made)
    assert only.camera == made.camera
    assert load_in_use(path) == (only,)


def test_a_set_from_elsewhere_is_refused_on_a_tray_that_was_never_set_up(path: Path):
    with pytest.raises(ProfileError, match="set it up first"):
        use(path, ("From afar",), None)
    assert not path.exists()


def test_a_calibration_from_elsewhere_in_the_program_counts_first(path: Path, made: Calibration):
    use(path, ("Amber", "Blue"), made)
    save_calibration(replace(made, dice=replace(made.dice, name="dice")), path)
    assert names(load_in_use(path)) == ["dice", "Blue"]


@pytest.mark.parametrize(("chosen", "words"), [((), "at least one"), (("Green",), "Amber, Blue")])
def test_a_choice_that_can_not_be_is_refused(path: Path, chosen: tuple[str, ...], words: str):
    with pytest.raises(ProfileError, match=words):
        use(path, chosen, None)


def test_more_sets_than_can_be_read_together_are_refused(path: Path, made: Calibration):
    for name in "CDE":
        keep(home_of(path), name, made)
    with pytest.raises(ProfileError, match="At most 4"):
        use(path, ("Amber", "Blue", "C", "D", "E"), made)


def test_sets_of_pictures_of_another_shape_are_not_used_together(path: Path, made: Calibration):
    keep(home_of(path), "Wide", replace(made, size_px=(1280, 720)))
    with pytest.raises(ProfileError, match="different shapes"):
        use(path, ("Amber", "Wide"), made)


@pytest.mark.parametrize("text", ["", "also = 3", "\x00", 'format = "x"\nalso = []'])
def test_a_list_that_can_not_be_read_is_said(path: Path, made: Calibration, text: str):
    put_to_use(path, (made,))
    (home_of(path) / "in-use.toml").write_text(text)
    with pytest.raises(ProfileError, match="anew"):
        load_in_use(path)
