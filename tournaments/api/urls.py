"""The API for other programs. A version keeps its addresses and names; incompatible changes get a new one."""

from tournaments.api import views
from tournaments.web.rights import Access, at

site = [
    at("api/v1/openapi.json", views.description, "api", Access.PUBLIC),
    at("api/v1/events/", views.events, "api-events", Access.PUBLIC),
]

api = [
    at("", views.event, "api-event", Access.PUBLIC),
    at("players/", views.players, "api-players", Access.PUBLIC),
    at("rounds/", views.rounds, "api-rounds", Access.PUBLIC),
    at("rounds/<int:number>/", views.round_, "api-round", Access.PUBLIC),
    # Opens by the token in the request.
    at("rounds/<int:number>/boards/<int:board>/", views.result, "api-result", Access.PUBLIC),
    at("standings/", views.standings, "api-standings", Access.PUBLIC),
]
