"""Every field of the configuration: its default, what it takes, what it means and why.

The defaults are those of the appliance in hardware.md. `pi_app.config` reads a file over them.
May import: validators.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from pi_app.validators import Check, number, options, path, several, text, whole, word, yes_or_no

# BCM numbers on the 40-pin header that can be used freely; 0 and 1 belong to the HAT's memory.
PIN = whole(2, 27)


@dataclass(frozen=True, slots=True)
class About:
    """What a person should know of a field.

    unit : "" where the value has none.
    in_state : a relative path lies in the state directory.
    """

    sentence: str
    why: str
    check: Check
    unit: str = ""
    in_state: bool = False


def _field(default: Any, check: Check, sentence: str, why: str, **more: Any) -> Any:
    about = About(sentence, why, check, **more)
    if isinstance(default, dict):
        return field(default_factory=lambda: dict(default), metadata={"about": about})
    return field(default=default, metadata={"about": about})


@dataclass(frozen=True, slots=True)
class CameraSettings:
    """Where the pictures come from."""

    source: str = _field(
        "pi",
        word("pi", "folder", "demo"),
        "The Pi's camera, pictures from a folder or file, or the virtual tray.",
        "the appliance has a camera",
    )
    folder: Path = _field(
        Path("frames"),
        path(),
        "Folder of pictures, one picture or a video: what source = folder shows.",
        "used only with source = folder",
    )
    loops: bool = _field(
        False,
        yes_or_no(),
        "Whether the first picture follows the last one of the folder; else the last one stays.",
        "a recorded throw ends with dice that lie still",
    )
    size_px: tuple[int, int] = _field(
        (1280, 960),
        several(whole(160, 4608), 2),
        "Width and height of the pictures.",
        "about 60 px for an edge of a die, which the reader was measured with",
        unit="px",
    )
    lens: str = _field(
        "auto",
        word("auto", "module1", "module2", "module3", "module3wide", "hq6mm"),
        "The lens of the camera: how wide it sees, and how it bends straight lines.",
        "auto measures it from the pictures, which tells little of a wide lens: name that",
    )
    fps: float = _field(
        10.0,
        number(1, 30),
        "Pictures taken in a second.",
        "enough to see that dice lie still, and leaves a Pi 4 time to read them",
        unit="pictures a second",
    )
    pixel_format: str = _field(
        "NV12",
        word("NV12", "YUV420", "RGB888"),
        "What the camera delivers; turned into B, G, R in one place.",
        "half the memory traffic of RGB888, and every pipeline of libcamera has it",
    )
    settle_s: float = _field(
        2.0,
        number(0, 30),
        "How long exposure and white balance may find themselves before they are fixed.",
        "the automatics are steady after about a second; twice that is safe",
        unit="s",
    )
    exposure_us: int = _field(
        0,
        whole(0, 1_000_000),
        "Exposure time; 0 keeps what the automatics found.",
        "the right time depends on the lamp over the tray",
        unit="µs",
    )
    gain: float = _field(
        0.0,
        number(0, 16),
        "Analogue gain; 0 keeps what the automatics found.",
        "the right gain depends on the lamp over the tray",
    )
    colour_gains: tuple[float, ...] = _field(
        (),
        several(number(0, 8), 0, 2),
        "White balance, red and blue; an empty list keeps what the automatics found.",
        "the right gains depend on the lamp over the tray",
    )
    timeout_s: float = _field(
        2.5,
        number(0.5, 30),
        "A camera that gives no picture for so long is lost, said so, and opened anew.",
        "with the way to the page, a lost camera is said within 3 s",
        unit="s",
    )


@dataclass(frozen=True, slots=True)
class ButtonSettings:
    """Where the buttons and their lamps are connected (BCM numbers), and how they feel."""

    factory: str = _field(
        "lgpio",
        word("lgpio", "mock"),
        "The real pins, or gpiozero's mock pins where there are none.",
        "named, because gpiozero's own search warns through four fallbacks",
    )
    roll_pin: int = _field(17, PIN, "The ROLL button.", "header pin 11, beside ground on 9")
    roll_lamp_pin: int = _field(27, PIN, "The lamp in ROLL.", "header pin 13, beside its button")
    flip_pin: int = _field(23, PIN, "The FLIP button.", "header pin 16, beside ground on 14")
    flip_lamp_pin: int = _field(24, PIN, "The lamp in FLIP.", "header pin 18, beside its button")
    stop_pin: int = _field(5, PIN, "The STOP button.", "header pin 29, beside ground on 30")
    stop_lamp_pin: int = _field(6, PIN, "The lamp in STOP.", "header pin 31, beside its button")
    debounce_s: float = _field(
        0.02,
        number(0.001, 0.2),
        "A contact counts when it has not changed for so long.",
        "arcade buttons chatter for 5 ms or less; 20 ms is not felt",
        unit="s",
    )
    long_press_s: float = _field(
        1.0,
        number(0.3, 5),
        "A press held for so long is a long press.",
        "longer than a firm press, short enough to wait for",
        unit="s",
    )


@dataclass(frozen=True, slots=True)
class ServerSettings:
    """The page that the tablets show."""

    host: str = _field(
        "0.0.0.0", text(), "The address to listen on.", "tablets are other machines on the network"
    )
    port: int = _field(8000, whole(0, 65535), "The port; 0 takes any free one.", "needs no rights")
    threads: int = _field(
        24,
        whole(4, 128),
        "Threads of the server.",
        "each open tablet holds one: 2 for each of 8 tablets and 8 for taps and pictures",
    )


@dataclass(frozen=True, slots=True)
class StoreSettings:
    """Where the games are kept."""

    path: Path = _field(
        Path("games.sqlite"),
        path(),
        "The database; a relative path lies in the state directory.",
        "the state directory is the one place the service may write to",
        in_state=True,
    )


@dataclass(frozen=True, slots=True)
class CalibrationSettings:
    """Where the calibration of this camera, tray and dice set is kept."""

    path: Path = _field(
        Path("calibration.toml"),
        path(),
        "The calibration; a relative path lies in the state directory.",
        "it belongs to this installation, as the games do",
        in_state=True,
    )


@dataclass(frozen=True, slots=True)
class TableSettings:
    """The dice and the habits of this table."""

    dice: str = _field(
        "spicy",
        word("spicy", "plain", "any"),
        "The dice set: one red face on each die, none, or unknown.",
        "the set that the games are sold with",
    )
    keeping: str = _field(
        "any",
        word("any", "stay", "strip", "off"),
        "Where dice that are kept lie: where they fell, in the keep strip, off the tray.",
        "all three are understood; naming one finds more mistakes",
    )
    strip: tuple[float, ...] = _field(
        (),
        several(number(0, 1), 0, 4),
        "The keep strip in the picture: its left, top, right and bottom edge; empty for none.",
        "not every tray has one; parts of the picture hold for every picture size",
        unit="parts of the picture's width and height",
    )


@dataclass(frozen=True, slots=True)
class GameSettings:
    """What is on the table when nothing was saved."""

    default: str = _field(
        "spicy_classic", text(), "The game that a new table starts.", "the best known one"
    )
    seats: tuple[str, ...] = _field(
        ("Player 1", "Player 2"),
        several(text(), *range(1, 13)),
        "The names of the players, in their order.",
        "most tables are two; the page changes them",
    )
    options: Mapping[str, str] = _field(
        {}, options(), "House rules of the default game.", "the rulebook as it stands"
    )


@dataclass(frozen=True, slots=True)
class Config:
    """The whole configuration, checked."""

    camera: CameraSettings = CameraSettings()
    buttons: ButtonSettings = ButtonSettings()
    server: ServerSettings = ServerSettings()
    store: StoreSettings = StoreSettings()
    calibration: CalibrationSettings = CalibrationSettings()
    table: TableSettings = TableSettings()
    game: GameSettings = field(default_factory=GameSettings)
