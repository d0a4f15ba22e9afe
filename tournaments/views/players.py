"""The arbiters' player list, and the acts on a player."""

from __future__ import annotations

from typing import Any

from django.contrib import messages
from django.core.exceptions import ValidationError
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from tournaments import engine
from tournaments.errors import DomainError, Overtaken
from tournaments.files import lists
from tournaments.forms.absences import ByesForm, MissedRoundsForm, WithdrawalForm
from tournaments.forms.fields import faults_in_words
from tournaments.forms.players import PlayerForm, PlayerListForm
from tournaments.forms.teams import TeamForm
from tournaments.models import Player, Rating, Round, Seat, Tournament
from tournaments.prizes import queries as prizes
from tournaments.selectors import (
    absences,
    cards,
    entrants,
    festivals,
    identity,
    latecomers,
    numbers,
    personal,
    ratings,
    rounds,
)
from tournaments.selectors.obstacles import before_the_start
from tournaments.services import late_entries, withdrawals
from tournaments.services.byes import cancel_bye, give_bye
from tournaments.services.players import add_players, change_player, remove_player
from tournaments.services.teams import change_team, enter_teams, teams_of
from tournaments.views.post_only import post_only
from tournaments.web import answers
from tournaments.web.access import EventRequest, player_of
from tournaments.web.rights import sees_drafts


def players(request: EventRequest, slug: str) -> HttpResponse:
    """Everybody, by pairing number."""
    tournament = request.tournament
    coming = rounds.next_number(tournament)
    asked = Seat.objects.filter(round__tournament=tournament, kind__in=Seat.REQUESTED)
    drafts = sees_drafts(request.role)
    byes = asked.filter(round__number=coming) if coming and drafts else asked.none()
    entries = list(tournament.players.select_related("tournament").prefetch_related("ratings"))
    context = {
        "tournament": tournament,
        "role": request.role,
        "players": entries,
        "byes": {seat.player_id: seat.get_kind_display() for seat in byes},
        "coming": coming,
        # Empty columns are left out.
        "with_ids": any(player.fide_id for player in entries),
        "with_marks": bool(byes)
        or any(
            (player.is_missing and drafts)
            or player.withdrawn_from
            or (coming and player.first_round > coming)
            for player in entries
        ),
        "categories": prizes.by_player(tournament, entries),
        "moves": numbers.moves(tournament),
        "table": engine.is_round_robin(tournament),
        "to_be_drawn": numbers.are_to_be_drawn(tournament),
        # Nobody can enter a table or a bracket that has begun.
        "begun_table": engine.follows_players(tournament) and rounds.is_bound(tournament),
        "frozen": rounds.numbers_are_frozen(tournament),
        "begun": rounds.has_begun(tournament),
        "before_the_start": before_the_start(tournament),
    }
    return render(request, "desk/players.html", context)


def add(request: EventRequest, slug: str) -> HttpResponse:
    """Enter one player."""
    tournament = request.tournament
    coming = rounds.next_number(tournament) or tournament.number_of_rounds
    form = _form_of(tournament)(
        request.POST or None,
        instance=Player(tournament=tournament, first_round=coming),
        earliest=coming,
    )
    if request.method == "POST" and form.is_valid() and _saved(request, form, None):
        messages.success(request, _("%(name)s is entered.") % {"name": form.cleaned_data["name"]})
        return redirect("player-add" if "another" in request.POST else "desk-players", tournament.slug)
    context = {
        "tournament": tournament,
        "role": request.role,
        "form": form,
        "latecomer": latecomers.ways(tournament),
    }
    return render(request, "desk/player_add.html", context, status=422 if form.errors else 200)


def _form_of(tournament: Tournament) -> type[PlayerForm]:
    """The form of an entry: a player's, or a team's."""
    return TeamForm if engine.is_of_teams(tournament) else PlayerForm


def _saved(request: EventRequest, form: PlayerForm, player: Player | None) -> bool:
    """Pass the form to the service; a refusal is added to the form's errors. Returns whether it was saved."""
    try:
        if player and isinstance(form, TeamForm):
            change_team(
                team=player,
                changes=form.changes,
                seen=form.seen,
                actor=request.user,
                **answers.answer(request),
            )
        elif player:
            change_player(
                player=player,
                changes=form.changes,
                seen=form.seen,
                actor=request.user,
                **answers.answer(request),
            )
        elif isinstance(form, TeamForm):
            enter_teams(tournament=request.tournament, entries=[form.cleaned_data], actor=request.user)
        else:
            add_players(tournament=request.tournament, entries=[form.cleaned_data], actor=request.user)
    except Overtaken as error:
        form.overtaken(type(form)(instance=player_of(request, form.instance.pk)), error.now)
    except DomainError as error:
        form.add_error(None, error.message)
    except ValidationError as error:
        form.add_error(None, error)
    return not form.errors


