"""One table: what a given figure is, said to a reader who asks where the number came from."""

import re

from engine.figures.figure import Figure

# By the array's name; the first that fits. Numbers that a chapter declares bring their own reason.
ORIGINS: tuple[tuple[str, str], ...] = (
    (r"moment\.\w+\..*", "a running mean that the optimizer kept, as it was saved in training"),
    (r"(?:.*\.)?(?:w_\w+|b_press|b_stretch|norm\d?\.(?:scale|shift)|embedding|unembedding"
     r"|position_embedding|output_bias)",
     "a learned weight"),
    (r"token|position|slot_number|(?:source|target)_token", "a place, counted from its list"),
    (r"cost\..*", "a difference, measured against the same pass with nothing rounded"),
    (r"full\..*", "a chance, worked with nothing rounded on the way and rounded once at the end"),
    (r"zero|one|times_2|longest|temperature_.*|nudge|smoothing|top_[kp]\.[kp]",
     "a number that was chosen"),
    (r"(?:adam\.)?(?:beta\d|epsilon)|decay|warm_up|base|cubic|gelu_scale",
     "a number that was chosen"),
    (r"training\.(?:first|last)_loss|validation\..*|corpus\.moved|score\..*|listens\..*",
     "a result, measured when the book was made"),
    (r"training\.first_step|training\..*_tried", "a count"),
    (r"training\..*", "a number that was chosen for the training"),
    (r"places\..*|digits\..*", "a rule of rounding that was chosen"),
    (r"width|head_width|hidden|vocabulary|source_vocabulary|context|blocks|heads|one_row",
     "a size of the model, which was chosen"),
    (r"top_k\.(?:seed|draw)", "a draw from a list of random numbers with a chosen start"),
    (r"step|steps|cached|uncached|passes|guesses|(?:.*\.)?switched_off|multiplications(?:[._].*)?"
     r"|words|length|length_and_one|.*\.(?:ours|reference)|count\..*|corpus\..*|heldout\..*|questions\..*|quoted\..*",
     "a count"),
    (r"unheard\.score", "what the mask puts in the place of a score"),
    (r"gradient\.embedding", "a plain zero: this word was not in the sentence"),
)  # fmt: skip
UNTOLD = "a given number"  # a test finds those that the table doesn't know


def origin_of(figure: Figure) -> str:
    """Return what a given figure is."""
    for pattern, origin in ORIGINS:
        if re.fullmatch(pattern, figure.array.name):
            return origin
    return UNTOLD
