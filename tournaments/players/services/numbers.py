"""Pairing numbers: given by the rules, exchanged, or drawn."""

from __future__ import annotations

import secrets
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager

from django.contrib.auth.models import User
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from tournaments import rulebook
from tournaments.errors import Conflict, DomainError, Level, RuleWarning
from tournaments.log import acts
from tournaments.log.acts import Act, LogLines, Question, acting, by_its_name, confirm, fields
from tournaments.log.queries import current_number
from tournaments.log.services import breach, lift
from tournaments.models import AuditEvent, IntegrityEvent, Player, Tournament
from tournaments.models.log import Number
from tournaments.players.queries import presence
from tournaments.players.queries.presence import are_to_be_drawn
from tournaments.rounds.queries import rounds
from tournaments.rounds.services.drafts import follow_players

Action = AuditEvent.Action
Kind = IntegrityEvent.Kind


def follow_data(tournament: Tournament) -> None:
    """After a correction: until round 1 is published the numbers follow the data (C.04.2 B.3)."""
    if not rounds.has_begun(tournament):
        give_numbers(sorted(tournament.players.all(), key=presence.initial_order))


def place_newcomers(tournament: Tournament, newcomers: Iterable[Player]) -> None:
    """Give new entries their numbers (C.04.2 B.2, C.2; 2026: 2.2, 2.4).

    Until round 1 is published everybody is ranked anew; after that, players below a late entry move down.
    """
    void_draw(tournament)
    follow_players(tournament)
    if not rounds.has_begun(tournament):
        follow_data(tournament)
        return
    late = tournament.players.filter(pk__in=[player.pk for player in newcomers])
    give_numbers(presence.with_late_entries(tournament, late))


def close_gaps(tournament: Tournament) -> None:
    """After an entry was struck out, move up the players below it."""
    void_draw(tournament)
    follow_players(tournament)
    give_numbers(list(tournament.players.all()))


def void_draw(tournament: Tournament) -> None:
    """Once the players have changed, the numbers no longer count as drawn."""
    if tournament.number_seed:
        tournament.number_seed = ""
        tournament.save(update_fields=["number_seed"])


def give_numbers(order: Sequence[Player]) -> None:
    """Number the players in this order."""
    changed = [player for number, player in enumerate(order, 1) if player.number != number]
    # Two steps, because a number is unique at every moment on both databases.
    Player.objects.filter(pk__in=[player.pk for player in changed]).update(number=None)
    for number, player in enumerate(order, 1):
        player.number = number
    acts.write("number", changed)


def assign_numbers(*, tournament: Tournament, actor: User, reason: str = "", confirmation: str = "") -> int:
    """Let the numbers follow corrected data while the tournament is under way (C.04.2 B.3, 2026: 2.3).

    Returns how many change. It touches the coming pairings, so it is noted with its reason and can be taken
    back. Raises ConfirmationNeeded first, Conflict if none would change, DomainError once the round that
    freezes the numbers has been paired.
    """
    with acting(tournament, actor) as act:
        event = act.tournament
        _require_unfrozen(event)
        moves = presence.moves(event)
        if not moves:
            raise Conflict("same_numbers", _("The pairing numbers follow the data already."))
        confirm(
            act,
            Question("assign-numbers", _("Assign the pairing numbers anew")),
            [_numbers_change(moves)],
            of={"numbers": [[move.player.pk, move.number] for move in moves]},
            given=confirmation,
            reason=reason,
        )
        act.record(
            Action.NUMBERS_ASSIGNED,
            subject=str(len(moves)),
            before={"numbers": [f"{move.player.number} {move.player.name}" for move in moves]},
            after={"numbers": [f"{move.number} {move.player.name}" for move in moves]},
            reason=reason.strip(),
        )
        with _noted(act, Kind.RENUMBERING, [move.player for move in moves]):
            give_numbers(sorted(event.players.all(), key=presence.initial_order))
        return len(moves)


