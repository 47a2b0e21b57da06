"""CPU time of a training step beside PyTorch's in float64, same model: `make bench-peers`."""

import time
from itertools import islice
from typing import Any

import pytest

from engine.models.parameters import weights_to_dict
from engine.numerics.splitmix import SplitMix64
from engine.training.loop import Batch, Example, make_batch, training_steps
from subjects.models.weights import load_model
from tests import ROOT

torch: Any = pytest.importorskip("torch")
FOLDER = ROOT / "weights" / "answers"
STEPS = 60


def peer_step(w: dict[str, Any], optimizer: Any, batch: Batch, width: int) -> float:
    """One step of GPT-2's layout by PyTorch's own layers, loss and AdamW."""
    functional = torch.nn.functional
    ids = torch.from_numpy(batch.ids)
    count, words = ids.shape

    def norm(x: Any, name: str) -> Any:
        return functional.layer_norm(x, (width,), w[f"{name}.scale"], w[f"{name}.shift"], 1e-5)

    x = w["embedding"][ids] + w["position_embedding"][:words]
    for block in ("block1", "block2"):
        even = norm(x, f"{block}.norm1")
        query, key, value = (
            (even @ w[f"{block}.w_{part}"]).view(count, words, 2, -1).transpose(1, 2)
            for part in ("query", "key", "value")
        )
        heads = functional.scaled_dot_product_attention(query, key, value, is_causal=True)
        x = x + heads.transpose(1, 2).reshape(count, words, -1) @ w[f"{block}.w_output"]
        wide = norm(x, f"{block}.norm2") @ w[f"{block}.w_stretch"]
        x = x + functional.gelu(wide, approximate="tanh") @ w[f"{block}.w_press"]
    asked = norm(x, "norm3").reshape(count * words, width)[torch.from_numpy(batch.asked)]
    targets = torch.from_numpy(batch.targets.ids)
    loss = functional.cross_entropy(asked @ w["unembedding"], targets, label_smoothing=0.1)
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
    return float(loss.detach())


def main() -> None:
    """Print both times and their ratio; the two take turns, so that noise falls on both."""
    model = load_model(FOLDER)
    layout, recipe = model.config.layout, model.config.training
    index = model.vocabulary.index
    examples = [Example(tuple(map(index, q.words)), q.given) for q in model.questions]
    stream = SplitMix64(recipe.seed)
    batches = [
        make_batch(stream.shuffled(examples)[: recipe.batch], recipe.smoothing)
        for _ in range(STEPS)
    ]
    w = {
        name: torch.from_numpy(array.copy()).requires_grad_()
        for name, array in weights_to_dict(model.weights).items()
    }
    optimizer = torch.optim.AdamW(w.values(), lr=0.001, weight_decay=recipe.decay)
    for threads in (1, torch.get_num_threads()):
        torch.set_num_threads(threads)
        ours = theirs = 0.0
        steps = training_steps(layout, recipe, examples)
        peer_step(w, optimizer, batches[0], layout.width)
        next(steps)  # before the first step
        for _, batch in zip(islice(steps, STEPS), batches, strict=True):
            start = time.process_time()
            peer_step(w, optimizer, batch, layout.width)
            theirs += time.process_time() - start
        start = time.process_time()
        for _ in islice(steps, STEPS):
            pass
        ours = time.process_time() - start
        print(
            f"CPU time a step: {1000 * ours / STEPS:.1f} ms here, {1000 * theirs / STEPS:.1f} ms "
            f"PyTorch float64 with {threads} thread(s): {ours / theirs:.1f} times"
        )


if __name__ == "__main__":
    main()
