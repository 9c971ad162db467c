"""The application: puts the pages together and answers what goes wrong with a sentence.

May import: everything in web; flask.
"""

from __future__ import annotations

import logging
from hashlib import sha256
from pathlib import Path
from typing import Protocol

from flask import Flask, Response, jsonify, render_template, request, url_for
from werkzeug.exceptions import HTTPException

from pi_app.rules.errors import RulesError
from pi_app.table.types import Mood, StaleTap, TableError
from pi_app.web.desk import Desk
from pi_app.web.errors import NotOurs, WebError
from pi_app.web.guard import Guard, host_name, is_local
from pi_app.web.limits import FILE_PIECE_BYTES, LARGEST_FILE_BYTES, LARGEST_REQUEST_BYTES
from pi_app.web.pages import BLUEPRINTS
from pi_app.web.ports import Archive, Calibrator, DemoTray, Panel, Pictures, TablePort
from pi_app.web.present.board import is_squares
from pi_app.web.present.words import is_die, label_of, spoken
from pi_app.web.render import House, Notice, Painter, is_live

log = logging.getLogger(__name__)

MOST_FIELDS = 64
# Threads that are never given to a waiting tablet: taps, pictures and pages must get through.
FREE_THREADS = 8
DEFAULT_THREADS = 24


class _Server(Protocol):
    @property
    def port(self) -> int: ...
    @property
    def threads(self) -> int: ...


class _Buttons(Protocol):
    @property
    def debounce_s(self) -> float: ...
    @property
    def long_press_s(self) -> float: ...


class Settings(Protocol):
    """The part of the configuration that the pages read."""

    @property
    def server(self) -> _Server:
        """Where the pages are served, and with how many threads."""

    @property
    def buttons(self) -> _Buttons:
        """How long a finger must hold a button."""


def create_app(
    table: TablePort,
    config: Settings | None = None,
    *,
    archive: Archive | None = None,
    panel: Panel | None = None,
    demo: DemoTray | None = None,
    pictures: Pictures | None = None,
    calibrator: Calibrator | None = None,
    secret: bytes | None = None,
) -> Flask:
    """The pages of a table, ready for a WSGI server.

    What is not given is not shown: without `panel` no twins of the buttons, without
    `demo` no virtual tray, without `archive` no list of earlier games. secret : the key of
    the forms' tokens, 32 random bytes of its own if None.
    """
    threads = config.server.threads if config else DEFAULT_THREADS
    guard = Guard(secret)
    house = House(
        desk=Desk(table, most_waiting=threads - FREE_THREADS),
        guard=guard,
        archive=archive,
        panel=panel,
        demo=demo,
        pictures=pictures,
        calibrator=calibrator,
        port=config.server.port if config else 8000,
        # A finger holds a button longer than its contact chatters.
        hold_s=max(0.08, 3 * config.buttons.debounce_s) if config else 0.08,
        long_hold_s=config.buttons.long_press_s + 0.3 if config else 1.3,
    )
    app = Flask(__name__)
    app.config.update(
        MAX_CONTENT_LENGTH=LARGEST_REQUEST_BYTES,
        MAX_FORM_MEMORY_SIZE=LARGEST_REQUEST_BYTES,
        MAX_FORM_PARTS=MOST_FIELDS,
        SEND_FILE_MAX_AGE_DEFAULT=31_536_000,
    )
    app.before_request(_room_for_files)
    guard.install(app)
    painter = app.extensions["tallytray"] = Painter(house)
    for blueprint in BLUEPRINTS:
        app.register_blueprint(blueprint(house, painter))
    _add_helpers(app, house)
    _answer_errors(app, painter)
    return app


def _room_for_files() -> None:
    """Let a dice set be brought, which is larger than any other form may be."""
    if request.endpoint == "dice_sets.bring":
        request.max_content_length = LARGEST_FILE_BYTES
        request.max_form_memory_size = FILE_PIECE_BYTES


def _add_helpers(app: Flask, house: House) -> None:
    """What every template may call."""
    stamp = _stamp(Path(app.static_folder or ""))
    app.jinja_env.trim_blocks = True
    app.jinja_env.lstrip_blocks = True
    app.jinja_env.filters.update(spoken=spoken, label=label_of)
    app.jinja_env.tests.update(die=is_die, squares=is_squares)
    app.jinja_env.globals.update(
        asset=lambda name: url_for("static", filename=name, v=stamp),
        has_demo=house.demo is not None or house.panel is not None,
        has_archive=house.archive is not None,
        has_calibrator=house.calibrator is not None,
    )


def _stamp(folder: Path) -> str:
    """A word that changes with the files, so that browsers may keep them for a year."""
    digest = sha256()
    for file in sorted(folder.iterdir()):
        digest.update(file.read_bytes())
    return digest.hexdigest()[:10]


def _answer_errors(app: Flask, painter: Painter) -> None:
    """Each family of errors becomes a sentence on a page; nothing becomes a traceback."""

    @app.errorhandler(RulesError)
    @app.errorhandler(TableError)
    def refused(error: RulesError | TableError) -> Response:
        mood = Mood.ASK if isinstance(error, StaleTap) else Mood.REFUSED
        return painter.answer(painter.house.desk.snapshot(), Notice(mood, error.sentence, 409))

    @app.errorhandler(OSError)
    def disk(error: OSError) -> Response:
        log.error("%s %s: %s", request.method, request.path, error)
        words = f"The disk refused: {error.strerror or error}. That was not counted."
        return painter.answer(painter.house.desk.snapshot(), Notice(Mood.TROUBLE, words, 503))

    @app.errorhandler(NotOurs)
    def not_ours(error: NotOurs) -> Response:
        log.warning("refused (%s): %s", error.slug, request.path)
        if request.headers.get("Sec-Fetch-Site", "same-origin") != "same-origin":
            return _sentence(error.sentence, error.status, error.slug)
        notice = Notice(Mood.ASK, error.sentence, error.status)
        return painter.answer(painter.house.desk.snapshot(), notice)

    @app.errorhandler(WebError)
    def wrong(error: WebError) -> Response:
        log.info("%s (%s): %s", error.status, error.slug, request.path)
        return _sentence(error.sentence, error.status, error.slug)

    @app.errorhandler(HTTPException)
    def http(error: HTTPException) -> Response:
        status = error.code or 500
        return _sentence(_HTTP_SENTENCES.get(status, "That can't be answered."), status, "http")

    @app.errorhandler(Exception)
    def unforeseen(error: Exception) -> Response:
        # The request boundary: the game goes on whatever a page does wrong.
        log.error("%s %s failed", request.method, request.path, exc_info=error)
        sentence = "Something went wrong in this page. The game is kept; please try again."
        return _sentence(sentence, 500, "unforeseen")


_HTTP_SENTENCES = {
    400: "This request could not be understood.",
    404: "There is no such page.",
    405: "That can't be done here.",
    413: "That was far too much at once; nothing was done.",
    415: "That is not what a form of this page sends.",
}


def _sentence(sentence: str, status: int, slug: str) -> Response:
    if not is_local(host_name(request.headers.get("Host", ""))):
        response = Response(sentence, mimetype="text/plain")  # its links would lead elsewhere
    elif is_live():
        response = jsonify(notice={"mood": "refused", "text": sentence}, slug=slug)
    else:
        response = Response(
            render_template("sentence.html", sentence=sentence, status=status),
            mimetype="text/html",
        )
    response.status_code = status
    return response
