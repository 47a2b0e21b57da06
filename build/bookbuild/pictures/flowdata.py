"""What the signal-flow diagram of a whole pass shows, and how that is said in words.

A shape is that of the table of all words, as “7 × 16”: a row for each word.

Whatever has an `href` is a link to its arithmetic; without one, as on paper, the same marks are
drawn and lead nowhere.
"""

from dataclasses import dataclass

from bookbuild.pictures.svg import Description, Number, listed


@dataclass(frozen=True)
class Box:
    """One step with a name of its own."""

    name: str
    href: str | None = None


@dataclass(frozen=True)
class Strip:
    """The followed word's numbers at one place of the stream, of a table of such a shape."""

    name: str
    numbers: tuple[Number, ...]
    shape: str
    href: str | None = None


@dataclass(frozen=True)
class Triangle:
    """One head: row r of ``shares`` holds the shares (from 0 to 1) of words 1 … r for word r."""

    name: str
    shares: tuple[tuple[float, ...], ...]
    href: str | None = None


@dataclass(frozen=True)
class AttentionBranch:
    """Layer norm, the three products, the heads side by side, and the way back to the stream."""

    name: str
    norm: Box
    query: Box
    key: Box
    value: Box
    heads: tuple[Triangle, ...]
    output: Box


@dataclass(frozen=True)
class FeedForwardBranch:
    """Layer norm, stretch, the bend (GELU or ReLU), press.

    ``bent`` holds, for each stretched number of the followed word, what goes into the bend and
    what comes out; ``shape`` is that of the stretched table.
    """

    name: str
    norm: Box
    stretch: Box
    bend: Box
    press: Box
    shape: str
    bent: tuple[tuple[float, float], ...] = ()


@dataclass(frozen=True)
class FlowBlock:
    """One block: two branches, and the stream after each."""

    name: str
    attention: AttentionBranch
    after_attention: Strip
    feed_forward: FeedForwardBranch
    after_feed_forward: Strip


@dataclass(frozen=True)
class Likeliest:
    """The likeliest next words with their chances, likeliest first; ``shape`` is of all logits."""

    words: tuple[str, ...]
    chances: tuple[Number, ...]
    shape: str
    href: str | None = None


@dataclass(frozen=True)
class Flow:
    """A whole pass over ``words``, of which the last is followed."""

    words: tuple[str, ...]
    embedding: Box
    position: Box
    start: Strip
    blocks: tuple[FlowBlock, ...]
    norm: Box
    evened: Strip
    unembedding: Box
    likeliest: Likeliest

    def strips(self) -> tuple[Strip, ...]:
        """Give every strip, from the top of the stream to its end."""
        between = [(each.after_attention, each.after_feed_forward) for each in self.blocks]
        return (self.start, *(strip for both in between for strip in both), self.evened)


def flow_text(data: Flow) -> Description:
    """Say the whole pass in words."""
    best = f"{data.likeliest.words[0]}, {data.likeliest.chances[0].text}"
    title = (
        f"The whole pass for {data.words[-1]} in position {len(data.words)}, through "
        f"{listed([block.name for block in data.blocks])}; the likeliest next word is {best}."
    )
    sentences = [f"{data.embedding.name} and {data.position.name} are added.", _strip(data.start)]
    for block in data.blocks:
        attention, forward = block.attention, block.feed_forward
        sentences.append(
            f"{block.name}, {attention.name}: {attention.norm.name}; "
            f"{attention.query.name} and {attention.key.name} make the shares of "
            + listed([_heard(head, data.words) for head in attention.heads])
            + f"; {attention.value.name} mixed by them, {attention.output.name}, "
            "added to the stream."
        )
        sentences.append(_strip(block.after_attention))
        steps = listed([forward.norm.name, forward.stretch.name, forward.bend.name])
        sentences.append(
            f"{block.name}, {forward.name}: {steps}, {forward.press.name}, added; "
            f"in between the table is {forward.shape}."
        )
        if forward.bent:
            above = sum(given > 0 for given, _ in forward.bent)
            sentences.append(
                f"{above} of {len(forward.bent)} numbers go into {forward.bend.name} above zero."
            )
        sentences.append(_strip(block.after_feed_forward))
    sentences += [f"{data.norm.name}.", _strip(data.evened)]
    sentences.append(f"{data.unembedding.name} ({data.likeliest.shape}):")
    pairs = zip(data.likeliest.words, data.likeliest.chances, strict=True)
    sentences.append(listed([f"{word} {chance.text}" for word, chance in pairs]) + ".")
    return Description(title, " ".join(sentences))


def _strip(strip: Strip) -> str:
    return f"{strip.name} ({strip.shape}): {', '.join(each.text for each in strip.numbers)}."


def _heard(head: Triangle, words: tuple[str, ...]) -> str:
    last = head.shares[-1]
    most = max(range(len(last)), key=lambda at: last[at])
    return f"{head.name} listening most to {words[most]} in position {most + 1}"
