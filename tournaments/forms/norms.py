"""What norms depend on besides what is played."""

from __future__ import annotations

from typing import Any, ClassVar

from django.utils.translation import gettext_lazy as _

from tournaments.forms.changes import ChangesForm
from tournaments.models import Tournament


class NormFactsForm(ChangesForm):
    """What B.01 asks of the event, and nothing else tells."""

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
        """Capital letters are FIDE’s, not the typist’s."""
        return str(self.cleaned_data["no_members"]).upper()
