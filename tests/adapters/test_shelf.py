"""Pictures on the shelf are the same pictures, and take no memory while nobody looks."""

from __future__ import annotations

import gc
import os
import sys
from pathlib import Path

import numpy as np
import pytest

from calibration.lenses import UNKNOWN
from calibration.wizard import Setup, owned, step, work_far
from calibration.wizard_state import Begin, Checked, Take
from pi_app.adapters.elsewhere import Elsewhere
from pi_app.adapters.shelf import Shelf, fetched

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="finds files by /proc")

NOISE = np.random.default_rng(3).integers(0, 256, (960, 1280, 3), dtype=np.uint8)


def resident_bytes() -> int:
    """What this process has in memory."""
    return int(Path("/proc/self/statm").read_text().split()[1]) * os.sysconf("SC_PAGE_SIZE")


def test_a_picture_on_the_shelf_is_the_same_picture(tmp_path: Path) -> None:
    shelf = Shelf(tmp_path)
    laid = shelf.lay(NOISE)
    shelf.let_go()
    assert laid.dtype == np.uint8
    assert np.array_equal(laid, NOISE)


def test_a_picture_that_is_let_go_takes_no_memory(tmp_path: Path) -> None:
    shelf = Shelf(tmp_path)
    laid = shelf.lay(NOISE)
    assert laid.max() == 255
    before = resident_bytes()
    shelf.let_go()
    assert before - resident_bytes() > 0.9 * NOISE.nbytes


def test_no_file_is_left_of_a_picture(tmp_path: Path) -> None:
    shelf = Shelf(tmp_path)
    laid = shelf.lay(NOISE)
    assert not list(tmp_path.iterdir())
    place = shelf.place_of(laid)
    assert place is not None
    del laid
    gc.collect()
    assert not Path(place.path).exists()


def test_without_a_disk_the_picture_stays_in_memory(tmp_path: Path) -> None:
    shelf = Shelf(tmp_path / "not there")
    assert shelf.lay(NOISE) is NOISE
    assert shelf.place_of(NOISE) is None
    shelf.let_go()


def test_only_whole_pictures_have_a_place(tmp_path: Path) -> None:
    shelf = Shelf(tmp_path)
    laid = shelf.lay(NOISE)
    assert shelf.place_of(laid[::2]) is None
    assert shelf.place_of(laid[:1]) is None
    assert shelf.place_of("a picture") is None
    place = shelf.place_of(laid)
    assert place is not None
    assert np.array_equal(fetched(place), NOISE)


def test_the_second_process_finds_a_picture_by_its_place(tmp_path: Path) -> None:
    shelf = Shelf(tmp_path)
    far = Elsewhere(shelf=shelf)
    laid = shelf.lay(NOISE)
    try:
        assert far.do(os.getpid) != os.getpid()
        assert far.do(np.sum, laid) == NOISE.sum()
    finally:
        far.close()


def test_a_finding_of_a_picture_on_the_shelf_belongs_to_its_set_up(tmp_path: Path) -> None:
    shelf = Shelf(tmp_path)
    far = Elsewhere(shelf=shelf)
    grey = shelf.lay(np.full((96, 128, 3), 90, np.uint8))
    asked, _ = step(step(Setup(), Begin())[0], Take(grey))
    try:
        finding = owned(far.do(work_far, asked, lens=UNKNOWN), asked)
    finally:
        far.close()
    assert isinstance(finding, Checked)
    assert finding.picture is grey
