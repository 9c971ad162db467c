"""The values of the virtual tray: dice, their style, light, camera, tray, scene and truth.

World frame: millimetres, origin at the tray's centre on the floor, x right and y up in the
picture, z towards the camera. Colours are (red, green, blue), each 0..1 as on a screen (sRGB).
May import: the standard library and vision.types.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import Enum

from vision.types import Point

Rgb = tuple[float, float, float]


class RedKind(Enum):
    """How a die shows that a face is red."""

    NONE = "none"
    BODY = "body"
    """The face is painted red, its pips keep `red_pip`."""
    PIPS = "pips"
    """Only the pips of the face are red."""


class TrayShape(Enum):
    """The outline of the tray's floor."""

    RECT = "rect"
    HEXAGON = "hexagon"
    OCTAGON = "octagon"
    ROUND = "round"


class FloorKind(Enum):
    """What the floor of the tray, or the table around it, is made of."""

    FELT = "felt"
    LEATHER = "leather"
    WOOD = "wood"
    PLAIN = "plain"


@dataclass(frozen=True, slots=True)
class DieStyle:
    """What the dice of one set look like; lengths are fractions of the die's side.

    marble : 0..1, how much `vein` shows through the body (pearly, marbled dice).
    edge : radius of the rounded edges; ball : radius of the sphere that cuts the corners
    (0.87 touches the corners, 0.72 is a very round die; 0 for none).
    pip_depth : 0 flat, 1 half a ball drilled out; one_scale : how much larger the one's pip is.
    gloss : 0 matt .. 1 polished.
    orient : for the faces 1..6, whether the layout is turned by a quarter.
    spreads : for the faces 1..6, by how much pips lie farther out across and along than
        `pip_inset` says; along are the rows of three of a six.
    """

    name: str
    body: Rgb
    pip: Rgb
    red_kind: RedKind = RedKind.NONE
    red: Rgb = (0.80, 0.08, 0.10)
    red_pip: Rgb = (0.95, 0.94, 0.92)
    vein: Rgb = (0.0, 0.0, 0.0)
    marble: float = 0.0
    glow: float = 0.0
    wear: float = 0.0
    edge: float = 0.09
    ball: float = 0.0
    pip_radius: float = 0.095
    pip_inset: float = 0.25
    pip_depth: float = 0.4
    one_scale: float = 1.0
    gloss: float = 0.35
    handed: str = "right"
    orient: tuple[int, ...] = (0, 0, 0, 0, 0, 0)
    spreads: tuple[tuple[float, float], ...] = ((1.0, 1.0),) * 6


@dataclass(frozen=True, slots=True)
class VirtualDie:
    """One die in the world; lying flat unless `tilt_deg` says otherwise.

    value : the face that points up (before tilting); angle_deg : turned about the vertical.
    red_values : which of its faces are red. tilt_deg, tilt_to_deg : leaning by, towards.
    lift_mm : how far its lowest point is above the floor. smear_mm : motion during exposure.
    seed : grain of a marbled body.
    """

    x_mm: float
    y_mm: float
    angle_deg: float
    value: int
    red_values: tuple[int, ...] = ()
    tilt_deg: float = 0.0
    tilt_to_deg: float = 0.0
    lift_mm: float = 0.0
    smear_mm: Point = (0.0, 0.0)
    seed: int = 0
    style: DieStyle | None = None
    size_mm: float | None = None

    @property
    def red(self) -> bool:
        """Whether the face that points up is a red one."""
        return self.value in self.red_values

    @property
    def flat(self) -> bool:
        """Whether it lies flat enough to be read."""
        return self.tilt_deg < 5.0

    def __str__(self) -> str:
        return f"{self.value}{'r' if self.red else ''}"


@dataclass(frozen=True, slots=True)
class Light:
    """One lamp and the light of the room.

    azimuth_deg, elevation_deg, distance_mm : where the lamp stands, seen from the tray's centre.
    radius_mm : its size, which softens shadows. direct, ambient : strengths (1 is plenty).
    kelvin : its colour.
    """

    azimuth_deg: float = 120.0
    elevation_deg: float = 50.0
    distance_mm: float = 700.0
    radius_mm: float = 45.0
    direct: float = 0.62
    ambient: float = 0.42
    kelvin: float = 4000.0


