"""Phones that get messages by Web Push: the data that their push service needs, and none of their owners."""

from __future__ import annotations

from django.conf import settings
from django.db import models
from django.utils import timezone

from tournaments.models.player import Player


class PushSubscription(models.Model):
    """A phone that gets a message about each new board of a player."""

    # Real endpoints are far shorter.
    LONGEST = 1000

    player = models.ForeignKey(Player, on_delete=models.CASCADE, related_name="push_subscriptions")
    # An address that its push service made up for this phone; anybody who knows it can send there.
    endpoint = models.CharField(max_length=LONGEST)
    # The phone's key and secret in base64url, with which messages to it are encrypted.
    key = models.CharField(max_length=90)
    secret = models.CharField(max_length=24)
    # The language in which messages were asked for.
    language = models.CharField(max_length=7, choices=settings.LANGUAGES)
    # It has been told of everything published until then; and the round of the last board it was told of.
    told_until = models.DateTimeField(default=timezone.now)
    told_round = models.PositiveSmallIntegerField(default=0)
    # When the last attempt to tell it began; null once that has succeeded.
    tried_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ("pk",)
        constraints = (models.UniqueConstraint(fields=("player", "endpoint"), name="push_subscription_once"),)

    def __str__(self) -> str:
        return f"{self.player} ({self.language})"
