"""Lists of players as people provide them: from a spreadsheet, CSV, Excel, TRF, or plain lines.

`encodings` reads the bytes of a file as text, `sources` recognises whose list it is, `cells` cuts it into
lines and cells and interprets each cell, `columns` finds the meaning of its columns, and `reading` does all
of this and checks each entry.
"""

from tournaments.formats.lists.cells import MOST_LINES, edited
from tournaments.formats.lists.encodings import Decoded, decode, decoded
from tournaments.formats.lists.reading import Line, PlayerList, read

__all__ = ["MOST_LINES", "Decoded", "Line", "PlayerList", "decode", "decoded", "edited", "read"]
