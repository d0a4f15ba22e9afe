"""The addresses of the check of an event's log, and of leaving FIDE mode."""

from tournaments.log import views
from tournaments.web.rights import Access, at

desk = [
    # It shows drafts too.
    at("integrity/", views.integrity, "integrity", Access.ARBITER),
    at("integrity/<int:pk>/undo/", views.undo_act, "integrity-undo", Access.CHIEF, fresh=True),
    at("fide-mode/leave/", views.leave, "fide-mode-leave", Access.CHIEF, fresh=True),
]
