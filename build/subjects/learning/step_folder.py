"""The document of a training step, written into a folder that a person has named."""

from pathlib import Path

from rich.console import Console

from bookbuild.cli.progress import progress
from bookbuild.core.output import check_ours, writing
from bookbuild.paper.pdf import Paper, require_pango
from engine.runs.training_step import TrainingStep
from subjects.learning.retraining import check_step, step_from, trained_again
from subjects.learning.step_document import STAGES, StepDocument
from subjects.learning.subject import Learning


def write_step(
    learning: Learning, model: str, number: int, out: Path, paper: Paper | None, notices: Console
) -> str:
    """Write every line of a training step into `out`, with PDFs on `paper`; say what was made.

    Nothing there is replaced before all is done, and no file that isn't ours.
    """
    check_step(learning, model, number)
    check_ours(out, learning.book.root)
    if paper:
        require_pango()
    with writing(out, learning.book.root) as new:
        step = _work(learning, model, number, notices)
        (new / "html").mkdir()
        (new / "ledger").mkdir()
        with progress("pages and ledger", STAGES, console=notices) as on_part:
            document = StepDocument(learning.book, step, model, on_part)
            document.write_pages(new / "html", with_pdf=paper is not None)
            document.write_ledger(new / "ledger", new / "html")
        if paper:
            (new / "pdf").mkdir()
            with progress("PDF", len(document.printed), console=notices) as on_part:
                document.write_pdfs(new / "pdf", paper, on_part)
    printed = f", {len(document.printed)} PDFs" if paper else ""
    return f"{document.lines} lines, {1 + len(document.pages)} pages{printed}"


def _work(learning: Learning, name: str, number: int, notices: Console) -> TrainingStep:
    model = learning.library.model(name)
    point = model.snapshots.get(number - 1)
    if point is None:
        with progress("training up to the step", number, console=notices) as on_step:
            point = trained_again(model, number - 1, lambda after: on_step(str(after)))
    return step_from(learning, name, point)
