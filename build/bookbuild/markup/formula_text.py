"""Decides how a formula reads as a row of plain text: ``e^(s − m) / Σ_j e^(s_j − m)``.

It is what a picture of the formula is called, and what is copied from paper in its place.
"""

import re
import xml.etree.ElementTree as ET

_SPACED = frozenset("=≈≠<>≤≥≪≫≡∼∝∈←→⇒↦+−-±×÷·⋅∗/|∣⊙⊕⊗∘")
_ACCENTS = {"^": "hat", "ˆ": "hat", "¯": "bar", "‾": "bar", "~": "tilde", "˜": "tilde"}
_OPENING, _CLOSING = "([{⟨⌊⌈", ")]}⟩⌋⌉"
_HOLDING = f" {_OPENING}+−-∂"  # what follows these directly belongs to them
_ONE_THING = re.compile(r"\w+(\.\d+)?|[^\w\s]|√\(.*\)")
_WIDE = ("1em", "2em")  # what parts two formulas
_INVISIBLE = dict.fromkeys(map(ord, "\u2061\u2062\u2063\u2064\u200b"), "")


def plain_text(math: ET.Element) -> str:
    """Write a formula, given as MathML, in one row."""
    return _row(math)


def _row(element: ET.Element) -> str:
    """Write the children of an element one after the other, with room around operations."""
    parts: list[str] = []
    for child in element:
        text = _text(child)
        if not text:
            continue
        before = parts[-1] if parts else ""
        if text in _SPACED:
            # a sign at the beginning belongs to what follows it
            first = not before.strip() or before[-1] in f" {_OPENING},"
            parts.append(text if first else f" {text} ")
        elif text in ",;:":
            parts.append(f"{text} ")
        elif _needs_space(before, text):
            parts.append(f" {text}")
        else:
            parts.append(text)
    return re.sub(" {2,}", " ", "".join(parts)).strip()


def _needs_space(before: str, text: str) -> bool:
    """Whether something needs room between it and what is before it."""
    return bool(before) and before[-1] not in _HOLDING and (text[0].isalnum() or text[0] in "√∑∂")


def _text(element: ET.Element) -> str:
    parts = list(element)
    match element.tag:
        case "mfrac":
            return " / ".join(map(_bracketed, parts))
        case "msqrt":
            return f"√({_row(element)})"
        case "mroot":
            return f"({_text(parts[0])})^(1 / {_text(parts[1])})"
        case "msup":
            return f"{_bracketed(parts[0])}^{_bracketed(parts[1])}"
        case "msub" | "munder":
            return f"{_text(parts[0])}_{_bracketed(parts[1])}"
        case "mover":
            return f"{_text(parts[0])}_{_ACCENTS.get(_text(parts[1]), _text(parts[1]))}"
        case "msubsup" | "munderover":
            base, below, above = parts
            return f"{_text(base)}_{_bracketed(below)}^{_bracketed(above)}"
        case "mtr":
            return ", ".join(map(_row, parts))
        case "mtable":
            return "; ".join(map(_text, parts))
        case "mspace":
            return ";" if element.get("width") in _WIDE else ""
    if parts:
        return _row(element)
    return " ".join((element.text or "").translate(_INVISIBLE).split())


def _bracketed(element: ET.Element) -> str:
    text = _text(element)
    if _ONE_THING.fullmatch(text) or _is_bracket(text):
        return text
    return f"({text})"


def _is_bracket(text: str) -> bool:
    """Whether one pair of brackets holds all of a text."""
    depth = 0
    for at, sign in enumerate(text):
        depth += (sign in _OPENING) - (sign in _CLOSING)
        if depth == 0:
            return sign in _CLOSING and at == len(text) - 1
    return False
