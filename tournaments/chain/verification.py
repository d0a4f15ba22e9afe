"""Whether the chain of publications, the log and the server's log are what was written."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Iterator, Mapping, Sequence
from datetime import UTC
from typing import Any, NamedTuple

from django.core.cache import cache
from django.db.models import QuerySet
from django.utils.translation import get_language
from django.utils.translation import gettext as _

from tournaments.chain import queries
from tournaments.chain.queries import Difference, boards_between, ends_between, named, rounds_between
from tournaments.chain.texts import (
    COMPUTED,
    OF_PEOPLE,
    STORED,
    Content,
    Line,
    Link,
    Person,
    fingerprint,
    text_of_server,
)
from tournaments.models import (
    AuditEvent,
    Game,
    IntegrityEvent,
    LineUp,
    Publication,
    Round,
    Seat,
    ServerAct,
    Tournament,
)

Action = AuditEvent.Action
Kind = Publication.Kind
# The kinds of links after which results of their round may come in that the chain does not have yet.
TELLING = (Kind.PAIRING, Kind.CHANGE, Kind.FOUND)
# The kinds of links that name somebody for the first time, or anew.
NAMING = (Kind.PAIRING, Kind.IDENTITY)


def differences(tournament: Tournament) -> list[Difference]:
    """All that is not as it was published; [] if rows, log and chain agree.

    That includes what the rule book computes: if it has been mended since the event ended, these standings or
    awards are no longer those that were published.
    """
    tournament, links = Tournament.objects.get(pk=tournament.pk), _links(tournament)
    return [
        *_contradictions(tournament, links),
        *_unexplained(links, _removals(tournament)),
        *_computed_since(tournament, links),
    ]


def contradictions(tournament: Tournament) -> list[Difference]:
    """Contradictions between rows, log and chain; not what the chain itself notes as unexplained."""
    return _contradictions(Tournament.objects.get(pk=tournament.pk), _links(tournament))


def _contradictions(tournament: Tournament, links: Sequence[Publication]) -> list[Difference]:
    latest, identities = _latest(links), _identities(links)
    return [
        *_broken_links(links),
        *_rounds(tournament, latest, identities),
        *_unlinked_acts(tournament, links),
        *_grounds(tournament, links),
        *_results_of_open_rounds(tournament, latest),
        *_line_ups_of_open_rounds(tournament, latest),
        *_end(tournament, links, identities),
    ]


def _links(tournament: Tournament) -> list[Publication]:
    return list(tournament.publications.select_related("audit").order_by("place"))


def _heads(tournament: Tournament) -> list[Publication]:
    """The links without their text, which is long."""
    return list(tournament.publications.defer("text").order_by("place"))


def differences_of_changed_rounds(tournament: Tournament) -> list[Difference]:
    """The differences of rounds, and of what the end states, but not what is computed from it.

    A round, or the end, is compared only if something of it has changed since it last was. For a page that is
    opened often: it does not hash the older links, and it reads the log only for rounds whose results the
    chain does not have yet.
    """
    heads = _heads(tournament)
    return [
        *(_noted(link) for link in heads if link.kind == Kind.FOUND),
        *_not_noted(tournament, heads),
        *_end_if_changed(tournament, heads),
    ]


def differences_not_noted(tournament: Tournament) -> list[Difference]:
    """The differences that the chain does not note yet, as no act since then has recorded them."""
    return _not_noted(tournament, _heads(tournament))


def _not_noted(tournament: Tournament, heads: Sequence[Publication]) -> list[Difference]:
    latest = _latest(heads)
    renamed = [link.fingerprint for link in heads if link.kind == Kind.IDENTITY]
    present = _present(tournament)
    rounds: dict[str, Round] = {}
    for round_ in tournament.rounds.all():
        link = latest.get(round_.number)
        facts = (round_.state, present.get(round_.number), link and (link.pk, link.fingerprint), renamed)
        rounds[_verified(round_, facts)] = round_
    known = cache.get_many(rounds)
    anew = {key: round_ for key, round_ in rounds.items() if key not in known}
    numbers = {round_.number for round_ in anew.values()}
    read = [link.pk for link in latest.values() if link.kind in TELLING or link.round_number in numbers]
    latest |= _latest(tournament.publications.filter(pk__in=read))
    if anew:
        identities = _identities(tournament.publications.filter(kind__in=NAMING))
        found = {
            key: list(
                _round(round_, present.get(round_.number, Content()), latest.get(round_.number), identities)
            )
            for key, round_ in anew.items()
        }
        cache.set_many(found)
        known |= found
    lines = [line for key in rounds for line in known[key]]
    return [
        *lines,
        *_results_of_open_rounds(tournament, latest),
        *_line_ups_of_open_rounds(tournament, latest),
    ]


def differences_of_round(round_: Round) -> list[Difference]:
    """The differences of one round."""
    heads = _heads(round_.tournament)
    found = [
        *(_noted(link) for link in heads if link.kind == Kind.FOUND),
        *_not_noted(round_.tournament, heads),
    ]
    return [line for line in found if line.round_number == round_.number]


def _verified(row: Round | Tournament, facts: object) -> str:
    """The key in the cache of the differences of a round, or of an event's end, with these facts."""
    digest = hashlib.sha256(repr(facts).encode()).hexdigest()
    return f"verified-{row._meta.model_name}-{row.pk}-{get_language()}-{digest}"


