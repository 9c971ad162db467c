"""What is fixed about each game before it begins: players, buttons, boxes and house rules.

A version that goes up refuses the logs of newer programs, so it goes up on purpose only.
"""

from __future__ import annotations

from dataclasses import MISSING, fields
from typing import Any

import pytest

from pi_app.rules.games import MAKERS, make_game
from pi_app.rules.options import Option

SPICY = (
    "1 to 9",
    "roll flip stop mark",
    "6 5 4 3 2 1 run set sum red",
    "flips=fresh of fresh, any",
)
FACTS = {
    "spicy_classic": SPICY,
    "spicy_extra": SPICY,
    "spicy_junior": SPICY,
    "keep_on_rolling": (
        "2 to 9",
        "roll stop take",
        "",
        "edition=2018 of 2004, 2018; target=250 of 10 to 1000",
    ),
    "dice_game": (
        "2 to 9",
        "roll stop take",
        "",
        "target=10000 of 1000 to 20000; forced=yes; four_two=yes; extra_doubles=no; "
        "six_ones=win of win, 2000, 10000; on_board=no; last_turn=no",
    ),
    "hot_dice": (
        "2 to 9",
        "roll stop take",
        "",
        "target=10000 of 1000 to 20000; at_target=no; add_first=no; any_three=no",
    ),
    "catch6": (
        "2 to 2",
        "carry catch roll stop",
        "1 2 3 4 5 6",
        "games=5 of 1 to 15; two_catches=no",
    ),
    "two_of_three": (
        "2 to 2",
        "choose place roll",
        "",
        "match_points=3 of 1 to 15; layout=1 of 1 to 8",
    ),
    "grand_poobah": ("2 to 5", "flip roll stop", "1 2 3 4 5 6", "target=100 of 10 to 999"),
    "diangle": (
        "2 to 4",
        "advance place roll stop take",
        "up1 up2 up3 up4 up5 up6 down5 down4 down3 down2 down1",
        "advance=anytime of anytime, end",
    ),
    "perfecto": (
        "2 to 4",
        "bid challenge double freeze pass perfecto redouble roll side surrender take",
        "1 2 3 4 5 6",
        "advanced=no; teams=no; match=no; match_points=0 of 0 to 99; mercy=no",
    ),
}


def option_words(option: Option) -> str:
    default = f"{option.name}={option.format(option.default)}"
    return default if isinstance(option.default, bool) else f"{default} of {option.range_text}"


@pytest.mark.parametrize("name", MAKERS)
def test_the_facts_of_a_game_are_the_agreed_ones(name: str) -> None:
    info = make_game(name).info
    seats, verbs, boxes, options = FACTS[name]
    assert info.version == 1
    assert "{} to {}".format(*info.seats) == seats
    assert sorted(verb.value for verb in info.verbs) == sorted(verbs.split())
    assert " ".join(box for box, _ in info.boxes) == boxes
    assert "; ".join(map(option_words, info.options)) == options


def test_the_summaries_of_spicy_dice_say_how_its_variants_differ() -> None:
    classic, extra, junior = (
        make_game(f"spicy_{name}").info.summary for name in ("classic", "extra", "junior")
    )
    added = [sentence for sentence in extra if sentence not in classic]
    assert [sentence.split()[0] for sentence in added] == ["Everybody", "You", "A"]
    assert [sentence for sentence in extra if sentence in classic] == list(classic)
    own = [sentence for sentence in junior if sentence not in classic]
    assert [sentence.split()[0] for sentence in own] == ["Every"]
    left_out = [sentence for sentence in classic if sentence not in junior]
    assert [" ".join(sentence.split()[:4]) for sentence in left_out] == [
        "There is no limit",
        "After the thirtieth roll",
    ]
    for summary in (classic, extra, junior):
        assert len(set(summary)) == len(summary)
        assert summary[-1].startswith("The highest total wins")


@pytest.mark.parametrize("name", MAKERS)
def test_what_a_game_holds_by_default_is_what_its_options_propose(name: str) -> None:
    game: Any = make_game(name)
    held = getattr(game, "scoring", None) or getattr(game, "rules", game)
    proposed = {field.name: field.default for field in fields(held) if field.default is not MISSING}
    variant = {"holds", "carries_over"} if name.startswith("spicy") else set()
    assert proposed.keys() - variant
    for key in proposed.keys() - variant:
        assert getattr(held, key) == proposed[key]


def test_the_levels_of_diangle_go_up_and_come_down() -> None:
    labels = dict(make_game("diangle").info.boxes)
    assert labels["up1"] == "level 1 on the way up"
    assert labels["up6"] == "level 6 on the way up"
    assert labels["down5"] == "level 5 on the way down"
    assert labels["down1"] == "level 1 on the way down"
