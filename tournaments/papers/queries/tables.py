"""The tables that papers print: players, standings, and what is told about the event."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from datetime import datetime

from django.db.models import prefetch_related_objects
from django.utils import timezone
from django.utils.dateformat import format as date_format
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from tournaments import rulebook
from tournaments.chain import queries as chain
from tournaments.columns import Column
from tournaments.event.queries import event, schedule
from tournaments.log import queries as log
from tournaments.models import Category, Game, IntegrityEvent, Publication, Round, Tournament
from tournaments.papers.drawing import papers
from tournaments.papers.drawing.papers import Listing, Section, Story
from tournaments.papers.drawing.sheet import Imprint, Printout
from tournaments.players import columns as player_columns
from tournaments.ratings import queries as ratings
from tournaments.results.queries import adjourned_games
from tournaments.rounds.queries import boards
from tournaments.standings import columns as standings_columns
from tournaments.standings import queries as standings
from tournaments.texts import as_text

Kind = Publication.Kind
# Links of the chain that report a change, and not the regular course of the round.
CHANGES = (Kind.CHANGE, Kind.FOUND, Kind.IDENTITY, Kind.WITHDRAWN)


@dataclass(frozen=True, slots=True)
class Order:
    """An order for a paper of an event, or of one of its rounds."""

    tournament: Tournament
    round: Round | None = None
    # The publication of the round that is wanted; None for the present state.
    link: Publication | None = None
    # The round after which standings are wanted; None for the last finished one.
    after: int | None = None
    # The category whose standings are wanted; None for all players.
    category: Category | None = None
    # Gives the full address of a public page, as phones reach it, from the page's name and arguments.
    address: Callable[..., str] = field(kw_only=True)

    @property
    def of_round(self) -> Round:
        """The round of the paper; ValueError if it has none."""
        if self.round is None:
            message = "this paper is of a round"
            raise ValueError(message)
        return self.round


def moment(at: datetime) -> str:
    """A day and time by the hall's clock: 22 November 2026, 17:31."""
    return date_format(timezone.localtime(at), _("j F Y, H:i"))


def imprint(order: Order, title: str, *, detail: str = "", notice: str = "") -> Imprint:
    """The imprint of a paper of the event: it refers to the last link of the chain."""
    last = chain.last(order.tournament)
    return Imprint(
        title=title,
        event=_event(order.tournament),
        detail=detail or _days(order.tournament),
        printed=_printed(),
        publication=_vouched(last) if last else "",
        notice=notice,
    )


def imprint_of_round(order: Order, title: str) -> Imprint:
    """The imprint of a paper of a round: the publication it shows, and what happened to that since."""
    round_ = order.of_round
    links = list(chain.shown_with(round_))
    shown = order.link or (links[-1] if links else None)
    start = schedule.when(round_.day, round_.time) if round_.day else ""
    heading = _("%(title)s, round %(number)d") % {"title": title, "number": round_.number}
    return Imprint(
        title=heading,
        event=_event(order.tournament),
        detail=start,
        printed=_printed(),
        publication=_vouched(shown) if shown else "",
        notice=_notice(links, shown),
    )


def _notice(links: list[Publication], shown: Publication | None) -> str:
    """A notice if the paper is out of date, withdrawn, or differs from the first publication; else ""."""
    if shown is None:
        return ""
    later = [link for link in links if link.place > shown.place]
    if later:
        facts = {"place": shown.place, "kind": later[-1].get_kind_display(), "time": moment(later[-1].at)}
        return _("OUT OF DATE. As of publication %(place)d; since then: %(kind)s, %(time)s.") % facts
    if shown.kind == Kind.WITHDRAWN:
        return _("NOT VALID. This pairing was withdrawn on %(time)s.") % {"time": moment(shown.at)}
    changes = [link for link in links if link.kind in CHANGES]
    if not changes:
        return ""
    facts = {"place": shown.place, "kind": changes[-1].get_kind_display(), "time": moment(changes[-1].at)}
    return _("As of publication %(place)d. Changed since it was first published: %(kind)s, %(time)s.") % facts


def _event(tournament: Tournament) -> str:
    facts = [tournament.name, tournament.city, tournament.federation]
    if not tournament.in_fide_mode:
        left = {"number": tournament.fide_mode_left_in}
        facts.append(_("Not in FIDE mode since round %(number)s") % left)
    return " · ".join(filter(None, facts))


def _days(tournament: Tournament) -> str:
    first, last = tournament.start_date, tournament.end_date
    days = dict.fromkeys(date_format(day, _("j F Y")) for day in (first, last) if day)
    return " – ".join(days)


def _printed() -> str:
    return _("printed %(time)s · Board One") % {"time": moment(timezone.now())}


