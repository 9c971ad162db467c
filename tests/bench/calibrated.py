"""What calibration measured, beside the truth: one line an installation.

    python -m tests.bench.calibrated [--renders FOLDER] [--only d0 ...]
    python -m tests.bench.calibrated --seed 2 --rooms 10 [--first 0]   virtual installations

The floor's frame that a calibration chooses is laid onto the true one at the dice of the
calibration pictures, so that `top` and `foot` are what a reading feels: by how many pixels it
would expect the top and the foot of a die at the wall in the wrong place. Only even seeds are for
looking at.
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray

from calibration.fits import CalibrationImpossible
from tests.bench.calibrated_truth import TruePlace, along, at_height, of_render, of_room
from tests.bench.virtual import calibration_of as calibration_of_room
from tests.bench.virtual_shots import PER_ROOM, room_of
from tests.bench.vision_costs import calibration_of
from tests.bench.vision_truth import installations
from vision.calibration_values import Calibration
from vision.tray.geometry import to_floor, to_picture

Doubles = NDArray[np.float64]

_ALONG_MM = 5.0  # between points of the wall's foot that are compared
HEADER = (
    "installation                  focal    k1   die    top   foot   outline in  out"
    "   scatter  even   glow stands fills sharp  radius offset  remarks"
)


@dataclass(frozen=True, slots=True)
class Errors:
    """How far a calibration is from the truth.

    focal, size : parts by which the focal length and the dice are measured too large.
    k1 : by how much the lens is thought to bend more.
    top_px, foot_px : how far the tray's corners are from where they are expected, one die's
        height above the floor and on it; the worst corner, in pixels.
    inward, outward : how far the outline lies too far in and too far out, at most, in edges.
    """

    focal: float
    k1: float
    size: float
    top_px: float
    foot_px: float
    inward: float
    outward: float


def errors_of(made: Calibration, place: TruePlace) -> Errors:
    """Compare a calibration with the truth."""
    camera = made.camera
    on_top = to_floor(camera, place.tops_px, 1.0)
    laid, edge_mm = _laid_onto(place.tops_mm, on_top)
    corners = place.floor_mm
    apart = [
        to_picture(camera, laid(corners), height) - place.seen(at_height(corners, height_mm))
        for height, height_mm in ((1.0, place.size_mm), (0.0, 0.0))
    ]
    top, foot = (float(np.linalg.norm(one, axis=1).max()) for one in apart)
    beyond = _beyond(made, place)
    return Errors(
        camera.focal_px / place.focal_px - 1,
        camera.k1 - place.k1,
        edge_mm / place.size_mm - 1,
        top,
        foot,
        max(0.0, -float(beyond.min())),
        max(0.0, float(beyond.max())),
    )


def _laid_onto(mm: Doubles, uv: Doubles) -> tuple[Callable[[Doubles], Doubles], float]:
    """Give the map from millimetres to a calibration's floor, and the edge of its dice in mm."""
    w = uv @ np.array([1, 1j])
    z = mm @ np.array([1, -1j])  # seen from above, y points up in the world and down in pictures
    turn = np.vdot(z - z.mean(), w - w.mean()) / np.vdot(z - z.mean(), z - z.mean())

    def laid(points_mm: Doubles) -> Doubles:
        at = (points_mm @ np.array([1, -1j]) - z.mean()) * turn + w.mean()
        return np.stack([at.real, at.imag], axis=1)

    return laid, float(1 / abs(turn))


def _beyond(made: Calibration, place: TruePlace) -> Doubles:
    """Give how far the outline lies beyond each point of the wall's foot, in edges of a die."""
    polygon = np.array(made.tray_px, np.float32)
    foot_mm = along(place.floor_mm, _ALONG_MM)
    foot_px = place.seen(at_height(foot_mm, 0.0))
    apart = [
        cv2.pointPolygonTest(polygon, (float(x), float(y)), measureDist=True) for x, y in foot_px
    ]
    edge_px = made.camera.focal_px / made.camera.height
    return np.asarray(apart, dtype=np.float64) / edge_px


def line(name: str, made: Calibration, errors: Errors) -> str:
    """Give the table's line of an installation."""
    dice = made.dice
    return (
        f"{name[:28]:28}{errors.focal:7.1%}{errors.k1:6.2f}{errors.size:6.1%}"
        f"{errors.top_px:7.2f}{errors.foot_px:7.2f}{errors.inward:11.2f}{errors.outward:6.2f}"
        f"{dice.scatter:10.4f}{dice.evenness:6.2f}{made.glow:7.1f}{made.stands_out:7.1f}"
        f"{made.fills:6.2f}{made.sharpness:6.2f}{dice.pip_radius:8.4f}{dice.pip_offset:7.4f}"
        f"{len(made.remarks):4}"
    )


def _renders(folder: Path, only: list[str]) -> Iterator[tuple[str, Calibration, TruePlace]]:
    for one in installations(folder):
        if only and one.name.split("_")[0] not in only:
            continue
        try:
            yield one.name, calibration_of(one), of_render(one)
        except CalibrationImpossible as error:
            print(f"{one.name}: {error}")


def _rooms(seed: int, first: int, count: int) -> Iterator[tuple[str, Calibration, TruePlace]]:
    for number in range(first, first + count):
        room = room_of(seed, number * PER_ROOM)
        try:
            made = calibration_of_room(room, seed, number * PER_ROOM)
        except CalibrationImpossible as error:
            print(f"{seed}/{number} {room.name}: {error}")
            continue
        yield f"{seed}/{number} {room.name}", made, of_room(room)


def main() -> None:
    """Print the table."""
    asked = _options()
    cv2.setNumThreads(1)
    found = (
        _renders(asked.renders, asked.only)
        if asked.seed is None
        else _rooms(asked.seed, asked.first, asked.rooms)
    )
    print(HEADER)
    start, count = time.process_time(), 0
    for count, (name, made, place) in enumerate(found, start=1):  # noqa: B007
        print(line(name, made, errors_of(made, place)), flush=True)
        if asked.remarks:
            print("".join(f"    {remark}\n" for remark in made.remarks), end="")
    spent = (time.process_time() - start) / max(1, count)
    print(f"{spent:.1f} s of processor time an installation")


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    parser.add_argument("--renders", type=Path, default=Path("../shared/renders"))
    parser.add_argument("--only", nargs="*", default=[], metavar="dN")
    parser.add_argument("--seed", type=int, default=None, help="virtual installations instead")
    parser.add_argument("--first", type=int, default=0)
    parser.add_argument("--rooms", type=int, default=10)
    parser.add_argument("--remarks", action="store_true", help="print the remarks, too")
    return parser.parse_args()


if __name__ == "__main__":
    main()
