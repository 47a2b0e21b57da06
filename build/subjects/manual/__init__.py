"""A guide to the tool itself: its reference, generated from the code."""
