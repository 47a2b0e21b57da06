"""What a chapter may call about a model: corpus, sizes, training, and what rounding costs."""

from collections.abc import Mapping

from markupsafe import Markup, escape

from bookbuild import pictures
from bookbuild.chapters.figure_desk import TableRow, block
from bookbuild.chapters.offered import offered
from bookbuild.lines.presenter import Shown
from bookbuild.markup.slots import Slot
from bookbuild.pictures import Mark, Number, Series
from engine.models.parameters import weights_to_dict
from engine.runs.run import TEMPERATURES, Run
from engine.training.loop import StepRecord, decays
from subjects.models.weights import Model
from subjects.signal.desk import Desk

# Marks on the scale of differences.
GUIDES = tuple(Number(text, float(text)) for text in ("0.001", "0.01", "0.1"))


class Facts:
    """The names about a model that a chapter's template may use on one page."""

    def __init__(self, desk: Desk, model: Model, log: tuple[StepRecord, ...]) -> None:
        self._desk = desk
        self._model = model
        self._log = log
        self._parts = desk.kit.parts

    @property
    @offered
    def highest(self) -> Shown:
        """The highest temperature that the book tries."""
        return self._desk.fig(f"temperature_{TEMPERATURES[-1]}")

    @offered
    def corpus(self) -> Slot:
        """Show the sentences that the model learned from."""
        items = Markup("").join(
            Markup("<li>{}</li>").format(" ".join(words)) for words in self._model.corpus
        )
        return block(Markup('<ul class="corpus">{}</ul>').format(items), "the corpus")

    @offered
    def often(self, *words: str) -> int:
        """Return how often these words follow one another in the corpus."""
        return sum(
            sentence[at : at + len(words)] == words
            for sentence in map(tuple, self._model.corpus)
            for at in range(len(sentence))
        )

    @offered
    def pulled(self, name: str) -> bool:
        """Return whether weight decay pulls at a table of weights."""
        return decays(name, weights_to_dict(self._model.weights)[name])

    @offered
    def nearest(self, name: str, word: str) -> str:
        """Return the word whose numbers in a table are nearest to those of a word."""
        rows = self._rows(name)
        words = self._model.vocabulary
        return words[pictures.nearest(rows)[words.index(word)]]

    @offered
    def word_map(self, name: str, title: str, caption: str) -> Slot:
        """Draw the words on a map by their numbers in a table."""
        drawn = pictures.WordMap(title, tuple(self._model.vocabulary), self._rows(name))
        return block(self._parts.picture(Markup(pictures.wordmap(drawn)), caption), caption)

    @offered
    def within(self, limit: str, name: str = "") -> int:
        """Count the weights, of one table or of all, that lie no further than this from zero."""
        return sum(abs(weight) <= float(limit) for weight in self._weights(name))

    @offered
    def spread(self, caption: str) -> Slot:
        """Draw how large the weights are: how many lie between neighbouring quarters."""
        drawn = pictures.Histogram("How large the weights are", self._weights(), 0.25)
        return block(self._parts.picture(Markup(pictures.histogram(drawn)), caption), caption)

    def _weights(self, name: str = "") -> tuple[float, ...]:
        """Return the weights of one table, or of all."""
        tables = weights_to_dict(self._model.weights)
        chosen = [tables[name]] if name else tables.values()
        return tuple(float(weight) for table in chosen for weight in table.flat)

    def _rows(self, name: str) -> tuple[tuple[float, ...], ...]:
        """Return the numbers of each word in a table, where words have its rows or its columns."""
        table = weights_to_dict(self._model.weights)[name]
        if len(table) != len(self._model.vocabulary):
            table = table.T
        return tuple(tuple(map(float, row)) for row in table)

    @offered
    def counts(self, titles: Mapping[str, str]) -> Slot:
        """Count the numbers of each table of weights by a line; `titles` says what each is."""
        rows = []
        for name, title in titles.items():
            count = self._desk.figure(f"count.{name}")
            rows.append(TableRow([Markup(f"{escape(title)}"), self._desk.presenter.line(count)]))
        return block(self._parts.worked_table(["table", "numbers in it"], rows, "listed"))

    @offered
    def learning(self, caption: str) -> Slot:
        """Draw the loss at every training step."""
        points = tuple((float(record.step), record.loss) for record in self._log)
        marks = (
            Mark(self._number("training.first_step"), self._number("training.first_loss")),
            Mark(self._number("training.steps"), self._number("training.last_loss")),
        )
        curves = pictures.Curves(
            "How the loss fell", "step", "loss", (Series("loss", points, marks),)
        )
        return block(self._parts.picture(Markup(pictures.curves(curves)), caption), caption)

    def _number(self, name: str) -> Number:
        figure = self._desk.figure(name)
        return Number(figure.text, float(figure.value), self._desk.presenter.name(figure))

    @offered
    def costs(self, steps: Mapping[str, str], caption: str) -> Slot:
        """Draw the largest difference from full precision at each step."""
        rows = tuple(
            pictures.Difference(title, self._number(f"cost.{name}"))
            for name, title in steps.items()
        )
        title = "Largest difference at each step"
        drawn = pictures.differences(pictures.Differences(title, rows, GUIDES))
        return block(self._parts.picture(Markup(drawn), caption), caption)

    @offered
    def beside(self, run_here: Desk, most: int = 5) -> Slot:
        """Show the likeliest words' chances, carried and in full precision."""
        run: Run = run_here.run
        ranked = sorted(run.arrays["guess.share"].row(run_here.here - 1), key=lambda f: -f.value)
        rows = []
        for chance in ranked[:most]:
            word = chance.array.labels[1][chance.index[1]]
            full = run_here.fig("full.chance", run_here.here, word)
            moved = self._desk.presenter.line(run_here.figure("moved", run_here.here, word))
            rows.append(TableRow([Markup(f"{escape(word)}"), full, moved]))
        columns = ["word", "nothing rounded", "as carried, less that"]
        return block(self._parts.worked_table(columns, rows))
