"""`/calibrate`: the guided set-up, one step at a time, with a judgement of the live picture.

May import: errors, forms, ports, render, flask.
"""

from __future__ import annotations

from dataclasses import dataclass

from flask import Blueprint, Response, redirect, render_template, request, url_for

from pi_app.web import forms
from pi_app.web.errors import NotHere
from pi_app.web.ports import Calibrator
from pi_app.web.render import House, Painter
from pi_app.web.routes import with_routes

DEEDS = ("start", "take", "back", "save")
LONGEST_NAME = 40


@dataclass(frozen=True, slots=True)
class CalibratePages:
    """The steps of the set-up."""

    house: House
    painter: Painter

    def calibrator(self) -> Calibrator:
        if self.house.calibrator is None:
            raise NotHere("no_calibrator", "There is nothing to set up here.")
        return self.house.calibrator

    def show(self) -> str:
        return self.drawn()

    def advice(self) -> str:
        """The part that follows the live picture; the page's script asks for it."""
        return render_template("regions/advice.html", view=self.calibrator().view())

    def picture(self) -> Response:
        shown = self.calibrator().view().picture
        if shown is None:
            raise NotHere("no_picture", "There is no picture yet.")
        return Response(shown.jpeg, mimetype="image/jpeg")

    def act(self) -> Response | tuple[str, int]:
        try:
            _do(self.calibrator(), forms.one_of(request.form, "deed", DEEDS))
        except ValueError as error:
            return self.drawn(str(error)), 409
        response = redirect(url_for("calibrate.show"), code=303)
        assert isinstance(response, Response)
        return response

    def drawn(self, refusal: str = "") -> str:
        return render_template(
            "calibrate.html",
            view=self.calibrator().view(),
            refusal=refusal,
            token=self.house.guard.token(),
            has_live=self.house.pictures is not None,
            longest=LONGEST_NAME,
        )


def blueprint(house: House, painter: Painter) -> Blueprint:
    """The addresses of these pages."""
    pages = CalibratePages(house, painter)
    return with_routes(
        Blueprint("calibrate", __name__, url_prefix="/calibrate"),
        (
            ("GET", "/", pages.show),
            ("GET", "/advice", pages.advice),
            ("GET", "/picture.jpg", pages.picture),
            ("POST", "/", pages.act),
        ),
    )


def _do(calibrator: Calibrator, deed: str) -> None:
    match deed:
        case "start":
            calibrator.start()
        case "take":
            calibrator.take()
        case "back":
            calibrator.back()
        case _:
            calibrator.save(forms.text(request.form, "name", most=LONGEST_NAME))
