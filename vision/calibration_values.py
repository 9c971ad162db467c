"""What a calibration says: camera, tray, dice set and the empty tray, as frozen values.

The plane of the tray's floor is measured in edges of a die: u and v along the floor, height
away from it. The file form is in `calibration.model`, the fits in `calibration.fits`.
May import: numpy and vision.types.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace

from vision.types import Point

Colour = tuple[float, float, float]
Shade = tuple[float, float, float, float]
Spread = tuple[float, float]

LEAST_WIDTH_PX = 160  # of a picture; in smaller ones a pip has no pixel of its own
USUAL_SCATTER = 0.010  # edges: pips of moulded dice, as exactly as they are measured
ALIKE: tuple[Spread, ...] = ((1.0, 1.0),) * 6  # spreads of a set whose faces are laid out alike


@dataclass(frozen=True, slots=True)
class Camera:
    """The pose of the camera over the floor of the tray, with lengths in edges of a die.

    focal_px : focal length.
    centre_px : the principal point.
    k1, k2 : the first two coefficients of the lens's radial distortion (OpenCV's).
    tilt : x and y of the unit vector from the camera straight down to the floor, in the
        camera's axes (x right, y down, z forward).
    height : distance from the camera to the floor, in die edges.
    """

    focal_px: float
    centre_px: Point
    k1: float
    tilt: tuple[float, float]
    height: float
    k2: float = 0.0


@dataclass(frozen=True, slots=True)
class FaceLook:
    """The colours of one kind of face, as the calibration frames show them (B, G, R, 0..255).

    body_bgr, pip_bgr : the body around the pips, and the pips.
    shades : how the body looks towards its edges: six parts of an eighth of a face, from the
        middle to the corner; each is (B, G, R) less the body's and how far faces depart from it.
    pip_spread : how large the pips of its faces look, but aces' where others were shown, over the
        set's radius; see `vision.faces.measure.Measures.spread`. 0 if not known.
    unveiled_bgr : the body where no lamp mirrors, if a lamp mirrored more or less in all faces that
        were shown, and so in another hue; else None.
    sharper : how sharp the pips of its faces are over `Calibration.sharpness`; 0 if not known.
    """

    body_bgr: Colour
    pip_bgr: Colour
    shades: tuple[Shade, ...] = ()
    pip_spread: float = 0.0
    unveiled_bgr: Colour | None = None
    sharper: float = 0.0


@dataclass(frozen=True, slots=True)
class Tint:
    """How shadows are tinted on a floor that lamps of two colours light: see `vision.account.tint`.

    way : unit vector (B, G, R) of what a shadow leaves of the floor's light, less its mean.
    least, most : how much of it shadows show.
    """

    way: Colour
    least: float
    most: float


@dataclass(frozen=True, slots=True)
class Radii:
    """How large pips are, in die edges: see `DiceSet`; 0 for aces, or looks, that hardly differ."""

    pip: float
    ace: float = 0.0
    widest: float = 0.0


@dataclass(frozen=True, slots=True)
class DiceSet:
    """A set of dice as the camera sees it.

    name : what people call the set.
    count : how many dice belong to it.
    pip_radius : radius of a pip, in die edges.
    pip_offset : distance of a corner pip's column from the middle of the face, in die edges.
    scatter : how far pips lie from their ideal places on the faces seen, in die edges.
    evenness : the faintest pip of a face over its mean, on the worst of the faces seen.
    plain : the look of an ordinary face.
    red : the look of a red face, or None for a set without red faces.
    ace_spread : how large a plain ace's pip is over those of other plain faces; 0 if not known.
    ace_radius : radius of an ace's pip, in die edges, of sets that have it clearly larger than
        others; else 0.
    spreads : for the faces 1..6, how far out their pips lie over `pip_offset`, across and along;
        along are the rows of three of a six.
    widest_pip : radius of the pips of the look, plain or red, that has clearly larger ones, in die
        edges: where pictures are overexposed bright pips spread, and dark ones shrink; else 0.
    grain : how much like a pip (1) its faces look where they have none and look most like one, in
        the middle of the faces seen: burnt wood and marbled dice do.
    """

    name: str
    count: int
    pip_radius: float
    pip_offset: float
    scatter: float
    evenness: float
    plain: FaceLook
    red: FaceLook | None
    ace_spread: float = 0.0
    ace_radius: float = 0.0
    spreads: tuple[Spread, ...] = ALIKE
    widest_pip: float = 0.0
    grain: float = 0.0

    @property
    def radii(self) -> Radii:
        """How large its pips are."""
        return Radii(self.pip_radius, self.ace_radius, self.widest_pip)

    @property
    def radius_of_ace(self) -> float:
        """Radius of an ace's pip, in die edges."""
        return self.ace_radius or self.pip_radius

    @property
    def roughness(self) -> float:
        """By how much its pips scatter more than those of moulded dice do, in die edges."""
        return max(0.0, self.scatter - USUAL_SCATTER)


