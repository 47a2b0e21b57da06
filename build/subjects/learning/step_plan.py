"""The plan of a training step's document: its parts in order, their pages, and every title.

A page holds groups of lines, each under a title; the pages of Adam hold a group for each weight.
Growth is in the tables below: an array of figures that no page holds, or that has no title, is an
error.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from bookbuild.chapters.figure_desk import WIDEST
from bookbuild.site.workings import TITLES, belongs_to, title_of_pass
from engine.errors import UnknownName, WorkingsError
from engine.figures.figure import Figure
from engine.figures.ledger import FigureArray
from engine.models.parameters import weights_to_dict
from engine.runs.training_step import TrainingStep

WIDEST_MOMENTS = 8  # numbers side by side: they are longer than weights

WEIGHTS = {
    "embedding": "the embedding",
    "norm1.scale": "the scale of the first layer norm",
    "norm1.shift": "the shift of the first layer norm",
    "w_query": "the query table",
    "w_key": "the key table",
    "w_value": "the value table",
    "w_output": "the output table of attention",
    "norm2.scale": "the scale of the second layer norm",
    "norm2.shift": "the shift of the second layer norm",
    "w_stretch": "the stretching table",
    "b_stretch": "the shifts of the stretching",
    "w_press": "the pressing table",
    "b_press": "the shifts of the pressing",
    "norm3.scale": "the scale of the last layer norm",
    "norm3.shift": "the shift of the last layer norm",
    "unembedding": "the unembedding",
}
# What was chosen or counted, by the names of the figures.
CHOSEN = {
    "position": "the positions",
    "slot_number": "slot numbers, the same for both of a pair",
    "base": "the base of the position signal",
    "width": "numbers a word",
    "head_width": "numbers of a query",
    "epsilon": "added under the root of a layer norm",
    "guesses": "words to be guessed",
    "smoothing": "label smoothing",
    "step": "the number of this step",
    "warm_up": "steps until the highest rate",
    "decay": "weight decay",
    "adam.beta1": "what Adam keeps of a mean gradient",
    "adam.beta2": "what Adam keeps of a mean square",
    "adam.epsilon": "added under Adam’s fraction",
}
LOSS = {
    "loss.raised": "e to each logit",
    "loss.total": "Their totals",
    "loss.share": "The chance of each word",
    "loss.logarithm": "Its logarithm",
    "loss.target": "The smoothed target",
    "loss.surprise": "How wrong each guess was",
    "loss.mean_surprise": "The loss",
    "plain.surprise": "How wrong without smoothing",
    "plain.mean_surprise": "The loss without smoothing",
    "plain.perplexity": "The perplexity",
}
RATE = {
    "schedule.scale": "What the model’s width allows",
    "schedule.falling": "The falling branch",
    "schedule.climbing": "The climbing branch",
    "schedule.rate": "The rate of this step",
}
# Of the gradients of a layer norm, of a table of weights, and of the rest.
NORM = {
    "scale": "The gradient of the scale",
    "shift": "The gradient of the shift",
    "evened": "The gradient before scale and shift",
    "level": "Its mean",
    "overlap": "Its mean product with the evened numbers",
    "x": "The gradient before the layer norm",
}
GRADIENTS = {
    "logit": "The gradient of each logit",
    "out": "The gradient of the evened row",
    "feed_forward.kept": "The gradient of what was kept",
    "feed_forward.stretched": "The gradient before the ReLU",
    "feed_forward.x": "The gradient before the stretching",
    "after_attention": "Both paths together: the row after attention",
    "attention.joined": "The gradient of the blend",
    "attention.share": "The gradient of each share",
    "attention.overlap": "Each word's shares times their gradients",
    "attention.score": "The gradient of each score",
    "attention.product": "The gradient before dividing by the root",
    "attention.query": "The gradient of the query",
    "attention.key": "The gradient of the key",
    "attention.value": "The gradient of the value",
    "attention.from_query": "What comes back by the query",
    "attention.from_key": "What comes back by the key",
    "attention.from_value": "What comes back by the value",
    "attention.x": "All three together",
    "x": "Both paths together: the word with its position",
}
ADAM = {
    "first": "the running mean of its gradient",
    "second": "the running mean of the square",
    "first_corrected": "the mean, corrected for its start at zero",
    "second_corrected": "the mean square, corrected likewise",
    "deviation": "the root of that",
    "change": "what Adam takes off",
    "decay": "what weight decay takes off",
    "weight": "the new weight",
}
POWERS = {"power1": "β₁ to the power of the step", "power2": "β₂ to the power of the step"}
# The pages of gradients, from the last layer to the first, and the arrays of each.
BACK = {
    "Back from the loss to the last layer norm": ("logit", "unembedding", "out"),
    "Back through the last layer norm": tuple(f"norm3.{part}" for part in NORM),
    "Back through the pressing table": ("feed_forward.kept", "w_press", "b_press"),
    "Back through the ReLU and the stretching table": (
        "feed_forward.stretched", "w_stretch", "b_stretch", "feed_forward.x",
    ),
    "Back through the second layer norm": (
        *(f"norm2.{part}" for part in NORM), "after_attention",
    ),
    "Back through attention": (
        "attention.joined", "w_output", "attention.share", "attention.overlap",
        "attention.score", "attention.product",
        "attention.query", "attention.key", "attention.value",
    ),
    "Back through query, key and value": (
        "w_query", "w_key", "w_value",
        "attention.from_query", "attention.from_key", "attention.from_value", "attention.x",
    ),
    "Back through the first layer norm, to the words": (
        *(f"norm1.{part}" for part in NORM), "x", "embedding",
    ),
}  # fmt: skip


@dataclass(frozen=True)
class Group:
    """Lines that stand together; `bare` are figures of the same array that no line made."""

    title: str  # empty: none
    figures: Sequence[Figure]
    bare: Sequence[Figure] = ()


@dataclass(frozen=True)
class Table:
    """An array of given figures, shown so many columns side by side."""

    title: str
    array: FigureArray
    widest: int


@dataclass(frozen=True)
class Section:
    """What one page is about."""

    title: str
    lead: str
    groups: Sequence[Group] = ()
    tables: Sequence[Table] = ()
    chosen: Sequence[tuple[str, Sequence[Figure]]] = ()  # chosen numbers, each with its meaning
    legend: Sequence[str] = ()  # what the lines of each group work out, in order


@dataclass(frozen=True)
class Part:
    """A part of the document: some pages on screen, one file on paper."""

    name: str
    title: str
    sections: Sequence[Section]


def title_of_step(name: str) -> str:
    """Return what the lines of an array of a training step work out, by the array's name."""
    head, _, rest = name.partition(".")
    if head == "after":
        return title_of_step(rest)
    if head in ("loss", "plain"):
        return LOSS[name]
    if head == "schedule":
        return RATE[name]
    if head == "adam":
        return POWERS.get(rest) or ADAM[rest.rpartition(".")[2]]
    if head == "gradient":
        return _title_of_gradient(rest)
    return title_of_pass(name)


