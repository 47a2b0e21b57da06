"""The command line: one command a job, each error one line, the exit status right."""

import importlib
import signal
import sys
from pathlib import Path
from types import FrameType
from typing import Any, NoReturn

import click

from bookbuild.cli.options import out_option, paper_option, processes_option, warnings_option
from bookbuild.cli.terminal import console, notices, this_book
from engine.errors import WorkingsError


class Group(click.Group):
    """The commands of the tool and of the book's subjects; every error is shown in one line."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        """Return the names of all commands."""
        return sorted([*super().list_commands(ctx), *_subject_commands()])

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """Return a command; those of subjects are only looked for where no other has the name."""
        own = super().get_command(ctx, cmd_name)
        if own is not None:
            return own
        module = _subject_commands().get(cmd_name)
        found = getattr(importlib.import_module(module), cmd_name) if module else None
        return found if isinstance(found, click.Command) else None

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
            notices.print("interrupted: nothing was replaced, the last good output is whole")
            sys.exit(130)
        except WorkingsError as error:
            if debug:
                raise
            notices.print(str(error), markup=False)
            sys.exit(1)
        except BrokenPipeError:
            sys.exit(141)
        except OSError as error:
            if debug:
                raise
            notices.print(f"{error.filename or 'this machine'}: {error.strerror}", markup=False)
            sys.exit(1)
        sys.exit(0)


def _subject_commands() -> dict[str, str]:
    """Return the commands of the book's subjects, each with its module; none without a book."""
    from bookbuild.chapters.subjects import commands_of
    from bookbuild.core.config import ConfigError

    try:
        return commands_of(this_book())
    except ConfigError:
        return {}


@click.group(cls=Group, context_settings={"help_option_names": ["-h", "--help"]})
@click.option("--debug", is_flag=True, help="Show a traceback when something fails.")
@click.version_option(package_name="workings", message="%(prog)s %(version)s")
def main(debug: bool) -> None:
    """Build, check and question the book of worked examples."""
    signal.signal(signal.SIGTERM, _stop)


def _stop(_number: int, _frame: FrameType | None) -> None:
    raise KeyboardInterrupt


@main.command()
@out_option
@warnings_option
@paper_option
@processes_option
def book(out: Path | None, claims_as_warnings: bool, paper: Any, processes: int | None) -> None:
    """Build the EPUB, the PDFs, and the site with all of them in it."""
    from bookbuild.paper.pdf import PangoMissing, require_pango

    folder = out or this_book().root / "dist"
    missing: PangoMissing | None = None
    try:
        require_pango()
    except PangoMissing as error:
        missing = error  # the site alone is better than nothing
    site = _site(claims_as_warnings, forms=None if missing else folder)
    _work_runs(site)
    if not missing:
        _write_epub(site, folder)
        _write_pdfs(site, folder, paper, processes)
    _write_site(site, folder, processes)
    _tell_broken(site)
    if missing:
        raise missing


@main.command()
@out_option
@warnings_option
@click.option("--single", multiple=True, metavar="CHAPTER",
              help="Make one file of a chapter instead, such as: --single adam")  # fmt: skip
@click.option("--epub", is_flag=True, help="Make an EPUB of the book instead.")
@processes_option
def html(
    out: Path | None, claims_as_warnings: bool, single: tuple[str, ...], epub: bool,
    processes: int | None,
) -> None:  # fmt: skip
    """Build the site with its data, or another form of its pages."""
    folder = out or this_book().root / "dist"
    site = _site(claims_as_warnings)
    for entry in [site.contents.find(name) for name in single]:
        _write_single(site, folder, entry)
    if epub or not single:
        _work_runs(site)
    if epub:
        _write_epub(site, folder)
    elif not single:
        _write_site(site, folder, processes)
    _tell_broken(site)


@main.command()
@out_option
@warnings_option
@paper_option
@processes_option
def pdf(out: Path | None, claims_as_warnings: bool, paper: Any, processes: int | None) -> None:
    """Build the PDFs: the book, and a handout of each chapter."""
    site = _site(claims_as_warnings)
    _work_runs(site)
    _write_pdfs(site, out or site.book.root / "dist", paper, processes)
    _tell_broken(site)


def _site(claims_as_warnings: bool, forms: Path | None = None) -> Any:
    from bookbuild.site.pages import Site

    return Site(this_book(), claims_as_warnings=claims_as_warnings, forms=forms)


def _write_site(site: Any, folder: Path, processes: int | None) -> None:
    from bookbuild.core.output import replacing, size_of
    from bookbuild.core.progress import progress
    from bookbuild.site.building import steps, write_site

    with replacing(folder / "html") as new:
        with progress("pages", steps(site), console=notices) as step:
            made = write_site(site, new, step, processes=processes)
        size = size_of(new)
    counts = f"{site.count()} pages, {made.lines} lines in the ledger"
    console.print(f"{folder / 'html'}: {counts}, {size / 1e6:.1f} MB")
    site.broken_claims += made.broken


def _write_pdfs(site: Any, folder: Path, paper: Any, processes: int | None) -> None:
    from bookbuild.core.output import replacing
    from bookbuild.core.progress import progress
    from bookbuild.paper.documents import write_pdfs

    count = 1 + len(site.contents.entries)
    with progress("PDF", count, console=notices) as step, replacing(folder / "pdf") as new:
        write_pdfs(site, new, paper, step, processes)
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

    with progress("runs", site.subjects.count(), console=notices) as step:
        site.subjects.work(step)


def _tell_broken(site: Any) -> None:
    for claim in dict.fromkeys(site.broken_claims):
        notices.print(f"{claim.place}: no longer true: “{claim.sentence}”", markup=False)


@main.command()
@click.argument("model", default="signal")
def train(model: str) -> None:
    """Train a model from its config and corpus, and write its weights."""
    from bookbuild.chapters.subjects import Subjects
    from bookbuild.cli.train import train_and_show, training_of

    train_and_show(training_of(Subjects(this_book()), model))


@main.command()
@click.argument("model")
@click.argument("sentence")
@click.argument("figure")
@click.option("--back", is_flag=True, help="Show the lines of its operands too, down to givens.")
def show(model: str, sentence: str, figure: str, back: bool) -> None:
    """Print the line that made a figure, such as: show signal "the dog sat" query[3,1]

    Positions and slots count from 1.
    """
    from bookbuild.chapters.subjects import Subjects
    from bookbuild.cli.show import lines_back, told_figure

    run = Subjects(this_book()).run(model, sentence.split())
    wanted = run.figure(figure)
    for shown in lines_back(wanted) if back else [wanted]:
        click.echo(told_figure(shown, run.scope))


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

    site = Site(this_book())
    _work_runs(site)
    with progress("pages", site.count(), console=notices) as step:
        for path, _ in site.pages():
            step(path)
    console.print(f"{len(site.contents.entries)} chapters, {site.count()} pages: nothing to mend")


@main.command()
@click.option("--port", default=8000, show_default=True)
@out_option
def serve(port: int, out: Path | None) -> None:
    """Serve the built site on this machine, for a look in a browser."""
    from bookbuild.site.serve import serve_folder

    folder = (out or this_book().root / "dist") / "html"
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
            console.print(f"     {check.remedy}", markup=False)
    sys.exit(0 if all(check.ok for check in found) else 1)


@main.command()
@out_option
def clean(out: Path | None) -> None:
    """Remove what builds have made: dist/ and .cache/."""
    import shutil

    the_book = this_book()
    for folder in (out or the_book.root / "dist", the_book.cache):
        shutil.rmtree(folder, ignore_errors=True)
