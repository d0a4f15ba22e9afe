"""Lists of players as people provide them: from a spreadsheet, CSV, Excel, TRF, or plain lines.

`files` gives the text of an upload. `editing` numbers its lines, `limits` refuses texts that are too large,
`programs` removes what other programs put around the list, `headings`, `columns` and `separators` find the
meaning of its columns, `rows` fits each line to them, `cells` and `federations` interpret a cell, and
`entries` checks it; `reading` does all of this.
"""

from tournaments.files.lists.editing import edited
from tournaments.files.lists.files import decode
from tournaments.files.lists.limits import MOST_LINES
from tournaments.files.lists.reading import read
from tournaments.files.lists.understood import Line, PlayerList

__all__ = ["MOST_LINES", "Line", "PlayerList", "decode", "edited", "read"]
