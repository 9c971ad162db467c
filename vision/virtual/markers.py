"""Printed markers on the virtual tray. May import: numpy, cv2 and this package's geometry."""

from __future__ import annotations

import cv2
import numpy as np

from vision.virtual.geometry import Array, project
from vision.virtual.model import PrintedMarker, Scene

_CELL_PX = 40  # a marker has six cells a side, black border included
_PAPER, _INK = 0.83, 0.03  # part of the light that is thrown back


def print_markers(canvas: Array, scene: Scene, light: Array) -> None:
    """Paint the tray's markers over a linear picture, (rows, columns, 3), in this light."""
    for marker in scene.tray.markers:
        _print(canvas, scene, marker, light)


def _print(canvas: Array, scene: Scene, marker: PrintedMarker, light: Array) -> None:
    dictionary = cv2.aruco.getPredefinedDictionary(cv2.aruco.DICT_4X4_50)
    pattern = cv2.aruco.generateImageMarker(dictionary, marker.number, 6 * _CELL_PX)
    margin = 6 * _CELL_PX // 4
    sheet = np.pad(pattern, margin, constant_values=255)
    seen = project(scene.camera, _corners_mm(marker))
    size = sheet.shape[0]
    # corners of the sheet's area, not middles of its pixels
    square = np.array([[0, 0], [size, 0], [size, size], [0, size]], np.float32) - 0.5
    low = np.maximum(np.floor(seen.min(0)).astype(int) - 1, 0)
    high = np.ceil(seen.max(0)).astype(int) + 2
    part = canvas[low[1] : high[1], low[0] : high[0]]
    if part.size == 0:
        return
    warp = cv2.getPerspectiveTransform(square, (seen - low).astype(np.float32))
    soft = cv2.GaussianBlur(sheet, (0, 0), size / float(np.ptp(seen[:, 0])) / 2.5)
    shape = part.shape[1::-1]
    ink = cv2.warpPerspective(soft, warp, shape).astype(np.float32) / 255
    cover = cv2.warpPerspective(np.full_like(soft, 255), warp, shape).astype(np.float32) / 255
    lit = (_INK + (_PAPER - _INK) * ink) * light[low[1] : high[1], low[0] : high[0]]
    part += cover[..., None] * (lit[..., None] - part)


def _corners_mm(marker: PrintedMarker) -> Array:
    """The corners of the paper, from the upper left on as the marker is read."""
    angle, half = np.radians(marker.angle_deg), marker.side_mm * 0.75
    right = np.array([np.cos(angle), np.sin(angle), 0]) * half
    up = np.array([-np.sin(angle), np.cos(angle), 0]) * half
    at = np.array([marker.x_mm, marker.y_mm, marker.z_mm])
    corners = [at - right + up, at + right + up, at + right - up, at - right - up]
    return np.array(corners, np.float32)
