"""What a chapter may call about a translating model: other sentences, scores, how it learned."""

from collections.abc import Mapping, Sequence
from typing import Any

from markupsafe import Markup, escape

from bookbuild import pictures
from bookbuild.chapters.example_desk import ExampleDesk
from bookbuild.chapters.figure_desk import FigureDesk, TableRow, block
from bookbuild.chapters.kit import Kit
from bookbuild.chapters.offered import offered
from bookbuild.markup.slots import Slot
from bookbuild.pictures import Mark, Number, Series
from engine.errors import UnknownName
from engine.runs.generation import END
from engine.runs.metric_figures import NAMES, BleuFigures, PerplexityFigures
from engine.training.metrics import ngrams
from subjects.translator.files import Pair
from subjects.translator.translation_desk import BeamDesk, TranslationDesk
from subjects.translator.translators import Translator, joins_patterns


class PerplexityDesk(FigureDesk):
    """Shows the perplexity of right translations on one page."""

    def __init__(
        self,
        figures: PerplexityFigures,
        translator: Translator,
        kit: Kit,
    ) -> None:
        super().__init__(figures, kit)
        self._translator = translator

    def surprises(self, sentence: str) -> Slot:
        """Show, word by word, the chance of a right translation's word and its surprise."""
        number, pair = numbered(self._translator, sentence)
        rows = []
        for place, word in enumerate((*pair.translation, END), start=1):
            line = self.presenter.line(self.figure(f"sentence{number}.surprise", place))
            rows.append(TableRow([word, line]))
        return block(self._parts.worked_table(["right word", "surprise"], rows, "listed"))

    def whole(self, sentence: str) -> Slot:
        """Write out the sum of a sentence's surprises."""
        number, _ = numbered(self._translator, sentence)
        return self.line(f"sentence{number}.whole")


class BleuDesk(FigureDesk):
    """Shows BLEU of some translations on one page."""

    def __init__(
        self,
        figures: BleuFigures,
        pairs: Sequence[tuple[Sequence[str], Sequence[str]]],
        kit: Kit,
    ) -> None:
        super().__init__(figures, kit)
        self._pairs = pairs

    def ngrams(self, n: int, number: int = 1) -> Slot:
        """Show a translation's rows of n words: how often each occurs here and there, and counts.

        `number` is that of the translation, from 1.
        """
        name = f"sentence{number}.{NAMES[n - 1]}"
        rows = []
        for ngram in ngrams(self._pairs[number - 1][0], n):
            label = "_".join(ngram)
            ours, theirs = (self.fig(f"{name}.{side}", label) for side in ("ours", "reference"))
            line = self.presenter.line(self.figure(f"{name}.clipped", label))
            rows.append(TableRow([" ".join(ngram), ours, theirs, line]))
        columns = ["", "written", "in the right one", "counts"]
        return block(self._parts.worked_table(columns, rows, "compared"))

    def totals(self, n: int, number: int = 1) -> Slot:
        """Write out how many rows of n words a translation has, and how many of them count."""
        name = f"sentence{number}.{NAMES[n - 1]}"
        rows = [
            TableRow([title, self.presenter.line(self.figure(f"{name}.{part}"))])
            for title, part in (("written", "total"), ("counting", "matches"))
        ]
        return block(self._parts.worked_table(["", "sum"], rows, "listed"))


