"""The addresses of events and festivals."""

from tournaments.event import views
from tournaments.web.rights import Access, at

site = [
    at("festivals/", views.festivals, "festivals", Access.CREATOR),
    at("festivals/<int:pk>/remove/", views.remove, "festival-remove", Access.CREATOR),
    at("festival/<slug:festival>/", views.festival, "festival", Access.PUBLIC),
    at("new/", views.new, "tournament-new", Access.CREATOR),
    at("import/", views.import_trf, "tournament-import", Access.CREATOR),
]

desk = [
    at("", views.desk, "desk", Access.MEMBER),
    at("log/", views.log, "log", Access.MEMBER),
    # Its remarks mention drafts too.
    at("exchange.trf", views.exchange, "exchange", Access.ARBITER),
    at("festival/", views.part, "festival-part", Access.CHIEF),
    at("settings/", views.settings, "settings", Access.CHIEF),
    # Neither the schedule nor the report's data affects a pairing: the arbiter who prepares the report may
    # enter them.
    at("schedule/", views.schedule, "schedule", Access.ARBITER),
    at("schedule/fill/", views.fill, "schedule-fill", Access.ARBITER),
    at("apart/", views.apart, "apart", Access.CHIEF),
    at("apart/<int:pk>/remove/", views.apart_remove, "apart-remove", Access.CHIEF),
    at("initial-colour/", views.initial_colour, "initial-colour", Access.ARBITER),
    at("finish/", views.finish, "tournament-finish", Access.CHIEF),
    at("end-early/", views.end, "tournament-end", Access.CHIEF, fresh=True),
    # Creates another event like it: the view also checks that the user may create events.
    at("again/", views.again, "event-again", Access.CHIEF),
    at("reopen/", views.reopen, "tournament-reopen", Access.CHIEF),
]
