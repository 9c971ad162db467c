"""Whether what lies on the tray can be the throw that is due, or the dice that were left lying.

Pure. Every refusal says what is seen and what was expected. May import: rules, table.view.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from pi_app.rules.dice import Dice, DiceSet, contains, format_dice, minus, parts, plus
from pi_app.rules.errors import RulesError
from pi_app.rules.game import Expect, check_throw
from pi_app.rules.moves import show
from pi_app.rules.resolve import Keeping, beyond
from pi_app.table.view import Lying, View, faces


@dataclass(frozen=True, slots=True)
class Verdict:
    """What the tray says about a throw that is due.

    thrown : the dice that were thrown; None while that can't be said. kept : the dice of the
    hand that lie beside them. exact : every kept die is known by its place, none only by its
    face. complete : no kept die may lie there in the place of a thrown one that is not seen.
    options : what may have been thrown, when several answers fit. words : what is wrong; empty
    when the throw has only not come yet.
    """

    thrown: Dice | None = None
    kept: Dice = ()
    exact: bool = True
    complete: bool = True
    options: tuple[Dice, ...] = ()
    words: str = ""


def judge_throw(
    expect: Expect,
    view: View,
    dice_set: DiceSet,
    keeping: Keeping = Keeping.ANY,
    *,
    vouched: bool = False,
) -> Verdict:
    """What was thrown, if the tray shows the throw that is due.

    keeping : where this table keeps dice. vouched : a person says that the dice lie there as
    they were thrown: only dice that were counted already are no throw then.
    """
    dice = view.of_hand(expect.hand)
    known = view.scored if vouched else view.known
    lying = tuple(die for die in dice if die.number in known)
    fresh = tuple(die for die in dice if die.number not in known)
    strip = tuple(die for die in fresh if die.read.in_strip) if expect.lying else ()
    if _only_kept(expect, dice, fresh, strip):
        return Verdict()
    held = faces((*lying, *strip))
    words = _held_words(expect, faces(lying), faces(strip))
    words = words or _count_words(expect, len(dice), held, keeping)
    if words:
        return Verdict(words=words)
    gone = expect.lying if keeping is Keeping.OFF else view.gone(expect.hand, expect.lying)
    verdict = _split(expect, faces(dice), held, gone, dice_set)
    return replace(verdict, complete=_is_complete(expect, verdict, keeping))


def _is_complete(expect: Expect, verdict: Verdict, keeping: Keeping) -> bool:
    """Whether each die that was thrown is seen: no kept one may lie there in its place."""
    beside = () if keeping is Keeping.OFF else beyond(expect.lying, verdict.kept)
    return not any(die in beside for die in verdict.thrown or ())


def _only_kept(
    expect: Expect, dice: tuple[Lying, ...], fresh: tuple[Lying, ...], strip: tuple[Lying, ...]
) -> bool:
    """Whether nothing was thrown yet: only dice that stay are there, some of them moved."""
    if not fresh:
        return True
    few = len(fresh) == len(strip) or len(dice) < expect.throw
    return few and contains(expect.lying, faces(dice))


def _held_words(expect: Expect, lying: Dice, strip: Dice) -> str:
    """What is wrong with the dice that are there without having been thrown."""
    if not contains(expect.lying, lying):
        stuck = beyond(lying, expect.lying)
        return (
            f"{_dice_words(stuck)} {_be(stuck)} lying where {_it(stuck)} lay before; "
            f"{count_words(expect.throw)} were to be thrown{_beside(expect.lying)}."
        )
    if not contains(expect.lying, plus(lying, strip)):
        wrong = beyond(plus(lying, strip), expect.lying)
        return (
            f"The keep strip shows {format_dice(wrong)}, and {_kept(expect.lying)}; "
            "put it right, or throw again."
        )
    return ""


def _count_words(expect: Expect, seen: int, held: Dice, keeping: Keeping) -> str:
    """What is wrong with the number of dice."""
    in_view = keeping in (Keeping.STAY, Keeping.STRIP)
    least = expect.throw + (len(expect.lying) if in_view else len(held))
    most = expect.throw + (len(held) if keeping is Keeping.OFF else len(expect.lying))
    if least <= seen <= most:
        return ""
    thrown = seen - len(held) if seen < least else seen - (most - expect.throw)
    return (
        f"{count_words(thrown)} {_were(thrown)} thrown{_besides(held)}, and "
        f"{count_words(expect.throw)} {_were(expect.throw)} to be thrown{_beside(expect.lying)}."
    )


def _split(expect: Expect, seen: Dice, held: Dice, gone: Dice, dice_set: DiceSet) -> Verdict:
    """Tell the thrown dice from the kept ones that were moved."""
    loose = minus(seen, held)
    more = len(loose) - expect.throw
    near = minus(expect.lying, held)
    likely = beyond(near, gone)
    choices = _ways_to_keep(likely, loose, more) or _ways_to_keep(near, loose, more)
    if not choices:
        return Verdict(
            words=f"{_kept(expect.lying)}, but {format_dice(seen)} lie on the tray: a kept die "
            "was turned or thrown. Put it right, or take the move back."
        )
    options = tuple(minus(loose, part) for part in choices)
    possible = tuple(one for one in options if not _impossible(expect, one, dice_set))
    if not possible:
        return Verdict(words=_impossible(expect, options[0], dice_set))
    if len(possible) > 1 or contains(likely, loose):
        return Verdict(options=possible, words=_which(expect, seen, possible))
    return Verdict(possible[0], minus(seen, possible[0]), exact=more == 0)


def _ways_to_keep(kept: Dice, loose: Dice, count: int) -> tuple[Dice, ...]:
    """The choices of `count` kept dice that lie loose among the thrown ones."""
    ways = parts(kept, least=count)
    return tuple(way for way in ways if len(way) == count and contains(loose, way))


def _impossible(expect: Expect, thrown: Dice, dice_set: DiceSet) -> str:
    """Why the rules of this set of dice refuse the throw; empty when they don't."""
    try:
        check_throw(expect, show(thrown), dice_set)
    except RulesError as error:
        return error.sentence
    return ""


