"""One weight worked by hand: the chain of its slopes, and the valley that it goes down into."""
