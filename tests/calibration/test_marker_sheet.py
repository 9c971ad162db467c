"""The sheet of markers: each kind of file shows them all, true to scale, and they are found."""

from __future__ import annotations

import re
import struct
from collections.abc import Callable

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray

from calibration.marker_sheet import BAR_MM, PAPERS_MM, SIDE_MM, SheetError, marker_sheet
from calibration.sheet_files import pdf, png, sheet_file, svg
from vision.tray.markers import find_markers

Picture = NDArray[np.uint8]
PX_PER_MM = 6.0
POINTS_PER_MM = 72 / 25.4


def drawn(boxes: list[tuple[float, ...]], size_mm: tuple[float, float]) -> Picture:
    """A picture of black rectangles (x, y, width, height), in millimetres from the upper left."""
    page = np.full((round(size_mm[1] * PX_PER_MM), round(size_mm[0] * PX_PER_MM), 3), 255, np.uint8)
    for x, y, width, height in boxes:
        low, high = (x * PX_PER_MM, y * PX_PER_MM), ((x + width), (y + height))
        corners = [round(v) for v in low], [round(v * PX_PER_MM) - 1 for v in high]
        cv2.rectangle(page, corners[0], corners[1], (0, 0, 0), cv2.FILLED)
    return page


def svg_boxes(data: bytes, page_mm: float) -> list[tuple[float, ...]]:
    del page_mm
    found = re.findall(rb"M([\d.]+) ([\d.]+)h([\d.]+)v([\d.]+)h-[\d.]+z", data)
    return [tuple(map(float, one)) for one in found]


def pdf_boxes(data: bytes, page_mm: float) -> list[tuple[float, ...]]:
    boxes = []
    for one in re.findall(rb"([\d.]+) ([\d.]+) ([\d.]+) ([\d.]+) re\n", data):
        x, y, width, height = (float(value) / POINTS_PER_MM for value in one)
        boxes.append((x, page_mm - y - height, width, height))
    return boxes


def sides_mm(page: Picture, px_per_mm: float) -> list[float]:
    """The sides of the markers that are found, and nothing else is."""
    found = find_markers(page)
    assert [one.number for one in found] == list(range(8))
    corners = np.array([one.corners_px for one in found])
    sides = np.linalg.norm(corners - np.roll(corners, 1, axis=1), axis=2).mean(1)
    return [float(side) / px_per_mm for side in sides]


@pytest.mark.parametrize("paper", PAPERS_MM)
@pytest.mark.parametrize(("maker", "boxes"), [(svg, svg_boxes), (pdf, pdf_boxes)])
def test_all_markers_are_found_on_what_is_drawn(
    paper: str, maker: Callable[..., bytes], boxes: Callable[..., list[tuple[float, ...]]]
) -> None:
    page = drawn(boxes(maker(marker_sheet(paper)), PAPERS_MM[paper][1]), PAPERS_MM[paper])
    assert sides_mm(page, PX_PER_MM) == pytest.approx([SIDE_MM] * 8, abs=0.2)


@pytest.mark.parametrize("paper", PAPERS_MM)
def test_the_picture_says_its_density_and_its_markers_have_their_size_by_it(paper: str) -> None:
    data = png(marker_sheet(paper))
    at = data.index(b"pHYs") + 4
    across, down, unit = struct.unpack(">IIB", data[at : at + 9])
    assert (across, unit) == (down, 1)
    page = cv2.imdecode(np.frombuffer(data, np.uint8), cv2.IMREAD_COLOR)
    assert page is not None
    assert page.shape[1] * 1000 / across == pytest.approx(PAPERS_MM[paper][0], abs=0.1)
    assert sides_mm(np.asarray(page, np.uint8), across / 1000) == pytest.approx(
        [SIDE_MM] * 8, abs=0.1
    )


@pytest.mark.parametrize("paper", PAPERS_MM)
def test_everything_lies_on_the_paper_with_a_margin(paper: str) -> None:
    sheet = marker_sheet(paper)
    for box in sheet.boxes:
        assert box.x_mm > 10
        assert box.x_mm + box.width_mm < sheet.width_mm - 10
        assert box.y_mm > 10
        assert box.y_mm + box.height_mm < sheet.height_mm - 10
    for words in sheet.words:
        widest_mm = 0.75 * words.height_mm * len(words.text)  # Helvetica: 0.7 in the mean
        assert words.x_mm + widest_mm < sheet.width_mm - 5, words.text


def test_the_bar_is_as_long_as_it_says() -> None:
    sheet = marker_sheet()
    bar = max(sheet.boxes, key=lambda box: box.width_mm)
    strokes = [box for box in sheet.boxes if box.height_mm == 4]
    assert bar.width_mm == BAR_MM
    assert strokes[0].x_mm == bar.x_mm
    assert strokes[-1].x_mm + strokes[-1].width_mm == pytest.approx(bar.x_mm + BAR_MM)


def test_a_pdf_file_says_truly_where_its_parts_are() -> None:
    data = pdf(marker_sheet())
    start = int(data.rsplit(b"startxref\n", 1)[1].split()[0])
    assert data[start : start + 4] == b"xref"
    for number, at in enumerate(re.findall(rb"(\d{10}) 00000 n", data), start=1):
        assert data[int(at) :].startswith(b"%d 0 obj" % number)
    length = int(re.findall(rb"/Length (\d+)", data)[0])
    stream = data.index(b"stream\n") + 7
    assert data[stream + length :].startswith(b"\nendstream")


def test_a_paper_that_does_not_exist_is_refused_with_those_that_do() -> None:
    with pytest.raises(SheetError, match="use one of a4, letter"):
        marker_sheet("a3")


def test_a_kind_of_file_that_can_not_be_made_is_refused_with_those_that_can() -> None:
    with pytest.raises(SheetError, match=r"use \.svg, \.pdf, \.png"):
        sheet_file(marker_sheet(), ".docx")
