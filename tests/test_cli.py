"""The commands that read pictures and serve, and what every command does when things go wrong."""

from __future__ import annotations

import json
import os
import signal
import socket
import struct
import subprocess
import sys
import zlib
from collections.abc import Iterator
from pathlib import Path

import cv2
import numpy as np
import pytest

from calibration.files import load_calibration
from calibration.lenses import LENSES
from pi_app.main import complain, main
from vision.virtual import calibration_dice, demo_scene, render

ROOT = Path(__file__).resolve().parents[1]
Output = pytest.CaptureFixture[str]


def run(capsys: Output, *argv: str | Path) -> tuple[int, str, str]:
    """Exit code, standard output, standard error."""
    code = main([str(word) for word in argv])
    out, err = capsys.readouterr()
    return code, out, err


@pytest.fixture(scope="module")
def pictures(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with what one installation is calibrated from."""
    folder = tmp_path_factory.mktemp("pictures")
    scene, rng = demo_scene(), np.random.default_rng(7)
    cv2.imwrite(str(folder / "empty.png"), render(scene, (), rng))
    for which in (0, 1):
        dice = calibration_dice(scene, which)
        cv2.imwrite(str(folder / f"dice_{which}.png"), render(scene, dice, rng))
        faces = " ".join(map(str, dice))
        (folder / f"dice_{which}.json").write_text(json.dumps({"faces": faces}))
    return folder


@pytest.fixture(scope="module")
def calibration(pictures: Path) -> Path:
    """The calibration of that installation, made by the command itself."""
    out = pictures / "calibration.toml"
    dice = [word for which in (0, 1) for word in ("--dice", str(pictures / f"dice_{which}.png"))]
    assert (
        main(["calibrate", "--empty", str(pictures / "empty.png"), *dice, "--out", str(out)]) == 0
    )
    return out


# ---- read -------------------------------------------------------------------------------------


def test_read_prints_a_line_for_each_picture_in_order(
    capsys: Output, pictures: Path, calibration: Path
):
    images = [pictures / "dice_1.png", pictures / "empty.png", pictures / "dice_0.png"]
    code, out, err = run(capsys, "read", "--calibration", calibration, "--json", *images)
    lines = [json.loads(line) for line in out.splitlines()]
    assert (code, err) == (0, "")
    assert [line["image"] for line in lines] == [str(image) for image in images]
    assert [line["status"] for line in lines] == ["ok", "empty", "ok"]
    assert list(lines[0]) == ["image", "status", "dice", "problems", "ms"]
    assert list(lines[0]["dice"][0]) == ["value", "red", "confidence", "x_px", "y_px", "problem"]
    assert sorted(die["value"] for die in lines[2]["dice"]) == [1, 2, 3, 4, 5, 6]


def test_read_for_people_says_the_dice(capsys: Output, pictures: Path, calibration: Path):
    _, out, _ = run(capsys, "read", "--calibration", calibration, pictures / "empty.png")
    assert out == f"{pictures / 'empty.png'}: empty  no dice\n"


def png_head(width: int, height: int) -> bytes:
    """The beginning of a PNG file that says that it is so large."""
    head = b"IHDR" + struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0)
    return b"\x89PNG\r\n\x1a\n" + struct.pack(">I", 13) + head + struct.pack(">I", zlib.crc32(head))


@pytest.mark.parametrize(
    ("name", "data", "words"),
    [
        ("notes.jpg", b"these are my notes", "is no picture"),
        ("nothing.jpg", b"", "is empty"),
        ("cut.png", png_head(640, 480), "cut off"),
        ("huge.png", png_head(12_000, 9_000), "12000 x 9000 pixels"),
    ],
)
def test_a_file_that_is_no_usable_picture_is_said_and_has_its_line(
    capsys: Output, tmp_path: Path, calibration: Path, name: str, data: bytes, words: str
):
    (tmp_path / name).write_bytes(data)
    code, out, err = run(capsys, "read", "--calibration", calibration, "--json", tmp_path / name)
    line = json.loads(out)
    assert code == 1
    assert (line["status"], line["dice"]) == ("unsure", [])
    assert words in line["problems"][0]
    assert words in err
    assert err.count("\n") == 1


def test_a_picture_that_is_not_there_does_not_stop_the_others(
    capsys: Output, pictures: Path, calibration: Path
):
    images = [pictures / "none.png", pictures / "empty.png"]
    code, out, _ = run(capsys, "read", "--calibration", calibration, "--json", *images)
    assert code == 1
    assert [json.loads(line)["status"] for line in out.splitlines()] == ["unsure", "empty"]


def test_a_picture_of_one_pixel_is_said(capsys: Output, tmp_path: Path, calibration: Path):
    cv2.imwrite(str(tmp_path / "dot.png"), np.zeros((1, 1, 3), np.uint8))
    code, out, _ = run(capsys, "read", "--calibration", calibration, "--json", tmp_path / "dot.png")
    assert (code, json.loads(out)["status"]) == (1, "unsure")


@pytest.mark.parametrize("change", ["cut", "newer", "noise", "none"])
def test_a_calibration_that_cant_be_used_is_said(
    capsys: Output, tmp_path: Path, pictures: Path, calibration: Path, change: str
):
    text = calibration.read_text()
    wrong = tmp_path / "wrong.toml"
    match change:
        case "cut":
            wrong.write_text(text[: len(text) // 2])
        case "newer":
            wrong.write_text(text.replace("version = ", "version = 9", 1))
        case "noise":
            wrong.write_bytes(bytes(range(256)))
    code, out, err = run(capsys, "read", "--calibration", wrong, pictures / "empty.png")
    assert (code, out) == (1, "")
    assert err.startswith(f"tallytray: {wrong}")
    assert err.count("\n") == 1


# ---- calibrate --------------------------------------------------------------------------------


def test_calibrate_needs_the_faces_of_the_dice(capsys: Output, tmp_path: Path, pictures: Path):
    (tmp_path / "some.png").write_bytes((pictures / "dice_0.png").read_bytes())
    code, _, err = run(
        capsys, "calibrate", "--empty", pictures / "empty.png", "--dice", tmp_path / "some.png"
    )
    assert code == 2
    assert "Put some.json beside it" in err


def test_calibrate_says_when_a_sidecar_makes_no_sense(
    capsys: Output, tmp_path: Path, pictures: Path
):
    (tmp_path / "some.png").write_bytes((pictures / "dice_0.png").read_bytes())
    (tmp_path / "some.json").write_text("[]")
    code, _, err = run(
        capsys, "calibrate", "--empty", pictures / "empty.png", "--dice", tmp_path / "some.png"
    )
    assert code == 2
    assert 'has no "faces"' in err


def test_calibrate_says_when_the_picture_shows_no_such_dice(
    capsys: Output, tmp_path: Path, pictures: Path
):
    (tmp_path / "1-2-3--empty.png").write_bytes((pictures / "empty.png").read_bytes())
    out = tmp_path / "out.toml"
    code, _, err = run(
        capsys, "calibrate", "--empty", pictures / "empty.png",
        "--dice", tmp_path / "1-2-3--empty.png", "--out", out,
    )  # fmt: skip
    assert code == 1
    assert "dice are named" in err
    assert not out.exists()


def test_calibrate_that_cant_write_says_so(capsys: Output, tmp_path: Path, pictures: Path):
    code, _, err = run(
        capsys, "calibrate", "--empty", pictures / "empty.png",
        "--dice", pictures / "dice_0.png", "--dice", pictures / "dice_1.png", "--out", tmp_path,
    )  # fmt: skip
    assert code == 1
    assert "can't be written" in err


def test_calibrate_refuses_a_lens_that_nobody_knows(capsys: Output, tmp_path: Path, pictures: Path):
    code, _, err = run(
        capsys, "calibrate", "--empty", pictures / "empty.png",
        "--dice", pictures / "dice_0.png", "--lens", "fisheye", "--out", tmp_path / "out.toml",
    )  # fmt: skip
    assert code == 2
    assert '--lens: no lens is called "fisheye": use one of module1' in err


def test_calibrate_takes_the_lens_that_is_named(capsys: Output, tmp_path: Path, pictures: Path):
    out = tmp_path / "out.toml"
    code, _, err = run(
        capsys, "calibrate", "--empty", pictures / "empty.png", "--lens", "module 2",
        "--dice", pictures / "dice_0.png", "--dice", pictures / "dice_1.png", "--out", out,
    )  # fmt: skip
    assert (code, err) == (0, "")
    usual_px = LENSES["module2"].focal_px(1280, 960)
    assert load_calibration(out).camera.focal_px == pytest.approx(usual_px, rel=0.1)


# ---- serve, doctor ----------------------------------------------------------------------------


def test_three_mistakes_in_the_configuration_are_named_at_once(capsys: Output, tmp_path: Path):
    config = tmp_path / "table.toml"
    config.write_text(
        '[camera]\nsource = "webcam"\n[server]\nport = 99999\n[buttons]\nroll_pin = 27\n'
    )
    code, out, err = run(capsys, "serve", "--demo", "--config", config)
    assert (code, out) == (2, "")
    assert err.count("\n") == 3
    assert [f"table.toml:{line}" in err for line in (2, 4, 6)] == [True, True, True]


def test_a_taken_port_is_said_with_another_one(capsys: Output, tmp_path: Path):
    config = tmp_path / "table.toml"
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = taken.getsockname()[1]
        config.write_text(f'[server]\nhost = "127.0.0.1"\nport = {port}\n')
        code, _, err = run(capsys, "serve", "--demo", "--config", config)
    assert code == 1
    assert f"Port {port} is taken" in err
    assert f"--port {port + 1}" in err


def test_a_damaged_file_of_games_stops_the_start_with_its_mend(
    capsys: Output, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setenv("STATE_DIRECTORY", str(tmp_path))
    (tmp_path / "games.sqlite").write_bytes(b"these are my notes\n" * 500)
    code, _, err = run(capsys, "serve", "--camera", tmp_path, "--config", mock_pins(tmp_path))
    assert code == 1
    assert "games.sqlite is damaged" in err
    assert "mv " in err


def mock_pins(folder: Path) -> Path:
    """A configuration for a machine without pins, on any free port."""
    config = folder / "mock.toml"
    config.write_text('[buttons]\nfactory = "mock"\n[server]\nhost = "127.0.0.1"\nport = 0\n')
    return config


def test_an_unknown_first_game_stops_the_start(
    capsys: Output, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setenv("STATE_DIRECTORY", str(tmp_path))
    config = mock_pins(tmp_path)
    config.write_text(config.read_text() + '[game]\ndefault = "chess"\n')
    code, _, err = run(capsys, "serve", "--camera", tmp_path, "--config", config)
    assert code == 1
    assert 'no game "chess"' in err


def test_the_doctor_says_trouble_with_1(
    capsys: Output, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setenv("STATE_DIRECTORY", str(tmp_path))
    config = mock_pins(tmp_path)
    config.write_text(
        config.read_text() + f'[camera]\nsource = "folder"\nfolder = "{tmp_path}/none"\n'
    )
    code, out, _ = run(capsys, "doctor", "--config", config)
    assert code == 1
    assert "trouble" in out


# ---- whole processes --------------------------------------------------------------------------


def tallytray(*argv: str | Path, **more: object) -> subprocess.Popen[str]:
    """The program as it is started by a person."""
    return subprocess.Popen(
        [sys.executable, "-m", "pi_app.main", *map(str, argv)],
        cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, **more,
    )  # type: ignore[call-overload, no-any-return]  # fmt: skip


@pytest.fixture
def served(tmp_path: Path) -> Iterator[subprocess.Popen[str]]:
    """`serve` on a folder with one picture, until it says where it is."""
    cv2.imwrite(str(tmp_path / "tray.png"), np.full((480, 640, 3), 90, np.uint8))
    env = {**os.environ, "STATE_DIRECTORY": str(tmp_path)}
    config = mock_pins(tmp_path)
    with tallytray("serve", "--camera", tmp_path / "tray.png", "--config", config, env=env) as it:
        assert it.stdout is not None
        assert "Tallytray is on http://localhost:" in it.stdout.readline()
        yield it
        it.kill()


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT])
def test_serve_ends_cleanly_when_it_is_asked_to(served: subprocess.Popen[str], number: int):
    served.send_signal(number)
    _, err = served.communicate()
    assert served.returncode == 0
    assert "Traceback" not in err


def test_a_reader_that_goes_away_is_no_fault():
    command = f"{sys.executable} -m pi_app.main games | true; echo ${{PIPESTATUS[0]}}"
    done = subprocess.run(["bash", "-c", command], cwd=ROOT, capture_output=True, text=True)
    assert done.stdout.strip() in {"0", "1"}
    assert done.stderr == ""


def test_a_sentence_is_one_line(capsys: Output):
    complain("two\nlines")
    assert capsys.readouterr().err == "tallytray: two lines\n"
