"""Each operation has one way to be written, and a whole word's workings read as they should."""

from pathlib import Path

from markupsafe import Markup

from bookbuild.cli.show import lines_back, told_figure
from bookbuild.lines.lines import line_of
from bookbuild.lines.presenter import ShownLine
from engine.runs.run import Run
from subjects.signal.workings import belongs_to, workings_html
from tests.models.small_model import made_up

FIXTURE = Path(__file__).parents[2] / "fixtures" / "workings-of-a-made-up-model.txt"
RUN = Run(made_up(1), ["the", "dog"])


def test_the_workings_of_a_word_read_as_written_down_here() -> None:
    """To accept a change in how lines are written, delete the fixture and run this twice."""
    lines = [told_figure(f, RUN.scope) for f in RUN.figures() if f.worked and belongs_to(f) == 2]
    text = "\n".join(lines) + "\n"
    if not FIXTURE.exists():
        FIXTURE.write_text(text, encoding="utf-8")
        raise AssertionError(f"{FIXTURE.name} was missing and has been written: read it")
    assert text == FIXTURE.read_text(encoding="utf-8")


def test_a_figure_leads_back_to_givens_only() -> None:
    shown = list(lines_back(RUN.figure("guess.share[2,mat]")))
    assert len({figure.address for figure in shown}) == len(shown)
    worked = [figure for figure in shown if figure.worked]
    given = {figure.address for figure in shown if not figure.worked}
    assert shown[: len(worked)] == worked
    for figure in worked:
        for operand in line_of(figure).operands:
            assert operand.worked or operand.address in given
    assert "toy:unembedding[1,mat]" in given
    assert "toy:embedding[the,1]" in given


def test_every_line_has_one_page_and_one_title() -> None:
    pages = [workings_html(RUN, position) for position in (1, 2)]
    for figure in RUN.figures():
        if figure.worked:
            assert figure.array.title, figure.name
            marked = f'data-line="{figure.name}"'
            assert [marked in page for page in pages].count(True) == 1
            assert marked in pages[belongs_to(figure) - 1]


def test_a_name_with_a_quotation_mark_ends_no_attribute() -> None:
    shown = ShownLine('a"b', 'a"b', Markup("a"), Markup("1 + 1 = 2"), "1 + 1 = 2", of='c"d')
    assert shown.__html__().count('"') == 8  # class, data-line, data-of and id
