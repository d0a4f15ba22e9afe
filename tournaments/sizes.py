"""How large a file may be, for every file that people give to the program."""

from __future__ import annotations

from django.template.defaultfilters import filesizeformat
from django.utils.formats import number_format
from django.utils.translation import gettext as _


def too_large(found: int, most: int) -> str:
    """What is wrong with a file of `found` bytes where `most` are taken; "" if nothing is."""
    if found <= most:
        return ""
    sizes = {"found": filesizeformat(found), "most": filesizeformat(most)}
    if sizes["found"] != sizes["most"]:
        return _("The file has %(found)s; expected at most %(most)s.") % sizes
    sizes = {
        "found": number_format(found, force_grouping=True),
        "most": number_format(most, force_grouping=True),
    }
    return _("The file has %(found)s bytes; expected at most %(most)s.") % sizes
