"""`/`: the table. Taps come in here, and the changes that other tablets wait for go out.

May import: forms, render, rules, table.types, flask.
"""

from __future__ import annotations

from dataclasses import dataclass

from flask import Blueprint, Response, jsonify, request

from pi_app.rules.dice import parse_die, sort_dice
from pi_app.rules.moves import parse_move, with_dice
from pi_app.table.types import Confirm, Correct, Enter, TakeBack
from pi_app.web import forms
from pi_app.web.errors import BadInput
from pi_app.web.render import House, Painter
from pi_app.web.routes import with_routes

MOST_DICE = 36
MOST_UNDONE = 999
NO_DIE = "none"


@dataclass(frozen=True, slots=True)
class TablePages:
    """Taps on the table, and the changes that other tablets wait for."""

    house: House
    painter: Painter

    def seq(self) -> int:
        return self.house.desk.seq_of(forms.text(request.form, "seen"))

    def show(self) -> Response:
        return self.painter.page(self.house.desk.snapshot())

    def state(self) -> Response:
        snapshot = self.house.desk.wait(forms.text(request.args, "since"))
        return Response(status=304) if snapshot is None else self.painter.live(snapshot)

    def health(self) -> Response:
        snapshot = self.house.desk.snapshot()
        return jsonify(ok=True, seq=snapshot.seq, game=snapshot.header.game, camera=snapshot.camera)

    def tap(self) -> Response:
        return self.painter.answer(self.house.desk.make(forms.moves(request.form), self.seq()))

    def pick(self) -> Response:
        """Dice were ticked: they complete the move that `moves` begins."""
        head = parse_move(forms.text(request.form, "moves"))
        words = request.form.getlist("die")
        if not 1 <= len(words) <= MOST_DICE:
            raise BadInput("no_dice", "Please tick the dice first, then tap the button.")
        move = with_dice(head.seat, head.verb, sort_dice(parse_die(word) for word in words))
        # The notation writes "all of them" as the verb alone.
        is_all = len(words) == forms.whole(request.form, "all", 1, MOST_DICE)
        if is_all and move not in (legal := self.house.desk.snapshot().legal) and head in legal:
            move = head
        return self.painter.answer(self.house.desk.make((move,), self.seq()))

    def undo(self) -> Response:
        count = forms.whole(request.form, "count", 1, MOST_UNDONE)
        return self.painter.answer(self.house.desk.ask(TakeBack(self.seq(), count)))

    def correct(self) -> Response:
        index = forms.whole(request.form, "index", 0, MOST_DICE)
        shown = forms.text(request.form, "show")
        die = None if shown == NO_DIE else parse_die(shown)
        value, red = (None, False) if die is None else (die.value, die.red)
        return self.painter.answer(self.house.desk.ask(Correct(index, value, red, self.seq())))

    def enter(self) -> Response:
        dice = forms.dice(request.form, "dice", MOST_DICE)
        return self.painter.answer(self.house.desk.ask(Enter(dice, self.seq())))

    def confirm(self) -> Response:
        return self.painter.answer(self.house.desk.ask(Confirm(self.seq())))


def blueprint(house: House, painter: Painter) -> Blueprint:
    """The addresses of these pages."""
    pages = TablePages(house, painter)
    return with_routes(
        Blueprint("table", __name__),
        (
            ("GET", "/", pages.show),
            ("GET", "/state", pages.state),
            ("GET", "/health", pages.health),
            ("POST", "/tap", pages.tap),
            ("POST", "/pick", pages.pick),
            ("POST", "/undo", pages.undo),
            ("POST", "/correct", pages.correct),
            ("POST", "/enter", pages.enter),
            ("POST", "/confirm", pages.confirm),
        ),
    )
