"""Where a phone subscribes to notifications of a player's boards, or unsubscribes."""

from __future__ import annotations

from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404
from django.utils.translation import get_language
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_POST

from tournaments.errors import DomainError
from tournaments.forms.fields import faults_in_words
from tournaments.forms.notifications import PhoneForm, SubscriptionForm
from tournaments.models import Player
from tournaments.services.notifications import subscribe, unsubscribe
from tournaments.web import languages, logins


# Public pages are made once for all readers, so they cannot contain a CSRF token; and the phone's own
# endpoint, which is sent here, is known to no other site.
@csrf_exempt
@require_POST
def notify(request: HttpRequest, slug: str) -> HttpResponse:
    """Subscribe a phone, or unsubscribe it (`act` is "tell" or "silence")."""
    if not settings.WEB_PUSH:
        raise Http404
    tells = request.POST.get("act") == "tell"
    form = SubscriptionForm(request.POST) if tells else PhoneForm(request.POST)
    if not form.is_valid():
        raise DomainError("form", faults_in_words(form))
    sent = form.cleaned_data
    player = get_object_or_404(
        Player.objects.select_related("tournament").filter(tournament__removed_at=None),
        tournament__slug=slug,
        key=sent["player"],
    )
    if not tells:
        unsubscribe(player=player, endpoint=sent["endpoint"])
        return HttpResponse(status=204)
    languages.speak_as_event(request, player.tournament)
    try:
        logins.count_phone(request, player.tournament)
    except logins.Throttled as error:
        raise DomainError("throttled", " ".join(error.messages)) from error
    subscribe(
        player=player,
        endpoint=sent["endpoint"],
        key=sent["key"],
        secret=sent["secret"],
        language=get_language() or settings.LANGUAGE_CODE,
    )
    return HttpResponse(status=204)
