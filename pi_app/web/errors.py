"""What the pages refuse before the table is asked.

May import: standard library only.
"""

from __future__ import annotations


class WebError(Exception):
    """A request that can't be answered; `status` is HTTP's number for it.

    >>> error = NotHere("no_page", "There is no such page.")
    >>> error.status, error.slug
    (404, 'no_page')
    """

    status = 400

    def __init__(self, slug: str, sentence: str) -> None:
        super().__init__(sentence)
        self.slug = slug
        self.sentence = sentence


class BadInput(WebError, ValueError):
    """A field that is missing, too long, or not what it should be."""


class NotOurs(WebError, PermissionError):
    """A request that another site made, or that carries no token of this page."""

    status = 403


class NotHere(WebError, LookupError):
    """A page, a game or a picture that isn't there."""

    status = 404


class WrongHost(WebError, PermissionError):
    """A name in the address that is not this device's (a sign of DNS rebinding)."""

    status = 421


class Busy(WebError, TimeoutError):
    """The table did not answer in time."""

    status = 503
