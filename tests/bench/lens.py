"""How well lenses are calibrated and read through, on virtual installations of every kind of lens.

    python -m tests.bench.lens [--rolls N] [--seed N] [--hfov DEG ...]

Each installation is calibrated from its empty tray and two pictures of its dice, once with the
lens unknown and once with its name given, and then reads throws. All dice lie flat; some touch.
"""

from __future__ import annotations

import argparse
from dataclasses import dataclass, replace

import cv2
import numpy as np
from numpy.typing import NDArray

from calibration.faces import Face
from calibration.fits import calibrate
from calibration.known import CalibrationImpossible
from calibration.lenses import UNKNOWN, USUAL_K2, Lens
from vision.calibration_values import Calibration
from vision.read import read_tray
from vision.types import Status
from vision.virtual import (
    CameraPose,
    Scene,
    TrayShape,
    calibration_dice,
    demo_scene,
    render,
    throw,
)

Picture = NDArray[np.uint8]

HFOVS_DEG = (54.0, 66.0, 80.0, 102.0)
K1S = (-0.3, -0.1, 0.0, 0.05)
KINDS = (
    ("pearl_blue", TrayShape.OCTAGON),
    ("red_face", TrayShape.RECT),
    ("black", TrayShape.HEXAGON),
    ("red_pips", TrayShape.ROUND),
)
WIDTH_PX, HEIGHT_PX = 1280, 960
HEADER = (
    f"{'hfov':>5}{'k1':>7}  {'lens':8}{'fair ok':>9}{'silent':>8}{'focal off by':>14}{'k1 by':>7}"
)


@dataclass
class Count:
    """Rolls read, those ok and right, silent errors, and how far the fits are from the truth."""

    rolls: int = 0
    good: int = 0
    silent: int = 0
    focal_off: float = 0.0
    k1_off: float = 0.0
    failed: int = 0


def scene_through(hfov_deg: float, k1: float, kind: int, rng: np.random.Generator) -> Scene:
    """Give an installation with that lens; wider lenses hang lower, as the tray fills the view."""
    style, shape = KINDS[kind]
    focal_px = WIDTH_PX / 2 / np.tan(np.radians(hfov_deg) / 2)
    x, y, tilt_x, tilt_y, roll = rng.uniform(-1, 1, 5) * (8, 8, 5, 5, 4)
    camera = CameraPose(
        height_mm=float(390 * (focal_px / 990) ** 0.7),
        x_mm=float(x),
        y_mm=float(y),
        tilt_x_deg=float(tilt_x),
        tilt_y_deg=float(tilt_y),
        roll_deg=float(roll),
        focal_px=float(focal_px),
        k1=k1,
        k2=USUAL_K2 * k1,
    )
    scene = demo_scene(style, seed=kind)
    return replace(scene, camera=camera, tray=replace(scene.tray, shape=shape))


def calibrated(scene: Scene, lens: Lens, rng: np.random.Generator) -> Calibration:
    """Give the calibration from the empty tray and two pictures of the dice."""
    frames = []
    for which in (0, 1):
        dice = calibration_dice(scene, which)
        faces = tuple(Face(die.value, die.red) for die in dice)
        frames.append((_picture(scene, dice, rng), faces))
    return calibrate(_picture(scene, (), rng), frames, lens=lens)


def measure(scene: Scene, lens: Lens, rolls: int, seed: int, count: Count) -> None:
    """Add an installation's rolls to a count."""
    rng = np.random.default_rng(seed)
    try:
        made = calibrated(scene, lens, rng)
    except CalibrationImpossible:
        count.failed += 1
        return
    # the bending is compared at the true focal length: both together place a die's picture
    scale = (scene.camera.focal_px / made.camera.focal_px) ** 2
    count.focal_off = max(
        count.focal_off, abs(np.log(made.camera.focal_px / scene.camera.focal_px))
    )
    count.k1_off = max(count.k1_off, abs(made.camera.k1 * scale - scene.camera.k1))
    for _ in range(rolls):
        dice = throw(rng, scene, 6, lean=0.0, touching=0.25)
        reading = read_tray(_picture(scene, dice, rng), made)
        right = sorted(map(str, reading.dice)) == sorted(map(str, dice))
        accepted = reading.status is Status.OK
        count.rolls += 1
        count.good += accepted and right
        count.silent += accepted and not right


def _picture(scene: Scene, dice: tuple[object, ...], rng: np.random.Generator) -> Picture:
    return np.asarray(render(scene, dice, rng), np.uint8)  # type: ignore[arg-type]


def _row(hfov_deg: float, k1: float, name: str, count: Count) -> str:
    ok = f"{count.good}/{count.rolls}"
    failed = f"  {count.failed} not calibrated" if count.failed else ""
    return (
        f"{hfov_deg:5.0f}{k1:7.2f}  {name:8}{ok:>9}{count.silent:8}"
        f"{count.focal_off:13.0%} {count.k1_off:7.2f}{failed}"
    )


def main() -> None:
    """Run the bench and print its table."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--rolls", type=int, default=12, help="throws of each installation")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--hfov", type=float, nargs="*", default=list(HFOVS_DEG), metavar="DEG")
    options = parser.parse_args()
    cv2.setNumThreads(1)
    print(HEADER)
    for hfov_deg in options.hfov:
        for k1 in K1S:
            known = Lens("known", hfov_deg, None, k1, USUAL_K2 * k1)
            for name, lens in (("unknown", UNKNOWN), ("named", known)):
                count = Count()
                for kind in range(len(KINDS)):
                    seed = options.seed * 100 + kind
                    scene = scene_through(hfov_deg, k1, kind, np.random.default_rng(seed))
                    measure(scene, lens, options.rolls, seed, count)
                print(_row(hfov_deg, k1, name, count), flush=True)


if __name__ == "__main__":
    main()
