"""Decides which fonts and which letters the book has, on the site and in the PDF.

The locked packages hold variable fonts; `font_cuts` makes static ones of them, with the letters
listed here: WOFF2 files for the site, TrueType files for the PDF, where `font_marks` adds its own.
They are kept in a cache folder.
"""

import hashlib
import json
import os
import string
import unicodedata
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from importlib.metadata import files, version
from pathlib import Path

from bookbuild.core.children import Child
from bookbuild.core.exchange import replacing
from engine.errors import WorkingsError

LATIN = (
    string.printable[:95]
    + "".join(map(chr, range(0xA0, 0x100)))
    + "ŒœŸŁłŠšŽžČčĆćŃńŚśŻżĘęĄąŐőĞğİıŞşŘřĚě"  # names of people in references
    + "\u2002\u2003\u2007\u2009\u200a\u202f‐–—‘’‚“”„†•…‹›€™"
)
ARITHMETIC = "−×÷±·√∞∂∆∏∑∫≈≠≤≥′⁄⁰¹²³⁴⁵⁶⁷⁸⁹₀₁₂₃₄₅₆₇₈₉←↑→↓"
GREEK = "ΑΒΓΔΕΖΗΘΙΚΛΜΝΞΟΠΡΣΤΥΦΧΨΩαβγδεζηθικλμνξοπρςστυφχψω"
# The mathematical alphabets that browsers use for a one-letter <mi>; planck's h is elsewhere.
ITALICS = "".join(chr(c) for c in range(0x1D434, 0x1D468) if c != 0x1D455) + "ℎ"
GREEK_ITALICS = "".join(map(chr, range(0x1D6FC, 0x1D71C)))
SIGNS = "⋅∈ℝ⊙⊕⊗∘⟨⟩⌊⌋⌈⌉‖∣⋯⋮∝∼≡≪≫⇒↦⁻⁺∇⊤"

# Headings and step numbers: other letters in them fall back to the text font.
DISPLAY = string.printable[:95] + "\u00a0−×÷√·–—‘’“”…éèêàçô"
SERIF = LATIN + ARITHMETIC + GREEK
MATH = ARITHMETIC + GREEK + ITALICS + GREEK_ITALICS + SIGNS + string.printable[:95]
COVERED = frozenset(SERIF + MATH + "\n\t\r\u200b\u00ad")  # and what takes no glyph

SERIF_PACKAGE, MONO_PACKAGE, MATH_PACKAGE = (
    "fontpkg-source-serif-4",
    "fontpkg-source-code-pro",
    "ziamath",
)
FEATURES = ("kern", "liga", "lnum", "tnum", "sups", "subs")


@dataclass(frozen=True)
class Cut:
    """One static font: where it comes from, where it is on each axis, what it keeps."""

    file: str
    package: str
    source: str
    axes: tuple[tuple[str, float], ...]
    characters: str
    family: str
    style: str


_ROMAN, _SLOPED = "SourceSerif4[opsz,wght].ttf", "SourceSerif4-Italic[opsz,wght].ttf"
_TEXT, _DISPLAY = ("opsz", 14.0), ("opsz", 36.0)


def _serif(file: str, source: str, weight: float, size: tuple[str, float], style: str) -> Cut:
    display = size is _DISPLAY
    family, letters = ("Workings Display", DISPLAY) if display else ("Workings Serif", SERIF)
    return Cut(file, SERIF_PACKAGE, source, (("wght", weight), size), letters, family, style)


CUTS = (
    _serif("serif-regular", _ROMAN, 400, _TEXT, "Regular"),
    _serif("serif-semibold", _ROMAN, 600, _TEXT, "Semibold"),
    _serif("serif-italic", _SLOPED, 400, _TEXT, "Italic"),
    _serif("display-semibold", _ROMAN, 600, _DISPLAY, "Semibold"),
    _serif("display-light", _ROMAN, 300, _DISPLAY, "Light"),
    Cut(
        "mono-regular",
        MONO_PACKAGE,
        "SourceCodePro[wght].ttf",
        (("wght", 400.0),),
        LATIN + "−×÷·√→",
        "Workings Mono",
        "Regular",
    ),
    Cut(
        "math-regular",
        MATH_PACKAGE,
        "STIXTwoMath-Regular.ttf",
        (),
        MATH,
        "Workings Math",
        "Regular",
    ),
)
LICENCES = {"OFL-serif.txt": SERIF_PACKAGE, "OFL-mono.txt": MONO_PACKAGE}


def site_fonts(cache: Path) -> dict[str, bytes]:
    """Return the site's font files, name to bytes; made once, then read from ``cache``."""
    folder = _made(cache, "site")
    return {path.name: path.read_bytes() for path in sorted(folder.iterdir())}


def print_fonts(cache: Path) -> Path:
    """Return the folder of static TrueType fonts for the PDF; made once, then kept in ``cache``."""
    return _made(cache, "print")


def check_glyphs(text: str, *, where: str = "") -> None:
    """Stop at the first character that no font of the book can show, and name it."""
    unknown = set(text) - COVERED
    if not unknown:
        return
    at, missing = min((text.index(character), character) for character in unknown)
    around = " ".join(text[max(0, at - 20) : at + 20].split())
    name = unicodedata.name(missing, "a character without a name")
    raise WorkingsError(
        f"no font of the book has “{missing}” (U+{ord(missing):04X}, {name.lower()}),"
        f" needed in “{around}”",
        where=where,
    )


def _made(cache: Path, medium: str) -> Path:
    folder = cache / f"fonts-{_key()}"
    if not folder.is_dir():
        with replacing(folder) as made:  # by the same fonts, if another build has just made them
            _make(made)
    return folder / medium


def _make(folder: Path) -> None:
    for medium in ("print", "site"):
        (folder / medium).mkdir()
    # Processes of their own: the cores share the work, and fontTools stays out of this one.
    with ThreadPoolExecutor(max_workers=os.cpu_count()) as pool:
        list(pool.map(lambda cut: _cut_apart(cut, folder), CUTS))
    _run("font_marks", [str(folder / "print")], purpose="for marks on paper")
    for name, package in LICENCES.items():
        (folder / "site" / name).write_bytes(packaged(package, "LICENSE").read_bytes())


def _cut_apart(cut: Cut, folder: Path) -> None:
    _run("font_cuts", [cut.file, str(folder)], purpose=f"{cut.family} {cut.style}")


def _run(module: str, request: object, *, purpose: str) -> None:
    child = Child(f"bookbuild.core.{module}", json.dumps(request))
    _, errors = child.answer()
    if child.status:
        reason = errors.strip().splitlines()[-1:] or [f"exit status {child.status}"]
        raise WorkingsError(f"the font {purpose} could not be cut: {reason[0]}")


def _key() -> str:
    """Name all that the bytes depend on: the cuts, how they are cut, and the packages."""
    packages = (SERIF_PACKAGE, MONO_PACKAGE, MATH_PACKAGE, "fonttools", "brotli")
    makers = [
        Path(__file__).with_name(f"{name}.py").read_text(encoding="utf-8")
        for name in ("font_cuts", "font_marks")
    ]
    options = (CUTS, FEATURES, makers, [version(package) for package in packages])
    return hashlib.sha256(repr(options).encode()).hexdigest()[:16]


def packaged(package: str, name: str) -> Path:
    """Return the path of a file inside an installed package."""
    for file in files(package) or ():
        if file.name == name:
            return Path(str(file.locate()))
    raise WorkingsError(
        f"the package {package} {version(package)} has no file {name}; install the locked one"
    )
