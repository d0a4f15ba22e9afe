"""The manual tells of everything that arbiters can open or do: question 11 of FIDE's checklist."""

from __future__ import annotations

import html
import re

import pytest
from django.conf import settings

from tests.tournaments.test_permissions import routes

# Route -> the chapter that tells of it, and words with which it does.
TOLD = {
    "home": ("public", "Published rounds"),
    "manual": ("begin", "Every page"),
    "language": ("begin", "The language is switched at the top"),
    "login": ("begin", "Log in under"),
    "logout": ("people", "locks the computer"),
    "lock": ("people", "“Lock”, at the top of each page"),
    "unlock": ("people", "the password opens the same page again"),
    "account": ("people", "leads to your account"),
    "password": ("people", "changes the password"),
    "logout-everywhere": ("people", "“Log out everywhere else”"),
    "accounts": ("people", "“Other accounts”"),
    "password-reset": ("people", "a link for a new password"),
    "let-in": ("people", "“Link past the wait”"),
    "invitation": ("people", "invites by a link"),
    "invitation-open": ("people", "invites by a link"),
    "rating-lists": ("ratings", "“Rating lists” takes"),
    "rating-list-import": ("ratings", "Who administers the server imports them"),
    "tournament-new": ("begin", "“Create a tournament”"),
    "tournament-import": ("begin", "“Import a TRF file”"),
    "event": ("public", "the regulations"),
    "rounds": ("", "leads to the round that is on"),
    "round": ("public", "Published rounds"),
    "round-live": ("public", "results as they come in"),
    "why": ("pairing", "why these two meet"),
    "why-not": ("pairing", "why not another opponent"),
    "round-check": ("fide-mode", "“Check it yourself”"),
    "round-check-file": ("fide-mode", "the file for another program"),
    "publication": ("fide-mode", "Every published round has a fingerprint"),
    "chain": ("fide-mode", "the fingerprint before it"),
    "standings": ("end", "Standings go by"),
    "players": ("public", "players"),
    "player": ("public", "each player’s card"),
    "report": ("end", "its report"),
    "desk": ("", "The desk of an event"),
    "log": ("fide-mode", "The log has every act"),
    "exchange": ("adjourned", "a file for other programs"),
    "next-round": ("ahead", "“What if …”"),
    "verify": ("fide-mode", "“does it still stand?”"),
    "integrity": ("fide-mode", "“Integrity of the pairings” lists"),
    "integrity-undo": ("fide-mode", "“Take this back”"),
    "fide-mode-leave": ("fide-mode", "The chief arbiter can leave it"),
    "settings": ("regulations", "the page “Settings”"),
    "tie-breaks": ("regulations", "Tie-breaks"),
    "prizes": ("prizes", "Prizes stand on the public page"),
    "prize-fund": ("prizes", "“Prize fund” on the desk"),
    "prize-list": ("prizes", "A list is for everybody or for a category"),
    "prize-list-remove": ("prizes", "they change with a reason"),
    "awards": ("prizes", "“Who gets what”"),
    "receipts": ("prizes", "“Receipts” prints one for each"),
    "players-file": ("public", "links to it as a file"),
    "standings-file": ("public", "links to it as a file"),
    "round-file": ("public", "links to it as a file"),
    "round-pgn": ("public", "PGN with the headers"),
    "desk-players-file": ("public", "the list of players with births"),
    "ratings-file": ("public", "the check of ratings"),
    "check-in-file": ("public", "Check-in, the check of ratings"),
    "event-lists": ("ratings", "“Rating lists of the event”"),
    "norms": ("ratings", "“Norms”"),
    "norm-certificate": ("ratings", "the certificate (IT1)"),
    "norm-report": ("ratings", "the report of the event (IT3)"),
    "lots": ("end", "drawn once for all who are equal"),
    "rating-list-columns": ("ratings", "you say what its columns are"),
    "preflight": ("end", "“Before the report”"),
    "rating-lists-fetch": ("ratings", "from which lists are fetched"),
    "backup": ("elsewhere", "the desk gives owners and chief arbiters a file"),
    "tournament-restore": ("elsewhere", "“Bring back a backup”"),
    "equals": ("end", "“What decides among equals”"),
    "ahead": ("end", "“Why this rank, and not another?”"),
    "ahead-of": ("end", "“Why this rank, and not another?”"),
    "schedule": ("regulations", "When rounds are played"),
    "schedule-fill": ("regulations", "fill all rounds in one go"),
    "report-data": ("end", "“For the report”"),
    "arbiters": ("end", "the arbiters with titles and FIDE IDs"),
    "absence-rules": ("regulations", "Half-point byes"),
    "apart": ("regulations", "Groups of players who must not meet"),
    "apart-remove": ("regulations", "They are announced before round 1"),
    "initial-colour": ("regulations", "“Draw the lot”"),
    "tournament-finish": ("end", "“Finish the tournament”"),
    "tournament-reopen": ("end", "can be opened again"),
    "people": ("people", "“People” invites"),
    "invite": ("people", "invites by a link"),
    "invitation-revoke": ("people", "until it is used or revoked"),
    "entry-link-make": ("results", "“Make a link”"),
    "entry-link-revoke": ("results", "when you revoke it"),
    "person-role": ("people", "gives another role"),
    "person-remove": ("people", "takes somebody out"),
    "person-reset": ("people", "a link for a new password"),
    "person-let-in": ("people", "“Link past the wait”"),
    "desk-players": ("players", "Open a player"),
    "player-add": ("players", "“Add one player”"),
    "players-import": ("players", "“Add players”"),
    "player-find": ("players", "“Find on the rating list”"),
    "ratings-check": ("ratings", "“Check the ratings”"),
    "numbers-assign": ("numbers", "“Assign the pairing numbers anew”"),
    "list-close": ("numbers", "“Close the list of participants”"),
    "list-open": ("numbers", "opened again"),
    "player-edit": ("players", "correct data"),
    "player-remove": ("players", "an entry can be removed"),
    "player-withdraw": ("absences", "on the player’s page, from the next round on"),
    "player-return": ("absences", "“Take the player back”"),
    "player-rating": ("ratings", "one that does not count can be let count"),
    "player-exchange": ("numbers", "can exchange their numbers"),
    "player-presence": ("check-in", "one tap a player"),
    "absence-answer": ("absences", "the desk asks, player by player"),
    "player-expel": ("absences", "by the chief arbiter, with a reason"),
    "player-bye": ("absences", "give a zero-point or half-point bye"),
    "player-bye-cancel": ("absences", "is taken back there"),
    "player-missed": ("check-in", "round by round on the player’s page"),
    "check-in": ("check-in", "“Check-in” is made for a tablet"),
    "check-in-start": ("check-in", "Once it is open"),
    "check-in-abandon": ("check-in", "“Do without a check-in”"),
    "check-in-strike": ("check-in", "or struck out"),
    "categories": ("players", "“Categories” groups players"),
    "category-remove": ("players", "“Categories” groups players"),
    "desk-round": ("pairing", "Look through the boards"),
    "round-pair": ("pairing", "“Pair round …”"),
    "round-discard": ("regulations", "throw the draft of round 1 away"),
    "round-publish": ("pairing", "“Publish round …”"),
    "start-position": ("pairing", "“Draw the start position of round …”"),
    "round-repair": ("pairing", "What may break a published pairing"),
    "by-hand": ("by-hand", "the chief arbiter pairs by hand"),
    "by-hand-begin": ("by-hand", "“Pair by hand”"),
    "by-hand-pair": ("by-hand", "pair who is free"),
    "by-hand-unpair": ("by-hand", "Take boards away"),
    "by-hand-swap": ("by-hand", "exchange colours"),
    "by-hand-bye": ("by-hand", "give the bye"),
    "by-hand-end": ("by-hand", "“End the pairing by hand”"),
    "result-updates": ("results", "both are shown and nothing is lost"),
    "result": ("results", "enter a result"),
    "correction": ("corrections", "“Change …” beside a board"),
    "round-deadline": ("regulations", "each round may have a time of its own"),
    "entry": ("results", "Helpers in the hall enter results"),
    "entry-result": ("results", "Helpers in the hall enter results"),
    "entry-start": ("results", "The link is for results of this event only"),
    "entry-open": ("results", "The link is for results of this event only"),
    "entry-end": ("results", "it ends by itself"),
}
# What nobody opens who runs or follows an event.
FOR_PROGRAMS = {"healthz", "styleguide"}


@pytest.fixture(scope="module")
def chapters() -> dict[str, str]:
    """Chapter -> what stands in it, in English, without tags; "" for what stands before the first."""
    source = (settings.BASE_DIR / "templates" / "manual" / "en.html").read_text(encoding="utf-8")
    found = ["", *re.split(r'<h2 id="([a-z-]+)">', source)]
    return {
        name: html.unescape(re.sub(r"<[^>]+>", "", text))
        for name, text in zip(found[::2], found[1::2], strict=True)
    }


def test_q11_every_page_and_every_act_is_told_of_in_the_manual(chapters: dict[str, str]) -> None:
    assert TOLD.keys() == {str(route.name) for route in routes()} - FOR_PROGRAMS
    assert [name for name, (chapter, words) in TOLD.items() if words not in chapters[chapter]] == []
