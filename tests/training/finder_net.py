"""The fully convolutional net that finds top faces of dice."""

from __future__ import annotations

import torch
from torch import nn
from torch.nn import functional

from tests.training.face import block

FIELDS = 13
"""Heat; centre dx, dy; three numbers of its shape; seven of its value (six and none)."""


class FinderNet(nn.Module):
    """(1, 3, h, w) B, G, R centred on 0, h and w multiples of 8, to (1, 13, h / 4, w / 4)."""

    def __init__(self) -> None:
        super().__init__()
        self.stem = nn.Sequential(block(3, 16, stride=2), block(16, 24, stride=2), block(24, 32))
        self.deep = nn.Sequential(block(32, 64, stride=2), block(64, 64), block(64, 64))
        self.join = block(64, 32, size=1)
        self.head = nn.Sequential(block(32, 48), nn.Conv2d(48, FIELDS, 1))

    def forward(self, bgr: torch.Tensor) -> torch.Tensor:
        """The fields at every fourth pixel."""
        near = self.stem(bgr)
        far = functional.interpolate(self.join(self.deep(near)), scale_factor=2, mode="nearest")
        out: torch.Tensor = self.head(near + far)
        return out
