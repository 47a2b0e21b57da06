"""A kind of model that the tool has never heard of, in one folder: it fills in a blank."""
