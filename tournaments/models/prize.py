"""The prizes of an event, as they are announced. Money is in the smallest unit of its currency."""

from __future__ import annotations

from django.core.exceptions import ValidationError
from django.core.validators import MaxValueValidator, MinValueValidator, RegexValidator
from django.db import models
from django.db.models import Q
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from tournaments.models.fields import LineField
from tournaments.models.player import Category
from tournaments.models.tournament import Tournament


class PrizeFund(models.Model):
    """The settings that apply to all prizes of a tournament."""

    tournament = models.OneToOneField(Tournament, on_delete=models.CASCADE, related_name="prize_fund")
    currency = LineField(
        _("currency"),
        max_length=3,
        default="EUR",
        validators=[
            RegexValidator(r"^[A-Z]{3}$", _("Expected a code of three capital letters, such as EUR."))
        ],
    )
    # All prizes, and all shares of them, are multiples of this many of the smallest unit.
    step = models.PositiveIntegerField(_("shares rounded to"), default=1, validators=[MinValueValidator(1)])
    one_each = models.BooleanField(_("one prize each, the one of the greatest value"), default=True)

    class Meta:
        constraints = (models.CheckConstraint(name="prize_fund_step", condition=Q(step__gte=1)),)

    def __str__(self) -> str:
        return f"{self.tournament}: {self.currency}"


class PrizeList(models.Model):
    """Prizes for the first, the second and so on among the players whom they are for."""

    class Sharing(models.TextChoices):
        """What becomes of the prizes of players who are level on points, in the rule book's terms."""

        EQUALLY = "equally", _("shared equally")
        HORT = "hort", _("by Hort’s system")
        TIE_BREAK = "tie-break", _("by tie-break")

    class Unawarded(models.TextChoices):
        """What becomes of money that is not awarded, in the rule book's terms."""

        STAYS = "stays", _("stays with the organiser")
        ROLLS_OVER = "rolls-over", _("raises the first list")

    class TeamBy(models.TextChoices):
        """What makes players a team."""

        CLUB = "club", _("of one club")
        FEDERATION = "federation", _("of one federation")

    fund = models.ForeignKey(PrizeFund, on_delete=models.CASCADE, related_name="lists")
    # 1 for the first of the fund, which is the main one.
    place = models.PositiveSmallIntegerField(_("place in the fund"), validators=[MinValueValidator(1)])
    name = LineField(_("name"), max_length=60, blank=True)
    # Null for everybody.
    category = models.ForeignKey(
        Category,
        on_delete=models.PROTECT,
        null=True,
        blank=True,
        related_name="prize_lists",
        verbose_name=_("for"),
    )
    amounts = models.JSONField(_("prizes"), default=list)
    sharing = models.CharField(_("level on points"), max_length=9, choices=Sharing, default=Sharing.EQUALLY)
    needed = models.PositiveSmallIntegerField(
        _("starters needed"), default=0, validators=[MaxValueValidator(9999)]
    )
    unawarded = models.CharField(
        _("what is not awarded"), max_length=10, choices=Unawarded, default=Unawarded.STAYS
    )
    besides = models.BooleanField(_("had besides another prize"), default=False)
    team_by = models.CharField(_("best team"), max_length=10, choices=TeamBy, blank=True)
    team_of = models.PositiveSmallIntegerField(
        _("players of a team"),
        null=True,
        blank=True,
        validators=[MinValueValidator(2), MaxValueValidator(20)],
    )

    class Meta:
        ordering = ("place", "pk")
        constraints = (
            models.CheckConstraint(name="prize_list_place", condition=Q(place__gte=1)),
            models.CheckConstraint(
                name="prize_list_sharing", condition=Q(sharing__in=["equally", "hort", "tie-break"])
            ),
            models.CheckConstraint(
                name="prize_list_unawarded", condition=Q(unawarded__in=["stays", "rolls-over"])
            ),
            models.CheckConstraint(
                name="prize_list_team",
                condition=Q(team_by="", team_of__isnull=True)
                | Q(team_by__in=["club", "federation"], team_of__isnull=False, team_of__gte=2),
            ),
        )

    def __str__(self) -> str:
        return self.title

    def clean(self) -> None:
        """Require that both what makes a team and its number of players are given, or neither."""
        if self.team_by and not self.team_of:
            raise ValidationError({"team_of": _("How many players are in a team?")})
        if self.team_of and not self.team_by:
            raise ValidationError({"team_by": _("Is it the best club or the best federation?")})

    @property
    def title(self) -> str:
        """Its own name, or else a title in the reader's language."""
        if self.name:
            return self.name
        if self.team_by:
            titles = {
                self.TeamBy.CLUB: gettext("Best club, %(count)d players"),
                self.TeamBy.FEDERATION: gettext("Best federation, %(count)d players"),
            }
            team = titles[self.TeamBy(self.team_by)] % {"count": self.team_of}
            return f"{self.category.name} · {team}" if self.category else team
        return self.category.name if self.category else gettext("Main prizes")

    @property
    def total(self) -> int:
        """The sum of its prizes."""
        return sum(self.amounts)

    @property
    def is_besides(self) -> bool:
        """Whether a player may have its prizes besides any other, as is always so with those of teams."""
        return self.besides or bool(self.team_by)
