"""The addresses where results are entered."""

from tournaments.models import Round
from tournaments.results import views
from tournaments.web.rights import Access, Rule, at

site = [
    at("enter/", views.start, "entry-start", Access.PUBLIC),
    at("enter/end/", views.end, "entry-end", Access.PUBLIC),
    at("enter/<str:token>/", views.open_link, "entry-open", Access.PUBLIC),
]

event = [
    # Entering results from a phone in the hall, for the current round only.
    at("enter/", views.entry, "entry", Access.ENTRY),
    at("enter/<int:number>/<int:board>/", views.entry_result, "entry-result", Access.ENTRY),
]

desk = [
    # Transmitted results only fill boards without a result.
    at("rounds/<int:number>/transmitted/", views.transmitted, "transmitted", Access.RESULTS),
    at("rounds/<int:number>/reported/", views.reports, "result-reports", Access.RESULTS, polled=True),
    at("rounds/<int:number>/updates/", views.updates, "result-updates", Access.MEMBER, polled=True),
    # Clerks enter results while a round is on; a finished round is corrected by an arbiter.
    at(
        "rounds/<int:number>/boards/<int:board>/",
        views.result,
        "result",
        Access.RESULTS,
        states={Round.State.FINISHED: Rule(Access.ARBITER, fresh=True)},
    ),
]
