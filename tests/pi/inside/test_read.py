"""A whole reading through the Pi's camera: our own tray, served by libcamera, read in the end."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import cv2
import numpy as np
import pytest

from pi_app.adapters.camera_child import ChildCamera
from pi_app.settings import CameraSettings
from tests.pi import film
from vision.virtual import calibration_dice, demo_scene, render, throw, truth

TALLYTRAY = (sys.executable, "-c", "import sys; from pi_app.main import main; sys.exit(main())")


def photograph(bgr: np.ndarray, file: Path) -> None:
    """What the Pi's camera sees when this is before it, as a file."""
    film.load([bgr])
    camera = ChildCamera(CameraSettings(settle_s=0.0))
    camera.open()
    assert cv2.imwrite(str(file), camera.read())
    camera.close()


def tallytray(*words: str) -> str:
    done = subprocess.run([*TALLYTRAY, *words], capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    return done.stdout


@pytest.fixture(scope="module")
def calibrated(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A calibration made from pictures that this camera took: an empty tray, then known dice."""
    folder = tmp_path_factory.mktemp("calibration")
    scene, rng = demo_scene(), np.random.default_rng(3)
    photograph(render(scene, (), rng), folder / "empty.png")
    words = ["calibrate", "--empty", str(folder / "empty.png"), "--out", str(folder / "tray.json")]
    for number in range(2):
        dice = calibration_dice(scene, number)
        picture = folder / f"calib_{number}.png"
        photograph(render(scene, dice, rng), picture)
        faces = " ".join(str(die) for die in dice)
        picture.with_suffix(".json").write_text(json.dumps({"faces": faces}))
        words += ["--dice", str(picture)]
    tallytray(*words)
    return folder / "tray.json"


@pytest.mark.parametrize("seed", range(4))
def test_what_lies_before_the_camera_is_what_is_read(calibrated: Path, tmp_path: Path, seed: int):
    scene, rng = demo_scene(), np.random.default_rng(100 + seed)
    dice = throw(rng, scene, 6)
    photograph(render(scene, dice, rng), tmp_path / "throw.png")
    said = json.loads(
        tallytray("read", "--json", "--calibration", str(calibrated), str(tmp_path / "throw.png"))
    )
    read = sorted(f"{die['value']}{'r' if die['red'] else ''}" for die in said["dice"])
    lies = sorted(f"{die.value}{'r' if die.red else ''}" for die in truth(scene, dice))
    assert said["status"] == "unsure" or read == lies, "a silent error"
    assert (said["status"], read) == ("ok", lies)
