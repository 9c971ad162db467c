"""2 out of 3 ain't bad: the board, the dice in the hand, reds, lines, ties, the match."""

from __future__ import annotations

from itertools import combinations

import pytest

from pi_app.rules.dice import Die, format_dice, parse_dice
from pi_app.rules.errors import IllegalMove, NotationError, OptionError
from pi_app.rules.games import make_game
from pi_app.rules.games.two_of_three_board import (
    Piece,
    layouts,
    line_winner,
    lines,
    squares,
)
from tests.rules.asking import legal_texts, played
from tests.rules.two_of_three_moments import ANN_LEADS, NAMES, game_after, lines_of, shown


def test_the_layouts_are_all_that_leave_out_one_square_of_each_line() -> None:
    # reading 1.3, by brute force over the 1820 ways to leave out four squares
    places = [(row, column) for row in range(4) for column in range(4)]
    whole = [{(i, j) for j in range(4)} for i in range(4)]
    whole += [{(i, j) for i in range(4)} for j in range(4)]
    whole += [{(i, i) for i in range(4)}, {(i, 3 - i) for i in range(4)}]
    fitting = {
        frozenset(four)
        for four in combinations(places, 4)
        if all(len(line & set(four)) == 1 for line in whole)
    }
    assert set(layouts()) == fitting
    assert len(layouts()) == len(fitting) == 8


@pytest.mark.parametrize("layout", range(1, 9))
def test_each_board_has_twelve_squares_and_ten_lines_of_three(layout: int) -> None:
    assert len(squares(layout)) == 12
    assert [len(line.squares) for line in lines(layout)] == [3] * 10
    on_lines = [sum(square in line.squares for line in lines(layout)) for square in squares(layout)]
    # the strategy note: some squares are part of three lines, others of two
    assert sorted(on_lines) == [2] * 6 + [3] * 6


def test_the_default_board_is_the_printed_one() -> None:
    game, state = game_after()
    board = game.sheet(state, NAMES).grids[0]
    marks = [
        "".join("." if cell.mark == "missing" else "X" for cell in row.cells) for row in board.rows
    ]
    assert marks == [".XXX", "XX.X", "XXX.", "X.XX"]


@pytest.mark.parametrize(
    ("line", "winner", "source"),
    [
        ("1:5 1:1 2:5", 1, "the example of the text: a pair of both"),
        ("1:3 2:4 2:5", 2, "a sequence"),
        ("1:5 2:3 1:4", 1, "the order of a sequence doesn't matter"),
        ("1:1 1:2 1:4", 0, "neither"),
        ("1:6 1:1 2:2", 0, "T2: no sequence round the corner"),
        ("2:4 2:4 2:4", 2, "T3: three equal are one point"),
        ("1:2 2:2 2:3", 2, "the pair of both goes to the one with more dice"),
        ("1:2 1:4 1:6", 0, "steps of two are no sequence"),
    ],
)
def test_a_line_scores_for_the_seat_with_more_dice(line: str, winner: int, source: str) -> None:
    pieces = (word.split(":") for word in line.split())
    assert line_winner(tuple(Piece(int(s), Die(int(d))) for s, d in pieces)) == winner, source


def test_one_to_three_dice_of_the_hand_are_rolled() -> None:
    game, state = game_after()
    assert legal_texts(game, state) == ("p1 roll x1", "p1 roll x2", "p1 roll x3")


@pytest.mark.parametrize(("count", "words"), [(1, "one die"), (3, "3 dice")])
def test_the_request_for_a_throw_says_how_many_dice(count: int, words: str) -> None:
    game, state = game_after(f"p1 roll x{count}")
    assert game.expects(state).words == f"player 1 throws {words}"


def test_the_rolled_dice_are_placed_one_by_one_on_empty_squares() -> None:
    game, state = game_after("p1 roll x2", "tray show 3 5", "p1 place b1 5")
    assert format_dice(game.tray(state)) == "3"
    assert len(game.legal(state)) == 11
    assert "p1 place b1 3" not in legal_texts(game, state)
    assert "p1 place a1 3" not in legal_texts(game, state)


