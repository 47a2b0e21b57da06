"""A training step of the signal model beside PyTorch's autograd and optimizer, in float64."""

import math
from functools import cache
from itertools import islice
from typing import Any

import numpy as np
import pytest

from bookbuild.core.config import read_book
from engine.layers.losses import Targets, cross_entropy_backward, cross_entropy_forward
from engine.models.parameters import weights_to_dict
from engine.numerics.elementary import Array
from engine.numerics.splitmix import SplitMix64
from engine.runs.givens import Floats
from engine.runs.training_step import SavedPoint, TrainingStep
from engine.training.loop import decays, training_steps
from engine.training.schedule import warm_up_rate
from subjects.learning.subject import Learning
from subjects.models.texts import examples_of_corpus
from tests import ROOT

torch: Any = pytest.importorskip("torch")
STEPS = (1, 23, 403)


@cache
def learning() -> Learning:
    return Learning(read_book(ROOT), ())


def step(number: int) -> TrainingStep:
    return learning().lessons("signal").step(number)


def point(number: int) -> SavedPoint:
    return learning().lessons("signal").point(number - 1)


def tensors(arrays: dict[str, Floats]) -> dict[str, Any]:
    return {
        name: torch.from_numpy(np.array(array)).requires_grad_() for name, array in arrays.items()
    }


def peer_loss(w: dict[str, Any], ids: list[int], right: list[int], smoothing: float) -> Any:
    """The signal model's layout from PyTorch's own layers."""
    functional, width = torch.nn.functional, w["embedding"].shape[1]

    def norm(x: Any, name: str) -> Any:
        return functional.layer_norm(x, (width,), w[f"{name}.scale"], w[f"{name}.shift"], 1e-5)

    place = torch.arange(1, len(ids) + 1, dtype=torch.float64)[:, None]
    turn = place / 10000 ** (torch.arange(0, width, 2, dtype=torch.float64) / width)
    signal = torch.stack((turn.sin(), turn.cos()), dim=-1).reshape(len(ids), width)
    x = w["embedding"][torch.tensor(ids)] + signal
    even = norm(x, "norm1")
    query, key, value = (even @ w[f"w_{part}"] for part in ("query", "key", "value"))
    heard = functional.scaled_dot_product_attention(
        query[None], key[None], value[None], is_causal=True
    )
    x = x + heard[0] @ w["w_output"]
    kept = torch.relu(norm(x, "norm2") @ w["w_stretch"] + w["b_stretch"])
    x = x + kept @ w["w_press"] + w["b_press"]
    logit = norm(x, "norm3") @ w["unembedding"]
    return functional.cross_entropy(logit, torch.tensor(right), label_smoothing=smoothing)


def peer_step(number: int) -> tuple[float, dict[str, Any], dict[str, Any]]:
    """Loss, gradients and new weights of a step, from the saved point, by autograd and AdamW."""
    worked, saved = step(number), point(number)
    weights = tensors(dict(saved.weights))
    ids, right = (
        [worked.model.vocabulary.index(word) for word in words]
        for words in (worked.words, worked.right)
    )
    loss = peer_loss(weights, ids, right, 0.1)
    loss.backward()
    pulled = [weights[name] for name in weights if decays(name, saved.weights[name])]
    free = [weights[name] for name in weights if not decays(name, saved.weights[name])]
    optimizer = torch.optim.AdamW(
        [{"params": pulled, "weight_decay": 0.1}, {"params": free, "weight_decay": 0.0}],
        lr=8**-0.5 * min(number**-0.5, number * 50**-1.5), betas=(0.9, 0.98), eps=1e-9,
    )  # fmt: skip
    for name, weight in weights.items():
        optimizer.state[weight] = {
            "step": torch.tensor(float(number - 1)),
            "exp_avg": torch.from_numpy(np.array(saved.first[name])),
            "exp_avg_sq": torch.from_numpy(np.array(saved.second[name])),
        }
    gradients = {name: weight.grad.clone() for name, weight in weights.items()}
    optimizer.step()
    return loss.item(), gradients, weights


