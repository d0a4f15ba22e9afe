"""The limits of a list's size: larger ones are refused before they are read."""

from __future__ import annotations

from django.utils.translation import gettext as _

from tournaments.files.lists.editing import physical_lines
from tournaments.files.lists.separators import COMMA, EXACT, SEVERAL_BLANKS

# Nobody looks through a longer list before entering it.
MOST_LINES = 2000
MOST_COLUMNS = 100
MOST_CHARACTERS = 500


def too_long(text: str) -> str:
    """The refusal of a text with more lines than any list; "" if it does not have too many."""
    lines = physical_lines(text)
    # Empty lines cost little, but not nothing.
    many = len(lines) if len(lines) > 10 * MOST_LINES else sum(1 for line in lines if line.strip())
    if many <= MOST_LINES:
        return ""
    refusal = _("The list has %(many)d lines; expected at most %(most)d at once. Enter it in parts.")
    return refusal % {"many": many, "most": MOST_LINES}


def too_wide(text: str) -> str:
    """The refusal of a text with longer lines than any list; "" if none is too long."""
    for number, line in enumerate(physical_lines(text), 1):
        if not line:
            continue
        many = max(len(SEVERAL_BLANKS.findall(line)), *(line.count(s) for s in (*EXACT, COMMA))) + 1
        if many > MOST_COLUMNS:
            refusal = _("Line %(number)d has %(many)d columns; expected at most %(most)d.")
            return refusal % {"number": number, "many": many, "most": MOST_COLUMNS}
        if len(line) > MOST_CHARACTERS:
            refusal = _("Line %(number)d has %(many)d characters; expected at most %(most)d.")
            return refusal % {"number": number, "many": len(line), "most": MOST_CHARACTERS}
    return ""
