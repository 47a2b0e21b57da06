"""The site: its pages, search, codes, data and scripts."""
