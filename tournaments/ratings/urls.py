"""The addresses of rating lists."""

from tournaments.ratings import views
from tournaments.web.rights import Access, at

site = [
    at("rating-lists/", views.rating_lists, "rating-lists", Access.ACCOUNT, polled=True),
    at("rating-lists/import/", views.import_list, "rating-list-import", Access.SERVER),
    at("rating-lists/fetch/", views.fetch, "rating-lists-fetch", Access.SERVER),
    at("rating-lists/columns/", views.columns, "rating-list-columns", Access.SERVER),
]

desk = [
    at("players/find/", views.find, "player-find", Access.ARBITER),
    at("players/find-all/", views.find_all, "players-find-all", Access.ARBITER),
    at("players/ratings/", views.check_ratings, "ratings-check", Access.ARBITER),
    at("players/<int:pk>/rating/", views.count, "player-rating", Access.ARBITER),
    at("players/<int:pk>/rating/earlier/", views.forget, "player-rating-forget", Access.ARBITER),
    at("players/lists/", views.lists, "event-lists", Access.ARBITER),
    at("players/<int:pk>/id/", views.decide_id, "player-id", Access.ARBITER),
    at("players/<int:pk>/double/", views.decide_double, "player-double", Access.ARBITER),
]
