"""Warnings of FIDE's five levels: a service asks before it acts, and acts once the arbiter has answered.

How a service warns: it first refuses what is refused anyway, then collects all its warnings, and acts only
after `confirm`, which raises ConfirmationNeeded until the arbiter has answered::

    def give_bye(*, player, number, kind, actor, reason="", confirmation=""):
        with acting(player.tournament, actor) as act:
            ...
            confirm(
                act,
                "give-bye",
                second_half_point_bye(row, kind),  # an iterable of RuleWarning; if empty, nothing is asked
                of={"player": row.pk, "number": number, "kind": kind},
                given=confirmation,
                reason=reason,  # leave it out if no reason is wanted
            )
            ...  # everything above is undone while the question is open: nothing has been written

    def second_half_point_bye(player, kind):
        if kind == Seat.Kind.HALF_POINT_BYE and (earlier := ...):
            yield RuleWarning(
                Level.HARMLESS,
                "second_half_point_bye",
                _("%(name)s has had a half-point bye in round %(number)d.") % {...},
                article="C.05 6.7",
                facts={"earlier": earlier},
            )

How a view passes the answer: it hands over what was posted, and does nothing else. The question is not
caught by `except DomainError`; `tournaments.web.refusals` turns it into a page that posts the same fields to
the same address again, with the answer and the reason beside them::

    services.give_bye(..., **answers.answer(request))       # or confirmation=answers.given(request)

An answer is signed and holds for one arbiter, one act with exactly these arguments (`of`), and exactly these
warnings with their `facts`: if any of this has changed meanwhile, the question is asked again. So `facts`
holds what the warning rests on, and nothing that differs by language; `of` holds what is about to be done.
The page takes the name of the act from LABELS.
A test answers as a browser does: `builders.confirmed(service, **arguments)`.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from django.contrib.auth.models import User
from django.core import signing
from django.core.serializers.json import DjangoJSONEncoder
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from tournaments import engine
from tournaments.errors import ConfirmationNeeded, DomainError, Level, RuleWarning
from tournaments.models import Helper
from tournaments.services.act import Act

if TYPE_CHECKING:
    from django_stubs_ext import StrPromise

SALT = "tournaments.services.confirm"
# Seconds for which an answer holds: an arbiter who went to lunch over the question is asked again.
HOLDS = 3600

# Name of an act for `confirm` -> its label: a verb with its object, which the page asks about and its button
# shows. A label may contain arguments of the act (`of`).
LABELS: dict[str, StrPromise] = {
    "adjourned-result": gettext_lazy("Enter the result of the adjourned game"),
    "assign-numbers": gettext_lazy("Assign the pairing numbers anew"),
    "begin-by-hand": gettext_lazy("Pair round %(number)s by hand"),
    "bye-by-hand": gettext_lazy("Give the pairing-allocated bye"),
    "close-list": gettext_lazy("Close the list of participants"),
    "correct": gettext_lazy("Make the correction"),
    "correct-identity": gettext_lazy("Correct the player’s data"),
    "credit-missed": gettext_lazy("Credit the missed rounds"),
    "end-by-hand": gettext_lazy("End the pairing by hand"),
    "end-early": gettext_lazy("End the tournament early"),
    "exchange-numbers": gettext_lazy("Exchange the numbers"),
    "finish": gettext_lazy("Finish the tournament"),
    "give-bye": gettext_lazy("Give the bye"),
    "import": gettext_lazy("Import the tournament"),
    "keep-apart": gettext_lazy("Keep these players apart"),
    "leave-fide-mode": gettext_lazy("Leave FIDE mode"),
    "let-meet": gettext_lazy("Let these players meet"),
    "pair-by-hand": gettext_lazy("Put these two players at a board"),
    "pair-round": gettext_lazy("Pair round %(number)s"),
    "publish-all": gettext_lazy("Publish all rounds at once"),
    "publish-round": gettext_lazy("Publish round %(number)s"),
    "repair-round": gettext_lazy("Withdraw the pairing of round %(number)s and pair it again"),
    "strike-missing": gettext_lazy("Strike out missing players"),
    "swap-by-hand": gettext_lazy("Swap colours"),
    "undo": gettext_lazy("Take the change back"),
}


def confirm(
    act: Act,
    what: str,
    found: Iterable[RuleWarning],
    *,
    of: Mapping[str, Any],
    given: str,
    reason: str | None = None,
) -> None:
    """Return if the arbiter has confirmed the act `what` with the arguments `of`, or nothing is amiss.

    `given` is the answer as it was posted, "" for none. If `reason` is not None, a reason is asked for
    together with the answer. Raises ConfirmationNeeded while the question is open, and DomainError for
    what FIDE mode prohibits.
    """
    warnings = tuple(found)
    for warning in warnings:
        if warning.level is Level.PROHIBITED and act.tournament.in_fide_mode:
            raise DomainError(
                warning.code,
                _("%(sentence)s FIDE mode prohibits it (%(article)s).")
                % {"sentence": warning.sentence, "article": engine.article(act.tournament, warning.article)},
            )
    ask(what, warnings, of={"tournament": act.tournament.pk, **of}, by=act.actor, given=given, reason=reason)


def ask(
    what: str,
    warnings: Sequence[RuleWarning],
    *,
    of: Mapping[str, Any],
    by: User | Helper | None,
    given: str,
    reason: str | None = None,
) -> None:
    """Like `confirm`, for an act before there is a tournament: `of` must then name everything it is about."""
    level = max(
        (w.level for w in warnings), default=Level.ALLOWED, key=lambda level: (level.questions, level)
    )
    if not level.questions:
        return
    digest = _digest(what, warnings, of, by)
    answered = _answered(given, digest)
    wanted = reason is not None and not reason.strip()
    if answered == level.questions and not wanted:
        return
    # An answer without its reason does not count.
    step = 1 if wanted else answered + 1
    raise ConfirmationNeeded(
        label=LABELS[what] % dict(of),
        warnings=warnings,
        level=level,
        step=step,
        token=signing.dumps([digest, step], salt=SALT),
        reason=reason,
        stale=bool(given) and not answered,
    )


def _digest(
    what: str, warnings: Sequence[RuleWarning], of: Mapping[str, Any], by: User | Helper | None
) -> str:
    """A digest of the question. Independent of the language: it may be changed between the pages."""
    named = [(warning.level, warning.code, dict(warning.facts)) for warning in warnings]
    person = by and (by._meta.model_name, by.pk)
    text = json.dumps([what, dict(of), person, named], sort_keys=True, cls=DjangoJSONEncoder)
    return hashlib.sha256(text.encode()).hexdigest()


def _answered(given: str, digest: str) -> int:
    """How many questions of this act the answer has answered; 0 for none, or for those of another act."""
    try:
        signed, step = signing.loads(given, salt=SALT, max_age=HOLDS)
    except (signing.BadSignature, ValueError, TypeError):
        return 0
    return int(step) if signed == digest else 0
