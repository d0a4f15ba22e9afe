"""The ratings that players of a long event had in its earlier rounds."""

from __future__ import annotations

from django.core.validators import MinValueValidator
from django.db import models
from django.db.models import Q

from tournaments.models.fields import A_RATING, HIGHEST_RATING, MOST_ROUNDS
from tournaments.models.player import Player


class EarlierRating(models.Model):
    """The rating that counted for a player up to a round, after which another one counts."""

    player = models.ForeignKey(Player, on_delete=models.CASCADE, related_name="earlier_ratings")
    # The last round for which it counted.
    until = models.PositiveSmallIntegerField(validators=[MinValueValidator(1)])
    # Null if the player was unrated.
    value = models.PositiveSmallIntegerField(null=True, blank=True, validators=A_RATING)

    class Meta:
        ordering = ("until",)
        constraints = (
            models.UniqueConstraint(fields=("player", "until"), name="earlier_rating_once"),
            models.CheckConstraint(
                name="earlier_rating_until", condition=Q(until__gte=1, until__lte=MOST_ROUNDS)
            ),
            models.CheckConstraint(
                name="earlier_rating_value",
                condition=Q(value__isnull=True)
                | Q(value__isnull=False, value__gte=1, value__lte=HIGHEST_RATING),
            ),
        )

    def __str__(self) -> str:
        return f"{self.player}: {self.value} until round {self.until}"
