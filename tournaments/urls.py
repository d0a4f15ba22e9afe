"""Every address. What the public sees is a promise: those addresses stay."""

from collections.abc import Iterable

from django.contrib.auth.views import LogoutView
from django.urls import URLPattern, URLResolver, include, path, register_converter
from django.urls.converters import StringConverter

from tournaments.files.tables import KINDS
from tournaments.models import Screen
from tournaments.selectors.papers import registry
from tournaments.views import (
    absences,
    accounts,
    api,
    backups,
    by_hand,
    check_in,
    copies,
    corrections,
    desk,
    downloads,
    drawing,
    embeds,
    entry,
    equals,
    event_lists,
    followed,
    hall,
    health,
    installed,
    integrity,
    language,
    moving,
    next_round,
    norms,
    notifications,
    own,
    own_links,
    papers,
    people,
    personal,
    players,
    previews,
    prizes,
    public,
    publications,
    rating_lists,
    registration,
    report_data,
    results,
    rounds,
    schedule,
    screens,
    search_engines,
    server,
    standings,
    styleguide,
    teams,
    tie_breaks,
    tournaments,
    transmitted,
    webhooks,
    why,
)


class Spreadsheet(StringConverter):
    """The kinds of files that spreadsheets read."""

    regex = "|".join(KINDS)


class ScreenPart(StringConverter):
    """What the hall's screens can show."""

    regex = "|".join(Screen.Part.values)


class Paper(StringConverter):
    """What papers to sign are written as."""

    regex = "|".join(norms.FORMS)


class Keys:
    """The keys of some players (`Player.key`), in their order."""

    regex = f"[0-9a-f]{{16}}(?:-[0-9a-f]{{16}}){{0,{followed.MOST - 1}}}"

    def to_python(self, value: str) -> tuple[str, ...]:
        """The keys in the address."""
        return tuple(value.split("-"))

    def to_url(self, value: Iterable[str]) -> str:
        """The keys as an address has them."""
        return "-".join(value)


register_converter(Keys, "keys")


class EventPaper(StringConverter):
    """The papers of an event."""

    regex = "|".join(registry.OF_EVENT)


class RoundPaper(StringConverter):
    """The papers of a round."""

    regex = "|".join(registry.OF_ROUND)


register_converter(EventPaper, "event_paper")
register_converter(RoundPaper, "round_paper")


class Printed(StringConverter):
    """What is printed: a file, or a page by the browser's own printer."""

    regex = "pdf|html"


register_converter(Printed, "printed")
register_converter(Spreadsheet, "spreadsheet")
register_converter(Paper, "paper")
register_converter(ScreenPart, "part")

