"""The columns of lists that an account has chosen."""

from __future__ import annotations

from django.contrib.auth.models import User

from tournaments.formats.lists import Answers, PlayerList
from tournaments.models import OwnLayout

# An account has hardly more kinds of lists; the oldest are forgotten.
MOST = 50


def remember(*, user: User, found: PlayerList, answers: Answers) -> None:
    """Keep what was chosen for the columns of a list for the next one with the same headings."""
    if not found.layout or not (answers.columns or answers.rating):
        return
    chosen = {"columns": dict(answers.columns), "rating": answers.rating}
    OwnLayout.objects.update_or_create(user=user, headings=found.layout, defaults=chosen)
    kept = OwnLayout.objects.filter(user=user).order_by("-pk").values_list("pk", flat=True)[:MOST]
    OwnLayout.objects.filter(user=user).exclude(pk__in=list(kept)).delete()
