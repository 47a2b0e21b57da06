"""The plan of a training step's document: its parts in order, and their pages.

A page holds groups of lines, each under the title of its array; the pages of Adam hold a group for
each weight. An array of figures that no page holds, or that has no title, is an error.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from bookbuild.chapters.figure_desk import WIDEST
from engine.errors import UnknownName, WorkingsError
from engine.figures.figure import Figure
from engine.figures.ledger import FigureArray
from engine.models.parameters import weights_to_dict
from engine.runs.training_step import LOSS, NEW_LOSS, NEW_PASS, PASS, RATE, UPDATE, TrainingStep
from subjects.signal.workings import belongs_to

WIDEST_MOMENTS = 8  # numbers side by side: they are longer than weights

# What was chosen or counted, by the names of the figures.
CHOSEN = (
    "position", "slot_number", "base", "width", "head_width", "epsilon", "guesses", "smoothing",
    "step", "warm_up", "decay", "adam.beta1", "adam.beta2", "adam.epsilon",
)  # fmt: skip
NORM = ("scale", "shift", "evened", "level", "overlap", "x")
POWERS = ("adam.power1", "adam.power2")
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
    """Lines that belong together; `bare` are figures of the same array that no line made."""

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


def plan(step: TrainingStep) -> list[Part]:
    """Return the parts of a step's document, with every line of the step in exactly one place.

    Raises `WorkingsError` for an array that no page holds or that has no title, as those of
    another layout than the signal model's.
    """
    try:
        parts = [
            Part("what-is-given", "What is given", _given(step)),
            Part("the-pass", "The pass", list(_words(step, PASS, "The pass"))),
            Part("loss-and-gradients", "Loss and gradients", [_loss(step, LOSS), *_back(step)]),
            Part("adam", "Adam", _adam(step)),
            Part(
                "the-new-pass", "The new pass",
                [*_words(step, NEW_PASS, "The new pass"), _loss(step, NEW_LOSS)],
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
    array = step.find(name)
    figures = [figure for figure in array if figure.array.name == name]
    if figures and not array.title:
        raise WorkingsError(f"{name} has no title: declare it with the field that holds it")
    return Group(
        array.title,
        [figure for figure in figures if figure.worked],
        [figure for figure in figures if not figure.worked],
    )


def _given(step: TrainingStep) -> list[Section]:
    after = step.number - 1
    tables = list(weights_to_dict(step.model.weights))
    chosen = [
        (step.find(name).title, [figure for figure in step.find(name) if _in_use(figure, step)])
        for name in CHOSEN
    ]
    moments = [
        Table(
            f"{_capital(step.find(name).title)}: {mean}",
            step.find(f"moment.{which}.{name}"),
            WIDEST_MOMENTS,
        )
        for name in tables
        for which, mean in (("first", "mean gradient"), ("second", "mean square"))
    ]
    saved = "before the first step" if not after else f"after {after} steps"
    if after == 1:
        saved = "after one step"
    return [
        Section(
            "The sentence, the chosen numbers and the rate",
            "What the step learns from, what people chose or counted, and how fast it learns.",
            [_group(step, name) for name in step.named[RATE]],
            chosen=chosen,
        ),
        Section(
            "The weights before the step",
            f"All that the model knew {saved}. In an address the row comes first: "
            "w_query[row,column].",
            tables=[
                Table(_capital(array.title), array, WIDEST) for array in map(step.find, tables)
            ],
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


def _words(step: TrainingStep, which: str, title: str) -> Iterator[Section]:
    """Yield a page for each word with its lines of one of the step's passes."""
    for position, (word, right) in enumerate(zip(step.words, step.right, strict=True), start=1):
        groups: list[Group] = []
        for name in step.named[which]:
            group = _group(step, name)
            figures = [f for f in group.figures if belongs_to(f) == position]
            if figures and groups and groups[-1].title == group.title:
                groups[-1] = Group(group.title, [*groups[-1].figures, *figures])
            elif figures:
                groups.append(Group(group.title, figures))
        read = " ".join(step.words[:position])
        lead = f"The model has read “{read}”, and “{right}” is to be guessed."
        yield Section(f"{title}: “{word}”, word {position}", lead, groups)


def _loss(step: TrainingStep, which: str) -> Section:
    groups = [_group(step, name) for name in step.named[which]]
    if which == NEW_LOSS:
        return Section("The new loss", "How wrong the guesses are with the new weights.", groups)
    return Section("The loss", "How wrong the guesses were, word by word and in the mean.", groups)


def _back(step: TrainingStep) -> Iterator[Section]:
    lead = "How steeply the loss rises with each number, from the later layer to the earlier."
    for title, names in BACK.items():
        yield Section(title, lead, [_group(step, f"gradient.{name}") for name in names])


def _adam(step: TrainingStep) -> list[Section]:
    sections = []
    legends = []
    for name in weights_to_dict(step.model.weights):
        own = f"adam.{name}."
        arrays = [step.arrays[each] for each in step.named[UPDATE] if each.startswith(own)]
        groups = [
            Group("", [array.at(flat) for array in arrays]) for flat in range(arrays[0].values.size)
        ]
        legends.append([array.title for array in arrays])
        lead = "For each weight, one after the other:"
        title = f"Adam: {step.find(name).title}"
        sections.append(Section(title, lead, groups, legend=legends[-1]))
    powers = [_group(step, name) for name in POWERS]
    lead = "Every weight moves by the same few lines. These two numbers are the same for all."
    whole = max(legends, key=len)  # some weights don't decay
    return [Section("How each weight moves", lead, powers, legend=whole), *sections]


def _capital(title: str) -> str:
    return title[0].upper() + title[1:]
