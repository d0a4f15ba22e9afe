"""The members of teams, and their boards in each round. The team itself is a player of its event."""

from __future__ import annotations

from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from tournaments.models.conditions import MOST_BOARDS
from tournaments.models.fields import A_FEDERATION, A_FIDE_ID, A_RATING, LineField
from tournaments.models.player import Player, require_birth
from tournaments.models.round import Seat

# The boards of a match, and as many reserves.
MOST_MEMBERS = 2 * MOST_BOARDS


class Member(models.Model):
    """One person of a team, with their place in its order: the boards first, then the reserves."""

    # The fields of each member in a team's list of members, which can be read back.
    ENTERED = ("name", "title", "rating", "federation", "fide_id", "birth", "sex")

    team = models.ForeignKey(Player, on_delete=models.CASCADE, related_name="members")
    # From 1. The order is announced, and is fixed once the team sits in a published round.
    place = models.PositiveSmallIntegerField()
    name = LineField(_("name"), max_length=80)
    title = models.CharField(_("title"), max_length=3, choices=Player.Title, blank=True)
    # The rating that counts in the event (C.04.2 B.1; 2026: 2.1).
    rating = models.PositiveSmallIntegerField(_("rating"), null=True, blank=True, validators=A_RATING)
    # FIDE's where another one counts, 0 for a member without it; null where FIDE's counts.
    uncounted_fide_rating = models.PositiveSmallIntegerField(null=True, blank=True, editable=False)
    federation = LineField(_("federation"), max_length=3, blank=True, validators=[A_FEDERATION])
    fide_id = LineField(
        _("FIDE ID"),
        max_length=11,
        blank=True,
        validators=[A_FIDE_ID],
    )
    birth = LineField(_("born"), max_length=10, blank=True, validators=[require_birth])
    sex = models.CharField(_("sex"), max_length=1, choices=Player.Sex, blank=True)

    class Meta:
        ordering = ("team", "place")
        constraints = (
            models.UniqueConstraint(fields=("team", "place"), name="member_place_once"),
            models.CheckConstraint(
                name="member_place", condition=Q(place__gte=1) & Q(place__lte=MOST_MEMBERS)
            ),
            models.CheckConstraint(name="member_has_a_name", condition=~Q(name="")),
        )

    def __str__(self) -> str:
        return self.name

    @property
    def fide_rating(self) -> int | None:
        """FIDE's rating, whichever counts; None for a member without it."""
        return self.rating if self.uncounted_fide_rating is None else self.uncounted_fide_rating or None


class LineUp(models.Model):
    """The member who plays for a team at one board of a match. Without any, the first of its order play."""

    seat = models.ForeignKey(Seat, on_delete=models.CASCADE, related_name="line_up")
    board = models.PositiveSmallIntegerField()
    # Null for a board that stays empty.
    member = models.ForeignKey(Member, on_delete=models.PROTECT, null=True, blank=True, related_name="+")

    class Meta:
        ordering = ("seat", "board")
        constraints = (
            models.UniqueConstraint(fields=("seat", "board"), name="line_up_board_once"),
            models.UniqueConstraint(fields=("seat", "member"), name="line_up_member_once"),
            models.CheckConstraint(
                name="line_up_board", condition=Q(board__gte=1) & Q(board__lte=MOST_BOARDS)
            ),
        )

    def __str__(self) -> str:
        return f"{self.seat}: {self.board}"
