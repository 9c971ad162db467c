"""Pictures of every page at the sizes that people hold: `python -m tests.e2e.screens OUTDIR`.

Real games, played some moves far by seeded chance, on the fake table; one recorded picture of
the tray. What they are for: somebody looks at them.
"""

from __future__ import annotations

import json
import random
import sys
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

from playwright.sync_api import Browser

from calibration.marker_sheet import marker_sheet
from calibration.sheet_files import sheet_file
from pi_app.rules.dice import SPICY_SET, sort_dice
from pi_app.rules.dice import Die as RuleDie
from pi_app.rules.games import MAKERS, make_game
from pi_app.rules.log import Event, Header, Record, begin, new_header
from pi_app.rules.moves import Verb, show
from pi_app.table.types import Mood, SeenDie, Snapshot
from pi_app.web.app import create_app
from pi_app.web.ports import Picture
from tests.e2e.stage import chromium, served
from tests.web.fake_calibrator import FakeCalibrator
from tests.web.fakes import (
    FakeArchive,
    FakePanel,
    FakePictures,
    FakeTable,
    FakeTray,
)

DATA = Path(__file__).parent.parent / "data" / "seq_throw"
SIZES = {"1280x800": (1280, 800), "1024x768": (1024, 768), "390x844": (390, 844)}
SEED = 7
FAR = 60
NAMES = ("Ann", "Ben", "Cleo", "Dora", "Emil")
PAGES = (
    "/games/",
    "/games/new/keep_on_rolling",
    "/rules/",
    "/rules/spicy_classic",
    "/connect",
    "/calibrate/",
    "/calibrate/sets",
    "/calibrate/markers",
)


def picture() -> Picture:
    """The last frame of the recorded throw."""
    return Picture((DATA / "at_rest.jpg").read_bytes(), 640, 480)


def seen() -> tuple[SeenDie, ...]:
    """The dice of that frame, one of them doubted and one corrected."""
    facts = json.loads((DATA / "truth.json").read_text())["dice"]
    dice = []
    for index, die in enumerate(facts):
        corners = tuple((x, y) for x, y in die["corners_px"])
        centre = (die["centre_px"][0], die["centre_px"][1])
        dice.append(SeenDie(die["text"], centre, corners, index=index))
    dice[1] = replace(dice[1], sure=False, words="the lamp mirrors in this face")
    dice[2] = replace(dice[2], corrected=True)
    return tuple(dice)


def played(header: Header, moves: int, rng: random.Random) -> Record:
    """The game after so many moves of chance, or just before its end."""
    record = begin(header)
    for _ in range(moves):
        after = record.after(_event(record, rng))
        if after.game.is_over(after.state):
            break
        record = after
    return record


def finished(header: Header, rng: random.Random) -> Record:
    """The game at its end; after very many moves, wherever it stands."""
    record = begin(header)
    for _ in range(4000):
        if record.game.is_over(record.state):
            break
        record = record.after(_event(record, rng))
    return record


def _event(record: Record, rng: random.Random) -> Event:
    expected = record.game.expects(record.state)
    if expected is None:
        legal = record.game.legal(record.state)
        # Chance alone rolls for ever: half of the time something is scored, where it can be.
        marks = [move for move in legal if move.verb in (Verb.MARK, Verb.PLACE, Verb.STOP)]
        return rng.choice(marks if marks and rng.random() < 0.5 else list(legal))
    faces = list(range(6))
    for _ in range(2000):
        rng.shuffle(faces)
        reds = [faces[index] + 1 for index in range(6)]
        dice = [RuleDie(value := rng.randint(1, 6), red=value == red) for red in reds]
        move = show(sort_dice(dice[: expected.throw]))
        if SPICY_SET.can_show(sort_dice((*move.dice, *expected.lying))) or _ > 1000:
            return move
    raise AssertionError("no throw fits what lies there")


def tables() -> Iterator[tuple[str, FakeTable]]:
    """A table for each game in the middle, and some in the moods that a table can be in."""
    for name in MAKERS:
        rng = random.Random(SEED)
        least, most = make_game(name).info.seats
        names = NAMES[: max(least, min(most, 3))]
        yield name, _laid(played(new_header(name, names), FAR, rng))
        if name in ("spicy_classic", "two_of_three"):
            yield f"{name}-over", _laid(finished(new_header(name, names[:2]), rng))


def _laid(record: Record) -> FakeTable:
    table = FakeTable(record.header)
    table.record = record
    table.wear(picture=1, dice=seen())
    return table


def shoot(
    browser: Browser, out: Path, name: str, path: str, table: FakeTable, **dress: object
) -> None:
    """One page in every size, and dark in two of them."""
    if dress:
        before = table.dress
        table.dress = lambda snapshot: replace(before(snapshot), **dress)
        table.play()
    app = create_app(
        table,
        archive=FakeArchive(table),
        panel=FakePanel(),
        demo=FakeTray(),
        pictures=FakePictures(picture()),
        calibrator=calibrator(),
    )
    with served(app, wake=table.play) as site:
        for size, (width, height) in SIZES.items():
            for scheme in ("light", "dark"):
                if scheme == "dark" and size == "1024x768":
                    continue
                page = browser.new_page(
                    viewport={"width": width, "height": height}, color_scheme=scheme
                )
                page.goto(site.url + path)
                page.wait_for_load_state("load")
                page.screenshot(
                    path=out / f"{name}--{size}-{scheme}.png", full_page=size == "390x844"
                )
                page.close()


class _Calibrator(FakeCalibrator):
    """The stand-in, but with the real sheet of markers."""

    def marker_sheet(self, paper: str, ending: str) -> bytes:
        """Give the sheet as it is printed."""
        return sheet_file(marker_sheet(paper), ending)


def calibrator() -> FakeCalibrator:
    """A set-up whose empty tray is taken, and two sets of dice that are kept."""
    wizard = _Calibrator()
    wizard.taken = 1
    return wizard


def moods(table: FakeTable) -> Iterator[tuple[str, dict[str, object]]]:
    """What a table says when something is not plain."""
    words = "I see 5 dice, and 6 were thrown. Is one hidden behind the rim?"
    yield "ask", {"message": words, "mood": Mood.ASK, "choices": _two_ways(table.snapshot())}
    words = "5r became 4r, but a turned red die is white. Nothing was changed."
    yield "refused", {"message": words, "mood": Mood.REFUSED, "blink": Verb.FLIP, "choices": ()}
    words = "The camera gives no pictures. Is its cable in place?"
    yield (
        "trouble",
        {"message": "", "mood": Mood.PLAIN, "camera": words, "blink": None, "choices": ()},
    )


def _two_ways(snapshot: Snapshot) -> tuple[tuple[object, ...], ...]:
    return tuple((move,) for move in snapshot.legal[:2])


def main(out: Path, wanted: str = "") -> None:
    """Writes the pictures whose names hold a word into a folder; all of them without one."""
    out.mkdir(parents=True, exist_ok=True)
    with chromium() as browser:
        for name, table in tables():
            if wanted in f"table-{name}":
                shoot(browser, out, f"table-{name}", "/", table)
        table = _laid(played(new_header("spicy_classic", NAMES[:2]), 21, random.Random(SEED)))
        for name, dress in moods(table):
            if wanted in f"mood-{name}":
                shoot(browser, out, f"mood-{name}", "/", table, **dress)
        for path in PAGES:
            name = "page" + path.rstrip("/").replace("/", "-")
            if wanted in name:
                shoot(browser, out, name, path, table)


if __name__ == "__main__":
    main(Path(sys.argv[1] if len(sys.argv) > 1 else "screens"), *sys.argv[2:3])