class TranslatorDesk:
    """The names about a translating model that a chapter's template may use on one page."""

    def __init__(self, translator: Translator, desk: TranslationDesk) -> None:
        self._translator = translator
        self._desk = desk
        self._presenter = desk.presenter
        self._parts = desk.kit.parts

    @property
    @offered
    def scores(self) -> "TranslatorDesk":
        """How good the translations are."""
        return self

    # Other sentences

    @offered
    def other(self, sentence: str) -> TranslationDesk:
        """Return the desk of another sentence's translation."""
        translation = self._translator.translation(sentence.split())
        return TranslationDesk(translation, self._desk.kit)

    @offered
    def beam(self, sentence: str, width: int = 2) -> BeamDesk:
        """Return the desk of a sentence's translation by a beam."""
        search = self._translator.beam(sentence.split(), width)
        return BeamDesk(search, self._desk.kit)

    @offered
    def norm_before(self) -> TranslationDesk:
        """Return the desk of the encoder's block with its norms before the layers."""
        translation = self._desk.translation
        shown = self._translator.norm_before(translation.run)
        return TranslationDesk(translation, self._desk.kit, shown)

    # The model

    @offered
    def cost(self, *lengths: int) -> ExampleDesk:
        """Return the desk of how many multiplications sentences of these lengths take."""
        figures = self._translator.cost(lengths)
        return ExampleDesk(figures, self._desk.kit)

    @offered
    def counts(self, titles: Mapping[str, str]) -> Slot:
        """Count the numbers of tables of weights by a line each; `titles` says what each is."""
        rows = [
            TableRow([Markup(escape(title)), self._presenter.line(self._figure(f"count.{name}"))])
            for name, title in titles.items()
        ]
        return block(self._parts.worked_table(["table", "numbers in it"], rows, "listed"))

    def _figure(self, name: str) -> Any:
        return self._desk.figure(name)

    @offered
    def learning(self, caption: str) -> Slot:
        """Draw the loss at every training step, and that of the pairs held out where measured."""
        log = self._translator.log
        learned = tuple((float(one.step), one.loss) for one in log)
        kept = tuple((float(one.step), one.validation) for one in log if one.validation is not None)
        series = (
            Series("learned from", learned, self._mark("training.first_step", "first")),
            Series("held out", kept, self._mark("training.steps", "validation")),
        )
        drawn = pictures.curves(pictures.Curves("How the loss fell", "step", "loss", series))
        return block(self._parts.picture(Markup(drawn), caption), caption)

    def _mark(self, step: str, which: str) -> tuple[Mark, ...]:
        return (Mark(self._number(step), self._number(f"training.{which}_loss")),)

    def _number(self, name: str) -> Number:
        figure = self._figure(name)
        return Number(figure.text, float(figure.value), self._presenter.name(figure))

    @offered
    def seeds(self) -> Slot:
        """Show how many held-out sentences the model translates right, from this seed and others.

        Others' numbers were counted in training.
        """
        own = self._figure("training.seed").text
        rows = [TableRow([f"seed {own}, the book’s", self._desk.fig("heldout.right")])]
        rows += [
            TableRow([f"seed {name.rpartition('_')[2]}", self._desk.fig(name)])
            for name in self._scores()
        ]
        return block(self._parts.worked_table(["", "right"], rows, "listed"))

    @property
    def worst(self) -> str:
        """The name of the lowest score of another seed."""
        return min(self._scores(), key=lambda name: self._figure(name).value)

    @property
    def best(self) -> str:
        """The name of the highest score of another seed."""
        return max(self._scores(), key=lambda name: self._figure(name).value)

    def _scores(self) -> list[str]:
        compared = self._translator.model.config.compared
        return [f"score.seed_{seed}" for seed in compared.seeds_compared] if compared else []

    # What was held out

    @property
    def _pairs(self) -> Sequence[Pair]:
        return self._translator.model.heldout

    @offered
    def learned_from(self, sentence: str) -> bool:
        """Return whether a sentence is among those that the model learned from, for claims."""
        return sentence.split() in [list(pair.source) for pair in self._translator.model.pairs]

    @offered
    def right(self) -> int:
        """Return how many held-out sentences are translated right, for claims."""
        return sum(self._is_right(pair) for pair in self._pairs)

    @offered
    def right_of_known(self) -> int:
        """Return how many of those are right that are of kinds that were learned, for claims."""
        known = [pair for pair in self._pairs if not joins_patterns(pair)]
        return sum(map(self._is_right, known))

    def _is_right(self, pair: Pair) -> bool:
        return self._translator.translation(pair.source).words == pair.translation

    @offered
    def heldout(self, first: int, last: int) -> Slot:
        """Show held-out sentences with their translations, and the right ones where those aren't.

        Sentences are counted from 1. On paper a table must fit a page.
        """
        return self._table(self._pairs[first - 1 : last])

    @offered
    def mistakes(self) -> Slot:
        """Show the held-out sentences that are translated wrongly, with the right translations."""
        return self._table([pair for pair in self._pairs if not self._is_right(pair)])

    def _table(self, pairs: Sequence[Pair]) -> Slot:
        rows = []
        for pair in pairs:
            written = escape(" ".join(self._translator.translation(pair.source).words))
            if not self._is_right(pair):
                written += Markup(" (right: {})").format(" ".join(pair.translation))
            rows.append(TableRow([" ".join(pair.source), written]))
        return block(self._parts.worked_table(["sentence", "it writes"], rows, "listed"))

    # Scores

    @property
    def bleu(self) -> BleuDesk:
        """The desk of BLEU over everything held out."""
        figures = self._translator.bleu()
        pairs = [
            (self._translator.translation(pair.source).words, pair.translation)
            for pair in self._pairs
        ]
        return self._bleu_desk(figures, pairs)

    @offered
    def made_up(self, name: str, written: str, wanted: str) -> BleuDesk:
        """Return the desk of BLEU of one made-up translation against the right one."""
        pair = written.split(), wanted.split()
        return self._bleu_desk(self._translator.bleu_of(name, *pair), [pair])

    def _bleu_desk(
        self, figures: BleuFigures, pairs: Sequence[tuple[Sequence[str], Sequence[str]]]
    ) -> BleuDesk:
        return BleuDesk(figures, pairs, self._desk.kit)

    @property
    def perplexity(self) -> PerplexityDesk:
        """The desk of the perplexity of everything held out."""
        figures = self._translator.perplexity()
        return PerplexityDesk(figures, self._translator, self._desk.kit)

    @offered
    def uniform(self, words: int) -> FigureDesk:
        """Return the desk of a guess that gives each of so many words the same chance."""
        return FigureDesk(self._translator.uniform(words), self._desk.kit)

    def number(self, sentence: str) -> int:
        """Return the number of a held-out sentence, from 1."""
        return numbered(self._translator, sentence)[0]


def numbered(translator: Translator, sentence: str) -> tuple[int, Pair]:
    """Return a held-out sentence's number, from 1, and its pair."""
    known = [" ".join(pair.source) for pair in translator.model.heldout]
    if sentence not in known:
        raise UnknownName(sentence, known, what="held-out sentence")
    at = known.index(sentence)
    return at + 1, translator.model.heldout[at]
