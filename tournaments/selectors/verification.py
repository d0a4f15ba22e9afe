"""Whether published rounds are still as they were published: rows, log and chain are compared.

An attacker who changes rows behind the program's back would have to change all three consistently, and the
fingerprints that people have seen would no longer match (docs/operations/integrity.md).
"""

from __future__ import annotations

import hashlib
from datetime import UTC
from typing import TYPE_CHECKING, Any

from django.core.cache import cache
from django.utils.translation import get_language
from django.utils.translation import gettext as _

from tournaments.chain import Content, Link, fingerprint
from tournaments.models import AuditEvent, Game, IntegrityEvent, Publication, Round, Seat
from tournaments.selectors import publications
from tournaments.selectors.differences import Difference, boards_between, byes_between, named

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

    from tournaments.chain import Person
    from tournaments.models import Tournament


Action, Kind = AuditEvent.Action, Publication.Kind
# The kinds of links after which results of their round may come in that the chain does not have yet.
TELLING = (Kind.PAIRING, Kind.CHANGE, Kind.FOUND)


def differences(tournament: Tournament) -> list[Difference]:
    """All that is not as it was published; [] if rows, log and chain agree."""
    return [*contradictions(tournament), *_unexplained(list(tournament.publications.order_by("place")))]


def contradictions(tournament: Tournament) -> list[Difference]:
    """Contradictions between rows, log and chain; not what the chain itself notes as unexplained."""
    links = list(tournament.publications.select_related("audit").order_by("place"))
    return [
        *_broken_links(links),
        *_rounds(tournament, links),
        *_unlinked_acts(tournament, links),
        *_grounds(tournament, links),
        *_results_of_open_rounds(tournament, _latest(links)),
    ]


def differences_of_changed_rounds(tournament: Tournament) -> list[Difference]:
    """The differences of rounds only; a round is read again only if it has changed since it was last read.

    For a page that is opened often. It does not hash the older links, and it reads the log only for rounds
    whose results the chain does not have yet.
    """
    noted = tournament.publications.filter(kind=Kind.FOUND).order_by("place")
    return [*map(_noted, noted), *differences_not_noted(tournament)]


def differences_not_noted(tournament: Tournament) -> list[Difference]:
    """The differences that the chain does not note yet, as no act since then has recorded them."""
    heads = list(tournament.publications.defer("text").order_by("place"))
    latest = _latest(heads)
    renamed = [link.fingerprint for link in heads if link.kind == Kind.IDENTITY]
    present = _present(tournament)
    rounds: dict[str, Round] = {}
    for round_ in tournament.rounds.all():
        link = latest.get(round_.number)
        facts = (round_.state, present.get(round_.number), link and (link.pk, link.fingerprint), renamed)
        digest = hashlib.sha256(repr(facts).encode()).hexdigest()
        rounds[f"verified-{round_.pk}-{get_language()}-{digest}"] = round_
    known = cache.get_many(rounds)
    anew = {key: round_ for key, round_ in rounds.items() if key not in known}
    numbers = {round_.number for round_ in anew.values()}
    read = [link.pk for link in latest.values() if link.kind in TELLING or link.round_number in numbers]
    latest |= _latest(tournament.publications.filter(pk__in=read))
    if anew:
        identities = _identities(tournament.publications.filter(kind__in=(Kind.IDENTITY, Kind.PAIRING)))
        found = {
            key: list(
                _round(round_, present.get(round_.number, Content()), latest.get(round_.number), identities)
            )
            for key, round_ in anew.items()
        }
        cache.set_many(found)
        known |= found
    lines = [line for key in rounds for line in known[key]]
    return lines + list(_results_of_open_rounds(tournament, latest))


def differences_of_round(round_: Round) -> list[Difference]:
    """The differences of one round."""
    found = differences_of_changed_rounds(round_.tournament)
    return [line for line in found if line.round_number == round_.number]


def _noted(link: Publication) -> Difference:
    """A short note that an act found something changed before it; the link's text has all of it."""
    where = _("link %(place)d of the chain") % {"place": link.place}
    return Difference(link.round_number, where, _("what an act explains"), link.get_kind_display())


