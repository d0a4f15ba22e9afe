"""The addresses of the server itself."""

from tournaments.server import views
from tournaments.web.rights import Access, at

site = [
    at("healthz", views.healthz, "healthz", Access.PUBLIC),
    at("readyz", views.readyz, "readyz", Access.PUBLIC),
    # The view checks a token of its own.
    at("metrics", views.metrics, "metrics", Access.PUBLIC),
    at("styleguide/", views.styleguide, "styleguide", Access.PUBLIC),
    at("privacy/", views.privacy, "privacy", Access.PUBLIC),
    at("language/", views.language, "language", Access.PUBLIC),
    at("server/", views.server, "server", Access.SERVER),
    at("copies/", views.copies, "copies", Access.SERVER),
    at("copies/<int:number>/", views.copy, "copy", Access.SERVER, fresh=True),
]
