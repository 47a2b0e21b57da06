"""A model that answers questions."""
