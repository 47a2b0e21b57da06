"""From text to arithmetic: signs, prose, and the grammar of a line."""
