"""FIDE's and national rating lists: those in use, the upload of a new one, and people found on them."""

from __future__ import annotations

import re
import shutil
import tempfile
from collections.abc import Sequence
from contextlib import suppress
from datetime import date
from pathlib import Path
from typing import Any

from django.conf import settings
from django.contrib import messages
from django.core.files.uploadedfile import UploadedFile
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from tournaments import rulebook
from tournaments.errors import DomainError
from tournaments.event.views import saved
from tournaments.models import ColumnMapping, ListSource, Player, Rating, RatingList, Tournament
from tournaments.players.queries import identity
from tournaments.players.queries import presence as presence_queries
from tournaments.players.services.doubles import add_player, confirm_id, merge, tell_two_people
from tournaments.players.services.many import take_from_list
from tournaments.players.services.players import change_player, identify_player
from tournaments.ratings import finding, queries
from tournaments.ratings.forms import ColumnsForm, EventListsForm, RatingListForm
from tournaments.ratings.national_lists import missing_columns, open_table
from tournaments.ratings.queries import in_use
from tournaments.ratings.services.lists import fetch_in_background, import_in_background, name_columns
from tournaments.ratings.services.ratings import follow_lists, forget_earlier, let_count
from tournaments.rounds.queries import rounds
from tournaments.web.access import AccountRequest, EventRequest, player_asked_for, player_of, post_only
from tournaments.web.pages import answer, given
from tournaments.web.refusals import ShownOn, form_page

# The field with the FIDE ID for the player with key 12 is named player-12.
BOX = re.compile(r"player-(\d{1,9})")
# A key of the session: the uploaded national list, while the user is asked for its columns.
WAITING = "national_list"


def rating_lists(request: AccountRequest) -> HttpResponse:
    """The lists in use and the last imports; while one is under way, the page asks for its progress."""
    imports = list(RatingList.objects.select_related("imported_by")[:10])
    sources = list(ListSource.objects.filter(address__in=settings.RATING_LISTS).order_by("pk"))
    context = {
        "lists": in_use(),
        "imports": imports,
        "sources": sources,
        "running": any(row.is_under_way for row in imports) or any(one.is_under_way for one in sources),
        "fetches": bool(settings.RATING_LISTS),
    }
    template = "ratings/rating_lists.html#state" if request.htmx else "ratings/rating_lists.html"
    return render(request, template, context)


def fetch(request: AccountRequest) -> HttpResponse:
    """Fetch new lists from the addresses in the settings."""
    if request.method == "POST":
        fetch_in_background()
        messages.success(request, _("The rating lists are being fetched."))
    return redirect("rating-lists")


def import_list(request: AccountRequest) -> HttpResponse:
    """Upload a list; it is imported in the background, a national one once its columns are known."""
    form = RatingListForm(request.POST or None, request.FILES or None)
    if form.is_valid():
        data = form.cleaned_data
        path = _put_aside(data["file"])
        upload = {"path": path, "name": data["file"].name, "month": data["month"], "national": data["name"]}
        with ShownOn(form, "file", fields={"rating_list_kind": "kind"}):
            try:
                if data["name"] and (data["again"] or not _columns_known(path, data["name"])):
                    _throw_away(request)
                    request.session[WAITING] = {key: str(value or "") for key, value in upload.items()}
                    return redirect("rating-list-columns")
                kind = "" if data["name"] else data["kind"]
                import_in_background(**upload, kind=kind, actor=request.user)
            except DomainError:
                path.unlink()
                raise
            return _begun(request)
    return form_page(request, "ratings/rating_list_import.html", form)


def columns(request: AccountRequest) -> HttpResponse:
    """Ask what the columns of a national list mean, beside its first lines; then import it."""
    waiting = request.session.get(WAITING)
    if not waiting or not Path(waiting["path"]).exists():
        return redirect("rating-list-import")
    path = Path(waiting["path"])
    try:
        with open_table(path) as table:
            headings, lines = table.headings, table.first_lines()
    except DomainError as error:
        _throw_away(request)
        messages.error(request, error.message)
        return redirect("rating-list-import")
    form = ColumnsForm(request.POST or None, headings=headings)
    if form.is_valid():
        month = date.fromisoformat(waiting["month"]) if waiting["month"] else None
        with ShownOn(form):
            name_columns(name=waiting["national"], columns=form.columns, actor=request.user)
            import_in_background(
                path=path,
                name=waiting["name"],
                month=month,
                national=waiting["national"],
                actor=request.user,
            )
            del request.session[WAITING]
            return _begun(request)
    context = {"name": waiting["national"], "source": waiting["name"]}
    context["columns"] = [
        (field, [line[place] for line in lines if place < len(line) and line[place]])
        for place, field in enumerate(form)
    ]
    return form_page(request, "ratings/rating_list_columns.html", form, context)


