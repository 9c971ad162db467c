"""The configuration: defaults, a file over them, every mistake named at once."""

from __future__ import annotations

from pathlib import Path

import pytest

from calibration.lenses import LENSES
from pi_app.config import DEMO, ConfigError, explain, fields_of, load_config, pins
from pi_app.rules.dice import DICE_SETS
from pi_app.settings import Config


@pytest.fixture
def toml(tmp_path: Path):
    def write(text: str) -> Path:
        file = tmp_path / "table.toml"
        file.write_text(text, encoding="utf-8")
        return file

    return write


def problems_of(file: Path | None, **overrides: object) -> tuple[str, ...]:
    with pytest.raises(ConfigError) as caught:
        load_config(file, overrides)
    return caught.value.problems


def test_without_a_file_the_defaults_hold():
    config = load_config(state_dir=Path()).config
    assert config == Config()


def test_every_default_passes_its_own_check():
    config = Config()
    for name, about in fields_of(config):
        section, field = name.split(".")
        default = getattr(getattr(config, section), field)
        assert about.check(default) == default, name


def test_every_field_is_explained():
    for name, about in fields_of(Config()):
        assert about.sentence.endswith("."), name
        assert about.why, name


def test_a_file_lies_over_the_defaults(toml):
    config = load_config(toml("[camera]\nfps = 5\n[game]\nseats = ['Ada', 'Bo']")).config
    assert (config.camera.fps, config.game.seats) == (5.0, ("Ada", "Bo"))
    assert config.server == Config().server


def test_the_command_line_lies_over_the_file(toml):
    loaded = load_config(toml("[server]\nport = 9000"), {"server.port": 9001})
    assert loaded.config.server.port == 9001
    assert loaded.sources["server.port"] == "command line"


def test_the_demo_needs_neither_camera_nor_pins():
    config = load_config(overrides=DEMO).config
    assert (config.camera.source, config.buttons.factory) == ("demo", "mock")


def test_all_mistakes_are_named_at_once_with_line_value_and_range(toml):
    file = toml('[camera]\nfps = 900\nzoom = 2\n[buttons]\nfactory = "rpi"\n')
    fps, zoom, factory = problems_of(file)
    assert f"{file}:2: camera.fps = 900; it must be a number from 1 to 30" in fps
    assert f"{file}:3: there is no camera.zoom; [camera] has source, folder" in zoom
    assert f'{file}:5: buttons.factory = "rpi"; it must be "lgpio" or "mock"' in factory


def test_an_unknown_section_names_the_known_ones(toml):
    (problem,) = problems_of(toml("[kamera]\nfps = 5\n"))
    assert "there is no kamera; the sections are camera, buttons" in problem


def test_a_value_in_the_place_of_a_section_is_refused(toml):
    (problem,) = problems_of(toml("camera = 3\n"))
    assert "write it as a section, [camera]" in problem


def test_a_pin_used_twice_is_a_mistake(toml):
    (problem,) = problems_of(toml("[buttons]\nstop_pin = 17\n"))
    assert "buttons.stop_pin = 17; that pin is buttons.roll_pin already" in problem
    assert ":2: " in problem


def test_a_pin_used_twice_names_the_line_that_did_it_even_if_it_is_the_first(toml):
    (problem,) = problems_of(toml("\n[buttons]\nroll_pin = 6\n"))
    assert ":3: buttons.stop_lamp_pin = 6" in problem


@pytest.mark.parametrize("pin", [1, 28, -1, 17.0, "17", True])
def test_what_is_no_free_pin_is_refused(pin: object):
    (problem,) = problems_of(None, **{"buttons.roll_pin": pin})
    assert "must be a whole number from 2 to 27" in problem


@pytest.mark.parametrize("fps", [0, float("nan"), "10", False, [10]])
def test_what_is_no_frame_rate_is_refused(fps: object):
    (problem,) = problems_of(None, **{"camera.fps": fps})
    assert "must be a number from 1 to 30 (pictures a second)" in problem


def test_a_file_that_is_no_toml_says_where(toml):
    (problem,) = problems_of(toml("[camera]\nfps = = 3\n"))
    assert "is not a TOML file" in problem
    assert "line 2" in problem


def test_a_file_that_is_no_text_is_refused(tmp_path: Path):
    file = tmp_path / "table.toml"
    file.write_bytes(b"\xff\xfe\x00")
    (problem,) = problems_of(file)
    assert "is not a TOML file" in problem


def test_a_file_that_is_not_there_is_named(tmp_path: Path):
    (problem,) = problems_of(tmp_path / "none.toml")
    assert "none.toml: can't be read (No such file or directory)" in problem


def test_relative_paths_of_games_and_calibration_lie_in_the_state_directory(toml):
    file = toml('[store]\npath = "games/one.sqlite"\n[calibration]\npath = "/etc/tray.json"\n')
    config = load_config(file, state_dir=Path("/var/lib/tallytray")).config
    assert config.store.path == Path("/var/lib/tallytray/games/one.sqlite")
    assert config.calibration.path == Path("/etc/tray.json")


def test_house_rules_are_kept_as_text(toml):
    config = load_config(toml("[game.options]\ntarget = 300\npeppers = true\n")).config
    assert config.game.options == {"target": "300", "peppers": "yes"}


def test_explain_names_value_source_and_range_of_every_field(toml):
    file = toml("[server]\nport = 9000\n")
    text = explain(load_config(file))
    assert f"server.port = 9000  ({file}:2)" in text
    assert "camera.timeout_s = 2.5  (default)" in text
    assert all(f"{name} = " in text for name, _ in fields_of(Config()))


def test_the_default_pins_are_six_different_ones():
    assert len(set(pins(Config().buttons).values())) == 6


def test_the_dice_sets_are_those_of_the_rules():
    takes = dict(fields_of(Config()))["table.dice"].check.takes
    assert sorted(word.strip('",') for word in takes.split() if word != "or") == sorted(DICE_SETS)


def test_the_lenses_are_those_of_the_calibration():
    takes = dict(fields_of(Config()))["camera.lens"].check.takes
    named = {word.strip('",') for word in takes.split() if word != "or"}
    assert named == {"auto", *LENSES}