@pytest.mark.parametrize("number", STEPS)
def test_loss_and_all_gradients_agree_with_autograd(number: int) -> None:
    loss, gradients, _ = peer_step(number)
    full = step(number).full
    assert float(full["loss.mean_surprise"][0]) == pytest.approx(loss, abs=1e-12)
    assert sum(gradient.numel() for gradient in gradients.values()) == 824
    for name, gradient in gradients.items():
        np.testing.assert_allclose(full[f"gradient.{name}"], gradient.numpy(), rtol=0, atol=1e-12)


@pytest.mark.parametrize("number", STEPS)
def test_new_weights_agree_with_adamw(number: int) -> None:
    """PyTorch pulls a weight towards zero before it moves it, from the same old weight: the sum
    is the same, since neither depends on the other."""
    _, _, weights = peer_step(number)
    for name, weight in weights.items():
        ours = step(number).full[f"adam.{name}.weight"]
        np.testing.assert_allclose(ours, weight.detach().numpy(), rtol=0, atol=1e-12)


@pytest.mark.parametrize("number", STEPS)
def test_the_carried_step_stays_near_the_peer(number: int) -> None:
    _, gradients, weights = peer_step(number)
    for name, gradient in gradients.items():
        carried = step(number).find(f"gradient.{name}").values.astype(float)
        np.testing.assert_allclose(carried, gradient.numpy(), rtol=0, atol=3e-4)
        moved = step(number).find(f"adam.{name}.weight").values.astype(float)
        np.testing.assert_allclose(moved, weights[name].detach().numpy(), rtol=0, atol=1.5e-4)


def test_ten_steps_of_training_agree_with_a_loop_of_torch() -> None:
    model = learning().library.model("signal")
    recipe, config = model.config.training, model.config
    examples = examples_of_corpus(model.corpus, config)
    states = list(islice(training_steps(config.layout, recipe, examples), 11))
    weights = tensors(dict(weights_to_dict(states[0].weights)))
    pulled = {name: decays(name, weights_to_dict(states[0].weights)[name]) for name in weights}
    groups = [
        {"params": [weight], "weight_decay": 0.1 if pulled[name] else 0.0}
        for name, weight in weights.items()
    ]
    optimizer = torch.optim.AdamW(groups, lr=1.0, betas=(0.9, 0.98), eps=1e-9)
    rate = torch.optim.lr_scheduler.LambdaLR(
        optimizer, lambda done: 8**-0.5 * min((done + 1) ** -0.5, (done + 1) * 50**-1.5)
    )
    for number in range(1, 11):
        sentence = learning().lessons("signal").sentence(number)
        ids = [model.vocabulary.index(word) for word in sentence]
        optimizer.zero_grad()
        peer_loss(weights, ids[:-1], ids[1:], 0.1).backward()
        optimizer.step()
        rate.step()
        for name, ours in weights_to_dict(states[number].weights).items():
            np.testing.assert_allclose(ours, weights[name].detach().numpy(), rtol=0, atol=1e-9)


@pytest.mark.parametrize("smoothing", [0.0, 0.1, 0.37])
def test_cross_entropy_and_its_slope_agree_with_label_smoothing(smoothing: float) -> None:
    logit: Array = SplitMix64(11).uniform((9, 15), 4.0)
    ids = np.arange(9) % 15
    targets = Targets(ids, 9.0, smoothing)
    ours = cross_entropy_forward(logit, targets)
    peer = torch.from_numpy(logit.copy()).requires_grad_()
    loss = torch.nn.functional.cross_entropy(peer, torch.from_numpy(ids), label_smoothing=smoothing)
    loss.backward()
    assert float(ours.mean_surprise[0]) == pytest.approx(loss.item(), abs=1e-12)
    np.testing.assert_allclose(
        cross_entropy_backward(ours, targets), peer.grad.numpy(), rtol=0, atol=1e-13
    )


def test_the_rate_agrees_with_the_formula_of_the_paper() -> None:
    for number in (1, 7, 23, 49, 50, 51, 403, 500):
        ours = float(warm_up_rate(float(number), width=8.0, warm_up=50.0).rate)
        paper = 8**-0.5 * min(number**-0.5, number * 50**-1.5)
        assert math.isclose(ours, paper, rel_tol=1e-14)
