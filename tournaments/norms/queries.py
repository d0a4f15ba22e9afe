"""Rating changes and norms, as on the certificates."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from django.core.cache import cache
from django.db.models import prefetch_related_objects
from django.utils.translation import gettext as _
from django.utils.translation import override

from tournaments import rulebook
from tournaments.errors import DomainError
from tournaments.models import Player, Rating, Tournament
from tournaments.papers.drawing.papers import Paper, Table
from tournaments.rulebook.norms import NormRecord
from tournaments.standings import queries as standings
from tournaments.texts import as_text


@dataclass(frozen=True, slots=True)
class Estimate:
    """What FIDE's next list is expected to say, and the assumptions; or why nothing can be said."""

    outcome: rulebook.RatingOutcome | None
    assumptions: tuple[str, ...] = ()
    refused: str = ""


def estimate(
    player: Player, rows: Sequence[rulebook.SeatRow], people: Mapping[int, Player]
) -> Estimate | None:
    """The effect of the player's games; None before the first, and for teams. Arguments are the engine's."""
    if player.tournament.boards is not None:
        return None
    if player.tournament.chess960:
        return Estimate(None, refused=_("Games of Chess960 are not rated in FIDE’s lists."))
    found = rulebook.rating_outcome(player, rows, people)
    if found is None:
        return None
    if isinstance(found, str):
        return Estimate(None, refused=found)
    return Estimate(found, tuple(_assumptions(player, found)))


def _assumptions(player: Player, found: rulebook.RatingOutcome) -> list[str]:
    tournament = player.tournament
    said = []
    if found.rating is None:
        said.append(_("It is assumed that this is the first event with rated opponents."))
    elif found.rating.source != Rating.Source.FIDE_LIST:
        said.append(
            _("No FIDE list shows %(rating)d: it is assumed to be a FIDE rating.")
            % {"rating": found.rating.value}
        )
    if found.opponents_assumed:
        said.append(_("The same is assumed of opponents’ ratings that no FIDE list shows."))
    if tournament.start_date is None:
        said.append(
            _("The first day of the event is not known: it is assumed to be the day it was entered here.")
        )
    if tournament.is_long:
        said.append(
            _(
                "The event lasts more than 30 days: FIDE rates each game with the list of its own day, here"
                " all are rated with the ratings that are known."
            )
        )
    return said


@dataclass(frozen=True, slots=True)
class Line:
    """A player and a norm that they have made, or still may."""

    player: Player
    outlook: rulebook.NormOutlook


def are_offered(tournament: Tournament) -> bool:
    """Whether the public sees norms: only if the arbiters have entered how long the games are."""
    return rulebook.norms_are_rated(tournament) and tournament.minutes is not None


def outlooks(tournament: Tournament) -> list[Line]:
    """The norms made or still possible, recomputed when a round, a correction or the event has changed."""
    key, state = f"norms:{tournament.pk}", standings.rest_on(tournament)
    kept: tuple[object, tuple[rulebook.NormOutlook, ...]] | None = cache.get(key)
    prefetch_related_objects([tournament], "players__ratings")
    if kept and kept[0] == state:
        found = kept[1]
    else:
        found = rulebook.norm_outlooks(tournament)
        cache.set(key, (state, found))
    players = {player.number: player for player in tournament.players.all()}
    return [Line(players[outlook.number], outlook) for outlook in found]


def details(player: Player) -> tuple[rulebook.NormDetails, ...]:
    """Every norm that the player may make, condition by condition; () for a GM and an expelled player."""
    tournament = player.tournament
    prefetch_related_objects([tournament], "players__ratings")
    return rulebook.norm_details(tournament, player.number or 0)


UNKNOWN = "________________"


def records(tournament: Tournament) -> tuple[NormRecord, ...]:
    """The norms that were made so far, the highest titles first."""
    prefetch_related_objects([tournament], "players__ratings")
    return rulebook.norm_records(tournament) if rulebook.norms_are_rated(tournament) else ()


def certificate(player: Player, title: str) -> Paper:
    """The certificate IT1 of a norm; raises DomainError if the player has made none for this title."""
    tournament = player.tournament
    made = next(
        (one for one in records(tournament) if (one.number, one.title) == (player.number, title)), None
    )
    if made is None:
        text = _("%(name)s has made no norm for the title %(title)s.")
        raise DomainError("norm", text % {"name": player.name, "title": title})
    with override("en"):
        return _certificate(tournament, player, made)


