"""Perfecto: counting at the showdown, and who loses which dice by it.

Source: the 2004 booklet, "Perfecto"; readings P1 to P8. May import: the rest of rules, no game.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from pi_app.rules.dice import HAND_SIZE, NUMBERS, Dice
from pi_app.rules.games.perfecto_state import (
    BIDDER,
    CALLER,
    Bid,
    Player,
    Rules,
    Showdown,
    State,
    partner,
)
from pi_app.rules.moves import Verb

STAKES = {Verb.DOUBLE: 2, Verb.REDOUBLE: 3}
SUGGESTED_POINTS = {2: 3, 3: 5, 4: 7}


def is_higher(bid: Bid, last: Bid | None) -> bool:
    """Whether a bid may follow another: a higher quantity, or as many of a higher rank.

    Source: booklet, Perfecto, "Your turn".

    >>> is_higher(Bid(8, 1), Bid(7, 6)), is_higher(Bid(6, 6), Bid(7, 1)), is_higher(Bid(1, 1), None)
    (True, False, True)
    """
    return last is None or (bid.quantity, bid.rank) > (last.quantity, last.rank)


def count_rank(hands: Iterable[Dice], rank: int) -> int:
    """Dice of the rank plus red dice; a red die of the rank counts twice (P1).

    >>> from pi_app.rules.dice import parse_dice
    >>> count_rank((parse_dice("4 4r 5 5r 3r"), parse_dice("1r 2r 3 4")), 5)
    7
    """
    return sum((die.value == rank) + die.red for hand in hands for die in hand)


def caller_wins(call: Verb, quantity: int, count: int) -> bool:
    """Whether the caller has won: perfecto wants the exact count, any other call a lower one.

    >>> caller_wins(Verb.PERFECTO, 6, 7), caller_wins(Verb.CHALLENGE, 8, 7)
    (False, True)
    """
    return count == quantity if call is Verb.PERFECTO else count < quantity


def next_lost(player: Player) -> int | None:
    """The red number of the die that a player loses next, or None when nobody can tell (P2).

    It is the highest one, unless a frozen white die may be that die: frozen dice stay.

    >>> next_lost(Player()), next_lost(Player(dice=4, lost=(6, 5)))
    (6, 4)
    """
    if player.lost is None or player.hidden < 1:
        return None
    frozen_reds = {die.value for die in player.frozen if die.red}
    highest = max(set(NUMBERS) - set(player.lost) - frozen_reds)
    sure = all(die.red or die.value == highest for die in player.frozen)
    return highest if sure else None


def one_die_less(player: Player) -> Player:
    """The player after giving up one die; at the last one all come back: Last Chance (P4).

    >>> one_die_less(Player(dice=2, lost=(6, 5, 4, 3)))
    Player(dice=6, last_chance=True, frozen=(), lost=(), points=0)
    """
    if player.dice == 2:
        return replace(player, dice=HAND_SIZE, last_chance=True, lost=())
    number = next_lost(player)
    lost = None if number is None or player.lost is None else (*player.lost, number)
    return replace(player, dice=player.dice - 1, lost=lost)


def lose(payers: tuple[Player, ...], dice: int, *, mercy: bool = False) -> tuple[Player, ...]:
    """Those who pay for a loss (the loser; in teams then the partner) after giving up dice.

    Dice go one after the other. At Last Chance the next one pays; when nobody is left to pay,
    all are out. mercy : the loss ends with a Last Chance that it brings (P5).

    Source: booklet, Perfecto, "After the showdown", "Last Chance", "Team play".

    >>> [(player.dice, player.last_chance) for player in lose((Player(dice=3),), 2)]
    [(6, True)]
    >>> lose((Player(dice=2),), 2)[0].in_play
    False
    """
    after = list(payers)
    for _ in range(dice):
        paying = next((place for place, one in enumerate(after) if not one.last_chance), None)
        if paying is None:
            return tuple(replace(player, dice=0) for player in payers)
        after[paying] = one_die_less(after[paying])
        if mercy and after[paying].last_chance:
            break
    return tuple(after)


def stake(calls: Iterable[Verb]) -> int:
    """How many dice the loser of a round gives up (P6).

    >>> stake((Verb.CHALLENGE, Verb.DOUBLE)), stake((Verb.DOUBLE, Verb.SURRENDER))
    (2, 1)
    """
    verbs = tuple(calls)
    if Verb.SURRENDER in verbs:
        return 1
    return max(STAKES.get(verb, 1) for verb in verbs)


def decide(state: State) -> Showdown:
    """Who has won the round and who gives up how many dice."""
    assert state.bid is not None
    count = count_rank(state.hands, state.bid.rank)
    by_dice = CALLER if caller_wins(state.calls[0].verb, state.bid.quantity, count) else BIDDER
    last = state.calls[-1]
    if last.verb is Verb.SURRENDER:
        loser = last.party
    else:
        loser = state.bidder if by_dice == CALLER else state.caller
    dice = stake(call.verb for call in state.calls)
    misled = tuple((seat, 1) for seat, side in state.sides if side != by_dice)
    return Showdown(
        seats=state.in_play,
        hands=state.hands,
        bid=state.bid,
        call=last.verb,
        count=count,
        winner=state.opponent(loser),
        loser=loser,
        lost=((loser, dice), *misled),
        sides=state.sides,
    )


def with_loss(state: State, rules: Rules, seat: int, dice: int) -> State:
    """The state after a seat (and its partner, where there is one) has given up dice."""
    seats = (seat, partner(seat)) if rules.teams else (seat,)
    paid = lose(tuple(state.players[one - 1] for one in seats), dice, mercy=rules.mercy)
    for one, player in zip(seats, paid, strict=True):
        state = state.with_player(one, player)
    return state


def with_points(state: State, out: int) -> State:
    """The state after everybody still in play has scored for those knocked out."""
    players = tuple(
        replace(player, points=player.points + out) if player.in_play else player
        for player in state.players
    )
    return replace(state, players=players)


def best_seats(state: State) -> tuple[int, ...]:
    """The seats with the most match points."""
    best = max(player.points for player in state.players)
    return tuple(seat for seat, one in enumerate(state.players, start=1) if one.points == best)


def is_one_side(seats: tuple[int, ...], rules: Rules) -> bool:
    """Whether these seats are one player, or one team.

    >>> is_one_side((1, 3), Rules(teams=True)), is_one_side((1, 3), Rules())
    (True, False)
    """
    return len(seats) == 1 or (rules.teams and seats in ((1, 3), (2, 4)))


def match_is_won(state: State, rules: Rules) -> bool:
    """Whether the highest points reach the goal and belong to one side alone.

    Source: booklet, Perfecto, "Match play".
    """
    best = best_seats(state)
    goal = rules.match_points or SUGGESTED_POINTS[len(state.players)]
    return state.players[best[0] - 1].points >= goal and is_one_side(best, rules)