def _end_if_changed(tournament: Tournament, heads: Sequence[Publication]) -> list[Difference]:
    """The differences of the end, from the cache if nothing of it has changed since they were found."""
    of_end = [link for link in heads if link.kind in (Kind.IDENTITY, *Publication.OF_END)]
    if not any(link.kind in Publication.OF_END for link in of_end):
        return []
    rows = queries.rows(tournament)
    links = [(link.pk, link.fingerprint, link.at) for link in of_end]
    key = _verified(tournament, (links, tournament.finished_at, _removals(tournament), rows))
    found: list[Difference] | None = cache.get(key)
    if found is None:
        texts = list(tournament.publications.filter(pk__in=[link.pk for link in of_end]).order_by("place"))
        found = list(_end(tournament, texts, _identities(texts), rows))
        cache.set(key, found)
    return found


def _noted(link: Publication) -> Difference:
    """A short note that an act found something changed before it; the link's text has all of it."""
    where = _("link %(place)d of the chain") % {"place": link.place}
    return Difference(link.round_number, where, _("what an act explains"), link.get_kind_display())


def _unexplained(links: Sequence[Publication], removals: Sequence[tuple[int, str]]) -> Iterator[Difference]:
    """The changes that the chain has and no act explains."""
    earlier: dict[int, Content] = {}
    people: dict[str, Person] = {}
    ended: Publication | None = None
    for link in links:
        said = link.said
        before = earlier.get(link.round_number)
        if link.kind == Kind.FOUND:
            yield _noted(link)
            if before:
                yield from rounds_between(link.round_number, before, said.content)
        elif link.kind == Kind.RESULTS and before and _pairing(before) != _pairing(said.content):
            yield from boards_between(
                link.round_number, before.without_results(), said.content.without_results()
            )
        for whoever in said.people:
            was = people.setdefault(whoever.key, whoever)
            if (was.name, was.fide_id) != (whoever.name, whoever.fide_id):
                yield Difference(link.round_number, _("player"), named(was), named(whoever))
        for _was, now in said.identities:
            people[now.key] = now
        if link.kind in Publication.OF_END:
            if ended and link.kind == Kind.REOPENED:
                stood = _stored(ended, people, removals, until=link.audit_id)
                yield from ends_between(stood, said.end)
            ended = link if link.kind == Kind.END else None
        elif link.kind == Kind.WITHDRAWN:
            earlier.pop(link.round_number, None)
        elif link.kind != Kind.IDENTITY:
            earlier[link.round_number] = said.content


def _pairing(content: Content) -> tuple[object, ...]:
    return content.without_results().facts


def _broken_links(links: Sequence[Publication]) -> Iterator[Difference]:
    """Links that contradict their own text, or do not continue the link before."""
    before, act = "", 0
    for place, link in enumerate(links, 1):
        where = _("link %(place)d of the chain") % {"place": link.place}
        try:
            said = Link.read(link.text)
        except ValueError as error:
            yield Difference(link.round_number, where, link.fingerprint, str(error))
            before = link.fingerprint
            continue
        at = link.at.astimezone(UTC).isoformat()
        expected = (place, link.kind, link.round_number, link.previous, before, at)
        found = (said.place, said.kind, said.round_number, said.previous, link.previous, said.at)
        if fingerprint(link.text) != link.fingerprint:
            yield Difference(link.round_number, where, link.fingerprint, fingerprint(link.text))
        elif expected != found:
            yield Difference(link.round_number, where, _plain(expected), _plain(found))
        elif link.kind != Kind.FOUND and link.audit.action not in (
            *Publication.ACTS[Kind(link.kind)],
            Action.CHAIN_BEGUN,
        ):
            yield Difference(link.round_number, where, link.kind, link.audit.action)
        elif link.audit_id < act:
            yield Difference(link.round_number, where, str(act), str(link.audit_id))
        before, act = link.fingerprint, link.audit_id