@dataclass(frozen=True, slots=True)
class SeenMarker:
    """A printed corner marker as a picture shows it: its number and its corners, in turning order.

    >>> SeenMarker(3, ((0.0, 0.0), (8.0, 0.0), (8.0, 8.0), (0.0, 8.0))).scaled(0.5).corners_px[2]
    (4.0, 4.0)
    """

    number: int
    corners_px: tuple[Point, ...]

    def scaled(self, by: float) -> SeenMarker:
        """Give the same marker in a picture of another size."""
        return SeenMarker(self.number, tuple((x * by, y * by) for x, y in self.corners_px))


@dataclass(frozen=True, slots=True)
class Calibration:
    """Everything that reading one installation needs.

    size_px : width and height of the pictures that it was made from.
    camera : the pose of the camera, for pictures of that size.
    tray_px : the outline of the tray's inside, clockwise, in pictures of that size.
    dice : the dice set.
    sharpness : how steeply the colour falls from pip to body on dice lying still; 1 is a jump.
    stands_out : by how many grey levels the dice's sides and tops differ from the tray, at least.
    glow : grey levels by which light from the dice changes the floor around them, at most.
    fills : part of a die's silhouette that stands out; 1 when the whole die does.
    empty_jpeg : the empty tray at half size, as the bytes of a JPEG file.
    remarks : sentences for the person who calibrates: what is not good, and the mend.
    markers : the printed markers in the picture of the empty tray, by number.
    sure_px : where the foot of the wall may be another line farther in, that one, as tray_px; else
        empty. What lies between the two may lean on the wall.
    tint : how shadows are tinted on this tray's floor; None where they are as good as grey.
    like_floor : part of the dice's sides that looks like bare floor; 0 where none does.
    shortfall : edges by which flat dice may seem to end short of their foot, at most; 1 where that
        isn't known. See `vision.judgement.shortfall`.
    darkest : the least share of its light that the dice's shadows leave of the floor, where that
        tells them from the dice; else 0. See `vision.account.shade`.
    """

    size_px: tuple[int, int]
    camera: Camera
    tray_px: tuple[Point, ...]
    dice: DiceSet
    sharpness: float
    stands_out: float
    glow: float
    fills: float
    empty_jpeg: bytes = field(repr=False)
    remarks: tuple[str, ...] = ()
    markers: tuple[SeenMarker, ...] = ()
    sure_px: tuple[Point, ...] = ()
    tint: Tint | None = None
    like_floor: float = 0.0
    shortfall: float = 1.0
    darkest: float = 0.0

    def scaled_to(self, width_px: int, height_px: int) -> Calibration:
        """Give the same calibration for pictures of another size.

        Raises
        ------
        ValueError
            The aspect ratio is another one, so this is not the same camera mode; or the picture is
            too small to show pips.
        """
        if width_px < LEAST_WIDTH_PX:
            raise ValueError(
                f"the picture is {width_px} x {height_px} pixels: too small to read, use one that"
                f" is at least {LEAST_WIDTH_PX} pixels wide"
            )
        scale = width_px / self.size_px[0]
        if abs(height_px - self.size_px[1] * scale) > 1.5:
            raise ValueError(
                f"the picture is {width_px} x {height_px} pixels, but the calibration was made"
                f" with {self.size_px[0]} x {self.size_px[1]}: use the same shape of picture"
            )
        if scale == 1:
            return self
        camera = replace(
            self.camera,
            focal_px=self.camera.focal_px * scale,
            centre_px=(self.camera.centre_px[0] * scale, self.camera.centre_px[1] * scale),
        )
        outline, sure = (
            tuple((x * scale, y * scale) for x, y in one) for one in (self.tray_px, self.sure_px)
        )
        return replace(
            self,
            size_px=(width_px, height_px),
            camera=camera,
            tray_px=outline,
            markers=tuple(one.scaled(scale) for one in self.markers),
            sure_px=sure,
        )
