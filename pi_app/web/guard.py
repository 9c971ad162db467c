"""Who may ask: nothing on the network is trusted, every request is checked before a page sees it.

A request must name this device by an address or a local name (DNS rebinding), and whatever
changes something must carry the token of a page that this device gave to the same browser.
May import: errors, flask.
"""

from __future__ import annotations

import hmac
import ipaddress
import re
import secrets
from hashlib import sha256
from urllib.parse import urlsplit

from flask import Flask, Response, g, request

from pi_app.web.errors import NotOurs, WrongHost

COOKIE = "tallytray"
# Names under these endings are given out by a router or by mDNS, never by the public DNS.
LOCAL_ENDINGS = (".local", ".localhost", ".lan", ".home.arpa", ".internal", ".home", ".localdomain")
_LABEL = re.compile(r"[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?")
_TOKEN = re.compile(r"[A-Za-z0-9_-]{22}")

# No inline script, no inline style, nothing from elsewhere: what is not served here does not run.
POLICY = "; ".join(
    (
        "default-src 'none'",
        "script-src 'self'",
        "style-src 'self'",
        "img-src 'self' data:",
        "connect-src 'self'",
        "manifest-src 'self'",
        "form-action 'self'",
        "base-uri 'none'",
        "frame-ancestors 'none'",
    )
)
HEADERS = {
    "Content-Security-Policy": POLICY,
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
    "Referrer-Policy": "same-origin",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Permissions-Policy": "camera=(), microphone=(), geolocation=()",
}


def host_name(host: str) -> str:
    """The name or address in a Host header, without its port.

    >>> host_name("tallytray.local:8000"), host_name("[fe80::1]:8000")
    ('tallytray.local', 'fe80::1')
    """
    try:
        return (urlsplit(f"//{host}").hostname or "").rstrip(".")
    except ValueError:
        return ""


def is_local(name: str) -> bool:
    """Whether this is an address, a bare name, or a name that the public DNS can't give out.

    >>> is_local("192.168.1.7"), is_local("tallytray.local"), is_local("tallytray.example.com")
    (True, True, False)
    """
    try:
        ipaddress.ip_address(name.partition("%")[0])
        return True
    except ValueError:
        labels = name.split(".")
        if not all(_LABEL.fullmatch(label) for label in labels):
            return False
        return len(labels) == 1 or name.endswith(LOCAL_ENDINGS)


class Guard:
    """Checks each request of one app; its secret lives as long as the process."""

    def __init__(self, secret: bytes | None = None) -> None:
        self._secret = secret or secrets.token_bytes(32)

    def install(self, app: Flask) -> None:
        """Lets every request of this app pass by here."""
        app.before_request(self.check)
        app.after_request(self.seal)

    def token(self) -> str:
        """The token that the forms of this answer carry; it fits this browser's cookie only."""
        return self._token_of(g.browser)

    def check(self) -> None:
        """Raise WebError unless the request names this device and is made by one of its pages."""
        if not is_local(host_name(request.host)):
            raise WrongHost(
                "wrong_host",
                "Please open Tallytray by its address in the home network or its .local name.",
            )
        cookie = request.cookies.get(COOKIE, "")
        g.browser = cookie if _TOKEN.fullmatch(cookie) else secrets.token_urlsafe(16)
        if request.method not in ("GET", "HEAD", "OPTIONS"):
            self._check_origin()
            self._check_token()

    def seal(self, response: Response) -> Response:
        """The answer with its protecting headers and the browser's cookie."""
        for name, value in HEADERS.items():
            response.headers.setdefault(name, value)
        response.headers.setdefault("Cache-Control", "no-store")
        browser = g.get("browser", "")
        if browser and request.cookies.get(COOKIE) != browser and request.endpoint != "static":
            response.set_cookie(
                COOKIE, browser, max_age=31_536_000, httponly=True, samesite="Strict"
            )
        return response

    def _check_origin(self) -> None:
        origin = request.headers.get("Origin")
        if origin is not None and urlsplit(origin).netloc.lower() != request.host.lower():
            raise NotOurs("other_site", "Another site asked for this; nothing was done.")
        if request.headers.get("Sec-Fetch-Site", "same-origin") not in ("same-origin", "none"):
            raise NotOurs("other_site", "Another site asked for this; nothing was done.")

    def _check_token(self) -> None:
        given = request.form.get("token", "").encode()
        if not hmac.compare_digest(given, self._token_of(g.browser).encode()):
            raise NotOurs(
                "old_page",
                "This page was older than the program that runs now; nothing was done. "
                "Here is the table as it stands: please tap again.",
            )

    def _token_of(self, browser: str) -> str:
        return hmac.new(self._secret, browser.encode(), sha256).hexdigest()[:32]
