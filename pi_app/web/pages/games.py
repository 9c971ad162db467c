"""`/games`: begin a game, go on with an earlier one, take a log home.

May import: errors, forms, render, rules, table.types, flask.
"""

from __future__ import annotations

from dataclasses import dataclass

from flask import Blueprint, Response, render_template, request, url_for

from pi_app.rules.dice import DICE_SETS
from pi_app.rules.errors import RulesError
from pi_app.rules.game import GameInfo
from pi_app.rules.log import new_header
from pi_app.table.types import NewGame, Resume, TableError
from pi_app.web import forms
from pi_app.web.errors import NotHere
from pi_app.web.pages.rules import all_games, game_named
from pi_app.web.ports import Archive
from pi_app.web.render import House, Painter, see_other
from pi_app.web.routes import with_routes

MOST_SHOWN = 100
LAST_GAME = 2**53
LONGEST_NAME = 24


@dataclass(frozen=True, slots=True)
class GamePages:
    """The list of games, the form for a new one, and the logs."""

    house: House
    painter: Painter

    def archive(self) -> Archive:
        if self.house.archive is None:
            raise NotHere("no_archive", "No earlier games are kept here.")
        return self.house.archive

    def listing(self) -> str:
        snapshot = self.house.desk.snapshot()
        entries = self.house.archive.games()[:MOST_SHOWN] if self.house.archive else ()
        titles = {info.name: info.title for info in all_games()}
        return render_template(
            "games.html",
            games=all_games(),
            titles=titles,
            entries=entries,
            snapshot=snapshot,
            token=self.house.guard.token(),
        )

    def new(self, name: str) -> Response:
        return self.form_of(game_named(name), {})

    def begin(self, name: str) -> Response:
        info = game_named(name)
        given = {field: forms.text(request.form, field) for field in request.form}
        try:
            seats = tuple(given[f"seat{seat}"] for seat in _seats(info) if given.get(f"seat{seat}"))
            header = new_header(info.name, seats, _options(info, given), given.get("dice", "any"))
            self.house.desk.ask(NewGame(header))
        except (RulesError, TableError) as error:
            return self.form_of(info, given, error.sentence)
        return _to_table()

    def resume(self) -> Response:
        game_id = forms.whole(request.form, "game_id", 0, LAST_GAME)
        try:
            self.house.desk.ask(Resume(game_id))
        except LookupError as error:
            raise NotHere("no_game", f"There is no game number {game_id}.") from error
        return _to_table()

    def log(self, game_id: int) -> Response:
        try:
            text = self.archive().log_text(game_id)
        except LookupError as error:
            raise NotHere("no_game", f"There is no game number {game_id}.") from error
        headers = {"Content-Disposition": f'attachment; filename="tallytray-{game_id}.txt"'}
        return Response(text, mimetype="text/plain", headers=headers)

    def form_of(self, info: GameInfo, given: dict[str, str], refusal: str = "") -> Response:
        html = render_template(
            "new_game.html",
            info=info,
            given=given,
            refusal=refusal,
            names=self.house.desk.snapshot().header.seats,
            seats=_seats(info),
            dice_sets=_dice_sets(self.house),
            token=self.house.guard.token(),
            longest=LONGEST_NAME,
        )
        return Response(html, 400 if refusal else 200, mimetype="text/html")


def blueprint(house: House, painter: Painter) -> Blueprint:
    """The addresses of these pages."""
    pages = GamePages(house, painter)
    return with_routes(
        Blueprint("games", __name__, url_prefix="/games"),
        (
            ("GET", "/", pages.listing),
            ("GET", "/new/<name>", pages.new),
            ("POST", "/new/<name>", pages.begin),
            ("POST", "/resume", pages.resume),
            ("GET", "/<int:game_id>/log", pages.log),
        ),
    )


_DICE_WORDS = {
    "spicy": "Spicy Dice: each die has one red number, a different one on each",
    "plain": "Plain dice: no red numbers",
    "any": "Any dice: whatever the camera sees is believed",
}


def _dice_sets(house: House) -> tuple[tuple[str, str, bool], ...]:
    """Name, words, and whether it is in use now."""
    present = house.desk.snapshot().header.dice_set
    return tuple((name, _DICE_WORDS.get(name, name), name == present) for name in DICE_SETS)


def _seats(info: GameInfo) -> range:
    return range(1, info.seats[1] + 1)


def _options(info: GameInfo, given: dict[str, str]) -> dict[str, str]:
    """What was chosen other than the default: a header keeps only that."""
    chosen = {}
    for option in info.options:
        text = given.get(f"option_{option.name}", "")
        if text and text != option.format(option.default):
            chosen[option.name] = text
    return chosen


def _to_table() -> Response:
    return see_other(url_for("table.show"))
