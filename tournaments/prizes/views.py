"""The prize fund: the announced prizes, the categories that they are for, and the winners."""

from __future__ import annotations

from django.contrib import messages
from django.http import HttpRequest, HttpResponse, QueryDict
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _

from tournaments.models import Category, PrizeList, Tournament
from tournaments.prizes import queries
from tournaments.prizes.forms import CategoryForm, PrizeFundForm, PrizeListForm
from tournaments.prizes.services import (
    add_category,
    add_prizes,
    change_prizes,
    give_prizes_again,
    remove_category,
    remove_prizes,
    set_prize_fund,
    take_out_of_prizes,
)
from tournaments.rounds.queries import rounds
from tournaments.web.access import EventRequest, player_of, post_only
from tournaments.web.pages import of_event, reason_of
from tournaments.web.refusals import ShownOn, form_page, status_of


def list_categories(request: EventRequest, slug: str) -> HttpResponse:
    """The categories with their players, and the form that adds one."""
    tournament = request.tournament
    form = CategoryForm(request.POST or None, instance=Category(tournament=tournament))
    if form.is_valid():
        with ShownOn(form, "name"):
            add_category(tournament=tournament, actor=request.user, **form.cleaned_data)
            messages.success(request, _("The category is added."))
            return redirect("categories", slug)
    people = list(tournament.players.all())
    context = {
        "year": queries.year_of(tournament),
        "categories": [
            (row, queries.members(tournament, row, people)) for row in tournament.categories.all()
        ],
    }
    return form_page(request, "prizes/categories.html", form, context)


@post_only
def category_remove(request: EventRequest, slug: str, pk: int) -> HttpResponse:
    """Remove a category."""
    remove_category(tournament=request.tournament, category=pk, actor=request.user)
    messages.success(request, _("The category is removed."))
    return redirect("categories", slug)


@of_event()
def public(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """The announced prizes, and once the event has ended, their winners."""
    context = {
        "announced": queries.announced(tournament),
        "awards": queries.awards(tournament) if tournament.is_finished else None,
    }
    return render(request, "prizes/public.html", context)


def prize_fund(request: EventRequest, slug: str) -> HttpResponse:
    """The rules for all prizes, the prize lists, and the form that adds one."""
    tournament, bound = request.tournament, rounds.is_bound(request.tournament)
    fund = queries.fund_of(tournament)
    of_fund, adding = "currency" in request.POST, request.method == "POST" and "currency" not in request.POST
    fund_form = PrizeFundForm(
        request.POST if of_fund else None, instance=fund, bound=bound, auto_id="fund_%s"
    )
    form = PrizeListForm(
        request.POST if adding else None,
        instance=PrizeList(fund=fund),
        tournament=tournament,
        bound=bound,
    )
    if fund_form.is_valid():
        with ShownOn(
            fund_form,
            "step",
            fields={"currency": "currency"},
            present=lambda: PrizeFundForm(instance=queries.fund_of(tournament), bound=bound),
        ):
            set_prize_fund(
                tournament=tournament,
                changes=fund_form.changes,
                seen=fund_form.seen,
                reason=fund_form.given_reason,
                actor=request.user,
            )
            messages.success(request, _("Saved."))
            return redirect("prize-fund", slug)
    if form.is_valid():
        with ShownOn(form, fields={"amounts": "amounts"}):
            add_prizes(tournament=tournament, actor=request.user, reason=form.given_reason, **form.definition)
            messages.success(request, _("The prizes are announced."))
            return redirect("prize-fund", slug)
    context = {
        "announced": queries.announced(tournament),
        "fund_form": fund_form,
        "form": form,
        "bound": bound,
    }
    return render(request, "prizes/fund.html", context, status=status_of(fund_form if of_fund else form))


def prize_list(request: EventRequest, slug: str, pk: int) -> HttpResponse:
    """Change the prizes of a list, or remove them."""
    tournament, bound = request.tournament, rounds.is_bound(request.tournament)
    row = queries.list_by_key(tournament, pk)

    def form_of(row: PrizeList, data: QueryDict | None = None) -> PrizeListForm:
        return PrizeListForm(data, instance=row, tournament=tournament, bound=bound)

    form = form_of(row, request.POST or None)
    if form.is_valid():
        with ShownOn(
            form,
            fields={"amounts": "amounts"},
            present=lambda: form_of(queries.list_by_key(tournament, pk)),
        ):
            change_prizes(
                tournament=tournament,
                prizes=pk,
                changes=form.changes,
                seen=form.seen,
                reason=form.given_reason,
                actor=request.user,
            )
            messages.success(request, _("The prizes are changed."))
            return redirect("prize-fund", slug)
    return form_page(request, "prizes/list.html", form, {"row": row, "bound": bound})


@post_only
def remove(request: EventRequest, slug: str, pk: int) -> HttpResponse:
    """Remove the prizes of a list from the fund."""
    remove_prizes(tournament=request.tournament, prizes=pk, reason=reason_of(request), actor=request.user)
    messages.success(request, _("The prizes are removed."))
    return redirect("prize-fund", slug)


def awards(request: EventRequest, slug: str) -> HttpResponse:
    """The winners, by list and by player; while the last round is on, as if it ended now."""
    tournament = request.tournament
    awards = queries.awards(tournament) if queries.are_due(tournament) else None
    context = {
        "awards": awards,
        "announced": awards.announced if awards else queries.announced(tournament),
        "settled": queries.are_settled(tournament),
        "without": queries.without(tournament),
    }
    return render(request, "prizes/awards.html", context)


@post_only
def take_out(request: EventRequest, slug: str, pk: int) -> HttpResponse:
    """Let a player win no prizes."""
    player = player_of(request, pk)
    take_out_of_prizes(player=player, reason=reason_of(request)[:500], actor=request.user)
    messages.success(request, _("%(name)s can win no prizes.") % {"name": player.name})
    return redirect("player-edit", slug, pk)


@post_only
def give_again(request: EventRequest, slug: str, pk: int) -> HttpResponse:
    """Let a player who was taken out of the prizes win them again."""
    player = player_of(request, pk)
    give_prizes_again(player=player, actor=request.user)
    messages.success(request, _("%(name)s can win prizes again.") % {"name": player.name})
    return redirect("player-edit", slug, pk)
