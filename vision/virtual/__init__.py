"""A virtual tray: dice in a tray as a camera sees them, and the exact truth about them.

Everything is a value and a pure function; randomness comes from a generator passed in.

>>> import numpy as np
>>> scene = demo_scene()
>>> rng = np.random.default_rng(1)
>>> dice = throw(rng, scene, 6)
>>> render(scene, dice, rng).shape
(960, 1280, 3)
>>> len(truth(scene, dice))
6

May import: numpy, cv2 and vision.types.
"""

from vision.virtual.model import (
    CameraPose,
    DieStyle,
    Effects,
    FloorKind,
    Frame,
    Hand,
    Light,
    PrintedMarker,
    RedKind,
    Scene,
    Tray,
    TrayShape,
    TruthDie,
    VirtualDie,
)
from vision.virtual.motion import NoRoomError, animate, calibration_dice, throw
from vision.virtual.picture import render, truth
from vision.virtual.styles import STYLES


def demo_scene(style: str = "pearl_blue", seed: int = 1) -> Scene:
    """The scene of the demo: six dice of the named style in an octagonal tray."""
    look = STYLES[style]
    red = ((),) * 6 if look.red_kind is RedKind.NONE else tuple((v,) for v in range(1, 7))
    return Scene(look, red_faces=red, seed=seed)


__all__ = [
    "STYLES",
    "CameraPose",
    "DieStyle",
    "Effects",
    "FloorKind",
    "Frame",
    "Hand",
    "Light",
    "NoRoomError",
    "PrintedMarker",
    "RedKind",
    "Scene",
    "Tray",
    "TrayShape",
    "TruthDie",
    "VirtualDie",
    "animate",
    "calibration_dice",
    "demo_scene",
    "render",
    "throw",
    "truth",
]
