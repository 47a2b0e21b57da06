"""Whether a line closes: exact values, rounding, corrections, and kinds of slip."""
