"""Groups of players by age, rating, sex, club and federation, for lists and prizes."""

from __future__ import annotations

from django.core.exceptions import ValidationError
from django.core.validators import MaxValueValidator, MinValueValidator
from django.db import models
from django.utils.translation import gettext_lazy as _

from tournaments.models.fields import A_FEDERATION, A_RATING, LineField
from tournaments.models.player import Player
from tournaments.models.tournament import Tournament


class Category(models.Model):
    """A category of one tournament. Who belongs to it follows from the players' data."""

    tournament = models.ForeignKey(Tournament, on_delete=models.CASCADE, related_name="categories")
    name = LineField(_("name"), max_length=30)
    sex = models.CharField(_("sex"), max_length=1, choices=Player.Sex, blank=True)
    under_age = models.PositiveSmallIntegerField(
        _("under the age of"), null=True, blank=True, validators=[MinValueValidator(4), MaxValueValidator(99)]
    )
    from_age = models.PositiveSmallIntegerField(
        _("from the age of"), null=True, blank=True, validators=[MinValueValidator(4), MaxValueValidator(99)]
    )
    under_rating = models.PositiveSmallIntegerField(
        _("rating below"), null=True, blank=True, validators=A_RATING
    )
    from_rating = models.PositiveSmallIntegerField(
        _("rating from"), null=True, blank=True, validators=A_RATING
    )
    unrated = models.BooleanField(_("unrated players only"), default=False, db_default=False)
    club = LineField(_("club"), max_length=80, blank=True)
    federation = LineField(_("federation"), max_length=3, blank=True, validators=[A_FEDERATION])

    class Meta:
        ordering = ("pk",)
        constraints = (
            models.UniqueConstraint(fields=("tournament", "name"), name="category_name_once"),
            models.CheckConstraint(name="category_has_a_name", condition=~models.Q(name="")),
        )

    def __str__(self) -> str:
        return self.name

    def clean(self) -> None:
        """Require at least one condition, and conditions that a player can meet."""
        conditions = (self.sex, self.under_age, self.from_age, self.under_rating, self.from_rating)
        if not any((*conditions, self.unrated, self.club, self.federation)):
            raise ValidationError(_("Say who belongs to it: by age, rating, sex, club or federation."))
        if self.under_age and self.from_age and self.under_age < self.from_age:
            raise ValidationError({"from_age": _("No player can be that old and that young.")})
        if self.under_rating and self.from_rating and self.under_rating <= self.from_rating:
            raise ValidationError({"from_rating": _("Nobody has such a rating.")})
        if self.unrated and self.from_rating:
            raise ValidationError({"from_rating": _("An unrated player has no such rating.")})

    @property
    def asks_for_ratings(self) -> bool:
        """Whether it depends on ratings who belongs to it."""
        return self.unrated or bool(self.from_rating or self.under_rating)

    def holds(self, player: Player, year: int, *, estimated: bool = False) -> bool:
        """Whether the player belongs to it in an event of that year.

        Ages are counted as FIDE does: a player is under 18 if they do not reach 18 before the year begins,
        and from 65 if they reach 65 before it ends. A player without a rating is below every limit; so is one
        whose rating is `estimated`, except below limits that the estimate reaches. A player whose birth, sex,
        club or federation is not known belongs to no category that asks for it. The case of letters does not
        matter in the name of a club.
        """
        born = int(player.birth_year) if player.birth else None
        strength, rating = player.rating or 0, 0 if estimated else player.rating or 0
        return (
            (not self.sex or player.sex == self.sex)
            and (self.under_age is None or (born is not None and year - born <= self.under_age))
            and (self.from_age is None or (born is not None and year - born >= self.from_age))
            and (self.under_rating is None or strength < self.under_rating)
            and (self.from_rating is None or rating >= self.from_rating)
            and not (self.unrated and rating)
            and (not self.club or player.club.casefold() == self.club.casefold())
            and (not self.federation or player.federation == self.federation)
        )
