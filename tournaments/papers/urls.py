"""The addresses of papers and of tables for spreadsheets."""

from django.urls import register_converter
from django.urls.converters import StringConverter

from tournaments.formats.workbooks import KINDS
from tournaments.papers import views
from tournaments.papers.queries import cards
from tournaments.web.rights import Access, at


class Spreadsheet(StringConverter):
    """The kinds of files that spreadsheets read."""

    regex = "|".join(KINDS)


class EventPaper(StringConverter):
    """The papers of an event."""

    regex = "|".join(cards.OF_EVENT)


class RoundPaper(StringConverter):
    """The papers of a round."""

    regex = "|".join(cards.OF_ROUND)


class Printed(StringConverter):
    """The form of a printout: a PDF file, or a page that the browser prints."""

    regex = "pdf|html"


register_converter(Spreadsheet, "spreadsheet")
register_converter(EventPaper, "event_paper")
register_converter(RoundPaper, "round_paper")
register_converter(Printed, "printed")

event = [
    at("rounds/<int:number>/pairings.<spreadsheet:kind>", views.boards, "round-file", Access.PUBLIC),
    at("rounds/<int:number>/games.pgn", views.games, "round-pgn", Access.PUBLIC),
    at("standings.<spreadsheet:kind>", views.standings, "standings-file", Access.PUBLIC),
    at("players.<spreadsheet:kind>", views.players, "players-file", Access.PUBLIC),
    at("rounds.ics", views.calendar, "calendar", Access.PUBLIC),
    # The public pages on paper. No paper shows a draft.
    at("papers/<event_paper:name>.<printed:form>", views.paper, "paper", Access.PUBLIC),
    at(
        "rounds/<int:number>/papers/<round_paper:name>.<printed:form>",
        views.round_paper,
        "round-paper",
        Access.PUBLIC,
    ),
]

desk = [
    at("print/", views.choice, "print", Access.MEMBER),
    # Dates of birth, prizes before the end and the log are for arbiters. Clerks hand out the result slips.
    at("print/<event_paper:name>.<printed:form>", views.desk_paper, "desk-paper", Access.ARBITER),
    at(
        "print/<int:number>/<round_paper:name>.<printed:form>",
        views.desk_round_paper,
        "desk-round-paper",
        Access.RESULTS,
    ),
    # These files contain dates of birth, which only arbiters see.
    at("players.<spreadsheet:kind>", views.entries, "desk-players-file", Access.ARBITER),
    at("players/ratings.<spreadsheet:kind>", views.ratings_check, "ratings-file", Access.ARBITER),
    at("check-in.<spreadsheet:kind>", views.check_in, "check-in-file", Access.ARBITER),
]
