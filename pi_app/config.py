"""Reads the configuration: defaults in code, one TOML file over them, the command line over both.

Everything wrong is said at once, each with its path, its value and what would be right.
The fields themselves are in `pi_app.settings`. May import: settings.
"""

from __future__ import annotations

import dataclasses
import os
import re
import tomllib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from pi_app.settings import About, ButtonSettings, Config

DEFAULT = "default"
COMMAND_LINE = "command line"
# What `serve --demo` lays over the configuration: the same program without camera and pins.
DEMO: Mapping[str, object] = {"camera.source": "demo", "buttons.factory": "mock"}


class ConfigError(ValueError):
    """A configuration that can't be used; `problems` has one sentence for each mistake."""

    slug = "bad_config"

    def __init__(self, problems: tuple[str, ...]) -> None:
        super().__init__("\n".join(problems))
        self.problems = problems


@dataclass(frozen=True, slots=True)
class Loaded:
    """A checked configuration and where each field that is not a default came from."""

    config: Config
    sources: Mapping[str, str]


@dataclass(frozen=True, slots=True)
class _Given:
    """One value from outside: `camera.fps`, 5, "table.toml:3"."""

    name: str
    value: object
    source: str


def default_state_dir() -> Path:
    """Where games and calibration are kept: systemd's state directory, else `var` right here."""
    return Path(os.environ.get("STATE_DIRECTORY") or "var")


def load_config(
    file: Path | None = None,
    overrides: Mapping[str, object] | None = None,
    state_dir: Path | None = None,
) -> Loaded:
    """The configuration with `file` over the defaults and `overrides` over both.

    overrides : dotted names to values, as the command line gives them ({"server.port": 8001}).
    state_dir : where relative paths of games and calibration lie; `default_state_dir()` if None.

    >>> load_config(overrides={"server.port": 8001}).config.server.port
    8001

    Raises ConfigError with every mistake, not only the first.
    """
    given = [*(_read(file) if file else ())]
    given += [_Given(name, value, COMMAND_LINE) for name, value in (overrides or {}).items()]
    problems: list[str] = []
    config = Config()
    for one in given:
        config = _lay_over(config, one, problems)
    sources = {one.name: one.source for one in given}
    problems += _clashes(config, sources)
    if problems:
        raise ConfigError(tuple(problems))
    return Loaded(_in_state_dir(config, state_dir or default_state_dir()), sources)


def explain(loaded: Loaded) -> str:
    """Every field with its value, where that came from, what it takes and why it is so.

    >>> print(explain(Loaded(Config(), {})).splitlines()[0])
    camera.source = "pi"  (default)
    """
    return "\n".join(_explain_one(loaded, name, about) for name, about in fields_of(Config()))


def fields_of(config: Config) -> Iterator[tuple[str, About]]:
    """The dotted name and the explanation of every field."""
    for section in dataclasses.fields(config):
        for field in dataclasses.fields(getattr(config, section.name)):
            yield f"{section.name}.{field.name}", field.metadata["about"]


def pins(buttons: ButtonSettings) -> dict[str, int]:
    """The pins by their field names, in the order of the configuration."""
    names = [field.name for field in dataclasses.fields(buttons) if field.name.endswith("_pin")]
    return {name: getattr(buttons, name) for name in names}


def value_of(config: Config, name: str) -> Any:
    """The value of a dotted name.

    >>> value_of(Config(), "server.port")
    8000
    """
    section, field = name.split(".")
    return getattr(getattr(config, section), field)


# --- reading ---------------------------------------------------------------------------------


def _read(file: Path) -> Iterator[_Given]:
    try:
        text = file.read_text(encoding="utf-8")
        document = tomllib.loads(text)
    except OSError as error:
        raise ConfigError((f"{file}: can't be read ({error.strerror}).",)) from error
    except ValueError as error:  # no TOML, or no UTF-8
        raise ConfigError((f"{file}: is not a TOML file: {error}.",)) from error
    lines = _line_numbers(text)
    for section, table in document.items():
        if isinstance(table, dict) and section in _sections():
            names = {f"{section}.{key}": value for key, value in table.items()}
        else:
            names = {section: table}
        for name, value in names.items():
            yield _Given(name, value, f"{file}:{lines.get(name, 1)}")


