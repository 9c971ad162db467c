"""Perfecto: bid on what all dice show together, and don't get caught.

Notation: perfecto.md. Source: the 2004 booklet, "Perfecto"; readings P1 to P9.
May import: the rest of rules, no other game.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace

from pi_app.rules.asked import check_asked
from pi_app.rules.dice import HAND_SIZE, NUMBERS, Dice, dice_words, minus, parts, plus
from pi_app.rules.game import Expect, GameInfo, Worth
from pi_app.rules.games import perfecto_sheet
from pi_app.rules.games.perfecto_calls import lendable, open_calls, turn_moves
from pi_app.rules.games.perfecto_losses import (
    best_seats,
    count_rank,
    decide,
    is_one_side,
    match_is_won,
    with_loss,
    with_points,
)
from pi_app.rules.games.perfecto_sheet import SUMMARY
from pi_app.rules.games.perfecto_state import (
    BIDDER,
    CALLER,
    Passed,
    Phase,
    Player,
    Rules,
    State,
    parse_bid,
)
from pi_app.rules.moves import Move, Verb, with_dice
from pi_app.rules.options import Option, choose
from pi_app.rules.sheet import Sheet

INFO = GameInfo(
    name="perfecto",
    title="Perfecto",
    tagline="Bid on how many dice all hidden hands hold together, and bluff.",
    version=1,
    seats=(2, 4),
    options=(
        Option("advanced", False, "Double, redouble, surrender, pass and sidestep are allowed."),
        Option("teams", False, "Players 1 and 3 against 2 and 4."),
        Option("match", False, "Games are played until somebody has the match points."),
        Option(
            "match_points",
            0,
            "Points that win a match; 0 is 3 points for 2 players, 5 for 3, 7 for 4.",
            (0, 99),
        ),
        Option(
            "mercy",
            False,
            "Losing the last dice two or three at once brings the Last Chance first.",
        ),
    ),
    verbs=(
        Verb.BID,
        Verb.ROLL,
        Verb.CHALLENGE,
        Verb.PERFECTO,
        Verb.SIDE,
        Verb.DOUBLE,
        Verb.REDOUBLE,
        Verb.SURRENDER,
        Verb.PASS,
        Verb.FREEZE,
        Verb.TAKE,
    ),
    summary=SUMMARY,
    boxes=tuple((str(number), f"{number}s and reds") for number in NUMBERS),
    secret=(Verb.SIDE,),
)


@dataclass(frozen=True, slots=True)
class Perfecto:
    """The game with its options settled."""

    rules: Rules

    @property
    def info(self) -> GameInfo:
        if self.rules.teams:
            return replace(INFO, title="Perfecto in teams", seats=(4, 4))
        return INFO

    def start(self, seats: int) -> State:
        return State((Player(),) * seats)

    def to_move(self, state: State) -> int | None:
        return None if self.is_over(state) else state.seat

    def expects(self, state: State) -> Expect | None:
        hand, player = f"p{state.seat}", state.player
        match state.phase:
            case Phase.FREEZE:
                words = f"player {state.seat} lays the die to freeze on the tray"
                return Expect(1, words, hand, player.frozen, player.away)
            case Phase.SHOW:
                words = f"player {state.seat} shows {dice_words(player.hidden)}"
                return Expect(player.hidden, words, hand, player.frozen, player.away)
            case _:
                return None

    def legal(self, state: State) -> tuple[Move, ...]:
        match state.phase:
            case Phase.BID | Phase.BID_NOW:
                return tuple(turn_moves(state, self.rules))
            case Phase.SIDES:
                return tuple(
                    Move(seat, Verb.SIDE, (side,))
                    for seat in state.undecided
                    for side in (BIDDER, CALLER)
                )
            case Phase.GIVE:
                return tuple(with_dice(state.seat, Verb.TAKE, part) for part in _givings(state))
            case _:
                return ()

    def apply(self, state: State, move: Move) -> State:
        match move.verb:
            case Verb.SHOW if state.phase is Phase.FREEZE:
                return _frozen(state, move.dice)
            case Verb.SHOW:
                return self._shown(state, move.dice)
            case Verb.SIDE:
                return self._sided(state, move)
            case Verb.TAKE:
                return _settle_frozen(_without_frozen(state, move.dice))
            case Verb.FREEZE:
                return replace(state, phase=Phase.FREEZE)
            case _:
                return self._said(replace(state, history=(*state.history, move)), move)

    def tray(self, state: State) -> Dice | None:
        return None

    def scores(self, state: State) -> tuple[int, ...]:
        return tuple(player.points for player in state.players)

    def is_over(self, state: State) -> bool:
        return state.phase is Phase.OVER

    def winners(self, state: State) -> tuple[int, ...]:
        if not self.is_over(state):
            return ()
        return best_seats(state) if self.rules.match else state.in_play

    def sheet(self, state: State, names: tuple[str, ...]) -> Sheet:
        return perfecto_sheet.sheet(
            state, names, self.rules, legal=self.legal(state), winners=self.winners(state)
        )

    def worth(self, dice: Dice, *, box: str | None = None, taken: Dice = ()) -> tuple[Worth, ...]:
        """What each rank would count with these dice.

        Raises NotationError for a box that is no rank, and for more dice than four hands have.
        """
        check_asked(INFO, box, len(dice) + len(taken), INFO.seats[1] * HAND_SIZE)
        worths = (
            Worth(str(rank), count_rank((dice, taken), rank), f"{rank}s and reds")
            for rank in NUMBERS
            if box in (None, str(rank))
        )
        return tuple(sorted(worths, key=lambda worth: -worth.points))

    def _said(self, state: State, move: Move) -> State:
        """After a bid, a roll, a call or a pass."""
        match move.verb:
            case Verb.BID:
                bid = parse_bid(move.arguments[0])
                after = replace(state, bid=bid, bidder=move.seat, calls=(), passes=())
                return _next_turn(after)
            case Verb.ROLL:
                return replace(state, phase=Phase.BID_NOW)
            case Verb.PASS:
                lent = lendable(open_calls(state, self.rules))
                after = replace(state, passes=(*state.passes, Passed(move.seat, lent)))
                others = len(state.in_play) - 1
                return self._called(after) if len(after.passes) == others else _next_turn(after)
            case verb:
                calls = open_calls(state, self.rules)
                call = next(call for call in calls if call.verb is verb)
                after = replace(state, calls=(*state.calls, call), passes=())
                return _next_turn(after) if self.rules.advanced else self._called(after)

    def _called(self, state: State) -> State:
        """The bidding is over."""
        if not self.rules.teams and state.undecided:
            return replace(state, phase=Phase.SIDES, seat=state.undecided[0])
        return self._reveal(state)

    def _sided(self, state: State, move: Move) -> State:
        after = replace(state, sides=(*state.sides, (move.seat, move.arguments[0])))
        if after.undecided:
            return replace(after, seat=after.undecided[0])
        return self._reveal(replace(after, sides=tuple(sorted(after.sides))))

    def _reveal(self, state: State) -> State:
        """The next hand is due; one that lies open already needs no showing."""
        for seat in state.in_play[len(state.hands) :]:
            player = state.players[seat - 1]
            if player.hidden:
                return replace(state, phase=Phase.SHOW, seat=seat)
            state = replace(state, hands=(*state.hands, player.frozen))
        return self._settled(state)

    def _shown(self, state: State, dice: Dice) -> State:
        hand = plus(dice, state.player.frozen)
        return self._reveal(replace(state, hands=(*state.hands, hand)))

    def _settled(self, state: State) -> State:
        """The round is decided: dice are lost, points are scored."""
        showdown = decide(state)
        after = state
        for seat, dice in showdown.lost:
            after = with_loss(after, self.rules, seat, dice)
        out = tuple(sorted(set(state.in_play) - set(after.in_play)))
        after = replace(after, last=replace(showdown, out=out))
        return self._after_losses(with_points(after, len(out)), showdown.winner, bool(out))

    def _after_losses(self, state: State, lead: int, someone_out: bool) -> State:
        game_over = is_one_side(state.in_play, self.rules)
        match_over = self.rules.match and someone_out and match_is_won(state, self.rules)
        if match_over or (game_over and not self.rules.match):
            return replace(state, phase=Phase.OVER)
        if game_over:
            players = tuple(Player(points=player.points) for player in state.players)
            return _new_round(replace(state, players=players, game=state.game + 1), lead)
        return _new_round(state, lead)


def make(options: Mapping[str, str]) -> Perfecto:
    """The game with these options; OptionError for a wrong one."""
    chosen = choose(INFO.options, options)
    return Perfecto(
        Rules(
            advanced=chosen["advanced"] is True,
            teams=chosen["teams"] is True,
            match=chosen["match"] is True,
            match_points=int(chosen["match_points"]),
            mercy=chosen["mercy"] is True,
        )
    )


def _next_turn(state: State) -> State:
    return replace(state, seat=state.clockwise(state.seat)[0], phase=Phase.BID)


def _frozen(state: State, dice: Dice) -> State:
    player = replace(state.player, frozen=plus(state.player.frozen, dice))
    history = (*state.history, with_dice(state.seat, Verb.FREEZE, dice))
    return replace(state.with_player(state.seat, player), history=history, phase=Phase.BID_NOW)


def _new_round(state: State, lead: int) -> State:
    """The next round, after the seats that must have said which frozen dice they lose."""
    cleared = State(state.players, seat=lead, lead=lead, last=state.last, game=state.game)
    giving = tuple(one for one in cleared.in_play if cleared.players[one - 1].hidden < 0)
    return _settle_frozen(replace(cleared, giving=giving))


def _settle_frozen(state: State) -> State:
    """Frozen dice go: by themselves when they look alike, else the seat is asked."""
    while state.giving:
        asked = replace(state, seat=state.giving[0], phase=Phase.GIVE)
        ways = _givings(asked)
        if len(ways) > 1:
            return asked
        state = _without_frozen(asked, ways[0])
    return replace(state, seat=state.lead, phase=Phase.BID)


def _givings(state: State) -> tuple[Dice, ...]:
    too_many = -state.player.hidden
    frozen = state.player.frozen
    return tuple(part for part in parts(frozen, least=too_many) if len(part) == too_many)


def _without_frozen(state: State, dice: Dice) -> State:
    player = replace(state.player, frozen=minus(state.player.frozen, dice))
    return replace(state.with_player(state.seat, player), giving=state.giving[1:])
