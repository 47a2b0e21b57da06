"""The mathematics of layers: each forward pass with its backward pass under it."""
