"""Perfecto, written from BOOK, the readings P1-P9 and the game's notation."""

from __future__ import annotations

from tests.rules.oracles.hands import number, without
from tests.rules.oracles.perfecto_bidding import Bid, Bidding, Call


class Perfecto(Bidding):
    """What is said and shown, and what comes of it: the showdown, losses, the match."""

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
