"""The commands about dice sets and markers: what is kept, used, carried away and printed."""

from __future__ import annotations

import json
from pathlib import Path

import cv2
import numpy as np
import pytest

from calibration.files import load_picture
from calibration.in_use import load_in_use
from pi_app.adapters.elsewhere import Elsewhere
from pi_app.config import load_config
from pi_app.main import main
from pi_app.wiring_setup import Reader, calibrations_in_use
from tests.running import Output, run
from vision.tray.markers import find_markers
from vision.virtual import VirtualDie, calibration_dice, demo_scene, render

BLUE, IVORY = "pearl_blue", "ivory"


def drawn(dice: tuple[VirtualDie, ...], style: str = BLUE) -> np.ndarray:
    return np.asarray(render(demo_scene(style), dice, np.random.default_rng(7)))


@pytest.fixture(scope="module")
def pictures(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """What two sets are calibrated from, and a throw of both."""
    folder = tmp_path_factory.mktemp("pictures")
    cv2.imwrite(str(folder / "empty.png"), drawn(()))
    for style in (BLUE, IVORY):
        for which in (0, 1):
            dice = calibration_dice(demo_scene(style), which)
            cv2.imwrite(str(folder / f"{style}{which}.png"), drawn(dice, style))
            faces = json.dumps({"faces": " ".join(map(str, dice))})
            (folder / f"{style}{which}.json").write_text(faces)
    both = (
        VirtualDie(-50, 30, 10, 5, (5,), style=demo_scene(BLUE).style),
        VirtualDie(30, 45, 40, 2, (5,), style=demo_scene(BLUE).style),
        VirtualDie(0, -40, 70, 3, style=demo_scene(IVORY).style),
    )
    cv2.imwrite(str(folder / "both.png"), drawn(both))
    return folder


@pytest.fixture(scope="module")
def state(pictures: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A state directory in which two sets were calibrated by name; the ivory one last."""
    state = tmp_path_factory.mktemp("state")
    with pytest.MonkeyPatch.context() as environment:
        environment.setenv("STATE_DIRECTORY", str(state))
        for style in (BLUE, IVORY):
            dice = [w for k in (0, 1) for w in ("--dice", str(pictures / f"{style}{k}.png"))]
            argv = ["calibrate", "--empty", str(pictures / "empty.png"), *dice, "--name", style]
            assert main(argv) == 0
    return state


@pytest.fixture(autouse=True)
def _here(state: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("STATE_DIRECTORY", str(state))


def test_sets_that_were_calibrated_by_name_are_listed(capsys: Output):
    run(capsys, "profiles", "--use", IVORY)
    code, out, err = run(capsys, "profiles")
    assert (code, err) == (0, "")
    assert out == "* ivory: 6 dice\n  pearl_blue: 6 dice, red faces\n"


def test_several_sets_are_put_to_use(capsys: Output, state: Path):
    code, out, _ = run(capsys, "profiles", "--use", BLUE, "--use", IVORY)
    assert code == 0
    assert out.startswith("In use: pearl_blue, ivory\n")
    assert len(load_in_use(state / "calibration.toml")) == 2


def test_dice_of_two_sets_are_read_in_one_picture(capsys: Output, state: Path, pictures: Path):
    home = state / "calibration-dice-sets"
    each = [
        word
        for name in ("pearl-blue", "ivory")
        for word in ("--calibration", home / name / "calibration.toml")
    ]
    code, out, _ = run(capsys, "read", *each, pictures / "both.png")
    assert code == 0
    assert "ok  5r 3 2" in out


def test_a_program_that_starts_then_reads_dice_of_both(capsys: Output, pictures: Path):
    run(capsys, "profiles", "--use", IVORY, "--use", BLUE)
    read = Reader(calibrations_in_use(load_config().config, None, Elsewhere()))
    assert [one.dice.name for one in read.calibrations] == [IVORY, BLUE]
    reading = read(load_picture(pictures / "both.png"))
    assert str(reading) == "ok 5r 3 2"


def test_a_set_that_can_not_be_used_any_more_does_not_stop_a_start(
    capsys: Output, state: Path, caplog: pytest.LogCaptureFixture
):
    run(capsys, "profiles", "--use", BLUE, "--use", IVORY)
    file = state / "calibration-dice-sets" / "ivory" / "calibration.toml"
    kept = file.read_bytes()
    file.write_bytes(b"spoiled")
    read = Reader(calibrations_in_use(load_config().config, None, Elsewhere()))
    file.write_bytes(kept)
    assert [one.dice.name for one in read.calibrations] == [BLUE]
    assert "only one dice set is in use" in caplog.text


def test_a_set_goes_to_another_installation(capsys: Output, tmp_path: Path, pictures: Path):
    file = tmp_path / "blue.zip"
    assert run(capsys, "profiles", "--export", BLUE, file)[0] == 0
    there = tmp_path / "there.toml"
    there.write_text(f'[calibration]\npath = "{tmp_path}/there/calibration.toml"\n')
    code, out, _ = run(capsys, "profiles", "--config", there, "--import", file)
    assert code == 0
    assert "pearl_blue is kept now: 6 dice" in out
    code, _, err = run(capsys, "profiles", "--config", there, "--use", BLUE)
    assert code == 1
    assert "set it up first" in err
    dice = [w for k in (0, 1) for w in ("--dice", pictures / f"{IVORY}{k}.png")]
    out_file = tmp_path / "there" / "calibration.toml"
    empty = pictures / "empty.png"
    assert run(capsys, "calibrate", "--empty", empty, *dice, "--out", out_file)[0] == 0
    assert run(capsys, "profiles", "--config", there, "--use", BLUE)[0] == 0
    assert "from another tray" in run(capsys, "profiles", "--config", there)[1]
    read = run(capsys, "read", "--calibration", out_file, pictures / f"{BLUE}0.png")[1]
    assert "png: ok  " in read


def test_a_set_in_use_is_not_removed(capsys: Output):
    run(capsys, "profiles", "--use", BLUE)
    code, _, err = run(capsys, "profiles", "--remove", BLUE)
    assert code == 1
    assert "choose another set first" in err


@pytest.mark.parametrize(
    ("argv", "code", "words"),
    [
        (("--use", "Green"), 2, 'no dice set "Green"; the known ones: ivory, pearl_blue'),
        (("--export", "Green", "x.zip"), 2, 'no dice set "Green"'),
        (("--import", "none.zip"), 2, "none.zip can't be read"),
        (("--import", __file__), 1, "is no exported dice set"),
        (("--use", "A", "--remove", "B"), 2, "not allowed with"),
    ],
)
def test_what_can_not_be_is_refused_in_one_line(
    capsys: Output, argv: tuple[str, ...], code: int, words: str
):
    found, out, err = run(capsys, "profiles", *argv)
    assert (found, out) == (code, "")
    assert words in err
    assert err.count("\n") == 1


def test_an_installation_without_sets_says_so(capsys: Output, tmp_path: Path, monkeypatch):
    monkeypatch.setenv("STATE_DIRECTORY", str(tmp_path))
    code, out, _ = run(capsys, "profiles")
    assert code == 0
    assert "No dice set is kept" in out


def test_the_sheet_of_markers_is_written_and_its_markers_are_found(capsys: Output, tmp_path: Path):
    code, out, _ = run(capsys, "markers", "--out", tmp_path / "m.png", "--paper", "letter")
    assert code == 0
    assert "100 mm" in out
    page = cv2.imread(str(tmp_path / "m.png"))
    assert page is not None
    assert len(find_markers(np.asarray(page, np.uint8))) == 8


@pytest.mark.parametrize(
    ("argv", "code", "words"),
    [
        (("--paper", "a3"), 2, "use one of a4, letter"),
        (("--out", "m.doc"), 2, "use .svg, .pdf, .png"),
        (("--out", "no/such/m.pdf"), 1, "choose another --out"),
    ],
)
def test_a_sheet_that_can_not_be_made_is_refused(
    capsys: Output, tmp_path: Path, monkeypatch, argv: tuple[str, ...], code: int, words: str
):
    monkeypatch.chdir(tmp_path)
    found, _, err = run(capsys, "markers", *argv)
    assert found == code
    assert words in err
