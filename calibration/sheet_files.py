"""The sheet of markers as the bytes of a file: SVG, PDF or PNG, each true to scale.

Pure. May import: numpy, cv2, calibration.marker_sheet.
"""

from __future__ import annotations

import struct
import zlib
from collections.abc import Callable
from xml.sax.saxutils import escape

import cv2
import numpy as np

from calibration.marker_sheet import Box, Sheet, SheetError, Words

_POINTS_PER_MM = 72 / 25.4
_PIXELS_PER_M = 11811  # 300 dpi
_PX_PER_MM = _PIXELS_PER_M / 1000
_CAPITAL = 0.72  # of a font's size: the height of its capitals


def sheet_file(sheet: Sheet, ending: str) -> bytes:
    """Give the bytes of a file of that kind.

    ending : ".svg", ".pdf" or ".png"; upper case doesn't matter.

    Raises
    ------
    SheetError
        No such file can be made.
    """
    maker = MAKERS.get(ending.lower())
    if maker is None:
        raise SheetError(f'a file ending in "{ending}" can\'t be made: use {", ".join(MAKERS)}')
    return maker(sheet)


def svg(sheet: Sheet) -> bytes:
    """Give the sheet as an SVG picture, measured in millimetres."""
    width, height = f"{sheet.width_mm:g}", f"{sheet.height_mm:g}"
    lines = [
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}mm" height="{height}mm"'
        f' viewBox="0 0 {width} {height}">',
        f'<rect width="{width}" height="{height}" fill="#fff"/>',
        f'<path d="{" ".join(_svg_box(box) for box in sheet.boxes)}"/>',
        *(_svg_words(words) for words in sheet.words),
        "</svg>",
    ]
    return "\n".join(lines).encode()


def _svg_box(box: Box) -> str:
    """All boxes are one path: drawn one by one, thin light lines would show between them."""
    width, height = f"{box.width_mm:.3f}", f"{box.height_mm:.3f}"
    return f"M{box.x_mm:.3f} {box.y_mm:.3f}h{width}v{height}h-{width}z"


def _svg_words(words: Words) -> str:
    return (
        f'<text x="{words.x_mm:.3f}" y="{words.y_mm:.3f}" font-family="Helvetica, Arial,'
        f' sans-serif" font-size="{words.height_mm / _CAPITAL:.2f}">{escape(words.text)}</text>'
    )


def pdf(sheet: Sheet) -> bytes:
    """Give the sheet as a PDF page; its y runs upward, in points.

    References: ISO 32000-1, 7.5 (file structure) and 8.5 (paths).
    """
    drawn = "\n".join(
        [
            *(_pdf_box(box, sheet.height_mm) for box in sheet.boxes),
            "f",
            *(_pdf_words(words, sheet.height_mm) for words in sheet.words),
        ]
    ).encode("ascii")
    size = f"{sheet.width_mm * _POINTS_PER_MM:.3f} {sheet.height_mm * _POINTS_PER_MM:.3f}"
    objects = (
        b"<< /Type /Catalog /Pages 2 0 R /ViewerPreferences << /PrintScaling /None >> >>",
        b"<< /Type /Pages /Kids [3 0 R] /Count 1 >>",
        f"<< /Type /Page /Parent 2 0 R /MediaBox [0 0 {size}] /Contents 4 0 R"
        " /Resources << /Font << /F1 5 0 R >> >> >>".encode(),
        b"<< /Length %d >>\nstream\n%s\nendstream" % (len(drawn), drawn),
        b"<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>",
    )
    return _pdf_of(objects)


def _pdf_of(objects: tuple[bytes, ...]) -> bytes:
    """Give a PDF file of numbered objects, the first of which is its catalogue."""
    data, starts = b"%PDF-1.4\n", []
    for number, one in enumerate(objects, start=1):
        starts.append(len(data))
        data += b"%d 0 obj\n%s\nendobj\n" % (number, one)
    table = b"".join(b"%010d 00000 n \n" % start for start in starts)
    count = len(objects) + 1
    return (
        data
        + b"xref\n0 %d\n0000000000 65535 f \n%s" % (count, table)
        + b"trailer\n<< /Size %d /Root 1 0 R >>\nstartxref\n%d\n%%%%EOF\n" % (count, len(data))
    )


def _pdf_box(box: Box, page_mm: float) -> str:
    corner = (box.x_mm, page_mm - box.y_mm - box.height_mm, box.width_mm, box.height_mm)
    return " ".join(f"{value * _POINTS_PER_MM:.4f}" for value in corner) + " re"


def _pdf_words(words: Words, page_mm: float) -> str:
    x, y = words.x_mm * _POINTS_PER_MM, (page_mm - words.y_mm) * _POINTS_PER_MM
    size = words.height_mm / _CAPITAL * _POINTS_PER_MM
    text = words.text.replace("\\", "\\\\").replace("(", "\\(").replace(")", "\\)")
    return f"BT /F1 {size:.2f} Tf {x:.3f} {y:.3f} Td ({text}) Tj ET"


def png(sheet: Sheet) -> bytes:
    """Give the sheet as a picture of 300 dots an inch that says so."""
    shape = (round(sheet.height_mm * _PX_PER_MM), round(sheet.width_mm * _PX_PER_MM))
    page = np.full(shape, 255, np.uint8)
    for box in sheet.boxes:
        rows, columns = _pixels(box.y_mm, box.height_mm), _pixels(box.x_mm, box.width_mm)
        page[rows, columns] = 0
    for words in sheet.words:
        _write(page, words)
    _, data = cv2.imencode(".png", page)
    return _with_density(data.tobytes())


def _pixels(start_mm: float, length_mm: float) -> slice:
    start, stop = round(start_mm * _PX_PER_MM), round((start_mm + length_mm) * _PX_PER_MM)
    return slice(start, max(stop, start + 1))


def _write(page: np.ndarray, words: Words) -> None:
    font, height_px = cv2.FONT_HERSHEY_SIMPLEX, round(words.height_mm * _PX_PER_MM)
    size = cv2.getFontScaleFromHeight(font, height_px, 2)
    at = (round(words.x_mm * _PX_PER_MM), round(words.y_mm * _PX_PER_MM))
    cv2.putText(page, words.text, at, font, size, 0, 2, cv2.LINE_AA)


def _with_density(data: bytes) -> bytes:
    """Give a PNG file with the size of its pixels, right after its head (8 + 25 bytes)."""
    body = b"pHYs" + struct.pack(">IIB", _PIXELS_PER_M, _PIXELS_PER_M, 1)
    chunk = struct.pack(">I", 9) + body + struct.pack(">I", zlib.crc32(body))
    return data[:33] + chunk + data[33:]


MAKERS: dict[str, Callable[[Sheet], bytes]] = {".svg": svg, ".pdf": pdf, ".png": png}