def _rounds(
    tournament: Tournament, latest: Mapping[int, Publication], identities: Mapping[str, Person]
) -> Iterator[Difference]:
    present = _present(tournament)
    rounds = list(tournament.rounds.all())
    for round_ in rounds:
        content = present.get(round_.number, Content())
        yield from _round(round_, content, latest.get(round_.number), identities)
    for number in latest.keys() - {round_.number for round_ in rounds}:
        yield Difference(number, _("the pairings"), latest[number].get_kind_display(), "–")


def _present(tournament: Tournament) -> dict[int, Content]:
    return queries.contents(Seat.objects.filter(round__tournament=tournament, round__state__in=Round.LOCKED))


def _latest(links: Iterable[Publication]) -> dict[int, Publication]:
    """Round -> the last link about it."""
    return {link.round_number: link for link in links if link.kind in Publication.OF_ROUND}


def _identities(links: Iterable[Publication]) -> dict[str, Person]:
    """Player's key -> their identity by the chain: as first published, or as last corrected."""
    found: dict[str, Person] = {}
    for link in sorted(links, key=lambda link: link.place):
        said = link.said
        found = {whoever.key: whoever for whoever in said.people} | found
        found |= {now.key: now for _was, now in said.identities}
    return found


def _round(
    round_: Round, stands: Content, link: Publication | None, identities: Mapping[str, Person]
) -> Iterator[Difference]:
    """The differences between the round and its last link."""
    number = round_.number
    public = link is not None and link.kind != Kind.WITHDRAWN
    if round_.is_public != public:
        told = link.get_kind_display() if link else _("never published")
        yield Difference(number, _("the pairings"), told, round_.get_state_display())
        return
    if link is None or not public:
        return
    stood = queries.content_in(link)
    if stood.facts != stands.stated_as(stood).facts:
        yield from rounds_between(number, stood, stands)
    present = {whoever.key for whoever in stands.members}
    for whoever in stood.members:
        if whoever.key not in present:
            yield Difference(number, _("member of a team"), named(whoever), "–")
    for whoever in stands.people:
        was = identities.get(whoever.key, whoever)
        if (was.name, was.fide_id) != (whoever.name, whoever.fide_id):
            yield Difference(number, _("player"), named(was), named(whoever))


def _end(
    tournament: Tournament,
    links: Sequence[Publication],
    identities: Mapping[str, Person],
    rows: queries.Rows | None = None,
) -> Iterator[Difference]:
    """The differences between the event and what its end stated, without what is computed.

    An event that ended before ends were in the chain has nothing to be compared with. `rows` are those that
    its end would be made of now, if they are at hand.
    """
    of_end = [link for link in links if link.kind in Publication.OF_END]
    if not of_end:
        return
    last, ended = of_end[-1], tournament.finished_at
    stands = ended.astimezone(UTC).isoformat() if ended else _("not finished")
    if last.kind == Kind.REOPENED and ended:
        yield Difference(0, _("the end"), last.get_kind_display(), stands)
    elif last.kind == Kind.END and last.at != ended:
        yield Difference(0, _("the end"), last.at.astimezone(UTC).isoformat(), stands)
    if last.kind == Kind.END:
        stated = _stored(last, identities, _removals(tournament))
        yield from ends_between(stated, queries.stored(tournament, rows))


def _computed_since(tournament: Tournament, links: Sequence[Publication]) -> Iterator[Difference]:
    """The differences between the final standings and awards as the rule book has them now and as ended."""
    ended = next((link for link in reversed(links) if link.kind in Publication.OF_END), None)
    if ended and ended.kind == Kind.END:
        stood = [line for line in ended.said.end if line[0] in COMPUTED]
        yield from ends_between(stood, queries.computed(tournament))


