"""Whether a PDF is the site on paper, to the character."""
