"""The style sheets of a site's pages: which there are, and the fonts that go with them."""

import shutil
from pathlib import Path

from bookbuild.core.fonts import site_fonts

STYLES = ("tokens.css", "site.css", "pictures.css", "own.css", "living.css")


def write_styles(folder: Path, templates: Path, cache: Path) -> None:
    """Write css/ and fonts/ into a folder; `cache` keeps the fonts once they are cut."""
    (folder / "css").mkdir()
    for name in STYLES:
        shutil.copyfile(templates / "css" / name, folder / "css" / name)
    (folder / "fonts").mkdir()
    for name, data in site_fonts(cache).items():
        (folder / "fonts" / name).write_bytes(data)
