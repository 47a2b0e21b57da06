"""How a model learns: the loop, the optimizer, the rate, and how good its words are."""
