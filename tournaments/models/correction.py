"""Corrections of what was recorded wrongly, and the first pairing that each of them counts for."""

from __future__ import annotations

from collections.abc import Sequence

from django.db import models
from django.db.models import F, Q
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from tournaments.models.audit import AuditEvent
from tournaments.models.player import Player
from tournaments.models.round import Game, Seat


class Correction(models.Model):
    """One corrected error of a published round (C.04.2 D.8; 2026: 4.3), or a late result (D.1; 3.1).

    The rows of the round say what happened, as far as it counts; a correction keeps what they said before,
    and the first pairing that may take it into account. So every earlier pairing can be computed again from
    what was known then. A correction that no pairing may take into account changes no row: only the rating
    report shows it.
    """

    class Kind(models.TextChoices):
        """What was wrong, or late."""

        RESULT = "result", gettext_lazy("the result was written down incorrectly")
        COLOURS = "colours", gettext_lazy("the game was played with the wrong colours")
        OPPONENTS = "opponents", gettext_lazy("the players sat down at the wrong boards")
        ADJOURNED = "adjourned", gettext_lazy("an adjourned game was finished")

    class Case(models.TextChoices):
        """The three cases of D.8 (2026: 4.3): when the error was reported."""

        NEXT = "next", gettext_lazy("for the standings and the next pairing")
        FOLLOWING = "following", gettext_lazy("for the standings and the pairing after the next")
        RATING = "rating", gettext_lazy("for the rating report only")

    # The kinds that exchange two players. Two boards keep their results; at one the players keep theirs.
    SEATING = (Kind.COLOURS, Kind.OPPONENTS)

    kind = models.CharField(max_length=10, choices=Kind)
    case = models.CharField(max_length=10, choices=Case)
    # The first round whose pairing may take it into account; beyond the last round only the standings do.
    counts_from = models.PositiveSmallIntegerField(null=True, blank=True)
    game = models.ForeignKey(Game, on_delete=models.CASCADE, related_name="corrections")
    before = models.CharField(max_length=8, choices=Game.Result, blank=True)
    before_rated = models.BooleanField(default=True)
    after = models.CharField(max_length=8, choices=Game.Result, blank=True)
    after_rated = models.BooleanField(default=True)
    # In a team match: the results of its boards before and after (`Game.boards`).
    before_boards = models.CharField(max_length=160, blank=True, default="", db_default="")
    after_boards = models.CharField(max_length=160, blank=True, default="", db_default="")
    # The two players who exchange their places, and where each of them sat until then.
    player = models.ForeignKey(Player, on_delete=models.PROTECT, null=True, blank=True, related_name="+")
    colour = models.CharField(max_length=1, choices=Seat.Colour, blank=True)
    other_player = models.ForeignKey(
        Player, on_delete=models.PROTECT, null=True, blank=True, related_name="+"
    )
    other_game = models.ForeignKey(Game, on_delete=models.CASCADE, null=True, blank=True, related_name="+")
    other_colour = models.CharField(max_length=1, choices=Seat.Colour, blank=True)
    # Written as False to exchange seats: the database then exchanges them and sets it to True
    # (`tournaments.guards.corrections`). Setting it to False again exchanges them back and deletes the row.
    done = models.BooleanField(default=True)
    # Its line in the trail, written before it: who, when and why.
    audit = models.OneToOneField(
        AuditEvent, on_delete=models.PROTECT, editable=False, related_name="correction"
    )

    class Meta:
        ordering = ("pk",)
        constraints = (
            models.CheckConstraint(
                name="correction_counts_or_not",
                condition=Q(case="rating", counts_from__isnull=True)
                | Q(case__in=["next", "following"], counts_from__isnull=False),
            ),
            models.CheckConstraint(
                name="correction_result_or_seats",
                condition=Q(
                    kind__in=["result", "adjourned"],
                    after__in=["1-0", "1/2-1/2", "0-1", "1F-0F", "0F-1F", "0F-0F", "1/2-0", "0-1/2", "0-0"],
                    player__isnull=True,
                    other_player__isnull=True,
                    other_game__isnull=True,
                    done=True,
                )
                | (
                    Q(
                        kind__in=["colours", "opponents"],
                        before="",
                        after="",
                        player__isnull=False,
                        other_player__isnull=False,
                        other_game__isnull=False,
                        colour__in=["w", "b"],
                        other_colour__in=["w", "b"],
                    )
                    & ~Q(player=F("other_player"))
                ),
            ),
            models.CheckConstraint(
                name="correction_of_one_board_or_two",
                condition=Q(kind__in=["result", "adjourned"])
                | Q(kind="colours", other_game=F("game"))
                | (Q(kind="opponents") & ~Q(other_game=F("game"))),
            ),
        )

    def __str__(self) -> str:
        return f"{self.game}: {self.kind}"

    @property
    def in_words(self) -> str:
        """What was corrected, in a phrase."""
        match self.kind:
            case self.Kind.COLOURS:
                what = _("played with the other colours")
            case self.Kind.OPPONENTS:
                what = _("opponents other than paired")
            case self.Kind.ADJOURNED:
                what = _("adjourned, finished later")
            case _other:
                before = Game.in_print(self.before, self.before_boards)
                facts = {"before": before, "after": Game.in_print(self.after, self.after_boards)}
                what = _("%(before)s corrected to %(after)s") % facts
        if self.case == self.Case.RATING:
            return _("for the rating report only: %(what)s") % {"what": what}
        return what

    @property
    def games(self) -> Sequence[int]:
        """The keys of the games that it is about."""
        return [self.game_id] if self.other_game_id is None else [self.game_id, self.other_game_id]
