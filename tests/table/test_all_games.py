"""Every game is played with dice, buttons and taps, as people do; nothing here knows any game."""

from __future__ import annotations

import random
from typing import Any

import pytest

from pi_app.rules.dice import Dice, Die, sort_dice
from pi_app.rules.game import Expect
from pi_app.rules.games import MAKERS, make_game
from pi_app.rules.log import new_header
from pi_app.rules.moves import Move, Verb, show
from pi_app.table.types import Motion
from tests.table.playing import Play, die
from vision.types import DieReading

STEPS = 100
PLACES = 2000


class Hands:
    """People with dice at a table: what they throw, keep and turn really lies there."""

    def __init__(self, game: str, seed: int) -> None:
        made = make_game(game)
        least, most = made.info.seats
        names = ("Ann", "Ben", "Cem", "Dan")[: max(least, min(2, most))]
        self.rng = random.Random(seed)
        self.play = Play(new_header(game, names))
        self.lying: dict[str, list[DieReading]] = {}
        self.hand = "table"
        # No die comes to rest twice at the same place.
        self.free = self.rng.sample(range(PLACES), PLACES)

    # ---- what lies on the tray ----------------------------------------------------------------

    def look(self) -> None:
        dice = [one for lying in self.lying.values() for one in lying]
        self.play.tray.dice = dict(enumerate(dice))
        self.play.do(Motion(0.0))
        self.play.look()

    def leave(self, hand: str, stay: Dice) -> None:
        """Pick up what lies there of a hand, but for the dice that stay (if they are there)."""
        left = list(stay)
        kept = []
        for one in self.lying.get(hand, []):
            face = Die(one.value or 1, bool(one.red))
            if face in left:
                left.remove(face)
                kept.append(one)
        self.lying[hand] = kept

    def throw(self, expect: Expect) -> Dice:
        """Throw what is due; the dice come to rest where none has lain."""
        self.leave(expect.hand, expect.lying)
        thrown = sort_dice(
            Die(self.rng.randint(1, 6), self.rng.random() < 1 / 6) for _ in range(expect.throw)
        )
        for face in thrown:
            self.lying[expect.hand].append(die(str(face), self.free.pop()))
        self.hand = expect.hand
        return thrown

    # ---- one step -----------------------------------------------------------------------------

    def step(self) -> bool:
        """Do what the game asks for; False when it is over."""
        now = self.play.now
        if now.over:
            return False
        if now.expect is not None:
            self.thrown(now.expect)
            return True
        move = self.rng.choice(now.legal)
        match move.verb:
            case Verb.ROLL if self.rng.random() < 0.7:
                self.rolled(move)
            case Verb.FLIP:
                self.flipped(move)
            case Verb.STOP if self.rng.random() < 0.7:
                self.pressed(Verb.STOP, move)
            case _:
                self.play.tap(str(move))
        return True

    def thrown(self, expect: Expect) -> None:
        if self.hand != expect.hand and self.rng.random() < 0.5:
            self.lying.clear()
        dice = self.throw(expect)
        before = len(self.play.lines)
        self.look()
        if len(self.play.lines) == before:
            assert self.play.now.choices, (
                f"{expect}: {dice} were not counted: {self.play.now.message}"
            )
            self.play.tap(str(show(dice)))
        assert self.play.lines[-1] == str(show(dice))

    def rolled(self, move: Move) -> None:
        """Leave lying what is kept, and press ROLL."""
        expect = self.after(move)
        if expect is None or not self.all_there(expect):
            self.play.tap(str(move))
            return
        self.leave(expect.hand, expect.lying)
        self.look()
        self.pressed(Verb.ROLL, move)

    def all_there(self, expect: Expect) -> bool:
        """Whether the whole hand lies there, so that what is left says what is kept."""
        return len(self.lying.get(expect.hand, [])) == expect.throw + len(expect.lying)

    def flipped(self, move: Move) -> None:
        """Turn a red die by hand, and press FLIP before or after that."""
        old, new = move.arguments
        lying = self.lying.get(self.hand, [])
        places = [place for place, one in enumerate(lying) if str(one) == old]
        if not places:
            self.play.tap(str(move))
            return
        if self.rng.random() < 0.5:
            self.play.press(Verb.FLIP)
        turned = die(new, lying[places[0]].centre_px[0] / 100.0)
        lying[places[0]] = turned
        self.look()
        if self.play.lines[-1] != str(move):
            self.pressed(Verb.FLIP, move)
        assert self.play.lines[-1] == str(move)

    def pressed(self, verb: Verb, move: Move) -> None:
        """Press a button; where it can mean several things, choose on the page."""
        before = len(self.play.lines)
        shown = self.play.press(verb)
        if len(self.play.lines) == before:
            if shown.waiting is verb:
                shown = self.play.press(verb)
            if len(self.play.lines) == before:
                assert (move,) in [path[-1:] for path in shown.choices]
                self.play.tap(str(move)) if (move,) in shown.choices else None
                return
        assert self.play.lines[-1] == str(move)

    def after(self, move: Move) -> Expect | None:
        record: Any = self.play.table._state.record
        return record.game.expects(record.game.apply(record.state, move))


@pytest.mark.parametrize("seed", range(3))
@pytest.mark.parametrize("game", sorted(MAKERS))
def test_a_game_is_played_with_dice_buttons_and_taps(game: str, seed: int):
    hands = Hands(game, seed)
    for _ in range(STEPS):
        if not hands.step():
            break
    assert len(hands.play.lines) > 10
    again = Play(hands.play.now.header, journal=hands.play.journal)
    assert again.now.sheet == hands.play.now.sheet
