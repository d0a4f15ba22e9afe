"""The XML of a FIDE rating list. A document type is refused, so it cannot define entities."""

from __future__ import annotations

from collections.abc import Callable
from xml.parsers import expat

from django.utils.translation import gettext as _

from tournaments.files.rating_entries import NAMES, refused

MOST_TEXT = 4096
MOST_TAGS = 100
ROOT = "playerslist"


def parser_of(take: Callable[[dict[str, str]], object]) -> expat.XMLParserType:
    """A parser that passes on the elements of each player as (name -> text), and refuses other XML."""
    fields: dict[str, str] | None = None
    current, tags = "", 0

    def start(tag: str, _attributes: object) -> None:
        nonlocal fields, current, tags
        if not current and tag != ROOT:
            found = {"expected": ROOT, "found": tag}
            raise refused(_("Expected the XML element “%(expected)s”, found “%(found)s”.") % found)
        current = NAMES.get(tag, tag)
        tags += 1
        if tag == "player":
            end(ROOT)
            fields, tags = {}, 0
        elif tags > MOST_TAGS:
            raise refused(
                _("The XML is not FIDE’s: a player has more than %(most)d elements.") % {"most": tags - 1}
            )

    def text(data: str) -> None:
        if fields is not None and len(known := fields.get(current, "")) < MOST_TEXT:
            fields[current] = known + data

    def end(tag: str) -> None:
        if tag == ROOT and fields is not None:
            take(fields)

    def document_type(*_parts: object) -> None:
        raise refused(_("The XML declares a document type, which FIDE’s lists do not have."))

    parser = expat.ParserCreate()
    parser.buffer_text = True
    parser.StartElementHandler = start
    parser.CharacterDataHandler = text
    parser.EndElementHandler = end
    parser.StartDoctypeDeclHandler = document_type
    return parser