def _title_of_gradient(name: str) -> str:
    layer, _, part = name.partition(".")
    if name in GRADIENTS:
        return GRADIENTS[name]
    return NORM[part] if layer.startswith("norm") else f"The gradient of {WEIGHTS[name]}"


def plan(step: TrainingStep) -> list[Part]:
    """Return the parts of a step's document, with every line of the step in exactly one place.

    Raises `WorkingsError` for an array that no page holds or that has no title, as those of
    another layout than the signal model's.
    """
    try:
        parts = [
            Part("what-is-given", "What is given", _given(step)),
            Part("the-pass", "The pass", list(_words(step, "", "The pass"))),
            Part("loss-and-gradients", "Loss and gradients", [_loss(step, ""), *_back(step)]),
            Part("adam", "Adam", _adam(step)),
            Part(
                "the-new-pass", "The new pass",
                [*_words(step, "after.", "The new pass"), _loss(step, "after.")],
            ),
        ]  # fmt: skip
    except (KeyError, UnknownName) as unknown:
        raise WorkingsError(
            f"the document of a step is made for the layout of the signal model: {unknown}"
        ) from unknown
    _check_whole(step, parts)
    return parts


def lines_of(parts: Iterable[Part]) -> Iterator[Figure]:
    """Yield the figures whose lines a document has, in its order."""
    for part in parts:
        for section in part.sections:
            for group in section.groups:
                yield from group.figures


