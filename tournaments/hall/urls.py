"""The addresses of the hall: its screens, announcements and poster."""

from django.urls import register_converter
from django.urls.converters import StringConverter

from tournaments.hall import views
from tournaments.models import Screen
from tournaments.web.rights import Access, at


class ScreenPart(StringConverter):
    """The parts that the hall's screens can show."""

    regex = "|".join(Screen.Part.values)


register_converter(ScreenPart, "part")

event = [
    # A screen of the hall shows public pages; its token decides which.
    at("screen/", views.screen, "screen", Access.PUBLIC, polled=True),
    at("screen/<part:part>/", views.part, "screen-part", Access.PUBLIC, polled=True),
]

desk = [
    at("screens/", views.screens, "screens", Access.ARBITER),
    at("screens/live/", views.live, "screens-live", Access.ARBITER, polled=True),
    at("screens/open/", views.open_, "screen-open", Access.ARBITER),
    at("screens/show/", views.show, "screen-show", Access.ARBITER),
    at("screens/<int:pk>/", views.edit, "screen-edit", Access.ARBITER),
    at("screens/<int:pk>/close/", views.close, "screen-close", Access.ARBITER),
    at("announcements/", views.announcement, "announce", Access.ARBITER),
    at("announcements/<int:pk>/end/", views.announcement_end, "announcement-end", Access.ARBITER),
    at("poster/", views.poster, "poster", Access.ARBITER),
]
