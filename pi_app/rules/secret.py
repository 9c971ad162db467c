"""What of a game may be told while some of its moves are still secret.

A game names the verbs whose moves are secret (`GameInfo.secret`); such a move is secret as long
as one of them is still to be made. May import: game, log, header, moves.
"""

from __future__ import annotations

from typing import Any

from pi_app.rules.game import Game
from pi_app.rules.log import Event, Header, Record, begin, format_log
from pi_app.rules.moves import Move, Verb

_HEADING = "# What follows is no save file yet: secret moves are told when all have been made."


def secret_verbs(game: Game[Any], state: Any) -> frozenset[Verb]:
    """The verbs of moves that nobody may be told in full now."""
    if not game.info.secret:
        return frozenset()
    return frozenset(game.info.secret) & {move.verb for move in game.legal(state)}


def without_secret(move: Event, secret: frozenset[Verb]) -> str:
    """The text of a move as everybody may read it: a secret one says who, and no more.

    >>> without_secret(Move(2, Verb.SIDE, ("bidder",)), frozenset({Verb.SIDE}))
    'p2 side'
    """
    is_secret = isinstance(move, Move) and move.verb in secret
    return " ".join(str(move).split()[:2]) if is_secret else str(move)


def told(record: Record, count: int) -> tuple[str, ...]:
    """The last `count` moves that stand, as everybody may read them."""
    secret = secret_verbs(record.game, record.state)
    texts: list[str] = []
    for move in reversed(record.moves[-count:] if count else ()):
        texts.append(without_secret(move, secret))
        if move.verb not in secret:
            secret = frozenset()  # those of an earlier round are known
    return tuple(reversed(texts))


def public_log(header: Header, events: tuple[Event, ...]) -> str:
    """The log as everybody may read it.

    From the first secret move on the lines are comments, so that what stands before it can be
    replayed.
    """
    hidden = _hidden(header, events)
    if not hidden:
        return format_log(header, events)
    verbs = frozenset(begin(header).game.info.secret)
    lines = [format_log(header, events[: hidden[0]]).rstrip("\n"), _HEADING]
    for place, event in enumerate(events[hidden[0] :], hidden[0]):
        lines.append(f"# {without_secret(event, verbs if place in hidden else frozenset())}")
    return "\n".join(lines) + "\n"


def _hidden(header: Header, events: tuple[Event, ...]) -> tuple[int, ...]:
    """The places of the events that were secret when they were made, and were never told since.

    A taken-back one stays hidden, too: it is what the player thinks.
    """
    record = begin(header)
    if not record.game.info.secret:
        return ()
    hidden: list[int] = []
    for place, event in enumerate(events):
        before = secret_verbs(record.game, record.state)
        record = record.after(event)
        now = secret_verbs(record.game, record.state)
        if isinstance(event, Move) and event.verb in before:
            hidden = [*hidden, place] if now else []
    return tuple(hidden)