def import_list(request: EventRequest, slug: str) -> HttpResponse:
    """Paste or upload a list: first a preview, then the import of exactly what the preview showed.

    The page carries the list, with the changes made in the preview: corrected lines, and lines left out.
    """
    tournament = request.tournament
    sources = festivals.sources(tournament, request.user)
    form = PlayerListForm(*((request.POST, request.FILES) if request.method == "POST" else ()))
    context: dict[str, Any] = {
        "tournament": tournament,
        "role": request.role,
        "form": form,
        "sources": sources,
    }
    if taken := [part for part in sources if part.tournament.slug == request.GET.get("from")]:
        text = entrants.as_list(taken[0].tournament)
        context |= {"found": lists.read(text, tournament), "text": text}
        return render(request, "desk/players_import.html", context)
    if request.method != "POST" or not form.is_valid():
        return render(request, "desk/players_import.html", context, status=422 if form.errors else 200)
    text = form.cleaned_data["text"]
    found = lists.read(text, tournament)
    if "import" in request.POST and found.entries and not found.faults:
        if engine.is_of_teams(tournament):
            entered = enter_teams(tournament=tournament, entries=teams_of(found.entries), actor=request.user)
            words = ngettext("%(count)d team is entered.", "%(count)d teams are entered.", len(entered))
        else:
            entered = add_players(
                tournament=tournament, entries=found.entries, actor=request.user, source=Rating.Source.UPLOAD
            )
            words = ngettext("%(count)d player is entered.", "%(count)d players are entered.", len(entered))
        messages.success(request, words % {"count": len(entered)})
        return redirect("desk-players", tournament.slug)
    wrong = bool(found.refusal or found.faults or not found.lines)
    if found.refusal or "whole" in request.POST:
        changed = PlayerListForm(initial={"text": text})
        context |= {"form": changed, "changing": True, "refusal": found.refusal}
    else:
        context |= {"found": found, "text": text}
    return render(request, "desk/players_import.html", context, status=422 if wrong else 200)


def edit(request: EventRequest, slug: str, pk: int) -> HttpResponse:
    """One player: data, byes, withdrawal, the card."""
    player = player_of(request, pk)
    tournament = request.tournament
    coming = rounds.next_number(tournament)
    form = _form_of(tournament)(request.POST or None, instance=player, earliest=coming or 1)
    if request.method == "POST" and form.is_valid() and _saved(request, form, player):
        messages.success(request, _("The data of %(name)s are saved.") % {"name": form.cleaned_data["name"]})
        return redirect("desk-players", slug)
    open_rounds, table = _open_rounds(tournament), engine.follows_players(tournament)
    context = {
        "tournament": tournament,
        "role": request.role,
        "player": player,
        "form": form,
        "card": cards.card(player),
        "published": identity.is_public(player),
        "corrected": identity.of_player(player),
        "coming": rounds.first_to_miss(tournament, player) or (player.withdrawn_from if table else None),
        "table": table,
        "knock_out": engine.is_knock_out(tournament),
        "bye_form": ByesForm(rounds=[number for number in open_rounds if number >= player.first_round]),
        "withdrawal_form": WithdrawalForm(rounds=_rounds_to_miss(tournament, player)),
        "missed_form": MissedRoundsForm(player=player) if absences.may_be_credited(player) else None,
        "byes": player.seats.filter(
            kind__in=Seat.REQUESTED, round__number__in=open_rounds, round__number__gte=player.first_round
        )
        .exclude(round__state__in=Round.LOCKED)
        .select_related("round"),
        "under_way": rounds.has_begun(tournament),
        "removable": rounds.is_removable(player),
        "edition": engine.edition_of(tournament),
        "ratings": ratings.in_sequence(tournament, player.ratings.all()),
        "earlier_ratings": engine.earlier_ratings(tournament).get(player.pk, ()),
        "counting": ratings.counting(tournament, player.ratings.all()),
        "equals": [p for p in tournament.players.all() if p != player and numbers.are_equal(p, player)],
        "frozen": rounds.numbers_are_frozen(tournament),
        "without_prizes": next((one for one in prizes.without(tournament) if one.player == player), None),
        "personal": personal.removable(player),
        "has_other_records": bool(engine.other_records(tournament)),
    }
    return render(request, "desk/player.html", context, status=form.status)


