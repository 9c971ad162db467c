"""Perfecto: what may be said at a turn - bids, rolls and calls.

Source: the 2004 booklet, "Perfecto", with its advanced rules and team play; readings P4, P7, P8.
May import: the rest of rules, no other game.
"""

from __future__ import annotations

from collections.abc import Iterator

from pi_app.rules.dice import NUMBERS
from pi_app.rules.games.perfecto_losses import is_higher
from pi_app.rules.games.perfecto_state import Bid, Call, Phase, Rules, State, partner
from pi_app.rules.moves import Move, Verb

BORROWED = frozenset({Verb.DOUBLE, Verb.REDOUBLE, Verb.SURRENDER})
SIDESTEPPED = frozenset({Verb.CHALLENGE, Verb.DOUBLE})
DICE_NEEDED = {Verb.DOUBLE: 3, Verb.REDOUBLE: 4}
MORE_IN_TEAMS = 1


def most_countable(state: State) -> int:
    """The quantity that no rank can exceed: every die once, and each player's red one again."""
    dice = sum(player.dice for player in state.players)
    return dice + len(state.in_play)


def higher_bids(state: State) -> Iterator[Bid]:
    """Every bid that may follow the last one."""
    lowest = state.bid.quantity if state.bid else 1
    for quantity in range(lowest, most_countable(state) + 1):
        for rank in NUMBERS:
            if is_higher(bid := Bid(quantity, rank), state.bid):
                yield bid


def turn_moves(state: State, rules: Rules) -> Iterator[Move]:
    """Every play of a turn, before or after the first bid of the round."""
    seat = state.seat
    bids = tuple(Move(seat, Verb.BID, (str(bid),)) for bid in higher_bids(state))
    if state.phase is Phase.BID_NOW or not must_sidestep(state, rules):
        yield from bids
    if state.phase is Phase.BID_NOW:
        return
    if bids and must_sidestep(state, rules):
        if state.player.hidden:
            yield Move(seat, Verb.FREEZE)
    elif bids:
        yield from (
            Move(seat, Verb.ROLL, (f"x{number}",)) for number in range(1, state.player.hidden + 1)
        )
    yield from (Move(seat, call.verb) for call in open_calls(state, rules))
    if state.calls:
        yield Move(seat, Verb.PASS)


def must_sidestep(state: State, rules: Rules) -> bool:
    """Whether a bid of the seat to move would sidestep a challenge or double.

    Source: booklet, Perfecto, "Sidestep"; "Team play", last point.
    """
    if not state.calls or state.calls[0].verb not in SIDESTEPPED:
        return False
    if state.seat == state.bidder:
        return True
    if not rules.teams:
        return False
    mate = partner(state.seat)
    called = any(call.seat == mate and call.verb is not Verb.SURRENDER for call in state.calls)
    return mate == state.bidder or called


def open_calls(state: State, rules: Rules) -> tuple[Call, ...]:
    """The calls that the seat to move may make, borrowed ones included.

    A turn after two passes comes only with all four seats in play (with fewer the round is over by
    then), so the first of the two passed is the partner.
    """
    own = tuple(_own_calls(state, rules))
    if not (rules.teams and len(state.passes) == 2):
        return own
    lent = state.passes[0].open_calls
    borrowed = (Call(call.verb, state.seat, call.party) for call in lent)
    return (*own, *borrowed)


def lendable(calls: tuple[Call, ...]) -> tuple[Call, ...]:
    """The calls that a partner may borrow after a pass."""
    return tuple(call for call in calls if call.verb in BORROWED)


def _own_calls(state: State, rules: Rules) -> Iterator[Call]:
    if state.bid is None:
        return
    if not state.calls:
        yield Call(Verb.CHALLENGE, state.seat, state.seat)
        yield Call(Verb.PERFECTO, state.seat, state.seat)
        if rules.advanced and _has_dice(state, rules, Verb.DOUBLE):
            yield Call(Verb.DOUBLE, state.seat, state.seat)
    elif rules.advanced and state.seat == state.opponent(state.calls[-1].party):
        for verb in _answers(state.calls[-1].verb):
            if _has_dice(state, rules, verb):
                yield Call(verb, state.seat, state.seat)


def _answers(last: Verb) -> tuple[Verb, ...]:
    """What the one at whom the last call was aimed may call in turn."""
    match last:
        case Verb.CHALLENGE:
            return (Verb.DOUBLE,)
        case Verb.DOUBLE:
            return (Verb.REDOUBLE, Verb.SURRENDER)
        case Verb.REDOUBLE:
            return (Verb.SURRENDER,)
        case _:
            return ()


def _has_dice(state: State, rules: Rules, verb: Verb) -> bool:
    """Whether a seat (a team) has the dice to double or redouble (P4, P8)."""
    if verb not in DICE_NEEDED:
        return True
    dice = state.player.counting_dice
    if rules.teams:
        dice += state.players[partner(state.seat) - 1].counting_dice
        return dice >= DICE_NEEDED[verb] + MORE_IN_TEAMS
    return dice >= DICE_NEEDED[verb]
