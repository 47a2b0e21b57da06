"""Chapters outside the site: the EPUB, and a chapter as one file."""
