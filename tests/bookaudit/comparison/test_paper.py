import copy
import random
from pathlib import Path

import pytest
import weasyprint

from bookaudit.auditing import paper_findings
from bookaudit.comparison.paper import compare
from bookaudit.documents.documents import Document
from bookaudit.documents.html import extract_html
from bookaudit.documents.pdf import RAISED, Paper, extract_pdf, page_texts
from bookaudit.errors import AuditError
from tests.bookaudit import book
from tests.bookaudit.mutation import paper_is_faulted, paper_places


@pytest.fixture(scope="module")
def site(dist: Path) -> list[Document]:
    file = dist / "html" / "rows.html"
    return [extract_html(file.read_text("utf-8"), file.name, pieces=True)]


@pytest.fixture(scope="module")
def paper(dist: Path) -> Paper:
    return extract_pdf(str(dist / "pdf" / "book.pdf"), "book.pdf")


def printed(body: str, folder: Path, css: str = "") -> Paper:
    style = f"<style>@page{{size:A5;margin:12mm}}sup{{font-size:70%;line-height:0}}{css}</style>"
    weasyprint.HTML(string=style + body).write_pdf(folder / "p.pdf")
    return extract_pdf(str(folder / "p.pdf"), "p.pdf")


def inserted(paper: Paper, at: int, char: str) -> Paper:
    """Return the paper with ``char`` squeezed in before the character at ``at``."""
    changed = copy.deepcopy(paper)
    for name in ("page", "left", "right", "bottom", "size"):
        values = getattr(changed, name)
        values.insert(at, values[at])
    changed.right[at] = changed.left[at]
    changed.chars.insert(at, char)
    changed.gap.insert(at, changed.gap[at])
    changed.gap[at + 1] = 0
    return changed


def removed(paper: Paper, at: int) -> Paper:
    changed = copy.deepcopy(paper)
    for name in ("page", "left", "right", "bottom", "size", "chars", "gap"):
        del getattr(changed, name)[at]
    return changed


def test_superscripts_are_seen_from_size_and_place(tmp_path: Path) -> None:
    body = (
        "<p>e<sup>−1.69</sup> = 0.1845, the<sub>5</sub> 10000<sup>2 ÷ 8</sup> = 10</p>"
        "<table><tr><td>0.5<sup>2</sup> = 0.25</td><td>e<sup>0.20</sup> = 1.22</td></tr></table>"
    )
    text = " ".join(" ".join(text for _, text in page_texts(printed(body, tmp_path))).split())
    assert "e^(−1.69) = 0.1845, the5 10000^(2 ÷ 8) = 10" in text
    assert "0.5^2 = 0.25" in text
    assert "e^0.20 = 1.22" in text


def test_a_pdf_without_a_site_is_read_as_a_stranger_s(tmp_path: Path) -> None:
    long = " + ".join(["0.11×0.5"] * 20)
    body = f"<p>So {long} = 1.2, and e<sup>0.36</sup> = 1.44.</p><p>2 + 2 = 5</p><p>n = 3</p>"
    findings = list(paper_findings(printed(body, tmp_path), [], []))
    assert [(f.place, f.verdict, f.right) for f in findings] == [
        (1, "within-rounding", "1.1"),
        (1, "within-rounding", "1.43"),
        (1, "does-not-close", "4"),
    ]


def test_every_line_of_the_site_is_found_in_its_pdf(paper: Paper, site: list[Document]) -> None:
    notes: list[str] = []
    findings = list(paper_findings(paper, site, notes))
    assert [finding.text for finding in findings] == [line.text for line in site[0].lines]
    assert {finding.verdict for finding in findings} == {"closes"}
    assert len({finding.place for finding in findings}) > 1
    assert notes == ["book.pdf: held against rows.html"]


def test_figures_of_a_picture_are_found_though_set_in_another_order(
    paper: Paper, site: list[Document]
) -> None:
    ((pairing,), _) = compare(paper, site)
    bars = [found for found in pairing.found if found.item.text.endswith("%")]
    assert len(bars) == 2 * book.WIDTH
    assert all(found.shows is None for found in bars)


