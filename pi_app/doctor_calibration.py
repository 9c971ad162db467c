"""Examines the calibration: whether it can be read, and whether it fits camera and game.

May import: findings, settings, calibration, vision.
"""

from __future__ import annotations

from datetime import UTC, datetime
from pathlib import Path

from calibration.files import VisionInputError, load_calibration
from calibration.model import VERSION
from pi_app.findings import Findings, good, trouble, warning
from pi_app.settings import Config
from vision.calibration_values import Calibration

NAME = "calibration"
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
