"""What several systems answer in the same plain words."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pairing.saying import Saying

if TYPE_CHECKING:
    from pairing.saying import Who


def not_everybody(one: Who, two: Who) -> Saying:
    """That the others of their group could not all have met somebody."""
    return Saying(
        "Had {one} met {two}, not everybody in that group could have been paired.", one=one, two=two
    )


def colours_refused(one: Who, two: Who) -> Saying:
    """That more wishes for a colour would have been refused."""
    return Saying(
        "Had {one} met {two}, more players would have gone without the colour they wanted.", one=one, two=two
    )


def higher_up(first: Who, other: Who) -> Saying:
    """That the first was paired before the group of the other had its turn."""
    return Saying("{one} was paired in a higher group than {other}.", one=first, other=other)