def test_a_changed_digit_is_told_with_its_page_and_what_the_site_has(
    paper: Paper, site: list[Document]
) -> None:
    line = next(line for line in site[0].lines if line.address.endswith(":total"))
    ((pairing,), _) = compare(paper, site)
    found = next(found for found in pairing.found if found.item is line)
    changed = copy.copy(paper)
    changed.chars = list(paper.chars)
    last = found.places[-1]
    changed.chars[last] = "0" if paper.chars[last] != "0" else "1"
    (fault,) = [f for f in paper_findings(changed, site, []) if f.verdict == "contradicts"]
    assert fault.place == paper.page[last]
    assert fault.right == line.text
    assert fault.text.replace(" ", "")[:-1] == line.text.replace(" ", "")[:-1]
    assert f"where the site has {line.text}" in fault.reason


def test_digits_put_in_or_left_out_are_found(paper: Paper, site: list[Document]) -> None:
    rng = random.Random(3)
    places = paper_places(paper, site)
    for at in rng.sample(places, 40):
        raised = ord(paper.chars[at]) >= RAISED
        digit = chr(ord(rng.choice("0123456789")) + (RAISED if raised else 0))
        assert paper_is_faulted(inserted(paper, at, digit), site)
        assert paper_is_faulted(removed(paper, at), site)


def test_a_lost_superscript_is_found(paper: Paper, site: list[Document]) -> None:
    changed = copy.copy(paper)
    changed.chars = [chr(ord(c) - RAISED) if ord(c) >= RAISED else c for c in paper.chars]
    assert paper_is_faulted(changed, site)


def test_a_line_may_break_over_a_page(tmp_path: Path) -> None:
    terms = " + ".join(f"0.{n}×0.5" for n in range(10, 99))
    body = (
        '<main data-run=r><h1>T</h1><p style="height: 145mm">Room.</p>'
        f'<p data-line="y">{terms} = <b data-f="y">24.3</b></p>'
    )
    css = "@page{@top-left{content:'Running 4.5'}@bottom-right{content:counter(page)}}"
    site = [extract_html(body, "a.html", pieces=True)]
    paper = printed(body, tmp_path, css)
    assert len(set(paper.page)) > 1
    ((pairing,), _) = compare(paper, site)
    pages = {paper.page[at] for found in pairing.found for at in found.places if at >= 0}
    assert len(pages) > 1
    assert [found.shows for found in pairing.found] == [None]


def test_a_title_that_begins_another_is_not_taken_for_it(tmp_path: Path) -> None:
    first, second = (
        f"<main data-run=r><h1>{title}</h1>"
        f"<p>Here is the figure <b data-f={name}>{figure}</b>.</p></main>"
        for title, name, figure in (("Tables", "x", "0.12"), ("Tables, continued", "y", "0.34"))
    )
    site = [extract_html(body, f"{body[22:30]}.html", pieces=True) for body in (first, second)]
    assert list(paper_findings(printed(second, tmp_path), site, [])) == []
    ((pairing,), _) = compare(printed(second, tmp_path), site)
    assert pairing.document is site[1]


def test_a_pdf_with_no_chapter_of_the_site_is_told(tmp_path: Path, site: list[Document]) -> None:
    findings = list(paper_findings(printed("<h1>Another book</h1>", tmp_path), site, []))
    assert [finding.verdict for finding in findings] == ["contradicts"]
    assert "no chapter of the site" in findings[0].reason


def test_what_only_the_pdf_says_is_read_too(tmp_path: Path) -> None:
    body = '<main data-run=r><h1>T</h1><p>The first is <b data-f="x">0.12</b> here.</p>'
    site = [extract_html(body, "a.html", pieces=True)]
    paper = printed(body + "<p>In print: 2 + 2 = 5, always.</p>", tmp_path)
    assert [(f.text, f.verdict) for f in paper_findings(paper, site, [])] == [
        ("2 + 2 = 5", "does-not-close")
    ]


