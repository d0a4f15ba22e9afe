"""The players of a file, fitted to the columns of an entry."""

from __future__ import annotations

from django.core.exceptions import ValidationError
from django.utils.translation import gettext as _

from tournaments import engine
from tournaments.errors import DomainError
from tournaments.formats.lists.cells import known_code_of
from tournaments.models import EarlierRating, Member, Player, Rating, Tournament
from tournaments.models.fields import HIGHEST_RATING
from tournaments.ratings.queries import counting
from tournaments.texts import cleaned


def store_players(
    tournament: Tournament,
    source: engine.Report,
    presence: dict[int, engine.Presence],
    ratings: engine.RatingsTold,
) -> dict[int, Player]:
    """Store the players, and return them by their numbers; DomainError for two with the same FIDE ID.

    `presence` is what the file says of late entries and withdrawals, `ratings` of ratings that changed.
    """
    players: dict[int, Player] = {}
    holders: dict[str, int] = {}
    born: dict[tuple[str, str], int] = {}
    given = tournament.acceleration == Tournament.Acceleration.GIVEN
    for entry in source.players:
        fide_id = acceptable(Player(tournament=tournament), "fide_id", entry.fide_id.lstrip("0"))
        if fide_id and holders.setdefault(fide_id, entry.number) != entry.number:
            message = _("Player %(number)d, %(name)s: FIDE ID %(id)s is player %(other)d’s.") % {
                "number": entry.number,
                "name": entry.name,
                "id": fide_id,
                "other": holders[fide_id],
            }
            raise DomainError("player", message)
        name = cleaned(entry.name) or _("Player %(number)d") % {"number": entry.number}
        births = [entry.birth.removesuffix("/00/00"), entry.birth[:4]]
        if born.setdefault((name.casefold(), births[0]), entry.number) != entry.number:
            # No two share name and day of birth (Player.is_same_person): the second keeps only the year.
            del births[0]
        there = presence.get(entry.number, engine.Presence())
        player = Player(
            tournament=tournament,
            number=entry.number,
            name=name,
            title=engine.handling.title_of(entry.title),
            sex=entry.sex if entry.sex in Player.Sex.values else "",
            rating=ratings.present.get(entry.number, entry.rating) or None,
            federation=known_code_of(entry.federation),
            fide_id=fide_id,
            birth=acceptable(Player(tournament=tournament), "birth", *births),
            first_round=there.first or _first_round(entry, source.played_rounds),
            withdrawn_from=there.gone,
            expelled=there.expelled,
            virtual_points=list(entry.virtual) if given else [],
        )
        try:
            # Each field by itself; the database checks the constraints on several columns.
            player.clean_fields(exclude=["tournament"])
        except ValidationError as error:
            message = _("Player %(number)d, %(name)s: %(fault)s") % {
                "number": entry.number,
                "name": entry.name,
                "fault": " ".join(error.messages),
            }
            raise DomainError("player", message) from error
        players[entry.number] = player
    Player.objects.bulk_create(players.values())
    # The ratings of teams follow from their members'.
    if tournament.boards is None:
        national = engine.national_ratings_of_report(source)
        Rating.objects.bulk_create(
            rating
            for entry in source.players
            for rating in _ratings(players[entry.number], entry, national.get(entry.number))
        )
    EarlierRating.objects.bulk_create(
        EarlierRating(player=players[number], until=until, value=rating)
        for number, held in ratings.earlier.items()
        for until, rating in held
    )
    return players


def _ratings(player: Player, entry: engine.ReportedPlayer, national: int | None) -> list[Rating]:
    """FIDE's rating of the player in a file, the national one, and the one that counts if neither does."""
    # If FIDE's counts, a later one of a long event is FIDE's too.
    fide = player.rating if entry.rating == entry.fide_rating else entry.fide_rating
    kinds = {Rating.Kind(player.tournament.rating_kind): fide, Rating.Kind.NATIONAL: national}
    found = [
        Rating(player=player, kind=kind, value=value, source=Rating.Source.REPORT)
        for kind, value in kinds.items()
        if value and value <= HIGHEST_RATING
    ]
    best = counting(player.tournament, found)
    if player.rating and player.rating != (best and best.value):
        # Where the lists decide what counts, anything else is the arbiter's estimate.
        other = player.tournament.rating_method == Tournament.RatingMethod.OTHER
        source = Rating.Source.REPORT if other else Rating.Source.ESTIMATE
        found.append(Rating(player=player, kind=Rating.Kind.OWN, value=player.rating, source=source))
    return found


def acceptable(row: Player | Member, column: str, *said: str) -> str:
    """The first of these values that the column accepts; "" if none: no pairing depends on the column."""
    others = {field.name for field in row._meta.fields} - {column}
    for value in said:
        setattr(row, column, value)
        try:
            row.clean_fields(exclude=others)
        except ValidationError:
            continue
        return value
    return ""


def _first_round(entry: engine.ReportedPlayer, played: int) -> int:
    """The first round in which the player left a trace: before it they had not entered (C.04.2 C.2)."""
    traces = (n for n in range(1, played + 1) if engine.is_trace(entry.cell(n)))
    return next(traces, 1)
