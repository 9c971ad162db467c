"""The calibration file: what is written is read again, and nothing damaged is taken for whole."""

from __future__ import annotations

import hashlib
import re
from dataclasses import replace

import pytest

from calibration.model import FORMAT, VERSION, CalibrationFileError, from_text, to_text
from tests.vision.trays import BLACK_DICE, RED_FACES, calibration_of
from vision.calibration_values import ALIKE, SeenMarker, Tint


@pytest.mark.parametrize("tray", [RED_FACES, BLACK_DICE])
def test_what_is_written_is_read_again(tray: str) -> None:
    calibration = calibration_of(tray)
    assert from_text(to_text(calibration)) == calibration


def test_the_tint_of_shadows_is_kept() -> None:
    tinted = replace(calibration_of(RED_FACES), tint=Tint((-0.76, 0.12, 0.64), -0.25, 0.3))
    assert from_text(to_text(tinted)) == tinted


def test_how_like_the_floor_sides_are_is_kept() -> None:
    grey = replace(calibration_of(RED_FACES), like_floor=0.03125)
    assert from_text(to_text(grey)) == grey


@pytest.mark.parametrize("what", ["like_floor", "darkest"])
def test_in_files_from_before_it_was_measured_no_side_is_like_the_floor_and_no_shadow_told(
    what: str,
) -> None:
    text = re.sub(rf"{what} = .*\n", "", to_text(calibration_of(RED_FACES)))
    assert what not in text
    assert from_text(sealed(text)) == calibration_of(RED_FACES)


def test_how_short_of_their_feet_dice_may_end_is_kept_and_not_known_of_files_from_before() -> None:
    usual = replace(calibration_of(RED_FACES), shortfall=-0.03125)
    text = to_text(usual)
    assert from_text(text) == usual
    before = re.sub(r"shortfall = .*\n", "", text)
    assert from_text(sealed(before)) == replace(usual, shortfall=1.0)


def test_in_files_from_before_pips_of_the_set_were_compared_their_size_is_not_known() -> None:
    text = re.sub(r"pip_spread = .*\n", "", to_text(calibration_of(RED_FACES)))
    dice = from_text(sealed(text)).dice
    assert dice.red is not None
    assert (dice.plain.pip_spread, dice.red.pip_spread) == (0.0, 0.0)


def test_how_sharp_each_looks_pips_are_is_kept_and_not_known_of_files_from_before() -> None:
    usual = calibration_of(RED_FACES)
    plain = replace(usual.dice.plain, sharper=1.125)
    made = replace(usual, dice=replace(usual.dice, plain=plain))
    text = to_text(made)
    assert from_text(text) == made
    dice = from_text(sealed(re.sub(r"sharper = .*\n", "", text))).dice
    assert dice.red is not None
    assert (dice.plain.sharper, dice.red.sharper) == (0.0, 0.0)


@pytest.mark.parametrize("radius", ["ace_radius", "widest_pip"])
def test_a_radius_of_some_pips_alone_is_kept_and_is_none_in_files_from_before(radius: str) -> None:
    usual = calibration_of(RED_FACES)
    own = replace(usual, dice=replace(usual.dice, **{radius: 0.140625}))  # type: ignore[arg-type]
    text = to_text(own)
    assert from_text(text) == own
    before = re.sub(rf"{radius} = .*\n", "", text)
    assert from_text(sealed(before)) == usual


def test_the_grain_of_a_set_is_kept_and_is_none_in_files_from_before() -> None:
    usual = calibration_of(RED_FACES)
    wooden = replace(usual, dice=replace(usual.dice, grain=0.078125))
    text = to_text(wooden)
    assert from_text(text) == wooden
    before = re.sub(r"grain = .*\n", "", text)
    assert from_text(sealed(before)).dice.grain == 0.0