def exchange_numbers(
    *, player: Player, other: Player, actor: User, reason: str = "", confirmation: str = ""
) -> None:
    """Exchange the numbers of two players of equal rating and title, for as long as numbers may change.

    Only the last criterion of the initial order separates them (C.04.2 B.2 c). The exchange is kept when
    numbers are assigned anew. It is noted with its reason and can be taken back. Raises ConfirmationNeeded
    first, DomainError if they are not equal or numbers are frozen.
    """
    with acting(player.tournament, actor) as act:
        event = act.tournament
        _require_unfrozen(event)
        rows = {row.pk: row for row in event.players.filter(pk__in=[player.pk, other.pk])}
        if len(rows) < 2:
            raise Conflict("gone", _("One of the two has been removed in the meantime."))
        one, two = rows[player.pk], rows[other.pk]
        if not presence.are_equal(one, two):
            raise DomainError(
                "not_equal",
                _("%(one)s and %(other)s differ in rating or title: their numbers stay (%(article)s).")
                % {
                    "one": one.name,
                    "other": two.name,
                    "article": rulebook.article(event, "C.04.2 B.2"),
                },
            )
        before = {"numbers": [f"{row.number} {row.name}" for row in (one, two)]}
        confirm(
            act,
            Question("exchange-numbers", _("Exchange the numbers")),
            [_exchange(one, two)],
            of={"players": sorted(rows)},
            given=confirmation,
            reason=reason,
        )
        with _noted(act, Kind.EXCHANGE, [one, two]):
            one.among_equals, two.among_equals = (
                presence.initial_order(two)[2],
                presence.initial_order(one)[2],
            )
            Player.objects.bulk_update([one, two], ["among_equals"])
            order = list(event.players.all())
            places = {row.pk: place for place, row in enumerate(order)}
            first, second = places[one.pk], places[two.pk]
            order[first], order[second] = order[second], order[first]
            give_numbers(order)
            act.record(
                Action.NUMBERS_EXCHANGED,
                subject=f"{one.name} – {two.name}",
                before=before,
                after={
                    "numbers": [f"{order[place].number} {order[place].name}" for place in (second, first)]
                },
                reason=reason.strip(),
            )


@contextmanager
def _noted(act: Act, kind: IntegrityEvent.Kind, players: Iterable[Player]) -> Iterator[None]:
    """Note which number each of these players had, and which they have after the block."""
    rows = act.tournament.players.filter(pk__in=[player.pk for player in players])
    had = dict(rows.values_list("pk", "number"))
    with breach(act, kind, current_number(act.tournament), tables=("player",)) as event:
        yield
        has = dict(rows.values_list("pk", "number"))
        event.before = [Number(key, had[key]) for key in has]
        event.after = [Number(*held) for held in has.items()]


def settle_criterion(act: Act) -> None:
    """After the criterion for equal players has changed: exchanges are void, lots are drawn anew."""
    tournament = act.tournament
    players = list(tournament.players.all())
    for player in players:
        player.among_equals = ""
    draw_lots(tournament, players)
    Player.objects.bulk_update(players, ["among_equals"])
    follow_data(tournament)
    lift(act, current_number(tournament), Kind.EXCHANGE)


def draw_lots(tournament: Tournament, players: Iterable[Player]) -> None:
    """Draw the lot of each player, if the tournament ranks equal players by lot; it is not stored here."""
    if tournament.among_equals == Tournament.AmongEquals.LOT:
        for player in players:
            player.among_equals = f"{secrets.randbelow(10**12):012}"


def close_list(*, tournament: Tournament, actor: User, confirmation: str = "") -> None:
    """Close the list of participants: nobody enters any more, the numbers are definitive (C.04.2 C.3).

    Raises ConfirmationNeeded first if numbers that may still change do not follow the data.
    """
    with acting(tournament, actor) as act:
        event = act.tournament
        if event.list_closed_at:
            raise Conflict("list_closed", _("The list of participants is closed already."))
        moves = [] if rounds.numbers_are_frozen(event) else presence.moves(event)
        confirm(
            act,
            Question("close-list", _("Close the list of participants")),
            [_stale(moves)] if moves else (),
            of={},
            given=confirmation,
        )
        event.list_closed_at = timezone.now()
        event.save(update_fields=["list_closed_at"])
        act.record(Action.LIST_CLOSED, subject=str(event.players.count()))


