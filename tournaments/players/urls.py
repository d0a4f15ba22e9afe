"""The addresses of players at the desk."""

from tournaments.players import views
from tournaments.web.rights import Access, at

desk = [
    at("half-point-byes/", views.rules, "absence-rules", Access.CHIEF),
    at("players/", views.players, "desk-players", Access.MEMBER),
    at("players/add/", views.add, "player-add", Access.ARBITER),
    at("players/table/", views.table, "players-table", Access.ARBITER),
    at("players/import/", views.import_list, "players-import", Access.ARBITER),
    at("players/numbers/", views.renumber, "numbers-assign", Access.ARBITER),
    at("players/drawing/", views.numbers, "numbers", Access.ARBITER),
    at("players/drawing/draw/", views.draw, "numbers-draw", Access.ARBITER),
    at("players/close/", views.close, "list-close", Access.ARBITER),
    at("players/open/", views.reopen, "list-open", Access.ARBITER),
    # By key, not by pairing number: a form that was opened before a renumbering must not hit another player.
    at("players/<int:pk>/", views.edit, "player-edit", Access.ARBITER),
    at("players/<int:pk>/remove/", views.remove, "player-remove", Access.ARBITER),
    # It contains the date of birth, and the log's entries about the person.
    at("players/<int:pk>/data.json", views.data, "player-data", Access.ARBITER),
    at("players/<int:pk>/data/remove/", views.remove_data, "player-data-remove", Access.CHIEF),
    at("players/<int:pk>/withdraw/", views.withdraw, "player-withdraw", Access.ARBITER),
    at("players/<int:pk>/return/", views.take_back, "player-return", Access.ARBITER),
    at("players/<int:pk>/exchange/", views.exchange, "player-exchange", Access.ARBITER),
    at("players/<int:pk>/presence/", views.presence, "player-presence", Access.ARBITER),
    at("players/<int:pk>/absence/", views.settle_absence, "absence-answer", Access.ARBITER),
    at("players/<int:pk>/expel/", views.expel, "player-expel", Access.CHIEF),
    at("players/<int:pk>/bye/", views.bye, "player-bye", Access.ARBITER),
    at("players/<int:pk>/bye/cancel/", views.bye_cancel, "player-bye-cancel", Access.ARBITER),
    at("players/<int:pk>/missed/", views.missed, "player-missed", Access.ARBITER),
    at("check-in/", views.check_in, "check-in", Access.ARBITER),
    at("check-in/start/", views.start, "check-in-start", Access.ARBITER),
    at("check-in/abandon/", views.abandon, "check-in-abandon", Access.ARBITER),
    at("check-in/strike/", views.strike, "check-in-strike", Access.ARBITER),
]
