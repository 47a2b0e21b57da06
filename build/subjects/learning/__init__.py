"""How a model learned: steps of its training, saved points, and the document of a step."""
