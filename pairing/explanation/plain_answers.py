"""Answers in plain words that several systems share."""

from __future__ import annotations

from pairing.core.sentences import phrase

# The others of their group could not all have met somebody.
NOT_EVERYBODY = phrase("Had {one} met {two}, not everybody in that group could have been paired.")
# More wishes for a colour would have been refused.
COLOURS_REFUSED = phrase("Had {one} met {two}, more players would have gone without the colour they wanted.")
# The first was paired before the group of the other had its turn.
HIGHER_UP = phrase("{one} was paired in a higher group than {other}.")
