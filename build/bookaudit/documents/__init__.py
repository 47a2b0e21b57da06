"""From a document to its text with places: HTML, PDF, EPUB, Markdown, ledgers."""
