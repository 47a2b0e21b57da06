"""The models and the runs that a book is about: each loaded and worked once."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from decimal import Decimal

from bookbuild.core.config import Book
from engine.errors import UnknownName
from engine.figures.decimals import Digits
from engine.figures.descriptions import COUNT, MEASURED, ROUNDING, SIZE, TRAINING
from engine.figures.ledger import given
from engine.models.parameters import weights_to_dict
from engine.runs.generation import BEGIN, Answer, answer
from engine.runs.givens import Fact
from engine.runs.listening import measure
from engine.runs.run import POWER_DIGITS, SHARE_PLACES, ModelFigures, Run
from engine.runs.translation import Translation
from engine.training.loop import StepRecord
from subjects.learning.lessons import Lessons
from subjects.models.config import read_config
from subjects.models.training_log import read_log
from subjects.models.weights import Model, load_model
from subjects.translator.translators import Translator

SAMPLED_AT = "2"  # the temperature at which the book draws a word


@dataclass(frozen=True)
class Followed:
    """A run that the book follows: the word that it tells about, and the words with pages.

    A question has its answer beside it, and one page: that of the word before the answer's own.
    """

    run: Run
    told: int
    places: tuple[int, ...]
    label: str
    answer: Answer | None = None


class Library:
    """What a book's `weights/` folder holds, ready to be followed."""

    def __init__(self, book: Book) -> None:
        self.book = book
        self._models: dict[str, tuple[Model, ModelFigures]] = {}
        self._logs: dict[str, tuple[StepRecord, ...]] = {}
        self._followed: dict[str, dict[tuple[str, ...], Followed]] = {}
        self._runs: dict[tuple[str, tuple[str, ...]], Run] = {}
        self._lessons: dict[str, Lessons] = {}
        self._translates: dict[str, bool] = {}
        self._translators: dict[str, Translator] = {}

    def names(self) -> list[str]:
        """Return the names of the models."""
        return sorted(p.parent.name for p in self.book.weights.glob("*/config.toml"))

    def _load(self, name: str) -> tuple[Model, ModelFigures]:
        if name not in self._models:
            if name not in self.names():
                raise UnknownName(name, self.names(), what="model")
            model = load_model(self.book.weights / name)
            self._models[name] = (model, _figures(model, self.log(name)))
        return self._models[name]

    def translates(self, name: str) -> bool:
        """Tell whether a model reads one language and writes another."""
        if name not in self._translates:
            if name not in self.names():
                raise UnknownName(name, self.names(), what="model")
            config = read_config(self.book.weights / name / "config.toml")
            self._translates[name] = config.layout.translates
        return self._translates[name]

    def translator(self, name: str) -> Translator:
        """Return a model that translates."""
        if name not in self._translators:
            if name not in self.names():
                raise UnknownName(name, self.names(), what="model")
            self._translators[name] = Translator(self.book.weights / name)
        return self._translators[name]

    def model(self, name: str) -> Model:
        """Return a model with its corpus and provenance."""
        return self._load(name)[0]

    def lessons(self, name: str) -> Lessons:
        """Return how a model learned."""
        if name not in self._lessons:
            self._lessons[name] = Lessons(self.book, self.model(name), self.figures(name))
        return self._lessons[name]

    def all_lessons(self) -> list[Lessons]:
        """Return how each model learned of which something has been told."""
        return list(self._lessons.values())

    def log(self, name: str) -> tuple[StepRecord, ...]:
        """Return the record of a model's training."""
        if name not in self._logs:
            self._logs[name] = read_log(self.book.weights / name)
        return self._logs[name]

    def figures(self, name: str) -> ModelFigures:
        """Return a model's own figures."""
        return self._load(name)[1]

    def run(self, name: str, words: Sequence[str]) -> Run:
        """Return the run of a model on a sentence."""
        key = (name, tuple(words))
        if key not in self._runs:
            self._runs[key] = Run(self.figures(name), words)
        return self._runs[key]

    def followed_models(self) -> list[str]:
        """Return the names of the models whose sentences or questions the book follows."""
        return [part.model for part in (*self.book.followed, *self.book.asked)]

    def translators(self) -> list[Translator]:
        """Return the models that translate for the book."""
        return [self.translator(part.model) for part in self.book.translated]

    def to_translate(self, name: str) -> list[tuple[str, ...]]:
        """Return the sentences that a model translates: the book's own, then those held out."""
        own = [words for part in self.book.translated if part.model == name
               for words in part.sentences]  # fmt: skip
        heldout = (pair.source for pair in self.translator(name).model.heldout)
        return list(dict.fromkeys([*own, *heldout]))

    def told_translation(self, name: str) -> Translation:
        """Return the translation that the book tells about."""
        return self.translator(name).translation(self.to_translate(name)[0])

    def count_followed(self) -> int:
        """Count the runs that `follow_all` works."""
        translated = (self.to_translate(part.model) for part in self.book.translated)
        every = (*map(self._to_follow, self.followed_models()), *translated)
        return sum(map(len, every))

    def follow_all(self, progress: Callable[[str], None]) -> None:
        """Work all runs that the book follows, and tell of each."""
        for name in self.followed_models():
            self._follow_model(name, progress)
        for translator in self.translators():
            for words in self.to_translate(translator.model.name):
                translator.translation(words)
                progress(" ".join(words))

    def _to_follow(self, name: str) -> list[tuple[str, ...]]:
        """Return a model's sentences, or its questions: the book's own, then those held out."""
        for part in self.book.followed:
            if part.model == name:
                return list(part.sentences)
        for part in self.book.asked:
            if part.model == name:
                heldout = (question.question for question in self.model(name).heldout)
                return list(dict.fromkeys([*part.sentences, *heldout]))
        raise UnknownName(name, self.followed_models(), what="followed model")

    def followed(self, name: str) -> dict[tuple[str, ...], Followed]:
        """Return what the book follows of a model, by sentence or question, in the book's order."""
        return self._follow_model(name, lambda _: None)

    def first_followed(self) -> Followed:
        """Return what the book follows before all else."""
        return next(iter(self.followed(self.followed_models()[0]).values()))

    def _follow_model(
        self, name: str, progress: Callable[[str], None]
    ) -> dict[tuple[str, ...], Followed]:
        if name not in self._followed:
            sentences = self._to_follow(name)
            if name in {part.model for part in self.book.asked}:
                self._followed[name] = self._ask(name, sentences, progress)
            else:
                runs = {}
                for words in sentences:
                    runs[words] = self._follow(name, words)
                    progress(" ".join(words))
                self._followed[name] = runs
        return self._followed[name]

    def _ask(
        self, name: str, questions: Sequence[tuple[str, ...]], progress: Callable[[str], None]
    ) -> dict[tuple[str, ...], Followed]:
        """Answer questions, the one told about first; add what is counted to the model."""
        figures, model = self.figures(name), self.model(name)
        heldout = {question.question: question.answer for question in model.heldout}
        answers = {}
        for words in questions:
            sampled = (SAMPLED_AT,) if words == questions[0] else ()
            answers[words] = answer(figures, words, sampled)
            progress(" ".join(words))
        figures.give_fact("heldout.count", len(heldout), COUNT)
        right = sum(answers[words].words == expected for words, expected in heldout.items())
        figures.give_fact("heldout.right", right, COUNT)
        figures.give_fact("questions.learned", len(model.questions), COUNT)
        every = [*model.questions, *model.heldout]
        figures.give_fact("questions.all", len(every), COUNT)
        whole = [(BEGIN, *each.question, *each.answer[:-1]) for each in every]
        for head in measure(figures, [each.question for each in every], whole):
            for to in ("beginning", "rarest", "itself"):
                share = figures.policy.shares.write(Decimal(getattr(head, to)))
                figures.give_fact(
                    f"listens.block{head.block}.head{head.head}.{to}", share, MEASURED
                )
        return {words: _asked(found) for words, found in answers.items()}

    def _follow(self, name: str, words: Sequence[str]) -> Followed:
        run = self.run(name, words)
        places = tuple(range(1, len(words) + 1))
        return Followed(run, len(words), places, " ".join(words))

    def check_corpus(self, name: str) -> None:
        """Add to a model's figures how its carried guesses on the corpus compare with full ones."""
        figures = self.figures(name)
        if "corpus.guesses" in figures.arrays:
            return
        guesses = agreeing = 0
        moved = Decimal(0)
        for words in self.model(name).corpus:
            run = Run(figures, words, temperatures=())
            guesses += len(words)
            agreeing += sum(
                run.answer(here) == run.full_answer(here) for here in range(1, len(words) + 1)
            )
            moved = max(moved, *(abs(figure.value) for figure in run.arrays["moved"]))
        figures.give_fact("corpus.guesses", guesses, COUNT)
        figures.give_fact("corpus.agreeing", agreeing, COUNT)
        figures.give_fact("corpus.moved", Digits(2).write(moved), MEASURED)


def _asked(found: Answer) -> Followed:
    """Follow an answer; count its passes, and their multiplications with and without a cache."""
    run = found.run
    so_far = run.arrays["multiplications_so_far"]
    each = [int(so_far.figure(one.here - 1).value) for one in found.passes]
    counts = {"passes": len(found.passes), "cached": each[-1], "uncached": sum(each)}
    for name, count in counts.items():
        run.arrays[name] = given(count, run.model.policy, run.scope, name, origin=COUNT)
    here = found.told.here
    return Followed(run, here, (here,), " ".join(found.question), found)


def _figures(model: Model, log: tuple[StepRecord, ...]) -> ModelFigures:
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
    losses = [record.loss for record in log]
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
    facts |= _validation(model, log)
    layout = config.layout
    facts |= {"blocks": (layout.layers, SIZE), "heads": (layout.heads, SIZE)}
    figures.give_facts(facts)
    return figures


def _validation(model: Model, log: tuple[StepRecord, ...]) -> dict[str, Fact]:
    """Return what the log tells of sentences held out: the loss on them first, least and last."""
    measured = [(each.validation, each.step) for each in log if each.validation is not None]
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
