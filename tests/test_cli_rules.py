"""The commands that need the rules alone: games, rules, score, replay."""

from __future__ import annotations

import io
import json
from pathlib import Path
from types import SimpleNamespace

import pytest

from pi_app.main import main
from pi_app.rules.games import MAKERS

LOG = """tallytray log 1
game keep_on_rolling 1
dice spicy
seat Ann
seat Ben
tray show 1 2 3 5 5 6
p1 take 5 5
"""
Output = pytest.CaptureFixture[str]


def run(capsys: Output, *argv: str) -> tuple[int, str, str]:
    """Exit code, standard output, standard error."""
    code = main(argv)
    out, err = capsys.readouterr()
    return code, out, err


def test_the_games_are_listed_with_how_many_can_play(capsys: Output):
    code, out, _ = run(capsys, "games")
    assert code == 0
    assert len(out.splitlines()) == len(MAKERS)
    assert "catch6" in out
    assert "2 players" in out


def test_the_games_are_listed_as_json(capsys: Output):
    _, out, _ = run(capsys, "games", "--json")
    assert {entry["game"] for entry in json.loads(out)} == set(MAKERS)


@pytest.mark.parametrize("game", sorted(MAKERS))
def test_the_rules_of_every_game_can_be_read(capsys: Output, game: str):
    code, out, err = run(capsys, "rules", game)
    assert (code, err) == (0, "")
    assert "Verbs: " in out


def test_rules_name_options_with_default_and_range(capsys: Output):
    _, out, _ = run(capsys, "rules", "keep_on_rolling")
    assert "target = 250  (10 to 1000)" in out


def test_rules_as_json_have_boxes_and_options(capsys: Output):
    _, out, _ = run(capsys, "rules", "spicy_classic", "--json")
    rules = json.loads(out)
    assert rules["boxes"]["run"]
    assert rules["options"][0]["default"] == "fresh"


def test_an_unknown_game_is_refused_with_the_known_ones(capsys: Output):
    code, out, err = run(capsys, "rules", "chess")
    assert (code, out) == (2, "")
    assert err.startswith('tallytray: There is no game "chess"; the games are: spicy_classic')
    assert err.count("\n") == 1


# ---- score ------------------------------------------------------------------------------------


def test_score_tells_what_each_box_would_be_worth(capsys: Output):
    code, out, _ = run(capsys, "score", "spicy_classic", "1 2 3 4 5 6")
    assert code == 0
    assert any(line.split()[:2] == ["21", "run"] for line in out.splitlines())


def test_score_of_one_box(capsys: Output):
    _, out, _ = run(capsys, "score", "spicy_classic", "--box", "sum", "1", "2", "3", "4", "5", "6")
    assert [line.split()[:2] for line in out.splitlines()] == [["21", "sum"]]


def test_score_as_json(capsys: Output):
    _, out, _ = run(capsys, "score", "spicy_classic", "1 2 3 4 5r 6", "--box", "5", "--json")
    score = json.loads(out)
    assert (score["game"], score["dice"]) == ("spicy_classic", "1 2 3 4 5r 6")
    assert [(worth["box"], worth["points"]) for worth in score["worth"]] == [("5", 21)]


def test_score_takes_house_rules(capsys: Output):
    dice = "1 1 1 1 1 1"
    _, plain, _ = run(capsys, "score", "dice_game", dice, "--json")
    _, house, _ = run(capsys, "score", "dice_game", dice, "--option", "six_ones=10000", "--json")
    assert json.loads(plain) != json.loads(house)


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (("spicy_classic", "1 2 3 4 5 7"), '"7" is no die'),
        (("spicy_classic", "1 2 3 4 5 5rr"), '"5rr" is no die'),
        (("spicy_classic", "1 2 3 4 5 6 6"), "not 7"),
        (("spicy_classic", "1 2 3 4 5 6", "--box", "seven"), "the boxes are"),
        (("spicy_classic", "1 2 3 4 5 6", "--option", "colour=red"), "the options are"),
        (("spicy_classic", "1 2 3 4 5 6", "--option", "flips=all"), "it takes fresh, any"),
        (("spicy_classic", "1 2 3 4 5 6", "--option", "flips"), "NAME=VALUE"),
        (("chess", "1"), "the games are"),
        (("keep_on_rolling", "1 2 3 4 5 6", "--box", "stop"), "only: bust"),
        (("catch6", ""), "1 to 6 of them, not 0"),
        (("two_of_three", "1 2 3", "--box", "line"), "no boxes"),
        (("spicy_classic", "x" * 9999), 'x..." is no die'),
    ],
)
def test_a_wrong_score_is_refused_with_what_would_be_right(
    capsys: Output, arguments: tuple[str, ...], words: str
):
    code, out, err = run(capsys, "score", *arguments)
    assert (code, out) == (2, "")
    assert words in err
    assert err.count("\n") == 1


# ---- replay -----------------------------------------------------------------------------------


def test_replay_prints_the_state_after_the_last_line(capsys: Output, tmp_path: Path):
    log = tmp_path / "game.log"
    log.write_text(LOG)
    code, out, _ = run(capsys, "replay", str(log))
    assert code == 0
    assert "Scores: Ann 0, Ben 0" in out
    assert out.splitlines()[-2:] == ["  p1 roll", "  p1 stop"]


