"""A translation's first block with the norms in the other order: before each layer, not after."""

from dataclasses import replace
from typing import Any

from engine.figures.descriptions import Described, Description
from engine.figures.ledger import FigureArray
from engine.figures.named import NamedFigures
from engine.layers.attention import EVERYONE
from engine.models.encoder_decoder_blocks import encoder_block_forward
from engine.runs.translation_run import TranslationRun


class NormBefore(NamedFigures):
    """What the encoder's first block makes of a sentence if each layer evens out its input.

    The weights are those that were learned in the run's own order, so the rows say nothing; the
    lines show what is worked, and when. Figures have the run's names: ``encoder.self_attention.…``,
    with the norm under ``norm_before``. Source: Xiong et al. 2020, "On layer normalization in the
    transformer architecture", figure 1.
    """

    def __init__(self, run: TranslationRun) -> None:
        super().__init__(f"{run.scope}/norm-before", {})
        self.run = run
        model = run.model
        x: Any = run.arrays["encoder.x"]
        block = encoder_block_forward(
            x,
            model.weights.encoder.blocks[0],
            model.constants,
            replace(model.variant, norm="before"),
            EVERYONE,
        )
        self.publish({"encoder": Described(block, Description(called={"position": "read"}))})

    def shelves(self) -> tuple[dict[str, FigureArray], ...]:
        """Return the places to look in for a name: these figures, the run's, the model's."""
        return (self.arrays, *self.run.shelves())
