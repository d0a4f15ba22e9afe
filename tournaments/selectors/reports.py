"""What a file of the event contains besides the games, and what no such file can say."""

from __future__ import annotations

from collections.abc import Iterator

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from tournaments import engine
from tournaments.chain import queries as chain
from tournaments.log import queries as log
from tournaments.models import Player, Tournament
from tournaments.selectors import standings

# Columns 15 to 47 of a record 001 hold the name.
NAME_WIDTH = 33


def remarks(tournament: Tournament) -> list[str]:
    """Our own lines (###), for all that the records of a file have no place for.

    These are what affected the integrity of the pairings, late entries and withdrawals, ratings that changed,
    the fingerprints, and what decided among equals.
    """
    people = [player for player in tournament.players.all() if player.number]
    return [
        *log.remarks(tournament),
        *_of_people(people, tournament),
        *engine.rating_remarks(tournament),
        *chain.remarks(tournament, engine.other_records(tournament)),
        *standings.remarks(tournament),
    ]


def _of_people(people: list[Player], tournament: Tournament) -> Iterator[str]:
    """Lines for late entries by their first round and leavers by the first round without them."""
    lines: dict[tuple[int, str], list[int]] = {}
    for player in people:
        if player.first_round > 1:
            lines.setdefault((player.first_round, engine.LATE_ENTRY), []).append(player.number or 0)
        # Players who withdraw after the last round miss none.
        last = tournament.number_of_rounds + player.expelled
        if player.withdrawn_from and player.withdrawn_from <= last:
            word = engine.EXPULSION if player.expelled else engine.WITHDRAWAL
            lines.setdefault((player.withdrawn_from, word), []).append(player.number or 0)
    for (number, word), players in sorted(lines.items()):
        yield engine.OfPeople(word, number, tuple(sorted(players))).text


def unsaid(tournament: Tournament) -> list[str]:
    """What the event has but no report file can say, or not in full, one sentence each."""
    return list(_unsaid(tournament))


def _unsaid(tournament: Tournament) -> Iterator[str]:
    long = [player.name for player in tournament.players.all() if len(player.name) > NAME_WIDTH]
    if long:
        text = ngettext(
            "A name can have at most %(width)d characters; this one is cut: %(names)s.",
            "A name can have at most %(width)d characters; these are cut: %(names)s.",
            len(long),
        )
        yield text % {"width": NAME_WIDTH, "names": "; ".join(long)}
    if not engine.has_code_of_fide(tournament):
        _kind, code = engine.type_of_report(tournament)
        yield _("FIDE has no code for these pairing rules; %(code)s is this program’s own.") % {"code": code}
    if tournament.rating_method != Tournament.RatingMethod.FIDE and not tournament.federation:
        yield _("The file cannot say whose ratings count as long as the event has no federation.")
    if tournament.rounds.exclude(time=None).exists():
        yield _("Rounds have days but no times.")
    if tournament.categories.exists():
        yield _("There is no record for categories.")
    yield _("Boards have no numbers; who sat at which board is worked out from the scores.")
