"""What one installation is: tray, table, light, camera, sensor and dice, as plain values.

World frame: millimetres, origin in the middle of the tray's floor, z up. Colours are linear
(red, green, blue) reflectances. May import: the standard library.
"""

from __future__ import annotations

from dataclasses import dataclass

Rgb = tuple[float, float, float]


@dataclass(frozen=True, slots=True)
class Surface:
    """A material: felt, velvet, leather, wood, paint, stone or cloth.

    second : the other colour of wood and stone. scale : how coarse the pattern is.
    rough : roughness of its gloss, None for none.
    """

    kind: str
    rgb: Rgb
    second: Rgb | None = None
    scale: float = 1.0
    rough: float | None = None


@dataclass(frozen=True, slots=True)
class Tray:
    """shape : oct, hex, rect or round. slope_deg : of the walls, outwards."""

    name: str
    shape: str
    w_mm: float
    h_mm: float
    rim_h_mm: float
    rim_w_mm: float
    slope_deg: float
    floor_t_mm: float
    floor: Surface
    rim: Surface
    wall: str = "rim"
    stitch: Rgb | None = None


@dataclass(frozen=True, slots=True)
class Lamp:
    """A lamp that gives irradiance `e` at the tray's middle.

    kind : ring (`n` diodes round the camera), halo (a diffuse ring there), area or bulb.
    """

    kind: str
    e: float
    kelvin: float
    pos_mm: tuple[float, float, float] = (0.0, 0.0, 0.0)
    size_mm: tuple[float, float] = (0.0, 0.0)
    radius_mm: float = 0.0
    n: int = 0


@dataclass(frozen=True, slots=True)
class Light:
    """world : irradiance of the room's own light; turned by world_deg; in world_kelvin."""

    name: str
    kelvin: float
    world: float
    world_deg: float
    world_kelvin: float
    lamps: tuple[Lamp, ...]


@dataclass(frozen=True, slots=True)
class Camera:
    """The camera's pose and lens: looks at aim_mm on the floor from height_mm above it."""

    model: str
    width: int
    height: int
    hfov_deg: float
    dist: tuple[float, float]
    pp_px: tuple[float, float]
    height_mm: float
    tilt_x_deg: float
    tilt_y_deg: float
    roll_deg: float
    aim_mm: tuple[float, float]


@dataclass(frozen=True, slots=True)
class Sensor:
    """What the sensor and the encoder do to the light."""

    ev: float
    vignette: float
    bloom: float
    ca: float
    blur_px: float
    noise: float
    kelvin_assumed: float
    saturation: float
    contrast: float
    sharpen: float
    jpeg: int
    auto_exposure: bool


@dataclass(frozen=True, slots=True)
class DiceStyle:
    """The look of a dice set; lengths are parts of the side.

    edge : radius of the rounding; ball : radius of a sphere that cuts the corners, 0 for none.
    depth : how deep the pips are, in parts of their radius (0: flat paint).
    reds : none, face (a red face) or pips (red pips). vein : colour of a marbled body.
    gloss : roughness of the polish (small mirrors sharply).
    """

    key: str
    style: str
    body: Rgb
    pip: Rgb
    reds: str = "none"
    red: Rgb = (0.62, 0.02, 0.03)
    red_pip: Rgb = (0.85, 0.85, 0.82)
    vein: Rgb | None = None
    edge: float = 0.08
    ball: float = 0.0
    pip_radius: float = 0.09
    inset: float = 0.25
    depth: float = 0.5
    gloss: float = 0.1
    wear: float = 0.0


@dataclass(frozen=True, slots=True)
class Die:
    """One die of a set. orient : for the faces 1..6, whether the layout is a quarter turned."""

    number: int
    size_mm: float
    red_faces: tuple[int, ...]
    handed: str
    orient: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Installation:
    """Everything but the throws. bump_at : from which roll on the camera has been knocked."""

    name: str
    seed: int
    tray: Tray
    table: Surface
    light: Light
    camera: Camera
    sensor: Sensor
    style: DiceStyle
    dice: tuple[Die, ...]
    clutter: tuple[str, ...]
    arm_deg: float
    bump_at: int | None = None
