"""The list of all papers, one line each."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING

from django.utils.translation import gettext_lazy as _

from tournaments.files.papers.sheet import Printout
from tournaments.models import Tournament
from tournaments.selectors.papers import cards, honours, rounds, tables, told
from tournaments.selectors.papers.orders import Order

if TYPE_CHECKING:
    from django_stubs_ext import StrPromise


@dataclass(frozen=True, slots=True)
class Paper:
    """One paper: its title and its maker; `public` if it shows nothing that is not on public pages.

    A paper that is `kept` can also be printed as of an earlier publication of its round.
    """

    title: StrPromise
    maker: Callable[[Order], Printout]
    public: bool = False
    kept: bool = False
    # Why it cannot be printed yet, in a sentence; "" if it can.
    waits_for: Callable[[Tournament], str] = lambda _tournament: ""


# The name in the address -> the paper; papers of a published round, then papers of the event.
OF_ROUND = {
    "by-board": Paper(_("Pairings by board"), rounds.by_board, public=True, kept=True),
    "by-name": Paper(_("Pairings by name"), rounds.by_name, public=True, kept=True),
    "slips": Paper(_("Result slips"), rounds.slips),
    "explanation": Paper(_("How it was paired"), told.explanation, public=True),
}
OF_EVENT = {
    "starting-list": Paper(_("Starting list"), tables.starting_list, public=True),
    "standings": Paper(_("Standings"), tables.table, public=True),
    "cross-table": Paper(_("Cross table"), tables.cross_table, public=True),
    "pairing-cards": Paper(_("Pairing cards"), cards.pairing_cards),
    "badges": Paper(_("Badges"), cards.badges),
    "place-cards": Paper(_("Place cards"), cards.place_cards),
    "table-cards": Paper(_("Table cards"), cards.table_cards),
    "poster": Paper(_("Poster: the event"), cards.to_the_event),
    "my-board": Paper(_("Poster: my board"), cards.my_board),
    "prizes": Paper(_("Prize list"), honours.announced, public=True, waits_for=honours.no_prizes),
    "awards": Paper(_("Who gets what"), honours.awarded, waits_for=honours.no_awards),
    "receipts": Paper(_("Receipts"), honours.receipts, waits_for=honours.no_receipts),
    "certificates": Paper(_("Certificates"), honours.certificates, waits_for=honours.no_certificates),
    "report": Paper(_("Arbiter’s report"), told.report),
}
