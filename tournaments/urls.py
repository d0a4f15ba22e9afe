"""Every address, with the right to open it beside it. The public ones are a promise: they do not change."""

from django.contrib.auth.views import LogoutView
from django.urls import URLPattern, URLResolver, include, path

from tournaments import converters
from tournaments.chain import urls as chain
from tournaments.corrections import urls as corrections
from tournaments.event import urls as event
from tournaments.fide import urls as fide
from tournaments.hall import urls as hall
from tournaments.log import urls as log
from tournaments.norms import urls as norms
from tournaments.own import urls as own
from tournaments.papers import urls as papers
from tournaments.players import urls as players
from tournaments.prizes import urls as prizes
from tournaments.ratings import urls as ratings
from tournaments.results import urls as results
from tournaments.rounds import urls as rounds
from tournaments.standings import urls as standings
from tournaments.teams import urls as teams
from tournaments.views import (
    accounts,
    api,
    backups,
    closing,
    copies,
    embeds,
    followed,
    health,
    installed,
    language,
    moving,
    notifications,
    people,
    previews,
    public,
    put_away,
    search_engines,
    server,
    styleguide,
)
from tournaments.web.rights import Access, at
from tournaments.webhooks import urls as webhooks

converters.register()

desk_urls: list[URLPattern] = [
    *event.desk,
    # With a backup, somebody can restore the whole event elsewhere.
    at("backup.json", backups.backup, "backup", Access.CHIEF),
    at("move/", moving.move, "move", Access.OWNER),
    at("move/out/", moving.out, "hand-over", Access.OWNER, fresh=True),
    at("move/undo/", moving.undo, "hand-over-undo", Access.OWNER, fresh=True),
    at("move/home/", moving.home, "take-home", Access.OWNER, fresh=True),
    at("put-away/", put_away.put_away, "put-away", Access.OWNER, removed=True),
    at("put-away/archive/", put_away.archive, "event-archive", Access.OWNER),
    at("put-away/unarchive/", put_away.unarchive, "event-unarchive", Access.OWNER),
    at("put-away/remove/", put_away.remove, "event-remove", Access.OWNER, fresh=True),
    at("put-away/return/", put_away.take_back, "event-return", Access.OWNER, removed=True),
    *rounds.desk,
    *papers.desk,
    *chain.desk,
    *log.desk,
    *fide.desk,
    *norms.desk,
    *players.desk,
    *standings.desk,
    at("people/", people.people, "people", Access.ARBITER),
    at("people/invite/", people.make_invitation, "invite", Access.CHIEF, fresh=True),
    at("people/invitations/<int:pk>/revoke/", people.invitation_revoke, "invitation-revoke", Access.CHIEF),
    at("people/links/make/", people.entry_link_make, "entry-link-make", Access.ARBITER, fresh=True),
    at("people/links/<int:pk>/revoke/", people.entry_link_revoke, "entry-link-revoke", Access.ARBITER),
    at("people/<int:pk>/role/", people.role, "person-role", Access.CHIEF, fresh=True),
    at("people/<int:pk>/remove/", people.remove, "person-remove", Access.CHIEF, fresh=True),
    at("people/<int:pk>/reset/", people.reset, "person-reset", Access.OWNER, fresh=True),
    # The link leads to the password question, not past it, so it may also be made for equals and superiors.
    at("people/<int:pk>/let-in/", people.let_in, "person-let-in", Access.CHIEF, fresh=True),
    *ratings.desk,
    *own.desk,
    *prizes.desk,
    *hall.desk,
    *webhooks.desk,
    *results.desk,
    *teams.desk,
    *corrections.desk,
]

event_urls: list[URLPattern | URLResolver] = [
    at("", public.event, "event", Access.PUBLIC),
    at("rounds/", public.rounds, "rounds", Access.PUBLIC),
    at("rounds/<int:number>/", public.round_, "round", Access.PUBLIC),
    at("preview.png", previews.event, "event-preview", Access.PUBLIC),
    at("rounds/<int:number>/preview.png", previews.round_, "round-preview", Access.PUBLIC),
    at("rounds/<int:number>/live/", public.round_live, "round-live", Access.PUBLIC, polled=True),
    *papers.event,
    *chain.event,
    *rounds.event,
    *standings.event,
    at("players/", public.players, "players", Access.PUBLIC),
    at("players/<int:number>/", public.player, "player", Access.PUBLIC),
    at("follow/", followed.follow, "follow", Access.PUBLIC),
    at("follow/<keys:keys>/", followed.followed, "followed", Access.PUBLIC),
    at("follow/<slug:key>/code.svg", followed.code, "follow-code", Access.PUBLIC),
    at("notify/", notifications.notify, "notify", Access.PUBLIC),
    *prizes.event,
    # Public once the event has ended; until then the view itself requires an arbiter: the report's remarks
    # mention drafts, and it contains byes that are not public yet.
    at("report.trf", public.report, "report", Access.PUBLIC),
    at("embed/standings/", embeds.standings, "embed-standings", Access.PUBLIC),
    at("embed/pairings/", embeds.pairings, "embed-pairings", Access.PUBLIC),
    *hall.event,
    *results.event,
    *own.event,
    path("desk/", include(desk_urls)),
]

