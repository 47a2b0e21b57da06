"""A translating model, ready to be told about: its figures, its translations, how good they are."""

from collections.abc import Mapping, Sequence
from decimal import Decimal
from pathlib import Path

from bookbuild.traininglog import read_log
from bookbuild.translatorfiles import Pair, TranslatorModel, load_translator
from engine.decimals import Digits
from engine.metricfigures import BleuFigures, PerplexityFigures
from engine.training import StepRecord
from engine.translation import BeamSearch, Translation, translate
from engine.translationrun import TranslationRun, TranslatorFigures
from engine.translatorweights import translator_to_dict

LOSS = Digits(3)


class Translator:
    """One translating model; each sentence is translated once."""

    def __init__(self, folder: Path) -> None:
        self.model: TranslatorModel = load_translator(folder)
        self.log: tuple[StepRecord, ...] = read_log(folder)
        config = self.model.config
        self.figures = TranslatorFigures(
            self.model.name,
            config.layout,
            (config.source_vocabulary, config.vocabulary),
            translator_to_dict(self.model.weights),
            config.places,
            config.carried,
        )
        for name, fact in _facts(self.model, self.log).items():
            self.figures.give_fact(name, fact)
        self._translations: dict[tuple[str, ...], Translation] = {}

    def translation(self, words: Sequence[str]) -> Translation:
        """Return a sentence's translation, the likeliest word each time."""
        key = tuple(words)
        if key not in self._translations:
            self._translations[key] = translate(self.figures, key)
        return self._translations[key]

    def beam(self, words: Sequence[str], width: int = 2) -> BeamSearch:
        """Return a sentence's translation by a beam that keeps `width` rows of words."""
        return BeamSearch(self.figures, words, width)

    def told_right(self, pair: Pair) -> TranslationRun:
        """Return the run that reads a pair's right translation, whatever the model would write."""
        written = self.translation(pair.source)
        if written.words == pair.translation and len(written.run.words) == len(written.words) + 1:
            return written.run
        scope = f"{written.run.scope}/right"
        return TranslationRun(self.figures, pair.source, pair.translation, scope)

    def bleu(self, pairs: Sequence[Pair] | None = None) -> BleuFigures:
        """Return BLEU of the pairs' translations, as a rule of those held out."""
        chosen = self.model.heldout if pairs is None else pairs
        both = [(self.translation(pair.source).words, pair.translation) for pair in chosen]
        return BleuFigures(f"{self.model.name}/bleu", both)

    def perplexity(self, pairs: Sequence[Pair] | None = None) -> PerplexityFigures:
        """Return the perplexity of the pairs' right translations, as a rule of those held out."""
        chosen = self.model.heldout if pairs is None else pairs
        runs = [self.told_right(pair) for pair in chosen]
        return PerplexityFigures(f"{self.model.name}/perplexity", runs)


def _facts(model: TranslatorModel, log: Sequence[StepRecord]) -> Mapping[str, Decimal | int | str]:
    """What was counted or chosen about a model and its training."""
    config, recipe = model.config, model.config.training
    facts: dict[str, Decimal | int | str] = {
        "training.seed": recipe.seed,
        "training.steps": recipe.steps,
        "training.batch": recipe.batch,
        "training.rate": _plain(recipe.rate),
        "training.warm_up": recipe.warm_up,
        "training.smoothing": _plain(recipe.smoothing),
        "training.beta2": _plain(recipe.beta2),
        "training.epsilon": _plain(recipe.epsilon),
        "training.first_loss": LOSS.write(Decimal(log[0].loss)),
        "training.last_loss": LOSS.write(Decimal(log[-1].loss)),
        "corpus.pairs": len(model.pairs),
        "heldout.count": len(model.heldout),
        "places.weights": config.places,
        "places.rows": config.carried,
        "blocks": config.layout.layers,
        "heads": config.layout.heads,
    }
    if model.provenance.heldout is not None:
        facts["heldout.right"] = model.provenance.heldout
    if log[-1].validation is not None:
        facts["training.validation_loss"] = LOSS.write(Decimal(log[-1].validation))
    if config.compared:
        scores = zip(config.compared.seeds_compared, config.compared.scores, strict=True)
        facts |= {f"score.seed_{seed}": score for seed, score in scores}
    return facts


def _plain(number: float) -> Decimal:
    return Decimal(repr(number))
