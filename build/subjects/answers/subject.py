"""Models that answer questions, pass by pass."""

from collections.abc import Iterator, Mapping, Sequence
from decimal import Decimal
from types import MappingProxyType
from typing import Any

from bookbuild.chapters.entries import View
from bookbuild.chapters.kit import Kit
from bookbuild.chapters.offered import names_of
from bookbuild.chapters.subject import Progress
from bookbuild.lines.ledger_figures import Part
from engine.figures.descriptions import COUNT, MEASURED
from engine.runs.generation import BEGIN, answer
from engine.runs.listening import measure
from subjects.answers.desk import SAMPLED_AT, Answers, followed_answer
from subjects.models.library import Followed
from subjects.signal.desk import Desk
from subjects.signal.followed import FollowedSubject, FollowedTopic


class Asked(FollowedSubject):
    """Models whose questions are listed under `[ask]`; those held out are added to them."""

    tables = ("ask",)
    marks = 2  # of the beginning and of the end
    script = "question"
    commands = MappingProxyType({"ask": "subjects.answers.commands"})

    def sentences(self, name: str) -> Sequence[tuple[str, ...]]:
        """Return the book's own questions of a model, then those held out."""
        heldout = (question.question for question in self.library.model(name).heldout)
        return list(dict.fromkeys([*self.listed[name], *heldout]))

    def follow(
        self, name: str, sentences: Sequence[tuple[str, ...]], progress: Progress
    ) -> dict[tuple[str, ...], Followed]:
        """Answer questions, the chapter's own first; add what is counted to the model."""
        figures, model = self.library.figures(name), self.library.model(name)
        heldout = {question.question: question.answer for question in model.heldout}
        answers = {}
        for words in sentences:
            sampled = (SAMPLED_AT,) if words == sentences[0] else ()
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
                name = f"listens.block{head.block}.head{head.head}.{to}"
                figures.give_fact(name, share, MEASURED)
        return {words: followed_answer(found) for words, found in answers.items()}

    def names(self, topic: FollowedTopic, desk: Desk, view: View, kit: Kit) -> Mapping[str, Any]:
        """Return the names about answers."""
        return names_of(Answers(desk, self.library.model(topic.run), topic.sentences))

    def worked(self) -> Iterator[Part]:
        """Yield the runs of the questions; that of a chapter's own leads on to all behind it."""
        for name in self.listed:
            for number, followed in enumerate(self.followed(name).values()):
                run = followed.run
                yield Part(run.scope, run.arrays, run.in_full, chained=number == 0)


SUBJECT = Asked
