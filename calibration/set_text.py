"""A dice set as the lines of a calibration file.

May import: vision, calibration.toml_text and toml_values.
"""

from __future__ import annotations

from typing import Any

from calibration.toml_text import number, numbers, quoted
from calibration.toml_values import finite, number_in, numbers_in
from vision.calibration_values import ALIKE, Colour, DiceSet, FaceLook, Shade, Spread

_LEAST_SPREAD, _MOST_SPREAD = 0.4, 1.7


def lines_of(dice: DiceSet) -> list[str]:
    """Give a set's lines; `set_of` gives the same set again from their table."""
    lines = [
        "\n[dice]",
        f"name = {quoted(dice.name)}",
        f"count = {dice.count}",
        f"pip_radius = {number(dice.pip_radius)}",
        f"pip_offset = {number(dice.pip_offset)}",
        f"scatter = {number(dice.scatter)}",
        f"evenness = {number(dice.evenness)}",
        f"ace_spread = {number(dice.ace_spread)}",
        f"ace_radius = {number(dice.ace_radius)}",
        f"widest_pip = {number(dice.widest_pip)}",
        f"grain = {number(dice.grain)}",
        f"spreads = [{', '.join(numbers(spread) for spread in dice.spreads)}]",
    ]
    for title, look in (("plain", dice.plain), ("red", dice.red)):
        if look is not None:
            lines += [f"\n[dice.{title}]", *_look_lines(look)]
    return lines


def _look_lines(look: FaceLook) -> list[str]:
    shades = ", ".join(numbers(shade) for shade in look.shades)
    bare = look.unveiled_bgr
    return [
        f"body_bgr = {numbers(look.body_bgr)}",
        f"pip_bgr = {numbers(look.pip_bgr)}",
        f"shades = [{shades}]",
        f"pip_spread = {number(look.pip_spread)}",
        f"sharper = {number(look.sharper)}",
        *([] if bare is None else [f"unveiled_bgr = {numbers(bare)}"]),
    ]


def set_of(data: dict[str, Any]) -> DiceSet:
    """Give the set that a file's table holds; a KeyError, TypeError or ValueError says what not."""
    return DiceSet(
        name=str(data["name"]),
        count=int(number_in(data, "count", 1, 60)),
        pip_radius=number_in(data, "pip_radius", 0.02, 0.3),
        pip_offset=number_in(data, "pip_offset", 0.05, 0.45),
        scatter=number_in(data, "scatter", 0.0, 0.5),
        evenness=number_in(data, "evenness", -5.0, 1.0),
        plain=_look(data["plain"]),
        red=_look(data["red"]) if "red" in data else None,
        ace_spread=number_in({"ace_spread": 0.0} | data, "ace_spread", 0.0, 5.0),
        ace_radius=number_in({"ace_radius": 0.0} | data, "ace_radius", 0.0, 0.4),
        spreads=_spreads(data["spreads"]) if "spreads" in data else ALIKE,
        widest_pip=number_in({"widest_pip": 0.0} | data, "widest_pip", 0.0, 0.4),
        grain=number_in({"grain": 0.0} | data, "grain", 0.0, 1.0),
    )


def _spreads(pairs: list[Any]) -> tuple[Spread, ...]:
    if len(pairs) != len(ALIKE):
        raise ValueError(f"spreads has {len(pairs)} pairs, not one for each of the faces 1 to 6")
    each = [numbers_in({"spreads": pair}, "spreads", 2) for pair in pairs]
    if not all(_LEAST_SPREAD <= by <= _MOST_SPREAD for pair in each for by in pair):
        raise ValueError(
            f"spreads is {pairs!r}: each is {_LEAST_SPREAD} to {_MOST_SPREAD} times a usual one"
        )
    return tuple((across, along) for across, along in each)


def _look(data: dict[str, Any]) -> FaceLook:
    return FaceLook(
        body_bgr=_colour(data, "body_bgr"),
        pip_bgr=_colour(data, "pip_bgr"),
        shades=tuple(_shade(shade) for shade in data["shades"]),
        pip_spread=number_in({"pip_spread": 0.0} | data, "pip_spread", 0.0, 5.0),
        unveiled_bgr=_colour(data, "unveiled_bgr") if "unveiled_bgr" in data else None,
        sharper=number_in({"sharper": 0.0} | data, "sharper", 0.0, 2.0),
    )


def _colour(data: dict[str, Any], key: str) -> Colour:
    b, g, r = numbers_in(data, key, 3)
    return (b, g, r)


def _shade(values: list[float]) -> Shade:
    b, g, r, spread = map(finite, values)
    return (b, g, r, spread)
