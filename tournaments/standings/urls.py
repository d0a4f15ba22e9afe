"""The addresses of standings and tie-breaks."""

from tournaments.standings import views
from tournaments.web.rights import Access, at

event = [
    at("standings/", views.standings, "standings", Access.PUBLIC),
    at("standings/cross-table/", views.cross_table, "cross-table", Access.PUBLIC),
    at("standings/why/<int:number>/", views.ahead, "ahead", Access.PUBLIC),
    at("standings/why/<int:number>/<int:other>/", views.ahead, "ahead-of", Access.PUBLIC),
]

desk = [
    at("tie-breaks/", views.tie_breaks, "tie-breaks", Access.CHIEF),
    at("equals/", views.equals, "equals", Access.CHIEF),
    at("equals/lots/", views.lots, "lots", Access.CHIEF),
]
