"""Accuracy and time of the reader on the rendered installations, silent errors first.

    python -m tests.bench.vision [--renders FOLDER] [--photos FOLDER] [--sheet FOLDER] [--only d0]
    python -m tests.bench.vision --stages    only where the time goes, stage by stage

Each installation is calibrated from its empty tray and its two calibration frames, nothing else.
Times leave decoding out and are processor time of one thread. The worst pictures are drawn into
a sheet.
"""

from __future__ import annotations

import argparse
import importlib
import time
from pathlib import Path

import cv2
import numpy as np

from calibration.files import load_picture
from calibration.fits import CalibrationImpossible
from tests.bench.sheet import tile, write_sheet
from tests.bench.vision_augment import spoiled
from tests.bench.vision_costs import calibration_of, peaks_mb, watch_ms
from tests.bench.vision_stages import table
from tests.bench.vision_tables import HEADER, Tally, confusion, reliability, row
from tests.bench.vision_truth import (
    FIT,
    SURENESS_FROM,
    TrueFrame,
    frames,
    installations,
    is_mirrored,
    is_ok_and_right,
    is_silent_error,
)
from vision.read import read_tray
from vision.types import Reading, Status

_WORST = 24  # pictures on the sheet


def measure(folder: Path) -> tuple[Tally, list[tuple[TrueFrame, Path, Reading]]]:
    """Give the counts of an installation and the pictures that went wrong."""
    tally, wrong = Tally(), []
    calibration = calibration_of(folder)
    for remark in calibration.remarks:
        print(f"  {folder.name}: {remark}")
    for frame in frames(folder):
        path = folder / f"{frame.name}.jpg"
        bgr = load_picture(path)
        if not tally.pictures:
            read_tray(bgr, calibration)  # the first one prepares the board
        start = time.thread_time()
        reading = read_tray(bgr, calibration)
        time_ms = (time.thread_time() - start) * 1000
        mirrored = is_mirrored(frame, bgr)
        tally.add(reading, frame, time_ms, mirrored=mirrored)
        good = is_ok_and_right(reading, frame)
        if is_silent_error(reading, frame) or (frame.fair and not good):
            wrong.append((frame, path, reading))
    return tally, wrong


def measure_spoiled(folder: Path, rounds: int) -> tuple[int, int, int, int]:
    """Give how many spoiled pictures were read, and silent errors, fair rolls, fair ones right."""
    calibration = calibration_of(folder)
    random = np.random.default_rng(20 + rounds)
    counts = [0, 0, 0, 0]
    for frame in frames(folder):
        bgr = load_picture(folder / f"{frame.name}.jpg")
        for _ in range(rounds):
            reading = read_tray(spoiled(bgr, random), calibration)
            silent = is_silent_error(reading, frame)
            if silent:
                print(f"SILENT when spoiled: {folder.name}/{frame.name} {frame.kind}: {reading}")
            good = reading.status is Status.OK and not silent
            for k, counted in enumerate((True, silent, frame.fair, frame.fair and good)):
                counts[k] += counted
    return counts[0], counts[1], counts[2], counts[3]


def main() -> None:
    """Run the bench and print it."""
    options = _options()
    cv2.setNumThreads(1)
    folders = [
        folder
        for folder in installations(options.renders)
        if not options.only or folder.name.split("_")[0] in options.only
    ]
    if not folders:
        print(f"No installations in {options.renders}: name them with --renders FOLDER.")
    if options.spoil:
        _print_spoiled(folders, options.spoil)
        return
    if options.stages:
        print("\n".join(table(folders)))
        return
    total, wrong = Tally(), []
    measured: list[Path] = []
    print(HEADER)
    for folder in folders:
        try:
            tally, bad = measure(folder)
        except CalibrationImpossible as error:
            print(f"{folder.name:24}{error}")
            continue
        measured.append(folder)
        part = "fit" if folder.name.split("_")[0] in FIT else "report"
        print(row(folder.name, part, tally), flush=True)
        if folder.name.split("_")[0] in SURENESS_FROM:
            tally.sureness, tally.wholes = [], []
        total.join(tally)
        wrong += bad
    if total.pictures:
        _print_total(total, wrong)
        _print_costs(measured[0])
        print("\n" + "\n".join(table(measured)))
        _write_sheet(wrong, options.sheet)
    _photos(options.photos)


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    parser.add_argument("--renders", type=Path, default=Path("../shared/renders"))
    parser.add_argument("--photos", type=Path, default=Path("../shared/photos"))
    parser.add_argument("--sheet", type=Path, default=Path("build/bench"))
    parser.add_argument("--spoil", type=int, default=0, metavar="ROUNDS")
    parser.add_argument("--stages", action="store_true", help="tell the time of each stage")
    parser.add_argument("--only", nargs="*", default=[], metavar="dN")
    return parser.parse_args()


