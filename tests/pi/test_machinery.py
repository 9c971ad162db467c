"""What carries the tests of the Pi stack, tested on any machine."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.pi.__main__ import Count, find_obstacle, read_count
from tests.pi.mirror import find_mirror

STANZA = "Types: deb\nURIs: {uri}\nSuites: {suites}\nComponents: main\n"


@pytest.fixture
def apt(tmp_path: Path) -> Path:
    (tmp_path / "sources.list.d").mkdir()
    return tmp_path


def test_the_mirror_is_that_of_the_release_and_not_of_its_security_updates(apt: Path):
    text = "\n".join(
        STANZA.format(uri=f"http://mirror/{name}/", suites=suites)
        for name, suites in (("safe", "bookworm-security"), ("debian", "bookworm bookworm-updates"))
    )
    (apt / "sources.list.d/debian.sources").write_text(text)
    assert find_mirror(apt, codename="bookworm") == "http://mirror/debian"


def test_a_mirror_in_the_old_form_is_found(apt: Path):
    (apt / "sources.list").write_text("# deb http://old x main\ndeb http://mirror/d trixie main\n")
    assert find_mirror(apt, codename="trixie") == "http://mirror/d"


def test_a_source_that_is_switched_off_does_not_count(apt: Path):
    text = "Enabled: no\n" + STANZA.format(uri="http://mirror/d", suites="trixie")
    (apt / "sources.list.d/off.sources").write_text(text)
    assert find_mirror(apt, codename="trixie") is None


def test_a_list_of_mirrors_is_followed(apt: Path):
    (apt / "mirrors").write_text("http://first/debian\nhttp://second/debian\n")
    (apt / "sources.list").write_text(f"deb mirror+file:{apt}/mirrors trixie main\n")
    assert find_mirror(apt, codename="trixie") == "http://first/debian"


@pytest.mark.parametrize(
    ("user", "release", "obstacle"),
    [
        (0, {"ID": "debian"}, ""),
        (0, {"ID": "raspbian", "ID_LIKE": "debian"}, ""),
        (1000, {"ID": "debian"}, "not root"),
        (0, {"ID": "fedora"}, "this is fedora"),
    ],
)
def test_where_the_stack_cannot_be_built_is_said(user: int, release: dict[str, str], obstacle: str):
    assert find_obstacle(user, release) == obstacle


def report(folder: Path, **counts: int) -> Path:
    attributes = " ".join(f'{name}="{count}"' for name, count in counts.items())
    (folder / "report.xml").write_text(f"<testsuites><testsuite {attributes}/></testsuites>")
    return folder / "report.xml"


def test_errors_count_as_failures(tmp_path: Path):
    file = report(tmp_path, tests=10, failures=1, errors=2, skipped=3)
    assert read_count(file, code=1) == Count(passed=4, failed=3, skipped=3)


def test_a_run_without_a_report_is_a_failure(tmp_path: Path):
    assert read_count(tmp_path / "none.xml", code=0) == Count(failed=1)


def test_a_run_that_broke_off_is_a_failure_even_if_nothing_failed(tmp_path: Path):
    file = report(tmp_path, tests=5, failures=0, errors=0, skipped=0)
    assert read_count(file, code=2).failed == 1


def test_the_closing_line_has_the_form_that_is_read_everywhere():
    assert str(Count(3, 0)) == "3 passed, 0 failed"
    assert str(Count(3, 1) + Count(1, 0, 2)) == "4 passed, 1 failed, 2 skipped"
