"""Lines quoted from others: known on screen and on paper, each held to what the page says of it."""

import copy
import json
import random
from html import escape
from io import StringIO
from pathlib import Path

import pytest
import weasyprint

import bookaudit
from bookaudit.auditing import document_findings, paper_findings
from bookaudit.documents.html import extract_html
from bookaudit.documents.ledger import Entry, read_ledger
from bookaudit.documents.pdf import Paper, extract_pdf
from bookaudit.verdict.quotations import same_line
from tests.bookaudit.mutation import (
    digit_places,
    mutate_html,
    page_is_faulted,
    paper_is_faulted,
    paper_places,
)

RUN = "toy/quoted"
CLOSING = "-0.3(0.1) + 0.4(-0.1) + 0.2(0.3) + 0.3(0.1) = 0.02"
WRONG = "0.98 * 0.03 + 0.02 * 0.01 = 0.0294"
RIGHT = "0.98×0.03 + 0.02×0.01 = 0.0296"


def quoted(text: str, verdict: str | None, mend: str = "", name: str = "found[1]") -> str:
    said = f'<p><b data-verdict="{name}">{verdict}</b> as printed</p>' if verdict else ""
    line = f'<p data-line="mended[1]" data-mends="{name}">{mend}</p>' if mend else ""
    return f'<blockquote><q data-quote="{name}">{escape(text)}</q></blockquote>{said}{line}'


def page(body: str) -> str:
    return f'<html><body><main data-run="{RUN}"><h1>Others</h1>{body}</main></body></html>'


BODY = (
    "<p>Here is what we found, and each is worked out anew beside it.</p>"
    + quoted(f"“{WRONG}”", "does not close", f"{RIGHT[:-6]}<b data-f='mended[1]'>0.0296</b>")
    + quoted(f"“{CLOSING}”", "closes", name="found[2]")
    + "<p>And that is all there is to see.</p>"
)


def rows(**changed: object) -> list[dict[str, object]]:
    first: dict[str, object] = {
        "name": "found[1]",
        "value": WRONG,
        "origin": "quoted",
        "verdict": "does not close",
    }
    return [
        first | changed,
        {"name": "found[2]", "value": CLOSING, "origin": "quoted", "verdict": "closes"},
        {"name": "mended[1]", "value": "0.0296", "origin": "worked", "line": RIGHT},
    ]


def ledger(figures: list[dict[str, object]]) -> list[Entry]:
    data = {"schema": "workings-ledger/1", "scope": RUN, "figures": figures}
    return read_ledger(json.dumps(data), "ledger.json", required=True) or []


def told(body: str) -> list[tuple[str, str]]:
    findings = document_findings(extract_html(page(body), "page.html"))
    return [(finding.verdict, finding.reason) for finding in findings]


def test_a_quotation_is_no_line_of_the_page_and_is_counted_apart(tmp_path: Path) -> None:
    (tmp_path / "page.html").write_text(page(BODY), encoding="utf-8")
    report = bookaudit.audit([tmp_path])
    assert report.ok
    assert report.counts["found"] == report.counts["closes"] == 1
    assert report.counts["quoted"] == 2
    out = StringIO()
    assert bookaudit.run([tmp_path], stdout=out) == 0
    assert "2 quotations" in out.getvalue()
    rights = [finding.right for finding in report if finding.verdict == "quoted"]
    assert rights == ["0.98 * 0.03 + 0.02 * 0.01 = 0.0296", "0.02"]


def test_the_same_lines_without_the_mark_are_faults() -> None:
    assert ("does-not-close", "") in told(f"<p>“{WRONG}” does not close</p>")


@pytest.mark.parametrize(
    ("body", "reason"),
    [
        (quoted(f"“{WRONG}”", "closes"), "the page says that it “closes”, and it does not close"),
        (quoted(f"“{CLOSING}”", "does not close", RIGHT), "“does not close”, and it closes"),
        (quoted(f"“{WRONG}”", None, RIGHT), "does not say whether it closes"),
        (quoted(f"“{WRONG}”", "is a little off", RIGHT), "says neither"),
        (quoted(f"“{WRONG}”", "does not close"), "no line beside it that does"),
        (
            quoted(f"“{WRONG}”", "does not close", "0.98×0.03 + 0.02×0.02 = 0.0298"),
            "the page puts it right by 0.98×0.03 + 0.02×0.02 = 0.0298",
        ),
        (quoted(f"“{CLOSING}”", "closes", CLOSING), "it closes, and yet"),
        (quoted(WRONG, "does not close", RIGHT), "without quotation marks"),
        (quoted("“the cat sat”", "does not close", RIGHT), "cannot be read"),
        ('<p><b data-verdict="found[9]">closes</b></p>', "quoted nowhere"),
        (f'<p data-line="mended[1]" data-mends="found[9]">{RIGHT}</p>', "quoted nowhere"),
    ],
)
def test_a_page_that_says_what_is_not_so_is_contradicted(body: str, reason: str) -> None:
    reasons = [said for verdict, said in told(body) if verdict == "contradicts"]
    assert len(reasons) == 1
    assert reason in reasons[0]