def test_a_corrupt_and_a_locked_pdf_are_told_in_a_line(tmp_path: Path) -> None:
    (tmp_path / "c.pdf").write_bytes(b"%PDF-1.7\nnothing")
    with pytest.raises(AuditError, match="not a PDF that can be opened"):
        extract_pdf(str(tmp_path / "c.pdf"), "c.pdf")
    key = "<" + "5a" * 32 + ">"
    (tmp_path / "l.pdf").write_text(
        "%PDF-1.4\n1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj\n"
        "2 0 obj<</Type/Pages/Kids[]/Count 0>>endobj\n"
        f"3 0 obj<</Filter/Standard/V 1/R 2/O{key}/U{key}/P -4>>endobj\n"
        "trailer<</Root 1 0 R/Encrypt 3 0 R/ID[<00><00>]>>\n%%EOF\n"
    )
    with pytest.raises(AuditError, match="locked with a password"):
        extract_pdf(str(tmp_path / "l.pdf"), "l.pdf")


def test_what_is_set_under_another_heading_is_looked_for_there(tmp_path: Path) -> None:
    def answer(name: str, terms: str, value: str) -> str:
        line = f'<span data-line="{name}">{terms} = <b data-f="{name}">{value}</b></span>'
        return f"<p>So it is {line}, if {name} was worked with care.</p>"

    chapters = {
        "One": [answer("a", "1.5×2 + 0.25", "3.25"), answer("b", "7 ÷ 2", "3.5")],
        "Two": [answer("c", "0.5×0.5", "0.25")],
    }
    site, body, back = [], "", ""
    for title, answers in chapters.items():
        asked = [f"<p>What is it, in question {n} of {title}?</p>" for n in range(len(answers))]
        folded = "".join(
            f"{question}<details><summary>Answer</summary><div data-set-under=Answers>{text}</div>"
            "</details>"
            for question, text in zip(asked, answers, strict=True)
        )
        page = f"<main data-run={title}><h1>{title}</h1><p>Text of the chapter.</p>{folded}</main>"
        site.append(extract_html(page, f"{title}.html", pieces=True))
        body += f"<h1>{title}</h1><p>Text of the chapter.</p>{''.join(asked)}"
        back += f"<h2>{title}</h2>{''.join(answers)}"
    paper = printed(f"{body}<h1 style='break-before: page'>Answers</h1>{back}", tmp_path)
    pairings, _ = compare(paper, site)
    found = [found for pairing in pairings for found in pairing.found]
    assert [(one.item.address, one.shows, one.page) for one in found] == [
        ("One:a", None, 2), ("One:b", None, 2), ("Two:c", None, 2),
    ]  # fmt: skip
    assert not paper_is_faulted(paper, site)
    for at in paper_places(paper, site):
        changed = copy.copy(paper)
        changed.chars = list(paper.chars)
        changed.chars[at] = "9" if paper.chars[at] != "9" else "8"
        assert paper_is_faulted(changed, site)
    without = printed(body, tmp_path)
    lost = [finding for finding in paper_findings(without, site, []) if finding.verdict != "closes"]
    assert len(lost) == 3


def drawing(name: str, shares: list[str]) -> str:
    cells = "".join(
        f'<text x="{30 + 60 * (at % 4)}" y="{20 + 20 * (at // 4)}" font-size="12">'
        f'<tspan data-f="{name}[{at + 1}]">{share}</tspan></text>'
        for at, share in enumerate(shares)
    )
    return (
        f'<figure style="break-inside:avoid"><svg viewBox="0 0 300 120" width="300" height="120">'
        f"<title>Shares</title><desc>They are {', '.join(shares)}.</desc>{cells}</svg></figure>"
    )


def test_pictures_much_alike_are_found_though_all_text_of_their_page_comes_first(
    tmp_path: Path,
) -> None:
    rng = random.Random(2)
    shares = [[f"{rng.choice((0, 1, 97, 99))}.{rng.choice('19')}%" for _ in range(20)]
              for _ in range(3)]  # fmt: skip
    rows = "".join(f"<p>pass {at} writes a word with 9{at}.1%</p>" for at in range(8))
    body = "<h1>Shares</h1>" + "".join(
        f"<p>{'a word of prose before a picture ' * 12}</p>{drawing(f'run:p{at}', row)}{rows}"
        for at, row in enumerate(shares)
    )
    site = [extract_html(f"<main>{body}</main>", "shares.html", pieces=True)]
    paper = printed(body, tmp_path)
    assert paper.page[-1] > 1
    ((pairing,), _) = compare(paper, site)
    assert len(pairing.found) == sum(map(len, shares))
    assert [found.item.text for found in pairing.found if found.shows is not None] == []
    found = next(one for one in pairing.found if one.item.text.startswith("97."))
    paper.chars[found.places[0]] = "8"
    ((changed,), _) = compare(paper, site)
    assert [one.item for one in changed.found if one.shows is not None] == [found.item]


