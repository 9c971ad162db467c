"""The rendered trays of tests/data, with the truth that their names hold."""

from __future__ import annotations

from functools import lru_cache
from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray

from calibration.files import known_faces, load_picture
from calibration.fits import calibrate
from vision.calibration_values import Calibration, FaceLook
from vision.types import Point, Reading

FOLDER = Path(__file__).parent.parent / "data" / "trays"
RED_FACES = "green_red_faces"
BLACK_DICE = "green_black_dice"
RING_LAMP = "black_ring_lamp"
GREEN_UNDER_RING = "green_ring_lamp"
TEAL_UNDER_RING = "teal_ring_lamp"
BLACK_UNDER_RING = "black_round_ring_lamp"
RED_UNDER_HALO = "red_faces_halo_lamp"
RED_UNDER_CEILING = "red_ceiling_lamp"
RED_UNDER_RING = "red_ring_lamp"
RED_PIPS_UNDER_RING = "black_red_pips_ring_lamp"
TEAL_UNDER_CEILING = "teal_ceiling_lamp"
ROUND_CLOTH_WALL = "round_cloth_wall"


def throws(tray: str, *kinds: str) -> list[Path]:
    """Give the throws of a tray that are of these kinds."""
    found = sorted((FOLDER / tray).glob("*--*.jpg"))
    return [path for path in found if path.stem.partition("--")[2] in kinds]


def throws_of_all(*kinds: str) -> list[tuple[str, Path]]:
    """Give the throws of these kinds in all trays, each with its tray."""
    return [(tray, path) for tray in (RED_FACES, BLACK_DICE) for path in throws(tray, *kinds)]


FAIR = throws_of_all("natural", "touching", "missing", "out")


def truth(path: Path) -> list[str]:
    """Give the dice that a throw's name says, sorted."""
    return sorted(path.stem.partition("--")[0].split("-"))


def read_faces(reading: Reading) -> list[str]:
    """Give the faces of a reading, sorted."""
    return sorted(str(die) for die in reading.dice)


@lru_cache(maxsize=4)
def calibration_of(tray: str) -> Calibration:
    """Give a tray's calibration; made once for all tests, because it takes a second."""
    folder = FOLDER / tray
    shown = sorted(folder.glob("calib_*.jpg"))
    pictures = [(load_picture(path), known_faces(path)) for path in shown]
    return calibrate(load_picture(folder / "empty.jpg"), pictures, name=tray)


@lru_cache(maxsize=16)
def picture(path: Path) -> NDArray[np.uint8]:
    """Give a picture, decoded once."""
    return load_picture(path)


def inside(bgr: NDArray[np.uint8], corners_px: tuple[Point, ...]) -> NDArray[np.bool_]:
    """Tell which pixels of a picture lie inside some corners: bool array of shape (M, N)."""
    mask = np.zeros(bgr.shape[:2], np.uint8)
    cv2.fillConvexPoly(mask, np.round(corners_px).astype(np.int32), 1)
    return mask > 0


def pip_part(bgr: NDArray[np.floating], look: FaceLook) -> NDArray[np.float64]:
    """Give how far colours of shape (..., 3) are on their way from a look's body to its pips."""
    step = np.subtract(look.pip_bgr, look.body_bgr)
    return np.asarray(np.clip((bgr - look.body_bgr) @ step / (step @ step), 0, 1))
