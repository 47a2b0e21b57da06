"""What a chapter may call about one translation: its figures, its passes, who listens to whom.

Names and places are given as in an address. Words read and words written are counted from one,
each for themselves; the first of those written is the mark of the beginning. A chapter follows
one of each; the role of a place among the words read begins with `read`.
"""

from collections.abc import Iterable, Sequence
from decimal import Decimal
from html import escape
from typing import Any

from markupsafe import Markup

from bookbuild import pictures
from bookbuild.chapters.figure_desk import FigureDesk, Figures, TableRow, block
from bookbuild.chapters.kit import Kit
from bookbuild.chapters.offered import offered, offered_as
from bookbuild.chapters.ordinals import ordinal
from bookbuild.lines.presenter import percent_text
from bookbuild.markup.roles import EACH, in_roles, role_of, word_slot
from bookbuild.markup.slots import Slot, slot_of
from bookbuild.pictures import Number
from engine.figures.figure import Figure
from engine.runs.translation import BeamSearch, Candidate, Translation
from engine.runs.translation_run import TranslationRun
from subjects.models.model_desk import ModelDesk

CROSS = "cross_attention"


class TranslationDesk(ModelDesk[TranslationRun]):
    """Shows the figures of one translation on one page."""

    def __init__(
        self,
        translation: Translation,
        kit: Kit,
        shown: Figures | None = None,
        *,
        roles: bool = False,
    ) -> None:
        super().__init__(translation.run, 1, kit, shown, roles=roles)
        self.translation = translation

    @property
    def source(self) -> str:
        """The words read."""
        return " ".join(self.run.source)

    @property
    def words(self) -> str:
        """The words written, without the marks."""
        return " ".join(self.translation.words)

    # Places with the roles that they have on this page

    @offered
    def follow(self, position: int) -> int:
        """Return the position of the word read that the chapter follows."""
        return self._place(position, "read")

    @offered
    def follow_written(self, position: int) -> int:
        """Return the position of the written word whose row the chapter follows."""
        self.here = position
        return self._place(position, "here")

    def _word_of(self, word: str, role: str, position: int) -> str:
        """Give a word a role that is of a position, if that has one."""
        return self._word(word, f"{role} {role_of(position)}") if role_of(position) else word

    # Words

    @offered
    def sentence(self, focus: int | None = None) -> Slot:
        """Show the words read with their positions."""
        return block(self._parts.sentence(self.run.source, focus), self.source)

    @offered_as("translation")
    def written_sentence(self, focus: int | None = None) -> Slot:
        """Show the words written with their positions, from the mark of the beginning on."""
        return block(self._parts.sentence(self.run.words, focus), self.words)

    @offered
    def read(self, position: int) -> Slot:
        """Show a word read in quotation marks, with its position as a subscript."""
        return word_slot(f"“{self.run.source[position - 1]}”", position)

    @offered
    def written(self, position: int) -> Slot:
        """Show a word written in quotation marks, with its position as a subscript."""
        return word_slot(f"“{self.run.words[position - 1]}”", position)

    @offered
    def read_word(self, position: int) -> str:
        """Return a word read, without its position."""
        return self._word_of(self.run.source[position - 1], "read_word", position)

    @offered
    def written_word(self, position: int) -> str:
        """Return a word written, without its position."""
        return self._word_of(self.run.words[position - 1], "word", position)

    @offered
    def so_far(self, position: int) -> str:
        """Return the words written up to a position, without the mark of the beginning."""
        return self._word_of(" ".join(self.run.words[1:position]), "so_far", position)

    @offered
    def answer(self, position: int) -> str:
        """Return the likeliest next word after the word written at a position."""
        return self._word_of(self.run.answer(position), "answer", position)

    @offered
    def lowest(self) -> Decimal:
        """Return the smallest of the chances of the words that were written, for claims."""
        return min(each.chance.value for each in self.translation.passes)

    @offered
    def highest(self) -> Decimal:
        """Return the largest of the chances of the words that were written, for claims."""
        return max(each.chance.value for each in self.translation.passes)

    @offered
    def passes(self) -> Slot:
        """Show the passes: what each had written, what came next, and with which chance."""
        rows = []
        for number, each in enumerate(self.translation.passes, start=1):
            # the first row stands for all others when the table is filled again
            here = self._place(each.here, EACH) if number == 1 else each.here
            so_far = self._word_of(" ".join(self.run.words[:here]), "with_mark", here)
            word = self._word_of(each.word, "answer", here)
            chance = self.presenter.percent(each.chance, in_roles("guess.share", (here, word)))
            rows.append(TableRow([f"pass {number}", _shown(so_far), _shown(word)], chance))
        columns = ["", "it has written", "it writes", "chance"]
        over = "passes" if self._roles else ""
        return block(self._parts.worked_table(columns, rows, "compared", over=over))

    # Rows of figures

    @offered
    def likeliest(self, position: int, rank: int) -> str:
        """Return a likely next word after a word written, by its rank from 1."""
        word = str(self.best(position, rank)[-1])
        return self._word(word, f"likeliest guess.share {rank}")

    @offered
    def best(self, position: int, count: int) -> list[object]:
        """Return the likeliest next words after a word written, the likeliest first."""
        row = self.run.arrays["guess.share"].row(position - 1)
        ranked = sorted(row, key=lambda figure: -figure.value)[:count]
        self.lookups += [(figure.name, figure.text) for figure in ranked]
        words = [figure.array.labels[1][figure.index[1]] for figure in ranked]
        return self._over(words, f"best guess.share {count}")

    @offered
    def top(self, name: str, row: int) -> int:
        """Return the position of the word to which a word gives its largest share."""
        figure = max(self._shown.find(name).row(row - 1), key=lambda each: each.value)
        self.lookups.append((figure.name, figure.text))
        return self._place(figure.index[1] + 1, f"{self._side(name)}top {name}")

    @offered
    def heard(self, name: str, row: int) -> str:
        """Return the word to which a word gives its largest share."""
        word = self._heard_words(name)[self.top(name, row) - 1]
        return self._word(word, f"{self._side(name)}top_word {name}")

    def _side(self, name: str) -> str:
        """Return how the roles of places among the words heard begin."""
        return "read_" if self._heard_words(name) == self.run.source else ""

    @offered
    def worked(
        self,
        columns: Sequence[str],
        names: Sequence[str],
        row: int,
        over: Iterable[object] = (),
        *,
        share: str = "",
        top: object = None,
    ) -> Slot:
        """Show a table with a line in each cell: a row for each word heard, or each place `over`.

        `share` names the figure that the last column shows in percent; the row at `top` is marked.
        """
        heard = self._heard_words(names[0])
        count = len(self._shown.find(names[0]).row(row - 1))
        places = over or self._over(range(1, count + 1), f"{self._side(names[0])}heard")

        def head(place: object) -> str:
            if isinstance(place, str):
                return escape(place)
            return word_slot(heard[int(str(place)) - 1], int(str(place))).html

        return self._worked_table(columns, names, row, places, head, share=share, top=top)

    def _row_words(self, name: str) -> tuple[str, ...]:
        return self.run.source if self.run.find(name).axes[0] == "read" else self.run.words

    def _heard_words(self, name: str) -> tuple[str, ...]:
        return self.run.source if CROSS in name.split(".") else self._row_words(name)

    @offered
    def pattern(self, name: str, row: int, caption: str) -> Slot:
        """Draw who listens to whom by a table of shares, the row of one word outlined."""
        shares = self._shown.find(name)
        words = self._row_words(name)
        drawn = pictures.pattern(
            pictures.Pattern(
                words,
                tuple(tuple(map(self._percent, shares.row(at))) for at in range(len(words))),
                row,
                () if shares.causal else self._heard_words(name),
            )
        )
        redrawn = ("pattern", name.removesuffix("share")) if self._roles else None
        return block(self._parts.picture(Markup(drawn), caption, told=redrawn), caption)

    @offered
    def whole_way(self, read: int, here: int, caption: str) -> Slot:
        """Draw encoder and decoder side by side, with the shares of all heads.

        `read` and `here` are the positions of the followed words, read and written.
        """
        answer = self.run.answer(here)
        drawn = pictures.crossing(
            pictures.Crossing(
                self.run.source,
                read,
                self.run.words,
                here,
                self._heads("encoder.self_attention", len(self.run.source)),
                self._heads("decoder.self_attention", here),
                self._heads(f"decoder.{CROSS}", here),
                answer,
                self._percent(self.figure("guess.share", here, answer)),
            )
        )
        return block(self._parts.picture(Markup(drawn), caption), caption)

    def _heads(self, name: str, count: int) -> tuple[tuple[tuple[float, ...], ...], ...]:
        """Return the shares of each head, of so many words that look."""
        tables = [self._shown.find(f"{name}.head{head}.share") for head in (1, 2)]
        return tuple(
            tuple(tuple(float(each.value) for each in table.row(at)) for at in range(count))
            for table in tables
        )

    def table(self, name: str, caption: str, *, turned: bool = False) -> Slot:
        """Show a whole array of figures; scripts fill one of the sentence again."""
        refill = name if self._roles and name in self.run.arrays else ""
        return self._table(name, caption, turned=turned, refill=refill)

    def _percent(self, share: Figure) -> Number:
        text = percent_text(share)
        name = None if text.startswith("<") else self.presenter.name(share)
        return Number(text, float(share.value), name)


