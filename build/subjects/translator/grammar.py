"""The pairs that the translating model learns from and is tried on: a small grammar writes them.

Every sentence comes out of the grammar in English and in French at once, so that both say the
same. `python -m bookbuild.grammar` writes `corpus.txt` and `heldout.txt` into
`weights/translator/`: the same bytes every time.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import product
from pathlib import Path

from engine.numerics.splitmix import SplitMix64

SEED = 1


@dataclass(frozen=True)
class Phrase:
    """A noun with its article and adjective (or a pronoun), in both languages."""

    english: str
    french: str
    feminine: bool
    plural: bool
    noun: str = ""
    definite: bool = True
    adjective: str = ""


@dataclass(frozen=True)
class Noun:
    """A noun in both languages, in the singular and in the plural."""

    english: tuple[str, str]
    french: tuple[str, str]
    feminine: bool


@dataclass(frozen=True)
class Adjective:
    """An adjective; in French it agrees with its noun and is before or after it."""

    english: str
    masculine: tuple[str, str]
    feminine: tuple[str, str]
    before: bool

    def french(self, *, feminine: bool, plural: bool) -> str:
        """The form that agrees."""
        return (self.feminine if feminine else self.masculine)[plural]


@dataclass(frozen=True)
class Verb:
    """A verb's third persons in both languages, and how English says that it is happening."""

    english: tuple[str, str]
    french: tuple[str, str]
    going_on: str = ""

    @property
    def bare(self) -> str:
        """The English form after do, does and cannot."""
        return self.english[1]


NOUNS = (
    Noun(("cat", "cats"), ("chat", "chats"), feminine=False),
    Noun(("dog", "dogs"), ("chien", "chiens"), feminine=False),
    Noun(("mouse", "mice"), ("souris", "souris"), feminine=True),
    Noun(("cow", "cows"), ("vache", "vaches"), feminine=True),
)
ADJECTIVES = (
    Adjective("black", ("noir", "noirs"), ("noire", "noires"), before=False),
    Adjective("white", ("blanc", "blancs"), ("blanche", "blanches"), before=False),
    Adjective("small", ("petit", "petits"), ("petite", "petites"), before=True),
    Adjective("big", ("grand", "grands"), ("grande", "grandes"), before=True),
)
PRONOUNS = (
    Phrase("he", "il", feminine=False, plural=False),
    Phrase("she", "elle", feminine=True, plural=False),
    Phrase("they", "ils", feminine=False, plural=True),
)
SLEEP = Verb(("sleeps", "sleep"), ("dort", "dorment"), "sleeping")
CHASE = Verb(("chases", "chase"), ("chasse", "chassent"), "chasing")
SEE = Verb(("sees", "see"), ("voit", "voient"))

Pair = tuple[str, str]


def phrases(*, described: bool) -> Iterator[Phrase]:
    """Every noun with every article, with an adjective or without."""
    adjectives = ADJECTIVES if described else (None,)
    for noun, plural, definite, adjective in product(
        NOUNS, (False, True), (True, False), adjectives
    ):
        if adjective and adjective.before and plural and not definite:
            continue  # French would say “de petits chats”: a rule more, left out
        if definite:
            article = "les" if plural else "la" if noun.feminine else "le"
        else:
            article = "des" if plural else "une" if noun.feminine else "un"
        english = ["the" if definite else "some" if plural else "a", noun.english[plural]]
        french = [article, noun.french[plural]]
        if adjective:
            english.insert(1, adjective.english)
            form = adjective.french(feminine=noun.feminine, plural=plural)
            french.insert(1 if adjective.before else 2, form)
        yield Phrase(
            " ".join(english),
            " ".join(french),
            noun.feminine,
            plural,
            noun.english[0],
            definite,
            adjective.english if adjective else "",
        )


def sleeping(subject: Phrase) -> Iterator[Pair]:
    """Four ways to say whether the subject sleeps; French has as many words, fewer or more."""
    english, french, plural = subject.english, subject.french, subject.plural
    is_, does = ("are", "do") if plural else ("is", "does")
    sleeps, can = SLEEP.french[plural], "peuvent" if plural else "peut"
    yield f"{english} {SLEEP.english[plural]}", f"{french} {sleeps}"
    yield f"{english} {is_} {SLEEP.going_on}", f"{french} {sleeps}"
    yield f"{english} {does} not {SLEEP.bare}", f"{french} ne {sleeps} pas"
    yield f"{english} cannot {SLEEP.bare}", f"{french} ne {can} pas dormir"