desk_urls: list[URLPattern] = [
    path("", desk.desk, name="desk"),
    path("log/", desk.log, name="log"),
    path("exchange.trf", desk.exchange, name="exchange"),
    path("backup.json", backups.backup, name="backup"),
    path("move/", moving.move, name="move"),
    path("move/out/", moving.out, name="hand-over"),
    path("move/undo/", moving.undo, name="hand-over-undo"),
    path("move/home/", moving.home, name="take-home"),
    path("next/", next_round.outlook, name="next-round"),
    path("print/", papers.choice, name="print"),
    path("print/<event_paper:name>.<printed:form>", papers.desk_paper, name="desk-paper"),
    path(
        "print/<int:number>/<round_paper:name>.<printed:form>",
        papers.desk_round_paper,
        name="desk-round-paper",
    ),
    path("verify/", publications.verify, name="verify"),
    path("integrity/", integrity.integrity, name="integrity"),
    path("integrity/<int:pk>/undo/", integrity.undo_act, name="integrity-undo"),
    path("fide-mode/leave/", integrity.leave, name="fide-mode-leave"),
    path("settings/", tournaments.settings, name="settings"),
    path("schedule/", schedule.schedule, name="schedule"),
    path("schedule/fill/", schedule.fill, name="schedule-fill"),
    path("for-the-report/", report_data.report_data, name="report-data"),
    path("before-the-report/", report_data.preflight, name="preflight"),
    path("for-the-report/arbiters/", report_data.arbiters, name="arbiters"),
    path("norms/", norms.norms, name="norms"),
    path("norms/it3.<paper:form>", norms.report, name="norm-report"),
    path("norms/<int:pk>/it1-<str:title>.<paper:form>", norms.certificate, name="norm-certificate"),
    path("half-point-byes/", absences.rules, name="absence-rules"),
    path("tie-breaks/", tie_breaks.tie_breaks, name="tie-breaks"),
    path("apart/", tournaments.apart, name="apart"),
    path("apart/<int:pk>/remove/", tournaments.apart_remove, name="apart-remove"),
    path("initial-colour/", tournaments.initial_colour, name="initial-colour"),
    path("finish/", tournaments.finish, name="tournament-finish"),
    path("equals/", equals.equals, name="equals"),
    path("equals/lots/", equals.lots, name="lots"),
    path("reopen/", tournaments.reopen, name="tournament-reopen"),
    path("people/", people.people, name="people"),
    path("people/invite/", people.make_invitation, name="invite"),
    path("people/invitations/<int:pk>/revoke/", people.invitation_revoke, name="invitation-revoke"),
    path("people/links/make/", people.entry_link_make, name="entry-link-make"),
    path("people/links/<int:pk>/revoke/", people.entry_link_revoke, name="entry-link-revoke"),
    path("people/<int:pk>/role/", people.role, name="person-role"),
    path("people/<int:pk>/remove/", people.remove, name="person-remove"),
    path("people/<int:pk>/reset/", people.reset, name="person-reset"),
    path("people/<int:pk>/let-in/", people.let_in, name="person-let-in"),
    path("players/", players.players, name="desk-players"),
    path("players.<spreadsheet:kind>", downloads.entries, name="desk-players-file"),
    path("players/add/", players.add, name="player-add"),
    path("players/import/", players.import_list, name="players-import"),
    path("players/find/", registration.find, name="player-find"),
    path("players/ratings/", registration.check_ratings, name="ratings-check"),
    path("players/lists/", event_lists.lists, name="event-lists"),
    path("players/ratings.<spreadsheet:kind>", downloads.ratings_check, name="ratings-file"),
    path("players/numbers/", registration.renumber, name="numbers-assign"),
    path("players/drawing/", drawing.numbers, name="numbers"),
    path("players/drawing/draw/", drawing.draw, name="numbers-draw"),
    path("players/close/", registration.close, name="list-close"),
    path("players/open/", registration.reopen, name="list-open"),
    # By key, not by pairing number: a form that was opened before a renumbering must not hit another player.
    path("players/<int:pk>/", players.edit, name="player-edit"),
    path("players/links/", own_links.links, name="own-links"),
    path("players/links/rules/", own_links.rules, name="own-link-rules"),
    path("players/links/make/", own_links.make, name="own-links-make"),
    path("players/<int:pk>/link/", own_links.make_one, name="player-link"),
    path("players/<int:pk>/link/revoke/", own_links.revoke, name="player-link-revoke"),
    path("byes/<int:pk>/grant/", own_links.grant, name="request-grant"),
    path("byes/<int:pk>/decline/", own_links.decline, name="request-decline"),
    path("players/<int:pk>/remove/", players.remove, name="player-remove"),
    path("players/<int:pk>/data.json", personal.data, name="player-data"),
    path("players/<int:pk>/data/remove/", personal.remove, name="player-data-remove"),
    path("players/<int:pk>/withdraw/", players.withdraw, name="player-withdraw"),
    path("players/<int:pk>/return/", players.take_back, name="player-return"),
    path("players/<int:pk>/rating/", registration.count, name="player-rating"),
    path("players/<int:pk>/rating/earlier/", registration.forget, name="player-rating-forget"),
    path("players/<int:pk>/exchange/", registration.exchange, name="player-exchange"),
    path("players/<int:pk>/presence/", check_in.presence, name="player-presence"),
    path("players/<int:pk>/absence/", absences.answer, name="absence-answer"),
    path("players/<int:pk>/expel/", absences.expel, name="player-expel"),
    path("players/<int:pk>/bye/", players.bye, name="player-bye"),
    path("players/<int:pk>/bye/cancel/", players.bye_cancel, name="player-bye-cancel"),
    path("players/<int:pk>/missed/", players.missed, name="player-missed"),
    path("check-in/", check_in.check_in, name="check-in"),
    path("check-in.<spreadsheet:kind>", downloads.check_in, name="check-in-file"),
    path("check-in/start/", check_in.start, name="check-in-start"),
    path("check-in/abandon/", check_in.abandon, name="check-in-abandon"),
    path("check-in/strike/", check_in.strike, name="check-in-strike"),
    path("screens/", hall.screens, name="screens"),
    path("screens/live/", hall.live, name="screens-live"),
    path("screens/open/", hall.open_, name="screen-open"),
    path("screens/show/", hall.show, name="screen-show"),
    path("screens/<int:pk>/", hall.edit, name="screen-edit"),
    path("screens/<int:pk>/close/", hall.close, name="screen-close"),
    path("announcements/", hall.announcement, name="announce"),
    path("announcements/<int:pk>/end/", hall.announcement_end, name="announcement-end"),
    path("poster/", hall.poster, name="poster"),
    path("webhooks/", webhooks.webhooks_of_event, name="webhooks"),
    path("webhooks/add/", webhooks.add, name="webhook-add"),
    path("webhooks/<int:pk>/", webhooks.edit, name="webhook-edit"),
    path("webhooks/<int:pk>/test/", webhooks.test, name="webhook-test"),
    path("webhooks/<int:pk>/remove/", webhooks.remove, name="webhook-remove"),
    path("categories/", registration.list_categories, name="categories"),
    path("categories/<int:pk>/remove/", registration.category_remove, name="category-remove"),
    path("prizes/", prizes.prize_fund, name="prize-fund"),
    path("prizes/<int:pk>/", prizes.prize_list, name="prize-list"),
    path("prizes/<int:pk>/remove/", prizes.remove, name="prize-list-remove"),
    path("awards/", prizes.awards, name="awards"),
    path("rounds/publish-all/", rounds.publish_all, name="rounds-publish-all"),
    path("rounds/<int:number>/", rounds.desk_round, name="desk-round"),
    path("rounds/<int:number>/pair/", rounds.pair, name="round-pair"),
    path("rounds/<int:number>/discard/", rounds.discard, name="round-discard"),
    path("rounds/<int:number>/publish/", rounds.publish, name="round-publish"),
    path("rounds/<int:number>/start-position/", rounds.start_position, name="start-position"),
    path("rounds/<int:number>/repair/", rounds.repair, name="round-repair"),
    path("rounds/<int:number>/by-hand/", by_hand.by_hand, name="by-hand"),
    path("rounds/<int:number>/by-hand/begin/", by_hand.begin_phase, name="by-hand-begin"),
    path("rounds/<int:number>/by-hand/pair/", by_hand.pair, name="by-hand-pair"),
    path("rounds/<int:number>/by-hand/unpair/", by_hand.take_apart, name="by-hand-unpair"),
    path("rounds/<int:number>/by-hand/swap/", by_hand.swap, name="by-hand-swap"),
    path("rounds/<int:number>/by-hand/bye/", by_hand.bye, name="by-hand-bye"),
    path("rounds/<int:number>/by-hand/end/", by_hand.end_phase, name="by-hand-end"),
    path("rounds/<int:number>/transmitted/", transmitted.transmitted, name="transmitted"),
    path("rounds/<int:number>/reported/", results.reports, name="result-reports"),
    path("rounds/<int:number>/updates/", results.updates, name="result-updates"),
    path("rounds/<int:number>/boards/<int:board>/", results.result, name="result"),
    path("rounds/<int:number>/boards/<int:board>/match/", teams.match, name="match"),
    path("rounds/<int:number>/boards/<int:board>/correct/", corrections.correction, name="correction"),
    path("rounds/<int:number>/deadline/", corrections.deadline, name="round-deadline"),
]

