"""The known faces of the dice in a calibration frame, as text and as values.

May import: nothing of the project.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

_FACE = re.compile(r"([1-6])(r?)")


class FacesError(ValueError):
    """Faces that can't be understood; the text is quoted in the sentence."""

    slug = "faces"


@dataclass(frozen=True, slots=True)
class Face:
    """The top face of a die: its value and whether it is a red one.

    >>> str(Face(5, True))
    '5r'
    """

    value: int
    red: bool = False

    def __str__(self) -> str:
        return f"{self.value}{'r' if self.red else ''}"


def parse_faces(text: str) -> tuple[Face, ...]:
    """Give the faces that a text names, in its order.

    >>> [str(face) for face in parse_faces("1r 2, 6-6r")]
    ['1r', '2', '6', '6r']
    """
    words = [word for word in re.split(r"[\s,\-_]+", text.strip()) if word]
    faces = []
    for word in words:
        match = _FACE.fullmatch(word)
        if match is None:
            raise FacesError(
                f'"{word}" in "{text}" is no die: write 1 to 6, with an r for a red face, as in'
                ' "1 3 3 5r 6 6r"'
            )
        faces.append(Face(int(match[1]), match[2] == "r"))
    if not faces:
        raise FacesError('no dice are named: write them like "1 3 3 5r 6 6r"')
    return tuple(faces)
