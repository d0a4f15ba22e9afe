"""The addresses of webhooks."""

from tournaments.web.rights import Access, at
from tournaments.webhooks import views

desk = [
    at("webhooks/", views.webhooks_of_event, "webhooks", Access.CHIEF),
    at("webhooks/add/", views.add, "webhook-add", Access.CHIEF, fresh=True),
    at("webhooks/<int:pk>/", views.edit, "webhook-edit", Access.CHIEF),
    at("webhooks/<int:pk>/test/", views.test, "webhook-test", Access.CHIEF),
    at("webhooks/<int:pk>/remove/", views.remove, "webhook-remove", Access.CHIEF),
]
