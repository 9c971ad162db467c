"""The only module that knows Mitsuba: it turns an installation and poses into light.

Mitsuba is imported when a tracer is made; it is no part of the program or of its tests.
"""

from __future__ import annotations

from collections.abc import Sequence
from importlib import import_module
from itertools import pairwise
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from tests.studio import die_mesh, lamps, props, tray_mesh
from tests.studio.geometry import Floats, camera_position, camera_rotation, focal_px
from tests.studio.mesh import Mesh, box, capsule, joined, moved, quad, write_ply
from tests.studio.physics import Pose
from tests.studio.sensor import pinhole_size, without_fireflies
from tests.studio.spec import Camera, Installation, Lamp, Surface
from tests.studio.surfaces import look

Crop = tuple[int, int, int, int]
"""Left, top, width and height in the pinhole picture."""

_DEPTH = 5
_TABLE_MM = 2400.0
_VARIANT = "llvm_ad_rgb"


class Tracer:
    """One installation, ready to be traced with any dice in it."""

    def __init__(self, room: Installation, scratch: Path) -> None:
        self._mi: Any = import_module("mitsuba")
        self._mi.set_variant(_VARIANT)
        self._room, self._scratch, self._files = room, scratch, 0
        scratch.mkdir(parents=True, exist_ok=True)
        self._paths = self._mi.load_dict({"type": "path", "max_depth": _DEPTH, "rr_depth": 3})
        static = self._tray() | self._lights() | self._things(props.clutter(room), "thing")
        self._static = {name: self._mi.load_dict(item) for name, item in static.items()}
        self._dice = [self._die(number) for number in range(len(room.dice))]

    def scene(self, poses: Sequence[Pose], hand: Sequence[props.Part] = ()) -> Any:
        """The scene with dice and perhaps a hand in it."""
        items: dict[str, Any] = {"type": "scene", "integrator": self._paths}
        items |= self._static | self._things(hand, "hand")
        for k, pose in enumerate(poses):
            matrix = np.eye(4)
            matrix[:3, :3] = pose.rotation * self._room.dice[k].size_mm / 2
            matrix[:3, 3] = pose.at
            items[f"die{k}"] = self._dice[k] | {"to_world": self._mi.ScalarTransform4f(matrix)}
        return self._mi.load_dict(items)

    def light(self, scene: Any, camera: Camera, crop: Crop, spp: int, seed: int) -> NDArray[Any]:
        """The (height, width, 3) light of a part of the pinhole picture."""
        sensor = self._mi.load_dict(self._sensor(camera, crop, spp))
        found = self._mi.render(scene, sensor=sensor, spp=spp, seed=seed)
        return without_fireflies(np.asarray(found.numpy()[..., :3], np.float32))

    def blocked(self, scene: Any, starts: Floats, end: Floats) -> NDArray[np.bool_]:
        """Whether something stands between (n, 3) points and one point."""
        mi = self._mi
        way = end - starts
        length = np.linalg.norm(way, axis=1)
        unit = way / length[:, None]
        origin, along = (one.T.astype(np.float32) for one in (starts, unit))
        ray = mi.Ray3f(mi.Point3f(origin), mi.Vector3f(along))
        ray.maxt = mi.Float(np.asarray(length - 60, np.float32))  # short of lamps and camera
        return np.asarray(scene.ray_test(ray).numpy(), np.bool_)

    def _sensor(self, camera: Camera, crop: Crop, spp: int) -> dict[str, Any]:
        w, h = pinhole_size(camera)
        rotation = camera_rotation(camera)
        matrix = np.eye(4)
        matrix[:3, :3] = np.stack([-rotation[0], -rotation[1], rotation[2]], axis=1)
        matrix[:3, 3] = camera_position(camera)
        film = {
            "type": "hdrfilm",
            "width": w,
            "height": h,
            "rfilter": {"type": "box"},
            "crop_offset_x": crop[0],
            "crop_offset_y": crop[1],
            "crop_width": crop[2],
            "crop_height": crop[3],
        }
        return {
            "type": "perspective",
            "fov_axis": "x",
            "fov": float(np.degrees(2 * np.arctan(w / 2 / focal_px(camera)))),
            "near_clip": 1.0,
            "far_clip": 1e5,
            "to_world": self._mi.ScalarTransform4f(matrix),
            "film": film,
            "sampler": {"type": "multijitter", "sample_count": spp},
        }

    def _ply(self, mesh: Mesh, material: dict[str, Any]) -> dict[str, Any]:
        self._files += 1
        path = self._scratch / f"{self._files}.ply"
        write_ply(path, mesh)
        return {"type": "ply", "filename": str(path), "bsdf": material}

    def _bitmap(self, picture: NDArray[Any], *, raw: bool = False) -> dict[str, Any]:
        data = np.ascontiguousarray(np.atleast_3d(picture), np.float32)
        return {"type": "bitmap", "bitmap": self._mi.Bitmap(data), "raw": raw}

    def _surface(self, surface: Surface, seed: int) -> dict[str, Any]:
        seen = look(surface, seed)
        material = _coated(self._bitmap(seen.colour), seen.rough)
        if seen.relief is None:
            return {"type": "twosided", "bsdf": material}
        relief = self._bitmap(seen.relief, raw=True)
        bumped = {"type": "bumpmap", "arbitrary": relief, "scale": 1.0, "bsdf": material}
        return {"type": "twosided", "bsdf": bumped}

    def _tray(self) -> dict[str, Any]:
        room, tray = self._room, self._room.tray
        floor = self._surface(tray.floor, room.seed)
        rim = self._surface(tray.rim, room.seed + 1)
        parts = {
            "floor": self._ply(tray_mesh.floor(tray), floor),
            "walls": self._ply(tray_mesh.walls(tray), floor if tray.wall == "floor" else rim),
            "rim": self._ply(tray_mesh.rim(tray), rim),
            "table": self._ply(
                tray_mesh.sheet(_TABLE_MM, -tray.floor_t_mm),
                self._surface(room.table, room.seed + 2),
            ),
        }
        thread = tray_mesh.stitches(tray)
        if thread is not None and tray.stitch is not None:
            parts["stitches"] = self._ply(thread, _coated(_plain(tray.stitch), None))
        return parts

    def _things(self, parts: Sequence[props.Part], name: str) -> dict[str, Any]:
        found = {}
        for k, part in enumerate(parts):
            paint = _plain(part.rgb) if part.print_rgb is None else self._bitmap(part.print_rgb)
            material = _coated(paint, part.rough)
            if part.metal:
                material = {
                    "type": "roughconductor",
                    "alpha": part.rough,
                    "specular_reflectance": paint,
                }
            found[f"{name}{k}"] = self._ply(part.mesh, {"type": "twosided", "bsdf": material})
        return found

    def _die(self, number: int) -> dict[str, Any]:
        style, die = self._room.style, self._room.dice[number]
        paint = self._bitmap(die_mesh.painted(style, die, self._room.seed * 16 + number))
        return self._ply(die_mesh.body(style, die), self._mi.load_dict(_coated(paint, style.gloss)))

    def _lights(self) -> dict[str, Any]:
        room = self._room
        world = room.light
        sky = lamps.room_light(world.world, world.world_kelvin, room.seed)
        turn = self._mi.ScalarTransform4f()
        upright = turn.rotate([0, 0, 1], world.world_deg) @ turn.rotate([1, 0, 0], 90)
        found: dict[str, Any] = {
            "world": {"type": "envmap", "bitmap": self._mi.Bitmap(sky), "to_world": upright},
            "stand": self._ply(self._stand(), _coated(_plain((0.03, 0.03, 0.03)), 0.3)),
        }
        for k, lamp in enumerate(room.light.lamps):
            found[f"lamp{k}"] = self._lamp(lamp)
        return found

    def _stand(self) -> Mesh:
        """The camera's housing and the arm that holds it."""
        at = camera_position(self._room.camera)
        turn = np.radians(self._room.arm_deg)
        far = at + np.array([np.cos(turn), np.sin(turn), 0]) * 500
        housing = moved(box((36, 36, 26)), np.eye(3), at + np.array([0, 0, 4.0]))
        lift = np.array([0, 0, 34.0])
        arm = capsule(at + lift, far + lift, 9, 9)
        return joined([Mesh(part.vertices, part.faces, part.uv, None) for part in (housing, arm)])

    def _lamp(self, lamp: Lamp) -> dict[str, Any]:
        height = float(camera_position(self._room.camera)[2])
        shine = {"type": "rgb", "value": lamps.radiance(lamp, height).tolist()}
        emitter = {"emitter": {"type": "area", "radiance": shine}}
        black = _coated(_plain((0.0, 0.0, 0.0)), None)
        if lamp.kind == "bulb":
            return {
                "type": "sphere",
                "center": list(lamp.pos_mm),
                "radius": lamp.radius_mm,
            } | emitter
        if lamp.kind == "area":
            transform = self._mi.ScalarTransform4f()
            facing = transform.look_at(origin=list(lamp.pos_mm), target=[0, 0, 0], up=[0, 0, 1])
            half = [lamp.size_mm[0] / 2, lamp.size_mm[1] / 2, 1.0]
            return {"type": "rectangle", "to_world": facing @ transform.scale(half)} | emitter
        around = _diodes(lamp) if lamp.kind == "ring" else _halo(lamp.radius_mm)
        at = camera_position(self._room.camera)
        return self._ply(moved(around, np.eye(3), at + np.array([0, 0, 3.0])), black) | emitter