def _removals(tournament: Tournament) -> list[tuple[int, str]]:
    """The lines of the log that removed personal data: (line, key of the player in the chain)."""
    acts = tournament.audit_events.filter(action=Action.PERSONAL_REMOVED)
    found = [(act.pk, _as_facts(act.after).get("player")) for act in acts]
    keys = dict(tournament.players.values_list("pk", "key")) if found else {}
    return [(line, keys[player]) for line, player in found if player in keys]


def _stored(
    ended: Publication,
    people: Mapping[str, Person],
    removals: Sequence[tuple[int, str]],
    until: int | None = None,
) -> list[Line]:
    """What the end stated and must still be so: with names as `people` has them, without removed births.

    Of removals only those up to the line `until` of the log count, if that is given.
    """
    removed = {key for line, key in removals if line > ended.audit_id and line <= (until or line)}
    found = []
    for line in ended.said.end:
        if line[0] in OF_PEOPLE:
            who = people[line[1]]
            gone = line[1].split("/")[0] in removed
            cells = [cell for cell in line[5:] if not (gone and cell.startswith("birth="))]
            found.append((*line[:3], who.name, who.fide_id, *cells))
        elif line[0] in STORED:
            found.append(line)
    return found


def _plain(facts: Iterable[object]) -> str:
    return " ".join(map(str, facts))


def _unlinked_acts(tournament: Tournament, links: Sequence[Publication]) -> Iterator[Difference]:
    """Publications and withdrawals in the log that are missing from the chain, or differ there."""
    linked = {(link.audit_id, link.kind): link for link in links}
    begun = max((link.audit_id for link in links if link.audit.action == Action.CHAIN_BEGUN), default=0)
    kinds = {
        Action.ROUND_PUBLISHED: Kind.PAIRING,
        Action.ROUND_WITHDRAWN: Kind.WITHDRAWN,
        Action.PLAYER_IDENTITY_CORRECTED: Kind.IDENTITY,
        Action.TOURNAMENT_REOPENED: Kind.REOPENED,
        Action.TOURNAMENT_FINISHED: Kind.END,
    }
    # Before the first link of the second version, an event ended without one.
    ends_since = min((link.audit_id for link in links if link.said.version > 1), default=None)
    acts = tournament.audit_events.filter(action__in=kinds, pk__gt=begun).order_by("pk")
    ended = False
    for act in acts:
        kind = kinds[Action(act.action)]
        if kind in Publication.OF_END:
            # An event that ended early may be reopened first, and go on by an act of its own.
            was, ended = ended, kind == Kind.END
            if kind == Kind.REOPENED and not was:
                continue
        if kind in Publication.OF_END and (ends_since is None or act.pk < ends_since):
            continue
        link = linked.get((act.pk, kind))
        told = Action(act.action).label
        if link is None:
            yield Difference(act.round_number or 0, _("the log"), str(told), _("not in the chain"))
        elif link.kind == Kind.PAIRING and (boards := _as_facts(act.after).get("boards")) is not None:
            said = queries.content_in(link)
            chained = [[board.white.number, board.black.number] for board in said.boards]
            if chained != boards:
                yield Difference(link.round_number, _("the log"), _pairs(boards), _pairs(chained))


def _as_facts(noted: object) -> dict[str, Any]:
    """The facts of a line of the log; {} for a line that no service has written."""
    return noted if isinstance(noted, dict) else {}


def _as_list(noted: object) -> list[Any]:
    return noted if isinstance(noted, list) else []


def _as_number(noted: object) -> int:
    return noted if isinstance(noted, int) else 0


def _pairs(boards: object) -> str:
    return str(boards).replace(" ", "")


def _grounds(tournament: Tournament, links: Sequence[Publication]) -> Iterator[Difference]:
    """Withdrawals whose ground has changed, or whose note is missing."""
    withdrawn = {link.round_number: link for link in links if link.kind == Kind.WITHDRAWN}
    notes = tournament.integrity_events.filter(kind=IntegrityEvent.Kind.RE_PAIRING)
    noted = set(notes.values_list("audit_id", flat=True))
    for round_ in tournament.rounds.filter(number__in=withdrawn):
        stood = withdrawn[round_.number].said.ground
        stands = f"{round_.repair_ground}: {round_.repair_reason}"
        # A link does not keep line breaks.
        if stood.split() != stands.split():
            yield Difference(round_.number, _("the ground of the withdrawal"), stood, stands)
    for link in links:
        if link.kind == Kind.WITHDRAWN and link.audit_id not in noted:
            yield Difference(link.round_number, _("the note of the withdrawal"), link.audit.reason, "–")


