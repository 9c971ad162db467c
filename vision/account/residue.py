"""Finds what lies in the tray and is not explained by the dice that were found.

May import: numpy, cv2, vision.calibration_values, vision.kept, vision.sight, vision.account (blobs,
bodies, dark, glow, marks, silhouette, umbra), vision.faces.pips, vision.tray.board.
"""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.account.blobs import Blob, blobs_of
from vision.account.bodies import cut, least_strange, strange_tops
from vision.account.dark import black_things
from vision.account.glow import glow_on
from vision.account.marks import bright_marks_on, marks_on
from vision.account.silhouette import Frame, frames_around
from vision.account.umbra import shadow_on
from vision.calibration_values import Calibration
from vision.faces.pips import looks_of
from vision.kept import kept
from vision.sight import Sight
from vision.tray.board import EDGE_PX, board_of

Floats = NDArray[np.float32]
Doubles = NDArray[np.float64]
Mask = NDArray[np.uint8]
Picture = NDArray[np.uint8]

_LEAST_LEVELS = 9.0
_NOISE_TIMES = 5.5  # the lower quartile of the floor's strangeness: felt, leather, noise
_LEAST_STILL = 300  # places of unchanged floor that tell the noise
_PART_OF_CONTRAST = 0.22  # glow around white dice stays below
_SIDE = 0.35  # of a body's colour: its sides in deep shade
_PART_OF_SIDE = 0.5  # of what a side stands out by: less, and it is missing
_STRONG_TIMES = 2.0  # levels by which dice stand out where glow can be told from them
_FAINT_TIMES = 1.4  # where it can't: below that it may be glow, or the edge of a shadow
_GLOW_TIMES = 1.3
_HARDLY = 8.0  # grey levels by which dice stand out that are known by their pips alone
_GLOW_OF_BODY = 0.35  # of a body's brightness: what comes back from it to the floor
_PART_OF_PIPS = 0.15  # of the step to pips: what is left of them where shadow counts as floor
MOST_RESTLESS = 4.5  # grey levels; renders and drawn trays stay below 3 at any light
_MOST_GLOW, _MOST_GLOW_LEVELS = 0.5, 40.0  # of what dice stand out by, and grey levels
_GROWN, _SHRUNK = 0.05, -0.08  # edges: how exactly a silhouette is known, of moulded dice
_TELLING_TIMES = 2.0  # levels by which a body must differ from the floor under it
_AROUND = 0.35  # edges around a silhouette that belong to the die's surroundings
_TYPICAL_FACES = 1.15  # area of a silhouette
_FACE_PX = float(EDGE_PX * EDGE_PX)
_REACH = np.ones((2 * round(_AROUND * EDGE_PX) + 1,) * 2, np.uint8)
_RIM, _EDGE, _SPECK = (np.ones((n, n), np.uint8) for n in (5, 7, 2))


@dataclass(frozen=True, slots=True, eq=False)
class Residue:
    """What is left over.

    blobs : the unexplained regions, largest first.
    excess : per die the unexplained area around it, in faces.
    deficit : per die the part of its silhouette that looks like bare floor.
    rest : uint8 mask of the board, 1 in these regions and in smaller ones.
    strange : how far each pixel of the board is from being the empty tray (see `vision.strange`).
    standing : the same where floor that left the shadow counts as the empty tray.
    level : grey levels from which a pixel counts as not being the floor.
    restless : grey levels by which the floor differs from the empty tray where nothing lies.
    marks : where on the board, in pixels, marks lie that look like pips of a die of the floor's
        colour or of its shadow's; and shadows of such dice, once these were looked for.
    """

    blobs: tuple[Blob, ...]
    excess: tuple[float, ...]
    deficit: tuple[float, ...]
    rest: Mask
    strange: Floats
    standing: Floats
    level: float
    restless: float
    marks: tuple[tuple[float, float], ...] = ()


