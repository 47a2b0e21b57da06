"""How arithmetic is written: expressions, lines, shown figures, and the ledger as data."""
