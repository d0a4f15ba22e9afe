"""The papers in sentences: the explanation of a round, the arbiter's report."""

from __future__ import annotations

from collections.abc import Iterator

from django.db.models import prefetch_related_objects
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from tournaments import engine
from tournaments.files.papers.sheet import Printout
from tournaments.files.papers.stories import Section, Story
from tournaments.models import Game, IntegrityEvent, Publication, Round, Tournament
from tournaments.points import as_text
from tournaments.selectors import events, explanations, integrity, schedule, standings
from tournaments.selectors.papers.orders import Order, imprint, imprint_of_round, moment

# The report has this many lines of the standings.
FIRST = 10


def explanation(order: Order) -> Printout:
    """How the round was paired, bracket by bracket and board by board (C.04.1 i)."""
    tournament, number = order.tournament, order.of_round.number
    prefetch_related_objects([tournament], "players")
    told = explanations.explained(tournament, number).whole()
    sections = [Section(title, sentences) for title, sentences in told]
    return Printout(imprint_of_round(order, _("How it was paired")), Story(sections))


def report(order: Order) -> Printout:
    """The report that an arbiter hands in after the event: how it was run, and what happened."""
    tournament = order.tournament
    prefetch_related_objects([tournament], "players")
    sections = [
        Section(_("Event"), list(_facts(tournament))),
        Section(_("Regulations"), list(_regulations(tournament))),
        Section(_("Rounds"), list(_rounds(tournament))),
        Section(_("Players who left"), list(_left(tournament)) or [_("nobody")]),
        Section(_("Integrity of the pairings"), list(_touched(tournament)) or [_("nothing to note")]),
        Section(_("Standings"), list(_first(tournament))),
        Section(_("Remarks of the arbiter"), ["_" * 90] * 3),
    ]
    signers = (_("Place, date"), _("Signature of the chief arbiter"))
    return Printout(imprint(order, _("Arbiter’s report")), Story(sections, signers))


def _facts(tournament: Tournament) -> Iterator[str]:
    people = list(tournament.players.all())
    federations = {player.federation for player in people} - {""}
    yield ngettext("%(count)d player", "%(count)d players", len(people)) % {"count": len(people)}
    yield _("Federations: %(count)d") % {"count": len(federations)}
    if tournament.time_control:
        yield _("Time control: %(text)s") % {"text": tournament.time_control}
    for arbiter in tournament.named_arbiters.all():
        text = _("Chief arbiter: %(name)s") if arbiter.is_chief else _("Arbiter: %(name)s")
        yield text % {"name": arbiter}


def _regulations(tournament: Tournament) -> Iterator[str]:
    for one in events.regulations(tournament):
        yield _("%(name)s: %(value)s") % {"name": one.label, "value": one.value}


def _rounds(tournament: Tournament) -> Iterator[str]:
    games = Game.objects.filter(round__tournament=tournament, round__state__in=Round.LOCKED)
    results: dict[int, list[str]] = {}
    for number, result in games.values_list("round__number", "result"):
        results.setdefault(number, []).append(result)
    last = {
        link.round_number: link
        for link in tournament.publications.filter(kind__in=Publication.OF_ROUND)
        .order_by("place")
        .defer("text")
    }
    for round_ in tournament.rounds.filter(state__in=Round.LOCKED):
        found = results.get(round_.number, [])
        parts = [
            schedule.when(round_.day, round_.time) if round_.day else "",
            _("published on %(time)s") % {"time": moment(round_.published_at)} if round_.published_at else "",
            ngettext("%(count)d game", "%(count)d games", len(found)) % {"count": len(found)},
            _("%(count)d not played") % {"count": sum(result in engine.ABSENT for result in found)},
            _("%(count)d open") % {"count": sum(result in Game.OPEN for result in found)},
            last[round_.number].short if round_.number in last else "",
        ]
        text = ", ".join(filter(None, parts))
        yield _("Round %(number)d: %(text)s") % {"number": round_.number, "text": text}


def _left(tournament: Tournament) -> Iterator[str]:
    for player in tournament.players.all():
        facts = {"name": player.name, "number": player.withdrawn_from}
        if player.expelled:
            yield _("%(name)s: expelled") % facts
        elif player.withdrawn_from:
            yield _("%(name)s: withdrawn from round %(number)d") % facts


def _touched(tournament: Tournament) -> Iterator[str]:
    """What affected the integrity of the pairings, without that of a draft, which must not be printed."""
    public = set(tournament.rounds.filter(state__in=Round.LOCKED).values_list("number", flat=True))
    for entry in integrity.entries(tournament):
        event = entry.event
        if event.kind == IntegrityEvent.Kind.MANUAL_PAIRING and event.round_number not in public:
            continue
        facts = {"number": event.round_number, "kind": event.get_kind_display()}
        change = [" – ".join(entry.before), " – ".join(entry.after)] if entry.before or entry.after else []
        lifted = _("taken back: %(reason)s") % {"reason": event.lifted_reason} if not event.stands else ""
        parts = (_("Round %(number)d: %(kind)s.") % facts, " → ".join(change), event.reason, lifted)
        yield " ".join(filter(None, parts))


def _first(tournament: Tournament) -> Iterator[str]:
    for row in standings.rows(tournament)[:FIRST]:
        facts = {"rank": row.rank, "name": row.player.name, "points": as_text(row.standing.points)}
        yield _("%(rank)d. %(name)s, %(points)s") % facts
