"""The doctor: each trouble is found, named, and has a mend; one that crashes stops no other."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from calibration.files import save_calibration
from pi_app import doctor as ward
from pi_app.adapters.camera import Bgr, CameraLost, Optics
from pi_app.config import load_config
from pi_app.doctor import doctor, is_well
from pi_app.findings import Level
from pi_app.settings import ButtonSettings, CameraSettings, Config
from tests.adapters.held_pin import held_factory
from tests.vision.trays import RED_FACES, calibration_of

NOON_S = 1_795_000_000.0  # in November 2026


def picture(level: int, burnt_rows: int = 0) -> Bgr:
    bgr = np.full((100, 80, 3), level, np.uint8)
    bgr[:burnt_rows] = 255
    return bgr


class StillCamera:
    optics = Optics()

    def __init__(self, bgr: Bgr | None) -> None:
        self.bgr = bgr
        self.is_closed = False

    def open(self) -> None:
        if self.bgr is None:
            raise CameraLost("No camera was found.", "camera_not_found")

    def read(self) -> Bgr:
        assert self.bgr is not None
        return self.bgr

    def close(self) -> None:
        self.is_closed = True


@pytest.fixture
def config(tmp_path: Path) -> Config:
    save_calibration(calibration_of(RED_FACES), tmp_path / "calibration.toml")
    overrides = {"buttons.factory": "mock"}
    return load_config(overrides=overrides, state_dir=tmp_path).config


def names(config: Config, camera: StillCamera, level: Level) -> list[str]:
    findings = doctor(config, camera, now_s=lambda: NOON_S)
    return [finding.name for finding in findings if finding.level is level]


def test_a_sound_appliance_is_well(config: Config):
    findings = doctor(config, StillCamera(picture(90)), now_s=lambda: NOON_S)
    assert is_well(findings)
    assert {finding.name for finding in findings} >= {
        *("system", "memory", "clock", "disk", "buttons", "camera", "light", "calibration")
    }


def test_every_trouble_says_what_to_do(config: Config):
    config = replace(config, calibration=replace(config.calibration, path=Path("none.json")))
    findings = doctor(config, StillCamera(None), now_s=lambda: 0.0)
    bad = {finding.name: finding for finding in findings if finding.level is not Level.GOOD}
    assert set(bad) == {"clock", "camera", "calibration"}
    assert bad["clock"].mend
    assert bad["calibration"].mend
    assert not is_well(findings)


def test_a_missing_camera_is_said_in_its_own_words_and_let_go_of():
    camera = StillCamera(None)
    (finding,) = ward.examine_camera(CameraSettings(), camera)
    assert (finding.level, finding.sentence) == (Level.TROUBLE, "No camera was found.")
    assert camera.is_closed


@pytest.mark.parametrize(
    ("bgr", "level", "word"),
    [
        (picture(20), Level.TROUBLE, "too dark"),
        (picture(220), Level.TROUBLE, "too bright"),
        (picture(90, burnt_rows=5), Level.WARNING, "burnt out"),
        (picture(90), Level.GOOD, "Mean 90"),
    ],
)
def test_the_light_is_judged_from_the_picture(bgr: Bgr, level: Level, word: str):
    finding = ward.judge_light(bgr)
    assert finding.level is level
    assert word in finding.sentence


def test_a_button_that_hangs_is_named():
    finding = ward._judge_pins(ButtonSettings(factory="mock"), held_factory())
    assert finding.level is Level.WARNING
    assert "FLIP (GPIO 23)" in finding.sentence


def test_buttons_without_pins_are_a_trouble():
    (finding,) = ward.examine_buttons(ButtonSettings(factory="lgpio"))
    assert finding.level is Level.TROUBLE or Path("/dev/gpiochip0").exists()


def test_a_folder_that_takes_no_file_is_a_trouble(tmp_path: Path):
    (tmp_path / "file").write_text("in the way")
    (finding,) = ward.examine_disk(tmp_path / "file" / "games")
    assert (finding.name, finding.level) == ("disk", Level.TROUBLE)
    assert "chown" in finding.mend


def test_a_card_that_writes_slowly_is_a_warning(tmp_path: Path):
    times = iter([0.0, 4.0])
    (finding,) = ward.examine_disk(tmp_path, clock=lambda: next(times))
    assert finding.level is Level.WARNING
    assert "4.0 s" in finding.sentence


def test_little_memory_is_a_warning(tmp_path: Path):
    (tmp_path / "meminfo").write_text("MemTotal: 900000 kB\nMemAvailable: 51200 kB\n")
    (finding,) = ward.examine_memory(tmp_path / "meminfo")
    assert finding.level is Level.WARNING
    assert "50 MB" in finding.sentence


@pytest.mark.parametrize(
    ("bits", "word"), [("50005", "voltage"), ("80000", "hot"), ("0", "have been fine")]
)
def test_what_the_firmware_says_of_the_power_is_understood(tmp_path: Path, bits: str, word: str):
    (tmp_path / "throttled").write_text(bits + "\n")
    (finding,) = ward.examine_power(tmp_path / "throttled")
    assert word in finding.sentence


def test_a_machine_that_is_no_pi_has_no_word_on_its_power(tmp_path: Path):
    assert ward.examine_power(tmp_path / "none") == ()


def test_the_demo_needs_no_camera_and_no_calibration(tmp_path: Path):
    demo = {"camera.source": "demo", "buttons.factory": "mock"}
    findings = doctor(load_config(overrides=demo, state_dir=tmp_path).config, now_s=lambda: NOON_S)
    assert is_well(findings)


def test_a_check_that_crashes_is_a_finding_and_the_others_go_on(config: Config):
    class BrokenCamera(StillCamera):
        def read(self) -> Bgr:
            raise ZeroDivisionError("a defect")

    findings = doctor(config, BrokenCamera(picture(90)), now_s=lambda: NOON_S)
    camera = next(finding for finding in findings if finding.name == "camera")
    assert camera.level is Level.TROUBLE
    assert "ZeroDivisionError: a defect" in camera.sentence
    assert findings[-1].name == "calibration"