def _certificate(tournament: Tournament, player: Player, made: NormRecord) -> Paper:
    opponents = [game.opponent for game in made.games]
    titled = Counter(opponent.title for opponent in opponents)
    host, own = tournament.federation, player.federation
    facts = (
        ("Name", player.name),
        ("FIDE ID", player.fide_id or UNKNOWN),
        ("Date of birth", player.birth or UNKNOWN),
        ("Place of birth", UNKNOWN),
        ("Sex", player.sex or UNKNOWN),
        ("Federation", own or UNKNOWN),
        *_event(tournament),
        ("Number of games", len(made.games)),
        ("Federations of the opponents", len({one.federation for one in opponents if one.federation})),
        ("Opponents not from the applicant's federation", sum(one.federation != own for one in opponents)),
        ("Opponents from the host federation", sum(one.federation == host for one in opponents)),
        ("Rated opponents", sum(bool(one.fide_rating) for one in opponents)),
        ("Opponents with titles", sum(titled[title] for title in rulebook.COUNTED_TITLES)),
        *((f"of these {title}", titled[title]) for title in rulebook.COUNTED_TITLES),
        *(_where_exempt(tournament) if made.exempt == "1.4.3d" else ()),
    )
    rows = tuple(
        (
            *(game.round, game.opponent.name, game.opponent.fide_id or "", game.opponent.federation),
            game.opponent.fide_rating or "",
            game.rating if game.rating != game.opponent.fide_rating else "",
            game.opponent.title,
            as_text(game.score),
        )
        for game in made.games
    )
    columns = (
        *(("Rd", 6), ("Name", 34), ("FIDE ID", 13), ("Fed", 8)),
        *(("Rating", 10), ("by 1.4.6", 11), ("Title", 9), ("Result", 9)),
    )
    return Paper(
        f"Certificate of title result: {made.title} (IT1)",
        facts,
        Table(columns, rows),
        totals=(
            ("Norm sought", made.title),
            ("Average rating of the opponents (1.4.6, 1.4.7)", made.average),
            ("Score required", as_text(made.required)),
            ("Score achieved", as_text(made.score)),
            ("Exceeding the norm by", as_text(made.score - made.required)),
            ("Performance", made.performance),
            ("Counts as games (1.4.1, 1.7)", made.counts_as),
        ),
        remarks=(
            *((f"Exempt from 1.4.3 and 1.4.4 by {made.exempt}.",) if made.exempt else ()),
            *made.remarks,
        ),
        signed_by=(
            "Signature of the arbiter",
            "Federation confirming the result",
            "Name of the federation's official",
            "Signature of the federation's official",
            "Date",
        ),
    )


def report(tournament: Tournament) -> Paper:
    """The report IT3: the event, its players, and the norms that were made."""
    with override("en"):
        return _report(tournament, records(tournament))


def _report(tournament: Tournament, made: tuple[NormRecord, ...]) -> Paper:
    people = list(tournament.players.all())
    by_number = {player.number: player for player in people}
    host = tournament.federation
    federations = {player.federation for player in people} - {""}
    titled = Counter(player.title for player in people)
    rated = sum(map(_is_rated, people))
    days = Counter(round_.day for round_ in tournament.rounds.all() if round_.day)
    facts = (
        *_event(tournament),
        *(("Deputy arbiter", str(one)) for one in tournament.named_arbiters.all() if not one.is_chief),
        ("System", rulebook.type_of_report(tournament)[0]),
        ("Rounds", tournament.number_of_rounds),
        ("Most rounds on one day", max(days.values(), default=UNKNOWN)),
        ("Players", len(people)),
        ("Players with a rating", rated),
        ("Players without a rating", len(people) - rated),
        ("Players of the host federation", sum(player.federation == host for player in people)),
        ("Players of other federations", sum(player.federation not in {"", host} for player in people)),
        ("Federations", len(federations)),
        *((f"{title}", titled[title]) for title in rulebook.COUNTED_TITLES),
        *(_where_exempt(tournament) if rulebook.norms_are_rated(tournament) else ()),
    )
    rows = tuple(
        (
            *(one.title, by_number[one.number].name, by_number[one.number].fide_id),
            *(by_number[one.number].federation, len(one.games), as_text(one.score), as_text(one.required)),
            *(one.average, one.performance),
        )
        for one in made
    )
    columns = (
        *(("Norm", 8), ("Name", 24), ("FIDE ID", 11), ("Fed", 7), ("Games", 8)),
        *(("Score", 8), ("Required", 10), ("Average", 10), ("Performance", 14)),
    )
    return Paper(
        "Tournament report (IT3)",
        facts,
        Table(columns, rows),
        remarks=() if rows else ("No norm was made.",),
        signed_by=("Signature of the chief arbiter", "Date"),
    )


def _event(tournament: Tournament) -> tuple[tuple[str, str | int], ...]:
    chief = next((str(one) for one in tournament.named_arbiters.all() if one.is_chief), UNKNOWN)
    return (
        ("Event", tournament.name),
        ("City", tournament.city or UNKNOWN),
        ("Host federation", tournament.federation or UNKNOWN),
        ("Start", str(tournament.start_date or UNKNOWN)),
        ("Close", str(tournament.end_date or UNKNOWN)),
        ("Chief arbiter", chief),
        ("Rate of play", tournament.time_control or UNKNOWN),
        ("Minutes of each player for 60 moves", tournament.minutes or UNKNOWN),
    )


def _where_exempt(tournament: Tournament) -> tuple[tuple[str, str | int], ...]:
    """The numbers that 1.4.3d asks for, the lowest of any round."""
    found = rulebook.norm_foreigners(tournament)
    return (
        ("1.4.3d: federations other than the host", found.federations),
        ("1.4.3d: rated players not from the host federation", found.players),
        ("1.4.3d: of them GM, IM, WGM, WIM", found.titled),
    )


def _is_rated(player: Player) -> bool:
    return rulebook.fide_rating(player.tournament, player.ratings.all()) is not None
