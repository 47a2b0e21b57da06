"""A little HTML that goes through a pass."""

import xml.etree.ElementTree as ET
from collections.abc import Callable

from bookbuild.markup.trees import parsed, written_html
from bookbuild.passes.context import Context


def passed(
    html: str, change: Callable[[ET.Element, Context], None], context: Context | None = None
) -> str:
    """Return HTML after a pass."""
    body = parsed(html, where="here")
    change(body, context or Context())
    return written_html(body)
