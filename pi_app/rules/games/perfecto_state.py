"""What a game of Perfecto knows at one moment: dice numbers, never the faces of a hidden hand.

May import: the rest of rules, no other game.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from enum import Enum

from pi_app.rules.dice import HAND_SIZE, Dice, Die
from pi_app.rules.errors import NotationError
from pi_app.rules.moves import Move, Verb

BIDDER, CALLER = "bidder", "caller"


@dataclass(frozen=True, slots=True)
class Rules:
    """The options of a table; what they mean stands in perfecto.md."""

    advanced: bool = False
    teams: bool = False
    match: bool = False
    match_points: int = 0
    mercy: bool = False


@dataclass(frozen=True, slots=True)
class Bid:
    """A quantity of a rank.

    >>> print(Bid(4, 5))
    4x5
    """

    quantity: int
    rank: int

    def __str__(self) -> str:
        return f"{self.quantity}x{self.rank}"


def parse_bid(text: str) -> Bid:
    """The bid that a text names; the twin of `str`.

    >>> parse_bid("4x5")
    Bid(quantity=4, rank=5)

    Raises NotationError for anything else.
    """
    quantity, _, rank = text.partition("x")
    if not (quantity.isdecimal() and rank.isdecimal()):
        raise NotationError("bad_bid", f'"{text}" is no bid; write four fives as 4x5.')
    return Bid(int(quantity), int(rank))


@dataclass(frozen=True, slots=True)
class Player:
    """What is known of one seat.

    dice : in the hand, frozen ones included; 0 when out. frozen : lie open for the whole game.
    lost : the red numbers of the dice out of play, highest first; None when nobody can tell.
    points : match points.
    """

    dice: int = HAND_SIZE
    last_chance: bool = False
    frozen: Dice = ()
    lost: tuple[int, ...] | None = ()
    points: int = 0

    @property
    def in_play(self) -> bool:
        """Whether the seat still plays this game."""
        return self.dice > 0

    @property
    def hidden(self) -> int:
        """How many dice of the hand nobody else sees."""
        return self.dice - len(self.frozen)

    @property
    def counting_dice(self) -> int:
        """The dice that allow a double or redouble: the Last Chance counts as one (P4)."""
        return 1 if self.last_chance else self.dice

    @property
    def away(self) -> Dice:
        """The dice out of play, each as the red face that only it can show."""
        return tuple(Die(number, red=True) for number in sorted(self.lost or ()))


@dataclass(frozen=True, slots=True)
class Call:
    """Challenge, perfecto, double, redouble or surrender.

    seat : who said it. party : for whom, the bidder or the caller; it is another than the
        seat only when a partner's call is borrowed.
    """

    verb: Verb
    seat: int
    party: int


@dataclass(frozen=True, slots=True)
class Passed:
    """A pass, and the calls that were open to the one who passed: the partner may borrow them."""

    seat: int
    open_calls: tuple[Call, ...] = ()


class Phase(Enum):
    """What the game waits for."""

    BID = "bid"  # any play of a turn
    BID_NOW = "bid now"  # after a roll or a frozen die
    FREEZE = "freeze"  # the tray shows the die that is frozen
    SIDES = "sides"
    SHOW = "show"  # the tray shows the hands, one after the other
    GIVE = "give"  # which frozen dice are lost
    OVER = "over"


@dataclass(frozen=True, slots=True)
class Showdown:
    """How a round ended.

    hands : of the seats in play. winner, loser : of bidder and caller. lost : (seat, dice) of
        everybody who gave dice up. out : seats knocked out.
    """

    seats: tuple[int, ...]
    hands: tuple[Dice, ...]
    bid: Bid
    call: Verb
    count: int
    winner: int
    loser: int
    lost: tuple[tuple[int, int], ...]
    sides: tuple[tuple[int, str], ...]
    out: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class State:
    """One moment of a game or match.

    seat : who is to move or whose hand is to be shown. lead : who bid first in this round.
    calls, passes : since the last bid, and since the last call. sides : secret until all have
    chosen. hands : shown so far.
    giving : seats that must say which frozen dice they lose. history : of this round.
    last : the showdown before this round.
    """

    players: tuple[Player, ...]
    seat: int = 1
    phase: Phase = Phase.BID
    lead: int = 1
    bid: Bid | None = None
    bidder: int = 0
    calls: tuple[Call, ...] = ()
    passes: tuple[Passed, ...] = ()
    sides: tuple[tuple[int, str], ...] = ()
    hands: tuple[Dice, ...] = ()
    giving: tuple[int, ...] = ()
    history: tuple[Move, ...] = ()
    last: Showdown | None = None
    game: int = 1

    @property
    def player(self) -> Player:
        """The seat whose turn it is."""
        return self.players[self.seat - 1]

    @property
    def in_play(self) -> tuple[int, ...]:
        """The seats that still play this game."""
        return tuple(seat for seat, player in enumerate(self.players, start=1) if player.in_play)

    @property
    def caller(self) -> int:
        """The opponent of the bidder; only while a call stands."""
        return self.calls[0].party

    @property
    def undecided(self) -> tuple[int, ...]:
        """The seats that must still take sides, clockwise from the caller."""
        settled = {self.bidder, self.caller, *(seat for seat, _ in self.sides)}
        return tuple(seat for seat in self.clockwise(self.caller) if seat not in settled)

    def clockwise(self, seat: int) -> tuple[int, ...]:
        """The seats in play, beginning after a seat and ending with it."""
        return tuple(sorted(self.in_play, key=lambda other: (other <= seat, other)))

    def opponent(self, party: int) -> int:
        """Of bidder and caller the other one."""
        return self.caller if party == self.bidder else self.bidder

    def with_player(self, seat: int, player: Player) -> State:
        """The state with one player changed."""
        return replace(self, players=(*self.players[: seat - 1], player, *self.players[seat:]))


def partner(seat: int) -> int:
    """The seat opposite, in teams.

    >>> partner(1), partner(4)
    (3, 2)
    """
    return (seat + 1) % 4 + 1
