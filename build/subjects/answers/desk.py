"""What a chapter may call about a model that answers: its passes, its heads, its mistakes."""

from collections.abc import Mapping
from decimal import Decimal
from itertools import product

from markupsafe import Markup, escape

from bookbuild.chapters.figure_desk import TableRow, block
from bookbuild.chapters.offered import offered
from bookbuild.markup.slots import Slot
from engine.runs.sampling import Choice
from subjects.models.library import Followed
from subjects.models.weights import Model
from subjects.signal.desk import Desk

SAMPLED_AT = "2"  # the temperature at which the book draws a word


class Answers:
    """The names about answers that a chapter's template may use on one page."""

    def __init__(
        self,
        desk: Desk,
        model: Model,
        asked: Mapping[tuple[str, ...], Followed],
    ) -> None:
        self._desk = desk
        self._model = model
        self._asked = asked
        self._parts = desk.kit.parts

    @offered
    def choice(self, k: int, p: Decimal, seed: int) -> Choice:
        """Work how a word would be chosen from the chances at the higher temperature."""
        chances = f"guess_at_{SAMPLED_AT}.share"
        choice = Choice(self._desk.run, self._desk.here, chances, k, p, seed)
        self._desk.find_in(choice)
        return choice

    @offered
    def heads(self) -> Slot:
        """Show how much each head listens to the beginning, the rarest word and the word itself."""
        variant = self._desk.run.model.variant
        rows = []
        for b, h in product(range(1, variant.layers + 1), range(1, variant.heads + 1)):
            shares = [self._desk.percent(f"listens.block{b}.head{h}.{to}") for to in TO]
            rows.append(TableRow([f"block {b}, head {h}", *shares]))
        columns = ["", "to the beginning", "to the rarest word", "to the word itself"]
        return block(self._parts.worked_table(columns, rows, "compared"))

    @offered
    def heldout(self) -> Slot:
        """Show the questions that the model was kept from, with what it says to them."""
        kept = [(question.question, question.answer) for question in self._model.heldout]
        return self._table([(self._asked[words], right) for words, right in kept])

    @offered
    def astray(self) -> Slot:
        """Show the questions that lead the model astray: the book's own that it never learned."""
        known = {q.question for q in (*self._model.questions, *self._model.heldout)}
        return self._table(
            [(followed, None) for words, followed in self._asked.items() if words not in known]
        )

    def _table(self, rows: list[tuple[Followed, tuple[str, ...] | None]]) -> Slot:
        shown = []
        for followed, right in rows:
            answer = followed.answer
            assert answer is not None
            text = escape(" ".join(answer.words))
            if right is not None and answer.words != right:
                text += Markup(" (wrong: {})").format(" ".join(right))
            chance = self._desk.presenter.percent(answer.last_word.chance)
            shown.append(TableRow([followed.label, Markup(text)], chance))
        columns = ["question", "it answers", "chance of the last word"]
        return block(self._parts.worked_table(columns, shown, "listed"))

    @offered
    def other_scores(self) -> Slot:
        """Tell how many held-out questions the model answers if trained from other seeds."""
        scores = [self._desk.fig(f"score.seed_{seed}") for seed, _ in scores_of(self._model)]
        html = Markup(", ").join(scores)
        return Slot(html=str(html), text=", ".join(score.text for score in scores))


TO = ("beginning", "rarest", "itself")


def scores_of(model: Model) -> list[tuple[int, int]]:
    """Return the other seeds that were compared, with how many held-out questions each answers."""
    compared = model.config.compared
    return list(zip(compared.seeds_compared, compared.scores, strict=True)) if compared else []
