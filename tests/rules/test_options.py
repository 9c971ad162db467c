"""House rules: defaults, values and refusals; and games by name."""

from __future__ import annotations

import pytest

from pi_app.rules.errors import OptionError, quoted_list
from pi_app.rules.games import MAKERS, make_game
from pi_app.rules.options import Option, choose

TARGET = Option("target", 250, "Points to reach.", (10, 1000))
WORD = Option("flips", "fresh", "Which reds.", ("fresh", "any"))
SWITCH = Option("last_turn", False, "Whether.")
ALL = (TARGET, WORD, SWITCH)


def test_what_is_not_given_has_its_default() -> None:
    assert choose(ALL, {}) == {"target": 250, "flips": "fresh", "last_turn": False}


def test_what_is_given_is_read_by_the_type_of_the_default() -> None:
    given = {"target": "10", "flips": "any", "last_turn": "yes"}
    assert choose(ALL, given) == {"target": 10, "flips": "any", "last_turn": True}


@pytest.mark.parametrize("option", ALL, ids=lambda option: option.name)
def test_a_value_reads_back_from_its_text(option: Option) -> None:
    assert option.parse(option.format(option.default)) == option.default


@pytest.mark.parametrize(
    ("option", "text", "allowed"),
    [
        (TARGET, "9", "10 to 1000"),
        (TARGET, "1001", "10 to 1000"),
        (TARGET, "-50", "10 to 1000"),
        (TARGET, "1e2", "10 to 1000"),
        (TARGET, "٥٠", "10 to 1000"),
        (TARGET, "", "10 to 1000"),
        (WORD, "all", "fresh, any"),
        (SWITCH, "true", "yes or no"),
    ],
)
def test_a_wrong_value_is_refused_with_the_allowed_ones(
    option: Option, text: str, allowed: str
) -> None:
    with pytest.raises(OptionError, match=allowed) as caught:
        option.parse(text)
    assert caught.value.slug == "bad_option_value"


@pytest.mark.parametrize("text", ["10", "1000"])
def test_both_ends_of_a_range_are_allowed(text: str) -> None:
    assert TARGET.parse(text) == int(text)


def test_an_unknown_option_is_refused_with_the_known_ones() -> None:
    with pytest.raises(OptionError, match="the options are: target, flips, last_turn") as caught:
        choose(ALL, {"points": "5"})
    assert caught.value.slug == "unknown_option"


def test_an_option_of_a_game_without_options_is_refused() -> None:
    with pytest.raises(OptionError, match="the options are: none"):
        choose((), {"points": "5"})


def test_an_unknown_game_is_refused_with_the_known_ones() -> None:
    with pytest.raises(OptionError, match="spicy_classic, spicy_extra") as caught:
        make_game("monopoly")
    assert caught.value.slug == "unknown_game"


@pytest.mark.parametrize("name", ["keep_on_rolling", "Keep on Rolling", "keep-on-rolling "])
def test_a_game_is_found_by_its_name_as_people_write_it(name: str) -> None:
    assert make_game(name).info.name == "keep_on_rolling"


@pytest.mark.parametrize("name", MAKERS)
def test_every_game_refuses_an_option_it_does_not_have(name: str) -> None:
    with pytest.raises(OptionError, match="nonsense"):
        make_game(name, {"nonsense": "1"})


def test_a_long_list_is_cut() -> None:
    assert quoted_list(tuple("abcdefghij")) == "a, b, c, d, e, f, g, h ... (10 in all)"
    assert quoted_list(tuple("ab")) == "a, b"
