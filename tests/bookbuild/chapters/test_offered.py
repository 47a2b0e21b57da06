"""What a desk offers to templates: marked methods and properties, and nothing else."""

from bookbuild.chapters.offered import names_of, offered, offered_as


class Desk:
    """Offers two methods and two values."""

    def __init__(self) -> None:
        self.looked = 0

    @offered
    def shown(self) -> str:
        return "a desk"

    @offered_as("listed")
    def in_a_list(self) -> str:
        return "a list"

    @property
    @offered
    def number(self) -> int:
        self.looked += 1
        return self.looked

    @property
    @offered_as("this")
    def itself(self) -> "Desk":
        return self

    def hidden(self) -> str:
        raise AssertionError("nobody may call this")

    @property
    def unseen(self) -> str:
        raise AssertionError("nobody may read this")


class Other(Desk):
    """Puts a method in the place of one, and adds another."""

    def shown(self) -> str:
        return "another desk"

    @offered
    def more(self) -> str:
        return "more"


def test_only_what_is_marked_is_offered() -> None:
    desk = Desk()
    names = names_of(desk)
    assert set(names) == {"shown", "listed", "number", "this"}
    assert (names["shown"](), names["listed"](), names["this"]) == ("a desk", "a list", desk)


def test_a_property_is_offered_with_the_value_that_it_has_now() -> None:
    desk = Desk()
    assert [names_of(desk)["number"], names_of(desk)["number"]] == [1, 2]


def test_what_a_subclass_puts_in_the_place_of_an_offered_method_is_offered() -> None:
    names = names_of(Other())
    assert set(names) == {"shown", "listed", "number", "this", "more"}
    assert names["shown"]() == "another desk"