def _shown(cell: str) -> str:
    """Return a cell as markup: a word with a role carries it."""
    slot = slot_of(cell)
    return Markup(slot.html) if slot else cell


class BeamDesk(FigureDesk):
    """Shows a search by a beam on one page."""

    def __init__(self, search: BeamSearch, kit: Kit) -> None:
        super().__init__(search, kit)
        self.search = search

    @property
    def words(self) -> str:
        """The words of the best row, without the marks."""
        return " ".join(self.search.words)

    @property
    def steps(self) -> int:
        """How many steps the search took."""
        return len(self.search.steps)

    @property
    def second(self) -> str:
        """The words of the row that came second at the end."""
        return " ".join(self.search.steps[-1].kept[1].words[:-1])

    def score(self, rank: int = 1) -> Any:
        """Return the score of a row that was kept at the end, the best first, for claims."""
        return self.search.steps[-1].kept[rank - 1].score.at(0).value

    def nth(self, number: int) -> str:
        """Return the ordinal of a step."""
        return ordinal(number)

    def step_table(self, number: int) -> Slot:
        """Show the candidates of a step, best first, each with its lines; the kept are marked."""
        step = self.search.steps[number - 1]
        rows = [
            TableRow(
                [
                    " ".join(candidate.words),
                    self.presenter.percent(candidate.chance),
                    *self._lines(number, candidate),
                ],
                None,
                candidate in step.kept,
            )
            for candidate in step.candidates
        ]
        columns = ["so far", "chance of its last word", "its logarithm", "score"]
        return block(self._parts.worked_table(columns, rows, "compared"))

    def _lines(self, number: int, candidate: Candidate) -> tuple[Any, Any]:
        """The line of a candidate's last logarithm and that of its score, where it has them yet."""
        score = candidate.score.at(0)
        if not score.name.startswith(f"step{number}."):  # finished before
            return "", self.presenter.figure(score)
        if score.name.endswith(".log"):  # of the first word: its score is its logarithm
            return self.presenter.line(score), self.presenter.figure(score)
        log = self.figure(score.name.removesuffix("score") + "log")
        return self.presenter.line(log), self.presenter.line(score)
