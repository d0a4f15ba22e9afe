"""The addresses of own links, and of what players ask for there."""

from tournaments.own import views
from tournaments.web.rights import Access, at

site = [
    at("own/<str:token>/", views.open_link, "own-open", Access.PUBLIC),
]

event = [
    at("own/", views.own, "own", Access.PUBLIC),
]

desk = [
    at("players/links/", views.links, "own-links", Access.ARBITER),
    at("players/links/rules/", views.rules, "own-link-rules", Access.CHIEF),
    at("players/links/make/", views.make, "own-links-make", Access.ARBITER),
    at("players/<int:pk>/link/", views.make_one, "player-link", Access.ARBITER),
    at("players/<int:pk>/link/revoke/", views.revoke, "player-link-revoke", Access.ARBITER),
    at("byes/<int:pk>/grant/", views.grant, "request-grant", Access.ARBITER),
    at("byes/<int:pk>/decline/", views.decline, "request-decline", Access.ARBITER),
]