def being(subject: Phrase) -> Iterator[Pair]:
    """What the subject is like, and what it isn't: the adjective agrees from afar."""
    plural = subject.plural
    for adjective in ADJECTIVES:
        if adjective.english == subject.adjective:
            continue
        form = adjective.french(feminine=subject.feminine, plural=plural)
        is_, est = ("are", "sont") if plural else ("is", "est")
        not_ = "ne sont" if plural else "n'est"
        yield f"{subject.english} {is_} {adjective.english}", f"{subject.french} {est} {form}"
        yield (
            f"{subject.english} {is_} not {adjective.english}",
            f"{subject.french} {not_} pas {form}",
        )


def doing(subject: Phrase, target: Phrase) -> Iterator[Pair]:
    """What the subject does to another."""
    plural = subject.plural
    for verb in (CHASE, SEE):
        french = f"{subject.french} {verb.french[plural]} {target.french}"
        yield f"{subject.english} {verb.english[plural]} {target.english}", french
        if verb.going_on:
            is_ = "are" if plural else "is"
            yield f"{subject.english} {is_} {verb.going_on} {target.english}", french


def not_doing(subject: Phrase, target: Phrase) -> Iterator[Pair]:
    """What the subject doesn't do; after “pas” French would turn “un” into “de”: left out."""
    does = "do" if subject.plural else "does"
    for verb in (CHASE, SEE):
        yield (
            f"{subject.english} {does} not {verb.bare} {target.english}",
            f"{subject.french} ne {verb.french[subject.plural]} pas {target.french}",
        )


def kinds() -> dict[str, list[Pair]]:
    """Every sentence of the grammar, by kind."""
    plain, described = list(phrases(described=False)), list(phrases(described=True))
    anyone = [*plain, *PRONOUNS]

    def others(subjects: list[Phrase], targets: list[Phrase]) -> Iterator[tuple[Phrase, Phrase]]:
        return ((s, t) for s, t in product(subjects, targets) if s.noun != t.noun)

    definite = [phrase for phrase in plain if phrase.definite]
    return {
        "sleeping": [pair for subject in anyone for pair in sleeping(subject)],
        "sleeping, described": [pair for subject in described for pair in sleeping(subject)],
        "being": [pair for subject in anyone for pair in being(subject)],
        "doing": [pair for two in others(anyone, plain) for pair in doing(*two)],
        "doing, described": [
            pair
            for two in (*others(described, plain), *others(anyone, described))
            for pair in doing(*two)
        ],
        "not doing": [pair for two in others(anyone, definite) for pair in not_doing(*two)],
        "being, described": [pair for subject in described for pair in being(subject)],
        "doing, both described": [
            pair for two in others(described, described) for pair in doing(*two)
        ],
    }


# How many pairs of each kind are learned and how many are held out. Of the last two kinds none are
# learned: they ask for two adjectives at once, which no sentence of the corpus has.
SHARES = {
    "sleeping": (48, 6),
    "sleeping, described": (72, 8),
    "being": (64, 6),
    "doing": (64, 8),
    "doing, described": (112, 8),
    "not doing": (40, 4),
    "being, described": (0, 6),
    "doing, both described": (0, 6),
}
# Held out whatever the draw says: the book shows them.
FEATURED = ("the cat chases the mouse", "the black cat sleeps", "she does not sleep",
        "the small mouse cannot sleep", "the cats are sleeping")  # fmt: skip


def draw() -> tuple[list[Pair], list[Pair]]:
    """The pairs to learn from and those held out, drawn from every kind."""
    stream = SplitMix64(SEED)
    corpus: list[Pair] = []
    heldout: list[Pair] = []
    for kind, pairs in kinds().items():
        learned, kept = SHARES[kind]
        featured = [pair for pair in pairs if pair[0] in FEATURED]
        drawn = [pair for pair in stream.shuffled(pairs) if pair[0] not in FEATURED]
        heldout += [*featured, *drawn[: kept - len(featured)]]
        drawn = drawn[kept - len(featured) :]
        corpus += drawn[:learned]
    return corpus, heldout


def text_of(pairs: list[Pair]) -> str:
    """The pairs as lines of a corpus: ``english | french``."""
    return "".join(f"{english} | {french}\n" for english, french in pairs)


def write(folder: Path) -> None:
    """Write both files of pairs."""
    corpus, heldout = draw()
    (folder / "corpus.txt").write_text(text_of(corpus), encoding="utf-8", newline="\n")
    (folder / "heldout.txt").write_text(text_of(heldout), encoding="utf-8", newline="\n")


if __name__ == "__main__":
    write(Path("weights/translator"))
