"""House rules: options with a name, a default, a range and a sentence.

May import: errors.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass

from pi_app.rules.errors import OptionError, quoted, quoted_list

Value = bool | int | str
_NUMBER = re.compile(r"[0-9]{1,9}")


@dataclass(frozen=True, slots=True)
class Option:
    """One house rule that a table can switch.

    default : the recommended reading; its type says what the option takes.
    allowed : the words of a choice, or (lowest, highest) of a number; empty for yes or no.
    sentence : what it changes, for the person at the table.
    """

    name: str
    default: Value
    sentence: str
    allowed: tuple[Value, ...] = ()

    def parse(self, text: str) -> Value:
        """The value that a text gives this option.

        >>> Option("target", 250, "Points to reach.", (50, 1000)).parse("300")
        300

        Raises OptionError that names the allowed values.
        """
        if isinstance(self.default, bool):
            return self._yes_or_no(text)
        if isinstance(self.default, int):
            return self._number(text)
        if text not in self.allowed:
            raise self._refusal(text)
        return text

    def format(self, value: Value) -> str:
        """The text of a value; the twin of `parse`.

        >>> Option("last_turn", True, "...").format(False)
        'no'
        """
        if isinstance(value, bool):
            return "yes" if value else "no"
        return str(value)

    @property
    def range_text(self) -> str:
        """The allowed values as a person reads them."""
        if isinstance(self.default, bool):
            return "yes or no"
        if isinstance(self.default, int):
            return f"{self.allowed[0]} to {self.allowed[1]}"
        return quoted_list(tuple(str(word) for word in self.allowed))

    def _yes_or_no(self, text: str) -> bool:
        if text not in ("yes", "no"):
            raise self._refusal(text)
        return text == "yes"

    def _number(self, text: str) -> int:
        lowest, highest = self.allowed
        if not (_NUMBER.fullmatch(text) and int(lowest) <= int(text) <= int(highest)):
            raise self._refusal(text)
        return int(text)

    def _refusal(self, text: str) -> OptionError:
        return OptionError(
            "bad_option_value",
            f"Option {self.name} can't be {quoted(text)}; it takes {self.range_text}.",
        )


def choose(options: tuple[Option, ...], given: Mapping[str, str]) -> dict[str, Value]:
    """A value for every option: what was given, else its default.

    >>> choose((Option("target", 250, "Points to reach.", (50, 1000)),), {})
    {'target': 250}

    Raises OptionError for an unknown name or a wrong value, with the allowed ones.
    """
    known = {option.name: option for option in options}
    for name in given:
        if name not in known:
            names = quoted_list(tuple(known), most=99) or "none"
            raise OptionError(
                "unknown_option",
                f"There is no option {quoted(name)} here; the options are: {names}.",
            )
    return {
        name: option.parse(given[name]) if name in given else option.default
        for name, option in known.items()
    }
