"""Lists of players as people provide them: from a spreadsheet, CSV, Excel, TRF, or plain lines.

`cells` cuts an upload into lines and cells and interprets each cell, `columns` finds the meaning of its
columns, and `reading` does all of this and checks each entry.
"""

from tournaments.formats.lists.cells import MOST_LINES, decode, edited
from tournaments.formats.lists.reading import Line, PlayerList, read

__all__ = ["MOST_LINES", "Line", "PlayerList", "decode", "edited", "read"]
