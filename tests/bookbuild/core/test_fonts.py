"""The fonts of the book: what they cover, how they are kept, and that their bytes never change."""

import io
from dataclasses import replace
from pathlib import Path

import pytest
from fontTools.ttLib import TTFont
from fontTools.ttLib.tables import otTables

from bookbuild.core import font_cuts, fonts
from engine.errors import WorkingsError


@pytest.fixture(scope="module")
def site(fonts_cache: Path) -> dict[str, bytes]:
    return fonts.site_fonts(fonts_cache)


def opened(data: bytes) -> TTFont:
    return TTFont(io.BytesIO(data), recalcTimestamp=False)


def test_every_character_that_passes_the_check_is_in_a_font_of_the_site_and_of_the_pdf(
    site: dict[str, bytes], fonts_cache: Path
) -> None:
    on_site = {c for name, data in site.items() if name.endswith("woff2") for c in cmap(data)}
    on_paper = {
        c
        for path in fonts.print_fonts(fonts_cache).iterdir()
        for c in cmap(path.read_bytes())
        if path.stem != "marks"  # which has no ink
    }
    needed = {ord(c) for c in fonts.COVERED} - set(map(ord, "\n\t\r\u200b\u00ad"))
    assert not needed - on_site
    assert not needed - on_paper


def cmap(data: bytes) -> set[int]:
    return set(opened(data).getBestCmap())


def test_the_text_font_has_every_sign_of_a_line_of_arithmetic(site: dict[str, bytes]) -> None:
    signs = {ord(c) for c in "0123456789.−×÷√()=+%\u00a0"}
    for name in ("serif-regular", "serif-semibold", "serif-italic"):
        assert signs <= cmap(site[f"{name}.woff2"])


def test_figures_are_as_wide_as_each_other(site: dict[str, bytes]) -> None:
    for name in ("serif-regular", "serif-semibold"):
        font = opened(site[f"{name}.woff2"])
        letters = font.getBestCmap()
        assert len({font["hmtx"][letters[ord(digit)]][0] for digit in "0123456789"}) == 1


def test_no_font_of_the_site_is_heavy(site: dict[str, bytes]) -> None:
    assert max(map(len, site.values())) < 40_000
    assert sum(map(len, site.values())) < 200_000


def test_fonts_are_static_and_go_by_names_of_their_own(site: dict[str, bytes]) -> None:
    for name in (name for name in site if name.endswith("woff2")):
        font = opened(site[name])
        assert "fvar" not in font
        assert font["name"].getDebugName(1).startswith("Workings")
        assert font["name"].getDebugName(13)  # the licence travels along


def test_the_licences_lie_beside_the_fonts(site: dict[str, bytes]) -> None:
    for name in fonts.LICENCES:
        assert b"SIL OPEN FONT LICENSE" in site[name].upper()


def test_a_second_build_takes_the_fonts_from_the_cache(
    site: dict[str, bytes], fonts_cache: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(fonts, "_make", refuse)
    assert fonts.site_fonts(fonts_cache) == site


def refuse(*_: object) -> None:
    raise AssertionError("made again")


def test_other_options_make_other_fonts(monkeypatch: pytest.MonkeyPatch) -> None:
    before = fonts._key()
    monkeypatch.setattr(fonts, "FEATURES", ("kern",))
    assert fonts._key() != before


def test_the_same_cut_gives_the_same_bytes(site: dict[str, bytes]) -> None:
    cut = next(cut for cut in fonts.CUTS if cut.file == "mono-regular")
    assert font_cuts.light(font_cuts.static(cut)) == site["mono-regular.woff2"]


def test_kerning_is_what_the_library_makes_of_it(monkeypatch: pytest.MonkeyPatch) -> None:
    few = replace(fonts.CUTS[1], characters="AVTWaeoy.,−1")
    ours = kerning(font_cuts.static(few))
    monkeypatch.setattr(font_cuts, "_settle_kerning", lambda *_: None)
    assert ours == kerning(font_cuts.static(few))
    assert any(ours.values())


def kerning(data: bytes) -> dict[tuple[str, str], int]:
    """Return how far each pair of letters moves together, from the tables of one font."""
    moves: dict[tuple[str, str], int] = {}
    for lookup in opened(data)["GPOS"].table.LookupList.Lookup:
        for table in (getattr(sub, "ExtSubTable", sub) for sub in lookup.SubTable):
            if not isinstance(table, otTables.PairPos):
                continue
            for first in table.Coverage.glyphs:
                if table.Format == 1:
                    pairs = table.PairSet[table.Coverage.glyphs.index(first)].PairValueRecord
                    found = {pair.SecondGlyph: pair for pair in pairs}
                else:
                    seconds = table.Class1Record[table.ClassDef1.classDefs.get(first, 0)]
                    classes = table.ClassDef2.classDefs
                    found = {name: seconds.Class2Record[kind] for name, kind in classes.items()}
                for second, pair in found.items():
                    moved = getattr(pair.Value1, "XAdvance", 0) if pair.Value1 else 0
                    moves.setdefault((first, second), moved)
    return moves


def test_an_interrupted_cut_leaves_nothing_in_the_cache(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def interrupted(folder: Path) -> None:
        (folder / "site").mkdir(parents=True)
        raise KeyboardInterrupt

    monkeypatch.setattr(fonts, "_make", interrupted)
    with pytest.raises(KeyboardInterrupt):
        fonts.site_fonts(tmp_path)
    assert list(tmp_path.iterdir()) == []


def test_a_cut_that_fails_names_the_font(tmp_path: Path) -> None:
    with pytest.raises(WorkingsError, match="Workings Mono Regular could not be cut"):
        fonts._cut_apart(fonts.CUTS[-2], tmp_path / "no such folder")


def test_a_package_without_its_file_is_named() -> None:
    with pytest.raises(WorkingsError, match=r"ziamath .* has no file absent\.ttf"):
        fonts.packaged("ziamath", "absent.ttf")


@pytest.mark.parametrize("text", ["−1.15 × 0.06 ÷ 2.83 = √8", "e ∈ ℝ, ∂ ⊙ ∞ ⋅ Σ", "Łukasz, œuf"])
def test_what_the_fonts_have_passes(text: str) -> None:
    fonts.check_glyphs(text)


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("the cat ⟰ sat", r"^page.html: .*“⟰” \(U\+27F0, upwards quadruple arrow\).*cat ⟰ sat"),
        ("猫", "U\\+732B"),
        ("\x07", "a character without a name"),
    ],
)
def test_a_character_that_no_font_has_is_named(text: str, told: str) -> None:
    with pytest.raises(WorkingsError, match=told):
        fonts.check_glyphs(text, where="page.html")


def test_the_first_of_several_missing_characters_is_named() -> None:
    with pytest.raises(WorkingsError, match="U\\+732B"):
        fonts.check_glyphs("a 猫 and ⟰")
