"""One digit changed anywhere in the figures and lines of a finished page or PDF is found.

AUDIT_MUTATIONS sets how many are tried (a finished book: see `tests.bookaudit.mutation`).
"""

import os
import random
from pathlib import Path

from bookaudit.documents.html import extract_html
from bookaudit.documents.pdf import extract_pdf
from tests.bookaudit.mutation import (
    digit_places,
    mutate_html,
    mutate_paper,
    page_is_faulted,
    paper_is_faulted,
    paper_places,
    read_ledgers,
)

TIMES = int(os.environ.get("AUDIT_MUTATIONS", "300"))


def test_a_digit_changed_on_a_page_is_found(dist: Path) -> None:
    source = (dist / "html" / "rows.html").read_text("utf-8")
    ledger, places, rng = read_ledgers(dist / "ledger"), digit_places(source), random.Random(1)
    assert len(places) > 500
    assert not page_is_faulted(source, ledger)
    for _ in range(TIMES):
        told, changed = mutate_html(source, rng, places)
        assert page_is_faulted(changed, ledger), told


def test_a_digit_changed_in_a_pdf_is_found(dist: Path) -> None:
    source = (dist / "html" / "rows.html").read_text("utf-8")
    site = [extract_html(source, "rows.html", pieces=True)]
    paper = extract_pdf(str(dist / "pdf" / "book.pdf"), "book.pdf")
    places, rng = paper_places(paper, site), random.Random(1)
    assert len(places) > 500
    assert not paper_is_faulted(paper, site)
    for _ in range(TIMES // 2):
        told, changed = mutate_paper(paper, rng, places)
        assert paper_is_faulted(changed, site), told
