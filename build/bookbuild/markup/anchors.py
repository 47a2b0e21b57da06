"""Headings that lead to themselves, so that their address can be copied."""

import re

from markupsafe import Markup

_HEADING = re.compile(r'(<(h[23])\b[^>]*\bid="([^"]+)"[^>]*>)(.*?)(</\2>)', re.DOTALL)


def with_anchors(html: str) -> Markup:
    """Make each heading of the second and third level that has an id a link to itself.

    One with a link inside stays as it is.
    """
    return Markup(_HEADING.sub(_linked, html))


def _linked(match: re.Match[str]) -> str:
    opening, _, name, inside, closing = match.groups()
    if "<a " in inside:
        return match[0]
    return f'{opening}<a class="here" href="#{name}">{inside}</a>{closing}'
