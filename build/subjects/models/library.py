"""The models of a book's `weights/` folder that go on with words: each loaded and run once."""

from collections.abc import Sequence
from dataclasses import dataclass
from decimal import Decimal

from bookbuild.core.config import Book
from engine.errors import UnknownName
from engine.figures.decimals import Digits
from engine.figures.descriptions import COUNT, MEASURED, ROUNDING, SIZE, TRAINING
from engine.figures.rounding import POWER_DIGITS, SHARE_PLACES
from engine.models.parameters import weights_to_dict
from engine.runs.generation import Answer
from engine.runs.givens import Fact
from engine.runs.run import ModelFigures, Run
from engine.training.loop import StepRecord
from subjects.models.weights import Model, load_model


@dataclass(frozen=True)
class Followed:
    """A run that the book follows: its own word, and the words with pages.

    A question has its answer, and one page: that of the word before the answer's own.
    """

    run: Run
    own: int
    places: tuple[int, ...]
    label: str
    answer: Answer | None = None


def model_names(book: Book) -> list[str]:
    """Return the names of all models that a book has, of any kind."""
    return sorted(path.parent.name for path in book.weights.glob("*/config.toml"))


class Library:
    """Models with their runs, each loaded and worked when it is first asked for."""

    def __init__(self, book: Book) -> None:
        self.book = book
        self._models: dict[str, tuple[Model, ModelFigures]] = {}
        self._runs: dict[tuple[str, tuple[str, ...]], Run] = {}

    def _load(self, name: str) -> tuple[Model, ModelFigures]:
        if name not in self._models:
            known = model_names(self.book)
            if name not in known:
                raise UnknownName(name, known, what="model")
            model = load_model(self.book.weights / name)
            self._models[name] = (model, _figures(model))
        return self._models[name]

    def model(self, name: str) -> Model:
        """Return a model with its corpus and provenance."""
        return self._load(name)[0]

    def log(self, name: str) -> tuple[StepRecord, ...]:
        """Return the record of a model's training."""
        return self.model(name).log

    def figures(self, name: str) -> ModelFigures:
        """Return a model's own figures."""
        return self._load(name)[1]

    def run(self, name: str, words: Sequence[str]) -> Run:
        """Return the run of a model on a sentence."""
        key = (name, tuple(words))
        if key not in self._runs:
            self._runs[key] = Run(self.figures(name), words)
        return self._runs[key]


def _figures(model: Model) -> ModelFigures:
    """Return a model's figures: weights, chosen numbers, sizes, and the facts of its training."""
    config, recipe = model.config, model.config.training
    figures = ModelFigures(
        model.name,
        config.layout,
        model.vocabulary,
        weights_to_dict(model.weights),
        config.places,
        config.carried,
    )
    losses = [record.loss for record in model.log]
    facts: dict[str, Fact] = {
        "training.seed": (recipe.seed, TRAINING),
        "training.steps": (recipe.steps, TRAINING),
        "training.rate": (_plain(recipe.rate), TRAINING),
        "training.warm_up": (recipe.warm_up, TRAINING),
        "training.decay": (_plain(recipe.decay), TRAINING),
        "training.first_step": (1, COUNT),
        "training.first_loss": (Digits(3).write(Decimal(losses[0])), MEASURED),
        "training.last_loss": (Digits(3).write(Decimal(losses[-1])), MEASURED),
        "corpus.sentences": (len(model.corpus), COUNT),
        "corpus.words": (sum(len(words) for words in model.corpus), COUNT),
        "places.weights": (config.places, ROUNDING),
        "places.rows": (config.carried, ROUNDING),
        "places.shares": (SHARE_PLACES, ROUNDING),
        "digits.powers": (POWER_DIGITS, ROUNDING),
    }
    if config.search:
        facts["training.recipes_tried"] = (config.search.recipes_tried, COUNT)
        facts["training.seeds_tried"] = (config.search.seeds_tried, COUNT)
    if config.compared:
        scores = zip(config.compared.seeds_compared, config.compared.scores, strict=True)
        facts |= {f"score.seed_{seed}": (score, MEASURED) for seed, score in scores}
    if config.snapshots:
        facts["places.saved"] = (config.snapshot_places, ROUNDING)
    facts |= _validation(model)
    layout = config.layout
    facts |= {"blocks": (layout.layers, SIZE), "heads": (layout.heads, SIZE)}
    figures.give_facts(facts)
    return figures


def _validation(model: Model) -> dict[str, Fact]:
    """Return what the log says of held-out sentences: the loss on them first, least and last."""
    measured = [(each.validation, each.step) for each in model.log if each.validation is not None]
    if not model.unseen or not measured:
        return {}
    facts: dict[str, Fact] = {"heldout.sentences": (len(model.unseen), COUNT)}
    places = {"first": measured[0], "least": min(measured), "last": measured[-1]}
    for name, (loss, step) in places.items():
        facts[f"validation.{name}"] = (Digits(3).write(Decimal(loss)), MEASURED)
        facts[f"validation.{name}_step"] = (step, MEASURED)
    return facts


def _plain(number: float) -> Decimal:
    return Decimal(repr(number))
