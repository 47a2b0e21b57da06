"""Edit any file that a model or a book is made of, at random, and read it again.

Of a model an edit is refused in one line that names a file, or it changes nothing: settings,
texts, weights, log, snapshots and the bytes that are published are those of before. A book's
settings and chapters are the author's to change: an edit is refused in one line, or it is taken.
`python -m tests.edits 1000` makes so many edits; `make sweep` does.
"""

import json
import random
import shutil
import sys
import tempfile
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from safetensors.numpy import load_file, save_file

from bookbuild.core.config import read_book
from bookbuild.site.pages import Site
from engine.errors import WorkingsError
from subjects.models.array_files import read_arrays
from subjects.models.provenance import KEY, Provenance, read_provenance
from subjects.models.trained import weights_bytes, weights_path
from subjects.models.weights import load_model
from subjects.translator.files import load_translator
from tests import ROOT
from tests.bookbuild.small_book import small_book

MODELS = ("signal", "answers", "translator")
ODD = "\0\x1b\u202e\ufeff\u00e9\U0001f9ee\"'\\[]{}=#|<>&,.;:-+_ \t\r\n0123456789abcdefgXYZ"
VALUES: tuple[Any, ...] = (
    None, True, 0, -1, 7, 10**30, 0.5, float("nan"), float("inf"), "", "<b>x</b>", "0" * 64,
    [1], [], {}, {"a": 1},
)  # fmt: skip


class Broken(AssertionError):
    """An edit that was not refused as it should be."""


Edit = Callable[[Path, random.Random], None]


def edit_text(path: Path, rng: random.Random) -> None:
    """Change a text in one place: a character, a digit, a word, a line, or a space."""
    text = path.read_text(encoding="utf-8")
    path.write_bytes(rng.choice(TEXT_EDITS)(text, rng).encode("utf-8", "surrogatepass"))


def _other_digit(text: str, rng: random.Random) -> str:
    places = [place for place, letter in enumerate(text) if letter.isdigit()]
    if not places:
        return _other_letter(text, rng)
    place = rng.choice(places)
    digit = rng.choice([one for one in "0123456789" if one != text[place]])
    return text[:place] + digit + text[place + 1 :]


def _other_letter(text: str, rng: random.Random) -> str:
    place = rng.randrange(len(text))
    return text[:place] + rng.choice(ODD) + text[place + rng.randrange(2) :]


def _without(text: str, rng: random.Random) -> str:
    place = rng.randrange(len(text))
    return text[:place] + text[place + rng.choice((1, 1, 5, 50)) :]


def _other_lines(text: str, rng: random.Random) -> str:
    lines = text.splitlines(keepends=True)
    one, other = rng.randrange(len(lines)), rng.randrange(len(lines))
    how = rng.randrange(3)
    if how == 0:
        lines[one], lines[other] = lines[other], lines[one]
    elif how == 1:
        lines.insert(one, lines[other])
    else:
        del lines[one]
    return "".join(lines)


def _other_words(text: str, rng: random.Random) -> str:
    words = sorted(set(text.split()))
    one, other = rng.choice(words), rng.choice(words)
    places = [place for place in range(len(text)) if text.startswith(one, place)]
    place = rng.choice(places)
    return text[:place] + other + text[place + len(one) :]


def _blank(text: str, rng: random.Random) -> str:
    """Add what means nothing: spaces, a line, a comment, other line ends, a byte-order mark."""
    lines = text.split("\n")
    place = rng.randrange(len(lines))
    lines[place] += rng.choice(("  ", "\t", " # so", "\n", "\n# and so on"))
    joined = rng.choice(("\n", "\n", "\r\n")).join(lines)
    return rng.choice(("", "", "\ufeff")) + joined


TEXT_EDITS = (
    _other_digit, _other_digit, _other_letter, _without, _other_lines, _other_words, _blank,
)  # fmt: skip


def edit_bytes(path: Path, rng: random.Random) -> None:
    """Change a file of arrays in one place: a bit, a byte, its end, or a part of its header."""
    data = bytearray(path.read_bytes())
    header = 8 + int.from_bytes(data[:8], "little")
    place = rng.choice((rng.randrange(8), rng.randrange(header), rng.randrange(len(data))))
    how = rng.randrange(5)
    if how == 0:
        data[place] ^= 1 << rng.randrange(8)
    elif how == 1:
        data[place] = rng.randrange(256)
    elif how == 2:
        del data[place:]
    elif how == 3:
        data += bytes(rng.randrange(1, 20))
    else:
        data[place:place] = b" "
    path.write_bytes(data)


def metadata_in(path: Path) -> dict[str, str]:
    """Return the metadata of a file of arrays."""
    return read_arrays(path, "")[1]


def edit_weight(path: Path, rng: random.Random) -> None:
    """Change one number of a file of arrays, and write the file well."""
    arrays, metadata = load_file(path), metadata_in(path)
    name = rng.choice(sorted(arrays))
    flat = arrays[name].reshape(-1)
    flat[rng.randrange(flat.size)] = rng.choice((0.0, -0.0, 1.0, 0.25, 1e300, float("nan"), -0.01))
    save_file(arrays, path, metadata)


def edit_metadata(path: Path, rng: random.Random) -> None:
    """Change one value of what the weights say of themselves, under the seal that was there."""
    metadata = metadata_in(path)
    data = json.loads(metadata[KEY])
    _edit_tree(data, rng)
    save_file(load_file(path), path, {**metadata, KEY: json.dumps(data, sort_keys=True)})


