"""How the arrays of a pass (or of a model's weights) are named: by the parts that hold them."""

from collections.abc import Collection, Iterator
from dataclasses import fields, is_dataclass
from typing import Any

# Parts of a pass that add nothing to a figure's name: there is one of each.
UNNAMED = frozenset({"attention", "softmax", "feed_forward"})


def walk(
    part: Any, name: str = "", unnamed: Collection[str] = UNNAMED
) -> Iterator[tuple[str, Any]]:
    """Yield each array with its public name; of several like parts, each has a number.

    The parts that are `unnamed` add nothing to it.
    """
    if is_dataclass(part):
        named = [(field.name, getattr(part, field.name)) for field in fields(part)]
    elif isinstance(part, dict):
        named = list(part.items())
    else:
        yield name, part
        return
    for key, inner in named:
        if isinstance(inner, tuple):
            for number, one in enumerate(inner, start=1):
                own = f"{key.removesuffix('s')}{number}" if len(inner) > 1 else ""
                yield from walk(one, _join(name, own), unnamed)
        elif inner is not None:
            yield from walk(inner, _join(name, "" if key in unnamed else key), unnamed)


def _join(name: str, key: str) -> str:
    return f"{name}.{key}" if name and key else name or key
