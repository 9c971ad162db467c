"""What the bench of other repositories' photographs scores, and says of clones that are missing."""

import json
from pathlib import Path

import cv2
import numpy as np
import pytest

from tests.bench.elsewhere import LABELS, labelled, missing, read_all


def test_a_label_becomes_a_box_around_its_middle() -> None:
    assert labelled((5, True, 100.0, 60.0, 20.0)) == {
        "value": 5,
        "red": True,
        "bbox": [90.0, 50.0, 20.0, 20.0],
    }


def test_a_die_that_is_not_found_is_counted_as_not_right(tmp_path: Path) -> None:
    cv2.imwrite(str(tmp_path / "grey.png"), np.full((120, 160, 3), 128, np.uint8))
    tally = read_all(tmp_path, {"grey.png": [[4, False, 80, 60, 30]]}, talk=False)
    assert (tally.pictures, tally.dice, tally.right, tally.silent) == (1, 1, 0, 0)


def test_a_picture_that_is_not_there_is_named(tmp_path: Path) -> None:
    with pytest.raises(SystemExit, match=r"lost\.jpg is no picture"):
        read_all(tmp_path, {"lost.jpg": []}, talk=False)


def test_repositories_without_a_clone_are_named(tmp_path: Path) -> None:
    (tmp_path / "one__dice").mkdir()
    assert missing(tmp_path, ["one/dice", "two/dice"]) == ["two/dice"]


def test_every_label_has_a_value_and_lies_in_its_picture() -> None:
    dice = [
        die
        for source in json.loads(LABELS.read_text()).values()
        for picture in source["pictures"].values()
        for die in picture
    ]
    assert all(value in range(1, 7) and min(x, y, side) > 0 for value, _, x, y, side in dice)
