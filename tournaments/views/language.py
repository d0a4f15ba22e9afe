"""The language switch on every page."""

from __future__ import annotations

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.views.decorators.csrf import csrf_exempt

from tournaments.web import languages
from tournaments.web.addresses import own_path


# Public pages are made once for all readers, so their forms cannot contain a CSRF token. Another site cannot
# choose for an account: the session's cookie is not sent with another site's form.
@csrf_exempt
def language(request: HttpRequest) -> HttpResponse:
    """Store the chosen language, and lead back to the page."""
    answer = redirect(own_path(request, request.POST.get("next", "")))
    code = request.POST.get("language", "")
    if request.method == "POST" and code in dict(settings.LANGUAGES):
        languages.choose(request, answer, code)
    return answer
