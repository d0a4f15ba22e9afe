"""Every address. What the public sees is a promise: those addresses stay."""

from django.contrib.auth import views as auth
from django.urls import URLPattern, URLResolver, include, path

from tournaments.views import (
    accounts,
    desk,
    entry,
    health,
    next_round,
    people,
    players,
    public,
    results,
    rounds,
    tournaments,
    why,
)

desk_urls: list[URLPattern] = [
    path("", desk.desk, name="desk"),
    path("log/", desk.log, name="log"),
    path("next/", next_round.next_round, name="next-round"),
    path("settings/", tournaments.settings, name="settings"),
    path("apart/", tournaments.apart, name="apart"),
    path("apart/<int:pk>/remove/", tournaments.apart_remove, name="apart-remove"),
    path("initial-colour/", tournaments.initial_colour, name="initial-colour"),
    path("finish/", tournaments.finish, name="tournament-finish"),
    path("reopen/", tournaments.reopen, name="tournament-reopen"),
    path("people/", people.people, name="people"),
    path("people/invite/", people.invite, name="invite"),
    path("people/invitations/<int:pk>/revoke/", people.invitation_revoke, name="invitation-revoke"),
    path("people/links/make/", people.entry_link_make, name="entry-link-make"),
    path("people/links/<int:pk>/revoke/", people.entry_link_revoke, name="entry-link-revoke"),
    path("people/<int:pk>/role/", people.role, name="person-role"),
    path("people/<int:pk>/remove/", people.remove, name="person-remove"),
    path("people/<int:pk>/reset/", people.reset, name="person-reset"),
    path("players/", players.players, name="desk-players"),
    path("players/add/", players.add, name="player-add"),
    path("players/import/", players.import_list, name="players-import"),
    # By key, not by pairing number: a form that was opened before a renumbering must not hit another player.
    path("players/<int:pk>/", players.edit, name="player-edit"),
    path("players/<int:pk>/remove/", players.remove, name="player-remove"),
    path("players/<int:pk>/withdraw/", players.withdraw, name="player-withdraw"),
    path("players/<int:pk>/return/", players.take_back, name="player-return"),
    path("players/<int:pk>/bye/", players.bye, name="player-bye"),
    path("players/<int:pk>/bye/cancel/", players.bye_cancel, name="player-bye-cancel"),
    path("rounds/<int:number>/", rounds.desk_round, name="desk-round"),
    path("rounds/<int:number>/pair/", rounds.pair, name="round-pair"),
    path("rounds/<int:number>/discard/", rounds.discard, name="round-discard"),
    path("rounds/<int:number>/publish/", rounds.publish, name="round-publish"),
    path("rounds/<int:number>/repair/", rounds.repair, name="round-repair"),
    path("rounds/<int:number>/updates/", results.updates, name="result-updates"),
    path("rounds/<int:number>/boards/<int:board>/", results.result, name="result"),
]

event_urls: list[URLPattern | URLResolver] = [
    path("", public.event, name="event"),
    path("rounds/<int:number>/", public.round_, name="round"),
    path("rounds/<int:number>/live/", public.round_live, name="round-live"),
    path("rounds/<int:number>/why/<int:player>/", why.why, name="why"),
    path("rounds/<int:number>/why/<int:player>/not/<int:other>/", why.why, name="why-not"),
    path("standings/", public.standings, name="standings"),
    path("players/", public.players, name="players"),
    path("players/<int:number>/", public.player, name="player"),
    path("report.trf", public.report, name="report"),
    path("enter/", entry.entry, name="entry"),
    path("enter/<int:number>/<int:board>/", entry.result, name="entry-result"),
    path("desk/", include(desk_urls)),
]

urlpatterns = [
    path("", public.home, name="home"),
    path("healthz", health.healthz, name="healthz"),
    path("login/", accounts.LogIn.as_view(), name="login"),
    path("logout/", auth.LogoutView.as_view(), name="logout"),
    path("lock/", accounts.lock, name="lock"),
    path("unlock/", accounts.unlock, name="unlock"),
    path("account/", accounts.account, name="account"),
    path("account/password/", accounts.password, name="password"),
    path("account/logout-everywhere/", accounts.logout_everywhere, name="logout-everywhere"),
    path("accounts/", accounts.accounts, name="accounts"),
    path("reset/<uidb64>/<token>/", accounts.NewPassword.as_view(), name="password-reset"),
    # What holds a secret is opened under one address and answered under another.
    path("invitation/", people.invitation, name="invitation"),
    path("invitation/<str:token>/", people.invitation_open, name="invitation-open"),
    path("enter/", entry.start, name="entry-start"),
    path("enter/end/", entry.end, name="entry-end"),
    path("enter/<str:token>/", entry.open_link, name="entry-open"),
    path("new/", tournaments.new, name="tournament-new"),
    path("import/", tournaments.import_trf, name="tournament-import"),
    path("t/<slug:slug>/", include(event_urls)),
]
