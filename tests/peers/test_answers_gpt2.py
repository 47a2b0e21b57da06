"""Logits of the answers model beside PyTorch's, in float64; runs where PyTorch is installed."""

from typing import Any

import numpy as np
import pytest

from engine.models.decoder_only import forward
from engine.models.parameters import weights_to_dict
from engine.numerics.elementary import Array
from subjects.models.weights import Model, load_model
from tests import ROOT

torch: Any = pytest.importorskip("torch")
FOLDER = ROOT / "weights" / "answers"


def peer_logits(model: Model, ids: list[int]) -> Array:
    """GPT-2's layout from PyTorch's own layers."""
    functional = torch.nn.functional
    w = {name: torch.from_numpy(a.copy()) for name, a in weights_to_dict(model.weights).items()}
    width = model.config.layout.width

    def norm(x: Any, name: str) -> Any:
        return functional.layer_norm(x, (width,), w[f"{name}.scale"], w[f"{name}.shift"], 1e-5)

    x = w["embedding"][torch.tensor(ids)] + w["position_embedding"][: len(ids)]
    for block in ("block1", "block2"):
        even = norm(x, f"{block}.norm1")
        query, key, value = (
            (even @ w[f"{block}.w_{part}"]).view(len(ids), 2, -1).transpose(0, 1)
            for part in ("query", "key", "value")
        )
        heads = functional.scaled_dot_product_attention(query, key, value, is_causal=True)
        x = x + heads.transpose(0, 1).reshape(len(ids), -1) @ w[f"{block}.w_output"]
        wide = norm(x, f"{block}.norm2") @ w[f"{block}.w_stretch"]
        x = x + functional.gelu(wide, approximate="tanh") @ w[f"{block}.w_press"]
    logit: Array = (norm(x, "norm3") @ w["unembedding"]).numpy()
    return logit


def test_logits_of_every_question_agree_with_pytorch() -> None:
    model = load_model(FOLDER)
    for words in (*model.corpus, *(question.words for question in model.heldout)):
        ids = [model.vocabulary.index(word) for word in words]
        ours = forward(model.weights, model.constants, np.array(ids), model.config.layout).logit
        np.testing.assert_allclose(ours, peer_logits(model, ids), rtol=0, atol=1e-9)