def open_list(*, tournament: Tournament, actor: User) -> None:
    """Open the list again for a late entry: the numbers are provisional again (C.04.2 C.3)."""
    with acting(tournament, actor) as act:
        if not act.tournament.list_closed_at:
            raise Conflict("list_open", _("The list of participants is open already."))
        act.tournament.list_closed_at = None
        act.tournament.save(update_fields=["list_closed_at"])
        act.record(Action.LIST_OPENED)


def _require_unfrozen(tournament: Tournament) -> None:
    if rounds.numbers_are_frozen(tournament):
        raise DomainError(
            "frozen",
            _("Round %(number)d has been paired: pairing numbers can no longer change (%(article)s).")
            % {
                "number": rulebook.edition_of(tournament).handling.freezing_round,
                "article": rulebook.article(tournament, "C.04.2 B.3"),
            },
        )


def _stale(moves: Sequence[presence.Move]) -> RuleWarning:
    return RuleWarning(
        Level.HARMLESS,
        "numbers_do_not_follow",
        _(
            "The numbers would become definitive as they are. With the corrected data %(count)d would be"
            " different."
        )
        % {"count": len(moves)},
        article="C.04.2 B.3, C.04.2 C.3",
        details=_in_words(moves),
        facts={"numbers": [[move.player.pk, move.player.number, move.number] for move in moves]},
    )


def _in_words(moves: Sequence[presence.Move]) -> tuple[str, ...]:
    return tuple(f"{move.player.number} → {move.number} {move.player.name}" for move in moves)


def _numbers_change(moves: Sequence[presence.Move]) -> RuleWarning:
    return RuleWarning(
        Level.HARMLESS,
        "numbers_change",
        ngettext(
            "%(count)d player gets another pairing number.",
            "%(count)d players get another pairing number.",
            len(moves),
        )
        % {"count": len(moves)},
        article="C.04.2 B.3",
        details=_in_words(moves),
        facts={"numbers": [[move.player.pk, move.player.number, move.number] for move in moves]},
    )


def _exchange(one: Player, two: Player) -> RuleWarning:
    return RuleWarning(
        Level.HARMLESS,
        "numbers_exchanged",
        _("%(one)s and %(other)s exchange the pairing numbers %(first)s and %(second)s.")
        % {"one": one.name, "other": two.name, "first": one.number, "second": two.number},
        article="C.04.2 B.2",
        facts={"numbers": [one.number, two.number]},
    )


_numbers = fields(numbers=gettext_lazy("numbers"))


def draw_numbers(*, tournament: Tournament, actor: User, restricted: bool = False) -> str:
    """Draw the pairing numbers by lot and record the seed, which it returns.

    `restricted` is Varma's drawing (C.05 Annex 2), by which players of one federation meet early. If the
    event has sides, each is drawn by itself. Raises DomainError outside of a round robin, once round 1 is
    paired, and for Varma's drawing if it has no table for so many players or the event has sides or a table
    of its own; Conflict if numbers were drawn already: a lot is drawn once.
    """
    with acting(tournament, actor) as act:
        event = act.tournament
        _require_open(event)
        if event.number_seed:
            raise Conflict(
                "drawn",
                _("The numbers are drawn already. A lot is drawn once, until somebody enters or goes."),
            )
        players = list(event.players.all())
        if len(players) < 2:
            raise DomainError("too_few_players", _("Enter the players first: there is nothing to draw."))
        seed = secrets.token_hex(8)
        drawn = _draw(event, players, seed, restricted=restricted)
        before = _listed(players)
        event.number_seed = seed
        event.save(update_fields=["number_seed"])
        order = sorted(players, key=lambda player: drawn.numbers[player.pk])
        give_numbers(order)
        act.record(
            Action.NUMBERS_DRAWN,
            subject=_("by federations") if restricted else "",
            before={"numbers": before},
            after={"seed": seed, "numbers": _listed(order), "envelopes": list(drawn.told)},
        )
        return seed


