"""Reading who the people of a list are, and what it says of those who are entered already."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any, NamedTuple

from django.contrib.auth.models import User
from django.db.models import prefetch_related_objects

from tournaments.formats.lists import LABELS, Answers, Finder, Known, PlayerList
from tournaments.models import OwnLayout, Player, Tournament
from tournaments.persons import Likeness, name_likeness
from tournaments.ratings import finding
from tournaments.ratings.queries import fields_of


def finder(tournament: Tournament) -> Finder:
    """What tells for each of some people who they are on the rating lists of the event."""
    return lambda people: [_known(one) for one in finding.found(tournament, people)]


def _known(found: finding.Found | None) -> Known | None:
    if found is None:
        return None
    listed = found.listed
    return Known(
        listed.name,
        listed.fide_id,
        listed.title,
        listed.federation,
        str(listed.birth_year or ""),
        listed.sex,
        found.is_sure,
    )


def remembered(user: User, found: PlayerList, answers: Answers) -> Answers | None:
    """The answers with what the account chose for the columns of the last list with these headings.

    None if something is chosen already, or nothing was.
    """
    if answers.columns or answers.rating:
        return None
    row = OwnLayout.objects.filter(user=user, headings=found.layout).first()
    if row is None:
        return None
    columns = {int(index): meaning for index, meaning in row.columns.items()}
    return replace(answers, columns=columns, rating=row.rating)


# These follow from other data, or are the arbiters' own business.
NOT_COMPARED = frozenset({"estimate", "ingo", "bcf", "standard", "rapid", "blitz"})


class Differing(NamedTuple):
    """A player of whom a list says something else: field -> what the event has, and what the list has."""

    player: Player
    seen: dict[str, Any]
    changes: dict[str, Any]

    @property
    def in_words(self) -> list[tuple[str, Any, Any]]:
        """Each field's label, and its value before and after."""
        return [(str(LABELS[name]), self.seen[name], value) for name, value in self.changes.items()]


def differing(found: PlayerList) -> list[Differing]:
    """The players who are entered already and of whom the list says something else."""
    prefetch_related_objects([line.player for line in found.skipped if line.player], "ratings")
    compared = [_differing(line.player, line.fields) for line in found.skipped if line.player]
    return [one for one in compared if one.changes]


def _differing(player: Player, fields: Mapping[str, Any]) -> Differing:
    known = vars(player) | fields_of(player, player.ratings.all())
    said = {name: value for name, value in fields.items() if value and name not in NOT_COMPARED}
    if name_likeness(player.name, said["name"]) is Likeness.EQUAL:
        # In another order, or without accents.
        del said["name"]
    if player.birth.startswith(said.get("birth", player.birth)):
        # The year alone says no more.
        said.pop("birth", None)
    changes = {name: value for name, value in said.items() if known[name] != value}
    return Differing(player, {name: known[name] for name in changes}, changes)


def missing(tournament: Tournament, found: PlayerList) -> list[Player]:
    """The players who are not on a list that is a later form of theirs: it has at least half of them.

    Nobody is missing while a question is open: it may be about them.
    """
    if found.faults or found.doubles:
        return []
    there = {line.player.pk for line in found.lines if line.player}
    players = list(tournament.players.all())
    return [player for player in players if player.pk not in there] if len(there) * 2 >= len(players) else []
