"""Writes the picture of the front page that the README shows: `make picture`, after a build."""

import io
import sys
from pathlib import Path

from PIL import Image

from tests import ROOT
from tests.site.samedigits import chromium

PICTURE = ROOT / "book" / "front.png"
WIDTH, COLOURS = 1000, 32
ENDS = ".reading"  # what comes after the part of the page that is shown


def write_picture(index: Path, out: Path) -> None:
    """Write the top of the front page, in few colours so that it stays small."""
    with chromium() as browser:
        page = browser.new_page(viewport={"width": WIDTH, "height": 1600})
        page.goto(index.as_uri())
        page.evaluate("document.fonts.ready")
        end = page.locator(ENDS).bounding_box()
        assert end is not None
        taken = page.screenshot(clip={"x": 0, "y": 0, "width": WIDTH, "height": end["y"]})
    Image.open(io.BytesIO(taken)).convert("RGB").quantize(COLOURS).save(out, optimize=True)


if __name__ == "__main__":
    write_picture(Path(sys.argv[1]).resolve() / "html" / "index.html", PICTURE)
