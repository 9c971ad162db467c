"""`/calibrate/sets` and `/calibrate/markers`: which dice are read, dice sets as files, the sheet.

May import: errors, forms, ports, render, routes, flask.
"""

from __future__ import annotations

from dataclasses import dataclass

from flask import Blueprint, Response, make_response, render_template, request, url_for

from pi_app.web import forms
from pi_app.web.errors import BadInput, NotHere
from pi_app.web.render import House, Painter, see_other
from pi_app.web.routes import with_routes

DEEDS = ("use", "remove")
LONGEST_NAME = 40
MOST_SETS = 200
PAPERS = ("a4", "letter")
SHEETS = {"pdf": "application/pdf", "svg": "image/svg+xml", "png": "image/png"}


@dataclass(frozen=True, slots=True)
class DiceSetPages:
    """The dice sets that are kept, and the markers to print."""

    house: House
    painter: Painter

    def show(self) -> Response:
        return self.drawn()

    def act(self) -> Response:
        calibrator = self.house.set_up()
        try:
            if forms.one_of(request.form, "deed", DEEDS) == "use":
                calibrator.use(_names())
            else:
                calibrator.remove(forms.text(request.form, "name", most=LONGEST_NAME))
        except ValueError as error:
            return self.refused(error)
        return _to_sets()

    def bring(self) -> Response:
        """A dice set that was saved as a file elsewhere."""
        file = request.files.get("file")
        data = file.read() if file is not None else b""
        try:
            if not data:
                raise BadInput("no_file", "Choose the file of a dice set first.")
            self.house.set_up().take_in(data)
        except ValueError as error:
            return self.refused(error)
        return _to_sets()

    def file(self) -> Response:
        """A dice set as a file."""
        try:
            name, data = self.house.set_up().packed(forms.text(request.args, "name"))
        except ValueError as error:
            raise NotHere("no_set", str(error)) from error
        return _download(data, name, "application/zip")

    def markers(self) -> str:
        """What the markers are for, and how they look."""
        self.house.set_up()
        return render_template("markers.html")

    def sheet(self, ending: str) -> Response:
        """The sheet of markers, to be printed."""
        paper = forms.one_of(request.args, "paper", PAPERS) if request.args else PAPERS[0]
        if ending not in SHEETS:
            raise NotHere("no_sheet", "There is no such page.")
        data = self.house.set_up().marker_sheet(paper, f".{ending}")
        return Response(data, mimetype=SHEETS[ending])

    def refused(self, error: ValueError) -> Response:
        response = self.drawn(str(error))
        response.status_code = 409
        return response

    def drawn(self, refusal: str = "") -> Response:
        html = render_template(
            "dice_sets.html",
            sets=self.house.set_up().sets(),
            refusal=refusal,
            token=self.house.guard.token(),
        )
        return make_response(html)


def blueprint(house: House, painter: Painter) -> Blueprint:
    """The addresses of these pages."""
    pages = DiceSetPages(house, painter)
    return with_routes(
        Blueprint("dice_sets", __name__, url_prefix="/calibrate"),
        (
            ("GET", "/sets", pages.show),
            ("POST", "/sets", pages.act),
            ("POST", "/sets/file", pages.bring),
            ("GET", "/sets/file", pages.file),
            ("GET", "/markers", pages.markers),
            ("GET", "/markers.<ending>", pages.sheet),
        ),
    )


def _names() -> tuple[str, ...]:
    """The sets that are ticked."""
    names = request.form.getlist("name")[:MOST_SETS]
    return tuple(forms.text({"name": name}, "name", most=LONGEST_NAME) for name in names)


def _to_sets() -> Response:
    return see_other(url_for("dice_sets.show"))


def _download(data: bytes, name: str, mimetype: str) -> Response:
    response = Response(data, mimetype=mimetype)
    response.headers["Content-Disposition"] = f'attachment; filename="{name}"'
    return response
