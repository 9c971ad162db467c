"""What players corrected is kept, bounded, and can be read again."""

from __future__ import annotations

import json
from collections.abc import Callable
from concurrent.futures import Future
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from pi_app.adapters.corrections import (
    Correction,
    Learner,
    calibrations_of,
    correction_of,
    entries,
    is_right,
    prune,
)
from pi_app.adapters.demo import VirtualTray
from pi_app.main import main
from pi_app.rules.dice import parse_dice
from pi_app.rules.log import new_header
from pi_app.table.eyes import encode
from pi_app.table.types import (
    Command,
    Confirm,
    Correct,
    Enter,
    Misfit,
    Mood,
    Motion,
    Picture,
    SeenDie,
    Snapshot,
)
from tests.web.fakes import FakeTable
from vision.types import DieReading, Reading, Status
from vision.virtual import calibration_dice, demo_scene, render


def reading_of(text: str, status: Status = Status.UNSURE) -> Reading:
    dice = tuple(
        DieReading(int(word[0]), word.endswith("r"), 0.5, (10.0 * k, 5.0), ())
        for k, word in enumerate(text.split())
    )
    return Reading(status, dice)


def shown(text: str, *, sure: bool = True, **more: object) -> Snapshot:
    """A snapshot that shows these dice, of picture 7."""
    dice = tuple(SeenDie(word, (0.0, 0.0), (), sure=sure) for word in text.split())
    plain = FakeTable(new_header("keep_on_rolling", ("Ann", "Ben"))).snapshot()
    return replace(plain, dice=dice, reading=reading_of("1 2 3"), picture=7, **more)  # type: ignore[arg-type]


def test_a_corrected_die_teaches_what_all_dice_of_the_picture_show():
    found = correction_of(Correct(0, 5, True, 1), shown("1 2 3"), shown("5r 2 3"))
    assert found == Correction(7, reading_of("1 2 3"), ("2", "3", "5r"), "correct")


def test_nothing_is_learned_while_another_die_is_still_doubted():
    assert (
        correction_of(Correct(0, 5, True, 1), shown("1 2 3"), shown("5r 2 3", sure=False)) is None
    )


def test_a_confirmed_reading_is_learned_as_it_was_shown():
    found = correction_of(Confirm(1), shown("1 2 3", sure=False), shown("1 2 3"))
    assert found is not None
    assert found.faces == ("1", "2", "3")


def test_typed_dice_are_learned_only_when_the_picture_was_asked_about():
    typed = Enter(parse_dice("1 2 4"), 1)
    after = shown("1 2 3")
    assert correction_of(typed, shown("1 2 3"), after) is None
    asked = correction_of(typed, shown("1 2 3", mood=Mood.ASK), after)
    assert asked is not None
    assert asked.faces == ("1", "2", "4")


def test_a_picture_from_before_the_dice_moved_teaches_nothing():
    assert correction_of(Confirm(1), shown("1 2 3", moving=True), shown("1 2 3")) is None


class OneTable:
    """A table whose answer is known."""

    def __init__(self, before: Snapshot, answer: Snapshot | Exception) -> None:
        self.before, self.answer = before, answer

    def snapshot(self) -> Snapshot:
        return self.before

    def wait(self, since: int, timeout: float) -> Snapshot:
        return self.before

    def submit(self, command: Command) -> Future[Snapshot]:
        future: Future[Snapshot] = Future()
        if isinstance(self.answer, Exception):
            future.set_exception(self.answer)
        else:
            future.set_result(self.answer)
        return future


Make = Callable[..., Learner]


@pytest.fixture
def make(tmp_path: Path) -> Make:
    def made(answer: Snapshot | Exception, picture: bytes | None = b"jpeg") -> Learner:
        shot = None if picture is None else Picture(picture, 640, 480)
        table = OneTable(shown("1 2 3"), answer)
        return Learner(table, tmp_path, lambda number: shot, lambda: (), lambda: "20260101")

    return made


def test_a_correction_is_on_disk_when_the_program_has_closed(make: Make, tmp_path: Path):
    learner = make(shown("5r 2 3"))
    learner.start()
    learner.submit(Correct(0, 5, True, 1))
    learner.close()
    (sidecar,) = entries(tmp_path)
    facts = json.loads(sidecar.read_text())
    assert facts["faces"] == "2 3 5r"
    assert facts["was_right"] is False
    assert [die["value"] for die in facts["reading"]["dice"]] == [1, 2, 3]
    assert sidecar.with_suffix(".jpg").read_bytes() == b"jpeg"


@pytest.mark.parametrize("command", [Motion(0.0), Confirm(1)])
def test_what_is_refused_or_corrects_nothing_leaves_no_file(
    make: Make, tmp_path: Path, command: Command
):
    learner = make(Misfit("no", "No."))
    learner.start()
    learner.submit(command)
    learner.close()
    assert entries(tmp_path) == ()


def test_a_second_correction_of_one_picture_replaces_the_first(make: Make, tmp_path: Path):
    learner = make(shown("1 2 3"))
    learner.write(Correction(7, reading_of("1 2 3"), ("1", "2", "4"), "correct"))
    learner.write(Correction(7, reading_of("1 2 3"), ("1", "2", "5"), "correct"))
    (sidecar,) = entries(tmp_path)
    assert json.loads(sidecar.read_text())["faces"] == "1 2 5"


