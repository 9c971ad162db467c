"""The trays, tables, lights, cameras and dice sets of which the studio draws its installations.

May import: the values of this package.
"""

from __future__ import annotations

from tests.studio.spec import DiceStyle, Rgb, Surface, Tray

_OAK = Surface("wood", (0.40, 0.24, 0.11), (0.22, 0.11, 0.05), 4.5, 0.35)
_WALNUT = Surface("wood", (0.16, 0.085, 0.04), (0.06, 0.03, 0.015), 5.5, 0.25)
_PINE = Surface("wood", (0.62, 0.42, 0.20), (0.42, 0.24, 0.09), 9.0, 0.4)
_BLACK_HIDE = Surface("leather", (0.02, 0.018, 0.018), None, 1.4, 0.35)
_BROWN_HIDE = Surface("leather", (0.09, 0.045, 0.027), None, 1.6, 0.35)

TABLES: dict[str, Surface] = {
    "oak": _OAK,
    "walnut": _WALNUT,
    "pine": _PINE,
    "white": Surface("paint", (0.72, 0.72, 0.70), None, 1.0, 0.35),
    "dark": Surface("paint", (0.045, 0.045, 0.05), None, 1.0, 0.4),
    "stone": Surface("stone", (0.48, 0.45, 0.41), (0.12, 0.11, 0.10), 3.0, 0.3),
    "cloth": Surface("cloth", (0.35, 0.06, 0.06), (0.75, 0.72, 0.66), 24.0),
    "beech": Surface("wood", (0.60, 0.42, 0.27), (0.47, 0.30, 0.17), 3.0, 0.12),
}


def _felt(rgb: Rgb, scale: float = 1.0) -> Surface:
    return Surface("felt", rgb, None, scale)


TRAYS: dict[str, Tray] = {
    tray.name: tray
    for tray in (
        Tray(
            "green_oct",
            "oct",
            250,
            250,
            24,
            14,
            6,
            6,
            _felt((0.035, 0.16, 0.075)),
            _BROWN_HIDE,
            stitch=(0.6, 0.45, 0.25),
        ),
        Tray(
            "black_round",
            "round",
            260,
            260,
            30,
            8,
            8,
            5,
            _felt((0.022, 0.022, 0.024)),
            _BLACK_HIDE,
            wall="floor",
        ),
        Tray("red_rect", "rect", 280, 210, 28, 12, 0, 6, _felt((0.28, 0.022, 0.03)), _WALNUT),
        Tray(
            "tan_snap",
            "rect",
            215,
            215,
            26,
            3.5,
            30,
            3,
            Surface("leather", (0.27, 0.12, 0.05), None, 2.0, 0.4),
            Surface("leather", (0.27, 0.12, 0.05), None, 2.0, 0.4),
            wall="floor",
            stitch=(0.55, 0.4, 0.2),
        ),
        Tray(
            "wood_round",
            "round",
            270,
            270,
            32,
            15,
            0,
            8,
            Surface("felt", (0.10, 0.10, 0.11), None, 1.4),
            _OAK,
        ),
        Tray(
            "blue_hex",
            "hex",
            235,
            235,
            26,
            12,
            10,
            5,
            _felt((0.02, 0.045, 0.17)),
            _BLACK_HIDE,
            stitch=(0.3, 0.3, 0.38),
        ),
        Tray(
            "velvet_square",
            "rect",
            230,
            230,
            24,
            9,
            3,
            5,
            Surface("velvet", (0.07, 0.015, 0.11)),
            _BLACK_HIDE,
        ),
        Tray(
            "bare_wood",
            "rect",
            270,
            200,
            30,
            10,
            0,
            8,
            Surface("wood", (0.42, 0.25, 0.12), (0.25, 0.13, 0.06), 4.0, 0.3),
            _OAK,
        ),
        Tray("black_oct", "oct", 240, 240, 24, 10, 5, 5, _felt((0.025, 0.025, 0.027)), _BLACK_HIDE),
        Tray(
            "green_rect",
            "rect",
            290,
            215,
            32,
            15,
            0,
            8,
            _felt((0.02, 0.12, 0.05), 1.4),
            _WALNUT,
            wall="floor",
        ),
        Tray(
            "grey_round",
            "round",
            240,
            240,
            22,
            5,
            25,
            3,
            Surface("leather", (0.16, 0.16, 0.17), None, 1.5, 0.35),
            Surface("leather", (0.16, 0.16, 0.17), None, 1.5, 0.35),
            wall="floor",
        ),
    )
}

