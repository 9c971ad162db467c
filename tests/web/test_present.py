"""What the templates draw, worked out of snapshots."""

from __future__ import annotations

import random

import pytest

from pi_app.rules.games import MAKERS, make_game
from pi_app.rules.log import new_header
from pi_app.rules.moves import Move, Verb, parse_move
from pi_app.web.present.board import is_squares
from pi_app.web.present.choices import Shape, grouped, moves_of, possible_faces
from pi_app.web.present.overlay import overlay_of, window_of
from pi_app.web.present.words import event_label, label_of, move_label
from tests.e2e.screens import NAMES, played
from tests.web.fakes import FakeTable, seen_dice


def words(label: tuple[object, ...]) -> str:
    """A label as text, dice in brackets."""
    return " ".join(f"[{t.text}]" if t.die else t.text for t in label)  # type: ignore[attr-defined]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("I see 5 dice, and 6 were thrown.", "I see 5 dice, and 6 were thrown."),
        ("Set aside 5 5 5r", "Set aside [5] [5] [5r]"),
        ("Flip 5r, please", "Flip [5r] , please"),
        ("He has 30 rolls for 4, 5 boxes", "He has 30 rolls for 4, 5 boxes"),
    ],
)
def test_only_dice_in_a_row_or_red_ones_are_drawn(text: str, expected: str) -> None:
    assert words(label_of(text)) == expected


@pytest.mark.parametrize(
    ("move", "expected"),
    [
        ("p1 flip 5r 4", "Turn [5r] to [4]"),
        ("p1 bid 4x5", "Bid 4 × [5]"),
        ("p1 roll x3", "Roll 3 dice"),
        ("p1 place b2 5r", "Place b2 [5r]"),
        ("p1 stop", "Stop"),
    ],
)
def test_a_move_is_told_in_words_and_dice(move: str, expected: str) -> None:
    assert words(move_label(parse_move(move))) == expected


def test_a_throw_and_a_strange_line_are_told() -> None:
    assert words(event_label("tray show 1 5r", ("Ann",), {})) == "Thrown: [1] [5r]"
    assert words(event_label("what is this", ("Ann",), {})) == "what is this"


def test_bids_become_a_table_of_counts_and_numbers() -> None:
    moves = [parse_move(f"p1 bid {count}x{number}") for count in (3, 4) for number in (1, 2, 6)]
    (group,) = grouped([(move, move_label(move)) for move in moves], ("Ann",))
    assert group.shape is Shape.MATRIX
    ones = group.lines[0]
    assert [button.moves for button in ones.buttons] == ["p1 bid 3x1", "p1 bid 4x1"]


def test_many_choices_of_dice_become_a_picker_with_each_die_once() -> None:
    moves = [Move(1, Verb.ROLL)] + [
        parse_move(f"p1 roll {dice}")
        for dice in ("1", "2", "2 2", "1 2", "1 2 2", "5r", "1 5r", "2 5r", "2 2 5r")
    ]
    (group,) = grouped([(move, move_label(move)) for move in moves], ("Ann",))
    assert (group.shape, group.dice) == (Shape.PICKER, ("1", "2", "2", "5r"))
    assert [button.moves for button in group.buttons] == ["p1 roll"]


def test_many_flips_are_grouped_by_the_die_that_is_turned() -> None:
    moves = [
        parse_move(f"p1 flip {red}r {number}")
        for red in (2, 5)
        for number in range(1, 7)
        if number != red
    ]
    groups = grouped([(move, move_label(move)) for move in moves], ("Ann",))
    assert [group.title for group in groups] == ["Turn 2r to", "Turn 5r to"]
    assert all(len(group.buttons) == 5 for group in groups)


def test_moves_of_several_players_name_the_player() -> None:
    moves = [parse_move("p1 pass"), parse_move("p2 pass")]
    groups = grouped([(move, move_label(move)) for move in moves], ("Ann", "Ben"))
    assert [group.title for group in groups] == ["Ann", "Ben"]


@pytest.mark.parametrize("seed", range(3))
@pytest.mark.parametrize("name", sorted(MAKERS))
def test_every_legal_move_of_every_game_can_be_tapped(name: str, seed: int) -> None:
    least, most = make_game(name).info.seats
    table = FakeTable(new_header(name, NAMES[: max(least, min(3, most))]))
    table.record = played(table.record.header, 15 + 17 * seed, random.Random(seed))
    table.play()
    snapshot = table.snapshot()
    cells = {
        str(cell.move)
        for grid in snapshot.sheet.grids
        for row in grid.rows
        for cell in row.cells
        if cell.move
    }
    reachable = set(cells)
    for group in (*moves_of(snapshot).named, *moves_of(snapshot).others):
        reachable |= {button.moves for button in group.buttons}
        reachable |= {button.moves for line in group.lines for button in line.buttons}
        if group.shape is Shape.PICKER:
            head = parse_move(group.moves)
            reachable |= {
                str(move)
                for move in snapshot.legal
                if (move.seat, move.verb) == (head.seat, head.verb)
            }
    assert {str(move) for move in snapshot.legal} <= reachable


def test_a_board_of_squares_is_told_from_a_scorepad() -> None:
    boards = FakeTable(new_header("two_of_three", ("Ann", "Ben"))).snapshot().sheet.grids
    pads = FakeTable().snapshot().sheet.grids
    assert any(map(is_squares, boards))
    assert not any(map(is_squares, pads))


@pytest.mark.parametrize(("dice_set", "reds"), [("plain", 0), ("spicy", 6), ("any", 6)])
def test_only_faces_that_the_set_has_are_offered(dice_set: str, reds: int) -> None:
    table = FakeTable(new_header("keep_on_rolling", ("Ann", "Ben"), dice=dice_set))
    assert len(possible_faces(table.snapshot())) == 6 + reds


def test_the_shown_part_holds_all_dice_and_never_leaves_the_picture() -> None:
    rng = random.Random(5)
    for _ in range(200):
        centres = tuple(
            (rng.uniform(0, 640), rng.uniform(0, 480)) for _ in range(rng.randint(1, 6))
        )
        window = window_of(centres, 640, 480)
        assert window.left_px >= 0
        assert window.top_px >= 0
        assert window.left_px + window.width_px <= 640.001
        assert window.top_px + window.height_px <= 480.001


def test_dice_close_together_are_shown_large_and_all() -> None:
    window = window_of(((300, 200), (380, 260)), 640, 480)
    assert window.width_px == 320
    assert window.left_px < 300 < 380 < window.left_px + window.width_px


def test_labels_stand_beside_their_dice_and_inside_what_is_shown() -> None:
    overlay = overlay_of(seen_dice("1 5r 3", 40.0), 640, 480)
    for mark in overlay.marks:
        x, y = mark.label
        assert overlay.window.left_px < x < overlay.window.left_px + overlay.window.width_px
        assert abs(x - mark.centre[0]) + abs(y - mark.centre[1]) > 20
