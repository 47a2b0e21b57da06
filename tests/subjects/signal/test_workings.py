"""The workings of a word read as they should, each line on one page under one title."""

from pathlib import Path

from bookbuild.cli.show import told_figure
from engine.runs.run import Run
from subjects.signal.workings import belongs_to, workings_html
from tests.models.small_model import made_up

FIXTURE = Path(__file__).with_name("workings-of-a-made-up-model.txt")
RUN = Run(made_up(1), ["the", "dog"])


def test_the_workings_of_a_word_read_as_written_down_here() -> None:
    """To accept a change in how lines are written, delete the fixture and run this twice."""
    lines = [told_figure(f, RUN.scope) for f in RUN.figures() if f.worked and belongs_to(f) == 2]
    text = "\n".join(lines) + "\n"
    if not FIXTURE.exists():
        FIXTURE.write_text(text, encoding="utf-8")
        raise AssertionError(f"{FIXTURE.name} was missing and has been written: read it")
    assert text == FIXTURE.read_text(encoding="utf-8")


def test_every_line_has_one_page_and_one_title() -> None:
    pages = [workings_html(RUN, position) for position in (1, 2)]
    for figure in RUN.figures():
        if figure.worked:
            assert figure.array.title, figure.name
            marked = f'data-line="{figure.name}"'
            assert [marked in page for page in pages].count(True) == 1
            assert marked in pages[belongs_to(figure) - 1]