def _results_of_open_rounds(
    tournament: Tournament, latest: Mapping[int, Publication]
) -> Iterator[Difference]:
    """Results that are not in the chain yet and differ from what the log says was entered last."""
    pending = [link for link in latest.values() if link.kind in TELLING]
    said = [link.said for link in pending]
    waiting = [link.round_number for link in said if not link.content.states_results]
    # The result and, in a match of teams, those of its boards; None if no line has these.
    entered: dict[tuple[int, int], tuple[str, str | None]] = {}
    # The pairing number of the player who goes on from a level match of a knock-out.
    decided: dict[tuple[int, int], int | None] = {}
    # After an act was taken back, results are as before, but the log does not list them board by board; nor
    # does it need to have the results from before the chain began.
    restored = {link.round_number for link in said if link.ground == Action.CHAIN_BEGUN}
    for act in tournament.audit_events.filter(round_number__in=waiting).order_by("pk"):
        number, after = act.round_number or 0, _as_facts(act.after)
        match act.action:
            case Action.ROUND_WITHDRAWN | Action.RESTORED:
                (restored.add if act.action == Action.RESTORED else restored.discard)(number)
                entered = {key: result for key, result in entered.items() if key[0] != number}
                decided = {key: player for key, player in decided.items() if key[0] != number}
            case Action.MATCH_DECIDED:
                decided[number, _as_number(after.get("board"))] = _as_number(after.get("player")) or None
            case Action.GAMES_ADJOURNED:
                unsaid = ("", None if number in restored else "")
                for board in map(_as_number, _as_list(after.get("adjourned"))):
                    of_boards = entered.get((number, board), unsaid)[1]
                    entered[number, board] = Game.Result.ADJOURNED.value, of_boards
            case Action.RESULT_ENTERED | Action.RESULT_CORRECTED | Action.ADJOURNED_RESULT:
                told = str(after.get("result", "")), str(after.get("boards", ""))
                entered[number, _as_number(after.get("board"))] = told
            case Action.COLOURS_CORRECTED | Action.OPPONENTS_CORRECTED:
                for seated in map(_as_list, _as_list(after.get("seated"))):
                    board, result = (seated[0], seated[-1]) if seated else (0, "")
                    entered[number, _as_number(board)] = str(result), ""
    games = Game.objects.filter(round__tournament=tournament, round__state__in=Round.LOCKED)
    games = games.filter(round__number__in=waiting).select_related("round", "decision__player")
    for game in games:
        number, board = game.round.number, game.board or 0
        where = _("board %(board)d") % {"board": board}
        stands = game.result, game.boards
        result, of_boards = entered.get((number, board), stands if number in restored else ("", ""))
        stood = result, game.boards if of_boards is None else of_boards
        if stood != stands and not game.round.imported:
            yield Difference(number, where, _in_words(*stood), _in_words(*stands))
        decision = getattr(game, "decision", None)
        goes_on = decision.player.number if decision else None
        went_on = decided.get((number, board), goes_on if number in restored else None)
        if went_on != goes_on and not game.round.imported:
            yield Difference(number, where, _through(went_on), _through(goes_on))


def _line_ups_of_open_rounds(
    tournament: Tournament, latest: Mapping[int, Publication]
) -> Iterator[Difference]:
    """Line-ups that are not in the chain yet and differ from what the log says was entered last."""
    if not tournament.boards:
        return
    pending = [link.said for link in latest.values() if link.kind in TELLING]
    waiting = [link.round_number for link in pending if not link.content.states_results]
    # (round, key of the team) -> the line-up as the line of the log writes it; "" for none.
    entered: dict[tuple[int, str], str] = {}
    for act in tournament.audit_events.filter(
        action__in=(Action.LINE_UP_SET, Action.ROUND_WITHDRAWN), round_number__in=waiting
    ).order_by("pk"):
        number, after = act.round_number or 0, _as_facts(act.after)
        if act.action == Action.LINE_UP_SET:
            entered[number, str(after.get("team"))] = str(after.get("places", ""))
        else:
            entered = {key: places for key, places in entered.items() if key[0] != number}
    seats = Seat.objects.filter(round__tournament=tournament, round__number__in=waiting, game__isnull=False)
    stands: dict[int, list[str]] = {}
    rows = LineUp.objects.filter(seat__in=seats).order_by("board")
    for sitting, board, place in rows.values_list("seat_id", "board", "member__place"):
        stands.setdefault(sitting, []).append(f"{board}:{place or 0}")
    for seat in seats.filter(round__state__in=Round.LOCKED, round__imported=False).select_related(
        "round", "player"
    ):
        told = entered.get((seat.round.number, seat.player.key), "").strip(",")
        now = ",".join(stands.get(seat.pk, ()))
        if told != now:
            where = _("line-up of %(team)s") % {"team": seat.player.name}
            yield Difference(seat.round.number, where, told or "–", now or "–")


