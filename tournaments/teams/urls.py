"""The addresses of matches of teams."""

from tournaments.models import Round
from tournaments.teams import views
from tournaments.web.rights import Access, Rule, at

desk = [
    # The same for the boards of a team match, and its line-ups.
    at(
        "rounds/<int:number>/boards/<int:board>/match/",
        views.match,
        "match",
        Access.RESULTS,
        states={Round.State.FINISHED: Rule(Access.ARBITER, fresh=True)},
    ),
]