def _which(expect: Expect, seen: Dice, options: tuple[Dice, ...]) -> str:
    if len(options) == 1:
        return (
            f"{format_dice(seen)} are seen, and {_kept(expect.lying)}. If they were thrown now, "
            "please choose it; else throw."
        )
    which = " or ".join(format_dice(one) for one in options)
    return (
        f"{format_dice(seen)} are seen, and {_kept(expect.lying)}: {which} may have been thrown. "
        "Please choose."
    )


# ---- when no throw is due -------------------------------------------------------------------


def judge_rest(should: Dice, seen: Dice) -> str:
    """What doesn't fit while a player decides; empty when the dice are those of the hand.

    Fewer dice are no fault: they may be in the hand that is about to press a button.

    >>> from pi_app.rules.dice import parse_dice
    >>> judge_rest(parse_dice("1 2 3"), parse_dice("1 3"))
    ''
    """
    if contains(should, seen):
        return ""
    if len(seen) > len(should):
        return (
            f"{count_words(len(seen))} are seen, and {count_words(len(should))} "
            "belong on the tray; please take the others away."
        )
    return f"{format_dice(seen)} are seen, and {format_dice(should)} were lying there."


def turned(should: Dice, seen: Dice) -> tuple[Dice, Dice]:
    """Which dice are missing and which came in their place.

    >>> from pi_app.rules.dice import parse_dice
    >>> [format_dice(dice) for dice in turned(parse_dice("1 5r"), parse_dice("1 4"))]
    ['5r', '4']
    """
    return beyond(should, seen), beyond(seen, should)


def count_words(count: int) -> str:
    """So many dice, as it is said.

    >>> count_words(1), count_words(0), count_words(4)
    ('1 die', 'no dice', '4 dice')
    """
    return "1 die" if count == 1 else f"{count or 'no'} dice"


def _dice_words(dice: Dice) -> str:
    return f"The {format_dice(dice)}"


def _were(count: int) -> str:
    return "was" if count == 1 else "were"


def _be(dice: Dice) -> str:
    return "is" if len(dice) == 1 else "are"


def _it(dice: Dice) -> str:
    return "it" if len(dice) == 1 else "they"


def _kept(lying: Dice) -> str:
    return f"{format_dice(lying)} {'was' if len(lying) == 1 else 'were'} kept"


def _beside(lying: Dice) -> str:
    return f" while {format_dice(lying)} {'stays' if len(lying) == 1 else 'stay'}" if lying else ""


def _besides(held: Dice) -> str:
    return f" besides {format_dice(held)}" if held else ""
