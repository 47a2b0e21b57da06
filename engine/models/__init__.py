"""How layers make a model: decoder-only, and encoder with decoder; and what each has learned."""
