"""The addresses of corrections."""

from tournaments.corrections import views
from tournaments.web.rights import Access, at

desk = [
    at(
        "rounds/<int:number>/boards/<int:board>/correct/",
        views.correction,
        "correction",
        Access.ARBITER,
        fresh=True,
    ),
    at("rounds/<int:number>/deadline/", views.deadline, "round-deadline", Access.ARBITER),
]