def _sections() -> tuple[str, ...]:
    return tuple(section.name for section in dataclasses.fields(Config))


def _line_numbers(text: str) -> dict[str, int]:
    """The line of each dotted name: tomllib does not tell, and a person wants to know."""
    lines: dict[str, int] = {}
    section = ""
    for number, line in enumerate(text.splitlines(), start=1):
        if header := re.match(r"\s*\[+\s*([\w.-]+)", line):
            section = header[1] + "."
            lines.setdefault(header[1], number)
        elif key := re.match(r"\s*([\w.-]+)\s*=", line):
            lines.setdefault(section + key[1], number)
    return lines


# --- checking --------------------------------------------------------------------------------


def _lay_over(config: Config, given: _Given, problems: list[str]) -> Config:
    about = dict(fields_of(config)).get(given.name)
    if about is None:
        problems.append(f"{given.source}: there is no {given.name}; {_known_near(given.name)}.")
        return config
    try:
        value = about.check(given.value)
    except ValueError as error:
        unit = f" ({about.unit})" if about.unit else ""
        problems.append(f"{given.source}: {given.name} = {_toml(given.value)}; it {error}{unit}.")
        return config
    section, field = given.name.split(".")
    return replace(config, **{section: replace(getattr(config, section), **{field: value})})


def _known_near(name: str) -> str:
    section, _, field = name.partition(".")
    if section in _sections() and not field:
        return f"write it as a section, [{section}]"
    if section not in _sections():
        return "the sections are " + ", ".join(_sections())
    known = [known for known, _ in fields_of(Config()) if known.startswith(section + ".")]
    return f"[{section}] has " + ", ".join(one.split(".")[1] for one in known)


def _clashes(config: Config, sources: Mapping[str, str]) -> list[str]:
    """What each field allows but not together."""
    taken: dict[int, str] = {}
    problems = []
    for field, pin in pins(config.buttons).items():
        name = f"buttons.{field}"
        if pin in taken:
            where = sources.get(name) or sources.get(taken[pin], DEFAULT)
            problems.append(
                f"{where}: {name} = {pin}; that pin is {taken[pin]} already, each needs its own."
            )
        taken.setdefault(pin, name)
    return problems


def _in_state_dir(config: Config, state_dir: Path) -> Config:
    for name, about in fields_of(config):
        if about.in_state:
            section, field = name.split(".")
            path = state_dir / value_of(config, name)
            config = replace(
                config, **{section: replace(getattr(config, section), **{field: path})}
            )
    return config


# --- printing --------------------------------------------------------------------------------


def _explain_one(loaded: Loaded, name: str, about: About) -> str:
    value = _toml(value_of(loaded.config, name))
    unit = f", {about.unit}" if about.unit else ""
    return (
        f"{name} = {value}  ({loaded.sources.get(name, DEFAULT)})\n"
        f"    {about.sentence}\n"
        f"    Takes {about.check.takes}{unit}. Default: {about.why}."
    )


def _toml(value: object) -> str:
    """A value as it would be written in the file.

    >>> _toml((1280, 960)), _toml("pi"), _toml(True), _toml({"target": "300"})
    ('[1280, 960]', '"pi"', 'true', '{ target = "300" }')
    """
    match value:
        case bool():
            return str(value).lower()
        case str() | Path():
            return f'"{value}"'
        case list() | tuple():
            return f"[{', '.join(map(_toml, value))}]"
        case dict():
            inside = ", ".join(f"{key} = {_toml(one)}" for key, one in value.items())
            return f"{{ {inside} }}" if inside else "{}"
        case _:
            return str(value)
