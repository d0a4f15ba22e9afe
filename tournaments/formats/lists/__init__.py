"""Lists of players as people provide them: from a spreadsheet, CSV, Excel, TRF, or plain lines.

`encodings` reads the bytes of a file as text, `sources` recognises whose list it is, `cells` cuts it into
lines and cells and interprets each cell, `columns` finds the meaning of its columns, `proposals` says what
would put it right, `answers` what the arbiters have decided, and `reading` does all of this, checks each
entry, and gives the `lines` that the preview shows.
"""

from tournaments.formats.lists.answers import Answers, from_json, marked
from tournaments.formats.lists.cells import MOST_LINES, unmarked
from tournaments.formats.lists.columns import LABELS, RATINGS
from tournaments.formats.lists.encodings import Decoded, decode, decoded
from tournaments.formats.lists.lines import Line, PlayerList
from tournaments.formats.lists.proposals import Known
from tournaments.formats.lists.reading import Finder, read

__all__ = [
    "LABELS",
    "MOST_LINES",
    "RATINGS",
    "Answers",
    "Decoded",
    "Finder",
    "Known",
    "Line",
    "PlayerList",
    "decode",
    "decoded",
    "from_json",
    "marked",
    "read",
    "unmarked",
]
