"""What a translating model writes when nothing is rounded, by the plain engine alone."""

from collections.abc import Sequence

import numpy as np

from engine.models.encoder_decoder import translate_forward
from engine.runs.generation import BEGIN, END
from engine.runs.translation_run import TranslatorFigures


def translate_in_full(model: TranslatorFigures, words: Sequence[str]) -> tuple[str, ...]:
    read = [BEGIN]
    while len(read) <= model.variant.context:
        passed = translate_forward(
            model.full_weights,
            model.full_constants,
            model.ids(words, "source word"),
            model.ids(read),
            model.variant,
        )
        word = model.vocabulary[int(np.argmax(passed.logit[-1]))]
        if word == END:
            break
        read.append(word)
    return tuple(read[1:])