def test_replay_as_json_has_the_whole_state(capsys: Output, tmp_path: Path):
    log = tmp_path / "game.log"
    log.write_text(LOG)
    _, out, _ = run(capsys, "replay", str(log), "--json")
    state = json.loads(out)
    assert state["game"] == "keep_on_rolling"
    assert (state["over"], state["to_move"], state["expects"]) == (False, 1, None)
    assert state["legal"] == ["p1 roll", "p1 stop"]
    assert state["scores"] == {"Ann": 0, "Ben": 0}
    assert state["sheet"]["grids"][0]["columns"] == ["Ann", "Ben"]


def test_replay_as_json_says_what_the_tray_must_show(capsys: Output, tmp_path: Path):
    log = tmp_path / "game.log"
    log.write_text(LOG + "p1 roll\n")
    _, out, _ = run(capsys, "replay", str(log), "--json")
    expects = json.loads(out)["expects"]
    assert (expects["throw"], expects["lying"], expects["hand"]) == (4, "5 5", "table")


def test_replay_of_a_game_that_is_over_says_who_has_won(capsys: Output, tmp_path: Path):
    log = tmp_path / "game.log"
    end = LOG.replace("dice", "option target 10\ndice")
    log.write_text(end + "p1 stop\ntray show 1 2 3 4 5 6\n")
    assert "The game is over. Won by: Ann" in run(capsys, "replay", str(log))[1]
    state = json.loads(run(capsys, "replay", str(log), "--json")[1])
    assert (state["over"], state["to_move"], state["legal"]) == (True, None, [])
    assert state["winners"] == ["Ann"]


def test_replay_of_a_board_says_whose_each_die_is_and_where_no_square_is(
    capsys: Output, tmp_path: Path
):
    log = tmp_path / "game.log"
    moves = "p1 roll x1\ntray show 5r\np1 place b1 5r\n"
    log.write_text(f"tallytray log 1\ngame two_of_three 1\nseat Ann\nseat Ben\n{moves}")
    board = next(line for line in run(capsys, "replay", str(log))[1].splitlines() if "5r" in line)
    assert board.split() == ["1", "#", "5r", "Ann", ".", "."]
    grid = json.loads(run(capsys, "replay", str(log), "--json")[1])["sheet"]["grids"][0]
    assert [cell["seat"] for cell in grid["rows"][0]["cells"]] == [0, 1, 0, 0]


@pytest.mark.parametrize("text", ["\ufeff" + LOG, LOG.replace("\n", " \t\r\n"), LOG.rstrip()])
def test_a_log_from_another_editor_is_read(capsys: Output, tmp_path: Path, text: str):
    log = tmp_path / "game.log"
    log.write_bytes(text.encode())
    assert run(capsys, "replay", str(log))[0] == 0


def test_a_hundred_thousand_letters_are_not_repeated(capsys: Output, tmp_path: Path):
    log = tmp_path / "game.log"
    log.write_text(LOG + "p1 take" + " 5" * 50_000)
    code, _, err = run(capsys, "replay", str(log))
    assert code == 1
    assert "line 8: " in err
    assert len(err) < 400


def test_replay_reads_standard_input(capsys: Output, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr("sys.stdin", SimpleNamespace(buffer=io.BytesIO(LOG.encode())))
    assert run(capsys, "replay", "-")[0] == 0


def test_a_wrong_line_in_the_middle_of_a_log_is_named(capsys: Output, tmp_path: Path):
    log = tmp_path / "game.log"
    log.write_text(LOG + "p2 stop\np1 stop\n")
    code, out, err = run(capsys, "replay", str(log))
    assert (code, out) == (1, "")
    assert err == f'tallytray: {log}: line 8: "p2 stop": it is the turn of p1.\n'


def test_a_log_of_newer_rules_is_refused(capsys: Output, tmp_path: Path):
    log = tmp_path / "game.log"
    log.write_text(LOG.replace("rolling 1", "rolling 9"))
    code, _, err = run(capsys, "replay", str(log))
    assert code == 1
    assert "line 2: " in err
    assert "please update" in err


def test_a_log_that_is_not_there_is_said(capsys: Output, tmp_path: Path):
    code, _, err = run(capsys, "replay", str(tmp_path / "none.log"))
    assert code == 2
    assert "none.log: can't be read (No such file or directory)" in err


def test_a_log_that_is_no_text_is_said_with_its_line(capsys: Output, tmp_path: Path):
    log = tmp_path / "game.log"
    log.write_bytes(LOG.encode() + b"\xff\xfe\n")
    code, _, err = run(capsys, "replay", str(log))
    assert code == 1
    assert "line 8: this is no text" in err


# ---- used wrongly -----------------------------------------------------------------------------


@pytest.mark.parametrize(
    "argv", [(), ("dance",), ("score",), ("replay",), ("serve", "--port", "many")]
)
def test_used_wrongly_is_one_line_and_2(capsys: Output, argv: tuple[str, ...]):
    code, out, err = run(capsys, *argv)
    assert (code, out) == (2, "")
    assert err.startswith("tallytray: ")
    assert err.count("\n") == 1


@pytest.mark.parametrize("argv", [("--help",), ("score", "--help"), ("--version",)])
def test_help_is_no_error(capsys: Output, argv: tuple[str, ...]):
    code, out, err = run(capsys, *argv)
    assert (code, err) == (0, "")
    assert out
