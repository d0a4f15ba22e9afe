"""Webhooks, which tell other programs what is published, and their latest deliveries."""

from __future__ import annotations

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils.cache import add_never_cache_headers
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from tournaments.models import Webhook
from tournaments.web.access import EventRequest, post_only
from tournaments.web.refusals import ShownOn, status_of
from tournaments.webhooks import services
from tournaments.webhooks.forms import ChoicesForm, WebhookForm
from tournaments.webhooks.queries import by_key, of_event


@require_safe
def webhooks_of_event(request: EventRequest, slug: str) -> HttpResponse:
    """The webhooks of the event with their last deliveries, and the form that adds one."""
    return _page(request, WebhookForm())


def _page(
    request: EventRequest, adding: WebhookForm, *, changing: tuple[int, ChoicesForm] | None = None
) -> HttpResponse:
    changed, form = changing or (0, None)
    shown = of_event(request.tournament)
    context = {
        "webhooks": [
            (one, form if form and one.webhook.pk == changed else _choices(one.webhook)) for one in shown
        ],
        "form": adding,
    }
    return render(request, "webhooks/webhooks.html", context, status=status_of(form or adding))


def _choices(webhook: Webhook, data: object = None) -> ChoicesForm:
    """The form of one webhook among several on the page: its fields have HTML ids of their own."""
    return ChoicesForm(data, instance=webhook, auto_id=f"id_{webhook.pk}_%s")


@post_only
def add(request: EventRequest, slug: str) -> HttpResponse:
    """Add a webhook, and show its secret, once."""
    form = WebhookForm(request.POST)
    if form.is_valid():
        with ShownOn(form, "address"):
            made = services.add_webhook(
                tournament=request.tournament,
                address=form.cleaned_data["address"],
                choices=form.choices,
                actor=request.user,
            )
            context = {"webhook": made, "secret": services.secret_of(made)}
            answer = render(request, "webhooks/made.html", context)
            add_never_cache_headers(answer)
            return answer
    return _page(request, form)


@post_only
def edit(request: EventRequest, slug: str, pk: int) -> HttpResponse:
    """Change what a webhook tells."""
    tournament = request.tournament
    form = _choices(by_key(tournament, pk), request.POST)
    if form.is_valid():
        with ShownOn(form, present=lambda: _choices(by_key(tournament, pk))):
            services.change_webhook(
                tournament=tournament, webhook=pk, changes=form.changes, seen=form.seen, actor=request.user
            )
            messages.success(request, _("Saved."))
            return redirect("webhooks", slug)
    return _page(request, WebhookForm(), changing=(pk, form))


@post_only
def test(request: EventRequest, slug: str, pk: int) -> HttpResponse:
    """Send a test delivery."""
    services.send_test(tournament=request.tournament, webhook=pk, actor=request.user)
    messages.success(request, _("A test is on its way: come back here in a few seconds for the answer."))
    return redirect("webhooks", slug)


@post_only
def remove(request: EventRequest, slug: str, pk: int) -> HttpResponse:
    """Remove a webhook."""
    services.remove_webhook(tournament=request.tournament, webhook=pk, actor=request.user)
    messages.success(request, _("The webhook is removed."))
    return redirect("webhooks", slug)
