"""What the tests of calibrations share."""

from __future__ import annotations

import pytest

from pi_app.adapters.demo import VirtualTray
from vision.calibration_values import Calibration


@pytest.fixture(scope="session")
def made() -> Calibration:
    """The calibration of a virtual tray; made once, because it takes a second."""
    return VirtualTray(seed=1).calibration()
