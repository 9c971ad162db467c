"""Lets picamera2 run on libcamera's virtual camera, in every Python that finds this folder.

Three things of a real Pi are missing here: the display library (pykms.py beside this file), the
kernel's DMA heaps, and a raw stream. The program's own calls stay exactly as they are.
"""

from __future__ import annotations

import importlib.util
import sys
from collections.abc import Sequence
from importlib.abc import MetaPathFinder
from importlib.machinery import ModuleSpec
from types import ModuleType


class _AfterPicamera2(MetaPathFinder):
    """Adapts picamera2 right after it was imported."""

    name = "picamera2.picamera2"

    def find_spec(
        self, fullname: str, path: Sequence[str] | None, target: ModuleType | None = None
    ) -> ModuleSpec | None:
        if fullname != self.name:
            return None
        sys.meta_path.remove(self)
        spec = importlib.util.find_spec(fullname)
        if spec is not None and spec.loader is not None:
            original = spec.loader.exec_module

            def exec_module(module: ModuleType) -> None:
                original(module)
                _adapt(module)

            spec.loader.exec_module = exec_module  # type: ignore[method-assign]
        return spec


def _adapt(picamera2: ModuleType) -> None:
    from virtual_camera import MemoryAllocator, raw_modes

    picamera2.DmaAllocator = MemoryAllocator  # type: ignore[attr-defined]
    picamera2.Picamera2._get_raw_modes = raw_modes  # type: ignore[attr-defined]


sys.meta_path.insert(0, _AfterPicamera2())