def _draw(event: Tournament, players: list[Player], seed: str, *, restricted: bool) -> rulebook.NumberDraw:
    last = rulebook.last_of_side_a(event, len(players))
    if restricted and event.own_table:
        text = _("Varma’s drawing is for Berger’s tables: it does not cover a table of your own.")
        raise DomainError("own_table", text)
    if last is None:
        return (rulebook.draw_restricted if restricted else rulebook.draw_freely)(players, seed)
    if restricted:
        text = _("Varma’s drawing is for round robins: between two sides the lot is drawn within each.")
        raise DomainError("sides", text)
    return rulebook.draw_within_sides(players, seed, last)


def set_numbers(*, tournament: Tournament, numbers: Mapping[int, int], actor: User) -> int:
    """Enter pairing numbers that were drawn in the hall, by the players' keys; returns how many change.

    Raises DomainError outside of a round robin, once round 1 is paired, and unless they are 1 to the number
    of players, each once; Conflict if they are not for exactly the present players.
    """
    with acting(tournament, actor) as act:
        event = act.tournament
        _require_open(event)
        players = list(event.players.all())
        if {player.pk for player in players} != numbers.keys():
            raise Conflict("other_players", _("The players have changed since you opened this page."))
        given = sorted(numbers.values())
        if given != list(range(1, len(players) + 1)):
            twice = sorted({number for number in given if given.count(number) > 1})
            lacking = sorted(set(range(1, len(players) + 1)) - set(given))
            raise DomainError(
                "numbers",
                _("Expected each number from 1 to %(last)d once; missing: %(missing)s; twice: %(twice)s.")
                % {
                    "last": len(players),
                    "missing": ", ".join(map(str, lacking)) or "–",
                    "twice": ", ".join(map(str, twice)) or "–",
                },
            )
        moved = [player for player in players if player.number != numbers[player.pk]]
        # That the lot gave the order in which they were entered is worth a line too: it is settled then.
        if not moved and not are_to_be_drawn(event):
            return 0
        before = _listed(players)
        event.number_seed = ""
        event.save(update_fields=["number_seed"])
        order = sorted(players, key=lambda player: numbers[player.pk])
        give_numbers(order)
        act.record(Action.NUMBERS_SET, before={"numbers": before}, after={"numbers": _listed(order)})
        return len(moved)


def _require_open(tournament: Tournament) -> None:
    if not rulebook.is_round_robin(tournament):
        raise DomainError(
            "not_a_table",
            _("In a Swiss the pairing numbers follow from ratings and titles (%(article)s).")
            % {"article": rulebook.article(tournament, "C.04.2 B.2")},
        )
    if rounds.numbers_are_frozen(tournament):
        raise DomainError(
            "frozen",
            _("Round 1 has been paired: pairing numbers can no longer change (%(article)s).")
            % {"article": rulebook.article(tournament, "C.04.2 B.3")},
        )


def _listed(players: list[Player]) -> list[str]:
    return [f"{number} {player.name}" for number, player in enumerate(players, 1)]


_drawn = fields(
    numbers=gettext_lazy("numbers"), seed=gettext_lazy("seed"), envelopes=gettext_lazy("envelopes")
)


LOG_LINES: LogLines = {
    Action.NUMBERS_ASSIGNED: _numbers,
    Action.NUMBERS_EXCHANGED: _numbers,
    Action.LIST_CLOSED: by_its_name,
    Action.LIST_OPENED: by_its_name,
    Action.NUMBERS_DRAWN: _drawn,
    Action.NUMBERS_SET: _drawn,
}
