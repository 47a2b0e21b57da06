"""From Markdown to HTML: slots for figures, formulas, the tree of a page."""
