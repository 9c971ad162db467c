"""The commands that read pictures and calibrate from them."""

from __future__ import annotations

import json
import struct
import zlib
from pathlib import Path

import cv2
import numpy as np
import pytest

from calibration.files import load_calibration
from calibration.lenses import LENSES
from pi_app.main import main
from tests.running import Output, run
from vision.virtual import calibration_dice, demo_scene, render


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
