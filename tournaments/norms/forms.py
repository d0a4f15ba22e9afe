"""The facts, besides the games, on which norms depend."""

from __future__ import annotations

from typing import Any, ClassVar

from django.utils.translation import gettext_lazy as _

from tournaments.models import Tournament
from tournaments.web.forms import ChangesForm


class NormFactsForm(ChangesForm):
    """The facts that B.01 requires of the event and that no other form asks for."""

    class Meta:
        model = Tournament
        fields = ("minutes", "championship", "no_members")
        help_texts: ClassVar[dict[str, Any]] = {
            "minutes": _(
                "What each player has for 60 moves, all increments counted: 90 min and 30 s a move are 120"
            ),
            "championship": _("If B.01 makes an exception; otherwise leave it empty"),
            "no_members": _("FIDE’s three letters, with spaces between them"),
        }

    def clean_no_members(self) -> str:
        """The federations in FIDE's capital letters, however they were typed."""
        return str(self.cleaned_data["no_members"]).upper()
