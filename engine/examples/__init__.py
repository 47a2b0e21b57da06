"""Worked by hand: small examples from given numbers, by the same kernels as a run."""
