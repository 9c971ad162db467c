"""What is known about each die that was taken, and from where on a set's dice stand out.

May import: vision.calibration_values, vision.faces.measure.
"""

from __future__ import annotations

from dataclasses import dataclass

from vision.calibration_values import Calibration
from vision.faces.measure import Measures

SIDES_SEEN = 25.0  # grey levels by which dice must stand out to see where their faces end
HIDDEN_LEVELS = 8.0  # grey levels by which a die must stand out from the floor to be seen at all
AT_WALL = 0.5  # edges inside the outline: nearer than a die lies flat
BESIDE_WALL = 1.2  # edges inside the outline: a die that leans on the wall lies no farther


@dataclass(frozen=True, slots=True)
class Cues:
    """What is known about one die that was taken.

    contrast, likeness, weakest_pip, worst_cell, odd_cells : see `vision.faces.examine.Evidence`.
    measures : see `vision.faces.measure.Measures`.
    excess, deficit : see `Residue`.
    bare : part of its silhouette that shows bare floor; see `vision.judgement.bare`.
    untouched : part of it that shows floor as if nothing lay there; measured near the wall only, of
        sets whose sides are seen.
    at_foot : width of floor that shows where a flat die's foot would be; see `foot`.
    short : edges by which it ends shorter of its foot than flat dice may; see `shortfall`.
    inside : distance of the die's middle to the tray's wall, in edges.
    rival : merit of the best other reading of the same place, less this one's; -9 if none.
    hue_apart : how far its body is of another hue than calibrated; see `vision.faces.dyed`.
    alone : whether dice of the set are missing, so that this one may hide another.
    seen_outside : whether as many things that may be dice lie outside the tray as are missing.
    unlike_floor : how little the empty tray under the die looks like the floor, 1 at most if it is
        the floor; see `vision.account.underfoot`. Measured near the outline only.
    aside : distance of the die from the point below the camera, in edges.
    outward : see `measure.outward_stretch`.
    wider : by which part an ace is wider than the picture's other faces, where one die is missing
        and may lie below it; None where that is not asked or not seen. See `extent`.
    below : which part stands out of what a die exactly below such an ace would show of itself; None
        where that is not asked or would not be seen. See `below`.
    on_floor : whether floor shows around such an ace of a set that hardly stands out from the tray;
        None where that is not asked or not seen. See `on_floor`.
    side_as_floor : which share of the sides that any ace of such a set turns to the camera is like
        floor; None likewise.
    propped : doubt that it leans on a neighbour; see `propped`.
    beyond : faces of what shows beyond its far sides and is no floor; see `beyond`.
    spots_beyond : faces of dark spots there, where the set hardly stands out from the tray.
    grown : how large its pips are over those of the picture's others, or a plain ace's over those
        of the set's flat ones; None if not known.
    of_set, of_unlike : the same of an ace of any colour, at most; and over faces that stand out
        otherwise, where none does alike; see `vision.judgement.ace_pips`.
    lengthened : doubt that its pips are smeared along one way; see `vision.faces.smear`.
    oval : doubt that it leans, from the shape of its pips, where the set hardly stands out from the
        tray; see `vision.judgement.oval`.
    sharper : how sharp pips of its look are over the set's; see `vision.faces.smear`.
    sharpness_of_others : of the picture's other dice, in the middle; None if they are too few.
    """

    contrast: float
    likeness: float
    weakest_pip: float
    worst_cell: float
    odd_cells: float
    measures: Measures
    excess: float
    deficit: float
    inside: float
    rival: float
    hue_apart: float
    alone: bool
    unlike_floor: float
    aside: float
    outward: float | None
    bare: float = 0.0
    untouched: float = 0.0
    at_foot: float = 0.0
    short: float = -1.0
    wider: float | None = None
    below: float | None = None
    on_floor: bool | None = None
    side_as_floor: float | None = None
    propped: float = 0.0
    beyond: float = 0.0
    spots_beyond: float = 0.0
    grown: float | None = None
    of_set: float | None = None
    of_unlike: float | None = None
    lengthened: float = 0.0
    oval: float = 0.0
    sharper: float = 1.0
    sharpness_of_others: float | None = None
    seen_outside: bool = False

    @property
    def is_lone_ace(self) -> bool:
        """Whether it has no pips whose distances tell its height, and may lie on a missing die."""
        return self.alone and self.measures.is_ace

    @property
    def by_pip_alone(self) -> bool:
        """Whether only the size of its pip tells how high such an ace lies: no side is seen."""
        return self.is_lone_ace and self.wider is None

    @property
    def higher(self) -> float | None:
        """By which part an ace's pip is larger than the set's; None if not known."""
        return self.grown - 1.0 if self.measures.is_ace and self.grown is not None else None

    @property
    def rise(self) -> float | None:
        """By which part it is larger, at most, where it is not known by how much."""
        at_most = None if self.of_set is None else self.of_set - 1.0
        return at_most if self.higher is None else self.higher


def hardly_stands_out(calibration: Calibration, level: float) -> bool:
    """Tell whether dice differ from the tray by less than what counts as a thing.

    Then silhouettes prove nothing, and dice must be proved flat by their pips.
    level : grey levels from which that counts, by noise and glow; see `Residue`.
    """
    return calibration.stands_out < max(HIDDEN_LEVELS, level)
