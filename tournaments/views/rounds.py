"""A round on the arbiters' side: planned, draft, published."""

from __future__ import annotations

from typing import Any

from django.contrib import messages
from django.db.models import prefetch_related_objects
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from tournaments import engine
from tournaments.chain import queries as chain
from tournaments.errors import Conflict, DomainError, Unpairable
from tournaments.forms.by_hand import AllBoardsForm
from tournaments.forms.results import other_results
from tournaments.forms.rounds import RepairForm, StartPositionForm
from tournaments.log import queries as log
from tournaments.models import Decision, Round
from tournaments.players.queries import identity, presence
from tournaments.selectors import (
    drafts,
    knock_out,
    orders,
    result_reports,
    results,
    rounds,
    schedule,
    start_positions,
)
from tournaments.selectors.boards import byes_of, games_of
from tournaments.selectors.grounds import grounds_for_change
from tournaments.selectors.next_round import why_unpairable
from tournaments.selectors.obstacles import notices, obstacles
from tournaments.services.all_rounds import publish_all_rounds
from tournaments.services.rounds import discard_draft, pair_round, publish_round, repair_round
from tournaments.services.start_positions import draw_start_position
from tournaments.views.post_only import post_only
from tournaments.web.access import EventRequest
from tournaments.web.answers import given
from tournaments.web.refusals import refusal
from tournaments.web.rights import may


def round_context(request: EventRequest, round_: Round) -> dict[str, Any]:
    """The context of the round's page."""
    tournament = round_.tournament
    # For the boards, the byes, the position before the round and its obstacles.
    prefetch_related_objects([tournament], "players")
    boards, byes = games_of(round_), byes_of(round_)
    coming = rounds.next_number(tournament)
    present = engine.position(tournament, before=round_.number) if round_.is_draft else None
    in_the_way = [] if round_.is_public else obstacles(tournament, round_.number)
    planned = round_.state == Round.State.PLANNED
    return {
        "tournament": tournament,
        "role": request.role,
        "round": round_,
        "rounds": tournament.rounds.all(),
        "boards": boards,
        "groups": [orders.Group(0, boards)]
        if engine.follows_players(tournament)
        else orders.by_score(boards),
        "byes": byes,
        "corrected": identity.in_round(round_, boards, byes) if round_.is_public else [],
        "publication": chain.shown_with(round_).last() if round_.is_public else None,
        "forms": engine.forms_before(tournament, round_.number, present) if round_.is_draft else {},
        "progress": results.progress(round_),
        "grounds": grounds_for_change(round_) if round_.state == Round.State.PUBLISHED else [],
        "edition": engine.edition_of(tournament),
        "obstacles": in_the_way,
        "to_be_drawn": planned and not in_the_way and presence.are_to_be_drawn(tournament),
        "unpairable": why_unpairable(tournament, round_.number) if planned and not in_the_way else "",
        "stale": round_.is_draft
        and round_.fingerprint != engine.fingerprint(tournament, round_.number, present),
        "absent": presence.unexplained(tournament) if round_.is_draft else [],
        "qualities": drafts.quality(round_, boards, present) if present else [],
        "since": drafts.since_the_last_draft(round_) if round_.is_draft else None,
        "draft_key": log.draft_key(round_) if round_.is_draft else "",
        "hands": log.hands(round_),
        "other_results": other_results(unrated=True),
        "reported": result_reports.reported(round_) if result_reports.are_shown(round_) else None,
        "said": result_reports.said(round_),
        "draws_position": start_positions.is_to_be_drawn(round_),
        "following": schedule.following(round_),
        "notices": [] if round_.is_public else notices(tournament, round_.number),
        "next_number": coming,
        "levels": knock_out.level_matches(tournament, round_.number) if round_.is_public else [],
        "may_be_decided": not tournament.is_finished and coming in {None, round_.number + 1},
        "how": Decision.How,
    }


# Placeholders for a board, in the form that all rows share: a number that no board has, and names to replace.
ALIKE = {"row": {"board": 999_999}, "white": {"name": "{white}"}, "black": {"name": "{black}"}}