def _check_whole(step: TrainingStep, parts: Sequence[Part]) -> None:
    there = {figure.name for figure in lines_of(parts)}
    for figure in step.figures():
        if figure.worked and figure.name not in there:
            raise WorkingsError(f"no page of a step's document holds the line of {figure.name}")


def _group(step: TrainingStep, name: str) -> Group:
    figures = [figure for figure in step.find(name) if figure.array.name == name]
    return Group(
        title_of_step(name),
        [figure for figure in figures if figure.worked],
        [figure for figure in figures if not figure.worked],
    )


def _given(step: TrainingStep) -> list[Section]:
    after = step.number - 1
    tables = list(weights_to_dict(step.model.weights))
    chosen = [
        (title, [figure for figure in step.find(name) if _in_use(figure, step)])
        for name, title in CHOSEN.items()
    ]
    moments = [
        Table(f"{_capital(title)}: {told}", step.find(f"moment.{which}.{name}"), WIDEST_MOMENTS)
        for name, title in ((name, WEIGHTS[name]) for name in tables)
        for which, told in (("first", "mean gradient"), ("second", "mean square"))
    ]
    saved = "before the first step" if not after else f"after {after} steps"
    if after == 1:
        saved = "after one step"
    return [
        Section(
            "The sentence, the chosen numbers and the rate",
            "What the step learns from, what people chose or counted, and how fast it learns.",
            [_group(step, name) for name in RATE],
            chosen=chosen,
        ),
        Section(
            "The weights before the step",
            f"All that the model knew {saved}. In an address the row comes first: "
            "w_query[row,column].",
            tables=[Table(_capital(WEIGHTS[name]), step.find(name), WIDEST) for name in tables],
        ),
        Section(
            "What Adam remembers",
            f"Two numbers for each weight, as they stood {saved}: running means of its gradient "
            "and of the square of it.",
            tables=moments,
        ),
    ]


def _in_use(figure: Figure, step: TrainingStep) -> bool:
    """Tell whether a step uses a chosen number: of the positions, those of its words."""
    return figure.array.name != "position" or figure.index[0] < len(step.words)


def _words(step: TrainingStep, before: str, title: str) -> Iterator[Section]:
    names = [
        name for name in step.arrays
        if name.startswith(before) and name.removeprefix(before).split(".")[0] in TITLES
    ]  # fmt: skip
    for position, (word, right) in enumerate(zip(step.words, step.right, strict=True), start=1):
        groups: list[Group] = []
        for name in names:
            figures = [f for f in _group(step, name).figures if belongs_to(f) == position]
            told = title_of_step(name)
            if figures and groups and groups[-1].title == told:
                groups[-1] = Group(told, [*groups[-1].figures, *figures])
            elif figures:
                groups.append(Group(told, figures))
        read = " ".join(step.words[:position])
        lead = f"The model has read “{read}”, and “{right}” is to be guessed."
        yield Section(f"{title}: “{word}”, word {position}", lead, groups)


def _loss(step: TrainingStep, before: str) -> Section:
    groups = [_group(step, f"{before}{name}") for name in LOSS]
    if before:
        return Section("The new loss", "How wrong the guesses are with the new weights.", groups)
    return Section("The loss", "How wrong the guesses were, word by word and in the mean.", groups)


def _back(step: TrainingStep) -> Iterator[Section]:
    lead = "How steeply the loss rises with each number, from the later layer to the earlier."
    for title, names in BACK.items():
        yield Section(title, lead, [_group(step, f"gradient.{name}") for name in names])


def _adam(step: TrainingStep) -> list[Section]:
    powers = [_group(step, f"adam.{name}") for name in POWERS]
    lead = "Every weight moves by the same few lines. These two numbers are the same for all."
    sections = [Section("How each weight moves", lead, powers, legend=list(ADAM.values()))]
    for name in weights_to_dict(step.model.weights):
        arrays = [step.arrays[f"adam.{name}.{part}"] for part in ADAM
                  if f"adam.{name}.{part}" in step.arrays]  # fmt: skip
        groups = [
            Group("", [array.at(flat) for array in arrays]) for flat in range(arrays[0].values.size)
        ]
        legend = [title_of_step(array.name) for array in arrays]
        lead = "For each weight, one after the other:"
        sections.append(Section(f"Adam: {WEIGHTS[name]}", lead, groups, legend=legend))
    return sections


def _capital(title: str) -> str:
    return title[0].upper() + title[1:]