def _unexplained(links: Sequence[Publication]) -> Iterator[Difference]:
    """The changes that the chain has and no act explains."""
    earlier: dict[int, Content] = {}
    people: dict[str, Person] = {}
    for link in links:
        said = publications.said(link)
        before = earlier.get(link.round_number)
        if link.kind == Kind.FOUND:
            yield _noted(link)
            if before:
                yield from boards_between(link.round_number, before, _told_alike(said.content, before))
                yield from byes_between(link.round_number, before, said.content)
        elif link.kind == Kind.RESULTS and before and _pairing(before) != _pairing(said.content):
            yield from boards_between(
                link.round_number, before.without_results(), said.content.without_results()
            )
        for whoever in said.content.people:
            was = people.setdefault(whoever.key, whoever)
            if (was.name, was.fide_id) != (whoever.name, whoever.fide_id):
                yield Difference(link.round_number, _("player"), named(was), named(whoever))
        if said.identity:
            people[said.identity.now.key] = said.identity.now
        elif link.kind != Kind.WITHDRAWN:
            earlier[link.round_number] = said.content
        else:
            earlier.pop(link.round_number, None)


def _told_alike(content: Content, other: Content) -> Content:
    return content if other.tells_results else content.without_results()


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


def _rounds(tournament: Tournament, links: Sequence[Publication]) -> Iterator[Difference]:
    latest, identities, present = _latest(links), _identities(links), _present(tournament)
    rounds = list(tournament.rounds.all())
    for round_ in rounds:
        content = present.get(round_.number, Content())
        yield from _round(round_, content, latest.get(round_.number), identities)
    for number in latest.keys() - {round_.number for round_ in rounds}:
        yield Difference(number, _("the pairings"), latest[number].get_kind_display(), "–")


def _present(tournament: Tournament) -> dict[int, Content]:
    return publications.contents(
        Seat.objects.filter(round__tournament=tournament, round__state__in=Round.LOCKED)
    )


def _latest(links: Iterable[Publication]) -> dict[int, Publication]:
    """Round -> the last link about it."""
    return {link.round_number: link for link in links if link.kind != Kind.IDENTITY}


def _identities(links: Iterable[Publication]) -> dict[str, Person]:
    """Player's key -> their identity by the chain: as first published, or as last corrected."""
    found: dict[str, Person] = {}
    for link in sorted(links, key=lambda link: link.place):
        said = publications.said(link)
        found = {whoever.key: whoever for whoever in said.content.people} | found
        if said.identity:
            found[said.identity.now.key] = said.identity.now
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
    stood = publications.content_in(link)
    if not stood.tells_results:
        stands = stands.without_results()
    if stood.facts != stands.facts:
        yield from boards_between(number, stood, stands)
        yield from byes_between(number, stood, stands)
    for whoever in stands.people:
        was = identities.get(whoever.key, whoever)
        if (was.name, was.fide_id) != (whoever.name, whoever.fide_id):
            yield Difference(number, _("player"), named(was), named(whoever))


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
    }
    acts = tournament.audit_events.filter(action__in=kinds, pk__gt=begun).order_by("pk")
    for act in acts:
        link = linked.get((act.pk, kinds[Action(act.action)]))
        told = Action(act.action).label
        if link is None:
            yield Difference(act.round_number or 0, _("the log"), str(told), _("not in the chain"))
        elif link.kind == Kind.PAIRING and (boards := _as_facts(act.after).get("boards")) is not None:
            said = publications.content_in(link)
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
        stood = publications.said(withdrawn[round_.number]).ground
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
    said = [publications.said(link) for link in pending]
    waiting = [link.round_number for link in said if not link.content.tells_results]
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


def _in_words(result: str, boards: str) -> str:
    told = str(dict(Game.Result.choices).get(result, result))
    return f"{told} ({boards})" if boards else told


def _through(number: int | None) -> str:
    """The player who goes on from a level match, by pairing number, in words."""
    return _("number %(number)d goes on") % {"number": number} if number else "–"
