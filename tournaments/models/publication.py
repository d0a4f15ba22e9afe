"""The chain of an event's publications, which shows whether anything was changed behind it."""

from __future__ import annotations

from typing import ClassVar

from django.db import models
from django.db.models import Q
from django.utils.functional import cached_property
from django.utils.translation import gettext_lazy as _

from tournaments.chain.texts import Link, short
from tournaments.models.audit import AuditEvent
from tournaments.models.tournament import Tournament

Action = AuditEvent.Action


class Publication(models.Model):
    """One link: what was published or lawfully changed, hashed with the one before (tournaments.chain.texts).

    Append-only. `text` is the canonical text and `fingerprint` its SHA-256; the other columns repeat what the
    text says, for searches and for the guards.
    """

    class Kind(models.TextChoices):
        """What the link records."""

        PAIRING = "pairing", _("pairings published")
        WITHDRAWN = "withdrawn", _("published pairing withdrawn")
        # The results at the end of the round, from which the next pairing was made.
        RESULTS = "results", _("results of the round")
        CHANGE = "change", _("corrected")
        IDENTITY = "identity", _("a player’s data corrected")
        # The final standings and what they rest on; and what still stood so when it was reopened.
        END = "end", _("end of the event")
        REOPENED = "reopened", _("event reopened")
        # A change that no act explains; a later act found it before it changed anything itself.
        FOUND = "found", _("found changed without an act")

    # The acts that create links of each kind; `chain_begun` took over what was there before the chain.
    ACTS: ClassVar[dict[Kind, tuple[AuditEvent.Action, ...]]] = {
        Kind.PAIRING: (Action.ROUND_PUBLISHED, Action.TOURNAMENT_IMPORTED),
        Kind.WITHDRAWN: (Action.ROUND_WITHDRAWN,),
        Kind.RESULTS: (Action.ROUND_PUBLISHED, Action.TOURNAMENT_FINISHED, Action.TOURNAMENT_IMPORTED),
        Kind.CHANGE: (
            *(Action.RESULT_ENTERED, Action.RESULT_CORRECTED, Action.ADJOURNED_RESULT),
            *(Action.COLOURS_CORRECTED, Action.OPPONENTS_CORRECTED, Action.RESTORED),
            *(Action.MISSED_CREDITED, Action.PRESENCE_NOTED, Action.PLAYER_ADDED, Action.PLAYERS_IMPORTED),
            *(Action.PLAYER_CHANGED, Action.PLAYER_IDENTITY_CORRECTED, Action.PLAYER_REMOVED),
            Action.MATCH_DECIDED,
        ),
        Kind.IDENTITY: (Action.PLAYER_IDENTITY_CORRECTED, Action.MEMBERS_SET),
        Kind.END: (Action.TOURNAMENT_FINISHED,),
        Kind.REOPENED: (Action.TOURNAMENT_REOPENED,),
    }
    # The kinds that say how a round is, and those that say how the event ended.
    OF_ROUND = (Kind.PAIRING, Kind.WITHDRAWN, Kind.RESULTS, Kind.CHANGE, Kind.FOUND)
    OF_END = (Kind.END, Kind.REOPENED)

    tournament = models.ForeignKey(Tournament, on_delete=models.CASCADE, related_name="publications")
    place = models.PositiveIntegerField()
    kind = models.CharField(max_length=10, choices=Kind)
    round_number = models.PositiveSmallIntegerField()
    at = models.DateTimeField()
    # The act that created the link; it knows who acted, and why.
    audit = models.ForeignKey(AuditEvent, on_delete=models.CASCADE, related_name="publications")
    text = models.TextField()
    previous = models.CharField(max_length=64, blank=True)
    fingerprint = models.CharField(max_length=64)

    class Meta:
        ordering = ("tournament", "place")
        constraints = (
            models.UniqueConstraint(fields=("tournament", "place"), name="publication_place_once"),
            # Each withdrawal needs an act of its own, and so on.
            models.UniqueConstraint(fields=("audit", "round_number", "kind"), name="publication_once_an_act"),
            models.CheckConstraint(name="publication_place_positive", condition=Q(place__gte=1)),
            models.CheckConstraint(
                name="publication_kind",
                condition=Q(
                    kind__in=[
                        *("pairing", "withdrawn", "results", "change", "identity", "found"),
                        *("end", "reopened"),
                    ]
                ),
            ),
        )

    def __str__(self) -> str:
        return f"{self.tournament} {self.place}: {self.kind} {self.round_number}"

    @cached_property
    def said(self) -> Link:
        """The link as read from its text. A malformed text is read as an empty link."""
        try:
            return Link.read(self.text)
        except ValueError:
            return Link(
                place=self.place,
                event="",
                name="",
                round_number=self.round_number,
                kind=self.kind,
                edition="",
                at="",
                previous=self.previous,
            )

    @property
    def short(self) -> str:
        """The fingerprint in the form that people compare by eye."""
        return short(self.fingerprint)