def _print_spoiled(folders: list[Path], rounds: int) -> None:
    """Read every throw several times, spoiled at random, and count silent errors."""
    sums = np.zeros(4, np.int64)
    for folder in folders:
        counts = measure_spoiled(folder, rounds)
        sums += counts
        print(_spoiled_row(folder.name, counts))
    print(_spoiled_row("all", tuple(int(count) for count in sums)))


def _spoiled_row(name: str, counts: tuple[int, ...]) -> str:
    pictures, silent, fair, good = counts
    return f"{name:24}{silent:>4} silent of {pictures}, fair ok {good}/{fair}"


def _print_total(total: Tally, wrong: list[tuple[TrueFrame, Path, Reading]]) -> None:
    print(row("all", "", total))
    print(f"\n{total.silent} silent errors in {total.pictures} pictures;")
    part = total.fair_ok / max(1, total.fair)
    print(f"{part:.1%} of {total.fair} fair rolls that can be read are ok and right;")
    print(
        f"{total.mirrored_said} of {total.mirrored} with faces that mirror a lamp said so first\n"
    )
    for kind in sorted(total.troubles):
        said = f"{total.named[kind]}/{total.troubles[kind]}"
        print(f"{kind:9} noticed {total.noticed[kind]}/{total.troubles[kind]}, named {said}")
    print("\n" + "\n".join(confusion(total)) + "\n\n" + "\n".join(reliability(total)))
    for frame, path, reading in wrong:
        verdict = "SILENT" if is_silent_error(reading, frame) else "not ok"
        print(f"{verdict}: {path.parent.name}/{frame.name} {frame.kind}: {reading}")
        print("    " + " ".join(reading.problems))


def _print_costs(folder: Path) -> None:
    """Print what watching costs and how much memory reading takes, on one installation."""
    print(f"\nwatching one frame takes {watch_ms(folder):.2f} ms of processor time")
    reading, calibrating = peaks_mb(folder)
    print(f"the process that reads twenty frames takes {reading:.0f} MB at most,")
    print(f"one that calibrates and reads them {calibrating:.0f} MB")


def _write_sheet(wrong: list[tuple[TrueFrame, Path, Reading]], folder: Path) -> None:
    """Draw the worst pictures, cut to their dice, into one file."""
    worst = sorted(wrong, key=lambda one: not is_silent_error(one[2], one[0]))[:_WORST]
    tiles = []
    for frame, path, reading in worst:
        title = f"{path.parent.name} {frame.name} {frame.kind} {reading.status.value}"
        tiles.append(tile(load_picture(path), reading, frame, (title, *reading.problems[:2])))
    target = folder / "worst.jpg"
    write_sheet(tiles, target)
    if tiles:
        print(f"\nThe worst {len(worst)} pictures are drawn in {target}.")


def _photos(folder: Path) -> None:
    """Run the part on photographs without calibration, if there are photographs."""
    if not folder.is_dir():
        return
    part = importlib.import_module("tests.bench.wild")
    run = getattr(part, "main", None)
    if run is not None:
        print("\nPhotographs without calibration: python -m tests.bench.wild")


if __name__ == "__main__":
    main()
