"""How a chapter has questions for readers: `{% question %}…{% answer %}…{% endquestion %}`.

On a screen the answer is folded under its question and needs no script to open. On paper it is
kept apart, for the end of the book or of the handout, and the two lead to one another. Question
and answer are Markdown like the rest of the chapter, with the same figures, lines and claims.
"""

from collections.abc import Callable

from jinja2 import TemplateSyntaxError, nodes
from jinja2.ext import Extension
from jinja2.parser import Parser
from markupsafe import Markup, escape

HEADING = "Answers"  # their heading on paper


class Questions:
    """The questions of one rendering of a chapter, counted from 1.

    `apart` keeps their answers for another place; `prefix` comes before their addresses.
    """

    def __init__(self, *, apart: bool = False, prefix: str = "") -> None:
        self.count = 0
        self._apart = apart
        self._prefix = escape(prefix)
        self._answers: list[Markup] = []

    @property
    def answers(self) -> Markup:
        """The answers that were kept apart, as Markdown."""
        return Markup("").join(self._answers)

    def ask(self, question: Markup) -> Markup:
        """Write the next question."""
        self.count += 1
        at = f"{self._prefix}question-{self.count}"
        opening = f'<div class="question" id="{at}">\n<p class="asked">Question {self.count}</p>'
        return Markup(f"\n\n{opening}\n\n{question.strip()}\n\n")

    def tell(self, answer: Markup) -> Markup:
        """Write the answer to the last question, or where it is."""
        at = f"{self._prefix}answer-{self.count}"
        if not self._apart:
            opening = (
                f'<details class="answer" id="{at}"><summary>Answer</summary>\n'
                f'<div data-set-under="{HEADING}">'
            )
            return Markup(f"{opening}\n\n{answer.strip()}\n\n</div>\n</details>\n</div>\n\n")
        back = f"{self._prefix}question-{self.count}"
        heading = f'<p class="asked"><a class="xref" href="#{back}">Question {self.count}</a></p>'
        self._answers.append(
            Markup(f'<div class="answer" id="{at}">\n{heading}\n\n{answer.strip()}\n\n</div>\n\n')
        )
        link = f'<p class="to-answer"><a class="xref" href="#{at}">Answer</a></p>'
        return Markup(f"{link}\n</div>\n\n")


class QuestionTag(Extension):
    """The tag; its environment has `calls` among its globals."""

    tags = {"question"}  # noqa: RUF012  (the library's own form)

    def parse(self, parser: Parser) -> list[nodes.Node]:
        """Read a question and its answer."""
        line = next(parser.stream).lineno
        question = parser.parse_statements(("name:answer", "name:endquestion"))
        if not parser.stream.skip_if("name:answer"):
            raise TemplateSyntaxError(
                "a question needs an answer", line, parser.name, parser.filename
            )
        answer = parser.parse_statements(("name:endquestion",), drop_needle=True)
        return [self._call("_ask", question, line), self._call("_tell", answer, line)]

    def _call(self, name: str, body: list[nodes.Node], line: int) -> nodes.Node:
        call = nodes.Call(nodes.Name(name, "load"), [], [], None, None)
        return nodes.CallBlock(call, [], [], body).set_lineno(line)


def calls(questions: Callable[[], Questions]) -> dict[str, Callable[..., Markup]]:
    """Return what the tag calls, for an environment's globals."""
    return {
        "_ask": lambda caller: questions().ask(caller()),
        "_tell": lambda caller: questions().tell(caller()),
    }
