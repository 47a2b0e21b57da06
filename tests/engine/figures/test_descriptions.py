"""What an array is follows from the fields that lead to it, from the array outwards."""

from dataclasses import dataclass
from typing import Any

import numpy as np

from engine.figures.descriptions import UNKNOWN, Described, Description, figure, part, steps
from engine.figures.figure import Figures
from engine.figures.naming import walk, walk_described


@steps
class Leaf:
    row: Any = figure("The row", "position", "choice", origin="made up")
    whole: Any = figure("the whole of {}")


@steps
class Twig:
    first: Leaf = part("the first", choice="heard", titles={"row": "Another row"})
    second: Leaf | None = part(choice="word")
    plain: Any = part(unnamed=True)
    hidden: Any = figure("Hidden", compared=False, default=None)


@steps
class Tree:
    twigs: tuple[Twig, ...] = part(causal=True, heard="position")
    learned: Any = part("The gradient of {}", unnamed=True)


@dataclass(frozen=True)
class Plain:
    row: int


LEAF = Leaf(1, 2)


def described(made: object) -> dict[str, Description]:
    return {name: about for name, _, about in walk_described(made)}


def test_names_are_those_of_the_fields_and_like_parts_are_numbered() -> None:
    one = Tree((Twig(LEAF, None, Plain(3)),), {"w": 4})
    assert dict(walk(one)) == {"first.row": 1, "first.whole": 2, "row": 3, "w": 4}
    two = Tree((Twig(LEAF, LEAF, Plain(3)), Twig(LEAF, None, None, 5)), None)
    assert [name for name, _ in walk(two)] == [
        "twig1.first.row", "twig1.first.whole", "twig1.second.row", "twig1.second.whole",
        "twig1.row", "twig2.first.row", "twig2.first.whole", "twig2.hidden",
    ]  # fmt: skip


def test_a_part_that_is_named_outside_leaves_out_the_part_that_holds_it() -> None:
    @steps
    class Gradient:
        weights: Any = part("The gradient of {}", unnamed=True, outer=True)
        x: Any = figure("The gradient of x")

    assert dict(walk({"block": {"layer": Gradient({"w": 1}, 2)}})) == {
        "block.w": 1,
        "block.layer.x": 2,
    }


def test_axes_are_called_by_each_part_what_they_are_in_it() -> None:
    about = described(Tree((Twig(LEAF, LEAF, None),), None))
    assert about["first.row"].axes == ("position", "position")
    assert about["second.row"].axes == ("position", "word")


def test_only_an_axis_of_words_heard_leaves_out_later_words() -> None:
    about = described(Tree((Twig(LEAF, LEAF, None),), None))
    assert about["first.row"].causal
    assert not about["second.row"].causal
    assert not about["first.whole"].causal


def test_a_title_takes_in_another_or_gives_way_to_that_of_the_whole() -> None:
    about = described(Tree((Twig(LEAF, LEAF, None),), None))
    assert about["first.row"].title == "the first"
    assert about["first.whole"].title == "the whole of the first"
    assert about["second.row"].title == "The row"
    gradient = described(Tree((), {"a": Described(LEAF, Description("the table"))}))
    assert gradient["a.whole"].title == "The gradient of the whole of the table"
    alone = described(Described({"row": 1}, Description("Outer", titles={"row": "Inner {}"})))
    assert alone["row"].title == "Inner Outer"


def test_what_a_part_is_not_compared_or_stays_holds_of_all_in_it() -> None:
    about = described({"x": Described(LEAF, Description(origin="outer", stays=True))})
    assert about["x.row"].stays
    assert about["x.row"].origin == "outer"
    assert about["x.row"].compared
    assert not described(Twig(LEAF, None, None, 1))["hidden"].compared


def test_figures_carry_what_they_are() -> None:
    about = described(LEAF)["row"]
    array = Figures(np.array([[1]], dtype=object))
    assert array.origin == UNKNOWN
    array.publish("test", "row", (("1",), ("a",)), about)
    assert (array.title, array.axes) == ("The row", ("position", "choice"))
    assert array.origin == "made up"
