"""Every address. What the public sees is a promise: those addresses stay."""

from django.contrib.auth import views as auth
from django.urls import URLPattern, URLResolver, include, path

from tournaments.views import desk, health, next_round, players, public, results, rounds, tournaments, why

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
    path("arbiters/add/", tournaments.arbiter_add, name="arbiter-add"),
    path("arbiters/remove/", tournaments.arbiter_remove, name="arbiter-remove"),
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
    path("desk/", include(desk_urls)),
]

urlpatterns = [
    path("", public.home, name="home"),
    path("healthz", health.healthz, name="healthz"),
    path("login/", auth.LoginView.as_view(template_name="login.html"), name="login"),
    path("logout/", auth.LogoutView.as_view(), name="logout"),
    path(
        "password/",
        auth.PasswordChangeView.as_view(template_name="password.html", success_url="/"),
        name="password",
    ),
    path("new/", tournaments.new, name="tournament-new"),
    path("import/", tournaments.import_trf, name="tournament-import"),
    path("t/<slug:slug>/", include(event_urls)),
]
