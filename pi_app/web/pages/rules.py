"""`/rules`, `/rules/<game>`: what each game is about, in our own words.

May import: errors, render, rules, flask.
"""

from __future__ import annotations

from flask import Blueprint, render_template

from pi_app.rules.errors import OptionError
from pi_app.rules.game import GameInfo
from pi_app.rules.games import MAKERS, make_game
from pi_app.web.errors import NotHere
from pi_app.web.render import House, Painter


def all_games() -> tuple[GameInfo, ...]:
    """The facts of every game, in the order in which they are registered."""
    return tuple(make_game(name).info for name in MAKERS)


def game_named(name: str) -> GameInfo:
    """The facts of one game.

    Raises NotHere with the names of those that there are.
    """
    try:
        return make_game(name).info
    except OptionError as error:
        raise NotHere("no_game", error.sentence) from error


def blueprint(house: House, painter: Painter) -> Blueprint:
    """The addresses of the rules."""
    page = Blueprint("rules", __name__, url_prefix="/rules")

    @page.get("/")
    def listing() -> str:
        return render_template("rules.html", games=all_games())

    @page.get("/<name>")
    def game(name: str) -> str:
        return render_template("rules_game.html", info=game_named(name))

    return page
