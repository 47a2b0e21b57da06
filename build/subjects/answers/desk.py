"""What a chapter may call about a model that answers: its passes, its heads, its mistakes."""

from collections.abc import Mapping, Sequence
from decimal import Decimal
from itertools import product

from markupsafe import Markup, escape

from bookbuild import pictures
from bookbuild.chapters.figure_desk import TableRow, block
from bookbuild.chapters.offered import offered
from bookbuild.lines.presenter import percent_text
from bookbuild.markup.slots import Slot
from engine.figures.descriptions import COUNT
from engine.figures.figure import Figure
from engine.figures.ledger import given
from engine.runs.counts import count_by_part
from engine.runs.generation import Answer, answer
from engine.runs.sampling import Choice
from subjects.models.library import Followed
from subjects.models.model_desk import CutDesk
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
    def asked(self, question: str) -> Desk:
        """Return the desk of any question, at the last word of its answer."""
        words = tuple(question.split())
        followed = self._asked.get(words) or followed_answer(answer(self._desk.run.model, words))
        return Desk(followed, followed.own, self._desk.kit, self._asked)

    @offered
    def relay(
        self, desk: Desk, hops: Sequence[Mapping[str, int]], first: int, caption: str
    ) -> Slot:
        """Draw how something passes from word to word of a question, from position `first` on.

        A hop is `{"from": 4, "to": 7, "block": 1, "head": 2}`: in that head the word at 7 looks
        at the word at 4. Hops with the same `runner` (0, or 1) are drawn alike.
        """
        drawn = tuple(
            pictures.Hop(
                hop["to"] - first,
                hop["from"] - first,
                hop["block"],
                self._percent(
                    desk.figure(
                        f"block{hop['block']}.head{hop['head']}.share", hop["to"], hop["from"]
                    )
                ),
                hop.get("runner", 0),
            )
            for hop in hops
        )
        words, layers = desk.run.words[first - 1 : desk.here], desk.run.model.variant.layers
        data = pictures.Relay(words, layers, drawn, desk.run.answer(desk.here))
        return block(self._parts.picture(Markup(pictures.relay(data)), caption), caption)

    def _percent(self, share: Figure) -> pictures.Number:
        name = self._desk.presenter.name(share)
        return pictures.Number(percent_text(share), float(share.value), name)

    @offered
    def cut_answers(
        self, columns: Sequence[str], rows: Mapping[str, CutDesk | Sequence[CutDesk]]
    ) -> Slot:
        """Show what the model says with looks cut: a row for each title, a cell for each cut."""
        shown = []
        for title, cuts in rows.items():
            several = [cuts] if isinstance(cuts, CutDesk) else cuts
            cells = [
                Markup("{} {}").format(cut.answer, Markup(cut.percent("share", cut.answer).html))
                for cut in several
            ]
            shown.append(TableRow([Markup(escape(title)), *cells]))
        return block(self._parts.worked_table(columns, shown, "compared"))

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
    def other_seeds(self) -> int:
        """Return how many models from other seeds were compared."""
        return len(scores_of(self._model))

    @offered
    def worst_of_others(self) -> int:
        """Return how many held-out questions the worst model from another seed answers."""
        return min(score for _, score in scores_of(self._model))


TO = ("beginning", "rarest", "itself")


def scores_of(model: Model) -> list[tuple[int, int]]:
    """Return the other seeds that were compared, with how many held-out questions each answers."""
    compared = model.config.compared
    return list(zip(compared.seeds_compared, compared.scores, strict=True)) if compared else []


def followed_answer(found: Answer) -> Followed:
    """Follow an answer; count its passes, and their multiplications with and without a cache."""
    run = found.run
    so_far = run.arrays["multiplications_so_far"]
    each = [int(so_far.figure(one.here - 1).value) for one in found.passes]
    counts = {"passes": len(found.passes), "cached": each[-1], "uncached": sum(each)}
    for name, count in counts.items():
        run.arrays[name] = given(count, run.model.policy, run.scope, name, origin=COUNT)
    here = found.last_word.here
    parts = count_by_part(run.steps, here)
    work = {
        name: given(count, run.model.policy, run.scope, f"work.{name}", origin=COUNT)
        for name, count in parts.items()
    }
    whole = work["tables"].record("add_up", tuple(work.values()))
    whole.publish(run.scope, "work.all", ())
    run.arrays |= {array.name: array for array in (*work.values(), whole)}
    return Followed(run, here, (here,), " ".join(found.question), found)
