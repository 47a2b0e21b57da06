"""A translating model, ready for chapters: its figures, its translations, how good they are."""

from collections.abc import Callable, Mapping, Sequence
from decimal import Decimal
from pathlib import Path
from typing import Any, TypeVar

from engine.figures.decimals import Digits
from engine.figures.descriptions import COUNT, MEASURED, ROUNDING, SIZE, TRAINING
from engine.figures.named import NamedFigures
from engine.models.encoder_decoder_parameters import translator_to_dict
from engine.runs.givens import Fact
from engine.runs.metric_figures import BleuFigures, PerplexityFigures, UniformFigures
from engine.runs.norm_order import NormBefore
from engine.runs.translation import BeamSearch, Translation, translate
from engine.runs.translation_cost import CostFigures
from engine.runs.translation_run import TranslationRun, TranslatorFigures
from engine.training.loop import StepRecord
from subjects.translator.files import Pair, TranslatorModel, load_translator
from subjects.translator.grammar import ADJECTIVES

LOSS = Digits(3)
Kept = TypeVar("Kept", bound=NamedFigures)


class Translator:
    """One translating model; each sentence is translated once."""

    def __init__(self, folder: Path) -> None:
        self.model: TranslatorModel = load_translator(folder)
        self.log: tuple[StepRecord, ...] = self.model.log
        config = self.model.config
        self.figures = TranslatorFigures(
            self.model.name,
            config.layout,
            (config.source_vocabulary, config.vocabulary),
            translator_to_dict(self.model.weights),
            config.places,
            config.carried,
        )
        self.figures.give_facts(_facts(self.model, self.log))
        self._translations: dict[tuple[str, ...], Translation] = {}
        self._kept: dict[tuple[object, ...], Any] = {}
        self._worked: dict[str, NamedFigures] = {}  # by scope, in the order in which it was worked

    def worked(self) -> list[NamedFigures]:
        """Return all that has been worked so far, each scope once."""
        return list(self._worked.values())

    def _once(self, key: tuple[object, ...], work: Callable[[], Kept]) -> Kept:
        """Return what is under a key, worked when it is first asked for."""
        if key not in self._kept:
            self._kept[key] = self._keep(work())
        found: Kept = self._kept[key]
        return found

    def _keep(self, worked: Kept) -> Kept:
        """Remember what was worked, for the ledger."""
        self._worked.setdefault(worked.scope, worked)
        return worked

    def translation(self, words: Sequence[str]) -> Translation:
        """Return a sentence's translation, the likeliest word each time."""
        key = tuple(words)
        if key not in self._translations:
            self._translations[key] = translate(self.figures, key)
            self._keep(self._translations[key].run)
        return self._translations[key]

    def beam(self, words: Sequence[str], width: int = 2) -> BeamSearch:
        """Return a sentence's translation by a beam that keeps `width` rows of words."""
        search = self._once(("beam", *words, width), lambda: BeamSearch(self.figures, words, width))
        for run in search.runs:
            self._keep(run)
        return search

    def forced(self, pair: Pair) -> TranslationRun:
        """Return the run that reads a pair's right translation, whatever the model would write."""
        written = self.translation(pair.source)
        if written.words == pair.translation and len(written.run.words) == len(written.words) + 1:
            return written.run
        scope = f"{written.run.scope}/right"
        return self._once(
            (scope,),
            lambda: TranslationRun(self.figures, pair.source, pair.translation, scope),
        )

    def bleu(self, pairs: Sequence[Pair] | None = None) -> BleuFigures:
        """Return BLEU of the pairs' translations, as a rule of those held out."""
        chosen = self.model.heldout if pairs is None else tuple(pairs)
        both = [(self.translation(pair.source).words, pair.translation) for pair in chosen]
        scope = f"{self.model.name}/bleu"
        return self._once((scope, chosen), lambda: BleuFigures(scope, both))

    def bleu_of(self, name: str, written: Sequence[str], wanted: Sequence[str]) -> BleuFigures:
        """Return BLEU of one made-up translation, an example called `name`."""
        scope = f"{self.model.name}/bleu/{name}"
        return self._once((scope,), lambda: BleuFigures(scope, [(written, wanted)]))

    def perplexity(self, pairs: Sequence[Pair] | None = None) -> PerplexityFigures:
        """Return the perplexity of the pairs' right translations, as a rule of those held out."""
        chosen = self.model.heldout if pairs is None else tuple(pairs)
        runs = [self.forced(pair) for pair in chosen]
        scope = f"{self.model.name}/perplexity"
        return self._once((scope, chosen), lambda: PerplexityFigures(scope, runs))

    def uniform(self, words: int) -> UniformFigures:
        """Return the perplexity of a guess that gives each of so many words the same chance."""
        scope = f"{self.model.name}/perplexity/uniform-{words}"
        return self._once((scope,), lambda: UniformFigures(scope, words))

    def cost(self, lengths: Sequence[int]) -> CostFigures:
        """Return how many multiplications sentences of these lengths take."""
        return self._once(("cost", *lengths), lambda: CostFigures(self.figures, lengths))

    def norm_before(self, run: TranslationRun) -> NormBefore:
        """Return a run's first block with its norms before the layers."""
        return self._once(("norm before", run.scope), lambda: NormBefore(run))


def _facts(model: TranslatorModel, log: Sequence[StepRecord]) -> Mapping[str, Fact]:
    """What was counted or chosen about a model and its training."""
    config, recipe = model.config, model.config.training
    joined = sum(map(joins_patterns, model.heldout))
    facts: dict[str, Fact] = {
        "training.seed": (recipe.seed, TRAINING),
        "training.steps": (recipe.steps, TRAINING),
        "training.batch": (recipe.batch, TRAINING),
        "training.rate": (_plain(recipe.rate), TRAINING),
        "training.warm_up": (recipe.warm_up, TRAINING),
        "training.smoothing": (_plain(recipe.smoothing), TRAINING),
        "training.beta2": (_plain(recipe.beta2), TRAINING),
        "training.epsilon": (_plain(recipe.epsilon), TRAINING),
        "training.first_loss": (LOSS.write(Decimal(log[0].loss)), MEASURED),
        "training.last_loss": (LOSS.write(Decimal(log[-1].loss)), MEASURED),
        "corpus.pairs": (len(model.pairs), COUNT),
        "heldout.count": (len(model.heldout), COUNT),
        "heldout.joined": (joined, COUNT),
        "heldout.known": (len(model.heldout) - joined, COUNT),
        "training.first_step": (1, COUNT),
        "places.weights": (config.places, ROUNDING),
        "places.rows": (config.carried, ROUNDING),
        "blocks": (config.layout.layers, SIZE),
        "heads": (config.layout.heads, SIZE),
    }
    if model.provenance.heldout is not None:
        facts["heldout.right"] = (model.provenance.heldout, COUNT)
    if log[0].validation is not None:
        facts["training.first_validation_loss"] = (LOSS.write(Decimal(log[0].validation)), MEASURED)
    if log[-1].validation is not None:
        facts["training.validation_loss"] = (LOSS.write(Decimal(log[-1].validation)), MEASURED)
    if config.compared:
        scores = zip(config.compared.seeds_compared, config.compared.scores, strict=True)
        facts |= {f"score.seed_{seed}": (score, MEASURED) for seed, score in scores}
    return facts


def joins_patterns(pair: Pair) -> bool:
    """Tell whether a sentence has two adjectives, as none that the model learns from has."""
    described = {adjective.english for adjective in ADJECTIVES}
    return sum(word in described for word in pair.source) > 1


def _plain(number: float) -> Decimal:
    return Decimal(repr(number))
