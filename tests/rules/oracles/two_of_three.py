"""2 out of 3 ain't bad, written from BOOK, the readings T1-T8 and 1.3, and the game's notation."""

from __future__ import annotations

from collections.abc import Mapping

from tests.rules.oracles import Throw
from tests.rules.oracles.hands import number, without

MISSING = {
    "1": "a1 c2 d3 b4",
    "2": "d1 a2 c3 b4",
    "3": "c1 a2 b3 d4",
    "4": "c1 b2 d3 a4",
    "5": "d1 b2 a3 c4",
    "6": "b1 c2 a3 d4",
    "7": "b1 d2 c3 a4",
    "8": "a1 d2 b3 c4",
}
ALL = [f"{column}{row}" for row in "1234" for column in "abcd"]
LINES = (
    [[f"{c}{row}" for c in "abcd"] for row in "1234"]
    + [[f"{column}{r}" for r in "1234"] for column in "abcd"]
    + [["a1", "b2", "c3", "d4"], ["d1", "c2", "b3", "a4"]]
)


class TwoOfThree:
    """A match of two on the 4x4 board."""

    def __init__(self, seats: int, options: Mapping[str, str]) -> None:
        assert seats == 2
        missing = MISSING[options.get("layout", "1")].split()
        self.squares = [square for square in ALL if square not in missing]
        self.needed = int(options.get("match_points", "3"))
        self.match = {1: 0, 2: 0}
        self.worth = 1
        self.had_choice = 1
        self.chooser: int | None = None
        self.start(1)

    def start(self, seat: int) -> None:
        self.board: dict[str, tuple[int, str]] = {}
        self.chooser = None
        self.turn = seat
        self.begin()

    def in_hand(self, seat: int) -> int:
        return 6 - sum(who == seat for who, _ in self.board.values())

    def begin(self) -> None:
        self.to_place: list[str] = []
        mine = self.in_hand(self.turn)
        everything = self.in_hand(3 - self.turn) == 0 or mine == 1
        self.due = mine if everything else 0

    def throw(self) -> Throw | None:
        if self.over() or not self.due:
            return None
        away = tuple(die for seat, die in self.board.values() if seat == self.turn)
        return Throw(self.due, f"p{self.turn}", (), away)

    def over(self) -> bool:
        return bool(self.winners())

    def winners(self) -> set[int]:
        return {seat for seat in (1, 2) if self.match[seat] >= self.needed}

    def scores(self) -> tuple[int, ...]:
        return self.match[1], self.match[2]

    def legal(self) -> set[str]:
        if self.over() or self.due:
            return set()
        if self.chooser:
            return {f"p{self.chooser} choose p1", f"p{self.chooser} choose p2"}
        me = f"p{self.turn}"
        if not self.to_place:
            return {f"{me} roll x{n}" for n in range(1, min(3, self.in_hand(self.turn)) + 1)}
        found = set()
        for die in self.to_place:
            for square in self.squares:
                holder = self.board.get(square)
                if holder is None or (die.endswith("r") and holder[0] != self.turn):
                    found.add(f"{me} place {square} {die}")
        return found

    def do(self, line: str) -> None:
        _, verb, *words = line.split()
        if verb == "choose":
            self.had_choice = self.chooser or 0
            self.start(int(words[0][1]))
        elif verb == "roll":
            self.due = int(words[0][1:])
        elif verb == "show":
            self.due, self.to_place = 0, words
        else:
            self.place(words[0], words[1])

    def place(self, square: str, die: str) -> None:
        self.board[square] = (self.turn, die)
        self.to_place = without(self.to_place, [die])
        if self.to_place:
            return
        if len(self.board) == len(self.squares):
            self.finish()
        else:
            self.turn = 3 - self.turn
            self.begin()

    def finish(self) -> None:
        won = [self.line(line) for line in LINES]
        one, two = won.count(1), won.count(2)
        if one == two:
            self.worth += 1
            self.chooser = 3 - self.had_choice
            return
        winner = 1 if one > two else 2
        self.match[winner] += self.worth
        self.worth = 1
        self.chooser = 3 - winner

    def line(self, line: list[str]) -> int | None:
        dice = [self.board[square] for square in line if square in self.squares]
        shown = sorted(number(die) for _, die in dice)
        pair = len(set(shown)) < 3
        sequence = shown == [shown[0], shown[0] + 1, shown[0] + 2]
        if not (pair or sequence):
            return None
        return 1 if sum(who == 1 for who, _ in dice) >= 2 else 2
