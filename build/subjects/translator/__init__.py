"""A model that translates: its grammar of pairs, its files, its translations."""
