"""The book on paper: the whole of it, and each chapter as a handout."""
