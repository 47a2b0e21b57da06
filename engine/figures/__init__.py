"""Carried arithmetic and its record: rounded decimals, named figures, how each was made."""
