"""A network of two layers: two numbers in, three hidden ones, one out; and one step of learning."""

from workings import Givens, Numbers, example, relu, relu_gate


def forward(
    g: Givens, w1: Numbers, b1: Numbers, w2: Numbers, b2: Numbers
) -> tuple[Numbers, Numbers, Numbers]:
    """Return what the hidden layer lets through, the error, and the loss."""
    sums = g.x @ w1 + b1
    hidden = relu(sums)
    answer = hidden @ w2 + b2
    error = answer - g.target
    loss = error**2
    return hidden, error, loss


@example("network", places=3)
def network(g: Givens) -> dict[str, Numbers]:
    """Work the loss, its slopes, a step against them, and the loss after it."""
    hidden, error, before = forward(g, g.w1, g.b1, g.w2, g.b2)
    d_answer = 2 * error
    d_w2 = hidden.T @ d_answer
    d_hidden = d_answer @ g.w2.T
    d_sums = relu_gate(d_hidden, hidden)
    d_w1 = g.x.T @ d_sums
    w1, w2 = g.w1 - g.rate * d_w1, g.w2 - g.rate * d_w2
    b1, b2 = g.b1 - g.rate * d_sums[0], g.b2 - g.rate * d_answer[0]
    _, _, after = forward(g, w1, b1, w2, b2)
    return {
        "before": before,
        "after": after,
        "new.w1": w1,
        "new.b1": b1,
        "new.w2": w2,
        "new.b2": b2,
    }
