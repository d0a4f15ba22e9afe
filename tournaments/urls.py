"""Every address, with the right to open it beside it. The public ones are a promise: they do not change."""

from django.contrib.auth.views import LogoutView
from django.urls import URLPattern, URLResolver, include, path

from tournaments import converters
from tournaments.chain import urls as chain
from tournaments.hall import urls as hall
from tournaments.log import urls as log
from tournaments.models import Round
from tournaments.own import urls as own
from tournaments.papers import urls as papers
from tournaments.players import urls as players
from tournaments.prizes import urls as prizes
from tournaments.ratings import urls as ratings
from tournaments.views import (
    accounts,
    api,
    backups,
    by_hand,
    closing,
    copies,
    corrections,
    desk,
    embeds,
    entry,
    equals,
    festivals,
    followed,
    health,
    installed,
    knock_out,
    language,
    moving,
    next_round,
    norms,
    notifications,
    people,
    previews,
    public,
    put_away,
    report_data,
    results,
    rounds,
    schedule,
    search_engines,
    server,
    standings,
    styleguide,
    teams,
    tie_breaks,
    tournaments,
    transmitted,
    why,
)
from tournaments.web.rights import Access, Rule, at
from tournaments.webhooks import urls as webhooks

converters.register()

desk_urls: list[URLPattern] = [
    at("", desk.desk, "desk", Access.MEMBER),
    at("log/", desk.log, "log", Access.MEMBER),
    # Its remarks mention drafts too.
    at("exchange.trf", desk.exchange, "exchange", Access.ARBITER),
    # With a backup, somebody can restore the whole event elsewhere.
    at("backup.json", backups.backup, "backup", Access.CHIEF),
    at("move/", moving.move, "move", Access.OWNER),
    at("move/out/", moving.out, "hand-over", Access.OWNER, fresh=True),
    at("move/undo/", moving.undo, "hand-over-undo", Access.OWNER, fresh=True),
    at("move/home/", moving.home, "take-home", Access.OWNER, fresh=True),
    at("festival/", festivals.part, "festival-part", Access.CHIEF),
    at("put-away/", put_away.put_away, "put-away", Access.OWNER, removed=True),
    at("put-away/archive/", put_away.archive, "event-archive", Access.OWNER),
    at("put-away/unarchive/", put_away.unarchive, "event-unarchive", Access.OWNER),
    at("put-away/remove/", put_away.remove, "event-remove", Access.OWNER, fresh=True),
    at("put-away/return/", put_away.take_back, "event-return", Access.OWNER, removed=True),
    at("next/", next_round.outlook, "next-round", Access.ARBITER),
    *papers.desk,
    *chain.desk,
    *log.desk,
    at("settings/", tournaments.settings, "settings", Access.CHIEF),
    # Neither the schedule nor the report's data affects a pairing: the arbiter who prepares the report may
    # enter them.
    at("schedule/", schedule.schedule, "schedule", Access.ARBITER),
    at("schedule/fill/", schedule.fill, "schedule-fill", Access.ARBITER),
    at("for-the-report/", report_data.report_data, "report-data", Access.ARBITER),
    at("before-the-report/", report_data.preflight, "preflight", Access.ARBITER),
    at("for-the-report/arbiters/", report_data.arbiters, "arbiters", Access.ARBITER),
    at("norms/", norms.norms, "norms", Access.ARBITER),
    at("norms/it3.<paper:form>", norms.report, "norm-report", Access.ARBITER),
    at("norms/<int:pk>/it1-<str:title>.<paper:form>", norms.certificate, "norm-certificate", Access.ARBITER),
    *players.desk,
    at("tie-breaks/", tie_breaks.tie_breaks, "tie-breaks", Access.CHIEF),
    at("apart/", tournaments.apart, "apart", Access.CHIEF),
    at("apart/<int:pk>/remove/", tournaments.apart_remove, "apart-remove", Access.CHIEF),
    at("initial-colour/", tournaments.initial_colour, "initial-colour", Access.ARBITER),
    at("finish/", tournaments.finish, "tournament-finish", Access.CHIEF),
    at("end-early/", tournaments.end, "tournament-end", Access.CHIEF, fresh=True),
    # Creates another event like it: the view also checks that the user may create events.
    at("again/", tournaments.again, "event-again", Access.CHIEF),
    at("equals/", equals.equals, "equals", Access.CHIEF),
    at("equals/lots/", equals.lots, "lots", Access.CHIEF),
    at("reopen/", tournaments.reopen, "tournament-reopen", Access.CHIEF),
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
    at("rounds/publish-all/", rounds.publish_all, "rounds-publish-all", Access.ARBITER, fresh=True),
    # A draft is for arbiters only until it is published.
    at(
        "rounds/<int:number>/",
        rounds.desk_round,
        "desk-round",
        Access.MEMBER,
        states={Round.State.DRAFT: Rule(Access.ARBITER)},
    ),
    at("rounds/<int:number>/pair/", rounds.pair, "round-pair", Access.ARBITER),
    at("rounds/<int:number>/discard/", rounds.discard, "round-discard", Access.ARBITER),
    at("rounds/<int:number>/publish/", rounds.publish, "round-publish", Access.ARBITER, fresh=True),
    at("rounds/<int:number>/start-position/", rounds.start_position, "start-position", Access.ARBITER),
    at("rounds/<int:number>/repair/", rounds.repair, "round-repair", Access.CHIEF, fresh=True),
    at("rounds/<int:number>/by-hand/", by_hand.by_hand, "by-hand", Access.CHIEF),
    at("rounds/<int:number>/by-hand/begin/", by_hand.begin_phase, "by-hand-begin", Access.CHIEF),
    at("rounds/<int:number>/by-hand/pair/", by_hand.pair, "by-hand-pair", Access.CHIEF),
    at("rounds/<int:number>/by-hand/unpair/", by_hand.take_apart, "by-hand-unpair", Access.CHIEF),
    at("rounds/<int:number>/by-hand/swap/", by_hand.swap, "by-hand-swap", Access.CHIEF),
    at("rounds/<int:number>/by-hand/bye/", by_hand.bye, "by-hand-bye", Access.CHIEF),
    at("rounds/<int:number>/by-hand/end/", by_hand.end_phase, "by-hand-end", Access.CHIEF, fresh=True),
    # Transmitted results only fill boards without a result.
    at("rounds/<int:number>/transmitted/", transmitted.transmitted, "transmitted", Access.RESULTS),
    at("rounds/<int:number>/reported/", results.reports, "result-reports", Access.RESULTS, polled=True),
    at("rounds/<int:number>/updates/", results.updates, "result-updates", Access.MEMBER, polled=True),
    # Clerks enter results while a round is on; a finished round is corrected by an arbiter.
    at(
        "rounds/<int:number>/boards/<int:board>/",
        results.result,
        "result",
        Access.RESULTS,
        states={Round.State.FINISHED: Rule(Access.ARBITER, fresh=True)},
    ),
    # The same for the boards of a team match, and its line-ups.
    at(
        "rounds/<int:number>/boards/<int:board>/match/",
        teams.match,
        "match",
        Access.RESULTS,
        states={Round.State.FINISHED: Rule(Access.ARBITER, fresh=True)},
    ),
    at("rounds/<int:number>/boards/<int:board>/tie-break/", knock_out.decide, "match-decide", Access.ARBITER),
    at(
        "rounds/<int:number>/boards/<int:board>/correct/",
        corrections.correction,
        "correction",
        Access.ARBITER,
        fresh=True,
    ),
    at("rounds/<int:number>/deadline/", corrections.deadline, "round-deadline", Access.ARBITER),
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
    at("rounds/<int:number>/why/<int:player>/", why.why, "why", Access.PUBLIC),
    at("rounds/<int:number>/why/<int:player>/not/<int:other>/", why.why, "why-not", Access.PUBLIC),
    at("standings/", standings.standings, "standings", Access.PUBLIC),
    at("standings/cross-table/", standings.cross_table, "cross-table", Access.PUBLIC),
    at("standings/why/<int:number>/", standings.ahead, "ahead", Access.PUBLIC),
    at("standings/why/<int:number>/<int:other>/", standings.ahead, "ahead-of", Access.PUBLIC),
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
    # Entering results from a phone in the hall, for the current round only.
    at("enter/", entry.entry, "entry", Access.ENTRY),
    at("enter/<int:number>/<int:board>/", entry.result, "entry-result", Access.ENTRY),
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
    at("festivals/", festivals.festivals, "festivals", Access.CREATOR),
    at("festivals/<int:pk>/remove/", festivals.remove, "festival-remove", Access.CREATOR),
    at("festival/<slug:festival>/", festivals.festival, "festival", Access.PUBLIC),
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
    at("enter/", entry.start, "entry-start", Access.PUBLIC),
    at("enter/end/", entry.end, "entry-end", Access.PUBLIC),
    at("enter/<str:token>/", entry.open_link, "entry-open", Access.PUBLIC),
    *own.site,
    at("new/", tournaments.new, "tournament-new", Access.CREATOR),
    at("import/", tournaments.import_trf, "tournament-import", Access.CREATOR),
    at("restore/", backups.restore, "tournament-restore", Access.CREATOR),
    path("t/<slug:slug>/", include(event_urls)),
]

handler400 = "tournaments.web.refusals.bad_request"
handler500 = "tournaments.web.refusals.server_error"
