"""Lists of players as people bring them: from a spreadsheet, CSV, Excel, TRF, or plain lines.

`files` gives the text of an upload. `editing` numbers its lines, `limits` refuses what is no list, `programs`
knows what other programs put around it, `headings`, `columns` and `separators` say what its columns are,
`rows` brings each line under them, `cells` and `federations` say what a cell means, and `entries` checks it;
`reading` is the way through.
"""

from tournaments.files.lists.editing import edited
from tournaments.files.lists.files import decode
from tournaments.files.lists.limits import MOST_LINES
from tournaments.files.lists.reading import read
from tournaments.files.lists.understood import Line, PlayerList

__all__ = ["MOST_LINES", "Line", "PlayerList", "decode", "edited", "read"]