def _vouched(link: Publication) -> str:
    facts = {"place": link.place, "time": moment(link.at), "fingerprint": link.short}
    return _("publication %(place)d, %(time)s · fingerprint %(fingerprint)s") % facts


def which_rating(order: Order) -> list[str]:
    """A note that says which rating the paper has; none for teams, whose rating is their members'."""
    return [ratings.sentence(order.tournament)] if order.tournament.boards is None else []


def listing(columns: Sequence[Column], rows: Iterable[object], notes: Sequence[str] = ()) -> Listing:
    """The rows under their headings, and the notes below them."""
    heads = [
        papers.Column(str(one.heading), _aligned(one), bold=one.bold, grows=one.grows) for one in columns
    ]
    return Listing(heads, [[column.printed(row) for column in columns] for row in rows], notes)


def _aligned(column: Column) -> str:
    return "right" if column.number else "centre" if column.centred else "left"


def table(order: Order) -> Printout:
    """The standings after a round, with all tie-breaks; for a category also with the places in it."""
    tournament, category = order.tournament, order.category
    prefetch_related_objects([tournament], "players__ratings")
    last = rulebook.finished_rounds(tournament)
    after = last if order.after is None else order.after
    columns = standings_columns.on_paper(tournament, category)
    rows = standings.rows(tournament, after, category)
    names = {"names": event.tie_breaks(tournament), "text": tournament.get_tie_break_text_display()}
    notes = [
        _("Points, then %(names)s (%(text)s). Players who are equal in all of them share the rank.") % names,
        *_provisional(order, after),
        *which_rating(order),
    ]
    title = _title(order, after, last)
    if category:
        title = _("%(name)s: %(value)s") % {"name": category.name, "value": title}
    stamp = imprint(order, title, notice=_earlier(after, last))
    return Printout(stamp, listing(columns, rows, notes))


def cross_table(order: Order) -> Printout:
    """The standings with every round of all players: the opponent's number, the colour and the points.

    If everybody meets everybody, each column is an opponent, in the order of the standings.
    """
    tournament = order.tournament
    prefetch_related_objects([tournament], "players__ratings")
    last = rulebook.finished_rounds(tournament)
    after = last if order.after is None else order.after
    rows = standings.rows(tournament, after)
    cross = standings.cross_table(tournament, rows, after)
    key = (
        _("○½: with White, half a point. ● Black; + and − not played. The columns are the places.")
        if cross.opponents
        else _(
            "12○½: against number 12, with White, half a point. ● Black; + and − not played; · no opponent."
        )
    )
    out = {"names": "; ".join(cross.left_out)}
    left_out = _(
        "Left out, as more than half of the games are missed; these games count for nobody (C.05 6.6):"
        " %(names)s."
    )
    notes = [
        key,
        *([left_out % out] if cross.left_out else []),
        *_provisional(order, after),
        *which_rating(order),
    ]
    stamp = imprint(
        order, _("Cross table after round %(after)d") % {"after": after}, notice=_earlier(after, last)
    )
    columns = standings_columns.of_cross_table_on_paper(cross)
    return Printout(stamp, listing(columns, rows, notes), wide=True)


def starting_list(order: Order) -> Printout:
    """The players in their initial order (C.04.2 B)."""
    rows = order.tournament.players.prefetch_related("ratings")
    body = listing(player_columns.STARTING_LIST, rows, which_rating(order))
    return Printout(imprint(order, _("Starting list")), body)


def _title(order: Order, after: int, last: int) -> str:
    if order.tournament.is_finished and after == last:
        return _("Final standings")
    return _("Standings after round %(after)d") % {"after": after} if after else _("Initial order")


def _earlier(after: int, last: int) -> str:
    """A notice that later rounds are over; "" if none is."""
    if after == last:
        return ""
    facts = {"after": after, "last": last}
    return _("OUT OF DATE. As of round %(after)d; round %(last)d is over.") % facts


def _provisional(order: Order, after: int) -> list[str]:
    if not adjourned_games(order.tournament, before=after + 1):
        return []
    return [_("Provisional: adjourned games count as draws until their results are in.")]


# The report has this many lines of the standings.
FIRST = 10


def explanation(order: Order) -> Printout:
    """How the round was paired, bracket by bracket and board by board (C.04.1 i)."""
    tournament, number = order.tournament, order.of_round.number
    prefetch_related_objects([tournament], "players")
    told = boards.explained(tournament, number).whole()
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
    for one in event.regulations(tournament):
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
            _("%(count)d not played") % {"count": sum(result in rulebook.ABSENT for result in found)},
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
    for entry in log.entries(tournament):
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
