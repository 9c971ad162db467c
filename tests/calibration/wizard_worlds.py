"""Drawn pictures for tests of the guided set-up, each drawn once."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from functools import lru_cache

import cv2
import numpy as np
from numpy.typing import NDArray

from calibration.faces import Face
from calibration.wizard import Agree, Begin, Say, Setup, Take, step, work, work_of
from calibration.wizard_faces import Proposal
from vision.virtual import Scene, VirtualDie, calibration_dice, demo_scene, render, truth

Picture = NDArray[np.uint8]
SCENE = demo_scene()
DICE = tuple(calibration_dice(SCENE, which) for which in (0, 1))


@lru_cache(maxsize=16)
def picture(dice: tuple[VirtualDie, ...], scene: Scene = SCENE) -> Picture:
    """What the camera sees of these dice."""
    return np.asarray(render(scene, dice, np.random.default_rng(5)), dtype=np.uint8)


def empty() -> Picture:
    """The empty tray."""
    return picture(())


def brought_together() -> tuple[VirtualDie, ...]:
    """The dice of the first picture with two of them edge to edge."""
    first, second, *rest = DICE[0]
    beside = replace(
        second, x_mm=first.x_mm + SCENE.die_size_mm + 0.2, y_mm=first.y_mm, angle_deg=0.0
    )
    return (replace(first, angle_deg=0.0), beside, *rest)


def blurred(bgr: Picture, sigma: float) -> Picture:
    return np.asarray(cv2.GaussianBlur(bgr, (0, 0), sigma), np.uint8)


def darkened(bgr: Picture, factor: float) -> Picture:
    return np.asarray(bgr * factor, np.uint8)


def true_faces(
    proposals: Iterable[Proposal], dice: tuple[VirtualDie, ...]
) -> tuple[tuple[Face, Face | None], ...]:
    """The true and the proposed face of each proposal."""
    where = [die.centre_px for die in truth(SCENE, dice)]
    pairs = []
    for one in proposals:
        k = min(range(len(dice)), key=lambda k: np.hypot(*np.subtract(where[k], one.centre_px)))
        pairs.append((Face(dice[k].value, dice[k].red), one.face))
    return tuple(pairs)


def worked(setup: Setup) -> Setup:
    """The set-up after all slow work was done."""
    while (todo := work_of(setup)) is not None:
        setup, _ = step(setup, work(todo))
    return setup


def begun() -> Setup:
    """A set-up whose empty tray was taken."""
    setup, _ = step(Setup(), Begin())
    setup, _ = step(setup, Take(empty()))
    return worked(setup)


def shot(setup: Setup, dice: tuple[VirtualDie, ...]) -> Setup:
    """The set-up after a picture of these dice was taken and named rightly."""
    setup, view = step(setup, Take(picture(dice)))
    setup = worked(setup)
    assert setup.open is not None
    for index, (true, _) in enumerate(true_faces(setup.open.dice or (), dice)):
        setup, view = step(setup, Say(index, true))
    setup, view = step(setup, Agree())
    del view
    return setup
