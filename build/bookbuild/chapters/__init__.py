"""From a chapter file to its content: head, names, claims, cases, questions, lint."""
