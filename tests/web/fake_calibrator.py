"""A stand-in for the guided set-up: three steps that are always well."""

from __future__ import annotations

from dataclasses import dataclass

from pi_app.table.types import (
    SeenDie,
)
from pi_app.web.ports import (
    CalibrationStep,
    CalibrationView,
    KeptSet,
)


@dataclass
class FakeCalibrator:
    """Three steps that are always well; the name is checked as a real one would."""

    taken: int | None = None
    saved: str = ""
    used: tuple[str, ...] = ("Blue pearl",)
    kept: tuple[str, ...] = ("Blue pearl", "Ivory")
    said: tuple[int, str] | None = None
    agreed: bool = False
    dice: tuple[SeenDie, ...] = ()

    def view(self) -> CalibrationView:
        asked = {
            "Empty tray": "Take all dice out of the tray.",
            "Throw the dice": "Throw all dice; none may lean on another one.",
            "Red faces": "Lay the dice so that each shows its red face.",
        }
        steps = tuple(
            CalibrationStep(title, what, self.taken is not None and i < self.taken)
            for i, (title, what) in enumerate(asked.items())
        )
        current = self.taken if self.taken is not None and self.taken < len(steps) else None
        done = self.taken == len(steps)
        return CalibrationView(
            steps,
            current,
            advice=() if self.taken != 1 else ("The lamp mirrors on the left side: move it.",),
            ready=True,
            summary=("60 of 60 dice read right.",) if done else (),
            can_save=done,
            dice=self.dice if current is not None else (),
            can_skip=current == 2,
            sets=self.sets() if self.taken is None else (),
        )

    def start(self) -> None:
        self.taken = 0

    def take(self) -> None:
        self.taken = (self.taken or 0) + 1

    def back(self) -> None:
        self.taken = max(0, (self.taken or 0) - 1)

    def save(self, name: str) -> None:
        if not name:
            raise ValueError("The dice set needs a name.")
        self.saved, self.taken = name, None

    def say(self, index: int, face: str) -> None:
        self.said = (index, face)

    def agree(self) -> None:
        self.agreed = True

    def skip(self) -> None:
        self.take()

    def leave(self) -> None:
        self.taken = None

    def hands(self) -> None:
        raise ValueError("These dice are real: throw them by hand.")

    def sets(self) -> tuple[KeptSet, ...]:
        return tuple(
            KeptSet(name, 6, name != "Ivory", name == "Amber", name in self.used)
            for name in self.kept
        )

    def use(self, names: tuple[str, ...]) -> None:
        if not names:
            raise ValueError("Choose at least one dice set.")
        self.used = names

    def packed(self, name: str) -> tuple[str, bytes]:
        if name not in self.kept:
            raise ValueError("There is no such set.")
        return "a-set.zip", b"PK"

    def take_in(self, data: bytes) -> str:
        if not data.startswith(b"PK"):
            raise ValueError("This file is no exported dice set.")
        self.kept = ("Amber", *self.kept)
        return "Amber"

    def remove(self, name: str) -> None:
        self.kept = tuple(one for one in self.kept if one != name)

    def marker_sheet(self, paper: str, ending: str) -> bytes:
        return f"{paper} {ending}".encode()
