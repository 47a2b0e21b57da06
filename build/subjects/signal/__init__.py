"""A model that goes on with a sentence: what chapters may show of it."""
