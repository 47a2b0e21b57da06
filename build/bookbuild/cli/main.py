"""The command line: one command a job."""

import contextlib
import importlib
import json
import signal
import sys
from collections.abc import Iterator
from pathlib import Path
from types import FrameType
from typing import Any

import click

from bookbuild.cli.ending import Group
from bookbuild.cli.new import new
from bookbuild.cli.options import out_option, paper_option, processes_option, warnings_option
from bookbuild.cli.terminal import console, notices, printable
from bookbuild.core.config import ConfigError, this_book


class Commands(Group):
    """The commands of the tool, and of the book's subjects."""

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


def _subject_commands() -> dict[str, str]:
    """Return the commands of the book's subjects, each with its module; none without a book."""
    from bookbuild.chapters.subjects import commands_of

    try:
        return commands_of(this_book())
    except ConfigError:
        return {}


@click.group(cls=Commands, context_settings={"help_option_names": ["-h", "--help"]})
@click.option("--debug", is_flag=True, help="Show where in the program something failed.")
@click.version_option(package_name="workings", message="%(prog)s %(version)s")
def main(debug: bool) -> None:
    """Build, check and question the book of worked examples."""
    signal.signal(signal.SIGTERM, _stop)


main.add_command(new)


def _stop(_number: int, _frame: FrameType | None) -> None:
    raise KeyboardInterrupt


@main.command()
@out_option
@warnings_option
@paper_option
@processes_option
def book(out: Path | None, claims_as_warnings: bool, paper: Any, processes: int | None) -> None:
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
            _write_pdfs(site, edition, paper, processes)
        _write_site(site, edition, processes)
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
            _write_site(site, edition, processes)
    _tell_broken(site)


@main.command()
@out_option
@warnings_option
@paper_option
@processes_option
def pdf(out: Path | None, claims_as_warnings: bool, paper: Any, processes: int | None) -> None:
    """Build the PDFs: the book, and a handout of each chapter."""
    from bookbuild.core.edition import PDF

    with _edition(out, [PDF]) as edition:
        site = _site(edition, claims_as_warnings)
        _work_runs(site)
        _write_pdfs(site, edition, paper, processes)
    _tell_broken(site)


@contextlib.contextmanager
def _edition(out: Path | None, forms: list[str]) -> Iterator[Any]:
    """Yield the edition to write some forms into; once it is in its place, say what it holds."""
    from bookbuild.core.edition import edition

    the_book = this_book()
    with edition(the_book, out or the_book.root / "dist", forms) as made:
        yield made
    for line in made.report():
        console.print(line, markup=False)


def _site(edition: Any, claims_as_warnings: bool) -> Any:
    from bookbuild.site.pages import Site

    return Site(edition.book, claims_as_warnings=claims_as_warnings, forms=edition.new)


def _write_site(site: Any, edition: Any, processes: int | None) -> None:
    from bookbuild.cli.progress import progress
    from bookbuild.core.edition import HTML
    from bookbuild.core.output import sizes_of
    from bookbuild.site.building import steps, write_site

    folder = edition.begin(HTML)
    with progress("pages", steps(site), console=notices) as step:
        made = write_site(site, folder, step, processes=processes)
    counts = f"{site.count()} pages, {made.lines} lines in the ledger"
    edition.say(HTML, f"{counts}, {sum(sizes_of(folder)) / 1e6:.1f} MB")
    site.broken_claims += made.broken


def _write_pdfs(site: Any, edition: Any, paper: Any, processes: int | None) -> None:
    from bookbuild.cli.progress import progress
    from bookbuild.core.edition import PDF
    from bookbuild.paper.documents import write_pdfs

    count = 1 + len(site.contents.entries)
    with progress("PDF", count, console=notices) as step:
        write_pdfs(site, edition.begin(PDF), paper, step, processes)
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
    from bookbuild.cli.progress import progress

    with progress("runs", site.subjects.count(), console=notices) as step:
        site.subjects.work(step)


def _tell_broken(site: Any) -> None:
    for claim in dict.fromkeys(site.broken_claims):
        notices.print(f"{claim.place}: no longer true: “{claim.sentence}”")


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
        click.echo(printable(told_figure(shown, run.scope)))


@main.command()
@click.argument("scope")
@click.option("--like", metavar="TEXT", help="Only those with TEXT in their name or title.")
@click.option("--json", "as_json", is_flag=True, help="One JSON object a line.")
def names(scope: str, like: str | None, as_json: bool) -> None:
    """List the figures that chapters may name, such as: names signal --like query

    SCOPE is what a chapter's head names as its run or its example, or a chapter: book/adam.
    """
    from bookbuild.chapters.contents import Contents
    from bookbuild.chapters.kit import book_templates
    from bookbuild.cli import names as listing

    the_book = this_book()
    found = listing.named_in(Contents(the_book, book_templates(the_book)), scope)
    if like:
        found = listing.like(found, like)
    if as_json:
        for one in found:
            click.echo(json.dumps(one.data, ensure_ascii=False))
        return
    for line in listing.listed(found):
        click.echo(printable(line))


@main.command()
@click.argument("paths", nargs=-1, required=True, type=click.Path())
@click.option("--json", "as_json", is_flag=True, help="One JSON object a line.")
@click.option("--against", multiple=True, type=click.Path(),
              help="More files or folders to hold the documents to.")  # fmt: skip
def audit(paths: tuple[str, ...], as_json: bool, against: tuple[str, ...]) -> None:
    """Read finished documents as a stranger and recompute every line of arithmetic."""
    import bookaudit
    from bookbuild.cli.progress import shares

    with shares("audit", console=notices) as watch:
        status = bookaudit.run(paths, against=against, json=as_json, watch=watch)
    sys.exit(status)


@main.command()
def lint() -> None:
    """Check every chapter without writing anything: typed digits, names, claims."""
    from bookbuild.cli.progress import progress
    from bookbuild.site.pages import Site

    site = Site(this_book())
    _work_runs(site)
    for one in (site, *site.companions):
        with progress("pages", one.count(), console=notices) as step:
            for page in one.pages():
                step(page.path)
        counts = f"{len(one.contents.entries)} chapters, {one.count()} pages"
        console.print(f"{one.book.title}: {counts}: nothing to mend", markup=False)


@main.command()
@click.option("--port", default=8000, show_default=True)
@out_option
def serve(port: int, out: Path | None) -> None:
    """Serve the built site on this machine, for a look in a browser."""
    from bookbuild.core.exchange import followed, recover
    from bookbuild.site.serve import serve_folder

    folder = out or this_book().root / "dist"
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
            console.print(f"     {check.remedy}")
    sys.exit(0 if all(check.ok for check in found) else 1)


@main.command()
@out_option
@click.option("--dry-run", is_flag=True, help="List what would be removed, and remove nothing.")
def clean(out: Path | None, dry_run: bool) -> None:
    """Remove what builds have made, and nothing else: dist/ (or --out) and .cache/."""
    from bookbuild.core import cleaning

    for removal in cleaning.clean(this_book(), out, dry_run=dry_run):
        console.print(f"{'would remove' if dry_run else 'removed'} {removal}", markup=False)