def find_residue(sight: Sight, calibration: Calibration, poses: Doubles) -> Residue:
    """Give what stands out from the empty tray beyond the silhouettes of the dice at the poses."""
    camera, board, standing = calibration.camera, sight.board, sight.standing
    floor, border, tops, sides = (
        cut(one, board)
        for one in (
            *_floor_and_border(calibration),
            strange_tops(calibration),
            _strange_sides(calibration),
        )
    )
    sizes = np.repeat([_GROWN + calibration.dice.roughness, _SHRUNK], len(poses))
    frames = frames_around(camera, board, np.concatenate([poses, poses]), sizes)
    grown, cores = frames[: len(poses)], frames[len(poses) :]
    bare = np.asarray(floor & sight.looked_at, dtype=np.uint8)
    for frame in grown:
        bare[frame.window] &= 1 - frame.mask
    restless = _restless(sight, bare)
    level = thing_level(restless, calibration)
    stands_out = (standing > level).view(np.uint8)
    if not len(poses):
        stands_out |= black_things(sight, floor)
    rest = _opened(stands_out & bare)
    missing = len(poses) < calibration.dice.count
    if not missing:  # else such a die may be what is so dark
        rest &= 1 - shadow_on(rest, sight.bgr, sight.gain, board, calibration)
    rest &= 1 - glow_on(rest, sight.bgr, standing, level, sight.gain, board, calibration, poses)
    strong = calibration.stands_out >= _STRONG_TIMES * level
    full = level * (_STRONG_TIMES if strong else _FAINT_TIMES)
    excess = tuple(_excess(one, rest, standing, level, full) for one in grown)
    levels = level, _bare_level(restless, calibration)
    deficit = tuple(_deficit(core, sight.strange, tops, sides, levels) for core in cores)
    deep = _without_lines(rest, border)
    blobs = blobs_of(deep, sight.bgr, border, lambda: _weights(standing, grown, level, full))
    marks = marks_on(bare, sight.bgr, sight.gain, board, lone=missing)
    if missing:
        marks += bright_marks_on(bare, sight.bgr, sight.gain, board)
    seen = sight.strange, standing
    return Residue(blobs, excess, deficit, rest, *seen, level, restless, marks)


def _weights(strange: Floats, grown: list[Frame], level: float, full: float) -> Floats:
    """Give how much each pixel counts that is left over: faint ones right beside dice less.

    There the floor is in the dice's shadow and in light that comes back from them; a die that
    leans shows more of it than that, which its excess tells.
    """
    counts = np.ones_like(strange)
    for frame in grown:
        near = cv2.dilate(frame.mask, _REACH) > 0
        faint = np.clip((strange[frame.window] - level) / (full - level), 0.0, 1.0)
        counts[frame.window][near] = faint[near]
    return counts


def _opened(mask: Mask) -> Mask:
    """Give a mask without specks of a pixel's width."""
    x, y, width, height = cv2.boundingRect(mask)
    window = slice(max(0, y - 1), y + height + 1), slice(max(0, x - 1), x + width + 1)
    opened = np.zeros_like(mask)
    if width:
        # back by the other corner: an opening with an even kernel moves what is left by a pixel
        opened[window] = cv2.dilate(cv2.erode(mask[window], _SPECK), _SPECK, anchor=(0, 0))
    return opened


def _excess(grown: Frame, rest: Mask, strange: Floats, level: float, full: float) -> float:
    """Give the area around a silhouette that is unexplained: glow on the floor counts less.

    level, full : grey levels from which a pixel counts, and from which it counts fully.
    """
    near = rest[grown.window]
    if not near.any():
        return 0.0
    around = cv2.dilate(grown.mask, _REACH) > 0
    by = strange[grown.window][around & (near > 0)]
    return float(np.clip((by - level) / (full - level), 0.0, 1.0).sum()) / _FACE_PX


def _deficit(
    core: Frame, strange: Floats, tops: Mask, sides: Mask, levels: tuple[float, float]
) -> float:
    """Give how much of a silhouette's core is missing, where a die would be seen.

    tops, sides : by how much these would stand out. levels : grey levels from which a pixel counts
        as a thing, and those that the bare floor stays below. A side in deep shade may be nearly
        of the floor's colour, so that it stands out by less than what counts as a thing.
    """
    level, bare = levels
    doubted = core.mask.view(np.bool_) & (strange[core.window] <= level)
    if not doubted.any():  # which is quick to find out, and so on most dice
        return 0.0
    here, top, side = (one[core.window][doubted] for one in (strange, tops, sides))
    told = top > _TELLING_TIMES * level
    least = np.clip(_PART_OF_SIDE * side, bare, level) if bare < level else level
    return float(np.count_nonzero(told & (here <= least))) / (_FACE_PX * _TYPICAL_FACES)


