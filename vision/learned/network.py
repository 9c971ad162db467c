"""Runs the small nets of this package.

May import: numpy, cv2.
"""

from __future__ import annotations

import threading
from pathlib import Path
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

Array = NDArray[Any]

_MOST = 12
"""So many shapes are kept ready in a thread; the one that was used longest ago goes first."""

# The older of OpenCV 5's two engines, the only one of OpenCV 4, takes two thirds of the time.
_ENGINE: tuple[int, ...] = (cv2.dnn.ENGINE_CLASSIC,) if hasattr(cv2.dnn, "ENGINE_CLASSIC") else ()
_kept = threading.local()


def answer(name: str, blob: Array) -> Array:
    """What the net in the file `name` of this package says to a float32 blob (n, 3, h, w).

    cv2.dnn's nets must not be shared between threads, and one that is shown another shape plans
    its memory anew, which takes as long as a small picture: each thread keeps one for each shape.
    """
    nets: dict[tuple[str, tuple[int, ...]], Any] = _kept.__dict__.setdefault("nets", {})
    key = (name, blob.shape)
    net = nets.pop(key, None)
    if net is None:
        net = cv2.dnn.readNetFromONNX(str(Path(__file__).with_name(name)), *_ENGINE)
        for oldest in list(nets)[: max(0, len(nets) + 1 - _MOST)]:
            del nets[oldest]
    nets[key] = net
    net.setInput(blob)
    return np.asarray(net.forward())


def let_go() -> None:
    """Let go of the nets that this thread keeps: megabytes each. They are made again if needed."""
    _kept.__dict__.clear()


def as_blob(bgr: Array) -> Array:
    """A uint8 picture (h, w, 3) as the nets want it: (1, 3, h, w), 0 in the middle of the greys.

    Or n of them, (n, h, w, 3), as (n, 3, h, w).
    """
    pictures = list(bgr) if bgr.ndim == 4 else [bgr]
    return np.asarray(cv2.dnn.blobFromImages(pictures, 1 / 64, mean=(128, 128, 128)))


def softmax(logits: Array) -> Array:
    """Probabilities along the last axis."""
    shifted = np.exp(logits - logits.max(axis=-1, keepdims=True))
    return np.asarray(shifted / shifted.sum(axis=-1, keepdims=True))
