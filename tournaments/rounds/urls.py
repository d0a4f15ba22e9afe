"""The addresses of rounds."""

from tournaments.models import Round
from tournaments.rounds import views
from tournaments.web.rights import Access, Rule, at

event = [
    at("rounds/<int:number>/why/<int:player>/", views.why, "why", Access.PUBLIC),
    at("rounds/<int:number>/why/<int:player>/not/<int:other>/", views.why, "why-not", Access.PUBLIC),
]

desk = [
    at("next/", views.outlook, "next-round", Access.ARBITER),
    at("rounds/publish-all/", views.publish_all, "rounds-publish-all", Access.ARBITER, fresh=True),
    # A draft is for arbiters only until it is published.
    at(
        "rounds/<int:number>/",
        views.desk_round,
        "desk-round",
        Access.MEMBER,
        states={Round.State.DRAFT: Rule(Access.ARBITER)},
    ),
    at("rounds/<int:number>/pair/", views.pair, "round-pair", Access.ARBITER),
    at("rounds/<int:number>/discard/", views.discard, "round-discard", Access.ARBITER),
    at("rounds/<int:number>/publish/", views.publish, "round-publish", Access.ARBITER, fresh=True),
    at("rounds/<int:number>/start-position/", views.start_position, "start-position", Access.ARBITER),
    at("rounds/<int:number>/repair/", views.repair, "round-repair", Access.CHIEF, fresh=True),
    at("rounds/<int:number>/by-hand/", views.by_hand, "by-hand", Access.CHIEF),
    at("rounds/<int:number>/by-hand/begin/", views.begin_phase, "by-hand-begin", Access.CHIEF),
    at("rounds/<int:number>/by-hand/pair/", views.pair_by_hand, "by-hand-pair", Access.CHIEF),
    at("rounds/<int:number>/by-hand/unpair/", views.take_apart, "by-hand-unpair", Access.CHIEF),
    at("rounds/<int:number>/by-hand/swap/", views.swap, "by-hand-swap", Access.CHIEF),
    at("rounds/<int:number>/by-hand/bye/", views.bye, "by-hand-bye", Access.CHIEF),
    at("rounds/<int:number>/by-hand/end/", views.end_phase, "by-hand-end", Access.CHIEF, fresh=True),
    at("rounds/<int:number>/boards/<int:board>/tie-break/", views.decide, "match-decide", Access.ARBITER),
]