def _begun(request: AccountRequest) -> HttpResponse:
    messages.success(request, _("The list is being imported. The one before stays in use until it is done."))
    return redirect("rating-lists")


def _put_aside(file: UploadedFile[bytes]) -> Path:
    """Copy the file to where the import finds it."""
    folder = Path(settings.DATA_DIR) / "uploads"
    folder.mkdir(parents=True, exist_ok=True)
    with tempfile.NamedTemporaryFile(dir=folder, prefix="rating-list-", delete=False) as kept:
        shutil.copyfileobj(file, kept)
    return Path(kept.name)


def _columns_known(path: Path, name: str) -> bool:
    """Whether the columns of this list have been named before, and the file has them."""
    mapping = ColumnMapping.objects.filter(name=name).first()
    with open_table(path) as table:
        return mapping is not None and not missing_columns(table.headings, mapping.columns)


def _throw_away(request: AccountRequest) -> None:
    """Remove an earlier file whose columns were asked for and never named."""
    if waiting := request.session.pop(WAITING, None):
        with suppress(FileNotFoundError):
            Path(waiting["path"]).unlink()


def lists(request: EventRequest, slug: str) -> HttpResponse:
    """The lists of the event, and the form that chooses them."""
    tournament = request.tournament
    bound = rounds.is_bound(tournament)
    form = EventListsForm(request.POST or None, instance=tournament, bound=bound)
    if form.is_valid() and saved(request, form, bound=bound):
        messages.success(request, _("The rating lists of the event are chosen."))
        return redirect("ratings-check", slug)
    context = {
        "bound": bound,
        "method": queries.method_in_words(tournament),
        "sources": queries.sources(queries.followed(tournament)),
    }
    return form_page(request, "ratings/event_lists.html", form, context)


def find(request: EventRequest, slug: str) -> HttpResponse:
    """Search the rating list while the user types; enter a found person, or identify a player with them."""
    tournament = request.tournament
    player = player_asked_for(request, request.GET.get("player", ""))
    if request.method == "POST":
        return _enter(request, player)
    query = request.GET.get("q", "").strip()
    lists = queries.followed(tournament)
    context = {
        **on_the_list(tournament, lists, query, besides=player),
        "query": query,
        "player": player,
        "lists": list(dict.fromkeys(queries.sources(lists).values())),
        "most": queries.MOST_FOUND,
        "latecomer": presence_queries.ways(tournament),
    }
    template = "ratings/player_find.html#found" if request.htmx else "ratings/player_find.html"
    return render(request, template, context)


def on_the_list(
    tournament: Tournament, lists: Sequence[RatingList], query: str, besides: Player | None = None
) -> dict[str, Any]:
    """The people on the lists who fit what was typed, with the rating that counts, and who is entered."""
    found = queries.search(query, lists) if lists else []
    return {
        "found": found,
        "entered": queries.entered(tournament, found, besides=besides),
        "counting": {one.fide_id: queries.counting(tournament, queries.from_list(one)) for one in found},
    }


def _enter(request: EventRequest, player: Player | None) -> HttpResponse:
    fide_id = request.POST.get("fide_id", "").replace("\x00", "")
    listed = queries.by_fide_id([fide_id], queries.followed(request.tournament)).get(fide_id)
    if listed is None:
        raise DomainError("not_listed", _("FIDE ID %(id)s is on no rating list in use.") % {"id": fide_id})
    slug = request.tournament.slug
    if player:
        identify_player(player=player, fide_id=fide_id, actor=request.user, **answer(request))
        messages.success(request, _("%(name)s is taken from the rating list.") % {"name": listed.name})
        return redirect("player-edit", slug, player.pk)
    entered = add_player(
        tournament=request.tournament,
        entry=listed.entry,
        actor=request.user,
        source=Rating.Source.FIDE_LIST,
        confirmation=given(request),
    )
    text = (
        _("%(name)s is entered, rating %(rating)s.") if entered.rating else _("%(name)s is entered, unrated.")
    )
    messages.success(request, text % {"name": entered.name, "rating": entered.rating})
    return redirect("player-find", slug)


def find_all(request: EventRequest, slug: str) -> HttpResponse:
    """Everybody without FIDE ID, or with gaps that the rating list can fill; a POST takes the chosen ones."""
    tournament = request.tournament
    if rulebook.is_of_teams(tournament):
        return redirect("desk-players", slug)
    if request.method == "POST":
        sent = ((BOX.fullmatch(name), str(value)) for name, value in request.POST.items())
        chosen = {int(box[1]): fide_id.replace("\x00", "") for box, fide_id in sent if box and fide_id}
        taken = take_from_list(tournament=tournament, chosen=chosen, actor=request.user)
        text = ngettext(
            "%(count)d player is completed from the rating list.",
            "%(count)d players are completed from the rating list.",
            len(taken),
        )
        messages.success(request, text % {"count": len(taken)})
        return redirect("players-find-all", slug)
    gaps = finding.gaps(tournament, identity.in_public(tournament))
    offered = [gap for gap in gaps if gap.candidates and not gap.is_correction]
    context = {
        "lists": [row for row in queries.followed(tournament) if not row.name],
        "offered": sorted(offered, key=lambda gap: (not gap.is_sure, len(gap.candidates))),
        "sure": sum(gap.is_sure for gap in offered),
        "corrections": [gap for gap in gaps if gap.candidates and gap.is_correction],
        "unknown": [gap.player for gap in gaps if not gap.candidates],
    }
    return render(request, "ratings/find_all.html", context)