def test_the_line_that_puts_it_right_must_close_like_any_other() -> None:
    wrong = RIGHT.replace("0.0296", "0.0295")
    verdicts = [verdict for verdict, _ in told(quoted(f"“{WRONG}”", "does not close", wrong))]
    assert verdicts == ["does-not-close", "contradicts"]


def test_a_quotation_is_the_ledgers_quotation() -> None:
    assert not page_is_faulted(page(BODY), ledger(rows()))
    assert page_is_faulted(page(BODY), ledger(rows()[1:]))
    assert page_is_faulted(page(BODY), ledger(rows(value=WRONG.replace("0.0294", "0.0293"))))
    assert page_is_faulted(page(BODY), ledger(rows(verdict="closes")))


def test_the_same_line_may_be_written_in_other_signs_but_not_in_other_digits() -> None:
    assert same_line("-0.3(0.2) - log(0.7)/2 = 0.1", "(−0.3)×0.2 − ln(0.7) ÷ 2 = 0.1")
    assert same_line("√(0.1 + 1e-5) = 0.3", "√(0.1 + 0.00001) = 0.3")
    assert not same_line("0.1 + 0.2 = 0.3", "0.1 + 0.20 = 0.3")
    assert not same_line("0.1 + 0.2 = 0.3", "0.2 + 0.1 = 0.3")
    assert not same_line("0.1 + 0.2 = 0.3", "0.1 + 0.2 = 0.3 = 0.3")
    assert not same_line("0.1 + 0.2 = 0.3", "the cat")


def test_every_digit_of_a_quotation_counts() -> None:
    source, entries, rng = page(BODY), ledger(rows()), random.Random(2)
    places = digit_places(source)
    assert len(places) > 50
    for at in places:
        what, changed = mutate_html(source, rng, [at])
        assert page_is_faulted(changed, entries), what


def test_every_statement_counts() -> None:
    for now, then in (("does not close</b>", "closes</b>"), (">closes</b>", ">does not close</b>")):
        assert BODY.count(now) == 1
        assert page_is_faulted(page(BODY.replace(now, then)), ledger(rows()))


@pytest.fixture(scope="module")
def paper(tmp_path_factory: pytest.TempPathFactory) -> Paper:
    out = tmp_path_factory.mktemp("quoted") / "quoted.pdf"
    css = (
        "<style>@page { size: A6; margin: 12mm } h1 { font-size: 22pt } q { quotes: none }</style>"
    )
    weasyprint.HTML(string=css + page(BODY)).write_pdf(out)
    return extract_pdf(str(out), "quoted.pdf")


def test_a_quotation_is_known_on_paper(paper: Paper) -> None:
    site = [extract_html(page(BODY), "page.html", pieces=True)]
    findings = list(paper_findings(paper, site, []))
    assert [finding.verdict for finding in findings] == ["quoted", "closes", "quoted"]
    assert {finding.place for finding in findings} == {1}


def test_every_digit_and_every_word_about_a_quotation_counts_on_paper(paper: Paper) -> None:
    site = [extract_html(page(BODY), "page.html", pieces=True)]
    text = "".join(paper.chars)
    letters = [text.index("doesnotclose"), text.index("closesasprinted")]
    for at in [*paper_places(paper, site), *letters]:
        changed = copy.copy(paper)
        changed.chars = list(paper.chars)
        changed.chars[at] = "8" if paper.chars[at] != "8" else "3"
        assert paper_is_faulted(changed, site), text[max(0, at - 20) : at + 5]


def test_paper_repeats_no_false_statement_of_a_page(paper: Paper) -> None:
    body = BODY.replace(">closes<", ">does not close<")
    site = [extract_html(page(body), "page.html", pieces=True)]
    assert paper_is_faulted(paper, site)
