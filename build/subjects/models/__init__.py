"""A trained model's folder: settings, texts, weights, log and saved points; what is followed."""