event_urls: list[URLPattern | URLResolver] = [
    path("", public.event, name="event"),
    path("rounds/", public.rounds, name="rounds"),
    path("rounds/<int:number>/", public.round_, name="round"),
    path("preview.png", previews.event, name="event-preview"),
    path("rounds/<int:number>/preview.png", previews.round_, name="round-preview"),
    path("rounds/<int:number>/live/", public.round_live, name="round-live"),
    path("rounds/<int:number>/pairings.<spreadsheet:kind>", downloads.boards, name="round-file"),
    path("rounds/<int:number>/games.pgn", downloads.games, name="round-pgn"),
    path("rounds/<int:number>/check/", publications.check, name="round-check"),
    path("rounds/<int:number>/check.trf", publications.check_file, name="round-check-file"),
    path("publications.txt", publications.chain, name="chain"),
    path("publications/<int:place>.txt", publications.publication, name="publication"),
    path("rounds/<int:number>/why/<int:player>/", why.why, name="why"),
    path("rounds/<int:number>/why/<int:player>/not/<int:other>/", why.why, name="why-not"),
    path("standings/", standings.standings, name="standings"),
    path("standings/cross-table/", standings.cross_table, name="cross-table"),
    path("standings/why/<int:number>/", standings.ahead, name="ahead"),
    path("standings/why/<int:number>/<int:other>/", standings.ahead, name="ahead-of"),
    path("standings.<spreadsheet:kind>", downloads.standings, name="standings-file"),
    path("players/", public.players, name="players"),
    path("players.<spreadsheet:kind>", downloads.players, name="players-file"),
    path("players/<int:number>/", public.player, name="player"),
    path("follow/", followed.follow, name="follow"),
    path("follow/<keys:keys>/", followed.followed, name="followed"),
    path("follow/<slug:key>/code.svg", followed.code, name="follow-code"),
    path("notify/", notifications.notify, name="notify"),
    path("prizes/", prizes.public, name="prizes"),
    path("rounds.ics", downloads.calendar, name="calendar"),
    path("papers/<event_paper:name>.<printed:form>", papers.paper, name="paper"),
    path(
        "rounds/<int:number>/papers/<round_paper:name>.<printed:form>", papers.round_paper, name="round-paper"
    ),
    path("report.trf", public.report, name="report"),
    path("embed/standings/", embeds.standings, name="embed-standings"),
    path("embed/pairings/", embeds.pairings, name="embed-pairings"),
    path("screen/", screens.screen, name="screen"),
    path("screen/<part:part>/", screens.part, name="screen-part"),
    path("enter/", entry.entry, name="entry"),
    path("enter/<int:number>/<int:board>/", entry.result, name="entry-result"),
    path("own/", own.own, name="own"),
    path("desk/", include(desk_urls)),
]

