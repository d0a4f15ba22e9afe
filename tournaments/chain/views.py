"""The fingerprints of publications: for everybody to check, and for arbiters, the differences found."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.views.decorators.http import require_safe

from tournaments import rulebook
from tournaments.chain import queries, verification
from tournaments.log import queries as log
from tournaments.models import Round, Tournament
from tournaments.web import requests
from tournaments.web.access import EventRequest
from tournaments.web.pages import ENGINES, as_file


@require_safe
def check(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """Check that the round's pairing is the one that the rules give, and still the one that was published.

    Never cached: the answer is always the present state.
    """
    tournament = get_object_or_404(Tournament.objects.active(), slug=slug)
    requests.open_event(request, tournament)
    round_ = _public_round(tournament, number)
    links = list(queries.shown_with(round_))
    context = {
        "round": round_,
        "edition": rulebook.edition_of(tournament),
        "paired": rulebook.paired_again(tournament, number),
        "hands": log.hands(round_),
        "links": links,
        "newest": links[-1] if links else None,
        "differences": verification.differences_of_round(round_),
        "suits_engines": rulebook.suits_engines(tournament),
    }
    return render(request, "chain/check.html", context)


@require_safe
def check_file(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """The data from which the round was paired, as a TRF file; as other engines read it: ?format=engines."""
    tournament = get_object_or_404(Tournament.objects.active(), slug=slug)
    _public_round(tournament, number)
    if request.GET.get("format") == ENGINES:
        text = rulebook.file_for_engines(tournament, before=number)
        return as_file(text, f"{slug}-before-round-{number}-engines.trf")
    return as_file(rulebook.file_before(tournament, number), f"{slug}-before-round-{number}.trf")


@require_safe
def publication(request: HttpRequest, slug: str, place: int) -> HttpResponse:
    """The text of one link of the chain; its SHA-256 is the fingerprint."""
    link = get_object_or_404(Tournament.objects.active(), slug=slug).publications
    return as_file(get_object_or_404(link, place=place).text, f"{slug}-publication-{place}.txt")


@require_safe
def chain(request: HttpRequest, slug: str) -> HttpResponse:
    """Every link's place, time, round, kind and fingerprint, a line each."""
    tournament = get_object_or_404(Tournament.objects.active(), slug=slug)
    links = tournament.publications.order_by("place").defer("text")
    lines = (
        f"{link.place}\t{link.at:%Y-%m-%dT%H:%M:%SZ}\t{link.round_number}\t{link.kind}\t{link.fingerprint}\n"
        for link in links
    )
    return as_file("".join(lines), f"{slug}-publications.txt")


@require_safe
def verify(request: EventRequest, slug: str) -> HttpResponse:
    """The differences from what was published, and the chain of fingerprints, latest link first."""
    tournament = request.tournament
    context = {
        "differences": verification.differences(tournament),
        "guard_faults": log.guard_faults(),
        "links": tournament.publications.select_related("audit__actor").order_by("-place"),
    }
    return render(request, "chain/verify.html", context)


def _public_round(tournament: Tournament, number: int) -> Round:
    return get_object_or_404(
        tournament.rounds.select_related("tournament"), number=number, state__in=Round.LOCKED
    )
