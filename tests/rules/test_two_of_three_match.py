"""2 out of 3 ain't bad: the end of a game, ties, and the match."""

from __future__ import annotations

import pytest

from pi_app.rules.errors import IllegalMove
from tests.rules.asking import legal_texts, played
from tests.rules.two_of_three_moments import ANN_LEADS, NAMES, TIED, game_after, lines_of, shown


def test_a_full_board_is_counted_and_the_loser_chooses_who_starts() -> None:
    game, state = game_after(*lines_of(ANN_LEADS))
    # Ann: rows 1 and 3, column b (1 3 1), column c (1 1 5), diagonal up (2 1 1);
    # Ben: column a (2 1 2), row 2 none (2 3 6), row 4 none (2 5 6), column d (1 6 6)
    assert shown(game, state, "Score")["Lines"] == ("5", "2")
    assert game.scores(state) == (1, 0)
    assert legal_texts(game, state) == ("p2 choose p1", "p2 choose p2")
    assert game.sheet(state, NAMES).status.startswith("Ann wins the game 5 to 2.")


@pytest.mark.parametrize("first", [1, 2])
def test_the_next_game_begins_with_the_seat_that_was_chosen(first: int) -> None:
    game, state = game_after(*lines_of(ANN_LEADS), f"p2 choose p{first}")
    assert game.to_move(state) == first
    assert legal_texts(game, state)[0] == f"p{first} roll x1"
    assert shown(game, state, "Score")["In the hand"] == ("6", "6")
    assert all(text == "" for row in shown(game, state, "Board").values() for text in row)


def test_a_tie_gives_nothing_and_makes_the_next_game_worth_two() -> None:
    game, state = game_after(*lines_of(TIED))
    assert shown(game, state, "Score")["Lines"] == ("3", "3")
    assert game.scores(state) == (0, 0)
    # the first game counts as the choice of seat 1
    assert legal_texts(game, state) == ("p2 choose p1", "p2 choose p2")
    state = played(game, state, "p2 choose p1")
    assert "This game is worth 2 match points." in game.sheet(state, NAMES).notes
    assert game.scores(played(game, state, *lines_of(ANN_LEADS))) == (2, 0)


def test_after_a_second_tie_the_choice_goes_to_the_one_who_hadnt_it() -> None:
    game, state = game_after(*lines_of(TIED), "p2 choose p1", *lines_of(TIED))
    assert game.to_move(state) == 1
    state = played(game, state, "p1 choose p1", *lines_of(ANN_LEADS))
    assert game.scores(state) == (3, 0)
    assert game.winners(state) == (1,)


def test_after_a_tie_the_worth_goes_back_to_one() -> None:
    game, state = game_after(*lines_of(TIED), "p2 choose p1", *lines_of(ANN_LEADS), "p2 choose p1")
    assert game.scores(state) == (2, 0)
    assert game.scores(played(game, state, *lines_of(ANN_LEADS))) == (3, 0)


def test_a_match_may_end_beyond_its_points() -> None:
    game, state = game_after(
        *lines_of(TIED), "p2 choose p1", *lines_of(ANN_LEADS), match_points="1"
    )
    assert game.is_over(state)
    assert game.sheet(state, NAMES).status == "Ann wins the match 2 to 0."


def test_three_match_points_win_the_match() -> None:
    again = ("p2 choose p1", *lines_of(ANN_LEADS))
    game, state = game_after(*lines_of(ANN_LEADS), *again)
    assert not game.is_over(state)
    state = played(game, state, *again)
    assert game.is_over(state)
    assert game.winners(state) == (1,)
    assert game.sheet(state, NAMES).status == "Ann wins the match 3 to 0."


def test_the_match_may_be_shorter() -> None:
    game, state = game_after(*lines_of(ANN_LEADS), match_points="1")
    assert game.winners(state) == (1,)
    with pytest.raises(IllegalMove) as caught:
        played(game, state, "p2 choose p1")
    assert caught.value.slug == "over"
