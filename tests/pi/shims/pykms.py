"""Stands in for the display library that picamera2 imports and never uses without a display."""


class _Formats:
    def __getattr__(self, name: str) -> str:
        return name


PixelFormat = _Formats()
