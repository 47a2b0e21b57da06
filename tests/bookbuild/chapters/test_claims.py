from dataclasses import dataclass
from decimal import Decimal
from pathlib import Path

import pytest

from bookbuild.chapters.claims import ClaimFailed, holds, now_the_case
from bookbuild.core.errors import Faults
from bookbuild.markup.slots import Slot
from engine.errors import UnknownName
from tests.bookbuild.paper.text_cases import Book, figure


@dataclass(frozen=True)
class Share:
    """A figure as templates get it."""

    value: Decimal

    def as_slot(self) -> Slot:
        return figure(str(self.value))


class Run:
    """A run whose figures note that they were read."""

    def __init__(self, lookups: list[tuple[str, str]]) -> None:
        self._lookups = lookups

    def share(self, word: str) -> Decimal:
        value = {"mat": Decimal("0.61"), "park": Decimal("0.39")}[word]
        self._lookups.append((f"share[{word}]", str(value)))
        return value


@pytest.fixture
def book(tmp_path: Path) -> Book:
    return Book(tmp_path)


def failure(
    book: Book,
    text: str,
    context: dict[str, object],
    lookups: list[tuple[str, str]] | None = None,
) -> ClaimFailed:
    with pytest.raises(Faults) as raised:
        book.render(text, context, lookups=lookups)
    (fault,) = raised.value.faults
    assert isinstance(fault, ClaimFailed)
    return fault


def test_a_true_claim_leaves_its_sentence_as_it_is(book: Book) -> None:
    share = Share(Decimal("0.61"))
    text = "So {% claim s.value > 0.6 %}it *listens* {{ s }}{% endclaim %}."
    page = book.render(text, {"s": share})
    assert page.html == '<p>So it <em>listens</em> <i data-f="f">0.61</i>.</p>\n'
    (claim,) = page.claims
    assert claim.holds


def test_a_false_claim_tells_sentence_place_test_and_what_is_now(book: Book) -> None:
    lookups: list[tuple[str, str]] = []
    context = {"run": Run(lookups), "s": figure("0.61")}
    text = (
        "One.\n\nTwo, "
        "{% claim run.share('mat') < run.share('park') %}\n"
        'the *dog* listens "less" {{ s }}.\n'
        "{% endclaim %}"
    )
    fault = failure(book, text, context, lookups)
    assert str(fault) == (
        "book/01-try.md:7:6: this is no longer true: “the dog listens “less” 0.61.” "
        "It needs run.share('mat') < run.share('park'). "
        "Now: 0.61 against 0.39; share[mat] = 0.61, share[park] = 0.39."
    )


def test_only_figures_of_its_own_test_are_told(book: Book) -> None:
    lookups: list[tuple[str, str]] = []
    context: dict[str, object] = {"run": Run(lookups)}
    text = "{% set a = run.share('park') %}{% claim not run.share('mat') %}So.{% endclaim %}"
    assert failure(book, text, context, lookups).result.now == "share[mat] = 0.61"


def test_all_false_claims_are_told_together(book: Book) -> None:
    text = "{% claim 1 > 2 %}A.{% endclaim %}\n\n{% claim 1 == 1 %}B.{% endclaim %}\n\n" * 2
    with pytest.raises(Faults) as raised:
        book.render(text)
    assert [fault.place.line for fault in raised.value.faults] == [5, 9]


def test_a_decimal_typed_in_a_test_has_the_digits_it_was_typed_with(book: Book) -> None:
    page = book.render("{% claim s == 0.6 %}A.{% endclaim %}", {"s": Decimal("0.6")})
    assert page.claims[0].holds


def test_a_claim_about_a_run_that_is_gone_tells_the_place(book: Book) -> None:
    with pytest.raises(UnknownName, match=r"no name “rum”. Did you mean run\?") as raised:
        book.render("\n{% claim rum.answer == 'mat' %}A.{% endclaim %}", {"run": Run([])})
    assert raised.value.where == "book/01-try.md:6:10"


def test_a_claim_in_a_loop_is_tested_each_time(book: Book) -> None:
    text = "{% for n in names %}{% claim n == 'a' %}{{ n }}{% endclaim %}{% endfor %}"
    fault = failure(book, text, {"names": ["a", "b"]})
    assert fault.result.sentence == "b"
    assert fault.result.now == "b against a"


def test_a_broken_claim_is_marked_in_its_sentence(book: Book) -> None:
    text = "So {% claim 1 > 2 %}it *is*{% endclaim %}, they say."
    page = book.render(text, claims_as_warnings=True)
    assert page.html == (
        '<p>So <span class="claim-broken">it <em>is</em> '
        '<em class="claim-note">(no longer true)</em></span>, they say.</p>\n'
    )
    assert not page.claims[0].holds


@pytest.mark.parametrize("body", ["One.\n\nTwo.", "- One.\n- Two.", "{{ table }}"])
def test_broken_blocks_are_marked_as_blocks(book: Book, body: str) -> None:
    table = Slot("<table></table>", "table", block=True)
    text = f"{{% claim 1 > 2 %}}\n{body}\n{{% endclaim %}}\n\nNext."
    html = book.render(text, {"table": table}, claims_as_warnings=True).html
    assert html.startswith('<div class="claim-broken">')
    assert "<p>Next.</p>" in html.partition("</div>")[2]
    assert "(no longer true)" in html


def test_a_paragraph_that_is_a_claim_stays_one(book: Book) -> None:
    text = "{% claim 2 > 1 %}\nOne.\n{% endclaim %}\n\nNext."
    assert book.render(text).html == "<p>One.</p>\n<p>Next.</p>\n"


@pytest.mark.parametrize(
    ("comparisons", "values", "true"),
    [
        (("lt", "lt"), (1, 2, 3), True),
        (("lt", "lt"), (1, 3, 2), False),
        (("lteq",), (2, 2), True),
        (("gteq",), (1, 2), False),
        (("ne",), (1, 2), True),
        (("in",), ("a", ("a", "b")), True),
        (("notin",), ("a", ("a", "b")), False),
        ((), ([],), False),
        ((), ([1],), True),
    ],
)
def test_tests_are_read_as_python_reads_them(
    comparisons: tuple[str, ...], values: tuple[object, ...], true: bool
) -> None:
    assert holds(comparisons, values) is true


def test_what_is_now_the_case_names_each_figure_once() -> None:
    assert now_the_case([True], ["a", ("b", figure("−1")), "a"]) == "a, b = −1"
    assert now_the_case(["a", ("b", "c")], []) == "a against (b, c)"