_WHITE: Rgb = (0.80, 0.79, 0.76)
_INK: Rgb = (0.012, 0.012, 0.014)


def _pearl(name: str, body: Rgb, vein: Rgb, gloss: float = 0.07) -> DiceStyle:
    return DiceStyle(
        f"spicyP_{name}",
        "spicyP",
        body,
        (0.70, 0.70, 0.68),
        "pips",
        (0.70, 0.025, 0.04),
        vein=vein,
        edge=0.11,
        gloss=gloss,
    )


STYLES: dict[str, DiceStyle] = {
    style.key: style
    for style in (
        DiceStyle("spicyA_16", "spicyA", _WHITE, _INK, "face", (0.60, 0.02, 0.03), edge=0.05),
        DiceStyle(
            "spicyA_18rd",
            "spicyA",
            _WHITE,
            _INK,
            "face",
            (0.55, 0.012, 0.02),
            edge=0.12,
            ball=0.72,
            pip_radius=0.08,
            gloss=0.15,
        ),
        DiceStyle("spicyB_16", "spicyB", _WHITE, _INK, "pips", (0.60, 0.012, 0.02), edge=0.08),
        DiceStyle(
            "spicyB_19",
            "spicyB",
            (0.74, 0.72, 0.66),
            _INK,
            "pips",
            (0.55, 0.02, 0.02),
            edge=0.10,
            ball=0.76,
            gloss=0.2,
        ),
        _pearl("blue", (0.012, 0.025, 0.34), (0.003, 0.006, 0.09)),
        _pearl("green", (0.004, 0.11, 0.045), (0.001, 0.02, 0.01)),
        _pearl("purple", (0.10, 0.012, 0.20), (0.03, 0.003, 0.06), 0.12),
        _pearl("black", (0.010, 0.010, 0.012), (0.003, 0.003, 0.003), 0.05),
        _pearl("teal", (0.01, 0.16, 0.19), (0.06, 0.30, 0.32), 0.1),
        DiceStyle(
            "ivory_worn",
            "ivory",
            (0.66, 0.55, 0.33),
            (0.03, 0.022, 0.018),
            edge=0.12,
            ball=0.74,
            gloss=0.2,
            wear=0.5,
        ),
        DiceStyle(
            "black_white", "black", (0.012, 0.012, 0.013), (0.70, 0.70, 0.69), edge=0.07, gloss=0.08
        ),
        DiceStyle(
            "red_white", "red", (0.42, 0.012, 0.018), (0.70, 0.70, 0.68), edge=0.09, gloss=0.08
        ),
        DiceStyle(
            "green_white", "green", (0.015, 0.17, 0.05), (0.70, 0.70, 0.68), edge=0.10, gloss=0.1
        ),
        DiceStyle(
            "wood_burnt",
            "wood",
            (0.48, 0.30, 0.14),
            (0.05, 0.025, 0.012),
            edge=0.07,
            vein=(0.36, 0.20, 0.08),
            gloss=0.35,
            depth=0.15,
        ),
    )
}
"""The dice sets by key."""

HARD = (
    ("black_round", "spicyP_black", "ring"),
    ("green_rect", "spicyP_green", "window"),
    ("red_rect", "red_white", "warm"),
    ("black_oct", "black_white", "halo"),
    ("bare_wood", "wood_burnt", "ceiling"),
)
"""Combinations of tray, dice and light in which body and floor are alike, or a lamp mirrors."""
