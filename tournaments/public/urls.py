"""The public addresses of events, and those of the site."""

from collections.abc import Iterable

from django.urls import register_converter

from tournaments.public import views
from tournaments.web.rights import Access, at


class Keys:
    """The keys of some players (`Player.key`), in their order."""

    regex = f"[0-9a-f]{{16}}(?:-[0-9a-f]{{16}}){{0,{views.MOST - 1}}}"

    def to_python(self, value: str) -> tuple[str, ...]:
        """The keys in the address."""
        return tuple(value.split("-"))

    def to_url(self, value: Iterable[str]) -> str:
        """The keys as written in an address."""
        return "-".join(value)


register_converter(Keys, "keys")

site = [
    at("", views.home, "home", Access.PUBLIC),
    at("archive/", views.archive, "archive", Access.PUBLIC),
    at("robots.txt", views.robots, "robots", Access.PUBLIC),
    at("sitemap.xml", views.sitemap, "sitemap", Access.PUBLIC),
    at("manual/", views.manual, "manual", Access.PUBLIC),
    at("manifest.webmanifest", views.manifest, "manifest", Access.PUBLIC),
    at("worker.js", views.worker, "worker", Access.PUBLIC),
    at("offline/", views.offline, "offline", Access.PUBLIC),
]

event = [
    at("", views.event, "event", Access.PUBLIC),
    at("rounds/", views.rounds, "rounds", Access.PUBLIC),
    at("rounds/<int:number>/", views.round_, "round", Access.PUBLIC),
    at("preview.png", views.event_preview, "event-preview", Access.PUBLIC),
    at("rounds/<int:number>/preview.png", views.round_preview, "round-preview", Access.PUBLIC),
    at("rounds/<int:number>/live/", views.round_live, "round-live", Access.PUBLIC, polled=True),
    at("players/", views.players, "players", Access.PUBLIC),
    at("players/<int:number>/", views.player, "player", Access.PUBLIC),
    at("follow/", views.follow, "follow", Access.PUBLIC),
    at("follow/<keys:keys>/", views.followed, "followed", Access.PUBLIC),
    at("follow/<slug:key>/code.svg", views.code, "follow-code", Access.PUBLIC),
    at("notify/", views.notify, "notify", Access.PUBLIC),
    # Public once the event has ended; until then the view itself requires an arbiter: the report's remarks
    # mention drafts, and it contains byes that are not public yet.
    at("report.trf", views.report, "report", Access.PUBLIC),
    at("embed/standings/", views.embedded_standings, "embed-standings", Access.PUBLIC),
    at("embed/pairings/", views.embedded_pairings, "embed-pairings", Access.PUBLIC),
]
