"""Diangle, written from BOOK, the readings Z1-Z7 and the game's notation.

Every die is a small record that knows what it shows, where it is, and whether the first roll of
this turn threw it.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import combinations

from tests.rules.oracles import Throw

LEVELS = [1, 2, 3, 4, 5, 6, 5, 4, 3, 2, 1]
ROWS = ["bottom", "middle", "top"]
SIZES = [3, 2, 1]
LOOSE, SPENT = "loose", "spent"


class Die:
    """One die of a seat."""

    def __init__(self, shows: str = "") -> None:
        self.shows = shows
        self.place: str | int = LOOSE  # a row's number, LOOSE or SPENT
        self.fresh = False

    @property
    def red(self) -> bool:
        return self.shows.endswith("r")


class Seat:
    """Six dice, a marker, and the rows."""

    def __init__(self) -> None:
        self.dice = [Die() for _ in range(6)]
        self.position = 0
        self.thrown_before = False

    def rows(self) -> range:
        return range(min(3, 11 - self.position))

    def level(self, row: int) -> int:
        return LEVELS[self.position + row]

    def at(self, place: str | int) -> list[Die]:
        return [die for die in self.dice if die.place == place]

    def complete(self, row: int) -> bool:
        dice = self.at(row)
        return any(die.red for die in dice) or len(dice) >= SIZES[row]

    def run(self) -> int:
        """Complete rows from the bottom without a gap."""
        count = 0
        while count in self.rows() and self.complete(count):
            count += 1
        return count

    def fits(self, die: Die, row: int) -> bool:
        if die.place != LOOSE or int(die.shows[0]) != self.level(row):
            return False
        if die.red:
            return not any(other.red for other in self.at(row))
        return not self.complete(row)

    def fits_gently(self, die: Die, row: int) -> bool:
        return self.fits(die, row) and len(self.at(row)) < SIZES[row]

    def diangle(self) -> bool:
        return len(self.rows()) == 3 and self.run() == 3

    def put(self, die: Die, row: int) -> None:
        if die.red and len(self.at(row)) == SIZES[row]:
            for other in self.at(row):
                other.place = LOOSE
        die.place = row


class Diangle:
    """Up to six and down again."""

    def __init__(self, seats: int, options: Mapping[str, str]) -> None:
        self.only_end = options.get("advance", "anytime") == "end"
        self.seats = [Seat() for _ in range(seats)]
        self.turn = 0
        self.won: int | None = None
        self.new_turn()

    @property
    def me(self) -> Seat:
        return self.seats[self.turn]

    def new_turn(self) -> None:
        for die in self.me.dice:
            die.fresh = False
        self.rolls = 0
        self.advanced = False
        self.throwing: list[Die] = []
        self.auto_throw()

    def auto_throw(self) -> None:
        """All six are thrown without a decision when nothing else could be done."""
        if self.rolls == 0 and (
            not self.me.thrown_before or self.legal_now() == {f"p{self.turn + 1} roll"}
        ):
            self.throwing = list(self.me.dice)

    def throw(self) -> Throw | None:
        if self.over() or not self.throwing:
            return None
        rest = [die.shows for die in self.me.dice if die not in self.throwing]
        return Throw(len(self.throwing), f"p{self.turn + 1}", tuple(sorted(rest)))

    def over(self) -> bool:
        return self.won is not None

    def winners(self) -> set[int]:
        return set() if self.won is None else {self.won + 1}

    def scores(self) -> tuple[int, ...]:
        return tuple(seat.position for seat in self.seats)

    def legal(self) -> set[str]:
        if self.over() or self.throwing:
            return set()
        return self.legal_now()

    def legal_now(self) -> set[str]:
        me = f"p{self.turn + 1}"
        found = {f"{me} {text}" for text in self.board_moves()}
        found |= {f"{me} advance {k}" for k in self.advances()}
        if self.me.diangle():
            return found
        if self.rolls == 0:
            return found | {f"{me} {text}" for text in self.first_rolls()}
        if self.rolls == 1 and not (self.only_end and self.advanced):
            found.add(f"{me} roll")
        found.add(f"{me} stop")
        return found

    def board_moves(self) -> Iterator[str]:
        seat = self.me
        for row in seat.rows():
            for die in seat.dice:
                if seat.fits(die, row):
                    yield f"place {ROWS[row]} {die.shows}"
                if seat.fits_gently(die, row):
                    yield "place"
            inside = seat.at(row)
            if any(die.red for die in inside) and not all(die.red for die in inside):
                yield f"take {ROWS[row]}"

    def advances(self) -> list[int]:
        if self.me.diangle():
            return [3]
        if self.only_end and self.rolls == 0:
            return []
        return list(range(1, self.me.run() + 1))

    def first_rolls(self) -> set[str]:
        return {text for text, _ in self.first_roll_choices()}

    def first_roll_choices(self) -> Iterator[tuple[str, list[Die]]]:
        seat = self.me
        must = [die for die in seat.dice if die.place in (LOOSE, SPENT)]
        board = [die for die in seat.dice if die.place not in (LOOSE, SPENT)]
        for size in range(len(board) + 1):
            for extra in combinations(board, size):
                dice = must + list(extra)
                if dice:
                    yield self.roll_text(dice), dice

    def roll_text(self, dice: list[Die]) -> str:
        if len(dice) == 6:
            return "roll"
        words = " ".join(sorted(die.shows for die in dice))
        return f"roll {words} top" if self.needs_top(dice) else f"roll {words}"

    def needs_top(self, dice: list[Die]) -> bool:
        """Fives lie in two rows, and the top one is thrown while one of the bottom's stays."""
        seat = self.me
        if seat.position != 4:
            return False
        bottom = [die for die in seat.at(0) if die.shows == "5"]
        top = [die for die in seat.at(2) if die.shows == "5"]
        stays = [die for die in bottom if die not in dice]
        return bool(bottom) and bool(stays) and any(die in dice for die in top)

    def do(self, line: str) -> None:
        _, verb, *words = line.split()
        getattr(self, f"do_{verb}")(words)

    def do_show(self, words: list[str]) -> None:
        for die, shows in zip(self.throwing, words, strict=True):
            die.shows, die.place = shows, LOOSE
            die.fresh = self.rolls == 0
        self.me.thrown_before = True
        self.throwing = []
        self.rolls += 1
        if self.rolls == 2 and self.legal() == {f"p{self.turn + 1} stop"}:
            self.do_stop([])

    def do_place(self, words: list[str]) -> None:
        seat = self.me
        if words:
            row = ROWS.index(words[0])
            same = [die for die in seat.at(LOOSE) if die.shows == words[1]]
            seat.put(min(same, key=lambda die: die.fresh), row)
        else:
            while self.place_one():
                pass
        self.auto_throw()

    def place_one(self) -> bool:
        seat = self.me
        for row in seat.rows():
            fitting = [die for die in seat.dice if seat.fits_gently(die, row)]
            if fitting:
                seat.put(min(fitting, key=lambda die: (not die.red, die.fresh)), row)
                return True
        return False

    def do_take(self, words: list[str]) -> None:
        for die in self.me.at(ROWS.index(words[0])):
            if not die.red:
                die.place = LOOSE

    def do_roll(self, words: list[str]) -> None:
        if self.rolls == 1:
            self.throwing = [die for die in self.me.dice if die.fresh]
            return
        text = " ".join(["roll", *words])
        self.throwing = next(dice for name, dice in self.first_roll_choices() if name == text)

    def do_stop(self, _: list[str]) -> None:
        self.turn = (self.turn + 1) % len(self.seats)
        self.new_turn()

    def do_advance(self, words: list[str]) -> None:
        seat, steps = self.me, int(words[0])
        diangle = seat.diangle()
        seat.position += steps
        for die in seat.dice:
            if isinstance(die.place, int):
                die.place = SPENT if die.place < steps else die.place - steps
        self.advanced = True
        if seat.position >= 11:
            self.won = self.turn
        elif diangle:
            self.new_turn()
        else:
            self.auto_throw()
