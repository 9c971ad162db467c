"""`/connect`: the address of this table, to be typed or caught with a tablet's camera.

May import: guard, render, flask, segno.
"""

from __future__ import annotations

import ipaddress
import re
import socket
from dataclasses import dataclass

import segno
from flask import Blueprint, render_template, request
from markupsafe import Markup

from pi_app.web.guard import host_name
from pi_app.web.render import House, Painter

# An address of the documentation net: naming it as the goal sends nothing (UDP has no greeting).
FAR_AWAY = ("192.0.2.1", 9)
_NOT_A_NAME = re.compile(r"[^a-z0-9-]")


@dataclass(frozen=True, slots=True)
class Door:
    """One way to reach the table: its address, and the same as a picture of black squares."""

    address: str
    words: str
    qr: Markup


def own_address() -> str | None:
    """The address of this machine in its network; None when it is in none."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(FAR_AWAY)
        except OSError:
            return None
        address = str(probe.getsockname()[0])
    return None if ipaddress.ip_address(address).is_unspecified else address


def local_name(hostname: str) -> str:
    """The name that mDNS gives a machine.

    >>> local_name("Tallytray")
    'tallytray.local'
    """
    label = _NOT_A_NAME.sub("", hostname.lower().partition(".")[0])
    return f"{label or 'tallytray'}.local"


def qr_svg(address: str) -> Markup:
    """The QR code of an address as inline SVG, dark on light in every theme."""
    code = segno.make(address, error="m", micro=False)
    svg = code.svg_inline(scale=1, border=3, dark="#111", light="#fff", omitsize=True)
    return Markup(svg)


def doors(asked_host: str, address: str | None, hostname: str, port: int) -> tuple[Door, ...]:
    """The ways to the table, best first: the plain address, then the name."""
    found = []
    asked = host_name(asked_host)
    if address is None and _is_reachable(asked):
        address = asked
    if address is not None:
        found.append((_url(address, port), "Works on every tablet and phone"))
    found.append((_url(local_name(hostname), port), "Easier to remember; newer devices know it"))
    return tuple(Door(url, words, qr_svg(url)) for url, words in found)


def blueprint(house: House, painter: Painter) -> Blueprint:
    """The address of the page with the addresses."""
    page = Blueprint("connect", __name__)

    @page.get("/connect")
    def show() -> str:
        asked_port = request.host.rpartition(":")[2]
        port = int(asked_port) if asked_port.isdigit() else house.port
        found = doors(request.host, own_address(), socket.gethostname(), port)
        return render_template("connect.html", doors=found)

    return page


def _url(host: str, port: int) -> str:
    where = f"[{host}]" if ":" in host else host
    return f"http://{where}/" if port == 80 else f"http://{where}:{port}/"


def _is_reachable(host: str) -> bool:
    try:
        return not ipaddress.ip_address(host).is_loopback
    except ValueError:
        return False
