"""A PDF as one text that knows its pages."""

from bookaudit.documents.paper_text import paper_text
from bookaudit.documents.pdf import Paper


def test_a_pdf_without_text_has_no_pages_of_it() -> None:
    assert paper_text(Paper("empty.pdf")).by_page() == []
