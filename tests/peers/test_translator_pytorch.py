"""Logits of the translating model beside PyTorch's own transformer layers, in float64."""

from typing import Any

import numpy as np
import pytest

from engine.models.encoder_decoder import translate_forward
from engine.models.encoder_decoder_parameters import translator_to_dict
from engine.numerics.elementary import Array
from subjects.translator.files import TranslatorModel, load_translator
from tests import ROOT

torch: Any = pytest.importorskip("torch")
FOLDER = ROOT / "weights" / "translator"


class Peer:
    """The layers of `torch.nn` with the model's weights in them."""

    def __init__(self, model: TranslatorModel) -> None:
        layout = model.config.layout
        self.w = {
            name: torch.from_numpy(array.copy())
            for name, array in translator_to_dict(model.weights).items()
        }
        sizes = (layout.width, layout.heads, layout.hidden)
        options = {"dropout": 0.0, "layer_norm_eps": layout.epsilon, "batch_first": True}
        self.encoder = torch.nn.TransformerEncoderLayer(*sizes, **options).double().eval()
        self.decoder = torch.nn.TransformerDecoderLayer(*sizes, **options).double().eval()
        self.fill(self.encoder, "encoder", {"self_attn": "self_attention"},
                  ("self_attention", "feed_forward"))  # fmt: skip
        self.fill(self.decoder, "decoder",
                  {"self_attn": "self_attention", "multihead_attn": "cross_attention"},
                  ("self_attention", "cross_attention", "feed_forward"))  # fmt: skip

    def fill(
        self, layer: Any, side: str, attentions: dict[str, str], parts: tuple[str, ...]
    ) -> None:
        """Put one block's weights into a layer; its attention has biases, which are 0 here."""
        w = self.w
        state = {}
        for theirs, ours in attentions.items():
            three = [w[f"{side}.{ours}.w_{each}"].T for each in ("query", "key", "value")]
            state[f"{theirs}.in_proj_weight"] = torch.cat(three)
            state[f"{theirs}.in_proj_bias"] = torch.zeros(3 * three[0].shape[0])
            state[f"{theirs}.out_proj.weight"] = w[f"{side}.{ours}.w_output"].T
            state[f"{theirs}.out_proj.bias"] = torch.zeros(three[0].shape[1])
        for number, which in ((1, "stretch"), (2, "press")):
            state[f"linear{number}.weight"] = w[f"{side}.feed_forward.w_{which}"].T
            state[f"linear{number}.bias"] = w[f"{side}.feed_forward.b_{which}"]
        for number, part in enumerate(parts, start=1):
            state[f"norm{number}.weight"] = w[f"{side}.{part}.norm.scale"]
            state[f"norm{number}.bias"] = w[f"{side}.{part}.norm.shift"]
        layer.load_state_dict(state)

    def placed(self, side: str, ids: Any) -> Any:
        """Rows of words with sines and cosines of their places, from 1 on."""
        rows = self.w[f"{side}.embedding"][ids]
        width = rows.shape[-1]
        place = torch.arange(1, len(ids) + 1, dtype=torch.float64)[:, None]
        angle = place / 10000 ** (torch.arange(0, width, 2, dtype=torch.float64) / width)
        return rows + torch.stack([angle.sin(), angle.cos()], dim=-1).reshape(len(ids), width)

    def logits(self, source: tuple[int, ...], written: tuple[int, ...]) -> Array:
        """A row of logits for each word written."""
        read = self.encoder(self.placed("encoder", torch.tensor(source))[None])
        rows = self.placed("decoder", torch.tensor(written))[None]
        later = torch.ones(len(written), len(written), dtype=torch.bool).triu(1)
        out = self.decoder(rows, read, tgt_mask=later)
        logit: Array = (out[0] @ self.w["unembedding"]).detach().numpy()
        return logit


def test_logits_of_held_out_and_learned_pairs_agree_with_pytorch() -> None:
    model = load_translator(FOLDER)
    peer, layout = Peer(model), model.config.layout
    for pair in (*model.heldout, *model.pairs[::5]):
        example = pair.example(model.config)
        source, written = np.array(example.source), np.array(example.written[:-1])
        ours = translate_forward(model.weights, model.constants, source, written, layout).logit
        theirs = peer.logits(example.source, example.written[:-1])
        np.testing.assert_allclose(ours, theirs, rtol=0, atol=1e-9)