def _in_words(result: str, boards: str) -> str:
    told = str(dict(Game.Result.choices).get(result, result))
    return f"{told} ({boards})" if boards else told


def _through(number: int | None) -> str:
    """The player who goes on from a level match, by pairing number, in words."""
    return _("number %(number)d goes on") % {"number": number} if number else "–"


class Read(NamedTuple):
    """What the log says: a sentence for each broken link, and the last sound line about each event."""

    broken: list[str]
    of_events: dict[int, ServerAct]


def head() -> str:
    """The fingerprint of the last link, which vouches for all before it; "" if there is none."""
    links = ServerAct.objects.exclude(fingerprint="")
    return links.values_list("fingerprint", flat=True).first() or ""


def not_linked() -> QuerySet[ServerAct]:
    """The lines after the last link, the first one first: the next link takes them in."""
    last = ServerAct.objects.exclude(fingerprint="").first()
    return ServerAct.objects.filter(pk__gt=last.pk if last else 0).order_by("pk")


def read() -> Read:
    """Read the log from its beginning and check each link."""
    found = Read([], {})
    previous, lines = "", []
    for act in ServerAct.objects.order_by("pk").iterator():
        lines.append(act.line)
        if not act.fingerprint:
            continue
        fault = _fault(act, fingerprint(text_of_server(lines, act.previous)), previous)
        if fault:
            found.broken.append(fault % {"line": act.pk, "at": f"{act.at:%Y-%m-%d %H:%M}"})
        elif act.event is not None:
            found.of_events[act.event] = act
        previous, lines = act.fingerprint, []
    return found


def _fault(act: ServerAct, computed: str, previous: str) -> str:
    if act.fingerprint != computed:
        return _("line %(line)d (%(at)s) of the server's log is not as it was written")
    if act.previous != previous:
        return _("line %(line)d (%(at)s) of the server's log does not follow the line before it")
    return ""


def faults(kept: str = "") -> Iterator[str]:
    """A sentence for each broken link, and for each event that is not as the log says.

    With `kept`, a fingerprint of the log from earlier or its first digits, also if no line has it.
    """
    log = read()
    yield from log.broken
    kept = "".join(kept.split()).lower()
    if kept and not ServerAct.objects.filter(fingerprint__startswith=kept).exists():
        yield _("no line of the server's log has the fingerprint %(kept)s") % {"kept": kept}
    events = Tournament.objects.only("slug", "removed_at").in_bulk()
    yield from (
        _("%(event)s was removed, and the server's log does not say so") % {"event": event.slug}
        for event in events.values()
        if event.is_removed and not is_logged(event, log)
    )
    for key, act in log.of_events.items():
        if fault := _contradiction(act, events.get(key)):
            yield fault % {"event": act.subject, "line": act.pk}


def is_logged(event: Tournament, log: Read) -> bool:
    """Whether the log has the removal of this event, which is removed."""
    act = log.of_events.get(event.pk)
    return act is not None and act.action == ServerAct.Action.EVENT_REMOVED and act.at == event.removed_at


def _contradiction(act: ServerAct, event: Tournament | None) -> str:
    if event is None and act.action != ServerAct.Action.EVENT_PURGED:
        return _("%(event)s is gone, and the server's log does not say so after line %(line)d")
    if event and act.action == ServerAct.Action.EVENT_PURGED:
        return _(
            "%(event)s is there, and line %(line)d of the server's log says that it was deleted for good"
        )
    if event and act.action == ServerAct.Action.EVENT_REMOVED and not event.is_removed:
        return _("%(event)s is not removed, and the server's log does not say so after line %(line)d")
    return ""
