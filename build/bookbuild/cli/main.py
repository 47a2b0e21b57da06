"""The command line: one command a job."""

import signal
import sys
from pathlib import Path
from types import FrameType
from typing import Any

import click

from bookbuild.cli.ending import Group
from bookbuild.cli.terminal import console, printable, told


@click.group(cls=Group, context_settings={"help_option_names": ["-h", "--help"]})
@click.option("--debug", is_flag=True, help="Show where in the program something failed.")
@click.version_option(package_name="workings", message="%(prog)s %(version)s")
def main(debug: bool) -> None:
    """Build, check and question the book of worked examples."""
    signal.signal(signal.SIGTERM, _stop)


def _stop(_number: int, _frame: FrameType | None) -> None:
    raise KeyboardInterrupt


def _book() -> Any:
    from bookbuild.core.config import find_root, read_book

    return read_book(find_root(Path.cwd()))


out_option = click.option(
    "--out", type=click.Path(path_type=Path), help="Where to write; dist/ in the book's folder."
)
warnings_option = click.option(
    "--claims-as-warnings", is_flag=True, help="Go on when a claim is false, and mark it."
)
paper_option = click.option(
    "--paper", type=click.Choice(["a4", "letter"]), default="a4", show_default=True
)


@main.command()
@out_option
@warnings_option
@paper_option
def book(out: Path | None, claims_as_warnings: bool, paper: Any) -> None:
    """Build the EPUB, the PDFs, and the site with all of them in it."""
    from bookbuild.paper.pdf import PangoMissing, require_pango

    folder = out or _book().root / "dist"
    missing: PangoMissing | None = None
    try:
        require_pango()
    except PangoMissing as error:
        missing = error  # the site alone is better than nothing
    site = _site(claims_as_warnings, forms=None if missing else folder)
    _work_runs(site)
    if not missing:
        _write_epub(site, folder)
        _write_pdfs(site, folder, paper)
    _write_site(site, folder)
    _tell_broken(site)
    if missing:
        raise missing


@main.command()
@out_option
@warnings_option
@click.option("--single", multiple=True, metavar="CHAPTER",
              help="Make one file of a chapter instead, such as: --single adam")  # fmt: skip
@click.option("--epub", is_flag=True, help="Make an EPUB of the book instead.")
def html(out: Path | None, claims_as_warnings: bool, single: tuple[str, ...], epub: bool) -> None:
    """Build the site with its data, or another form of its pages."""
    folder = out or _book().root / "dist"
    site = _site(claims_as_warnings)
    for entry in [site.contents.find(name) for name in single]:
        _write_single(site, folder, entry)
    if epub or not single:
        _work_runs(site)
    if epub:
        _write_epub(site, folder)
    elif not single:
        _write_site(site, folder)
    _tell_broken(site)


@main.command()
@out_option
@warnings_option
@paper_option
def pdf(out: Path | None, claims_as_warnings: bool, paper: Any) -> None:
    """Build the PDFs: the book, and a handout of each chapter."""
    site = _site(claims_as_warnings)
    _work_runs(site)
    _write_pdfs(site, out or site.book.root / "dist", paper)
    _tell_broken(site)


def _site(claims_as_warnings: bool, forms: Path | None = None) -> Any:
    from bookbuild.site.pages import Site

    return Site(_book(), claims_as_warnings=claims_as_warnings, forms=forms)


def _write_site(site: Any, folder: Path) -> None:
    from bookbuild.core.output import replacing, size_of
    from bookbuild.core.progress import progress

    with replacing(folder / "html") as new:
        with progress("pages", site.steps(), console=told) as step:
            lines = site.write(new, step)
        size = size_of(new)
    console.print(
        f"{folder / 'html'}: {site.count()} pages, {lines} lines in the ledger, {size / 1e6:.1f} MB"
    )


def _write_pdfs(site: Any, folder: Path, paper: Any) -> None:
    from bookbuild.core.output import replacing
    from bookbuild.core.progress import progress
    from bookbuild.paper.documents import write_pdfs

    count = 1 + len(site.contents.entries)
    with progress("PDF", count, console=told) as step, replacing(folder / "pdf") as new:
        write_pdfs(site, new, paper, step)
    console.print(f"{folder / 'pdf'}: {count} documents")


def _write_epub(site: Any, folder: Path) -> None:
    from bookbuild.core.output import write_whole
    from bookbuild.ebook.epub import epub

    made = epub(site)
    path = folder / "epub" / "book.epub"
    write_whole(path, made)
    console.print(f"{path}: {len(made) / 1e3:.0f} kB")


def _write_single(site: Any, folder: Path, entry: Any) -> None:
    from bookbuild.core.output import write_whole
    from bookbuild.ebook.single import single_file

    made = single_file(site, entry).encode()
    path = folder / "single" / f"{entry.name}.html"
    write_whole(path, made)
    console.print(f"{path}: {len(made) / 1e3:.0f} kB")


def _work_runs(site: Any) -> None:
    """Work the sentences and questions first, since every page needs some of them."""
    from bookbuild.core.progress import progress

    with progress("runs", site.library.count_followed(), console=told) as step:
        site.library.follow_all(step)


def _tell_broken(site: Any) -> None:
    for claim in dict.fromkeys(site.broken_claims):
        told.print(f"{claim.place}: no longer true: “{claim.sentence}”")


@main.command()
@click.argument("model", default="signal")
def train(model: str) -> None:
    """Train a model from its config and corpus, and write its weights."""
    from bookbuild.cli.train import train_and_tell
    from subjects.models.library import Library

    train_and_tell(Library(_book()), model, console, told)


