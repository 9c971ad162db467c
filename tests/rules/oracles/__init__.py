"""Independent oracles: each game written a second time, from the rule text and its notation alone.

Nobody who wrote an oracle had seen the module that it is played against, and no oracle imports
anything of pi_app: what the two share is the text of the moves.
"""

from __future__ import annotations

from typing import NamedTuple, Protocol


class Throw(NamedTuple):
    """What the tray must show next: so many dice, of this hand, beside these that stay.

    away : dice known to lie elsewhere; None where the oracle doesn't say.
    """

    count: int
    hand: str
    lying: tuple[str, ...] = ()
    away: tuple[str, ...] | None = None


class Oracle(Protocol):
    """One game being played; made as `SomeOracle(seats, options)` with options as text."""

    def throw(self) -> Throw | None:
        """What the tray must show, or None when a player decides or the game is over."""

    def legal(self) -> set[str]:
        """Every move that a player may make now, in the notation; empty while a throw is due."""

    def do(self, line: str) -> None:
        """Take one legal move, or one `tray show ...`."""

    def scores(self) -> tuple[int, ...]:
        """The points of each seat now."""

    def over(self) -> bool:
        """Whether the game has ended."""

    def winners(self) -> set[int]:
        """The seats that have won; empty before the end."""
