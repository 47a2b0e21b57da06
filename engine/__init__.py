"""The mathematics, from bits to named figures; knows no page. Each folder imports only those above
it in this list: numerics, figures, layers, models, training, runs, examples.
"""
