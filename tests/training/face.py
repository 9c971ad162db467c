"""Train the face reader and write its weights.

Run `python -m tests.training.face --worlds DIR --held DIR --renders DIR --out vision/learned`
with a Python that has torch; needs about a quarter of an hour on one core.
"""

from __future__ import annotations

import argparse
import time
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import torch
from numpy.typing import NDArray
from torch import nn
from torch.nn import functional

from tests.training.export import export
from tests.training.patches import (
    NONE,
    SIDE,
    TRAIN_SETS,
    Sample,
    Source,
    load_worlds,
    sample,
    sources_of_render,
    sources_of_world,
)

Array = NDArray[Any]
Rng = np.random.Generator

SEED = 20
WIDTHS = (16, 32, 48, 64, 96)
OUTPUTS = 13
"""Seven value logits, one red logit, five numbers of where the face lies."""


def block(before: int, after: int, *, stride: int = 1, size: int = 3) -> nn.Sequential:
    """A convolution with its normalisation, foldable into one layer."""
    layer = nn.Conv2d(before, after, size, stride, size // 2, bias=False)
    return nn.Sequential(layer, nn.BatchNorm2d(after), nn.ReLU())


class FaceNet(nn.Module):
    """48x48 B, G, R (centred on 0) to 13 numbers."""

    def __init__(self) -> None:
        super().__init__()
        a, b, c, d, e = WIDTHS
        self.body = nn.Sequential(
            block(3, a, stride=2, size=5),
            block(a, b),
            block(b, c, stride=2),
            block(c, c),
            block(c, d, stride=2),
            block(d, e),
        )
        self.head = nn.Sequential(nn.Linear(e * 36, 64), nn.ReLU(), nn.Linear(64, OUTPUTS))

    def forward(self, patches: torch.Tensor) -> torch.Tensor:
        """(n, 3, 48, 48) to (n, 13)."""
        out: torch.Tensor = self.head(self.body(patches).flatten(1))
        return out


def loss_of(out: torch.Tensor, label: torch.Tensor, red: torch.Tensor, fine: torch.Tensor) -> Any:
    """Value, red where it is known, and place where there is a face."""
    value = functional.cross_entropy(out[:, :7], label)
    known, face = red >= 0, label != NONE
    of_red = functional.binary_cross_entropy_with_logits(out[known, 7], red[known].float())
    place = functional.smooth_l1_loss(out[face, 8:], fine[face], beta=0.1)
    return value + 0.6 * of_red + 0.5 * place


class Pool:
    """Sources by kind, drawn in fixed shares."""

    def __init__(self, worlds: list[Source], renders: list[Source]) -> None:
        self.groups: list[list[Source]] = []
        self.shares: list[float] = []
        for sources, share in ((worlds, 0.8), (renders, 0.2)):
            faces = [s for s in sources if s.label != NONE]
            odd = [s for s in sources if s.label == NONE and not s.loose]
            loose = [s for s in sources if s.loose]
            # Few leaning dice: brought upright, their faces often look like any other.
            for group, part in ((faces, 0.8), (odd, 0.015), (loose, 0.185)):
                if group:
                    self.groups.append(group)
                    self.shares.append(share * part)
        total = sum(self.shares)
        self.shares = [share / total for share in self.shares]

    def draw(self, rng: Rng, count: int) -> list[Sample]:
        """`count` samples."""
        out: list[Sample] = []
        while len(out) < count:
            group = self.groups[int(rng.choice(len(self.groups), p=self.shares))]
            made = sample(rng, group[int(rng.integers(len(group)))])
            if made is not None:
                out.append(made)
        return out


def tensors(samples: list[Sample]) -> tuple[torch.Tensor, ...]:
    """Patches, labels, reds and places as tensors."""
    patches = np.stack([s.bgr for s in samples]).astype(np.float32).transpose(0, 3, 1, 2)
    return (
        torch.from_numpy(patches / 64 - 2),
        torch.tensor([s.label for s in samples]),
        torch.tensor([s.red for s in samples]),
        torch.from_numpy(np.stack([s.fine for s in samples])),
    )


def train(
    net: FaceNet, pool: Pool, steps: int, batch: int, seed: int, rate: float, keep: Path | None
) -> None:
    """Fit the net; the learning rate warms up and then falls along a cosine."""
    rng = np.random.default_rng(seed)
    best = torch.optim.AdamW(net.parameters(), 3e-3, weight_decay=0.02)
    plan = torch.optim.lr_scheduler.OneCycleLR(best, rate, steps, pct_start=0.1)
    start, mean = time.monotonic(), 0.0
    for step in range(steps):
        patches, *truth = tensors(pool.draw(rng, batch))
        loss = loss_of(net(patches.contiguous(memory_format=torch.channels_last)), *truth)
        best.zero_grad()
        loss.backward()
        best.step()
        plan.step()
        mean = 0.98 * mean + 0.02 * float(loss.detach())
        if step % 100 == 99:
            print(f"{step + 1:6d} {mean:.4f} {time.monotonic() - start:.0f}s", flush=True)
            if keep:
                torch.save(net.state_dict(), keep)


def averaged(states: list[dict[str, torch.Tensor]], pool: Pool, seed: int) -> FaceNet:
    """A net with the mean of several kept weights, its normalisations measured anew.

    Such a mean reads better than either of two states that were trained one after the other.
    """
    net, rng = FaceNet(), np.random.default_rng(seed)
    float_keys = [key for key, value in states[0].items() if value.is_floating_point()]
    means = {key: torch.stack([state[key] for state in states]).mean(0) for key in float_keys}
    net.load_state_dict({**states[0], **means})
    net.train()
    for layer in net.modules():
        if isinstance(layer, nn.BatchNorm2d):
            layer.reset_running_stats()
            layer.momentum = None
    with torch.no_grad():
        for _ in range(16):
            net(tensors(pool.draw(rng, 96))[0])
    return net.eval()


class Tempered(nn.Module):
    """A net whose value and red logits are divided by their temperatures."""

    def __init__(self, net: FaceNet, heat: float, red_heat: float) -> None:
        super().__init__()
        self.net = net
        shares = [1 / heat] * 7 + [1 / red_heat] + [1.0] * 5
        self.register_buffer("shares", torch.tensor(shares))

    def forward(self, patches: torch.Tensor) -> torch.Tensor:
        """(n, 3, 48, 48) to (n, 13)."""
        out: torch.Tensor = self.net(patches) * self.shares
        return out


def outputs(net: FaceNet, samples: list[Sample]) -> torch.Tensor:
    """The net's answers, in small batches."""
    net.eval()
    with torch.no_grad():
        patches = tensors(samples)[0]
        return torch.cat([net(part) for part in patches.split(256)])


def temperature(logits: torch.Tensor, label: torch.Tensor) -> float:
    """The divisor of the logits with the least surprise on held-out samples."""
    tried = np.exp(np.linspace(np.log(0.4), np.log(4), 80))
    losses = [float(functional.cross_entropy(logits / float(t), label)) for t in tried]
    return float(tried[int(np.argmin(losses))])


def red_temperature(logits: torch.Tensor, red: torch.Tensor) -> float:
    """The same for the red logit."""
    known = red >= 0
    wide = torch.stack([torch.zeros_like(logits[known]), logits[known]], dim=1)
    return temperature(wide, red[known])


def row(name: str, out: torch.Tensor, samples: list[Sample], heat: float, red_heat: float) -> str:
    """One line of the table of accuracy."""
    _, label, red, fine = tensors(samples)
    chance = (out[:, :7] / heat).softmax(1)
    top, said = chance.max(1)
    face = label != NONE
    right = float((said == label)[face].float().mean())
    missed = float((said == NONE)[face].float().mean())
    refused = float((said == NONE)[~face].float().mean()) if (~face).any() else float("nan")
    sure = (top > 0.98) & (said != NONE)
    wrong = int((said != label)[sure].sum())
    known = (red >= 0) & face
    seen_red = torch.sigmoid(out[:, 7] / red_heat) > 0.5
    red_right = float((seen_red == (red == 1))[known].float().mean()) if known.any() else 1.0
    place = float((out[:, 8:10] - fine[:, :2])[face].norm(dim=1).median())
    return (
        f"{name:24s} {int(face.sum()):6d} {100 * right:7.2f} {100 * missed:7.2f} "
        f"{100 * refused:8.2f} {int(sure.sum()):7d} {wrong:6d} "
        f"{100 * red_right:7.2f} {place:7.3f}"
    )


HEADER = (
    f"{'held out':24s} {'faces':>6s} {'right%':>7s} {'missed%':>7s} {'refused%':>8s} "
    f"{'sure':>7s} {'wrong':>6s} {'red%':>7s} {'off':>7s}"
)


def views(rng: Rng, sources: list[Source], times: int) -> list[Sample]:
    """Some random views of each source."""
    made = [sample(rng, source) for source in sources for _ in range(times)]
    return [one for one in made if one is not None]


def report(net: FaceNet, held: list[Source], renders: Path) -> tuple[float, float, str]:
    """Temperatures, fitted on half of the held-out worlds, and the table over the rest."""
    rng = np.random.default_rng(SEED + 1)
    fit, rest = views(rng, held[::2], 2), views(rng, held[1::2], 2)
    out = outputs(net, fit)
    _, label, red, _ = tensors(fit)
    heat, red_heat = temperature(out[:, :7], label), red_temperature(out[:, 7], red)
    lines = [HEADER, row("virtual worlds", outputs(net, rest), rest, heat, red_heat)]
    for folder in sorted(renders.glob("d*")):
        if not folder.name.startswith(TRAIN_SETS):
            samples = views(rng, sources_of_render(rng, folder), 4)
            lines.append(row(folder.name, outputs(net, samples), samples, heat, red_heat))
    return heat, red_heat, "\n".join(lines) + "\n"


def main() -> None:
    """Gather, train, measure, write."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--worlds", type=Path, required=True)
    parser.add_argument("--held", type=Path, required=True)
    parser.add_argument("--renders", type=Path, default=Path("../shared/renders"))
    parser.add_argument("--out", type=Path, default=Path("vision/learned"))
    parser.add_argument("--seed", type=int, default=SEED)
    parser.add_argument("--steps", type=int, default=6000)
    parser.add_argument("--batch", type=int, default=96)
    parser.add_argument("--rate", type=float, default=4e-3)
    parser.add_argument("--resume", type=Path, help="a kept torch state to go on from")
    parser.add_argument("--average", type=Path, nargs="+", help="kept states: train nothing")
    parser.add_argument("--keep", type=Path, help="where the torch state is kept")
    asked = parser.parse_args()
    torch.set_num_threads(1)
    cv2.setNumThreads(1)
    torch.manual_seed(SEED)
    rng = np.random.default_rng(SEED)
    worlds = [s for w in load_worlds(asked.worlds) for s in sources_of_world(rng, w)]
    folders = [f for f in sorted(asked.renders.glob("d*")) if f.name.startswith(TRAIN_SETS)]
    renders = [s for folder in folders for s in sources_of_render(rng, folder)]
    held = [s for w in load_worlds(asked.held) for s in sources_of_world(rng, w)]
    print(len(worlds), len(renders), len(held), "sources", flush=True)
    net, pool = FaceNet().to(memory_format=torch.channels_last), Pool(worlds, renders)
    if asked.average:
        net = averaged([torch.load(path) for path in asked.average], pool, asked.seed)
    else:
        if asked.resume:
            net.load_state_dict(torch.load(asked.resume))
        train(net, pool, asked.steps, asked.batch, asked.seed, asked.rate, asked.keep)
    if asked.keep:
        torch.save(net.state_dict(), asked.keep)
    net.eval()
    heat, red_heat, table = report(net, held, asked.renders)
    export(Tempered(net, heat, red_heat), asked.out / "face.onnx", (1, 3, SIDE, SIDE))
    (asked.out / "face.txt").write_text(table)
    print(table, heat, red_heat)


if __name__ == "__main__":
    main()
