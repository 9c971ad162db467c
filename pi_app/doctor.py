"""Examines the appliance: what is wrong, and the mend, in words for whoever stands before it.

Each check stands alone: one that fails is a finding, and the others go on.
May import: settings, findings, doctor_calibration, the adapters for camera and buttons.
"""

from __future__ import annotations

import os
import platform
import shutil
import sys
import tempfile
import time
from collections.abc import Callable
from datetime import UTC, datetime
from pathlib import Path

import cv2
import numpy as np

from pi_app.adapters.buttons import VERBS, ButtonsError, Panel, button_pin, make_factory
from pi_app.adapters.camera import Bgr, Camera, CameraLost
from pi_app.adapters.camera_runner import make_camera
from pi_app.doctor_calibration import examine_calibration, examine_stand
from pi_app.findings import Finding, Findings, Level, good, trouble, warning
from pi_app.settings import ButtonSettings, CameraSettings, Config

# The mean brightness of usable trays was 61 to 106 and at most 0.6 % of their pixels were burnt
# out (12 rendered installations, empty and with dice, 2026-11-21); the limits leave room around.
DARK_MEAN = 40.0
BRIGHT_MEAN = 180.0
BURNT_SHARE = 0.02
BURNT_LEVEL = 250

FREE_MB = 200  # a season of games is under 10 MB; the rest is for the journal and updates
MEMORY_MB = 150  # what the program takes at its start with the camera in a process of its own
SYNC_SLOW_S = 1.0  # an event waits for this before it is shown
# A Pi without a network starts in the past: at the time of its last shutdown, or of its image.
BUILT = datetime(2026, 1, 1, tzinfo=UTC)


def doctor(
    config: Config, camera: Camera | None = None, now_s: Callable[[], float] = time.time
) -> Findings:
    """Everything that was examined, in the order in which one would mend it.

    camera : examined instead of the one that the configuration names.
    now_s : the machine's clock, in seconds since 1970.
    """

    def stands(bgr: Bgr) -> Findings:
        return examine_stand(bgr, config.calibration.path)

    checks: tuple[tuple[str, Callable[[], Findings]], ...] = (
        ("system", examine_system),
        ("memory", examine_memory),
        ("power", examine_power),
        ("clock", lambda: examine_clock(now_s())),
        ("disk", lambda: examine_disk(config.store.path.parent)),
        ("buttons", lambda: examine_buttons(config.buttons)),
        ("camera", lambda: examine_camera(config.camera, camera, stands)),
        ("calibration", lambda: examine_calibration(config)),
    )
    return tuple(finding for name, check in checks for finding in _isolated(name, check))


def is_well(findings: Findings) -> bool:
    """Whether one can play: there may be warnings, but no trouble."""
    return all(finding.level is not Level.TROUBLE for finding in findings)


def _isolated(name: str, check: Callable[[], Findings]) -> Findings:
    try:
        return check()
    except Exception as error:  # the other checks are wanted even so
        kind = type(error).__name__
        return (trouble(name, f"The check itself failed ({kind}: {error}).", "Please report it."),)


# --- the machine -----------------------------------------------------------------------------


def examine_system() -> Findings:
    """Python, OpenCV, numpy, and whether the system has 64 bits."""
    versions = (
        f"Python {platform.python_version()}, OpenCV {cv2.__version__}, numpy {np.__version__}"
    )
    if sys.maxsize < 2**32:
        return (trouble("system", f"{versions}, 32 bits.", "Install the 64-bit system."),)
    return (good("system", f"{versions}, {platform.machine()}."),)


def examine_memory(meminfo: Path = Path("/proc/meminfo")) -> Findings:
    """Whether there is room for the program."""
    lines = dict(line.split(":", 1) for line in meminfo.read_text().splitlines() if ":" in line)
    free_mb = int(lines["MemAvailable"].split()[0]) // 1024
    if free_mb < MEMORY_MB:
        mend = "End other programs, or use a Pi with more memory."
        return (warning("memory", f"Only {free_mb} MB of memory are free.", mend),)
    return (good("memory", f"{free_mb} MB are free."),)


def examine_power(
    throttled: Path = Path("/sys/devices/platform/soc/soc:firmware/get_throttled"),
) -> Findings:
    """Whether the Pi has had too little voltage, or was too hot; nothing on other machines.

    Source: Raspberry Pi documentation, vcgencmd get_throttled (bits 0 and 16, 3 and 19).
    """
    if not throttled.exists():
        return ()
    bits = int(throttled.read_text().strip(), 16)
    if bits & 0x1_0001:
        mend = "Use the Pi's own power supply and a short cable."
        return (warning("power", "The Pi has had too little voltage since its start.", mend),)
    if bits & 0x8_0008:
        return (warning("power", "The Pi has been too hot.", "Give it air, or a heat sink."),)
    return (good("power", "Voltage and temperature have been fine."),)