@post_only
def decide_id(request: EventRequest, slug: str, pk: int) -> HttpResponse:
    """Decide about a FIDE ID under which the rating list has other data: right, none, or the list's data."""
    player = player_of(request, pk)
    seen = request.POST.get("fide_id", "")
    match request.POST.get("decision"):
        case "right":
            confirm_id(player=player, fide_id=seen, actor=request.user)
            text = _("The FIDE ID of %(name)s is confirmed.")
        case "none":
            change_player(
                player=player,
                changes={"fide_id": ""},
                seen={"fide_id": seen},
                actor=request.user,
                **answer(request),
            )
            text = _("%(name)s has no FIDE ID any more.")
        case "listed":
            identify_player(player=player, fide_id=seen, actor=request.user, **answer(request))
            text = _("%(name)s has the data of the rating list.")
        case _:
            raise DomainError("decision", _("Choose what is right."))
    messages.success(request, text % {"name": player.name})
    return _decided(request, player)


def _decided(request: EventRequest, player: Player) -> HttpResponse:
    """Back to the list of what is to be decided if the arbiter comes from there, else to the player."""
    slug = request.tournament.slug
    if request.POST.get("then") == "check":
        return redirect("ratings-check", slug)
    return redirect("player-edit", slug, player.pk)


@post_only
def decide_double(request: EventRequest, slug: str, pk: int) -> HttpResponse:
    """Decide whether two players are one person."""
    player = player_of(request, pk)
    other = player_asked_for(request, request.POST.get("other", ""))
    if other is None:
        raise DomainError("other", _("Choose another player."))
    names = {"name": player.name, "other": other.name}
    match request.POST.get("decision"):
        case "two":
            tell_two_people(player=player, other=other, actor=request.user)
            messages.success(request, _("%(name)s and %(other)s are two people.") % names)
        case "same":
            found = merge(player=player, other=other, actor=request.user)
            player = found.keeps
            text = (
                _("%(name)s and %(other)s are one player now.")
                if found.removes
                else _("The double of %(name)s is withdrawn.")
            )
            messages.success(request, text % {**names, "name": player.name, "other": found.double.name})
        case _:
            raise DomainError("decision", _("Choose what is right."))
    return _decided(request, player)


def check_ratings(request: EventRequest, slug: str) -> HttpResponse:
    """The players whose rating differs from the lists in use; a POST updates the chosen ones."""
    tournament = request.tournament
    if request.method == "POST":
        followed = follow_lists(
            tournament=tournament,
            players=_keys(request, "player"),
            lists=_keys(request, "list"),
            actor=request.user,
        )
        text = ngettext(
            "%(count)d player follows the rating list.",
            "%(count)d players follow the rating list.",
            len(followed),
        )
        messages.success(request, text % {"count": len(followed)})
        return redirect("desk-players" if presence_queries.moves(tournament) else "ratings-check", slug)
    doubles = [identity.merging(*pair) for pair in identity.doubles(tournament)]
    context = {"check": queries.check(tournament), "doubles": doubles}
    return render(request, "ratings/check.html", context)


def _keys(request: EventRequest, name: str) -> set[int]:
    """The keys that a form sends under this name."""
    return {int(key) for key in request.POST.getlist(name) if re.fullmatch("[0-9]{1,9}", key)}


@post_only
def count(request: EventRequest, slug: str, pk: int) -> HttpResponse:
    """Choose which of a player's known ratings counts in this event."""
    player = get_object_or_404(Player, tournament=request.tournament, pk=pk)
    rating = let_count(player=player, kind=request.POST.get("kind", ""), actor=request.user)
    text = _("The rating of %(name)s is %(rating)d now.")
    messages.success(request, text % {"name": player.name, "rating": rating.value})
    return redirect("player-edit", slug, pk)


@post_only
def forget(request: EventRequest, slug: str, pk: int) -> HttpResponse:
    """Let a player's present rating count from round 1 on, because the earlier ones were mistakes."""
    player = get_object_or_404(Player, tournament=request.tournament, pk=pk)
    forget_earlier(player=player, actor=request.user)
    messages.success(
        request, _("The present rating of %(name)s counts from round 1 on.") % {"name": player.name}
    )
    return redirect("player-edit", slug, pk)