def _plain(rgb: Sequence[float]) -> dict[str, Any]:
    return {"type": "rgb", "value": list(rgb)}


def _coated(paint: dict[str, Any], rough: float | None) -> dict[str, Any]:
    """A diffuse material, under a clear coat of that roughness if it has a gloss."""
    if rough is None:
        return {"type": "diffuse", "reflectance": paint}
    return {
        "type": "roughplastic",
        "diffuse_reflectance": paint,
        "alpha": rough,
        "int_ior": 1.5,
        "nonlinear": True,
    }


def _diodes(lamp: Lamp) -> Mesh:
    """Small discs on a circle, shining down."""
    found = []
    angle = -np.arange(12) * 2 * np.pi / 12
    rim = np.stack([np.cos(angle), np.sin(angle), np.zeros(12)], axis=1) * lamps.DIODE_MM
    faces = np.array([[0, k, k + 1] for k in range(1, 11)])
    for k in range(lamp.n):
        turn = 2 * np.pi * k / lamp.n
        at = np.array([np.cos(turn), np.sin(turn), 0]) * lamp.radius_mm
        found.append(Mesh(rim + at, faces, np.zeros((12, 2))))
    return joined(found)


def _halo(radius_mm: float) -> Mesh:
    """A flat ring, shining down."""
    angle = np.linspace(0, 2 * np.pi, 65)
    inner, outer = radius_mm - lamps.HALO_HALF_MM, radius_mm + lamps.HALO_HALF_MM
    ring = np.stack([np.cos(angle), np.sin(angle), np.zeros(65)], axis=1)
    quads = [
        quad(np.stack([a * inner, b * inner, b * outer, a * outer]), np.zeros((4, 2)))
        for a, b in pairwise(ring)
    ]
    return joined(quads)
