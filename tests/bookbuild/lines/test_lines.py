"""Lines lead back to what is given, and their names end no attribute."""

from markupsafe import Markup

from bookbuild.cli.show import lines_back
from bookbuild.lines.lines import line_of
from bookbuild.lines.presenter import ShownLine
from engine.runs.run import Run
from tests.models.small_model import made_up

RUN = Run(made_up(1), ["the", "dog"])


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


def test_a_name_with_a_quotation_mark_ends_no_attribute() -> None:
    shown = ShownLine('a"b', 'a"b', Markup("a"), Markup("1 + 1 = 2"), "1 + 1 = 2", of='c"d')
    assert shown.__html__().count('"') == 8  # class, data-line, data-of and id
