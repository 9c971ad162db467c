"""Veils on faces that are clear as they are, and veils that show only without others."""

from __future__ import annotations

import math
from dataclasses import replace
from typing import Any

import numpy as np
import pytest

from tests.vision.trays import (
    BLACK_DICE,
    calibration_of,
    picture,
    read_faces,
    truth,
)
from tests.vision.veils.test_veil import THROW, read, under_strong_veil, veiled
from vision.tray.geometry import to_picture
from vision.types import Status
from vision.veils.bowls import Pips
from vision.veils.clear import Clear, painted, usual_spreads
from vision.veils.lifted import taken_off, window_of
from vision.veils.veil import Unveiled, unveiled


@pytest.fixture
def asked(monkeypatch: pytest.MonkeyPatch) -> tuple[Any, ...]:
    """Give what is asked about the veils of a throw in which a lamp mirrors in one die."""
    seen: list[tuple[Any, ...]] = []
    with monkeypatch.context() as patch:
        patch.setattr("vision.read.unveiled", lambda *about: seen.append(about))
        read(veiled(0, 0.7, 1.0))
    return seen[0]


def beside_a_clear_die(count: int, lengths: float, asked: tuple[Any, ...]) -> Unveiled | None:
    """Give the picture without veils where a face is veiled of a die that was read without a doubt.

    count, lengths : of the pips that are seen under that veil.
    """
    bgr, doubted, residue, found, *others = asked
    look = calibration_of(BLACK_DICE).dice.plain
    bodies = found.evidence.body_bgr + 0.3 * np.subtract(look.pip_bgr, look.body_bgr)
    there = replace(found, evidence=replace(found.evidence, body_bgr=bodies))

    def seen(seen_bgr: Any, outline_px: Any, *rest: Any) -> Any:
        if math.dist(outline_px.mean(0), doubted_px) < 10.0:
            return taken_off(seen_bgr, outline_px, *rest)
        window, inside_it = window_of(outline_px, seen_bgr.shape)
        told = inside_it > 0
        pips = Pips(np.full((count, 2), 5.0), np.ones(count), np.zeros((0, 2)))
        colours = seen_bgr[window][told]
        return Clear(window, told, colours, pips, lengths**2 * usual_spreads(count), look=look)

    doubted_px = sight_px(residue, others[0])
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("vision.veils.veil.taken_off", seen)
        return unveiled(bgr, doubted, residue, there, *others)


def sight_px(residue: Any, sight: Any) -> tuple[float, float]:
    """Give where in the picture the largest thing is that was left over."""
    at = sight.board.to_uv(np.array([residue.blobs[0].middle_px]))
    x, y = to_picture(calibration_of(BLACK_DICE).camera, at, 1.0)[0].tolist()
    return x, y


def test_the_veil_stays_on_a_clear_face_of_which_it_shows_less(asked: tuple[Any, ...]) -> None:
    clear = beside_a_clear_die(0, 1.0, asked)
    assert clear is not None
    assert len(clear.parts) == 1


def test_a_face_that_was_clear_as_it_was_does_not_move(asked: tuple[Any, ...]) -> None:
    values = {die.value for die in read(picture(THROW)).dice[1:]}
    parts = [
        part
        for count in sorted(values, key=str)
        for part in getattr(beside_a_clear_die(int(count or 0), 2.0, asked), "parts", ())[1:]
    ]
    assert parts
    assert all((part.spreads == np.eye(2)).all() for part in parts)


def test_what_is_still_in_doubt_without_the_first_veils_is_looked_at_once_more(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """One face shows at the first look without veils, the others at the next."""
    rounds: list[int] = []

    def some(*given: Any) -> Unveiled | None:
        clear = unveiled(*given)
        rounds.append(0 if clear is None else len(clear.parts))
        if clear is None or len(rounds) > 1:
            return clear
        first = clear.parts[:1]
        return Unveiled(painted(given[0], first), first)

    monkeypatch.setattr("vision.read.unveiled", some)
    reading = read(under_strong_veil(range(6), 0.6))

    assert (reading.status, read_faces(reading)) == (Status.OK, truth(THROW))
    assert len(rounds) == 2