@kept
def _floor_and_border(calibration: Calibration) -> tuple[Mask, Mask]:
    """Give the floor away from the walls' edge, and the part of it that lies along them."""
    floor = cv2.erode(board_of(calibration).floor, _RIM)
    border = cv2.subtract(floor, cv2.erode(floor, _EDGE))
    return np.asarray(floor, dtype=np.uint8), np.asarray(border, dtype=np.uint8)


def _without_lines(rest: Mask, border: Mask) -> Mask:
    """Give a mask without what lies along the floor's border only, as a wall's foot does.

    That stands out where the camera was knocked, or a lamp moved. No thing is so narrow.
    """
    x, y, width, height = cv2.boundingRect(rest)
    if not width:
        return rest
    window = slice(y, y + height), slice(x, x + width)
    deep = cv2.dilate(rest[window] & (1 - border[window]), _EDGE)
    left = np.zeros_like(rest)
    left[window] = cv2.bitwise_and(rest[window], deep)
    return left


@kept
def _strange_sides(calibration: Calibration) -> Mask:
    """Give by how much sides in deep shade would stand out from the whole board."""
    return least_strange(calibration, (_SIDE,))


def _restless(sight: Sight, bare: Mask) -> float:
    """Give by how much the floor differs from the empty tray where nothing lies.

    The lower quartile: a hand may cover most of what is looked at, and is no noise.
    """
    values = sight.still
    if len(values) < _LEAST_STILL:
        values = sight.strange[::3, ::3][bare[::3, ::3] > 0]
    return _lower_quartile(values) if len(values) else 0.0


def _lower_quartile(values: Floats) -> float:
    """Give what np.percentile gives for a quarter, in half of its time."""
    low, part = divmod(0.25 * (len(values) - 1), 1.0)
    first, second = int(low), min(int(low) + 1, len(values) - 1)
    parted = np.partition(values, (first, second))
    return float(parted[first]) + part * (float(parted[second]) - float(parted[first]))


def thing_level(restless: float, calibration: Calibration) -> float:
    """Give the grey levels that noise, glow and shadow don't reach: more is a thing."""
    # What glows as strongly as dice stand out is no glow: lamps mirrored, or a wrong pose.
    most = max(_MOST_GLOW_LEVELS, _MOST_GLOW * calibration.stands_out)
    glow = min(_GLOW_TIMES * calibration.glow, most, _most_beside_faint(calibration))
    return max(_noise_level(restless), _PART_OF_CONTRAST * calibration.stands_out, glow)


def _most_beside_faint(calibration: Calibration) -> float:
    """Give the grey levels that floor beside dice that hardly stand out departs by, at most.

    So much their bodies can light it up: black ones can't. Deep shadow may depart by more from
    floor in less of it, but must not hide all that is seen of such dice: their pips.
    """
    if calibration.stands_out >= _HARDLY:
        return np.inf
    looks = looks_of(calibration.dice)
    of_bodies = _GLOW_OF_BODY * max(max(look.body_bgr) for look in looks)
    steps = [np.abs(np.subtract(look.pip_bgr, look.body_bgr)).max() for look in looks]
    return max(of_bodies, _PART_OF_PIPS * float(min(steps)))


def _bare_level(restless: float, calibration: Calibration) -> float:
    """Give the grey levels that the bare floor does not reach beside a die.

    Lower than that from which things count: a side in deep shade is nearly the floor's colour, but
    it is not the floor.
    """
    glow = min(_GLOW_TIMES * calibration.glow, _MOST_GLOW * calibration.stands_out)
    return max(_noise_level(restless), glow)


def _noise_level(restless: float) -> float:
    return max(_LEAST_LEVELS, _NOISE_TIMES * min(restless, MOST_RESTLESS))
