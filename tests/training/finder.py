"""Train the finder of top faces and write it as ONNX.

Run `python -m tests.training.finder --worlds DIR --renders DIR --out vision/learned`
with a Python that has torch and onnx; needs about twenty minutes on one core.
"""

from __future__ import annotations

import argparse
import time
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import torch
from torch.nn import functional

from tests.training.canvases import Canvas, make_canvas, of_render, of_world
from tests.training.export import export
from tests.training.finder_net import FinderNet
from tests.training.patches import TRAIN_SETS, load_worlds
from tests.training.worlds import OBLIQUE_DEG

SEED = 30
PLACE = torch.tensor([1.0, 1.0, 1.0, 2.0, 2.0])
"""How errors of dx, dy, size, stretch and shear count: the last two are small numbers."""


def tensors(canvases: list[Canvas]) -> tuple[torch.Tensor, ...]:
    """Pictures, heat, weight, fields and labels as tensors."""
    bgr = np.stack([c.bgr for c in canvases]).astype(np.float32).transpose(0, 3, 1, 2)
    parts = ("heat", "weight", "fields", "label")
    rest = [torch.from_numpy(np.stack([getattr(c, part) for c in canvases])) for part in parts]
    return torch.from_numpy(bgr / 64 - 2), *rest


def loss_of(out: torch.Tensor, truth: list[torch.Tensor]) -> Any:
    """Focal loss for the centres; place, shape and value where there are dice."""
    heat, weight, fields, label = truth
    chance = torch.sigmoid(out[:, 0]).clamp(1e-5, 1 - 1e-5)
    peak = heat >= 0.999
    hit = -torch.log(chance) * (1 - chance) ** 2 * peak
    miss = -torch.log(1 - chance) * chance**2 * (1 - heat) ** 4 * ~peak
    centres = (hit + miss).mul(weight).sum() / peak.sum().clamp(min=1)
    die = label >= 0
    seen, true = out[:, 1:6].permute(0, 2, 3, 1)[die], fields.permute(0, 2, 3, 1)[die]
    place = functional.smooth_l1_loss(seen * PLACE, true * PLACE, beta=0.05)
    value = functional.cross_entropy(out[:, 6:].permute(0, 2, 3, 1)[die], label[die])
    return centres + 2.0 * place + 0.5 * value, centres, place, value


def main() -> None:
    """Gather, train, write."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--worlds", type=Path, required=True)
    parser.add_argument("--renders", type=Path, default=Path("../shared/renders"))
    parser.add_argument("--out", type=Path, default=Path("vision/learned"))
    parser.add_argument("--seed", type=int, default=SEED)
    parser.add_argument("--steps", type=int, default=2600)
    parser.add_argument("--batch", type=int, default=16)
    parser.add_argument("--rate", type=float, default=4e-3)
    parser.add_argument("--resume", type=Path, help="a kept torch state to go on from")
    parser.add_argument("--keep", type=Path, help="where the torch state is kept")
    asked = parser.parse_args()
    torch.set_num_threads(1)
    cv2.setNumThreads(1)
    torch.manual_seed(SEED)
    rng = np.random.default_rng(asked.seed)
    kept = load_worlds(asked.worlds)
    oblique = [w for w in kept if w.marks and w.marks[0].view_deg > OBLIQUE_DEG]
    worlds = [of_world(world) for world in [*kept, *oblique]]
    folders = [f for f in sorted(asked.renders.glob("d*")) if f.name.startswith(TRAIN_SETS)]
    renders = [picture for folder in folders for picture in of_render(folder)]
    print(len(worlds), len(renders), "pictures", flush=True)
    net = FinderNet().to(memory_format=torch.channels_last)
    net.head[1].bias.data[0] = -3.0
    if asked.resume:
        net.load_state_dict(torch.load(asked.resume))
    best = torch.optim.AdamW(net.parameters(), 3e-3, weight_decay=0.01)
    plan = torch.optim.lr_scheduler.OneCycleLR(best, asked.rate, asked.steps, pct_start=0.1)
    start, mean = time.monotonic(), np.zeros(4)
    for step in range(asked.steps):
        pools = [renders if rng.random() < 0.22 else worlds for _ in range(asked.batch)]
        bgr, *truth = tensors([make_canvas(rng, pool) for pool in pools])
        losses = loss_of(net(bgr.contiguous(memory_format=torch.channels_last)), truth)
        best.zero_grad()
        losses[0].backward()
        torch.nn.utils.clip_grad_norm_(net.parameters(), 5.0)
        best.step()
        plan.step()
        mean = 0.97 * mean + 0.03 * np.array([float(part.detach()) for part in losses])
        if step % 100 == 99:
            print(step + 1, mean.round(4), f"{time.monotonic() - start:.0f}s", flush=True)
            if asked.keep:
                torch.save(net.state_dict(), asked.keep)
    export(net, asked.out / "finder.onnx", (1, 3, 480, 640), ("h", "w"))


if __name__ == "__main__":
    main()
