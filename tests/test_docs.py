"""What the pages say is what the code does."""

from __future__ import annotations

import re
from pathlib import Path

from pi_app.adapters.buttons import VERBS, button_pin, lamp_pin
from pi_app.settings import Config

ROOT = Path(__file__).parents[1]
# BCM number -> position on the 40-pin header (Raspberry Pi documentation, "GPIO and the 40-pin
# header"), left row and right row from the top.
HEADER = {
    **{2: 3, 3: 5, 4: 7, 17: 11, 27: 13, 22: 15, 10: 19, 9: 21, 11: 23},
    **{5: 29, 6: 31, 13: 33, 19: 35, 26: 37},
    **{14: 8, 15: 10, 18: 12, 23: 16, 24: 18, 25: 22, 8: 24, 7: 26},
    **{12: 32, 16: 36, 20: 38, 21: 40},
}
GROUNDS = {6, 9, 14, 20, 25, 30, 34, 39}


def pin_table() -> dict[str, list[int]]:
    """The numbers of each line of hardware.md's pin table, by verb."""
    text = (ROOT / "hardware.md").read_text(encoding="utf-8")
    rows = re.findall(r"^\| (ROLL|FLIP|STOP) ((?:\| \d+ )+)\|$", text, re.MULTILINE)
    return {
        verb.lower(): [int(number) for number in re.findall(r"\d+", cells)] for verb, cells in rows
    }


def test_the_pin_table_names_the_default_pins():
    buttons = Config().buttons
    table = {verb: (cells[0], cells[2]) for verb, cells in pin_table().items()}
    assert table == {verb: (button_pin(buttons, verb), lamp_pin(buttons, verb)) for verb in VERBS}


def test_the_pin_table_names_the_right_places_on_the_header():
    for button, button_at, lamp, lamp_at, ground_at in pin_table().values():
        assert (HEADER[button], HEADER[lamp]) == (button_at, lamp_at)
        assert ground_at in GROUNDS


def test_the_explanations_of_the_pins_name_the_same_places():
    """The field's own sentence says where it is on the header."""
    fields = Config().buttons.__dataclass_fields__
    for verb, (_, button_at, _, lamp_at, ground_at) in pin_table().items():
        assert (
            f"header pin {button_at}, beside ground on {ground_at}"
            == fields[f"{verb}_pin"].metadata["about"].why
        )
        assert f"header pin {lamp_at}," in fields[f"{verb}_lamp_pin"].metadata["about"].why


def test_every_target_of_the_makefile_that_the_readme_names_exists():
    readme, makefile = (
        (ROOT / name).read_text(encoding="utf-8") for name in ("README.md", "Makefile")
    )
    named = set(re.findall(r"(?:`|^ *)make ([a-z][a-z-]*)", readme, re.MULTILINE))
    targets = set(re.findall(r"^([a-z-]+):.*##", makefile, re.MULTILINE))
    assert named <= targets, named - targets
