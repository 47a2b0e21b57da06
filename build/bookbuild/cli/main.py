"""The command line: one command a job, each error one line, the exit status right."""

import contextlib
import signal
import sys
from collections.abc import Iterator
from pathlib import Path
from types import FrameType
from typing import Any, NoReturn

import click
from rich.console import Console

from engine.errors import WorkingsError

console = Console(highlight=False, soft_wrap=True)
told = Console(stderr=True, highlight=False, soft_wrap=True)


class Group(click.Group):
    """Tells every error that a person may see in one line."""

    def main(self, *args: Any, **options: Any) -> NoReturn:
        """Run a command and end with its exit status."""
        debug = "--debug" in sys.argv
        try:
            super().main(*args, **{**options, "standalone_mode": False})
        except click.exceptions.Exit as end:
            sys.exit(end.exit_code)
        except click.ClickException as error:
            error.show()
            sys.exit(error.exit_code)
        except (click.Abort, KeyboardInterrupt):
            told.print("interrupted: nothing was replaced, the last good output is whole")
            sys.exit(130)
        except WorkingsError as error:
            if debug:
                raise
            told.print(str(error), markup=False)
            sys.exit(1)
        except BrokenPipeError:
            sys.exit(141)
        except OSError as error:
            if debug:
                raise
            told.print(f"{error.filename or 'this machine'}: {error.strerror}", markup=False)
            sys.exit(1)
        sys.exit(0)


@click.group(cls=Group, context_settings={"help_option_names": ["-h", "--help"]})
@click.option("--debug", is_flag=True, help="Show a traceback when something fails.")
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
    from bookbuild.core.edition import EPUB, HTML, PDF
    from bookbuild.paper.pdf import PangoMissing, require_pango

    missing: PangoMissing | None = None
    try:
        require_pango()
    except PangoMissing as error:
        missing = error  # the site alone is better than nothing
    with _edition(out, [HTML] if missing else [HTML, PDF, EPUB]) as edition:
        site = _site(edition, claims_as_warnings)
        _work_runs(site)
        if not missing:
            _write_epub(site, edition)
            _write_pdfs(site, edition, paper)
        _write_site(site, edition)
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
    from bookbuild.core.edition import EPUB, HTML, single_form

    forms = [*map(single_form, single), *([EPUB] if epub else [])] or [HTML]
    with _edition(out, forms) as edition:
        site = _site(edition, claims_as_warnings)
        for entry in [site.contents.find(name) for name in single]:
            _write_single(site, edition, entry)
        if epub or not single:
            _work_runs(site)
        if epub:
            _write_epub(site, edition)
        elif not single:
            _write_site(site, edition)
    _tell_broken(site)


@main.command()
@out_option
@warnings_option
@paper_option
def pdf(out: Path | None, claims_as_warnings: bool, paper: Any) -> None:
    """Build the PDFs: the book, and a handout of each chapter."""
    from bookbuild.core.edition import PDF

    with _edition(out, [PDF]) as edition:
        site = _site(edition, claims_as_warnings)
        _work_runs(site)
        _write_pdfs(site, edition, paper)
    _tell_broken(site)


@contextlib.contextmanager
def _edition(out: Path | None, forms: list[str]) -> Iterator[Any]:
    """Yield the edition to write some forms into; once it is in its place, say what it holds."""
    from bookbuild.core.edition import edition

    the_book = _book()
    with edition(the_book, out or the_book.root / "dist", forms) as made:
        yield made
    for line in made.report():
        console.print(line, markup=False)


def _site(edition: Any, claims_as_warnings: bool) -> Any:
    from bookbuild.site.pages import Site

    return Site(edition.book, claims_as_warnings=claims_as_warnings, forms=edition.new)


def _write_site(site: Any, edition: Any) -> None:
    from bookbuild.core.edition import HTML
    from bookbuild.core.output import size_of
    from bookbuild.core.progress import progress

    folder = edition.begin(HTML)
    with progress("pages", site.steps(), console=told) as step:
        lines = site.write(folder, step)
    edition.say(
        HTML, f"{site.count()} pages, {lines} lines in the ledger, {size_of(folder) / 1e6:.1f} MB"
    )


def _write_pdfs(site: Any, edition: Any, paper: Any) -> None:
    from bookbuild.core.edition import PDF
    from bookbuild.core.progress import progress
    from bookbuild.paper.documents import write_pdfs

    count = 1 + len(site.contents.entries)
    with progress("PDF", count, console=told) as step:
        write_pdfs(site, edition.begin(PDF), paper, step)
    edition.say(PDF, f"{count} documents")


def _write_epub(site: Any, edition: Any) -> None:
    from bookbuild.core.edition import EPUB
    from bookbuild.ebook.epub import epub

    made = epub(site)
    (edition.begin(EPUB) / "book.epub").write_bytes(made)
    edition.say(f"{EPUB}/book.epub", f"{len(made) / 1e3:.0f} kB")


def _write_single(site: Any, edition: Any, entry: Any) -> None:
    from bookbuild.core.edition import SINGLE, single_form
    from bookbuild.ebook.single import single_file

    made = single_file(site, entry).encode()
    (edition.begin(SINGLE) / f"{entry.name}.html").write_bytes(made)
    edition.say(single_form(entry.name), f"{len(made) / 1e3:.0f} kB")


def _work_runs(site: Any) -> None:
    """Work the sentences and questions first, since every page needs some of them."""
    from bookbuild.core.progress import progress

    with progress("runs", site.library.count_followed(), console=told) as step:
        site.library.follow_all(step)


def _tell_broken(site: Any) -> None:
    for claim in dict.fromkeys(site.broken_claims):
        told.print(f"{claim.place}: no longer true: “{claim.sentence}”", markup=False)


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
        click.echo(told_figure(shown, run.scope))


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
    console.print(f"{out}: {made}", markup=False)


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
            click.echo(line)
    console.print(passes_table(answered))
    console.print(" ".join(answered.words), markup=False)


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
                click.echo(line)
        for line in beam_lines(search) if search else ():
            click.echo(line)
    console.print(beam_table(search) if search else passes_table(translation))
    console.print(" ".join((search or translation).words), markup=False)


@main.command()
@click.argument("paths", nargs=-1, required=True, type=click.Path(path_type=Path))
@click.option("--json", "as_json", is_flag=True, help="One JSON object a line.")
@click.option("--against", multiple=True, type=click.Path(path_type=Path),
              help="More files or folders to hold the documents to.")  # fmt: skip
def audit(paths: tuple[Path, ...], as_json: bool, against: tuple[Path, ...]) -> None:
    """Read finished documents as a stranger and recompute every line of arithmetic."""
    import bookaudit

    sys.exit(bookaudit.run(paths, against=against, json=as_json, stdout=sys.stdout))


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
    from bookbuild.core.exchange import followed, recover
    from bookbuild.site.serve import serve_folder

    folder = out or _book().root / "dist"
    recover(followed(folder))
    serve_folder(folder / "html", port, console)


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
            console.print(f"     {check.remedy}", markup=False)
    sys.exit(0 if all(check.ok for check in found) else 1)


@main.command()
@out_option
@click.option("--dry-run", is_flag=True, help="List what would be removed, and remove nothing.")
def clean(out: Path | None, dry_run: bool) -> None:
    """Remove what builds have made, and nothing else: dist/ (or --out) and .cache/."""
    from bookbuild.core import cleaning

    for removal in cleaning.clean(_book(), out, dry_run=dry_run):
        console.print(f"{'would remove' if dry_run else 'removed'} {removal}", markup=False)
