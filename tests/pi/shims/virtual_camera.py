"""What libcamera's virtual camera needs from picamera2: buffers in plain memory, one mode."""

from __future__ import annotations

import mmap
import os
from typing import Any

import libcamera
from picamera2.allocators.allocator import Allocator


def raw_modes(camera: Any) -> list[dict[str, Any]]:
    """The one mode of a camera that has no raw stream: that of its viewfinder."""
    roles = [libcamera.StreamRole.Viewfinder]
    stream = camera.camera.generate_configuration(roles).at(0)
    return [{"format": str(stream.pixel_format), "size": (stream.size.width, stream.size.height)}]


class _View:
    """A mapped buffer for the length of a `with`."""

    def __init__(self, allocator: MemoryAllocator, buffer: Any, _write: bool) -> None:
        self._memory = allocator.memory[buffer]

    def __enter__(self) -> mmap.mmap:
        return self._memory

    def __exit__(self, *_: object) -> None:
        pass


class MemoryAllocator(Allocator):
    """Buffers on anonymous memory files, each of two planes: brightness, then colour."""

    def __init__(self) -> None:
        super().__init__()
        self.sync = self._view
        self.memory: dict[Any, mmap.mmap] = {}
        self._files: list[int] = []
        self._buffers: dict[Any, list[Any]] = {}

    def _view(self, _allocator: Any, buffer: Any, write: bool) -> _View:
        return _View(self, buffer, write)

    def allocate(self, configuration: Any, _use_case: Any) -> None:
        """Make the buffers of every stream of a configuration."""
        self.close()
        for stream in configuration:
            count = range(stream.buffer_count)
            self._buffers[stream.stream] = [self._buffer(stream) for _ in count]

    def _buffer(self, stream: Any) -> Any:
        file = os.memfd_create("frame")
        os.ftruncate(file, stream.frame_size)
        self._files.append(file)
        brightness = stream.stride * stream.size.height
        planes = [
            _plane(file, 0, brightness),
            _plane(file, brightness, stream.frame_size - brightness),
        ]
        buffer = libcamera.FrameBuffer(planes)
        self.memory[buffer] = mmap.mmap(file, stream.frame_size)
        return buffer

    def buffers(self, stream: Any) -> list[Any]:
        """The buffers of one stream."""
        return self._buffers[stream]

    def close(self) -> None:
        """Give the memory back."""
        self.memory.clear()
        self._buffers.clear()
        while self._files:
            os.close(self._files.pop())


def _plane(file: int, offset: int, length: int) -> Any:
    plane = libcamera.FrameBuffer.Plane()
    plane.fd, plane.offset, plane.length = file, offset, length
    return plane