def test_a_picture_with_more_to_say_than_the_text_around_it_keeps_that_text(tmp_path: Path) -> None:
    """A picture is painted after the text that follows it; its figures are found all the same."""
    drawn = "".join(
        f'<text x="{at % 8 * 40 + 5}" y="{at // 8 * 15 + 14}" font-size="10"'
        f' data-f="w[{at}]">0.{1000 + 37 * at}</text>'
        for at in range(64)
    )
    body = (
        "<h1>A table</h1><p>Here it is, as large as it has to be for what comes after.</p>"
        f'<figure><svg viewBox="0 0 340 130" width="340" height="130">{drawn}</svg></figure>'
        '<p>It went by <span class="fig"><span data-f="rate">0.02300</span></span>, no more.</p>'
        '<p class="line"><span class="sum" data-line="x">2 + 3 = <b data-f="x">5</b></span></p>'
    )
    site = [extract_html(f'<main data-run="r">{body}</main>', "table.html", pieces=True)]
    css = "h1{font-size:20pt}p{font-size:10pt}"
    paper = printed(body, tmp_path, css)
    ((pairing,), _) = compare(paper, site)
    assert [found.item.text for found in pairing.found if found.shows is not None] == []
    wrong = printed(body.replace(">0.02300<", ">0.02800<"), tmp_path, css)
    ((pairing,), _) = compare(wrong, site)
    assert [found.item.text for found in pairing.found if found.shows is not None] == ["0.02300"]
    other = printed(body.replace(">0.1370<", ">0.1371<"), tmp_path, css)
    ((pairing,), _) = compare(other, site)
    assert [found.item.text for found in pairing.found if found.shows is not None] == ["0.1370"]


def test_a_line_s_last_digit_is_not_the_same_digit_of_a_page_number() -> None:
    """A word that only paper has parts a line from what stands before it."""
    line = '<span class="sum" data-line="a">1 + 6 = <b data-f="a">7</b></span>'
    page = extract_html(
        f'<main data-run="run"><h1>A title</h1><p>What stands before it on the page.</p>'
        f"<p>{line}</p><p>And what comes after it, on the next.</p></main>",
        "page.html",
        pieces=True,
    )
    paper = Paper("book.pdf")
    shown = [("A title", 1, 20.0, 700.0), ("What stands before it on the page.", 1, 10.0, 600.0),
             ("KCODE 1 + 6 = 7", 1, 10.0, 500.0), ("The rule 47", 1, 8.0, 30.0),
             ("And what comes after it, on the next.", 2, 10.0, 400.0)]  # fmt: skip
    for text, number, size, bottom in shown:
        for at, char in enumerate(text.replace(" ", "")):
            paper.chars.append(char)
            paper.page.append(number)
            paper.left.append(50.0 + 6 * at)
            paper.right.append(56.0 + 6 * at)
            paper.bottom.append(bottom)
            paper.size.append(size)
            paper.gap.append(0 if at else 2)
    (pairing,), _ = compare(paper, [page])
    assert [found.shows for found in pairing.found] == [None]


def test_chapters_are_found_though_the_books_title_is_larger(tmp_path: Path) -> None:
    line = '<p class="line"><span data-line="r:{0}">1 + {0} = <b data-f="r:{0}">{1}</b></span></p>'
    front, *chapters = (
        f"<h1>{title}</h1>{line.format(at, at + 1)}"
        for at, title in enumerate(("Book", "One", "Two", "Three"), start=1)
    )
    site = [
        extract_html(f"<main data-run='r'>{page}</main>", f"{at}.html", pieces=True)
        for at, page in enumerate((front, *chapters))
    ]
    css = "h1 { font-size: 20pt } .front h1 { font-size: 40pt } p { font-size: 10pt }"
    paper = printed(f'<div class="front">{front}</div>{"".join(chapters)}', tmp_path, css)
    pairings, _ = compare(paper, site)
    assert [pairing.document.title for pairing in pairings] == ["Book", "One", "Two", "Three"]
    assert all(found.shows is None for pairing in pairings for found in pairing.found)
