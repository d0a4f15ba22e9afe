"""The pairing numbers of a round robin: drawn by lot, or given by hand (C.05 Annexes 1 and 2)."""

from __future__ import annotations

import secrets
from collections.abc import Mapping

from django.contrib.auth.models import User
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from tournaments import engine
from tournaments.errors import Conflict, DomainError
from tournaments.log.acts import Told, acting, fields
from tournaments.models import AuditEvent, Player, Tournament
from tournaments.selectors import rounds
from tournaments.selectors.numbers import are_to_be_drawn
from tournaments.services.numbers import give_numbers

Action = AuditEvent.Action


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


def _draw(event: Tournament, players: list[Player], seed: str, *, restricted: bool) -> engine.NumberDraw:
    last = engine.last_of_side_a(event, len(players))
    if restricted and event.own_table:
        text = _("Varma’s drawing is for Berger’s tables: it does not cover a table of your own.")
        raise DomainError("own_table", text)
    if last is None:
        return (engine.draw_restricted if restricted else engine.draw_freely)(players, seed)
    if restricted:
        text = _("Varma’s drawing is for round robins: between two sides the lot is drawn within each.")
        raise DomainError("sides", text)
    return engine.draw_within_sides(players, seed, last)


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
    if not engine.is_round_robin(tournament):
        raise DomainError(
            "not_a_table",
            _("In a Swiss the pairing numbers follow from ratings and titles (%(article)s).")
            % {"article": engine.article(tournament, "C.04.2 B.2")},
        )
    if rounds.numbers_are_frozen(tournament):
        raise DomainError(
            "frozen",
            _("Round 1 has been paired: pairing numbers can no longer change (%(article)s).")
            % {"article": engine.article(tournament, "C.04.2 B.3")},
        )


def _listed(players: list[Player]) -> list[str]:
    return [f"{number} {player.name}" for number, player in enumerate(players, 1)]


_numbers = fields(
    numbers=gettext_lazy("numbers"), seed=gettext_lazy("seed"), envelopes=gettext_lazy("envelopes")
)

TOLD: Told = {Action.NUMBERS_DRAWN: _numbers, Action.NUMBERS_SET: _numbers}
