"""The players of an event: entered, changed, late, withdrawn, identified, and forgotten."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from typing import Any

from django.contrib.auth.models import User
from django.db.models.functions import Substr
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from tournaments import rulebook
from tournaments.chain import services as chain
from tournaments.chain import services as chain_services
from tournaments.chain import texts
from tournaments.chain.texts import Person
from tournaments.errors import Conflict, DomainError, Level, RuleWarning
from tournaments.log.acts import (
    Act,
    LogLines,
    Question,
    acting,
    by_its_name,
    confirm,
    fields,
    refuse_to_overwrite,
    require_unfinished,
)
from tournaments.log.services import breach, lift_gone_byes
from tournaments.models import (
    AuditEvent,
    IntegrityEvent,
    Player,
    Rating,
    Register,
    Registered,
    Round,
    Seat,
    Tournament,
    TwoPeople,
    log,
)
from tournaments.players.queries import identity, presence
from tournaments.players.queries.identity import Identity
from tournaments.players.services import numbers
from tournaments.ratings import queries as ratings_queries
from tournaments.ratings.queries import complete, fields_of
from tournaments.ratings.services import ratings
from tournaments.ratings.services.ratings import rerating
from tournaments.rounds.queries import rounds
from tournaments.rounds.queries.rounds import PAIRED
from tournaments.rounds.services import drafts
from tournaments.rounds.services.drafts import require_first_game, require_open_table

Kind = Seat.Kind

Action = AuditEvent.Action


def add_players(
    *,
    tournament: Tournament,
    entries: Sequence[dict[str, Any]],
    actor: User,
    source: str = Rating.Source.HAND,
) -> list[Player]:
    """Enter players, all or none; each entry holds Player's fields and ratings.

    For the ratings see `ratings.of_entry`; `source` is where the entries come from. An entry without a rating
    gets that of FIDE's list, by its FIDE ID. Once a round is published they are late entries (C.04.2 C.2):
    paired from the next round at the earliest, with the points for missed rounds that the rules of the event
    give. Raises DomainError for a name or FIDE ID that is entered already, once the list of participants is
    closed (C.3), and in an event of teams, which `teams.enter_teams` enters. An entry that is "another" is
    another person than those whom it resembles, as the arbiter says: a name is then entered again.
    """
    with acting(tournament, actor) as act:
        if entries and rulebook.is_of_teams(act.tournament):
            text = _("%(name)s has no team: expected it in a column “%(column)s”.")
            raise DomainError("team", text % {"name": entries[0]["name"], "column": _("Team")})
        return store_players(act, entries, source)


def store_players(act: Act, entries: Sequence[dict[str, Any]], source: str) -> list[Player]:
    """Like `add_players`, within another act; the players of an event of teams are its teams."""
    event = act.tournament
    require_open_table(event)
    earliest, begun = _coming_round(event), rounds.has_begun(event)
    if event.list_closed_at:
        raise DomainError(
            "list_closed",
            _("The list of participants is closed (%(article)s): open it again to enter somebody.")
            % {"article": rulebook.article(event, "C.04.2 C.3")},
        )
    entered = Register(event.players.all())
    players = []
    others = []
    brought = []
    for entry in complete(event, entries):
        is_another = entry.pop("another", False)
        fields = {name: value for name, value in entry.items() if name not in ratings.ENTRY_KEYS}
        player = Player(tournament=event, **fields)
        found = ratings.of_entry(event, entry, Rating.Source(source))
        ratings.settle(player, found)
        player.first_round = max(player.first_round, earliest)
        if begun and player.first_round == earliest:
            # Players for the coming round are at the desk; those for a later one must be seen first.
            player.presence = Player.Presence.PRESENT
        if player.first_round > event.number_of_rounds:
            raise DomainError(
                "first_round",
                _("%(name)s: the tournament has %(last)d rounds.")
                % {"name": player.name, "last": event.number_of_rounds},
            )
        require_first_game(event, player.first_round)
        player.clean_fields(exclude=["number", "tournament"])
        _refuse_double(player, entered.entry_of(player) if is_another else entered.twin_of(player))
        players.append(player)
        others += [player] if is_another else []
        brought.append((player, found))
        entered.add(player)
    if not players:
        return []
    numbers.draw_lots(event, players)
    Player.objects.bulk_create(players)
    ratings.keep(brought)
    tell_apart(event, others)
    numbers.place_newcomers(event, players)
    given = dict(event.players.values_list("pk", "number"))
    act.record(
        Action.PLAYER_ADDED if len(players) == 1 else Action.PLAYERS_IMPORTED,
        subject=players[0].name if len(players) == 1 else str(len(players)),
        after={"players": [p.name for p in players]},
    )
    for player in players:
        player.number = given[player.pk]
        if player.first_round > 1:
            follow_rules(act, player)
    return players


def change_player(
    *,
    player: Player,
    changes: dict[str, Any],
    actor: User,
    seen: Mapping[str, Any] | None = None,
    reason: str = "",
    confirmation: str = "",
) -> None:
    """Correct a player's data, including the ratings in `ratings.CHANGE_KEYS`.

    Before round 1 is published the numbers follow; later they are assigned anew by an act of its own
    (C.04.2 B.3). `seen` is what the actor's page showed; raises Overtaken if that has been changed since.
    The identity of a player in a published round changes as in `identity.keep_identity`: with a `reason`.
    """
    with acting(player.tournament, actor) as act:
        row = row_of(act.tournament, player)
        held = row.rating
        before = vars(row) | fields_of(row, row.ratings.all())
        refuse_to_overwrite(before, changes, seen or {})
        changed = {name: value for name, value in changes.items() if before[name] != value}
        if not changed:
            return
        if changed.keys() - {"name", "fide_id"}:
            require_unfinished(act.tournament)
        for name in changed.keys() - ratings.CHANGE_KEYS:
            setattr(row, name, changed[name])
        if changed.keys() & ratings.CHANGE_KEYS:
            ratings.revise(row, changed)
        row.clean_fields(exclude=["number", "tournament"])
        _refuse_double_of(row)
        if "first_round" in changed:
            _require_future_entry(act.tournament, row, before["first_round"])
            require_first_game(act.tournament, row.first_round)
        recorded = keep_identity(act, row, reason=reason, confirmation=confirmation)
        if others := changed.keys() - recorded:
            after = changed | {name: getattr(row, name) for name in changed.keys() - ratings.CHANGE_KEYS}
            rated = rerating(act.tournament, {row: held})
            act.record(
                Action.PLAYER_CHANGED,
                subject=row.name,
                before={name: before[name] for name in others} | rated.before,
                after={name: after[name] for name in others} | rated.after,
            )
            rated.store()
        row.save(update_fields=["rating", *(changed.keys() - ratings.CHANGE_KEYS - {*Player.IDENTITY})])
        numbers.follow_data(act.tournament)
        if "first_round" in changed:
            follow_rules(act, row, before["first_round"])


def identify_player(
    *, player: Player, fide_id: str, actor: User, reason: str = "", confirmation: str = ""
) -> None:
    """Take a player's data from FIDE's lists: ID, name, title, federation, sex, birth year and ratings.

    Data that the lists lack stay as they are; for a player in a published round see `identity.keep_identity`.
    Raises DomainError for an ID that is on no list in use, or that is entered already, and for a team.
    """
    with acting(player.tournament, actor) as act:
        if rulebook.is_of_teams(act.tournament):
            raise DomainError("team", _("A team is not on a rating list: its members are."))
        require_unfinished(act.tournament)
        row = row_of(act.tournament, player)
        listed = ratings_queries.by_fide_id([fide_id], ratings_queries.followed(act.tournament)).get(fide_id)
        if listed is None:
            raise DomainError(
                "not_listed", _("FIDE ID %(id)s is on no rating list in use.") % {"id": fide_id}
            )
        said = {name: value for name, value in listed.entry.items() if value and name != "listed"}
        if row.birth.startswith(said.get("birth", row.birth)):
            said.pop("birth", None)
        before = {name: getattr(row, name) for name in {*said, *Player.IDENTITY, "rating"}}
        for name, value in said.items():
            setattr(row, name, value)
        row.clean_fields(exclude=["number", "tournament"])
        _refuse_double_of(row)
        recorded = keep_identity(act, row, reason=reason, confirmation=confirmation)
        ratings.take(row, listed)
        others = {*said, "rating"} - recorded
        rated = rerating(act.tournament, {row: before["rating"]})
        act.record(
            Action.PLAYER_CHANGED,
            subject=row.name,
            before={name: before[name] for name in others} | rated.before,
            after={name: getattr(row, name) for name in others} | rated.after,
        )
        rated.store()
        row.save()
        numbers.follow_data(act.tournament)


def remove_player(*, player: Player, actor: User) -> None:
    """Strike an entry out. A player in a published round is part of its pairings, and can only withdraw.

    Once numbers are frozen none moves up any more (C.04.2 B.3, 2026 2.3), so then only the last entry can be
    struck out.
    """
    with acting(player.tournament, actor) as act:
        strike(act, row_of(act.tournament, player))
        numbers.close_gaps(act.tournament)


def strike(act: Act, player: Player) -> None:
    """Strike an entry out within another act; the caller then moves up the numbers below."""
    require_removable(act, player)
    take_out(act, player)
    act.record(Action.PLAYER_REMOVED, subject=player.name)


def require_removable(act: Act, player: Player) -> None:
    """Raise DomainError if the entry has to stay: it can only withdraw, or is in a draft."""
    require_open_table(act.tournament)
    if not rounds.is_removable(player):
        raise DomainError(
            "has_begun",
            _(
                "%(name)s can be withdrawn but not removed: the entry is in a published round, or numbers or"
                " regulations that are fixed depend on it (%(article)s)."
            )
            % {
                "name": player.name,
                "article": rulebook.article(act.tournament, "C.04.2 B.3, C.04.2 A.3"),
            },
        )
    if player.seats.filter(round__state=Round.State.DRAFT).exists():
        raise DomainError(
            "in_draft", _("Throw the draft away first: %(name)s is in it.") % {"name": player.name}
        )


def take_out(act: Act, player: Player) -> None:
    """Strike an entry out that may be removed, for an act that tells of it in its own words."""
    chain.touch(act, *player.seats.values_list("round__number", flat=True))
    player.seats.all().delete()
    alone = [group for group in player.prohibitions.all() if group.players.count() == 2]
    for group in alone:
        pair = group.players.all()
        act.record(Action.LET_MEET, subject=" – ".join(one.name for one in pair))
        group.delete()
    player.delete()
    lift_gone_byes(act)


def _coming_round(tournament: Tournament) -> int:
    coming = rounds.next_number(tournament)
    if coming is None:
        raise DomainError("no_round_left", _("All rounds are published: nobody can enter any more."))
    return coming


def row_of(tournament: Tournament, player: Player) -> Player:
    row = tournament.players.filter(pk=player.pk).first()
    if row is None:
        raise Conflict("gone", _("%(name)s has been removed in the meantime.") % {"name": player.name})
    return row


def tell_apart(tournament: Tournament, players: Collection[Player]) -> None:
    """Keep that each of the players is another person than everybody whom they resemble."""
    apart, named = identity.told_apart(tournament), {player.pk for player in players}
    TwoPeople.objects.bulk_create(
        TwoPeople(one=one, other=other)
        for one, other in (identity.alike(tournament.players.all()) if named else ())
        if named & {one.pk, other.pk} and {one.pk, other.pk} not in apart
    )


def _refuse_double_of(player: Player) -> None:
    others = player.tournament.players.exclude(pk=player.pk)
    refuse_double_among(player, list(others), identity.told_apart(player.tournament))


def refuse_double_among(
    player: Player, others: Collection[Player], apart: Collection[frozenset[int]]
) -> None:
    """Raise DomainError if the player, as they are about to be stored, is one of the others.

    `apart` are the pairs who are two people, as an arbiter has said.
    """
    rest = (other for other in others if {player.pk, other.pk} not in apart)
    _refuse_double(player, Register(others).entry_of(player) or Register(rest).twin_of(player))


def _refuse_double(player: Player, found: Registered | None) -> None:
    if found is None:
        return
    twin = found.player
    if player.fide_id and player.fide_id == twin.fide_id:
        raise DomainError(
            "double",
            _("FIDE ID %(id)s is entered already: %(name)s.") % {"id": player.fide_id, "name": twin.name},
        )
    if player.is_same_entry(twin):
        raise DomainError(
            "double",
            _("%(name)s, born %(birth)s, is entered already.") % {"name": twin.name, "birth": twin.birth},
        )
    raise DomainError(
        "double",
        _("%(name)s is entered already. Birth years or FIDE IDs tell two players with the same name apart.")
        % {"name": twin.name},
    )


def _require_future_entry(tournament: Tournament, player: Player, before: int) -> None:
    """Raise DomainError if the first round is past: whether a player was there is history."""
    if min(before, player.first_round) < _coming_round(tournament):
        raise DomainError(
            "first_round", _("The first round of %(name)s is past: it cannot change.") % {"name": player.name}
        )


_players = fields(players=gettext_lazy("players"))


def credit_missed_rounds(*, player: Player, rounds: set[int], actor: User, confirmation: str = "") -> None:
    """Set which of the missed rounds bring half a point; the others bring none.

    This is possible until the first pairing with the player is published. Raises DomainError afterwards, for
    a round that they do not miss, and for a player who gets no half-point bye; ConfirmationNeeded for more
    than the rules of the event give.
    """
    with acting(player.tournament, actor) as act:
        require_unfinished(act.tournament)
        row = act.tournament.players.filter(pk=player.pk).first()
        if row is None:
            raise Conflict("gone", _("%(name)s has been removed in the meantime.") % {"name": player.name})
        if not presence.may_be_credited(row):
            raise DomainError(
                "begun",
                _("%(name)s is in a published round: the points for the rounds before it are fixed.")
                % {"name": row.name},
            )
        event = act.tournament
        rounds = {game for number in rounds for game in rulebook.rounds_of_match(event, number)}
        if not_missed := rounds.difference(rulebook.handling.missed_rounds(row.first_round)):
            raise DomainError(
                "not_missed",
                _("%(name)s does not miss round %(number)d.") % {"name": row.name, "number": min(not_missed)},
            )
        if rounds and row.no_half_point_bye:
            raise DomainError("no_half_point_bye", _("%(name)s gets no half-point bye.") % {"name": row.name})
        confirm(
            act,
            Question("credit-missed", _("Credit the missed rounds")),
            _beyond_the_rules(act.tournament, row, rounds),
            of={"player": row.pk, "rounds": sorted(rounds)},
            given=confirmation,
        )
        before = set(presence.credited(act.tournament).get(row.pk, ()))
        if before == rounds:
            return
        act.record(
            AuditEvent.Action.MISSED_CREDITED,
            subject=row.name,
            before={"rounds": sorted(before)},
            after={"rounds": sorted(rounds)},
        )
        _credit(act, row, rounds, row.first_round)


def follow_rules(act: Act, player: Player, first_before: int = 1) -> None:
    """Within the act of a late entry: credit the player what the rules of the event give.

    This is half a point for at most that many of the rounds right before their first. `first_before` is what
    their first round was until then: a round that they play after all brings nothing as a missed one.
    """
    most = 0 if player.no_half_point_bye else _most(act.tournament)
    missed = rulebook.handling.credited_rounds(player.first_round, most)
    _credit(act, player, set(missed), max(player.first_round, first_before))


def _credit(act: Act, player: Player, rounds: set[int], until: int) -> None:
    """Credit half a point for exactly these of the rounds before `until`."""
    seats = player.seats.filter(round__number__lt=until)
    credited = seats.filter(round__number__in=rounds)
    if drafted := credited.filter(kind__in=PAIRED).select_related("round").first():
        raise DomainError(
            "in_draft",
            _("%(name)s is in the draft of round %(number)d: throw it away first.")
            % {"name": player.name, "number": drafted.round.number},
        )
    chain.touch(act, *range(1, until))
    (seats.filter(kind=Kind.HALF_POINT_BYE) | credited).delete()
    Seat.objects.bulk_create(
        Seat(round=round_, player=player, kind=Kind.HALF_POINT_BYE)
        for round_ in player.tournament.rounds.filter(number__in=rounds)
    )


def _most(tournament: Tournament) -> int:
    """For how many missed rounds the rules of the event give half a point; the rules count matches."""
    return rulebook.games_of_match(tournament) * presence.rules_of(tournament).missed_rounds


def _beyond_the_rules(tournament: Tournament, player: Player, rounds: set[int]) -> Iterator[RuleWarning]:
    allowed = _most(tournament)
    if len(rounds) > allowed:
        yield RuleWarning(
            Level.HARMLESS,
            "missed_rounds",
            ngettext(
                "The rules of the event give a late entry half a point for %(allowed)d missed round;"
                " %(name)s would have it for %(count)d.",
                "The rules of the event give a late entry half a point for %(allowed)d missed rounds;"
                " %(name)s would have it for %(count)d.",
                allowed,
            )
            % {"name": player.name, "allowed": allowed, "count": len(rounds)},
            article="C.04.2 C.2",
            facts={"allowed": allowed, "rounds": sorted(rounds)},
        )


def withdraw_player(*, player: Player, actor: User, from_round: int | None = None) -> int:
    """Withdraw the player from a coming round on, the next unless another is named (C.04.2 D.3).

    Returns the number of that round. A published pairing stays as it is: a player who does not come loses by
    forfeit. A round robin or a knock-out goes on with the player, and these forfeits are entered at once.
    """
    with acting(player.tournament, actor) as act:
        return withdraw(act, row_of(act.tournament, player), from_round)


def withdraw(act: Act, row: Player, from_round: int | None = None) -> int:
    """As `withdraw_player`, within another act."""
    if row.withdrawn_from is not None:
        raise Conflict("withdrawn", _("%(name)s has been withdrawn already.") % {"name": row.name})
    coming = rounds.first_to_miss(act.tournament, row)
    if coming is None:
        raise DomainError("no_round_left", _("All rounds are published: there is none to withdraw from."))
    wanted = from_round or coming
    if not coming <= wanted <= act.tournament.number_of_rounds:
        raise DomainError(
            "round",
            _("Expected a round from %(earliest)d to %(last)d.")
            % {"earliest": coming, "last": act.tournament.number_of_rounds},
        )
    require_first_game(act.tournament, wanted)
    row.withdrawn_from = wanted
    row.save(update_fields=["withdrawn_from"])
    act.record(Action.PLAYER_WITHDRAWN, subject=row.name, after={"from_round": wanted})
    drafts.of_player(act, row)
    return wanted


def return_player(*, player: Player, actor: User) -> list[int]:
    """Take a withdrawn player back: they are paired again from the next round on.

    In a round robin or a knock-out, their games in public rounds that are not over, forfeited by the
    withdrawal, are open again; returns the numbers of these rounds.
    """
    with acting(player.tournament, actor) as act:
        require_unfinished(act.tournament)
        row = row_of(act.tournament, player)
        if row.withdrawn_from is None:
            raise Conflict("taking_part", _("%(name)s takes part already.") % {"name": row.name})
        before = row.withdrawn_from
        row.withdrawn_from, row.expelled = None, False
        row.save(update_fields=["withdrawn_from", "expelled"])
        act.record(Action.PLAYER_RETURNED, subject=row.name, before={"from_round": before})
        return drafts.lift_forfeits(act, row, before)


def expel_player(*, player: Player, reason: str, actor: User) -> None:
    """Expel the player: no longer paired, and in no standings; the opponents keep their results."""
    if not reason.strip():
        raise DomainError("reason", _("Give the reason: it is kept with the event."))
    with acting(player.tournament, actor) as act:
        require_unfinished(act.tournament)
        row = row_of(act.tournament, player)
        if row.expelled:
            raise Conflict("expelled", _("%(name)s is expelled already.") % {"name": row.name})
        row.expelled = True
        coming = rounds.first_to_miss(act.tournament, row) or act.tournament.number_of_rounds + 1
        row.withdrawn_from = min(coming, row.withdrawn_from or coming)
        row.save(update_fields=["expelled", "withdrawn_from"])
        act.record(
            Action.PLAYER_EXPELLED,
            subject=row.name,
            after={"from_round": row.withdrawn_from},
            reason=reason.strip(),
        )
        drafts.of_player(act, row)


_from = fields(from_round=gettext_lazy("from round"))


def remove_personal_data(*, player: Player, actor: User) -> identity.Removable:
    """Cut births to their year, forget subscribed phones, end own links; returns how many of each.

    Name, title, federation, FIDE ID, club, ratings and results stay: published lists and the report to FIDE
    contain them. What ends of the event state about days of birth tells nothing any more: its salt goes. The
    log stays too, because nothing shortens it; the line that this act writes contains no day of birth. So do
    pairing numbers that a day of birth decided: nothing that the public reads changes.
    Raises DomainError if there is nothing to remove.
    """
    with acting(player.tournament, actor) as act:
        row = row_of(act.tournament, player)
        found = identity.removable(row)
        if not any(found):
            raise DomainError(
                "nothing_to_remove",
                _("Only what results need is kept about %(name)s.") % {"name": row.name},
            )
        # First, because the guard of players in published rounds looks for it.
        player_key = {identity.PLAYER: row.pk}
        act.record(
            AuditEvent.Action.PERSONAL_REMOVED,
            subject=row.name,
            before=player_key,
            after=player_key | {name: count for name, count in found._asdict().items() if count},
        )
        row.birth, row.salt = row.birth_year, ""
        row.save(update_fields=["birth", "salt"])
        row.members.update(birth=Substr("birth", 1, 4))
        row.push_subscriptions.all().delete()
        row.own_links.active().update(revoked_at=timezone.now())
        return found


def keep_identity(act: Act, player: Player, *, reason: str, confirmation: str) -> frozenset[str]:
    """Store name, FIDE ID and birth as `player` has them now.

    For a player in a published round that is a correction of data (C.04.2 D.10; 2026: 4.4): it needs a
    confirmation and a reason, and is shown in the trail and on the published lists; if it might turn them
    into somebody else, it is also noted as touching the integrity of the pairings. Returns the columns whose
    change is recorded here; the caller records all others. Raises ConfirmationNeeded.
    """
    before = identity.identity_of(act.tournament.players.get(pk=player.pk))
    after = identity.identity_of(player)
    changed = frozenset(name for name in Player.IDENTITY if before[name] != after[name])
    if not changed or not identity.is_public(player):
        player.save(update_fields=[*changed])
        return frozenset()
    warning = _warning(player, before, after)
    confirm(
        act,
        Question("correct-identity", _("Correct the player’s data")),
        [warning],
        of={"player": player.pk, "after": after},
        given=confirmation,
        reason=reason,
    )
    number = identity.latest_public_round(player)
    chain_services.note_what_no_act_explains(act, {number})
    player.identity_audit = act.record(
        AuditEvent.Action.PLAYER_IDENTITY_CORRECTED,
        subject=player.name,
        before={**before, identity.PLAYER: player.pk},
        after={**after, identity.PLAYER: player.pk},
        reason=reason.strip(),
    )
    player.save(update_fields=[*changed, "identity_audit"])
    was, now = (
        Person(player.number or 0, who["name"], who["fide_id"], player.key) for who in (before, after)
    )
    chain_services.correct_identities(act, player.identity_audit, number, [texts.Identity(was, now)])
    if warning.level is Level.HARMLESS:
        told = [name for name in Player.IDENTITY if name in changed]
        with breach(act, IntegrityEvent.Kind.IDENTITY, number, tables=()) as event:
            event.before, event.after = (
                [log.Identity(player.pk, ", ".join(filter(None, (who[name] for name in told))))]
                for who in (before, after)
            )
    return changed


def _warning(player: Player, before: Identity, after: Identity) -> RuleWarning:
    """The warning: the data before and after, and the other players whom the correction resembles."""
    near = identity.resembled(player, before, after)
    more = identity.is_more_than_a_spelling(before, after)
    if near:
        sentence = _("%(name)s is in a published round, and the correction looks like somebody else.")
    elif more:
        sentence = _("%(name)s is in a published round, and this is more than a corrected spelling.")
    else:
        sentence = _("%(name)s is in a published round.")
    consequence = _("The published lists will say what was there before, with the time and your reason.")
    return RuleWarning(
        Level.HARMLESS if near or more else Level.UNDESCRIBED,
        "identity",
        f"{sentence % {'name': before['name']}} {consequence}",
        article="C.04.2 D.10",
        facts={"before": dict(before), "near": sorted(other.pk for other in near)},
        details=tuple(
            _("Player %(number)d: %(who)s") % {"number": other.number, "who": who}
            for other, who in near.items()
        ),
        table=(
            ("", _("Before"), _("After")),
            *(
                (_column(name), before[name] or "–", after[name] or "–")
                for name in Player.IDENTITY
                if before[name] != after[name]
            ),
        ),
    )


def _column(name: str) -> str:
    return str(Player._meta.get_field(name).verbose_name)  # type: ignore[union-attr]  # no relation


LOG_LINES: LogLines = {
    Action.PLAYER_ADDED: _players,
    Action.PLAYERS_IMPORTED: _players,
    Action.PLAYER_CHANGED: fields(
        Player,
        first_round=gettext_lazy("from round"),
        rating_source=gettext_lazy("source of the rating"),
        fide_rating=gettext_lazy("FIDE rating"),
        national_rating=gettext_lazy("national rating"),
        earlier_ratings=gettext_lazy("earlier ratings"),
        words={"rating_source": lambda code: dict(Rating.Source.choices).get(code, code)},
    ),
    Action.PLAYER_REMOVED: by_its_name,
    AuditEvent.Action.MISSED_CREDITED: fields(rounds=gettext_lazy("rounds")),
    Action.PLAYER_WITHDRAWN: _from,
    Action.PLAYER_EXPELLED: _from,
    Action.PLAYER_RETURNED: by_its_name,
    AuditEvent.Action.PERSONAL_REMOVED: fields(
        births=gettext_lazy("days of birth"),
        phones=gettext_lazy("phones that were told"),
        links=gettext_lazy("links of their own"),
    ),
    AuditEvent.Action.PLAYER_IDENTITY_CORRECTED: fields(Player),
}