def test_a_picture_that_is_no_longer_kept_is_let_go(make: Make, tmp_path: Path):
    learner = make(shown("1 2 3"), picture=None)
    assert learner.write(Correction(7, reading_of("1 2 3"), ("1",), "correct")) is None


def test_a_queue_that_is_full_never_holds_the_table_up(make: Make):
    learner = make(shown("5r 2 3"))  # not started: nobody takes anything out
    for _ in range(20):
        assert learner.submit(Correct(0, 5, True, 1)).done()


def test_the_oldest_entries_go_first_when_the_folder_is_full(tmp_path: Path):
    for number in range(4):
        (tmp_path / f"{number}.jpg").write_bytes(b"x" * 1000)
        (tmp_path / f"{number}.json").write_text('{"calibration": null}')
    prune(tmp_path, 2100)
    assert [path.stem for path in entries(tmp_path)] == ["2", "3"]


def test_a_calibration_goes_with_the_last_entry_that_names_it(tmp_path: Path):
    for number, name in enumerate(("calibration-a.toml", "calibration-b.toml")):
        (tmp_path / name).write_text("x" * 1000)
        (tmp_path / f"{number}.jpg").write_bytes(b"x")
        (tmp_path / f"{number}.json").write_text(json.dumps({"calibration": name}))
    prune(tmp_path, 1500)
    assert [path.name for path in tmp_path.glob("*.toml")] == ["calibration-b.toml"]


def test_a_reading_is_right_with_the_same_dice_in_any_order():
    assert is_right(reading_of("3 1 2r"), ("1", "2r", "3"))
    assert not is_right(reading_of("3 1 2"), ("1", "2r", "3"))


def test_a_spoiled_sidecar_does_not_stop_the_pruning(tmp_path: Path):
    for number, text in enumerate(("no json", "[1]", '{"calibrations": ["calibration-a.toml"]}')):
        (tmp_path / f"{number}.jpg").write_bytes(b"x" * 1000)
        (tmp_path / f"{number}.json").write_text(text)
    (tmp_path / "calibration-a.toml").write_text("x")
    (tmp_path / "half.jpg.part").write_bytes(b"x" * 5000)
    prune(tmp_path, 1100)
    assert [path.stem for path in entries(tmp_path)] == ["2"]
    assert sorted(path.suffix for path in tmp_path.iterdir()) == [".jpg", ".json", ".toml"]


def test_an_entry_names_the_calibrations_of_all_sets_in_use(tmp_path: Path):
    sidecar = tmp_path / "1.json"
    sidecar.write_text('{"calibrations": ["a.toml", "../b.toml"]}')
    assert calibrations_of(sidecar) == (tmp_path / "a.toml", tmp_path / "b.toml")
    sidecar.write_text('{"calibration": "a.toml"}')  # as it was written for one set
    assert calibrations_of(sidecar) == (tmp_path / "a.toml",)


@pytest.fixture
def kept(tmp_path: Path) -> Path:
    """A folder with a picture that was read wrongly, and one whose sidecar is spoiled."""
    scene = demo_scene()
    dice = calibration_dice(scene, 1)
    picture = encode(np.asarray(render(scene, dice, np.random.default_rng(5)), np.uint8))
    learner = Learner(
        OneTable(shown("1"), shown("1")), tmp_path / "kept", lambda number: picture,
        lambda: (VirtualTray(seed=1).calibration(),), lambda: "20260101",
    )  # fmt: skip
    learner.write(Correction(1, reading_of("1 2 3"), tuple(map(str, dice)), "correct"))
    return tmp_path / "kept"


def test_what_was_exported_is_read_again_as_it_is(
    kept: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
):
    out = tmp_path / "out.tar"
    assert main(["corrections", "--folder", str(kept), "--export", str(out)]) == 0
    assert capsys.readouterr().out == f"1 corrected picture written to {out}\n"
    for source in (kept, out):
        assert main(["bench", "--corrections", str(source)]) == 0
        told = capsys.readouterr().out
        assert "20260101-000001: right, and sure of it" in told
        assert "1 of 1 corrected pictures would be read right now (then: 0)" in told


@pytest.mark.parametrize("text", ["{}", "no json", "[]", '{"faces": "1", "calibrations": ["x"]}'])
def test_an_entry_that_can_not_be_read_again_does_not_hide_the_others(
    kept: Path, text: str, capsys: pytest.CaptureFixture[str]
):
    (kept / "0.jpg").write_bytes(b"x")
    (kept / "0.json").write_text(text)
    assert main(["bench", "--corrections", str(kept)]) == 1
    told = capsys.readouterr().out
    assert "0: can't be read again: " in told
    assert "1 of 1 corrected pictures would be read right now" in told


def test_a_file_that_is_no_export_is_refused(tmp_path: Path, capsys: pytest.CaptureFixture[str]):
    (tmp_path / "x.tar").write_text("no")
    assert main(["bench", "--corrections", str(tmp_path / "x.tar")]) == 2
    assert "no exported file of corrections" in capsys.readouterr().err
