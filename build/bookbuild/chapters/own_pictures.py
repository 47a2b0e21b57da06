"""Pictures that stand next to a chapter: what may be shown of them, and how large they are.

`![A dog asleep](dog.png)` shows the file `dog.png` in the chapter's folder, or in one below it.
"""

import base64
import re
from dataclasses import dataclass
from functools import cache
from pathlib import Path, PurePosixPath

from PIL import Image, UnidentifiedImageError

from bookbuild.core.inputs import check_regular
from engine.errors import WorkingsError, nearest

MEDIA_TYPES = {
    "gif": "image/gif", "jpeg": "image/jpeg", "jpg": "image/jpeg", "png": "image/png",
    "webp": "image/webp",
}  # fmt: skip
FORMATS = ("GIF", "JPEG", "PNG", "WEBP")
LARGEST = 16 * 2**20  # bytes
MOST_PIXELS = 64 * 10**6
_PLAIN = re.compile(r"[A-Za-z0-9_./-]+")  # what an address takes as it is
_ELSEWHERE = re.compile(r"(?:[A-Za-z][A-Za-z0-9+.-]*:|//|/)")


@dataclass(frozen=True)
class OwnPicture:
    """A file of a picture: its name as seen from the chapter's folder, its size in pixels."""

    name: str
    path: Path
    width: int
    height: int

    @property
    def media_type(self) -> str:
        """Its type."""
        return MEDIA_TYPES[self.path.suffix[1:].lower()]

    @property
    def inline(self) -> str:
        """The file as an address that holds it all."""
        data = base64.b64encode(self.path.read_bytes()).decode()
        return f"data:{self.media_type};base64,{data}"


def own_picture(folder: Path, name: str, alternative: str) -> OwnPicture:
    """Return a picture in a chapter's folder; `alternative` is said to those who can't see it.

    Raises `WorkingsError` where it is missing or can't be shown everywhere.
    """
    if not alternative.strip():
        raise WorkingsError(
            f"the picture {name} needs words for those who can’t see it: ![A dog asleep]({name})"
        )
    parts = PurePosixPath(name).parts
    if not parts or ".." in parts or _ELSEWHERE.match(name):
        raise WorkingsError(f"a picture is a file next to its chapter, not “{name}”")
    if not _PLAIN.fullmatch(name):
        raise WorkingsError(f"name the picture “{name}” with plain letters, digits, - and _ alone")
    if PurePosixPath(name).suffix[1:].lower() not in MEDIA_TYPES:
        kinds = ", ".join(sorted(MEDIA_TYPES))
        raise WorkingsError(f"the picture {name} is of no kind that can be shown: {kinds}")
    path = folder / name
    if not path.is_file():
        known = [each.relative_to(folder).as_posix() for each in _pictures(folder)]
        near = nearest(name, known)
        raise WorkingsError(f"there is no picture {name} next to the chapter.{near}")
    check_regular(path, LARGEST)
    width, height = _size(path, path.stat().st_mtime_ns)
    return OwnPicture(PurePosixPath(name).as_posix(), path, width, height)


def _pictures(folder: Path) -> list[Path]:
    return sorted(path for path in folder.rglob("*") if path.suffix[1:].lower() in MEDIA_TYPES)


@cache
def _size(path: Path, _changed: int) -> tuple[int, int]:
    try:
        with Image.open(path, formats=FORMATS) as image:
            kind, size = image.get_format_mimetype(), image.size
            if size[0] * size[1] > MOST_PIXELS:
                raise WorkingsError(f"the picture {path.name} has more pixels than can be shown")
            image.verify()
    except WorkingsError:
        raise
    except (UnidentifiedImageError, OSError, SyntaxError, ValueError) as error:
        raise WorkingsError(f"the file {path.name} is no picture that can be read") from error
    except Image.DecompressionBombError as error:
        raise WorkingsError(f"the picture {path.name} is too large") from error
    if kind != MEDIA_TYPES[path.suffix[1:].lower()]:
        raise WorkingsError(f"the picture {path.name} is {kind}: name the file so")
    return size
