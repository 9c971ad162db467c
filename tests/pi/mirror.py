"""Where this machine gets its Debian packages from: read from its own apt sources."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

APT = Path("/etc/apt")


def find_mirror(apt: Path = APT, *, codename: str) -> str | None:
    """The address from which apt takes the main packages of this release; None if there is none."""
    for file in _files(apt):
        text = file.read_text(encoding="utf-8", errors="replace")
        read = _stanzas if file.suffix == ".sources" else _lines
        for uri, suites in read(text):
            if codename in suites:
                return _resolve(uri, apt)
    return None


def _files(apt: Path) -> list[Path]:
    parts = apt / "sources.list.d"
    files = [apt / "sources.list", *sorted(parts.glob("*.list")), *sorted(parts.glob("*.sources"))]
    return [file for file in files if file.is_file()]


def _lines(text: str) -> Iterator[tuple[str, tuple[str, ...]]]:
    """Address and suites of each line of the old form.

    >>> list(_lines("# old\\ndeb [arch=amd64] http://mirror/debian trixie main\\n"))
    [('http://mirror/debian', ('trixie',))]
    """
    for line in text.splitlines():
        if found := re.match(r"\s*deb\s+(?:\[[^]]*\]\s*)?(\S+)\s+(\S+)", line):
            yield found[1], (found[2],)


def _stanzas(text: str) -> Iterator[tuple[str, tuple[str, ...]]]:
    """Address and suites of each stanza of the new form.

    >>> list(_stanzas("Types: deb\\nURIs: http://mirror/debian\\nSuites: trixie trixie-updates\\n"))
    [('http://mirror/debian', ('trixie', 'trixie-updates'))]
    """
    for stanza in re.split(r"\n\s*\n", text):
        fields = dict(re.findall(r"^([A-Za-z-]+):[ \t]*(.*)$", stanza, re.MULTILINE))
        fields = {name.lower(): value.split() for name, value in fields.items()}
        if "deb" in fields.get("types", ()) and fields.get("enabled") != ["no"]:
            for uri in fields.get("uris", ()):
                yield uri, tuple(fields.get("suites", ()))


def _resolve(uri: str, apt: Path) -> str:
    """The address itself; cloud images name a file with a list of mirrors instead."""
    for scheme in ("mirror+file:", "mirror:file:"):
        if uri.startswith(scheme):
            listed = Path(uri.removeprefix(scheme)).read_text(encoding="utf-8").split()
            return listed[0]
    return uri.rstrip("/")
