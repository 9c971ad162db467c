"""The lenses of the cameras that people put over trays, by name, and what is usual of any lens.

The data decide where they can; a lens says where to look and how far to trust what is not seen.
May import: numpy.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np

USUAL_K2 = -0.3  # of k1: barrel lenses of small cameras straighten again towards the corners


class LensError(ValueError):
    """A name that no lens has; the sentence says which there are."""

    slug = "lens"


@dataclass(frozen=True, slots=True)
class Lens:
    """What is known of a lens before a picture is looked at.

    hfov_deg : field of view over the sensor's whole width, by its focal length (no bending).
    aspect : width over height of the sensor; a picture of another shape is a crop of it, as
        large as it can be. None: the field of view is that of the picture, whatever its shape.
    k1, k2 : the usual bending, as in `vision.tray.lens`.
    shorter, longer : how far the focal length may be from that, as standard deviations of the
        logarithm of their ratio.
    k1_spread, k2_spread : standard deviations of the bending, k2's about its usual part of k1.
    models : how cameras with this lens call themselves (libcamera, EXIF); none for a camera whose
        lens can be changed. title : how people call the camera.
    """

    name: str
    hfov_deg: float
    aspect: float | None
    k1: float
    k2: float
    shorter: float = 0.04
    longer: float = 0.04
    k1_spread: float = 0.02
    k2_spread: float = 0.02
    models: tuple[str, ...] = ()
    title: str = ""

    def focal_px(self, width_px: int, height_px: int) -> float:
        """Give the usual focal length for pictures of that size.

        >>> round(LENSES["module3"].focal_px(1920, 1080)), round(UNKNOWN.focal_px(1280, 960))
        (1478, 986)
        """
        whole = width_px if self.aspect is None else max(width_px, height_px * self.aspect)
        return float(whole / 2 / np.tan(np.radians(self.hfov_deg) / 2))

    def showing(self, part: float) -> Lens:
        """Give the lens of a camera whose pictures show this part of the sensor's width.

        >>> round(LENSES["module2"].showing(0.5).hfov_deg, 1)
        33.6
        """
        half = np.arctan(part * np.tan(np.radians(self.hfov_deg) / 2))
        return replace(self, hfov_deg=float(np.degrees(2 * half)), aspect=None)

    def focals_px(self, width_px: int, height_px: int) -> tuple[float, ...]:
        """Give focal lengths that it may have, a third apart."""
        usual = self.focal_px(width_px, height_px)
        shortest = np.exp(-2 * self.shorter)
        return tuple(usual * part for part in (1.0, 0.7, 0.5) if part == 1.0 or part > shortest)


# Fields of view: the makers' data sheets. Bending of the wide lens: a published calibration of
# one (240 pictures of a board, 0.2 px), its rational model expanded; of the others: small.
# fmt: off
LENSES: dict[str, Lens] = {
    lens.name: lens
    for lens in (
        Lens("module1", 53.5, 4 / 3, -0.01, 0.0, models=("ov5647",), title="Camera Module 1"),
        Lens("module2", 62.2, 4 / 3, 0.0, 0.0, k1_spread=0.04,
             models=("imx219",), title="Camera Module 2"),
        Lens("module3", 66.0, 16 / 9, -0.01, 0.0, models=("imx708",), title="Camera Module 3"),
        Lens("module3wide", 98.5, 16 / 9, -0.04, 0.04, k1_spread=0.05,
             models=("imx708_wide",), title="Camera Module 3 Wide"),
        Lens("hq6mm", 55.3, 4 / 3, -0.09, 0.03, 0.08, 0.08, 0.05, title="the HQ Camera with 6 mm"),
    )
}
# fmt: on

UNKNOWN = Lens("unknown", 66.0, None, -0.02, 0.006, shorter=0.41, longer=0.05, k1_spread=0.08)
"""Any lens. Shade at the dice's feet makes silhouettes look as a longer lens shows them, never as
a shorter one does: so it takes less to believe in a shorter one."""


def lens_named(name: str) -> Lens:
    """Give the lens of that name or camera model; upper case and blanks don't matter.

    >>> lens_named("Module 3 Wide").name, lens_named("imx708_wide_noir").name
    ('module3wide', 'module3wide')
    """
    plain = name.lower().replace(" ", "").replace("-", "")
    if plain in ("", "auto", UNKNOWN.name):
        return UNKNOWN
    if plain in LENSES:
        return LENSES[plain]
    lens = lens_of_model(plain)
    if lens is None:
        known = ", ".join([*LENSES, UNKNOWN.name])
        raise LensError(f'no lens is called "{name}": use one of {known}')
    return lens


def lens_of_model(model: str) -> Lens | None:
    """Give the lens that a camera of that model has; None if the model does not tell.

    >>> lens_of_model("/base/axi/i2c@1/imx708_wide@1a").name
    'module3wide'
    """
    part = model.lower().rsplit("/", 1)[-1].partition("@")[0].removesuffix("_noir")
    found = [lens for lens in LENSES.values() if part in lens.models]
    return found[0] if found else None


def lens_words(lens: Lens) -> str:
    """How the lens came to be known, for the person who has just set up.

    >>> lens_words(lens_named("module3wide"))
    'The lens is that of Camera Module 3 Wide.'
    """
    if lens.name == UNKNOWN.name:
        return (
            "The pictures do not say which lens took them, so it is taken for one of usual width"
            " unless they show another. If it is a wide one, name it (lens under [camera] in the"
            " configuration), or too much will be asked."
        )
    return f"The lens is that of {lens.title}."
