"""Boxes of pixels: x, y, width and height.

May import: the standard library.
"""

from __future__ import annotations

Box = tuple[int, ...]


def merged(boxes: list[Box]) -> list[Box]:
    """Give boxes around the boxes so that none overlap."""
    apart: list[Box] = []
    for box in boxes:
        while (hit := next((one for one in apart if _overlap(box, one)), None)) is not None:
            apart.remove(hit)
            box = union(box, hit)
        apart.append(box)
    return apart


def _overlap(a: Box, b: Box) -> bool:
    return all(a[k] < b[k] + b[k + 2] and b[k] < a[k] + a[k + 2] for k in (0, 1))


def union(a: Box, b: Box) -> Box:
    """Give the box around two boxes."""
    x, y = min(a[0], b[0]), min(a[1], b[1])
    return x, y, max(a[0] + a[2], b[0] + b[2]) - x, max(a[1] + a[3], b[1] + b[3]) - y
