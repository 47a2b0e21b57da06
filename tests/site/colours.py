"""The colours of the style sheets, as the eye meets them: contrast, and how the colour-blind see.

Contrast is that of WCAG 2.2; the matrices are Machado, Oliveira and Fernandes (2009), table 1, at
full severity, on linear light.
"""

import re
from collections.abc import Mapping

from tests import ROOT

Colour = tuple[float, float, float]
"""Red, green and blue as linear light, from 0 to 1."""

CSS = ROOT / "templates" / "css"
SIGHTS: Mapping[str, tuple[Colour, Colour, Colour]] = {
    "usual": ((1, 0, 0), (0, 1, 0), (0, 0, 1)),
    "protan": (
        (0.152286, 1.052583, -0.204868),
        (0.114503, 0.786281, 0.099216),
        (-0.003882, -0.048116, 1.051998),
    ),
    "deutan": (
        (0.367322, 0.860646, -0.227968),
        (0.280085, 0.672501, 0.047413),
        (-0.011820, 0.042940, 0.968881),
    ),
    "tritan": (
        (1.255528, -0.076749, -0.178779),
        (-0.078411, 0.930809, 0.147602),
        (0.004733, 0.691367, 0.303900),
    ),
}


def palettes() -> dict[str, dict[str, Colour]]:
    """Return the named colours of the site, light and dark."""
    light = _named((CSS / "tokens.css").read_text(encoding="utf-8"))
    site = (CSS / "site.css").read_text(encoding="utf-8")
    dark = re.search(r"prefers-color-scheme: dark\) \{\s*:root \{(.*?)\}", site, re.DOTALL)
    assert dark is not None
    return {"light": light, "dark": light | _named(dark[1])}


def _named(css: str) -> dict[str, Colour]:
    return {name: linear(code) for name, code in re.findall(r"--(\w+): (#[0-9a-f]{6});", css)}


def linear(code: str) -> Colour:
    """Read `#rrggbb`."""
    red, green, blue = (_light(int(code[at : at + 2], 16) / 255) for at in (1, 3, 5))
    return red, green, blue


def _light(part: float) -> float:
    return part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4


def seen(colour: Colour, sight: str) -> Colour:
    """Return a colour as someone with this sight sees it."""
    red, green, blue = (min(1.0, max(0.0, _weighed(row, colour))) for row in SIGHTS[sight])
    return red, green, blue


def contrast(one: Colour, other: Colour) -> float:
    """Return the contrast of two colours, from 1 to 21."""
    dark, light = sorted(_weighed((0.2126, 0.7152, 0.0722), each) for each in (one, other))
    return (light + 0.05) / (dark + 0.05)


def _weighed(weights: Colour, colour: Colour) -> float:
    return sum(weight * part for weight, part in zip(weights, colour, strict=True))
