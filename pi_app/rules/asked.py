"""What may be asked of `worth`: a box that the game has, and no more dice than there are.

May import: dice, errors, game.
"""

from __future__ import annotations

from pi_app.rules.errors import NotationError, quoted, quoted_list
from pi_app.rules.game import GameInfo


def check_asked(info: GameInfo, box: str | None, number: int, most: int) -> None:
    """Raise NotationError unless the box is None or one of the game's, and 1 to `most` dice."""
    boxes = tuple(name for name, _ in info.boxes)
    if box is not None and box not in boxes:
        known = quoted_list(boxes, most=len(boxes))
        raise NotationError(
            "unknown_box", f"There is no box {quoted(box)} here; the boxes are: {known}."
        )
    if not 0 < number <= most:
        raise NotationError("wrong_number", f"Give 1 to {most} dice, not {number}.")