def test_the_unveiled_body_is_kept_and_is_none_in_files_from_before() -> None:
    usual = calibration_of(RED_FACES)
    assert usual.dice.red is not None
    veiled = replace(usual.dice.red, unveiled_bgr=(4.0, 0.5, 199.0))
    text = to_text(replace(usual, dice=replace(usual.dice, red=veiled)))
    assert from_text(text).dice.red == veiled
    before = re.sub(r"unveiled_bgr = .*\n", "", text)
    assert from_text(sealed(before)) == usual


def test_how_dark_shadows_are_is_kept() -> None:
    shaded = replace(calibration_of(RED_FACES), darkest=0.625)
    assert from_text(to_text(shaded)) == shaded


def test_shadows_of_more_light_than_all_are_refused() -> None:
    with pytest.raises(CalibrationFileError, match="darkest"):
        from_text(to_text(replace(calibration_of(RED_FACES), darkest=1.5)))


def test_a_tint_that_no_shadow_has_is_refused() -> None:
    strong = replace(calibration_of(RED_FACES), tint=Tint((-0.76, 0.12, 0.64), -0.25, 30.0))
    with pytest.raises(CalibrationFileError, match="tint"):
        from_text(to_text(strong))


def test_a_set_without_red_faces_is_kept() -> None:
    calibration = calibration_of(RED_FACES)
    plain = replace(calibration, dice=replace(calibration.dice, red=None, name='"my" set \\ 2'))
    assert from_text(to_text(plain)) == plain


def test_faces_that_are_laid_out_otherwise_are_kept() -> None:
    calibration = calibration_of(RED_FACES)
    spreads = (*ALIKE[:5], (0.83, 1.29))
    other = replace(calibration, dice=replace(calibration.dice, spreads=spreads))
    assert from_text(to_text(other)).dice.spreads == spreads


@pytest.mark.parametrize(
    ("spreads", "why"),
    [
        ("[[1, 1], [1, 1]]", "2 pairs, not one for each of the faces"),
        ("[[1, 1], [1, 9], [1, 1], [1, 1], [1, 1], [1, 1]]", "each is 0.4 to 1.7 times"),
        ("[1, 1, 1, 1, 1, 1]", "must be 2 numbers"),
    ],
)
def test_spreads_that_no_dice_have_are_refused(spreads: str, why: str) -> None:
    text = to_text(calibration_of(RED_FACES))
    broken = re.sub(r"(?m)^spreads = .*$", f"spreads = {spreads}", text, count=1)
    with pytest.raises(CalibrationFileError, match=why):
        from_text(sealed(broken), "tray.toml")


@pytest.mark.parametrize("part", [0.01, 0.3, 0.9, 0.999])
def test_a_file_that_is_cut_off_is_refused(part: float) -> None:
    text = to_text(calibration_of(RED_FACES))
    with pytest.raises(CalibrationFileError, match=r"cut off|is not a calibration"):
        from_text(text[: int(len(text) * part)], "tray.toml")


def test_a_newer_version_is_refused_with_both_versions() -> None:
    text = to_text(calibration_of(RED_FACES)).replace(f"version = {VERSION}", "version = 9", 1)
    with pytest.raises(
        CalibrationFileError, match=rf"tray.toml is of version 9.*up to {VERSION}: update"
    ):
        from_text(text, "tray.toml")


def test_a_file_of_the_first_version_is_still_read() -> None:
    calibration = calibration_of(RED_FACES)
    plain = replace(calibration, camera=replace(calibration.camera, k2=0.0))
    assert from_text(of_first_version(to_text(plain))) == plain


def of_first_version(text: str) -> str:
    """Give a calibration's text as it was written before lenses had a k2."""
    end = "# end of calibration\n"
    body = text.partition('sha256 = "')[2].partition('"\n')[2]
    body = body.removesuffix(end).replace("k2 = 0.0\n", "")
    digest = hashlib.sha256(body.encode()).hexdigest()
    return f'format = "{FORMAT}"\nversion = 1\nsha256 = "{digest}"\n{body}{end}'


