"""`/picture/7.jpg`, `/live.jpg`: the camera's pictures.

May import: errors, ports, render, flask.
"""

from __future__ import annotations

from flask import Blueprint, Response

from pi_app.web.errors import NotHere
from pi_app.web.ports import Picture
from pi_app.web.render import House, Painter


def blueprint(house: House, painter: Painter) -> Blueprint:
    """The addresses of the pictures."""
    page = Blueprint("pictures", __name__)

    @page.get("/picture/<int:number>.jpg")
    def settled(number: int) -> Response:
        found = house.pictures.settled(number) if house.pictures else None
        # Numbers start anew with each run of the program: the address carries its word too.
        return _jpeg(found, "private, max-age=3600")

    @page.get("/live.jpg")
    def live() -> Response:
        return _jpeg(house.pictures.live() if house.pictures else None, "no-store")

    return page


def _jpeg(picture: Picture | None, cache: str) -> Response:
    if picture is None:
        raise NotHere("no_picture", "There is no such picture (any more).")
    return Response(picture.jpeg, mimetype="image/jpeg", headers={"Cache-Control": cache})