# The API for other programs. A version keeps its addresses and names; incompatible changes get a new one.
api_urls: list[URLPattern | URLResolver] = [
    at("", api.event, "api-event", Access.PUBLIC),
    at("players/", api.players, "api-players", Access.PUBLIC),
    at("rounds/", api.rounds, "api-rounds", Access.PUBLIC),
    at("rounds/<int:number>/", api.round_, "api-round", Access.PUBLIC),
    # Opens by the token in the request.
    at("rounds/<int:number>/boards/<int:board>/", api.result, "api-result", Access.PUBLIC),
    at("standings/", api.standings, "api-standings", Access.PUBLIC),
]

urlpatterns = [
    at("", public.home, "home", Access.PUBLIC),
    at("archive/", public.archive, "archive", Access.PUBLIC),
    *event.site,
    at("robots.txt", search_engines.robots, "robots", Access.PUBLIC),
    at("sitemap.xml", search_engines.sitemap, "sitemap", Access.PUBLIC),
    at("api/v1/openapi.json", api.description, "api", Access.PUBLIC),
    at("api/v1/events/", api.events, "api-events", Access.PUBLIC),
    path("api/v1/events/<slug:slug>/", include(api_urls)),
    at("healthz", health.healthz, "healthz", Access.PUBLIC),
    at("readyz", health.readyz, "readyz", Access.PUBLIC),
    # The view checks a token of its own.
    at("metrics", health.metrics, "metrics", Access.PUBLIC),
    at("manual/", public.manual, "manual", Access.PUBLIC),
    *players.site,
    at("styleguide/", styleguide.styleguide, "styleguide", Access.PUBLIC),
    at("manifest.webmanifest", installed.manifest, "manifest", Access.PUBLIC),
    at("worker.js", installed.worker, "worker", Access.PUBLIC),
    at("offline/", installed.offline, "offline", Access.PUBLIC),
    at("language/", language.language, "language", Access.PUBLIC),
    *ratings.site,
    at("account/data.json", closing.data, "account-data", Access.ACCOUNT),
    at("account/close/", closing.close, "account-close", Access.ACCOUNT),
    at("login/", accounts.LogIn.as_view(), "login", Access.PUBLIC),
    # Opens after the password has just been typed.
    at("login/code/", accounts.login_code, "login-code", Access.PUBLIC),
    at("logout/", LogoutView.as_view(), "logout", Access.PUBLIC),
    at("lock/", accounts.lock, "lock", Access.ACCOUNT),
    at("unlock/", accounts.unlock, "unlock", Access.PUBLIC),
    at("account/", accounts.account, "account", Access.ACCOUNT),
    at("account/password/", accounts.password, "password", Access.ACCOUNT),
    at("account/second-factor/", accounts.second_factor, "second-factor", Access.ACCOUNT),
    at("account/logout-everywhere/", accounts.logout_everywhere, "logout-everywhere", Access.ACCOUNT),
    at("accounts/", accounts.accounts, "accounts", Access.SERVER, fresh=True),
    at("server/", server.server, "server", Access.SERVER),
    at("server/removed/<slug:slug>/return/", put_away.take_back_any, "removed-return", Access.SERVER),
    at("copies/", copies.copies, "copies", Access.SERVER),
    at("copies/<int:number>/", copies.copy, "copy", Access.SERVER, fresh=True),
    # Each of these opens by the secret in its address, or by what opening that address has stored in the
    # session or in a cookie.
    at("reset/<uidb64>/<token>/", accounts.NewPassword.as_view(), "password-reset", Access.PUBLIC),
    at("let-in/<int:pk>/<str:token>/", accounts.let_in, "let-in", Access.PUBLIC),
    # A link with a secret is opened at one address and answered at another.
    at("invitation/", people.invitation, "invitation", Access.PUBLIC),
    at("invitation/<str:token>/", people.invitation_open, "invitation-open", Access.PUBLIC),
    *results.site,
    *own.site,
    at("restore/", backups.restore, "tournament-restore", Access.CREATOR),
    path("t/<slug:slug>/", include(event_urls)),
]

handler400 = "tournaments.web.refusals.bad_request"
handler500 = "tournaments.web.refusals.server_error"