def edit_sealed(path: Path, rng: random.Random) -> None:
    """Change one value of what the weights say of themselves, under a seal that fits it."""
    known = vars(read_provenance(metadata_in(path), path.parts[-3], str(path)))
    data = json.loads(json.dumps(known))
    key = rng.choice(sorted(data))
    if isinstance(data[key], dict):
        _edit_tree(data[key], rng)
    else:
        data[key] = rng.choice(VALUES)
    try:
        path.write_bytes(weights_bytes(load_file(path), Provenance(**data)))
    except ValueError:  # not a number: no seal has that
        edit_metadata(path, rng)


def _edit_tree(data: Any, rng: random.Random) -> None:
    while True:
        keys = sorted(data) if isinstance(data, dict) else list(range(len(data)))
        key = rng.choice(keys)
        if isinstance(data[key], dict | list) and data[key] and rng.random() < 0.8:
            data = data[key]
        elif rng.random() < 0.2:
            del data[key]
            return
        else:
            data[key] = rng.choice(VALUES)
            return


def remove(path: Path, rng: random.Random) -> None:
    """Remove a file, or put a folder, an empty file or a stranger's file in or near its place."""
    how = rng.randrange(4)
    if how == 3:
        (path.parent / f"{path.name}.bak").write_bytes(path.read_bytes())
        return
    path.unlink()
    if how == 1:
        path.mkdir()
    elif how == 2:
        path.write_bytes(b"")


@dataclass(frozen=True)
class Place:
    """A file to edit, how, and how often."""

    file: str
    edits: tuple[Edit, ...]
    share: int


PLACES = (
    Place("config.toml", (edit_text, edit_text, edit_text, remove), 6),
    Place("corpus.txt", (edit_text, edit_text, edit_text, remove), 3),
    Place("heldout.txt", (edit_text, edit_text, edit_text, remove), 3),
    Place("trained/training.csv", (edit_text, edit_text, edit_text, remove), 3),
    Place(
        "trained/weights.safetensors",
        (edit_bytes, edit_weight, edit_metadata, edit_metadata, edit_sealed, edit_sealed, remove),
        6,
    ),
    Place("trained/snapshots.safetensors", (edit_bytes, edit_weight, remove), 2),
)
BOOK_PLACES = ("book/book.toml", "book/01-a-chapter.md")


def meaning(folder: Path) -> object:
    """Return all that a model's folder says, and the bytes of it that are published."""
    if folder.name == "translator":
        translator = load_translator(folder)
        texts: tuple[object, ...] = (translator.pairs, translator.heldout)
        model: Any = translator
        points: object = ()
    else:
        model = load_model(folder)
        texts = (model.corpus, model.questions, model.heldout, model.unseen)
        points = {
            step: {
                (part, name): array.tobytes()
                for part in ("weights", "first", "second")
                for name, array in getattr(point, part).items()
            }
            for step, point in model.snapshots.items()
        }
    published = weights_path(folder).read_bytes()
    return (model.config, texts, model.provenance, model.log, points, published)


def edit_model(name: str, rng: random.Random, folder: Path, before: object) -> tuple[str, str]:
    """Edit one file of a copied model and read it; return the file, and what came of it."""
    there = [place for place in PLACES if (ROOT / "weights" / name / place.file).exists()]
    place = rng.choices(there, [place.share for place in there])[0]
    shutil.rmtree(folder, ignore_errors=True)
    shutil.copytree(ROOT / "weights" / name, folder)
    edit = rng.choice(place.edits)
    edit(folder / place.file, rng)
    shown = f"{name}/{place.file}, {edit.__name__}"
    try:
        after = meaning(folder)
    except WorkingsError as error:
        check_line(error, str(folder), shown)
        return place.file, "refused"
    except Exception as error:
        raise Broken(f"{shown}: {error!r}") from error
    if after != before:
        raise Broken(f"{shown}: accepted, and says something else")
    return place.file, "accepted, the same"


def edit_book(rng: random.Random, root: Path) -> tuple[str, str]:
    """Edit the settings or the chapter of a small book and render it; return what came of it."""
    shutil.rmtree(root, ignore_errors=True)
    small_book(root)
    file = rng.choice(BOOK_PLACES)
    rng.choice((edit_text, edit_text, edit_text, remove))(root / file, rng)
    try:
        site = Site(read_book(root))
        for _ in site.pages():
            pass
    except WorkingsError as error:
        check_line(error, "book", file)
        return file, "refused"
    except Exception as error:
        raise Broken(f"{file}: {error!r}") from error
    return file, "accepted"


def check_line(error: WorkingsError, start: str, shown: str) -> None:
    """Raise `Broken` unless an error is one line that names a file."""
    line = str(error)
    if "\n" in line or not line.startswith(start):
        raise Broken(f"{shown}: {line!r}")


def sweep(count: int, seed: int, folder: Path) -> Counter[tuple[str, str]]:
    """Make so many edits, a tenth of them to a book; return what came of them, by file.

    Raises `Broken` at the first that is neither refused in one line nor without a meaning.
    """
    rng = random.Random(seed)
    before = {name: meaning(ROOT / "weights" / name) for name in MODELS}
    counts: Counter[tuple[str, str]] = Counter()
    for number in range(count):
        if number % 10 == 9:
            counts[edit_book(rng, folder / "book")] += 1
        else:
            name = MODELS[number % len(MODELS)]
            counts[edit_model(name, rng, folder / name, before[name])] += 1
    return counts


def main() -> None:
    """Make as many edits as asked for, and print what came of them."""
    with tempfile.TemporaryDirectory() as folder:
        counts = sweep(int(sys.argv[1]), seed=1, folder=Path(folder))
    for (file, came), count in sorted(counts.items()):
        print(f"{file:32}{came:20}{count:6}")
    print(f"{counts.total()} edits: refused in one line, or without another meaning")


if __name__ == "__main__":
    main()
