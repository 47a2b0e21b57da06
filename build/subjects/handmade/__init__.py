"""Examples worked by hand from a chapter's own givens."""