def test_after_the_last_die_it_is_the_turn_of_the_other() -> None:
    game, state = game_after("p1 roll x2", "tray show 3 5", "p1 place b1 5", "p1 place c1 3")
    assert game.to_move(state) == 2
    assert shown(game, state, "Score")["In the hand"] == ("4", "6")


def test_a_throw_knows_the_dice_of_the_seat_on_the_board() -> None:
    game, state = game_after("p1 roll x1", "tray show 3r", "p1 place b1 3r")
    state = played(game, state, "p2 roll x1", "tray show 4", "p2 place c1 4", "p1 roll x3")
    expected = game.expects(state)
    assert (expected.throw, expected.hand, format_dice(expected.away)) == (3, "p1", "3r")


def test_a_white_die_never_replaces() -> None:
    game, state = game_after(
        "p1 roll x1", "tray show 3", "p1 place b1 3", "p2 roll x1", "tray show 4"
    )
    assert "p2 place b1 4" not in legal_texts(game, state)


def test_a_red_die_may_replace_a_die_of_the_other_which_goes_back_to_the_hand() -> None:
    game, state = game_after(
        "p1 roll x1", "tray show 3", "p1 place b1 3", "p2 roll x1", "tray show 4r", "p2 place b1 4r"
    )
    assert shown(game, state, "Score")["In the hand"] == ("6", "5")
    board = game.sheet(state, NAMES).grids[0]
    assert (board.rows[0].cells[1].text, board.rows[0].cells[1].seat) == ("4r", 2)
    assert game.expects(played(game, state, "p1 roll x1")).away == ()


def test_a_red_die_may_go_on_an_empty_square() -> None:
    game, state = game_after(
        "p1 roll x1", "tray show 3", "p1 place b1 3", "p2 roll x1", "tray show 4r"
    )
    assert len(game.legal(state)) == 12


def test_a_red_die_never_replaces_an_own_die() -> None:
    game, state = game_after("p1 roll x2", "tray show 3 4r", "p1 place b1 3")
    assert "p1 place b1 4r" not in legal_texts(game, state)


def test_when_the_other_has_no_dice_left_all_must_be_rolled() -> None:
    game, state = game_after(
        *("p1 roll x3", "tray show 1 2 3", "p1 place b1 1", "p1 place c1 2", "p1 place d1 3"),
        *("p2 roll x1", "tray show 1", "p2 place a2 1"),
        *("p1 roll x3", "tray show 1 2 3", "p1 place b2 1", "p1 place d2 2", "p1 place a3 3"),
    )
    assert (game.expects(state).throw, game.expects(state).hand) == (5, "p2")
    assert "Ann has no dice in the hand, so Ben must roll all." in game.sheet(state, NAMES).notes


def test_the_last_die_of_the_hand_is_thrown_without_asking() -> None:
    game, state = game_after(
        *("p1 roll x3", "tray show 1 2 3", "p1 place b1 1", "p1 place c1 2", "p1 place d1 3"),
        *("p2 roll x1", "tray show 1", "p2 place a2 1"),
        *("p1 roll x2", "tray show 1 2", "p1 place b2 1", "p1 place d2 2"),
        *("p2 roll x1", "tray show 1", "p2 place a3 1"),
    )
    assert (game.expects(state).throw, game.expects(state).hand) == (1, "p1")


def test_with_two_dice_in_the_hand_one_or_two_are_rolled() -> None:
    game, state = game_after(
        *("p1 roll x3", "tray show 1 2 3", "p1 place b1 1", "p1 place c1 2", "p1 place d1 3"),
        *("p2 roll x1", "tray show 1", "p2 place a2 1"),
        *("p1 roll x1", "tray show 1", "p1 place b2 1"),
        *("p2 roll x1", "tray show 1", "p2 place a3 1"),
    )
    assert legal_texts(game, state) == ("p1 roll x1", "p1 roll x2")


