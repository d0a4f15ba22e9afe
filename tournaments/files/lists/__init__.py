"""Lists of players as people provide them: from a spreadsheet, CSV, Excel, TRF, or plain lines.

`files` gives the text of an upload. `editing` numbers its lines, `limits` refuses texts that are too large,
`programs` removes what other programs put around the list, `headings`, `columns` and `separators` find the
meaning of its columns, `rows` fits each line to them, `cells` and `federations` interpret a cell, and
`entries` checks it; `reading` does all of this.
"""

from tournaments.formats.lists.cells import MOST_LINES, decode, edited
from tournaments.formats.lists.reading import Line, PlayerList, read

__all__ = ["MOST_LINES", "Line", "PlayerList", "decode", "edited", "read"]
