"""The sheet of Perfecto: dice left, the bidding, the last showdown; never a hidden hand or side.

May import: the rest of rules, no other game.
"""

from __future__ import annotations

from pi_app.rules.dice import NUMBERS, dice_words, format_dice
from pi_app.rules.games.perfecto_losses import SUGGESTED_POINTS
from pi_app.rules.games.perfecto_state import (
    BIDDER,
    Bid,
    Phase,
    Player,
    Rules,
    Showdown,
    State,
    parse_bid,
)
from pi_app.rules.moves import Move, Verb
from pi_app.rules.sheet import Cell, Choice, Grid, Row, Sheet

Names = tuple[str, ...]
SUMMARY = (
    "Everybody rolls in secret and bids how many dice of a rank all hands hold together.",
    "Red dice count for any rank; a red die of the rank counts twice.",
    "Each bid is higher than the last one: more dice, or as many of a higher rank. Before a bid "
    "you may re-roll some of your dice once, and say how many.",
    "Or you challenge the last bid, and win the round when there are fewer; or you call Perfecto, "
    "and win when there are exactly as many. Otherwise the bidder wins.",
    "With three or more players, the others first say in secret whether the bidder or the caller "
    "will win.",
    "Who loses or sided with the loser gives up the die whose red number is the highest. The "
    "winner bids first in the next round.",
    "Left with one die, you take all six back for your Last Chance; the next loss puts you out.",
    "The last player left wins; in a match, everybody still in scores for each one put out.",
    "Advanced: a call ends the bidding only when all others pass, and any bid cancels it.",
    "Advanced: with three dice you may double a bid, or a challenge to yours, and the loser gives "
    "up two. Whoever is doubled may redouble with four dice, for three, or surrender for one.",
    "Advanced: to bid again over a challenge or a double of your bid, first freeze a die: it lies "
    "open until the game ends, and you may not roll.",
    "Teams: nobody takes sides, your partner pays when you are at the Last Chance, and the dice of "
    "both count for a double (four) or a redouble (five).",
)


def sheet(
    state: State,
    names: Names,
    rules: Rules,
    *,
    legal: tuple[Move, ...],
    winners: tuple[int, ...],
) -> Sheet:
    """What the tablet shows of a state."""
    grids = [_dice_grid(state, names)]
    if any(move.verb is Verb.BID for move in legal):
        grids.append(_bid_grid(legal))
    if state.history:
        grids.append(_history_grid(state, names))
    if state.last is not None:
        grids.append(_showdown_grid(state.last, names))
    choices = tuple(
        Choice(_choice_words(move, names), move) for move in legal if move.verb is not Verb.BID
    )
    status = _over_words(names, winners) if winners else _status(state, names)
    return Sheet(status, tuple(grids), choices, _notes(state, names, rules))


def bid_words(bid: Bid) -> str:
    """A bid as a player says it.

    >>> bid_words(Bid(4, 5)), bid_words(Bid(1, 6))
    ('4 fives', '1 six')
    """
    names = ("one", "two", "three", "four", "five", "six")
    name = names[bid.rank - 1]
    plural = "sixes" if bid.rank == 6 else f"{name}s"
    return f"{bid.quantity} {name if bid.quantity == 1 else plural}"


def _dice_grid(state: State, names: Names) -> Grid:
    players = state.players
    best = max(player.points for player in players)
    rows = (
        Row("Dice", tuple(Cell(_dice_text(player)) for player in players)),
        Row("Frozen", tuple(Cell(format_dice(player.frozen), mark="die") for player in players)),
        Row(
            "Out of play",
            tuple(Cell(format_dice(player.away), mark="die") for player in players),
            "each lost die by its red number",
        ),
        Row(
            "Points",
            tuple(
                Cell(str(player.points), mark="lead" if player.points == best > 0 else "")
                for player in players
            ),
            "one for each player outlasted",
        ),
    )
    return Grid("Players", names, rows, tuple(range(1, len(names) + 1)))


def _dice_text(player: Player) -> str:
    if not player.in_play:
        return "out"
    return f"{player.dice}, Last Chance" if player.last_chance else str(player.dice)


def _bid_grid(legal: tuple[Move, ...]) -> Grid:
    """The bids that may follow, a line for each quantity, a column for each rank."""
    moves = {move.arguments[0]: move for move in legal if move.verb is Verb.BID}
    quantities = sorted({parse_bid(text).quantity for text in moves})
    rows = tuple(
        Row(str(quantity), tuple(_bid_cell(moves, Bid(quantity, rank)) for rank in NUMBERS))
        for quantity in quantities
    )
    return Grid("Bid", tuple(f"{rank}s" for rank in NUMBERS), rows)