def test_a_die_that_comes_back_at_the_end_is_played_again() -> None:
    turns = list(lines_of(ANN_LEADS))
    turns[turns.index("tray show 2 5 6")] = "tray show 2 5 6r"
    game, state = game_after(*turns[:-1], "p2 place b1 6r")
    assert (game.expects(state).throw, game.expects(state).hand) == (1, "p1")
    state = played(game, state, "tray show 1")
    assert legal_texts(game, state) == ("p1 place d4 1",)


@pytest.mark.parametrize(
    ("moves", "move", "slug"),
    [
        ((), "p1 roll", "illegal"),
        ((), "p1 roll x4", "illegal"),
        ((), "p2 roll x1", "wrong_seat"),
        ((), "tray show 1", "no_throw_due"),
        (("p1 roll x2",), "tray show 1 2 3", "wrong_number"),
        (("p1 roll x2",), "p1 place b1 1", "throw_due"),
        (("p1 roll x1", "tray show 3"), "p1 place a1 3", "illegal"),
        (("p1 roll x1", "tray show 3"), "p1 place b1 4", "illegal"),
        (("p1 roll x1", "tray show 3"), "p1 place e5 3", "illegal"),
        (("p1 roll x2", "tray show 3 4", "p1 place b1 3"), "p1 place b1 4", "illegal"),
        (("p1 roll x1", "tray show 3"), "p1 choose p1", "illegal"),
        (tuple(lines_of(ANN_LEADS)), "p1 choose p1", "wrong_seat"),
        (tuple(lines_of(ANN_LEADS)), "p2 choose p3", "illegal"),
    ],
)
def test_what_the_rules_dont_allow_is_refused(moves: tuple[str, ...], move: str, slug: str) -> None:
    game, state = game_after(*moves)
    with pytest.raises(IllegalMove) as caught:
        played(game, state, move)
    assert caught.value.slug == slug


@pytest.mark.parametrize("option", [("layout", "9"), ("match_points", "0"), ("red", "own")])
def test_a_wrong_house_rule_is_refused(option: tuple[str, str]) -> None:
    with pytest.raises(OptionError, match=option[0]):
        make_game("two_of_three", dict([option]))


def test_there_is_a_board_to_tap_for_each_die_that_can_be_placed() -> None:
    game, state = game_after("p1 roll x3", "tray show 3 3 5r")
    grids = game.sheet(state, NAMES).grids
    assert [grid.title for grid in grids][:2] == ["Put the 3", "Put the 5r"]
    cell = grids[1].rows[0].cells[1]
    assert (cell.preview, str(cell.move)) == ("5r", "p1 place b1 5r")


def test_the_sheet_marks_the_lines_that_are_won_so_far() -> None:
    moves = lines_of(ANN_LEADS[:1])
    game, state = game_after(*moves)
    found = shown(game, state, "Lines")
    assert found["row 1"] == ("1", "")
    assert found["column b"] == ("", "")


def test_worth_says_whether_three_dice_score_a_line() -> None:
    game = make_game("two_of_three")
    assert game.worth(parse_dice("5 3 4"))[0].points == 1
    assert game.worth(parse_dice("5 3"), taken=parse_dice("5"))[0].words == "a pair"
    assert game.worth(parse_dice("6 1 2"))[0].points == 0


@pytest.mark.parametrize(
    ("dice", "box", "words"),
    [
        ("1 2", None, "three dice, not 2"),
        ("1 2 3 4", None, "three dice, not 4"),
        ("1 2 3", "line", "no boxes"),
    ],
)
def test_worth_refuses_what_is_no_line(dice: str, box: str | None, words: str) -> None:
    with pytest.raises(NotationError, match=words):
        make_game("two_of_three").worth(parse_dice(dice), box=box)
