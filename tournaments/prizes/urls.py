"""The addresses of prizes and categories."""

from tournaments.prizes import views
from tournaments.web.rights import Access, at

event = [
    # The announced prizes; the winners, once the event has ended.
    at("prizes/", views.public, "prizes", Access.PUBLIC),
]

desk = [
    at("players/<int:pk>/no-prizes/", views.take_out, "player-no-prizes", Access.CHIEF),
    at("players/<int:pk>/prizes-again/", views.give_again, "player-prizes-again", Access.CHIEF),
    at("categories/", views.list_categories, "categories", Access.ARBITER),
    at("categories/<int:pk>/remove/", views.category_remove, "category-remove", Access.ARBITER),
    at("prizes/", views.prize_fund, "prize-fund", Access.CHIEF),
    at("prizes/<int:pk>/", views.prize_list, "prize-list", Access.CHIEF),
    at("prizes/<int:pk>/remove/", views.remove, "prize-list-remove", Access.CHIEF),
    # Also open while the last round is on: the prizes that results would bring are not public yet.
    at("awards/", views.awards, "awards", Access.ARBITER),
]