@dataclass(frozen=True, slots=True)
class CameraPose:
    """A camera above the tray, looking down at `x_mm, y_mm` moved by the two tilts.

    tilt_x_deg turns the view up and down, tilt_y_deg left and right, roll_deg in its plane.
    k1, k2 : how its lens bends the picture, as in `vision.tray.lens`.
    kelvin : the light that its white balance is set to.
    """

    height_mm: float = 390.0
    x_mm: float = 0.0
    y_mm: float = 0.0
    tilt_x_deg: float = 2.0
    tilt_y_deg: float = -1.5
    roll_deg: float = 1.0
    focal_px: float = 990.0
    width_px: int = 1280
    height_px: int = 960
    kelvin: float = 4000.0
    k1: float = 0.0
    k2: float = 0.0


@dataclass(frozen=True, slots=True)
class PrintedMarker:
    """An ArUco marker (DICT_4X4_50) with a white margin, lying at a height above the floor."""

    number: int
    x_mm: float
    y_mm: float
    side_mm: float = 20.0
    angle_deg: float = 0.0
    z_mm: float = 0.0


@dataclass(frozen=True, slots=True)
class Tray:
    """The tray: a floor and a rim around it, standing on a table."""

    shape: TrayShape = TrayShape.OCTAGON
    width_mm: float = 250.0
    depth_mm: float = 250.0
    rim_height_mm: float = 26.0
    rim_width_mm: float = 12.0
    floor: FloorKind = FloorKind.FELT
    floor_colour: Rgb = (0.10, 0.40, 0.22)
    rim_colour: Rgb = (0.24, 0.16, 0.12)
    table: FloorKind = FloorKind.WOOD
    table_colour: Rgb = (0.55, 0.38, 0.24)
    markers: tuple[PrintedMarker, ...] = ()


@dataclass(frozen=True, slots=True)
class Effects:
    """What lens, sensor and encoder do to the picture.

    noise : standard deviation in grey levels; vignette : loss at the corners, 0..1;
    blur_px : sigma; jpeg : quality, or None; exposure : factor; glare : factor on highlights.
    """

    noise: float = 2.2
    vignette: float = 0.22
    blur_px: float = 0.6
    sharpen: float = 0.0
    jpeg: int | None = None
    exposure: float = 1.0
    glare: float = 1.0


@dataclass(frozen=True, slots=True)
class Hand:
    """A hand-like blob that reaches into the picture up to (x_mm, y_mm)."""

    x_mm: float
    y_mm: float
    from_deg: float = -80.0
    spread: float = 0.5
    colour: Rgb = (0.80, 0.58, 0.47)


@dataclass(frozen=True, slots=True)
class Scene:
    """Everything but the dice: one installation. `seed` grows its textures.

    grown_for : the camera in whose picture the textures grow, if not in this one's: a camera that
        was knocked sees the same table and the same felt from elsewhere.
    """

    style: DieStyle
    die_size_mm: float = 16.0
    red_faces: tuple[tuple[int, ...], ...] = ((1,), (2,), (3,), (4,), (5,), (6,))
    tray: Tray = field(default_factory=Tray)
    light: Light = field(default_factory=Light)
    camera: CameraPose = field(default_factory=CameraPose)
    effects: Effects = field(default_factory=Effects)
    seed: int = 0
    grown_for: CameraPose | None = None


@dataclass(frozen=True, slots=True)
class TruthDie:
    """What is exactly so about one die.

    value, red : None and False for a die that leans. corners_px : the four corners of the top
    face (the cube's own, before rounding), in turning order; centre_px : its centre.
    """

    value: int | None
    red: bool
    centre_px: Point
    corners_px: tuple[Point, ...]
    flat: bool


@dataclass(frozen=True, slots=True)
class Frame:
    """One moment of a throw: what lies or flies, and the hand if it is in the picture."""

    dice: tuple[VirtualDie, ...]
    hand: Hand | None = None
