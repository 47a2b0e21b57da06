"""A model and its input as named figures: passes, answers, translations, steps of training."""
