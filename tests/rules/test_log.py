"""The log: what is written is read again, and a wrong line is named by its number."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pi_app.rules.errors import IllegalMove, LogError, NotationError, OptionError
from pi_app.rules.log import (
    Header,
    Undo,
    begin,
    format_log,
    new_header,
    parse_event,
    parse_header,
    replay,
)
from pi_app.rules.moves import parse_move

HEAD = (
    "tallytray log 1\ngame keep_on_rolling 1\noption target 250\ndice spicy\nseat Ann\nseat Ben\n"
)
CATCH6 = "tallytray log 1\ngame catch6 1\nseat Ann\nseat Ben\n"
THROW = "tray show 1 2 3 5 5 6\n"


def fails(text: str) -> LogError:
    with pytest.raises(LogError) as caught:
        replay(text)
    return caught.value


# ---- there and back ---------------------------------------------------------------------------


def test_a_log_leads_to_the_state_after_its_last_line():
    record = replay(HEAD + THROW + "p1 take 5 5\np1 stop\n")
    assert record.game.scores(record.state) == (10, 0)


def test_a_header_alone_is_a_game_before_its_first_move():
    record = replay(HEAD)
    assert record.moves == ()
    assert record.header.seats == ("Ann", "Ben")


def test_a_log_is_read_as_it_was_written():
    events = (parse_move("tray show 1 2 3 5 5 6"), parse_move("p1 take 5 5"), Undo(1))
    text = format_log(parse_header(HEAD), events)
    assert text == HEAD + THROW + "p1 take 5 5\nundo 1\n"
    assert replay(text).moves == events[:1]


names = st.text(min_size=1, max_size=24).filter(
    lambda name: name == name.strip() and all(character.isprintable() for character in name)
)


@given(st.lists(names, min_size=2, max_size=9, unique=True))
def test_every_name_that_is_allowed_survives_the_log(seats: list[str]):
    header = new_header("keep_on_rolling", tuple(seats))
    assert replay(format_log(header, ())).header == header


@given(st.text(min_size=1, max_size=24))
def test_a_name_is_refused_or_survives_the_log(name: str):
    try:
        header = new_header("keep_on_rolling", (name, "Ben"))
    except OptionError:
        return
    assert parse_header(str(header)) == header


def test_empty_lines_comments_and_windows_line_ends_say_nothing():
    text = (HEAD + "\n# a note\n  \n" + THROW).replace("\n", "\r\n")
    assert len(replay(text).moves) == 1


def test_tabs_are_as_good_as_blanks():
    assert replay((HEAD + THROW).replace(" ", "\t")) == replay(HEAD + THROW)


@pytest.mark.parametrize("end", ["\x0b", "\x0c", "\x1c", "\x85", "\u2028"])
def test_what_no_editor_ends_a_line_with_ends_none_here(end: str):
    assert replay(HEAD + THROW + f"# a note{end}p1 stop\n").moves == replay(HEAD + THROW).moves
    assert fails(HEAD + f"# a note{end}more\n" + THROW + "p2 stop").line == 9


@pytest.mark.parametrize("end", ["\n", "\r\n", "\r"])
def test_lines_are_counted_as_an_editor_counts_them(end: str):
    assert fails((HEAD + "\n" + THROW + "p2 stop\n").replace("\n", end)).line == 9


def test_undo_takes_back_what_still_stands():
    record = replay(HEAD + THROW + "p1 take 5 5\nundo 1\np1 stop\nundo 2\n")
    assert record.moves == ()
    assert record.state == begin(record.header).state


def test_options_without_a_line_have_their_defaults():
    text = HEAD.replace("option target 250\n", "").replace("dice spicy\n", "")
    record = replay(text)
    assert record.header.dice_set == "any"
    assert record.header.options == ()


# ---- what is wrong, and in which line ---------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "line", "slug", "words"),
    [
        ("", 1, "no_log", 'the first line must be "tallytray log 1"'),
        ("\n\nhello\n", 3, "no_log", "no log of a game"),
        ("hello\nworld\n", 1, "no_log", "no log of a game"),
        ("tallytray log 1 1\n", 1, "no_log", "no log of a game"),
        ("tallytray log 1234567\n", 1, "no_log", "no log of a game"),
        ("tallytray log ²\n", 1, "no_log", "no log of a game"),
        ("hello world 1\n", 1, "no_log", "no log of a game"),
        ("tallytray score 1\n", 1, "no_log", "no log of a game"),
        ("tallytray log\n", 1, "no_log", "no log of a game"),
        ("tallytray log 2\n", 1, "newer_format", "Logs of form 2 need a newer"),
        ("tallytray log 1\n", 1, "no_game", "game spicy_classic 1"),
        ("tallytray log 1\nseat Ann\n", 2, "no_game", "game spicy_classic 1"),
        (CATCH6 + "seat Cem\n", 3, "wrong_seats", "Catch 6 is for 2 players, not 3."),
        ("tallytray log 1\nseat Ann\ngame keep_on_rolling\n", 3, "no_game", "version"),
        (HEAD.replace("rolling 1", "rolling 1 1"), 2, "no_game", "version"),
        (HEAD.replace("rolling 1", "rolling 0"), 2, "no_game", "version"),
        (HEAD.replace("keep_on_rolling", "chess"), 2, "unknown_game", 'no game "chess"'),
        (HEAD.replace("rolling 1", "rolling 99"), 2, "newer_rules", "please update it"),
        (HEAD.replace("target", "colour"), 3, "unknown_option", "options are: "),
        (HEAD.replace("250", "5"), 3, "bad_option_value", "10 to 1000"),
        (HEAD.replace("target 250", "target"), 3, "bad_option", "a name and a value"),
        (HEAD.replace("spicy", "loaded"), 4, "unknown_dice", "spicy, plain, any"),
        (HEAD.replace("dice spicy", "dice"), 4, "unknown_dice", "spicy, plain, any"),
        (HEAD.replace("250", "9" * 5000), 3, "bad_option_value", f'"{"9" * 60}..."; it takes 10'),
        (HEAD.replace("Ben", "B\ten"), 6, "bad_name", '"B?en"'),
        (HEAD.replace("Ben", "B\u2028n"), 6, "bad_name", '"B?n"'),
        (HEAD.replace("seat Ben\n", ""), 5, "wrong_seats", "2 to 9 players"),
        (HEAD.replace("Ben", "Ann"), 6, "same_name", "same name"),
        (HEAD.replace("Ben", "x" * 25), 6, "bad_name", "1 to 24 letters"),
        (HEAD.replace("option", "option colour red\noption"), 3, "unknown_option", '"colour"'),
        (HEAD.replace("dice", "option colour red\ndice"), 4, "unknown_option", '"colour"'),
        (HEAD.replace("dice", "option edition 1999\ndice"), 4, "bad_option_value", "2004, 2018"),
        (HEAD + "seat Ann\n", 7, "same_name", "same name"),
        (HEAD + "seat Ben\nseat Cem\n", 8, "same_name", "same name"),
        (HEAD.replace("seat Ben", "seat to\nseat " + "x" * 25), 7, "bad_name", "1 to 24"),
        (HEAD + "dice plain\n", 7, "twice", "dice twice"),
        (HEAD + "option target 300\n", 7, "twice", "option target twice"),
        (HEAD + "game hot_dice 1\n", 7, "twice", "game twice"),
        (HEAD.replace("seat Ben", "sead Ben"), 6, "bad_line", '"sead Ben" begins neither'),
        (HEAD.replace("game", "GAME"), 2, "bad_line", "(game, option, dice, seat)"),
        (HEAD.replace("option", "p1option"), 3, "bad_line", "nor a move (p1, tray)"),
        (HEAD + HEAD, 7, "two_logs", "a file of its own"),
    ],
)
def test_a_wrong_header_is_refused_at_its_line(text: str, line: int, slug: str, words: str):
    error = fails(text)
    assert (error.line, error.slug) == (line, slug)
    assert words in error.sentence
    assert error.sentence.startswith(f"Line {line}: ")


@pytest.mark.parametrize(
    ("line", "slug", "words"),
    [
        ("p1 take 5 5 5", "illegal", "allowed: p1 take 5 5"),
        ("p2 stop", "wrong_seat", "it is the turn of p1"),
        ("p1 take 7", "bad_die", '"7" is no die'),
        ("p1 take 5rr", "bad_die", '"5rr"'),
        ("p1 dance", "bad_verb", "the verbs are"),
        ("ann stop", "bad_seat", "p1 to p9"),
        ("you stop", "bad_seat", "p1 to p9"),
        ("stop", "bad_move", "who, verb"),
        ("undo 9", "nothing_to_undo", "1 move has been made"),
        ("undo", "bad_undo", "undo 1"),
        ("undo ²", "bad_undo", "undo 1"),
        ("undo 1 2", "bad_undo", "undo 1"),
        ("undo 0", "bad_undo", "undo 1"),
        ("tray show 1 2 3", "no_throw_due", "No throw is due"),
        ("seat Cem", "late_header", '"seat Cem" belongs in the header'),
        ("dice plain", "late_header", "before the first move"),
        ("option\ttarget 300", "late_header", "before the first move"),
        ("tallytray log 1", "two_logs", "a file of its own"),
        ("x" * 9999, "bad_move", f'"{"x" * 60}..." is no move'),
        ("p1 \x1b[31m", "bad_verb", '"?[31m" is no verb'),
    ],
)
def test_a_wrong_line_in_the_middle_is_named_by_its_number(line: str, slug: str, words: str):
    error = fails(HEAD + "# a note\n" + THROW + line + "\np1 stop\n")
    assert (error.line, error.slug) == (9, slug)
    assert words in error.sentence


@pytest.mark.parametrize(
    ("line", "slug"),
    [
        ("tray show 1 2 3 4 5", "wrong_number"),
        ("tray show 1 2 3 4 5 5 6", "wrong_number"),
        ("tray show 1 2 3 4 5r 5r", "impossible_faces"),
        ("p1 stop", "throw_due"),
    ],
)
def test_a_wrong_throw_is_named_by_its_number(line: str, slug: str):
    error = fails(HEAD + line + "\n")
    assert (error.line, error.slug) == (7, slug)


def test_a_move_after_the_end_is_refused():
    log = HEAD.replace("250", "10") + THROW + "p1 stop\ntray show 1 2 3 4 5 6\n"
    assert replay(log).over
    assert fails(log + THROW).slug == "over"


def test_a_text_that_is_more_than_a_header_is_no_header():
    with pytest.raises(LogError, match=r"Line 7: .* belongs to no header"):
        parse_header(HEAD + THROW)


def test_a_wrong_option_is_not_blamed_on_one_whose_name_begins_like_it():
    head = "tallytray log 1\ngame perfecto 1\noption match yes\noption match_points 500\n"
    assert fails(head + "seat Ann\nseat Ben\n").line == 4


def test_too_many_players_are_blamed_on_the_first_whatever_they_are_called():
    head = "tallytray log 1\ngame catch6 1\n"
    assert fails(head + "seat Ann\nseat for\nseat to\n").line == 3


# ---- the record -------------------------------------------------------------------------------


def test_a_refused_event_leaves_the_record_as_it_was():
    record = begin(parse_header(HEAD))
    with pytest.raises(IllegalMove):
        record.after(parse_move("p1 stop"))
    assert record == begin(parse_header(HEAD))


@pytest.mark.parametrize("count", [0, -1, 2])
def test_undo_of_as_many_moves_as_were_never_made_is_refused(count: int):
    record = replay(HEAD + THROW)
    with pytest.raises(IllegalMove, match="can't be done"):
        record.after(Undo(count))


@pytest.mark.parametrize("text", ["undo 1", "p1 take 5 5", "tray show 1 5r"])
def test_an_event_prints_as_it_was_written(text: str):
    assert str(parse_event(text)) == text


def test_a_new_header_takes_todays_rules():
    assert new_header("Keep on Rolling", ("Ann", "Ben")) == Header(
        "keep_on_rolling", 1, ("Ann", "Ben")
    )


@pytest.mark.parametrize(
    "name", ["", " Ann", "Ann ", "A\nB", "A\x85B", "A\u2028B", "A\ud800B", "x" * 25]
)
def test_a_name_that_would_break_the_log_is_refused(name: str):
    with pytest.raises(OptionError):
        new_header("keep_on_rolling", (name, "Ben"))


def test_a_bad_event_is_a_notation_error():
    with pytest.raises(NotationError):
        parse_event("")


def test_a_record_prints_without_its_states():
    text = repr(begin(parse_header(HEAD)))
    assert "Ann" in text
    assert "State" not in text
    assert "KeepOnRolling" not in text


def test_one_move_is_undone_where_no_number_is_said():
    assert Undo() == Undo(1)


def test_a_refused_undo_says_how_many_moves_stand():
    assert "no move has been made" in str(fails(HEAD + "undo 1\n"))
    error = str(fails(HEAD + THROW + "undo 2\n"))
    assert "1 move has been made that still stands, so write undo 1" in error
    error = str(fails(HEAD + THROW + "p1 take 5 5\nundo 3\n"))
    assert "2 moves have been made that still stand, so undo 2 at most" in error