def desk_round(request: EventRequest, slug: str, number: int) -> HttpResponse:
    """The round: pair it, look at the draft, enter results."""
    round_ = get_object_or_404(request.tournament.rounds, number=number)
    if round_.is_by_hand and may(request.role, "by-hand"):
        return redirect("by-hand", slug, number)
    # The form that all rows share is sent once; a browser without scripts requests the page with whole rows
    # instead. A message is shown only once, so a page with a message comes with whole rows.
    whole = "whole" in request.GET or len(messages.get_messages(request)) > 0
    # The rows of team matches have no form.
    whole = whole or request.tournament.boards is not None
    bare = {"bare": round_.is_public and not whole, "alike": ALIKE}
    return render(request, "desk/round.html", round_context(request, round_) | bare)


@post_only
def pair(request: EventRequest, slug: str, number: int) -> HttpResponse:
    """Make a draft of the round; if the rules find no pairing, the page leads to pairing it by hand."""
    event = request.tournament
    try:
        pair_round(tournament=event, number=number, actor=request.user, confirmation=given(request))
    except Unpairable as error:
        return refusal(request, error.message, error.status, by_hand=number)
    return redirect("desk-round", slug, number)


@post_only
def discard(request: EventRequest, slug: str, number: int) -> HttpResponse:
    """Discard the draft."""
    shown = AllBoardsForm(request.POST)
    seen = shown.cleaned_data["seen"] if shown.is_valid() else None
    discard_draft(tournament=request.tournament, number=number, actor=request.user, seen=seen)
    messages.success(request, _("The draft of round %(number)d is thrown away.") % {"number": number})
    return redirect("desk", slug)


@post_only
def publish(request: EventRequest, slug: str, number: int) -> HttpResponse:
    """Publish the draft, which locks it."""
    seen = request.POST.get("seen", "")
    try:
        publish_round(
            tournament=request.tournament,
            number=number,
            actor=request.user,
            seen=seen,
            confirmation=given(request),
        )
    except Conflict as error:
        # Another arbiter was faster: the round is published already, or there is a newer draft to look at.
        messages.info(request, error.message)
        return redirect("desk-round", slug, number)
    text = _("Round %(number)d is published. Pairings cannot be changed any more (%(article)s).")
    article = engine.edition_of(request.tournament).handling.change_article
    messages.success(request, text % {"number": number, "article": article})
    return redirect("desk-round", slug, number)


@post_only
def publish_all(request: EventRequest, slug: str) -> HttpResponse:
    """Pair and publish all rounds of a round robin."""
    tournament, user = request.tournament, request.user
    published = publish_all_rounds(tournament=tournament, actor=user, confirmation=given(request))
    text = ngettext("%(count)d round is published.", "%(count)d rounds are published.", len(published))
    messages.success(request, text % {"count": len(published)})
    return redirect("desk", slug)


@post_only
def start_position(request: EventRequest, slug: str, number: int) -> HttpResponse:
    """Draw the start position of all games of the round, or record the one drawn in the hall."""
    position = None
    if "by_hand" in request.POST:
        form = StartPositionForm(request.POST)
        if not form.is_valid():
            text = _("Position “%(found)s”: expected a number from 0 to 959.")
            raise DomainError("no_position", text % {"found": request.POST.get("position", "")})
        position = form.cleaned_data["position"]
    drawn = draw_start_position(
        tournament=request.tournament, number=number, actor=request.user, in_the_hall=position
    )
    text = _("Start position %(position)d is drawn for round %(number)d.")
    messages.success(request, text % {"position": drawn, "number": number})
    return redirect("desk-round", slug, number)


@post_only
def repair(request: EventRequest, slug: str, number: int) -> HttpResponse:
    """Withdraw a published pairing on one of the edition's grounds, and pair the round again."""
    form = RepairForm(request.POST)
    if "reason" in form.errors:
        raise DomainError("reason", _("Give the reason: it is kept with the round."))
    if not form.is_valid():
        raise DomainError("ground", _("Choose the ground on which the pairing is withdrawn."))
    again = repair_round(
        tournament=request.tournament,
        number=number,
        actor=request.user,
        confirmation=given(request),
        **form.cleaned_data,
    )
    text = _("The pairing of round %(number)d is withdrawn. Look at the new draft and publish it.")
    messages.warning(request, text % {"number": again.number})
    return redirect("desk-round", slug, again.number)
