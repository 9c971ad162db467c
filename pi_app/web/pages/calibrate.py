"""`/calibrate`: the guided set-up, one step at a time, with a judgement of the live picture.

May import: errors, forms, ports, present, render, rules, flask.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from flask import Blueprint, Response, make_response, render_template, request, url_for

from pi_app.rules.dice import parse_die
from pi_app.web import forms
from pi_app.web.errors import NotHere
from pi_app.web.ports import CalibrationView, Calibrator, KeptSet
from pi_app.web.present.overlay import Overlay, overlay_of
from pi_app.web.render import House, Painter, see_other
from pi_app.web.routes import with_routes

DEEDS = ("start", "take", "back", "agree", "skip", "leave", "hands", "save", "say")
LONGEST_NAME = 40
MOST_DICE = 36
NO_DIE = "none"
FACES = tuple(f"{value}{red}" for red in ("", "r") for value in range(1, 7))
LOOK_AGAIN_S = 1  # while the program is busy; the browser asks by itself, with or without script


@dataclass(frozen=True, slots=True)
class CalibratePages:
    """The steps of the set-up."""

    house: House
    painter: Painter

    def show(self) -> Response:
        return self.drawn()

    def advice(self) -> str:
        """The part that follows the live picture; the page's script asks for it."""
        return render_template("regions/advice.html", view=self.house.set_up().view())

    def picture(self) -> Response:
        shown = self.house.set_up().view().picture
        if shown is None:
            raise NotHere("no_picture", "There is no picture yet.")
        return Response(shown.jpeg, mimetype="image/jpeg")

    def act(self) -> Response:
        try:
            _do(self.house.set_up(), forms.one_of(request.form, "deed", DEEDS))
        except ValueError as error:
            refused = self.drawn(str(error))
            refused.status_code = 409
            return refused
        saved = request.form["deed"] == "save"
        return see_other(url_for("dice_sets.show" if saved else "calibrate.show"))

    def drawn(self, refusal: str = "") -> Response:
        view = self.house.set_up().view()
        over = _overlay(view)
        html = render_template(
            "calibrate.html",
            view=view,
            over=over,
            faces=FACES,
            is_live_step=view.current is not None and not view.busy and over is None,
            taken=sum(step.done for step in view.steps),
            refusal=refusal,
            token=self.house.guard.token(),
            has_live=self.house.pictures is not None,
            longest=LONGEST_NAME,
            used=[one.name for one in view.sets if one.used],
            suggested=_free_name(self.house.set_up().sets()) if view.can_save else "",
        )
        response = make_response(html)
        if view.busy:
            response.headers["Refresh"] = f"{LOOK_AGAIN_S}; url={url_for('calibrate.show')}"
        return response


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


def _free_name(sets: tuple[KeptSet, ...]) -> str:
    """A name that no kept set has, so that nobody must type one."""
    taken = {one.name.casefold() for one in sets}
    names = ("My dice", *(f"My dice {number}" for number in range(2, len(sets) + 3)))
    return next(name for name in names if name.casefold() not in taken)


def _overlay(view: CalibrationView) -> Overlay | None:
    """The marks of the dice to be confirmed; None when there are none."""
    if view.picture is None or not view.dice:
        return None
    return overlay_of(view.dice, view.picture.width_px, view.picture.height_px)


def _do(calibrator: Calibrator, deed: str) -> None:
    match deed:
        case "save":
            calibrator.save(forms.text(request.form, "name", most=LONGEST_NAME))
        case "say":
            shown = forms.text(request.form, "show")
            index = forms.whole(request.form, "index", 0, MOST_DICE)
            calibrator.say(index, "" if shown == NO_DIE else str(parse_die(shown)))
        case _:
            deeds: dict[str, Callable[[], None]] = {
                "start": calibrator.start,
                "take": calibrator.take,
                "back": calibrator.back,
                "agree": calibrator.agree,
                "skip": calibrator.skip,
                "leave": calibrator.leave,
                "hands": calibrator.hands,
            }
            deeds[deed]()
