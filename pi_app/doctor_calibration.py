"""Examines the calibration: whether it can be read, and whether it fits camera and game.

May import: findings, settings, calibration, vision.
"""

from __future__ import annotations

from datetime import UTC, datetime
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from calibration.files import VisionInputError, load_calibration
from calibration.model import VERSION
from pi_app.findings import Findings, good, trouble, warning
from pi_app.settings import Config
from vision.calibration_values import Calibration
from vision.tray.markers import find_markers, move_of, seen_markers

Bgr = NDArray[np.uint8]

NAME = "calibration"
MARKERS = "markers"
IF_GLUED = "If they were glued on anew, set the tray up again."
_STILL_PX, _STILL_DEG = 2.0, 0.3  # a picture's noise moves markers by less
ANEW = "Make it anew: on the page under Set-up, or with `tallytray calibrate`."


def examine_calibration(config: Config) -> Findings:
    """Whether this installation was calibrated, and by a file that can be used here."""
    path = config.calibration.path
    if config.camera.source == "demo":
        return (good(NAME, "The virtual tray brings its own."),)
    if not path.exists():
        mend = "Calibrate: on the page under Set-up, or with `tallytray calibrate`."
        return (trouble(NAME, f"There is none at {path}.", mend),)
    try:
        calibration = load_calibration(path)
    except VisionInputError as error:
        return (trouble(NAME, f"It can't be used: {error}.", ANEW),)
    return (good(NAME, _facts(calibration, path)), *_misfits(config, calibration))


def examine_stand(bgr: Bgr, path: Path) -> Findings:
    """Whether the camera stands as it did when it was set up, as far as printed markers tell.

    bgr : uint8 array of shape (M, N, 3), what it sees now. path : of the calibration.
    """
    try:
        then = load_calibration(path).scaled_to(bgr.shape[1], bgr.shape[0]).markers
    except ValueError:
        return ()  # no calibration that fits: said elsewhere
    if not then:
        return ()
    move = move_of(then, seen_markers(find_markers(bgr)))
    if move is None:
        sentence = f"Of {len(then)} markers around the tray fewer than two are seen."
        return (warning(MARKERS, sentence, f"Clear the view to them. {IF_GLUED}"),)
    middle = np.array([bgr.shape[1] / 2, bgr.shape[0] / 2, 1.0])
    shift_px = float(np.linalg.norm(move.matrix @ middle - middle[:2]))
    told = f"by {shift_px:.1f} px and {abs(move.turn_deg):.1f} degrees"
    if shift_px < _STILL_PX and abs(move.turn_deg) < _STILL_DEG:
        return (good(MARKERS, f"The camera stands as it was set up: off {told}."),)
    sentence = f"The camera was moved since it was set up: {told}."
    return (warning(MARKERS, sentence, f"Put it back and fix it well. Or: {ANEW}"),)


def _facts(calibration: Calibration, path: Path) -> str:
    """What the file says of itself, for whoever wonders whether it is the right one."""
    made = datetime.fromtimestamp(path.stat().st_mtime, UTC)
    dice, (width, height) = calibration.dice, calibration.size_px
    red = "with" if dice.red else "without"
    name = f'"{dice.name}", ' if dice.name else ""
    return (
        f"Version {VERSION}, written on {made:%Y-%m-%d}: {name}{dice.count} dice {red} red faces, "
        f"pictures of {width} x {height} px; in {path}."
    )


def _misfits(config: Config, calibration: Calibration) -> Findings:
    """What does not fit the camera or the dice of this configuration, or was not good before."""
    findings = [warning(NAME, remark, "") for remark in calibration.remarks]
    width, height = config.camera.size_px
    if config.camera.source == "pi" and not _scales_to(calibration, width, height):
        sentence = f"The camera is set to {width} x {height} px, which is another shape."
        findings.append(trouble(NAME, sentence, f"Set [camera] size_px as it was. Or: {ANEW}"))
    if config.table.dice == "spicy" and calibration.dice.red is None:
        sentence = "The dice that it knows have no red faces, and [table] dice is spicy."
        findings.append(warning(NAME, sentence, f'Set dice = "plain". Or: {ANEW}'))
    return tuple(findings)


def _scales_to(calibration: Calibration, width_px: int, height_px: int) -> bool:
    try:
        calibration.scaled_to(width_px, height_px)
    except ValueError:
        return False
    return True