@post_only
def remove(request: EventRequest, slug: str, pk: int) -> HttpResponse:
    """Strike an entry out."""
    player = player_of(request, pk)
    remove_player(player=player, actor=request.user)
    messages.success(request, _("%(name)s is removed.") % {"name": player.name})
    return redirect("desk-players", slug)


@post_only
def withdraw(request: EventRequest, slug: str, pk: int) -> HttpResponse:
    """Withdraw a player, from a coming round on."""
    player = player_of(request, pk)
    form = WithdrawalForm(request.POST, rounds=_rounds_to_miss(request.tournament, player))
    if not form.is_valid():
        raise DomainError("round", faults_in_words(form))
    number = withdrawals.withdraw_player(player=player, actor=request.user, **form.cleaned_data)
    text = _("%(name)s is withdrawn from round %(number)d on.")
    messages.success(request, text % {"name": player.name, "number": number})
    return redirect("player-edit", slug, pk)


@post_only
def take_back(request: EventRequest, slug: str, pk: int) -> HttpResponse:
    """Undo a withdrawal."""
    player = player_of(request, pk)
    opened = withdrawals.return_player(player=player, actor=request.user)
    messages.success(request, _("%(name)s takes part again.") % {"name": player.name})
    if opened:
        rounds = ", ".join(map(str, opened))
        messages.success(request, _("Games that are open again: in rounds %(rounds)s.") % {"rounds": rounds})
    return redirect("player-edit", slug, pk)


@post_only
def bye(request: EventRequest, slug: str, pk: int) -> HttpResponse:
    """Give a bye for a coming round."""
    player = player_of(request, pk)
    form = ByesForm(request.POST, rounds=list(request.tournament.rounds.values_list("number", flat=True)))
    if not form.is_valid():
        raise DomainError("bye", faults_in_words(form))
    asked = form.cleaned_data | answers.answer(request)
    give_bye(player=player, actor=request.user, **asked)
    text = _("%(name)s has a bye in round %(number)d.")
    messages.success(request, text % {"name": player.name, "number": form.cleaned_data["number"]})
    return redirect("player-edit", slug, pk)


@post_only
def missed(request: EventRequest, slug: str, pk: int) -> HttpResponse:
    """Set what a late entry is credited with for the rounds they missed."""
    player = player_of(request, pk)
    form = MissedRoundsForm(request.POST, player=player)
    if not form.is_valid():
        raise DomainError("rounds", faults_in_words(form))
    late_entries.credit_missed_rounds(
        player=player,
        rounds=set(form.cleaned_data["rounds"]),
        actor=request.user,
        confirmation=answers.given(request),
    )
    messages.success(
        request, _("The points of %(name)s for missed rounds are saved.") % {"name": player.name}
    )
    return redirect("player-edit", slug, pk)


def _open_rounds(tournament: Tournament) -> list[int]:
    """The rounds that are not published; a match of two games is represented by its first."""
    coming = [round_.number for round_ in tournament.rounds.all() if not round_.is_public]
    return [number for number in coming if number == engine.rounds_of_match(tournament, number).start]


def _rounds_to_miss(tournament: Tournament, player: Player) -> list[int]:
    """The rounds from which on the player may be withdrawn."""
    first = rounds.first_to_miss(tournament, player)
    step = engine.games_of_match(tournament)
    return list(range(first, tournament.number_of_rounds + 1, step)) if first else []


@post_only
def bye_cancel(request: EventRequest, slug: str, pk: int) -> HttpResponse:
    """Cancel a bye."""
    player = player_of(request, pk)
    number = request.POST.get("number", "")
    if not number.isdecimal() or len(number) > 3:
        raise DomainError("bye", _("Expected the number of a round."))
    cancel_bye(player=player, number=int(number), actor=request.user)
    text = _("%(name)s is paired in round %(number)s.")
    messages.success(request, text % {"name": player.name, "number": number})
    return redirect("player-edit", slug, pk)