@main.command()
@click.argument("model")
@click.argument("sentence")
@click.argument("figure")
@click.option("--back", is_flag=True, help="Show the lines of its operands too, down to givens.")
def show(model: str, sentence: str, figure: str, back: bool) -> None:
    """Print the line that made a figure, such as: show signal "the dog sat" query[3,1]

    Positions and slots count from 1.
    """
    from bookbuild.cli.show import lines_back, told_figure
    from subjects.models.library import Library

    library, words = Library(_book()), sentence.split()
    run = (
        library.translator(model).translation(words).run
        if library.translates(model)
        else library.run(model, words)
    )
    wanted = run.figure(figure)
    for shown in lines_back(wanted) if back else [wanted]:
        click.echo(printable(told_figure(shown, run.scope)))


@main.command()
@click.argument("model")
@click.option("--training-step", "number", type=int, required=True, metavar="N",
              help="Which step of the model's training, from 1.")  # fmt: skip
@click.option("--out", type=click.Path(path_type=Path), required=True, metavar="DIR",
              help="A new or empty folder, or one that this command has made.")  # fmt: skip
@click.option("--no-pdf", is_flag=True, help="Leave the PDFs out: they take the longest.")
@paper_option
def ledger(model: str, number: int, out: Path, no_pdf: bool, paper: Any) -> None:
    """Write every line of a training step, such as: ledger signal --training-step 23 --out step-23

    As pages, as PDFs, and as data. Where training was not saved before that step, it is taken up
    again from its start.
    """
    from bookbuild.cli.step_ledger import write_and_tell
    from subjects.models.library import Library

    library = Library(_book())
    made = write_and_tell(library, model, number, out, None if no_pdf else paper, told)
    console.print(f"{out}: {made}")


@main.command()
@click.argument("model")
@click.argument("question")
@click.option("--workings", is_flag=True, help="Print every line of it too.")
def ask(model: str, question: str, workings: bool) -> None:
    """Ask a model a question, such as: ask answers "what is the capital of france ?" """
    from bookbuild.cli.ask import all_lines, passes_table, words_of
    from engine.runs.generation import answer
    from subjects.models.library import Library

    answered = answer(Library(_book()).figures(model), words_of(question))
    if workings:
        for line in all_lines(answered):
            click.echo(printable(line))
    console.print(passes_table(answered))
    console.print(" ".join(answered.words))


@main.command()
@click.argument("sentence")
@click.option("--model", default="translator", show_default=True, help="The model's folder.")
@click.option("--workings", is_flag=True, help="Print every line of it too.")
@click.option("--beam", is_flag=True, help="Keep the two likeliest rows of words, not one.")
def translate(sentence: str, model: str, workings: bool, beam: bool) -> None:
    """Translate a sentence into French, such as: translate "the cat chases the mouse" """
    from bookbuild.cli.translate import beam_lines, beam_table, lines_of, passes_table, words_of
    from subjects.models.library import Library

    translator = Library(_book()).translator(model)
    words = words_of(sentence)
    translation = translator.translation(words)
    search = translator.beam(words) if beam else None
    if workings:
        for run in search.runs if search else [translation.run]:
            for line in lines_of(run):
                click.echo(printable(line))
        for line in beam_lines(search) if search else ():
            click.echo(printable(line))
    console.print(beam_table(search) if search else passes_table(translation))
    console.print(" ".join((search or translation).words))


@main.command()
@click.argument("paths", nargs=-1, required=True, type=click.Path())
@click.option("--json", "as_json", is_flag=True, help="One JSON object a line.")
@click.option("--against", multiple=True, type=click.Path(),
              help="More files or folders to hold the documents to.")  # fmt: skip
def audit(paths: tuple[str, ...], as_json: bool, against: tuple[str, ...]) -> None:
    """Read finished documents as a stranger and recompute every line of arithmetic."""
    import bookaudit
    from bookbuild.core.progress import shares

    with shares("audit", console=told) as watch:
        status = bookaudit.run(paths, against=against, json=as_json, watch=watch)
    sys.exit(status)


@main.command()
def lint() -> None:
    """Check every chapter without writing anything: typed digits, names, claims."""
    from bookbuild.core.progress import progress
    from bookbuild.site.pages import Site

    site = Site(_book())
    _work_runs(site)
    with progress("pages", site.count(), console=told) as step:
        for path, _ in site.pages():
            step(path)
    console.print(f"{len(site.contents.entries)} chapters, {site.count()} pages: nothing to mend")


@main.command()
@click.option("--port", default=8000, show_default=True)
@out_option
def serve(port: int, out: Path | None) -> None:
    """Serve the built site on this machine, for a look in a browser."""
    from bookbuild.site.serve import serve_folder

    folder = (out or _book().root / "dist") / "html"
    serve_folder(folder, port, console)


@main.command()
def doctor() -> None:
    """Tell whether this machine has what the book needs, and what to do where it has not."""
    from bookbuild.core.system import checks

    found = checks()
    for check in found:
        console.print(
            f"{'ok  ' if check.ok else 'MISSING'} {check.name}: {check.detail}", markup=False
        )
        if not check.ok and check.remedy:
            console.print(f"     {check.remedy}")
    sys.exit(0 if all(check.ok for check in found) else 1)


@main.command()
@out_option
def clean(out: Path | None) -> None:
    """Remove what builds have made: dist/ and .cache/."""
    import shutil

    the_book = _book()
    for folder in (out or the_book.root / "dist", the_book.cache):
        shutil.rmtree(folder, ignore_errors=True)