def _bid_cell(moves: dict[str, Move], bid: Bid) -> Cell:
    move = moves.get(str(bid))
    return Cell(preview=str(bid), move=move) if move else Cell(mark="missing")


def _history_grid(state: State, names: Names) -> Grid:
    rows = tuple(
        Row(names[move.seat - 1], (Cell(_said(move), mark=_said_mark(state, move)),))
        for move in state.history
    )
    return Grid("Bidding", ("",), rows)


def _said(move: Move) -> str:
    match move.verb:
        case Verb.BID:
            return bid_words(parse_bid(move.arguments[0]))
        case Verb.ROLL:
            return f"rolls {move.arguments[0][1:]}"
        case Verb.FREEZE:
            return f"freezes {move.arguments[0]}"
        case Verb.PASS:
            return "passes"
        case verb:
            return f"{verb.value}!"


def _said_mark(state: State, move: Move) -> str:
    standing = (move.verb, move.arguments) == (Verb.BID, (str(state.bid),))
    return "lead" if standing else ""


def _showdown_grid(last: Showdown, names: Names) -> Grid:
    sides = dict(last.sides)
    given = dict(last.lost)
    rows = tuple(
        Row(
            names[seat - 1],
            (
                Cell(format_dice(hand), mark="die"),
                Cell(_role(last, seat, sides)),
                Cell(_fate(last, seat, given)),
            ),
        )
        for seat, hand in zip(last.seats, last.hands, strict=True)
    )
    title = f"Last showdown: {bid_words(last.bid)}, {last.call.value}, count {last.count}"
    return Grid(title, ("Dice", "Side", ""), rows)


def _role(last: Showdown, seat: int, sides: dict[int, str]) -> str:
    if seat == last.winner:
        return "won"
    return "lost" if seat == last.loser else sides.get(seat, "")


def _fate(last: Showdown, seat: int, given: dict[int, int]) -> str:
    if seat in last.out:
        return "out"
    dice = given.get(seat, 0)
    return f"-{dice}" if dice else ""


def _choice_words(move: Move, names: Names) -> str:
    match move.verb:
        case Verb.ROLL:
            return f"Re-roll {move.arguments[0][1:]}, then bid"
        case Verb.SIDE:
            side = "bidder" if move.arguments[0] == BIDDER else "caller"
            return f"{names[move.seat - 1]}: the {side} wins"
        case Verb.FREEZE:
            return "Freeze a die, then bid"
        case Verb.TAKE:
            return f"Lose {format_dice(move.dice)}"
        case verb:
            return f"{verb.value.capitalize()}"


def _over_words(names: Names, winners: tuple[int, ...]) -> str:
    who = " and ".join(names[seat - 1] for seat in winners)
    return f"{who} {'win' if len(winners) > 1 else 'wins'}."


def _status(state: State, names: Names) -> str:
    name = names[state.seat - 1]
    match state.phase:
        case Phase.SIDES:
            waiting = ", ".join(names[seat - 1] for seat in state.undecided)
            return f"Taking sides in secret: {waiting} still to choose."
        case Phase.SHOW:
            return f"Showdown: {name} shows {dice_words(state.player.hidden)}."
        case Phase.FREEZE:
            return f"{name} lays the die to freeze on the tray."
        case Phase.GIVE:
            return f"{name} says which frozen dice go."
        case Phase.BID_NOW:
            return f"{name} must bid now."
        case _ if state.bid is None:
            return f"All roll their dice in secret; {name} bids first."
        case _:
            return f"{name} answers {_standing(state, names)}."


def _standing(state: State, names: Names) -> str:
    """The bid and the call that stand, in words."""
    assert state.bid is not None
    if state.calls:
        last = state.calls[-1]
        return f"the {last.verb.value} of {names[last.seat - 1]} ({bid_words(state.bid)})"
    return f"{bid_words(state.bid)} of {names[state.bidder - 1]}"


def _notes(state: State, names: Names, rules: Rules) -> tuple[str, ...]:
    dice = sum(player.dice for player in state.players)
    notes = [f"{dice} dice are in play."]
    if rules.match:
        goal = rules.match_points or SUGGESTED_POINTS[len(names)]
        notes.append(f"Game {state.game} of the match to {goal} points.")
    if rules.teams:
        notes.append(f"{names[0]} and {names[2]} play against {names[1]} and {names[3]}.")
    return tuple(notes)