def examine_clock(now_s: float) -> Findings:
    """Whether the clock is set: it dates the games."""
    now = datetime.fromtimestamp(now_s, UTC)
    text = f"{now:%Y-%m-%d %H:%M} UTC"
    if now < BUILT:
        mend = "Connect the Pi to a network, or set it: sudo date -s '2026-11-21 20:15'."
        return (warning("clock", f"The clock is not set; it says {text}.", mend),)
    return (good("clock", f"It is {text}."),)


def examine_disk(folder: Path, clock: Callable[[], float] = time.monotonic) -> Findings:
    """Whether games can be kept: the folder takes a file, has room, and syncs quickly."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
        start_s = clock()
        with tempfile.TemporaryFile(dir=folder) as file:
            file.write(b"x" * 4096)
            os.fsync(file.fileno())
        took_s = clock() - start_s
    except OSError as error:
        sentence = f"Nothing can be written to {folder} ({error.strerror})."
        mend = f"The service's user must own it: sudo chown -R tallytray {folder}"
        return (trouble("disk", sentence, mend),)
    free_mb = shutil.disk_usage(folder).free // 2**20
    if free_mb < FREE_MB:
        mend = "Delete what is not needed; the games are a few MB."
        return (trouble("disk", f"Only {free_mb} MB are free in {folder}.", mend),)
    if took_s > SYNC_SLOW_S:
        sentence = f"Writing for good takes {took_s:.1f} s; each throw will wait for that."
        return (warning("disk", sentence, "The card may be failing: replace it."),)
    return (
        good("disk", f"{free_mb} MB are free in {folder}; a write takes {took_s * 1000:.0f} ms."),
    )


# --- camera, light, buttons ------------------------------------------------------------------


def examine_camera(
    settings: CameraSettings,
    camera: Camera | None = None,
    stands: Callable[[Bgr], Findings] = lambda bgr: (),
) -> Findings:
    """Whether the camera gives pictures, and whether the light is right.

    stands : tells of a picture whether the camera stands as it did when it was set up.
    """
    if camera is None and settings.source == "demo":
        return (good("camera", "The virtual tray needs no camera."),)
    camera = camera or make_camera(settings)
    try:
        camera.open()
        bgr = camera.read()
    except CameraLost as error:
        return (trouble("camera", error.sentence, _camera_mend(error, settings)),)
    finally:
        camera.close()
    height, width = bgr.shape[:2]
    called = f" and is called {camera.optics.model}" if camera.optics.model else ""
    gives = good("camera", f"It gives pictures of {width} x {height} px{called}.")
    return (gives, judge_light(bgr), *stands(bgr))


def _camera_mend(error: CameraLost, settings: CameraSettings) -> str:
    if settings.source == "folder":
        return "Name a folder of pictures under [camera], folder."
    if error.slug == "camera_in_use":
        return "End it, for example: sudo systemctl stop tallytray"
    return ""  # the sentence has it


def judge_light(bgr: Bgr) -> Finding:
    """Whether a picture of the tray is bright enough, and not burnt out.

    bgr : uint8 array of shape (M, N, 3), blue first.
    """
    mean = float(cv2.cvtColor(bgr, cv2.COLOR_BGR2GRAY).mean())
    burnt = float((bgr.min(axis=2) >= BURNT_LEVEL).mean())
    if mean < DARK_MEAN:
        sentence = f"The picture is too dark (mean {mean:.0f} of 255)."
        return trouble("light", sentence, "Switch on a lamp, then restart: exposure is held.")
    if mean > BRIGHT_MEAN:
        sentence = f"The picture is too bright (mean {mean:.0f} of 255)."
        return trouble("light", sentence, "Dim the lamp, then restart: exposure is held.")
    if burnt > BURNT_SHARE:
        sentence = f"{burnt:.0%} of the picture is burnt out."
        return warning("light", sentence, "Move the lamp aside so that it does not mirror.")
    return good("light", f"Mean {mean:.0f} of 255, {burnt:.1%} burnt out.")


def examine_buttons(settings: ButtonSettings) -> Findings:
    """Whether the pins can be used, and no button hangs."""
    try:
        factory = make_factory(settings.factory)
    except ButtonsError as error:
        return (trouble("buttons", str(error), ""),)
    try:
        return (_judge_pins(settings, factory),)
    finally:
        factory.close()


def _judge_pins(settings: ButtonSettings, factory: object) -> Finding:
    panel = Panel(settings, factory, lambda press: None)
    try:
        pressed = [verb for verb in VERBS if panel.is_pressed(verb)]
    finally:
        panel.close()
    if pressed:
        names = ", ".join(f"{verb.upper()} (GPIO {button_pin(settings, verb)})" for verb in pressed)
        mend = "Let go of it; if nobody presses, its wires touch or it is stuck."
        return warning("buttons", f"Pressed all the time: {names}.", mend)
    kind = "mock pins" if settings.factory == "mock" else "pins"
    return good("buttons", f"The {kind} of all three can be used, none is pressed.")
