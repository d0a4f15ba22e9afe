"""Rounds at the desk: paired, published, by hand, knock-out, the next one; and why two players meet."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import Any

from django import forms
from django.contrib import messages
from django.db.models import prefetch_related_objects
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from tournaments import rulebook
from tournaments.chain import queries as chain
from tournaments.errors import Conflict, DomainError, Unpairable
from tournaments.event.queries import schedule
from tournaments.event.queries.obstacles import notices, obstacles
from tournaments.log import queries as log
from tournaments.models import Decision, Round, Tournament
from tournaments.players.queries import identity, presence
from tournaments.results import queries as results
from tournaments.results.forms import other_results
from tournaments.rounds.forms import (
    AllBoardsForm,
    BoardForm,
    ByeByHandForm,
    DecisionForm,
    PairForm,
    RepairForm,
    StartPositionForm,
    SwapForm,
    WhatIfForm,
)
from tournaments.rounds.queries import boards, drafts, rounds
from tournaments.rounds.queries import boards as boards_queries
from tournaments.rounds.queries.boards import byes_of, games_of, grounds_for_change
from tournaments.rounds.queries.by_hand import absent_players, bye_of, choices, faults_by_player, free_players
from tournaments.rounds.queries.drafts import why_unpairable
from tournaments.rounds.services.by_hand import (
    begin,
    end,
    give_allocated_bye,
    pair_two,
    swap_colours,
    take_allocated_bye,
    unpair,
    unpair_all,
)
from tournaments.rounds.services.drafts import decide_match
from tournaments.rounds.services.rounds import (
    discard_draft,
    draw_start_position,
    pair_round,
    publish_all_rounds,
    publish_round,
    repair_round,
)
from tournaments.standings import queries as standings
from tournaments.texts import matches
from tournaments.web.access import EventRequest, post_only
from tournaments.web.pages import answer, given, of_event
from tournaments.web.refusals import refusal, sent
from tournaments.web.rights import may


def round_context(round_: Round) -> dict[str, Any]:
    """The context of the round's page."""
    tournament = round_.tournament
    # For the boards, the byes, the position before the round and its obstacles.
    prefetch_related_objects([tournament], "players")
    boards, byes = games_of(round_), byes_of(round_)
    coming = rounds.next_number(tournament)
    present = rulebook.position(tournament, before=round_.number) if round_.is_draft else None
    in_the_way = [] if round_.is_public else obstacles(tournament, round_.number)
    planned = round_.state == Round.State.PLANNED
    return {
        "round": round_,
        "rounds": tournament.rounds.all(),
        "boards": boards,
        "groups": [boards_queries.Group(0, boards)]
        if rulebook.follows_players(tournament)
        else boards_queries.by_score(boards),
        "byes": byes,
        "corrected": identity.in_round(round_, boards, byes) if round_.is_public else [],
        "publication": chain.shown_with(round_).last() if round_.is_public else None,
        "forms": rulebook.forms_before(tournament, round_.number, present) if round_.is_draft else {},
        "progress": results.progress(round_),
        "grounds": grounds_for_change(round_) if round_.state == Round.State.PUBLISHED else [],
        "edition": rulebook.edition_of(tournament),
        "obstacles": in_the_way,
        "to_be_drawn": planned and not in_the_way and presence.are_to_be_drawn(tournament),
        "unpairable": why_unpairable(tournament, round_.number) if planned and not in_the_way else "",
        "stale": round_.is_draft
        and round_.fingerprint != rulebook.fingerprint(tournament, round_.number, present),
        "absent": presence.unexplained(tournament) if round_.is_draft else [],
        "qualities": drafts.quality(round_, boards, present) if present else [],
        "since": drafts.since_the_last_draft(round_) if round_.is_draft else None,
        "draft_key": log.draft_key(round_) if round_.is_draft else "",
        "hands": log.hands(round_),
        "other_results": other_results(unrated=True),
        "reported": results.reported(round_) if results.are_shown(round_) else None,
        "said": results.reports(round_),
        "draws_position": rounds.is_to_be_drawn(round_),
        "following": schedule.following(round_),
        "notices": [] if round_.is_public else notices(tournament, round_.number),
        "next_number": coming,
        "levels": boards_queries.level_matches(tournament, round_.number) if round_.is_public else [],
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
    return render(request, "rounds/round.html", round_context(round_) | bare)


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
    article = rulebook.edition_of(request.tournament).handling.change_article
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
        text = _("Position “%(found)s”: expected a number from 0 to 959.")
        refused = text % {"found": request.POST.get("position", "")}
        position = sent(StartPositionForm(request.POST), refused)["position"]
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
    asked = sent(form, _("Choose the ground on which the pairing is withdrawn."))
    again = repair_round(
        tournament=request.tournament,
        number=number,
        actor=request.user,
        confirmation=given(request),
        **asked,
    )
    text = _("The pairing of round %(number)d is withdrawn. Look at the new draft and publish it.")
    messages.warning(request, text % {"number": again.number})
    return redirect("desk-round", slug, again.number)


def by_hand(request: EventRequest, slug: str, number: int) -> HttpResponse:
    """The free players, the boards with their faults, and the end of the phase."""
    round_ = get_object_or_404(request.tournament.rounds.select_related("tournament"), number=number)
    if not round_.is_by_hand:
        return redirect("desk-round", slug, number)
    tournament = request.tournament
    free = free_players(round_)
    context = {
        "round": round_,
        "rounds": tournament.rounds.all(),
        "free": free,
        "choices": choices(round_, free),
        "boards": games_of(round_),
        "byes": [bye for bye in byes_of(round_) if bye.player not in free],
        "holder": bye_of(round_),
        "absent": absent_players(round_),
        "faults": faults_by_player(round_),
        "forms": rulebook.forms_before(tournament, number),
    }
    return render(request, "rounds/by_hand.html", context)


def act(do: Callable[..., HttpResponse | None]) -> Callable[..., HttpResponse]:
    """A view for a button of the page: `do` the act, then show the page; say so if somebody was faster."""

    @post_only
    @wraps(do)
    def view(request: EventRequest, slug: str, number: int) -> HttpResponse:
        shown = None
        try:
            shown = do(request, tournament=request.tournament, number=number, actor=request.user)
        except Conflict as error:
            messages.warning(request, error.message)
        return shown or redirect("by-hand", slug, number)

    return view


def _asked(form: forms.Form) -> dict[str, Any]:
    """The form's data; DomainError for data that no button of the page sends."""
    return sent(form, _("Choose from what the page offers."))


@act
def begin_phase(request: EventRequest, **of_round: Any) -> None:
    """Begin to pair the round by hand."""
    begin(**of_round, confirmation=given(request))


@act
def pair_by_hand(request: EventRequest, **of_round: Any) -> None:
    """Put two free players at a board."""
    pair_two(**of_round, **_asked(PairForm(request.POST)), confirmation=given(request))


@act
def take_apart(request: EventRequest, **of_round: Any) -> None:
    """Remove one board, or all of them."""
    if "all" in request.POST:
        unpair_all(**of_round, **_asked(AllBoardsForm(request.POST)))
    else:
        unpair(**of_round, **_asked(BoardForm(request.POST)))


@act
def swap(request: EventRequest, **of_round: Any) -> None:
    """Swap the colours of one board."""
    swap_colours(**of_round, **_asked(SwapForm(request.POST)), confirmation=given(request))


@act
def bye(request: EventRequest, **of_round: Any) -> None:
    """Give the pairing-allocated bye, or take it back."""
    of_round |= _asked(ByeByHandForm(request.POST))
    if "take" in request.POST:
        take_allocated_bye(**of_round)
    else:
        give_allocated_bye(**of_round, confirmation=given(request))


@act
def end_phase(request: EventRequest, **of_round: Any) -> HttpResponse:
    """End the phase; the draft is then looked at and published like any other."""
    if end(**(of_round | answer(request))):
        messages.warning(
            request, _("The pairing by hand is kept, with your reason. Look at it, then publish.")
        )
    else:
        messages.success(request, _("The pairing by hand is the one that the rules give. Publish it."))
    return redirect("desk-round", request.tournament.slug, of_round["number"])


@post_only
def decide(request: EventRequest, slug: str, number: int, board: int) -> HttpResponse:
    """Enter the player who goes on from the match at the board, or undo that."""
    form = DecisionForm(request.POST)
    asked = sent(form, " ".join(str(fault) for found in form.errors.values() for fault in found))
    taken_back = "take_back" in request.POST
    if not taken_back and asked["player"] is None:
        raise DomainError("player", _("Choose which of the two goes on."))
    decide_match(
        tournament=request.tournament,
        number=number,
        board=board,
        actor=request.user,
        **(asked | ({"player": None} if taken_back else {})),
    )
    text = (
        _("The tie-break of board %(board)d is taken back.")
        if taken_back
        else _("The tie-break of board %(board)d is saved.")
    )
    messages.success(request, text % {"board": board})
    return redirect(f"{reverse('desk-round', args=[slug, number])}#tie-break-{board}")


def outlook(request: EventRequest, slug: str) -> HttpResponse:
    """The provisional pairing, what each open game would change, and a form for "what if" questions.

    It only reads: the question is in the address. The desk requests only its `panel`.
    """
    tournament = request.tournament
    coming = drafts.next_round(tournament)
    if "panel" in request.GET:
        return render(request, "event/_next_ahead.html", {"coming": coming})
    context: dict[str, Any] = {
        "coming": coming,
        "few": drafts.FEW,
    }
    if coming:
        form = WhatIfForm(
            request.GET if "ask" in request.GET else None, tournament=tournament, number=coming.number
        )
        context["form"] = form
        if form.is_valid():
            case = supposition(tournament, form.cleaned_data)
            context["answer"] = drafts.what_if(tournament, coming.number, case)
    return render(request, "rounds/next_round.html", context)


def supposition(tournament: Tournament, asked: dict[str, Any]) -> rulebook.Supposition:
    """The form's question, in the engine's terms."""
    return rulebook.Supposition(
        results=((asked["game"].pk, asked["result"]),) if asked.get("game") else (),
        away=frozenset(player.pk for player in asked["away"]),
        there=frozenset(player.pk for player in asked.get("there") or ()),
        newcomer=drafts.newcomer(tournament, asked["name"], asked["rating"]) if asked["name"] else None,
    )


@of_event("q", "you", made_from=standings.rest_on)
def why(
    request: HttpRequest, tournament: Tournament, number: int, player: int, other: int | None = None
) -> HttpResponse:
    """Why the player was paired so; with `other`, or with part of a name in ?q=, why not with them.

    A reader who comes from a player that they follow is addressed as that player: ?you says so.
    """
    shown = get_object_or_404(tournament.rounds, number=number, state__in=Round.LOCKED)
    asked = get_object_or_404(tournament.players, number=player)
    you = "you" in request.GET
    explained = boards.explained(tournament, number, player if you else None)
    account = explained.why(player)
    if other is not None and other not in account.others:
        raise Http404
    names = explained.names
    query = request.GET.get("q", "").strip()
    found = [someone for someone in account.others if query and matches(query, names[someone])]
    if len(found) == 1:
        [other] = found
    context = {
        "round": shown,
        "player": asked,
        "account": account,
        "sides": [(names[side.number], side) for side in account.sides],
        "you": you,
        "others": [names[someone] for someone in account.others],
        "query": query,
        "found": [(someone, names[someone]) for someone in found],
        "other": names[other] if other is not None else None,
        "answer": explained.why_not(player, other) if other is not None else None,
    }
    return render(request, "rounds/why.html", context)
