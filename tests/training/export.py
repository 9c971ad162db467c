"""Writes nets as ONNX with weights of two bytes, as cv2.dnn reads them."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import onnx
import torch
from onnx import numpy_helper
from torch import nn


def export(net: nn.Module, path: Path, shape: tuple[int, ...], free: tuple[str, ...] = ()) -> None:
    """Write a net for pictures of a shape (n, 3, h, w); `free` names the last axes that may vary.

    Half the precision halves the file and moves no answer by more than a few thousandths.
    """
    axes = {4 - len(free) + k: name for k, name in enumerate(free)}
    torch.onnx.export(
        net.eval(),
        (torch.zeros(*shape),),
        str(path),
        dynamo=False,
        opset_version=11,
        input_names=["bgr"],
        output_names=["out"],
        dynamic_axes={"bgr": axes, "out": axes} if axes else None,
    )
    model = onnx.load(path)
    for weight in model.graph.initializer:
        values = numpy_helper.to_array(weight)
        if values.dtype == np.float32:
            weight.CopyFrom(numpy_helper.from_array(values.astype(np.float16), weight.name))
    onnx.save(model, path)