# What other programs read. A version keeps its addresses and names; what may not stay comes under the next.
api_urls: list[URLPattern | URLResolver] = [
    path("", api.event, name="api-event"),
    path("players/", api.players, name="api-players"),
    path("rounds/", api.rounds, name="api-rounds"),
    path("rounds/<int:number>/", api.round_, name="api-round"),
    path("rounds/<int:number>/boards/<int:board>/", api.result, name="api-result"),
    path("standings/", api.standings, name="api-standings"),
]

urlpatterns = [
    path("", public.home, name="home"),
    path("robots.txt", search_engines.robots, name="robots"),
    path("sitemap.xml", search_engines.sitemap, name="sitemap"),
    path("api/v1/openapi.json", api.description, name="api"),
    path("api/v1/events/", api.events, name="api-events"),
    path("api/v1/events/<slug:slug>/", include(api_urls)),
    path("healthz", health.healthz, name="healthz"),
    path("readyz", health.readyz, name="readyz"),
    path("metrics", health.metrics, name="metrics"),
    path("manual/", public.manual, name="manual"),
    path("privacy/", personal.privacy, name="privacy"),
    path("styleguide/", styleguide.styleguide, name="styleguide"),
    path("manifest.webmanifest", installed.manifest, name="manifest"),
    path("worker.js", installed.worker, name="worker"),
    path("offline/", installed.offline, name="offline"),
    path("language/", language.language, name="language"),
    path("rating-lists/", rating_lists.rating_lists, name="rating-lists"),
    path("rating-lists/import/", rating_lists.import_list, name="rating-list-import"),
    path("rating-lists/fetch/", rating_lists.fetch, name="rating-lists-fetch"),
    path("rating-lists/columns/", rating_lists.columns, name="rating-list-columns"),
    path("login/", accounts.LogIn.as_view(), name="login"),
    path("logout/", LogoutView.as_view(), name="logout"),
    path("lock/", accounts.lock, name="lock"),
    path("unlock/", accounts.unlock, name="unlock"),
    path("account/", accounts.account, name="account"),
    path("account/password/", accounts.password, name="password"),
    path("account/logout-everywhere/", accounts.logout_everywhere, name="logout-everywhere"),
    path("accounts/", accounts.accounts, name="accounts"),
    path("server/", server.server, name="server"),
    path("copies/", copies.copies, name="copies"),
    path("copies/<int:number>/", copies.copy, name="copy"),
    path("reset/<uidb64>/<token>/", accounts.NewPassword.as_view(), name="password-reset"),
    path("let-in/<int:pk>/<str:token>/", accounts.let_in, name="let-in"),
    # What holds a secret is opened under one address and answered under another.
    path("invitation/", people.invitation, name="invitation"),
    path("invitation/<str:token>/", people.invitation_open, name="invitation-open"),
    path("enter/", entry.start, name="entry-start"),
    path("enter/end/", entry.end, name="entry-end"),
    path("enter/<str:token>/", entry.open_link, name="entry-open"),
    path("own/<str:token>/", own.open_link, name="own-open"),
    path("new/", tournaments.new, name="tournament-new"),
    path("import/", tournaments.import_trf, name="tournament-import"),
    path("restore/", backups.restore, name="tournament-restore"),
    path("t/<slug:slug>/", include(event_urls)),
]

handler500 = "tournaments.web.refusals.server_error"
