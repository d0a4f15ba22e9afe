"""What several systems answer in the same plain words."""

from __future__ import annotations

from pairing.saying import phrase

# That the others of their group could not all have met somebody.
NOT_EVERYBODY = phrase("Had {one} met {two}, not everybody in that group could have been paired.")
# That more wishes for a colour would have been refused.
COLOURS_REFUSED = phrase("Had {one} met {two}, more players would have gone without the colour they wanted.")
# That the first was paired before the group of the other had its turn.
HIGHER_UP = phrase("{one} was paired in a higher group than {other}.")
