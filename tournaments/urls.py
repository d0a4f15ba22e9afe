"""Every address, with the right to open it beside it. The public ones are a promise: they do not change."""

from django.contrib.auth.views import LogoutView
from django.urls import URLPattern, URLResolver, include, path

from tournaments.api import urls as api
from tournaments.backup import urls as backup
from tournaments.chain import urls as chain
from tournaments.corrections import urls as corrections
from tournaments.event import urls as event
from tournaments.fide import urls as fide
from tournaments.hall import urls as hall
from tournaments.log import urls as log
from tournaments.norms import urls as norms
from tournaments.own import urls as own
from tournaments.papers import urls as papers
from tournaments.people import urls as people
from tournaments.players import urls as players
from tournaments.prizes import urls as prizes
from tournaments.public import urls as public
from tournaments.ratings import urls as ratings
from tournaments.results import urls as results
from tournaments.rounds import urls as rounds
from tournaments.server import urls as server
from tournaments.standings import urls as standings
from tournaments.teams import urls as teams
from tournaments.web.rights import Access, at
from tournaments.webhooks import urls as webhooks

desk_urls: list[URLPattern] = [
    *event.desk,
    *backup.desk,
    *rounds.desk,
    *papers.desk,
    *chain.desk,
    *log.desk,
    *fide.desk,
    *norms.desk,
    *players.desk,
    *standings.desk,
    *people.desk,
    *ratings.desk,
    *own.desk,
    *prizes.desk,
    *hall.desk,
    *webhooks.desk,
    *results.desk,
    *teams.desk,
    *corrections.desk,
]

event_urls: list[URLPattern | URLResolver] = [
    *public.event,
    *papers.event,
    *chain.event,
    *rounds.event,
    *standings.event,
    *prizes.event,
    *hall.event,
    *results.event,
    *own.event,
    path("desk/", include(desk_urls)),
]

# The API for other programs. A version keeps its addresses and names; incompatible changes get a new one.
api_urls: list[URLPattern | URLResolver] = [
    *api.api,
]

urlpatterns = [
    *public.site,
    *event.site,
    *api.site,
    path("api/v1/events/<slug:slug>/", include(api_urls)),
    *server.site,
    *ratings.site,
    *people.site,
    at("logout/", LogoutView.as_view(), "logout", Access.PUBLIC),
    *backup.site,
    *results.site,
    *own.site,
    path("t/<slug:slug>/", include(event_urls)),
]

handler400 = "tournaments.web.refusals.bad_request"
handler500 = "tournaments.web.refusals.server_error"
