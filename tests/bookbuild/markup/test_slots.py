import pytest

from bookbuild.core.errors import Where
from bookbuild.markup.slots import PRIVATE_USE, Slot, SlotTable, slot_of

HERE = Where("book/01.md", 1)


def test_a_placeholder_is_made_of_private_use_characters_alone() -> None:
    table = SlotTable()
    for _ in range(101):
        placeholder = table.seat(Slot.plain("a"), HERE)
        assert PRIVATE_USE.sub("", placeholder) == ""


def test_each_placeholder_gives_back_its_own_slot() -> None:
    table = SlotTable()
    text = ", ".join(table.seat(Slot.plain(str(number)), HERE) for number in range(120))
    assert table.fill(text, str) == ", ".join(map(str, range(120)))


def test_neighbouring_placeholders_stay_apart() -> None:
    table = SlotTable()
    text = table.seat(Slot.plain("a"), HERE) + table.seat(Slot.plain("b"), HERE)
    assert [slot.text for slot, _ in table.within(text)] == ["a", "b"]


def test_a_slot_whose_text_looks_like_a_placeholder_is_not_filled_again() -> None:
    table = SlotTable()
    first = table.seat(Slot.plain("a"), HERE)
    assert table.fill(table.seat(Slot.plain(first), HERE), str) == first


def test_a_placeholder_that_was_never_given_is_not_known() -> None:
    table = SlotTable()
    placeholder = table.seat(Slot.plain("a"), HERE)
    assert table.knows_all(f"a {placeholder}")
    assert not SlotTable().knows_all(placeholder)
    assert not table.knows_all("\ue000")


def test_a_plain_slot_escapes_its_html_only() -> None:
    assert Slot.plain("<&").html == "&lt;&amp;"
    assert Slot.plain("<&").text == "<&"


def test_an_object_that_answers_every_name_is_not_taken_for_a_slot() -> None:
    class Answers:
        def __getattr__(self, name: str) -> object:
            return lambda: Slot.plain("no")

    assert slot_of(Answers()) is None
    assert slot_of(Slot.plain("a")) == Slot.plain("a")


def test_slots_are_values() -> None:
    with pytest.raises(AttributeError):
        Slot.plain("a").text = "b"  # type: ignore[misc]
