"""Runs with some looks cut: what a model says when a word may not listen to another.

Attention shows where a model looks, not what that does. To find out, a score is set to −∞ before
the softmax, so that its share is nothing and the others grow in proportion; all else is worked
again, in full precision.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from decimal import Decimal

import numpy as np

from engine.errors import UnknownName, WorkingsError
from engine.figures.descriptions import CUT
from engine.figures.ledger import given
from engine.figures.named import NamedFigures
from engine.layers.attention import Cut
from engine.runs.model_run import AnyRun

TITLE = "A chance with looks cut"


@dataclass(frozen=True)
class Look:
    """One look: from the word at a position to another, both from 1.

    Without a head it is cut in every head, without a place (as ``block1`` or
    ``encoder.self_attention``) in every attention of the model that it can be made in.
    """

    asking: int
    heard: int
    place: str = ""
    head: int | None = None

    @property
    def name(self) -> str:
        """The look as part of an address."""
        head = f"head{self.head}" if self.head else ""
        return ".".join(part for part in (self.place, head, f"{self.asking}-{self.heard}") if part)


class CutFigures(NamedFigures):
    """The chances of the word after a position of a run, with some looks cut: `share[word]`."""

    def __init__(self, run: AnyRun, position: int, looks: Iterable[Look]) -> None:
        looks = tuple(looks)
        name = "_".join(look.name for look in looks) or "none"
        super().__init__(f"{run.scope}/cut/{position}/{name}", {}, run.model.vocabularies)
        chances = run.guesses(cuts_of(run, looks))["guess.share"][position - 1]
        written = [run.model.policy.shares.write(Decimal(float(each))) for each in chances]
        self.vocabulary: tuple[str, ...] = run.model.vocabulary
        self.arrays["share"] = given(
            np.array(written, dtype=object), run.model.policy, self.scope, "share",
            (self.vocabulary,), title=TITLE, axes=("word",), origin=CUT,
        )  # fmt: skip
        self.answer: str = self.vocabulary[int(np.argmax(chances))]


def cuts_of(run: AnyRun, looks: Iterable[Look]) -> dict[str, tuple[Cut, ...]]:
    """Return the cuts by the attention that they are made in.

    Raises `UnknownName` or `WorkingsError` for a look that the model can't make.
    """
    cuts: dict[str, tuple[Cut, ...]] = {}
    heads = run.model.variant.heads
    for look in looks:
        if look.head is not None and not 1 <= look.head <= heads:
            raise WorkingsError(f"there is no head {look.head}: the model has {heads}")
        if look.place and look.place not in run.attentions:
            raise UnknownName(look.place, run.attentions, what="attention")
        for place in [look.place] if look.place else run.attentions:
            asking, heard = run.attentions[place]
            if not (1 <= look.asking <= asking and 1 <= look.heard <= heard):
                raise WorkingsError(
                    f"there is no look from {look.asking} to {look.heard} in {place}: "
                    f"{asking} words look at {heard}"
                )
            cut = Cut(look.asking - 1, look.heard - 1, look.head)
            cuts[place] = (*cuts.get(place, ()), cut)
    return cuts
