"""Perfecto up to the showdown: the seats, and what each may say.

Written from BOOK, the readings P1-P9 and the game's notation.
"""

from __future__ import annotations

from collections.abc import Mapping
from itertools import combinations

from tests.rules.oracles import Throw
from tests.rules.oracles.hands import number

Bid = tuple[int, int]
THRESHOLDS = {False: (3, 4), True: (4, 5)}


class Seat:
    """What everybody may know of a player."""

    def __init__(self) -> None:
        self.points = 0
        self.new_game()

    def new_game(self) -> None:
        self.dice = 6
        self.chance = False
        self.playing = True
        self.frozen: list[str] = []
        self.lost: list[int] | None = []  # red numbers of the lost dice; None: not known

    def open(self) -> int:
        return self.dice - len(self.frozen)

    def last_chance(self) -> None:
        self.dice, self.chance, self.lost = 6, True, []

    def lose_open(self, count: int) -> None:
        for _ in range(count):
            if self.lost is None:
                return
            gone = {*self.lost, *(number(die) for die in self.frozen if die.endswith("r"))}
            highest = max(n for n in range(1, 7) if n not in gone)
            whites = {number(die) for die in self.frozen if not die.endswith("r")}
            self.lost = [*self.lost, highest] if whites <= {highest} else None


class Call:
    """A call since the last bid: what, for whom, and who said it."""

    def __init__(self, verb: str, owner: int, speaker: int) -> None:
        self.verb, self.owner, self.speaker = verb, owner, speaker


class Bidding:
    """Who plays, whose turn it is, and what may be said: basic and advanced rules, teams."""

    def __init__(self, seats: int, options: Mapping[str, str]) -> None:
        def yes(name: str) -> bool:
            return options.get(name, "no") == "yes"

        self.advanced, self.match, self.mercy = yes("advanced"), yes("match"), yes("mercy")
        self.teams = yes("teams") and seats == 4
        self.needed = int(options.get("match_points", "0")) or {2: 3, 3: 5, 4: 7}[seats]
        self.seats = {number: Seat() for number in range(1, seats + 1)}
        self.won: set[int] = set()
        self.start_round(1)

    # ---- who -------------------------------------------------------------------------------

    def playing(self) -> list[int]:
        return [number for number, seat in self.seats.items() if seat.playing]

    def after(self, seat: int) -> int:
        order = self.playing()
        return next((other for other in order if other > seat), order[0])

    def partner(self, seat: int) -> int:
        return (seat + 1) % 4 + 1

    def strength(self, seat: int) -> int:
        mates = (seat, self.partner(seat)) if self.teams else (seat,)
        return sum(1 if self.seats[m].chance else self.seats[m].dice for m in mates)

    def start_round(self, leader: int) -> None:
        self.turn = leader
        self.bid: Bid | None = None
        self.bidder = 0
        self.calls: list[Call] = []
        self.plays: list[tuple[int, str]] = []
        self.must_bid = False
        self.freezing = False
        self.sides: dict[int, str] | None = None
        self.reading: list[int] | None = None
        self.read: list[str] = []
        self.owing: list[tuple[int, int]] = []

    # ---- contract --------------------------------------------------------------------------

    def over(self) -> bool:
        return bool(self.won)

    def winners(self) -> set[int]:
        return set(self.won)

    def scores(self) -> tuple[int, ...]:
        return tuple(seat.points for seat in self.seats.values())

    def throw(self) -> Throw | None:
        if self.over():
            return None
        if self.freezing:
            return self.due(self.turn, 1)
        if self.reading:
            return self.due(self.reading[0], self.seats[self.reading[0]].open())
        return None

    def due(self, number_: int, count: int) -> Throw:
        seat = self.seats[number_]
        away = tuple(f"{n}r" for n in sorted(seat.lost or []))
        return Throw(count, f"p{number_}", tuple(sorted(seat.frozen)), away)

    def legal(self) -> set[str]:
        if self.over() or self.throw():
            return set()
        if self.owing:
            return self.takes()
        if self.sides is not None:
            return {
                f"p{seat} side {which}"
                for seat in self.side_takers()
                if seat not in self.sides
                for which in ("bidder", "caller")
            }
        return {f"p{self.turn} {text}" for text in self.turn_moves()}

    def takes(self) -> set[str]:
        seat, count = self.owing[0]
        picks = combinations(sorted(self.seats[seat].frozen), count)
        return {f"p{seat} take {' '.join(pick)}" for pick in picks}

    # ---- a turn ----------------------------------------------------------------------------

    def bids(self) -> list[str]:
        most = sum(self.seats[s].dice for s in self.playing()) + len(self.playing())
        low = self.bid or (0, 6)
        return [
            f"bid {quantity}x{rank}"
            for quantity in range(1, most + 1)
            for rank in range(1, 7)
            if (quantity, rank) > low
        ]

    def turn_moves(self) -> list[str]:
        bids = self.bids()
        if self.must_bid:
            return bids
        open_dice = self.seats[self.turn].open()
        found = self.call_moves()
        if self.must_sidestep():
            return found + (["freeze"] if bids and open_dice else [])
        if bids:
            found += bids + [f"roll x{k}" for k in range(1, open_dice + 1)]
        return found

    def call_moves(self) -> list[str]:
        if self.bid is None:
            return []
        if not self.calls:
            found = ["challenge", "perfecto"]
            strong = self.strength(self.turn) >= THRESHOLDS[self.teams][0]
            return found + (["double"] if self.advanced and strong else [])
        return ["pass", *sorted(self.counter_calls(self.turn) | self.borrowed())]

    def counter_calls(self, seat: int) -> set[str]:
        """Double, redouble and surrender that a seat may say in its own right."""
        last = [call for call in self.calls if call.verb != "pass"][-1].verb
        double, redouble = THRESHOLDS[self.teams]
        found = set()
        if last == "challenge" and seat == self.bidder and self.strength(seat) >= double:
            found.add("double")
        if last == "double" and seat == self.pressed():
            found.add("surrender")
            if self.strength(seat) >= redouble:
                found.add("redouble")
        if last == "redouble" and seat == self.pressed():
            found.add("surrender")
        return found

    def pressed(self) -> int:
        """Who was doubled, or redoubled when that came last."""
        pair = {self.bidder, self.calls[0].owner}
        said = [call for call in self.calls if call.verb in ("double", "redouble")][-1]
        return (pair - {said.owner}).pop()

    def borrowed(self) -> set[str]:
        if not self.teams or len(self.plays) < 2:
            return set()
        (first, one), (_, two) = self.plays[-2:]
        if (one, two) != ("pass", "pass") or first != self.partner(self.turn):
            return set()
        return self.counter_calls(first)

    def must_sidestep(self) -> bool:
        if not self.advanced or not self.calls:
            return False
        mine = {self.turn, self.partner(self.turn)} if self.teams else {self.turn}
        attacked = self.bidder in mine and self.calls[0].verb in ("challenge", "double")
        partner_called = self.teams and any(
            call.speaker == self.partner(self.turn)
            and call.verb in ("challenge", "double", "redouble")
            for call in self.calls
        )
        return attacked or partner_called
