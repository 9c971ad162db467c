"""Measures how clearly calibrated dice stand out from the tray, and what they throw on it.

May import: numpy, vision, calibration.known, pose and unshown.
"""

from __future__ import annotations

from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from calibration.known import CalibrationImpossible, KnownDie
from calibration.pose import Pose
from calibration.unshown import not_shown_in
from vision.account.contrast import SURELY_INSIDE, contrast_of_dice, glow_of_dice
from vision.account.residue import find_residue, thing_level
from vision.account.shade import darkest_shadow
from vision.account.silhouette import Frame, frames_around
from vision.account.tint import tint_of_shadows
from vision.calibration_values import Calibration
from vision.judgement.bare import bare_parts, parts_of_sides
from vision.judgement.cues import HIDDEN_LEVELS
from vision.judgement.shortfall import most_shortfall, shortfalls
from vision.sight import sight_of
from vision.tray.board import board_of

Picture = NDArray[np.uint8]
Doubles = NDArray[np.float64]
Mask = NDArray[np.uint8]

_LEAST_PERCENT = 10.0  # of the dice: the others show a set better
_NEARLY_FLOOR = 1.3  # times what bare floor differs by: what others of the dice show is as bare
_CLEARER = 1.25  # times as clear: else shadows are grey enough


def with_contrast(
    made: Calibration, pictures: list[Picture], dice: list[KnownDie], pose: Pose
) -> Calibration:
    """Give the calibration with how clearly the dice's silhouettes stand out from the tray.

    Raises CalibrationImpossible if the faces that were named place a die beside the tray.
    """
    frames = np.array([one.frame for one in dice])
    seen = [(bgr, pose.dice[frames == k]) for k, bgr in enumerate(pictures)]
    for k, (_, poses) in enumerate(seen):
        _check_in_tray(made, poses, k, k + 1 if len(seen) > 1 else None)
    with_levels = _with_shade(_with_tint(_with_levels(made, seen), seen), seen)
    shown = [_shown_of(bgr, poses, with_levels) for bgr, poses in seen]
    fills, like_floor, short = (np.concatenate(one) for one in zip(*shown, strict=True))
    return replace(
        with_levels,
        fills=float(np.percentile(fills, _LEAST_PERCENT)),
        like_floor=min(float(np.percentile(like_floor, 100 - _LEAST_PERCENT)), 1.0),
        shortfall=min(most_shortfall(short), 1.0),
    )


def _shown_of(bgr: Picture, poses: Doubles, made: Calibration) -> tuple[Doubles, Doubles, Doubles]:
    """Give per die at a pose the part of its silhouette that stands out, the part of its sides that
    looks like bare floor, and by how much it ends short of its foot."""
    board = board_of(made)
    sight = sight_of(board.view(bgr), board)
    residue = find_residue(sight, made, poses)
    levels = residue.level, residue.restless
    bare = bare_parts(residue.strange, sight.board, made, poses, levels, times=_NEARLY_FLOOR)
    sides = parts_of_sides(bare, sight.board, made.camera, poses)
    short = shortfalls(residue.strange, sight.board, made, poses, levels, all_sides=True)
    return 1 - np.array(residue.deficit), np.array(sides), short


def _check_in_tray(made: Calibration, poses: Doubles, frame: int, number: int | None) -> None:
    """See that all dice lie where the tray is seen: mistaken faces place them anywhere.

    number : of the picture, if there are several.
    """
    board = board_of(made)
    cores = frames_around(made.camera, board, poses, SURELY_INSIDE)
    if not all(core.mask.any() and _is_in(core, board.floor) for core in cores):
        raise CalibrationImpossible(
            f"{not_shown_in(number)} the faces that were named: by their pips a die would lie"
            " beside the tray; check the faces, and that the lamp mirrors in none of them",
            frame=frame,
        )


def _is_in(frame: Frame, board: Mask) -> bool:
    return all(part.stop <= size for part, size in zip(frame.window, board.shape, strict=True))


def _with_levels(made: Calibration, seen: list[tuple[Picture, Doubles]]) -> Calibration:
    board = board_of(made)
    levels: list[float] = []
    glows: list[float] = []
    for bgr, poses in seen:
        on_board = board.look(bgr)
        levels += contrast_of_dice(on_board, board, made.camera, poses).tolist()
        glows.append(glow_of_dice(on_board, board, made.camera, poses))
    return replace(made, stands_out=float(np.percentile(levels, 20)), glow=max(glows))


def _with_tint(made: Calibration, seen: list[tuple[Picture, Doubles]]) -> Calibration:
    """Give the calibration with the tint of shadows, where dice stand out clearer so.

    Light that counts as a shadow's hides dice in that light, too.
    """
    board = board_of(made)
    on_board = [(board.look(bgr), poses) for bgr, poses in seen]
    tint = tint_of_shadows(on_board, board, made.camera)
    if tint is None:
        return made
    tinted = _with_levels(replace(made, tint=tint), seen)
    return tinted if _clearness(tinted) > _CLEARER * _clearness(made) else made


def _with_shade(made: Calibration, seen: list[tuple[Picture, Doubles]]) -> Calibration:
    """Give the calibration with how dark the dice's shadows are, where dice stand out only so.

    Elsewhere shadows may be as dark as they like: a gap between dice may be darker than any seen.
    """
    board = board_of(made)
    on_board = [(board.look(bgr), poses) for bgr, poses in seen]
    darkest = darkest_shadow(on_board, board, made.camera)
    shaded = _with_levels(replace(made, darkest=darkest), seen)
    clearer = _clearness(shaded) > _CLEARER * _clearness(made)
    return shaded if clearer and shaded.stands_out >= HIDDEN_LEVELS else made


def _clearness(calibration: Calibration) -> float:
    """Give by how many times the level of things the dice stand out."""
    return calibration.stands_out / thing_level(0.0, calibration)
