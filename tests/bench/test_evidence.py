"""What the bench counts and draws: promises, strange pictures, overlay sheets."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import cv2
import numpy as np
import pytest

from tests.bench import reliability, strange
from tests.bench.__main__ import section
from tests.bench.reliability import Promise, counted_of
from tests.bench.reliability_chart import chart, points_of
from tests.bench.sheet import tile, write_sheet
from tests.bench.strange import Strange, answer_of
from tests.bench.strange_tables import Answer, Leg, load, save, table
from tests.bench.vision_truth import TrueDie, TrueFrame
from tests.vision.trays import FOLDER, RED_FACES, calibration_of, picture
from vision.types import Reading, Status

RIGHT = Promise("a", ((0.99, True), (0.9, True)), ok=True, right=True)
WRONG = Promise("b", ((0.95, True), (0.4, False)), ok=False, right=False)


def test_a_reading_is_right_if_all_its_dice_are() -> None:
    kinds = counted_of([RIGHT, WRONG])
    assert len(kinds["dice"]) == 4
    assert [came for _, came in kinds["readings"]] == [True, False]
    assert [came for _, came in kinds["accepted readings"]] == [True]


def test_what_was_counted_is_read_as_it_was_kept(tmp_path: Path) -> None:
    parts = {"fit": [RIGHT], "report": [WRONG, RIGHT]}
    reliability.save(parts, tmp_path / "counted.json")
    assert reliability.load(tmp_path / "counted.json") == parts


def test_points_carry_counts_and_an_interval_around_their_share() -> None:
    (point,) = points_of([(0.96, True)] * 9 + [(0.96, False)])
    assert (point.count, point.wrong, point.right) == (10, 1, pytest.approx(0.9))
    assert point.low < 0.9 < point.high


def test_the_diagram_shows_every_panel() -> None:
    counted = [(0.9, True), (0.5, False)]
    drawn = chart([[("one", counted), ("two", counted)], [("three", counted), ("four", [])]])
    assert drawn.shape == (1120, 1240, 3)
    assert drawn.min() < 100


def test_strange_legs_add_up(tmp_path: Path) -> None:
    ok, bare = (
        Answer(k, "noise", "calibrated", word, 5.0) for k, word in enumerate(("ok", "bare"))
    )
    save(Leg(3, (ok,)), tmp_path / "a.json")
    save(Leg(3, (ok, bare)), tmp_path / "b.json")
    whole = load([tmp_path / "a.json", tmp_path / "b.json"])
    assert whole.answers == (ok, bare)
    assert "| noise | 2 | 1 | 0 | 0 | 1 | 0 |" in table(whole)


def test_legs_of_different_seeds_are_not_added(tmp_path: Path) -> None:
    for seed in (2, 4):
        save(Leg(seed, ()), tmp_path / f"{seed}.json")
    with pytest.raises(ValueError, match="one seed"):
        load(sorted(tmp_path.glob("*.json")))


def test_only_the_empty_tray_may_be_called_empty(monkeypatch: pytest.MonkeyPatch) -> None:

    empty = picture(FOLDER / RED_FACES / "empty.jpg")
    monkeypatch.setattr(strange, "setup", lambda _: (calibration_of(RED_FACES), empty))
    thing = empty.copy()
    thing[400:440, 600:640] = 12
    said = Reading(Status.EMPTY)
    assert answer_of(Strange("plain", empty, 0), said) == "bare"
    assert answer_of(Strange("plain", thing, 0), said) == "empty"


def test_a_sheet_has_a_tile_for_each_picture(tmp_path: Path) -> None:
    die = TrueDie(3, False, (60.0, 60.0), ((50.0, 50.0),) * 4, 20.0, out=False, trouble=False)
    frame = TrueFrame("roll_00", "fair", (die,), hand=False)
    page = np.full((400, 600, 3), 90, np.uint8)
    tiles = [tile(page, Reading(Status.UNSURE), frame, ("one", "two"))] * 4
    write_sheet(tiles, tmp_path / "sheet.png")
    assert cv2.imread(str(tmp_path / "sheet.png")).shape == (720, 1440, 3)


def test_the_readme_shows_tables_as_tables_and_columns_of_spaces_as_printed() -> None:
    text = "One sentence.\n\n| a |\n|---|\n| 1 |\n\nname    count\nx           2\n"
    assert section("Part", text) == (
        "### Part\n\nOne sentence.\n\n| a |\n|---|\n| 1 |\n\n"
        "```text\nname    count\nx           2\n```\n"
    )


_CORNERS = ((0.0, 0.0), (9.0, 0.0), (9.0, 9.0), (0.0, 9.0))
_SURE = TrueDie(3, False, (4.5, 4.5), _CORNERS, 9.0, False, False)


@pytest.mark.parametrize(("stacked", "label"), [(True, "stacked"), (False, "cocked")])
def test_a_die_that_came_to_lie_on_another_one_by_chance_counts_as_stacked(
    stacked: bool, label: str
) -> None:
    odd = replace(_SURE, trouble=True, stacked=stacked)
    assert TrueFrame("roll", "natural", (_SURE, odd), False).label == label
