"""The addresses of backups, of moving an event and of putting it away."""

from tournaments.backup import views
from tournaments.web.rights import Access, at

site = [
    at("server/removed/<slug:slug>/return/", views.take_back_any, "removed-return", Access.SERVER),
    at("restore/", views.restore, "tournament-restore", Access.CREATOR),
]

desk = [
    # With a backup, somebody can restore the whole event elsewhere.
    at("backup.json", views.backup, "backup", Access.CHIEF),
    at("move/", views.move, "move", Access.OWNER),
    at("move/out/", views.out, "hand-over", Access.OWNER, fresh=True),
    at("move/undo/", views.undo, "hand-over-undo", Access.OWNER, fresh=True),
    at("move/home/", views.home, "take-home", Access.OWNER, fresh=True),
    at("put-away/", views.put_away, "put-away", Access.OWNER, removed=True),
    at("put-away/archive/", views.archive, "event-archive", Access.OWNER),
    at("put-away/unarchive/", views.unarchive, "event-unarchive", Access.OWNER),
    at("put-away/remove/", views.remove, "event-remove", Access.OWNER, fresh=True),
    at("put-away/return/", views.take_back, "event-return", Access.OWNER, removed=True),
]
