"""How a round of a round robin of teams came about: by the table of Berger, and the colours of the boards."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from pairing.explanation.facts import Told
from pairing.explanation.round_robin import TableAccount
from pairing.round_robin.berger import ARTICLE
from pairing.round_robin.editions import SINGLE
from pairing.saying import Saying

if TYPE_CHECKING:
    from pairing.explanation.facts import PlainBoard
    from pairing.tournament import Pair, Tournament


class TeamTableAccount(TableAccount):
    """What the table says of matches: its White is White on board 1."""

    def board(self, number: int, pair: Pair) -> PlainBoard:
        text = Saying("A team with White in the table has it on board 1, and then on every second board.")
        told = super().board(number, pair)
        return replace(told, reasons=(*told.reasons, Told(text, (ARTICLE,))))


def account(tournament: Tournament) -> TeamTableAccount:
    """What an explanation is made of. Raises what pairing does."""
    return TeamTableAccount(tournament, SINGLE)
