"""Grand Poobah, written from BOOK, the readings G1-G5 and the game's notation."""

from __future__ import annotations

from collections.abc import Mapping

from tests.rules.oracles import Throw
from tests.rules.oracles.hands import number, numbers, subsets, without


class GrandPoobah:
    """Hands, a scoring roll after each turn, overtime among the tied."""

    def __init__(self, seats: int, options: Mapping[str, str]) -> None:
        self.target = int(options.get("target", "100"))
        self.points = [0] * seats
        self.hands: list[list[str]] = [[] for _ in range(seats)]
        self.turns = [0] * seats
        self.playing = list(range(seats))
        self.overtime = False
        self.scoring = False
        self.won: int | None = None
        self.turn = 0
        self.begin()

    def begin(self) -> None:
        first = self.turns[self.turn] == 0
        self.kept: list[str] = []
        self.due = 6 if first else 0
        self.phase = "throw" if first else "start"

    def throw(self) -> Throw | None:
        if self.over() or not self.due:
            return None
        if self.scoring:
            return Throw(6, "scoring")
        return Throw(self.due, f"p{self.turn + 1}", tuple(sorted(self.kept)))

    def over(self) -> bool:
        return self.won is not None

    def winners(self) -> set[int]:
        return set() if self.won is None else {self.won + 1}

    def scores(self) -> tuple[int, ...]:
        return tuple(self.points)

    def legal(self) -> set[str]:
        if self.over() or self.due:
            return set()
        me = f"p{self.turn + 1}"
        hand = self.hands[self.turn]
        flips = {
            f"{me} flip {die} {n}"
            for die in hand
            if die.endswith("r")
            for n in range(1, 7)
            if n != number(die)
        }
        if self.phase == "after":
            return flips | {f"{me} stop"}
        rolls = {f"{me} roll {' '.join(part)}" for part in subsets(hand) if len(part) < 6}
        rolls.add(f"{me} roll")
        return rolls if self.overtime else rolls | flips | {f"{me} stop"}

    def do(self, line: str) -> None:
        _, verb, *words = line.split()
        if verb == "show" and self.scoring:
            self.score(words)
        elif verb == "show":
            self.hands[self.turn] = self.kept + words
            self.due, self.phase = 0, "after"
            if not any(word.endswith("r") for word in self.hands[self.turn]):
                self.end_turn()
        elif verb == "roll":
            thrown = words or list(self.hands[self.turn])
            self.kept = without(self.hands[self.turn], thrown)
            self.due = len(thrown)
        elif verb == "flip":
            hand = without(self.hands[self.turn], [words[0]])
            self.hands[self.turn] = [*hand, words[1]]
            self.phase = "after"
        else:
            self.end_turn()

    def end_turn(self) -> None:
        self.turns[self.turn] += 1
        if min(self.turns) >= 3 or self.overtime:
            self.scoring, self.due = True, 6
        else:
            self.next_seat()

    def next_seat(self) -> None:
        seat = (self.turn + 1) % len(self.points)
        while seat not in self.playing:
            seat = (seat + 1) % len(self.points)
        self.turn = seat
        self.begin()

    def score(self, dice: list[str]) -> None:
        self.scoring, self.due = False, 0
        for n in range(1, 7):
            held = {seat: numbers(self.hands[seat]).count(n) for seat in self.playing}
            most = max(held.values())
            if most:
                gain = sum(n * (2 if die.endswith("r") else 1) for die in dice if number(die) == n)
                for seat, count in held.items():
                    self.points[seat] += gain if count == most else 0
        self.judge()

    def judge(self) -> None:
        top = max(self.points[seat] for seat in self.playing)
        leaders = [seat for seat in self.playing if self.points[seat] == top]
        if self.overtime or top >= self.target:
            if len(leaders) == 1:
                self.won = leaders[0]
                return
            if not self.overtime:
                self.overtime, self.playing = True, leaders
        self.next_seat()
