"""A reading as other programs take it: on the command line and beside kept pictures.

May import: vision's values.
"""

from __future__ import annotations

from typing import Any

from vision.types import DieReading, Reading


def reading_json(reading: Reading) -> dict[str, Any]:
    """The reading as JSON's values; positions in pixels of the picture.

    >>> from vision.types import Status
    >>> die = DieReading(5, True, 0.98765, (10.04, 20.0), ())
    >>> reading_json(Reading(Status.OK, (die,), ()))["dice"][0]["confidence"]
    0.9877
    """
    return {
        "status": reading.status.value,
        "dice": [_die_json(die) for die in reading.dice],
        "problems": list(reading.problems),
    }


def _die_json(die: DieReading) -> dict[str, Any]:
    return {
        "value": die.value,
        "red": die.red,
        "confidence": round(die.confidence, 4),
        "x_px": round(die.centre_px[0], 1),
        "y_px": round(die.centre_px[1], 1),
        "problem": die.problem.value if die.problem else None,
    }