def test_a_file_of_the_second_version_is_still_read() -> None:
    text = to_text(calibration_of(RED_FACES)).replace(f"version = {VERSION}", "version = 2", 1)
    assert "markers" not in text
    assert from_text(text) == calibration_of(RED_FACES)


def test_a_file_of_the_third_version_has_no_outline_that_is_surer() -> None:
    text = to_text(calibration_of(RED_FACES)).replace(f"version = {VERSION}", "version = 3", 1)
    assert "sure_px" not in text
    assert from_text(text).sure_px == ()


def test_the_outline_that_is_sure_is_kept_and_scaled() -> None:
    sure = ((10.0, 20.0), (50.5, 20.0), (50.0, 60.0))
    both = replace(calibration_of(RED_FACES), sure_px=sure)
    assert from_text(to_text(both)) == both
    width, height = both.size_px
    assert both.scaled_to(2 * width, 2 * height).sure_px[1] == (101.0, 40.0)


def test_markers_are_kept() -> None:
    corners = ((10.0, 20.0), (50.0, 20.5), (50.0, 60.0), (10.25, 60.0))
    marked = replace(
        calibration_of(RED_FACES), markers=(SeenMarker(2, corners), SeenMarker(5, corners))
    )
    assert from_text(to_text(marked)) == marked


def test_a_marker_without_four_corners_is_refused() -> None:
    marked = replace(calibration_of(RED_FACES), markers=(SeenMarker(2, ((1.0, 2.0),)),))
    with pytest.raises(CalibrationFileError, match="a marker has 1 corners"):
        from_text(to_text(marked))


def test_a_changed_number_is_noticed() -> None:
    text = re.sub(r"pip_radius = 0\.0", "pip_radius = 0.1", to_text(calibration_of(RED_FACES)))
    with pytest.raises(CalibrationFileError, match="changed or damaged"):
        from_text(text)


@pytest.mark.parametrize("text", ["", "hello", "[camera]\nfocal_px = 3\n", "\x00\x01"])
def test_what_is_no_calibration_is_refused(text: str) -> None:
    with pytest.raises(CalibrationFileError, match="is not a calibration"):
        from_text(text, "tray.toml")


def test_windows_line_ends_do_no_harm() -> None:
    text = to_text(calibration_of(RED_FACES)).replace("\n", "\r\n")
    assert from_text(text) == calibration_of(RED_FACES)


def sealed(text: str) -> str:
    """Give a changed calibration's text with the checksum that fits it."""
    head, _, rest = text.partition('sha256 = "')
    body = rest.partition('"\n')[2]
    digest = hashlib.sha256(body.removesuffix("# end of calibration\n").encode()).hexdigest()
    return f'{head}sha256 = "{digest}"\n{body}'


@pytest.mark.parametrize(
    ("pattern", "instead"),
    [
        (r"size_px = .*", "size_px = [999999, 999999]"),
        (r"size_px = .*", "size_px = [nan, 960]"),
        (r"tilt = .*", "tilt = [inf, 0.0]"),
        (r"tray_px = \[\[[^\]]*\]", "tray_px = [[nan, 2.0]"),
        (r"body_bgr = .*", "body_bgr = [nan, nan, nan]"),
    ],
)
def test_numbers_that_can_not_be_are_refused(pattern: str, instead: str) -> None:
    text = re.sub(pattern, instead, to_text(calibration_of(RED_FACES)), count=1)
    assert instead in text
    with pytest.raises(CalibrationFileError, match="calibrate again"):
        from_text(sealed(text))


def test_a_huge_picture_of_the_tray_is_refused_before_it_is_decoded() -> None:
    calibration = calibration_of(RED_FACES)
    jpeg = bytearray(calibration.empty_jpeg)
    at = jpeg.index(b"\xff\xc0") + 5
    jpeg[at : at + 4] = b"\xff\x00\xff\x00"
    with pytest.raises(CalibrationFileError, match="usual size"):
        from_text(to_text(replace(calibration, empty_jpeg=bytes(jpeg))))
