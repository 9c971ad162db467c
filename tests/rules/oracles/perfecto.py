"""Perfecto, written from BOOK, the readings P1-P9 and the game's notation."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import combinations

from tests.rules.oracles import Throw
from tests.rules.oracles.hands import number, without

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


class Perfecto:
    """Basic and advanced rules, teams, match."""

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

    # ---- doing -----------------------------------------------------------------------------

    def do(self, line: str) -> None:
        who, verb, *words = line.split()
        if verb == "show":
            self.shown(words)
        elif verb == "take":
            self.pay_frozen(words)
        elif verb == "side":
            assert self.sides is not None
            self.sides[int(who[1])] = words[0]
            self.close_sides()
        elif verb == "roll":
            self.must_bid = True
        elif verb == "freeze":
            self.freezing = True
        elif verb == "bid":
            quantity, rank = words[0].split("x")
            self.make_bid((int(quantity), int(rank)))
        else:
            self.call(verb)

    def make_bid(self, bid: Bid) -> None:
        self.bid, self.bidder = bid, self.turn
        self.calls, self.must_bid = [], False
        self.plays.append((self.turn, "bid"))
        self.turn = self.after(self.turn)

    def call(self, verb: str) -> None:
        speaker = self.turn
        self.plays.append((speaker, verb))
        if verb != "pass":
            own = not self.calls or verb in self.counter_calls(speaker)
            self.calls.append(Call(verb, speaker if own else self.partner(speaker), speaker))
        self.turn = self.after(speaker)
        if not self.advanced or self.all_passed():
            self.end_bidding()

    def all_passed(self) -> bool:
        tail = self.plays[-(len(self.playing()) - 1) :]
        return all(verb == "pass" for _, verb in tail)

    def end_bidding(self) -> None:
        self.caller = self.calls[0].owner
        if len(self.playing()) >= 3 and not self.teams:
            self.sides = {}
        else:
            self.start_showdown()

    def side_takers(self) -> list[int]:
        return [seat for seat in self.playing() if seat not in (self.bidder, self.caller)]

    def close_sides(self) -> None:
        assert self.sides is not None
        if len(self.sides) == len(self.side_takers()):
            self.taken_sides = self.sides
            self.sides = None
            self.start_showdown()

    def start_showdown(self) -> None:
        if len(self.playing()) < 3 or self.teams:
            self.taken_sides = {}
        self.read = [die for seat in self.playing() for die in self.seats[seat].frozen]
        self.reading = [seat for seat in self.playing() if self.seats[seat].open()]
        if not self.reading:
            self.showdown()

    def shown(self, words: list[str]) -> None:
        if self.freezing:
            self.seats[self.turn].frozen += words
            self.freezing, self.must_bid = False, True
            return
        assert self.reading
        self.read += words
        self.reading.pop(0)
        if not self.reading:
            self.reading = None
            self.showdown()

    # ---- the showdown ----------------------------------------------------------------------

    def showdown(self) -> None:
        self.reading = None
        assert self.bid is not None
        quantity, rank = self.bid
        count = sum(number(d) == rank for d in self.read) + sum(d.endswith("r") for d in self.read)
        by_perfecto = self.calls[0].verb == "perfecto"
        caller_wins = count == quantity if by_perfecto else count < quantity
        verbs = [call.verb for call in self.calls]
        wrong_side = "bidder" if caller_wins else "caller"
        loser, stake = (self.bidder if caller_wins else self.caller), 1
        if verbs[-1] == "surrender":
            loser = self.pressed()
        else:
            stake = 3 if "redouble" in verbs else 2 if "double" in verbs else 1
        winner = self.caller if loser == self.bidder else self.bidder
        before = set(self.playing())
        self.lose(loser, stake)
        for seat, side in self.taken_sides.items():
            if side == wrong_side:
                self.lose(seat, 1)
        self.settle(winner, len(before) - len(self.playing()))

    def lose(self, seat: int, count: int) -> None:
        pays: dict[int, int] = {}
        if self.teams:
            self.team_loss(seat, count, pays)
        else:
            self.single_loss(seat, count, pays)
        for payer, paid in pays.items():
            self.hand_over(payer, paid)

    def single_loss(self, number_: int, count: int, pays: dict[int, int]) -> None:
        seat = self.seats[number_]
        left = seat.dice - count
        if seat.chance or (left <= 0 and not self.mercy):
            seat.playing = False
        elif left <= 1:
            seat.last_chance()
        else:
            pays[number_] = count

    def team_loss(self, number_: int, count: int, pays: dict[int, int]) -> None:
        for _ in range(count):
            payer = number_ if not self.seats[number_].chance else self.partner(number_)
            seat = self.seats[payer]
            if seat.chance:
                seat.playing = self.seats[number_].playing = False
                pays.clear()
                return
            if seat.dice - pays.get(payer, 0) == 2:
                pays.pop(payer, None)
                seat.last_chance()
                if self.mercy:
                    return
            else:
                pays[payer] = pays.get(payer, 0) + 1

    def hand_over(self, number_: int, count: int) -> None:
        seat = self.seats[number_]
        from_open = min(count, seat.open())
        seat.lose_open(from_open)
        owed = count - from_open
        seat.dice -= from_open
        if not owed:
            return
        seat.lost = None
        if len(set(seat.frozen)) == 1:
            seat.frozen = seat.frozen[owed:]
            seat.dice -= owed
        else:
            self.owing.append((number_, owed))

    def pay_frozen(self, words: list[str]) -> None:
        number_, owed = self.owing.pop(0)
        seat = self.seats[number_]
        seat.frozen = without(seat.frozen, words)
        seat.dice -= owed
        if not self.owing:
            self.start_round(self.next_leader)

    def settle(self, winner: int, knocked_out: int) -> None:
        for seat in self.playing():
            self.seats[seat].points += knocked_out
        left = self.playing()
        one_left = len(left) == 1 or (self.teams and len(left) == 2)
        if one_left and not self.match:
            self.won = self.side_of(left[0])
        elif knocked_out and self.match and self.match_winner():
            self.won = self.match_winner()
        elif one_left:
            for player in self.seats.values():
                player.new_game()
            self.start_round(winner)
        elif self.owing:
            self.owing.sort()
            self.next_leader = winner
        else:
            self.start_round(winner)

    def side_of(self, seat: int) -> set[int]:
        return {seat, self.partner(seat)} if self.teams else {seat}

    def match_winner(self) -> set[int]:
        top = max(self.scores())
        best = {number_ for number_, seat in self.seats.items() if seat.points == top}
        alone = len(best) == 1 or (self.teams and best == self.side_of(min(best)))
        return best if alone and top >= self.needed else set()
