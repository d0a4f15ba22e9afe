"""The log describes every act in words, in English and in French, by the renderer beside its service."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Any

import pytest
import time_machine
from django.contrib.auth.models import User
from django.test import Client
from django.urls import reverse
from django.utils import translation

from tests.each import each
from tests.tournaments.audit_cases import CASES
from tests.tournaments.one_event import chief, db, event, made
from tournaments.log import acts
from tournaments.models import AuditEvent, Tournament

__all__ = ["chief", "db", "event", "made"]

pytestmark = pytest.mark.any_database

Action = AuditEvent.Action

BOARDS = {"boards": [[1, 5], [6, 2], [3, 7]], "bye": 8}
NO_BYE = {"boards": [[1, 5], [6, 2]], "bye": None}

# Action -> the values before and after it, and the log's words for them in English and in French, where the
# act's case in tests/tournaments/audited does not have them (`says`).
SAID: dict[Action, tuple[dict[str, Any], dict[str, Any], str, str]] = {
    Action.TOURNAMENT_CREATED: (
        {},
        {"name": "Baku Open", "number_of_rounds": 9, "edition": "dutch-2026"},
        "name Baku Open · rounds 9 · pairing rules FIDE (Dutch) System, 2026",
        "nom Baku Open · rondes 9 · règles d’appariement Système néerlandais de la FIDE, 2026",
    ),
    Action.TOURNAMENT_IMPORTED: (
        {},
        {"players": 20, "rounds": 3, "edition": "dutch-2016", "supplied": ["The file names no rules."]},
        "players 20 · rounds 3 · pairing rules FIDE (Dutch) System, Baku 2016",
        "joueurs 20 · rondes 3 · règles d’appariement Système néerlandais de la FIDE, Bakou 2016",
    ),
    Action.REGULATIONS_CHANGED: (
        {"city": "", "points_win": 10, "acceleration": "none", "language": ""},
        {"city": "Baku", "points_win": 30, "acceleration": "baku", "language": "fr"},
        "city Baku · points for a win 1 → 3 · acceleration none → Baku · language Français",
        "ville Baku · points pour un gain 1 → 3 · accélération aucune → Bakou · langue Français",
    ),
    Action.KEPT_APART: (
        {},
        {"first_round": 1, "last_round": 4},
        "from round 1 · to round 4",
        "à partir de la ronde 1 · jusqu’à la ronde 4",
    ),
    Action.LOT_DRAWN: (
        {"initial_colour": ""},
        {"initial_colour": "b"},
        "initial colour Black",
        "couleur initiale Noirs",
    ),
    Action.COLOUR_SET: (
        {"initial_colour": "b"},
        {"initial_colour": "w"},
        "initial colour Black → White",
        "couleur initiale Noirs → Blancs",
    ),
    Action.PERSON_INVITED: (
        {},
        {"role": "deputy", "uses": 2, "expires_at": "2026-11-22T19:41:52.067Z"},
        "role deputy arbiter · for how many people 2 · ends 22 Nov. 19:41",
        "rôle arbitre adjoint · pour combien de personnes 2 · fin 22 nov. 19:41",
    ),
    Action.PERSON_JOINED: (
        {"role": "clerk"},
        {"role": "deputy", "invitation": "Hall A"},
        "role result clerk → deputy arbiter · invitation Hall A",
        "rôle saisie des résultats → arbitre adjoint · invitation Hall A",
    ),
    Action.ROLE_CHANGED: (
        {"role": "deputy"},
        {"role": "clerk", "links_ended": 2},
        "role deputy arbiter → result clerk · links ended 2",
        "rôle arbitre adjoint → saisie des résultats · liens révoqués 2",
    ),
    Action.PERSON_REMOVED: (
        {"role": "deputy"},
        {"links_ended": 1},
        "links ended 1",
        "liens révoqués 1",
    ),
    Action.ENTRY_LINK_MADE: (
        {},
        {"expires_at": "2026-11-22T19:41:53.215Z"},
        "ends 22 Nov. 19:41",
        "fin 22 nov. 19:41",
    ),
    Action.SCREEN_CHANGED: (
        {"parts": "boards,names", "held": "", "seconds": 15, "dark": False},
        {"parts": "results", "held": "prizes", "seconds": 20, "dark": True},
        "what it shows pairings by board, pairings by name → results coming in · shown now prizes"
        " · seconds a page 15 → 20 · white on black no → yes",
        "ce qu’il montre appariements par échiquier, appariements par nom → résultats en direct"
        " · montré maintenant prix · secondes par page 15 → 20 · blanc sur noir non → oui",
    ),
    Action.WEBHOOK_ADDED: (
        {},
        {"rounds": True, "results": False, "corrections": False, "finish": True},
        "published rounds yes · the end of the event yes",
        "rondes publiées oui · la fin du tournoi oui",
    ),
    Action.WEBHOOK_CHANGED: (
        {"rounds": True, "results": False, "corrections": False, "finish": True},
        {"rounds": True, "results": True, "corrections": False, "finish": False},
        "results no → yes · the end of the event yes → no",
        "résultats non → oui · la fin du tournoi oui → non",
    ),
    Action.ANNOUNCED: (
        {},
        {"text": "Tea is ready."},
        "announcement Tea is ready.",
        "annonce Tea is ready.",
    ),
    Action.ANNOUNCEMENT_ENDED: (
        {},
        {"text": "Tea is ready."},
        "announcement Tea is ready.",
        "annonce Tea is ready.",
    ),
    Action.PLAYER_ADDED: (
        {},
        {"players": ["Adler, A"]},
        "players Adler, A",
        "joueurs Adler, A",
    ),
    Action.PLAYERS_IMPORTED: (
        {},
        {"players": ["Adler, A", "Berg, B", "Costa, C", "Dahl, D", "Eklund, E", "Farkas, F"]},
        "players Adler, A; Berg, B; Costa, C; Dahl, D; Eklund, E …",
        "joueurs Adler, A; Berg, B; Costa, C; Dahl, D; Eklund, E …",
    ),
    Action.MEMBERS_SET: (
        {"members": ["1 Adler, A", "2 Berg, B"]},
        {"members": ["1 Berg, B", "2 Adler, A"], "team": "k1", "places": {"1": {"name": "Berg, B"}}},
        "members 1 Adler, A; 2 Berg, B → 1 Berg, B; 2 Adler, A",
        "membres 1 Adler, A; 2 Berg, B → 1 Berg, B; 2 Adler, A",
    ),
    Action.LINE_UP_SET: (
        {},
        {"line_up": ["Adler, A", "–"], "team": "k1", "places": ",1:1,2:0,"},
        "line-up Adler, A; –",
        "composition Adler, A; –",
    ),
    Action.PLAYER_CHANGED: (
        {"rating": 2395, "sex": "", "first_round": 1, "rating_source": ""},
        {"rating": 2400, "sex": "w", "first_round": 2, "rating_source": "fide"},
        "rating 2395 → 2400 · sex female · from round 1 → 2 · source of the rating FIDE rating list",
        "Elo 2395 → 2400 · sexe féminin · à partir de la ronde 1 → 2 · source de l’Elo liste Elo de la FIDE",
    ),
    Action.PLAYERS_CHANGED: (
        {},
        {
            "players": [
                ["2 Berg, B", {"birth": "1990", "sex": ""}, {"sex": "w", "birth": "1991"}],
                ["4 Dahl, D", {}, {"title": "FM"}],
            ]
        },
        "2 Berg, B: born 1990 → 1991 · sex female; 4 Dahl, D: title FM",
        "2 Berg, B\xa0: naissance 1990 → 1991 · sexe féminin; 4 Dahl, D\xa0: titre FM",
    ),
    Action.PLAYER_IDENTITY_CORRECTED: (
        {"name": "Adlr, A", "fide_id": "", "birth": "1990", "player": 7},
        {"name": "Adler, A", "fide_id": "2400001", "birth": "1990", "player": 7},
        "name Adlr, A → Adler, A · FIDE ID 2400001",
        "nom Adlr, A → Adler, A · Code FIDE 2400001",
    ),
    Action.ID_CONFIRMED: (
        {},
        {"fide_id": "2400001"},
        "FIDE ID 2400001",
        "Code FIDE 2400001",
    ),
    Action.ENTRIES_MERGED: (
        {"birth": "1980", "club": "", "first_round": 1},
        {"birth": "1980/05/06", "club": "Leith", "first_round": 2},
        "born 1980 → 1980/05/06 · club Leith · from round 1 → 2",
        "naissance 1980 → 1980/05/06 · club Leith · à partir de la ronde 1 → 2",
    ),
    Action.PERSONAL_REMOVED: (
        {"player": 7},
        {"player": 7, "births": 1, "phones": 2},
        "days of birth 1 · phones that were told 2",
        "jours de naissance 1 · téléphones avertis 2",
    ),
    Action.PLAYER_WITHDRAWN: (
        {},
        {"from_round": 3},
        "from round 3",
        "à partir de la ronde 3",
    ),
    Action.PLAYER_EXPELLED: (
        {},
        {"from_round": 3},
        "from round 3",
        "à partir de la ronde 3",
    ),
    Action.ABSENCE_ANSWERED: (
        {},
        {"answer": "withdrawn"},
        "decided considered withdrawn",
        "décision considéré comme ayant abandonné",
    ),
    Action.ABSENCE_RULES_SET: (
        {"half_point_byes": 1, "last_rounds": 0, "players": []},
        {"half_point_byes": 2, "last_rounds": 0, "players": ["Adler, A"]},
        "half-point byes a player may have 1 → 2 · players Adler, A",
        "byes à ½\xa0point permis à un joueur 1 → 2 · joueurs Adler, A",
    ),
    Action.RATINGS_UPDATED: (
        {"ratings": ["Adler, A 2395"]},
        {"ratings": ["GM Adler, A 2400"]},
        "ratings Adler, A 2395 → GM Adler, A 2400",
        "Elo Adler, A 2395 → GM Adler, A 2400",
    ),
    Action.NUMBERS_ASSIGNED: (
        {"numbers": ["2 Adler, A", "1 Berg, B"]},
        {"numbers": ["1 Adler, A", "2 Berg, B"]},
        "numbers 2 Adler, A; 1 Berg, B → 1 Adler, A; 2 Berg, B",
        "numéros 2 Adler, A; 1 Berg, B → 1 Adler, A; 2 Berg, B",
    ),
    Action.NUMBERS_DRAWN: (
        {"numbers": ["1 Adler, A", "2 Berg, B"]},
        {"seed": "5eed", "numbers": ["1 Berg, B", "2 Adler, A"], "envelopes": ["FRA A: 4, 3"]},
        "seed 5eed · numbers 1 Adler, A; 2 Berg, B → 1 Berg, B; 2 Adler, A · envelopes FRA A: 4, 3",
        "graine 5eed · numéros 1 Adler, A; 2 Berg, B → 1 Berg, B; 2 Adler, A · enveloppes FRA A: 4, 3",
    ),
    Action.NUMBERS_SET: (
        {"numbers": ["1 Adler, A", "2 Berg, B"]},
        {"numbers": ["1 Berg, B", "2 Adler, A"]},
        "numbers 1 Adler, A; 2 Berg, B → 1 Berg, B; 2 Adler, A",
        "numéros 1 Adler, A; 2 Berg, B → 1 Berg, B; 2 Adler, A",
    ),
    Action.NUMBERS_EXCHANGED: (
        {"numbers": ["2 Adler, A", "3 Berg, B"]},
        {"numbers": ["3 Adler, A", "2 Berg, B"]},
        "numbers 2 Adler, A; 3 Berg, B → 3 Adler, A; 2 Berg, B",
        "numéros 2 Adler, A; 3 Berg, B → 3 Adler, A; 2 Berg, B",
    ),
    Action.PRESENCE_NOTED: (
        {"presence": "missing"},
        {"presence": "expected"},
        "is missing → paired though not there yet",
        "est absent → apparié quoique pas encore présent",
    ),
    Action.CATEGORY_ADDED: (
        {},
        {"name": "Women", "sex": "w", "under_age": 18},
        "name Women · sex female · under the age of 18",
        "nom Women · sexe féminin · âge inférieur à 18",
    ),
    Action.PRIZE_FUND_SET: (
        {"currency": "EUR", "step": "0.01 EUR", "one_each": True},
        {"currency": "PLN", "step": "1 PLN", "one_each": False},
        "currency EUR → PLN · shares rounded to 0.01 EUR → 1 PLN"
        " · one prize each, the one of the greatest value yes → no",
        "monnaie EUR → PLN · parts arrondies à 0.01 EUR → 1 PLN"
        " · prix non cumulables\xa0: chacun reçoit le plus élevé oui → non",
    ),
    Action.PRIZES_ADDED: (
        {},
        {"amounts": "100, 60 EUR", "category": "Women", "sharing": "hort", "needed": 5, "besides": True},
        "prizes 100, 60 EUR · for Women · level on points by Hort’s system · starters needed 5"
        " · had besides another prize yes",
        "prix 100, 60 EUR · pour Women · à égalité de points système Hort · participants nécessaires 5"
        " · cumulable avec un autre prix oui",
    ),
    Action.PRIZES_CHANGED: (
        {"amounts": "100, 60 EUR", "place": 1},
        {"amounts": "100 EUR", "place": 2},
        "prizes 100, 60 EUR → 100 EUR · place in the fund 1 → 2",
        "prix 100, 60 EUR → 100 EUR · rang de la liste 1 → 2",
    ),
    Action.BYE_GIVEN: (
        {"kind": "half"},
        {"kind": "full"},
        "bye half-point bye → full-point bye",
        "soit bye à ½\xa0point → bye à 1\xa0point",
    ),
    Action.MISSED_CREDITED: (
        {"rounds": []},
        {"rounds": [1, 2]},
        "rounds 1; 2",
        "rondes 1; 2",
    ),
    Action.ROUND_PAIRED: (
        {"pairs": [[1, 2]], "pab": None},
        BOARDS,
        "3 boards, bye for number 8",
        "3 échiquiers, exempt\xa0: numéro 8",
    ),
    Action.MANUAL_ENDED: (
        {},
        NO_BYE,
        "2 boards",
        "2 échiquiers",
    ),
    Action.ROUND_PUBLISHED: (
        {},
        BOARDS,
        "3 boards, bye for number 8",
        "3 échiquiers, exempt\xa0: numéro 8",
    ),
    Action.ROUND_WITHDRAWN: (
        BOARDS,
        {"ground": "rematch"},
        "ground two players meet again who have played one another already",
        "cas deux joueurs qui se sont déjà rencontrés se rencontrent de nouveau",
    ),
    Action.RESULT_ENTERED: (
        {"board": 1, "result": ""},
        {"board": 1, "result": "1/2-1/2"},
        "board 1: ½-½",
        "échiquier 1\xa0: ½-½",
    ),
    Action.RESULT_CORRECTED: (
        {"board": 1, "result": "1-0"},
        {"board": 1, "result": "0-1", "counts_from": 3},
        "board 1: 1-0 → 0-1, counts from round 3 on",
        "échiquier 1\xa0: 1-0 → 0-1, compte à partir de la ronde 3",
    ),
    Action.RATING_CORRECTED: (
        {"board": 1, "result": "1-0"},
        {"board": 1, "result": "1F-0F", "counts_from": None},
        "board 1: 1-0 → +/-, for the rating report only",
        "échiquier 1\xa0: 1-0 → +/-, pour le seul rapport Elo",
    ),
    Action.COLOURS_CORRECTED: (
        {"seated": [[1, 1, 5, "1-0"]]},
        {"seated": [[1, 5, 1, "0-1"]], "counts_from": 2},
        "board 1: 1–5 1-0 → 5–1 0-1, counts from round 2 on",
        "échiquier 1\xa0: 1–5 1-0 → 5–1 0-1, compte à partir de la ronde 2",
    ),
    Action.OPPONENTS_CORRECTED: (
        {"seated": [[1, 1, 5, "1-0"], [2, 6, 2, ""]]},
        {"seated": [[1, 1, 2, "1-0"], [2, 6, 5, ""]], "counts_from": 2},
        "board 1: 1–5 1-0 → 1–2 1-0; board 2: 6–2 → 6–5, counts from round 2 on",
        "échiquier 1\xa0: 1–5 1-0 → 1–2 1-0; échiquier 2\xa0: 6–2 → 6–5, compte à partir de la ronde 2",
    ),
    Action.GAMES_ADJOURNED: (
        {},
        {"adjourned": [2, 4]},
        "boards 2, 4",
        "échiquiers 2, 4",
    ),
    Action.ADJOURNED_RESULT: (
        {"board": 2, "result": "adj"},
        {"board": 2, "result": "0-1"},
        "board 2: adjourned → 0-1",
        "échiquier 2\xa0: ajournée → 0-1",
    ),
    Action.DEADLINE_SET: (
        {"deadline": None},
        {"deadline": "2026-11-22T08:42:06.694Z"},
        "22 Nov. 08:42",
        "22 nov. 08:42",
    ),
    Action.SCHEDULE_SET: (
        {"schedule": {"1": [None, None], "2": ["2026-11-21", "10:00:00"]}},
        {"schedule": {"1": ["2026-11-20", None], "2": ["2026-11-21", None]}},
        "round 1: Fri 20 November 2026; round 2: Sat 21 November 2026, 10:00 → Sat 21 November 2026",
        "ronde 1\xa0: ven 20 novembre 2026; ronde 2\xa0: sam 21 novembre 2026, 10:00 → sam 21 novembre 2026",
    ),
    Action.POSITION_DRAWN: (
        {},
        {"start_position": 518},
        "start position 518: rook, knight, bishop, queen, king, bishop, knight, rook",
        "position de départ 518\xa0: tour, cavalier, fou, dame, roi, fou, cavalier, tour",
    ),
    Action.MATCH_DECIDED: (
        {"board": 2, "player": None, "how": "", "score": ""},
        {"board": 2, "player": 6, "how": "armageddon", "score": "1–0"},
        "board 2: number 6 goes on (Armageddon game, 1–0)",
        "échiquier 2\xa0: le numéro 6 se qualifie (partie Armageddon, 1–0)",
    ),
    Action.ARBITERS_NAMED: (
        {"chief_arbiter": "", "deputy_arbiters": ["Berg, B"]},
        {"chief_arbiter": "IA Adler, A", "deputy_arbiters": ["Berg, B", "Costa, C"]},
        "chief arbiter IA Adler, A · deputy arbiters Berg, B → Berg, B; Costa, C",
        "arbitre principal IA Adler, A · arbitres adjoints Berg, B → Berg, B; Costa, C",
    ),
    Action.VALUES_GIVEN: (
        {"tie_break": "OTHER_VALUE", "values": {"3 Costa, C": None, "4 Dahl, D": 1300}},
        {"tie_break": "OTHER_VALUE", "values": {"3 Costa, C": 1250, "4 Dahl, D": None}},
        "value computed elsewhere: 3 Costa, C – → 12.5; 4 Dahl, D 13 → –",
        "valeur calculée ailleurs\xa0: 3 Costa, C – → 12.5; 4 Dahl, D 13 → –",
    ),
    Action.LOTS_DRAWN: (
        {},
        {"lot_seed": "5eed"},
        "seed 5eed",
        "graine 5eed",
    ),
    Action.FOUND_CHANGED: (
        {"stood": ["board 1: 1-0"]},
        {"stands": ["board 1: 0-1"]},
        "stands board 1: 0-1",
        "il y a board 1: 0-1",
    ),
    Action.GUARDS_REPAIRED: (
        {},
        {"guards": [["guard_seat_update", "missing"], ["guard_x", "foreign"]]},
        "guard_seat_update: taken down; guard_x: not of this program",
        "guard_seat_update: retiré; guard_x: étranger à ce programme",
    ),
    Action.TAKEN_OVER: (
        {},
        {"kind": "adjournment", "at": "2026-11-20T09:47:00+00:00", "who": "chief"},
        "adjourned game · 20 Nov. 09:47 · chief",
        "partie ajournée · 20 nov. 09:47 · chief",
    ),
    Action.OWN_LINKS_MADE: (
        {},
        {"players": ["Adler, A000", "Berg, B001"]},
        "players Adler, A000; Berg, B001",
        "joueurs Adler, A000; Berg, B001",
    ),
    Action.OWN_LINK_RULES_SET: (
        {"byes": False, "minutes": 0, "results": True},
        {"byes": True, "minutes": 60, "results": True},
        "players ask for byes by their own links no → yes"
        " · minutes before the round until which they ask 0 → 60",
        "les joueurs demandent des byes par leur lien personnel non → oui"
        " · clôture des demandes, en minutes avant la ronde 0 → 60",
    ),
    Action.BYE_ASKED: ({}, {"kind": "half"}, "bye half-point bye", "soit bye à ½\xa0point"),
    Action.RESULT_REPORTED: (
        {"board": 4, "result": "1-0"},
        {"board": 4, "result": "0-1"},
        "board 4: 1-0 → 0-1",
        "échiquier 4\xa0: 1-0 → 0-1",
    ),
    Action.HANDED_OVER: (
        {},
        {"where": "https://chess.example.org/t/open/"},
        "address https://chess.example.org/t/open/",
        "adresse https://chess.example.org/t/open/",
    ),
    Action.TAKEN_HOME: (
        {},
        {"acts": 40, "file": "b1946ac9", "aside": "open-before"},
        "acts 40 · SHA-256 of the file b1946ac9 · what stood here before open-before",
        "actes 40 · SHA-256 du fichier b1946ac9 · ce qui se trouvait ici open-before",
    ),
    Action.FESTIVAL_SET: (
        {},
        {"festival": "Oban Festival", "label": "Group A"},
        "festival Oban Festival · name within it Group A",
        "festival Oban Festival · nom au sein de celui-ci Group A",
    ),
    Action.EVENT_RESTORED: (
        {},
        {"acts": 61, "file": "3f2a9c01"},
        "acts 61 · SHA-256 of the file 3f2a9c01",
        "actes 61 · SHA-256 du fichier 3f2a9c01",
    ),
    Action.TOURNAMENT_ENDED: (
        {"rounds": 9},
        {"rounds": 5},
        "rounds 9 → 5",
        "rondes 9 → 5",
    ),
}

# Actions whose name and subject say everything; some keep the values from before.
SILENT: dict[Action, dict[str, Any]] = {
    Action.LET_MEET: {"first_round": 1, "last_round": 4},
    Action.ARBITER_ADDED: {},
    Action.ARBITER_REMOVED: {},
    Action.BYE_GRANTED: {},
    Action.WEBHOOK_REMOVED: {"rounds": True, "results": False, "corrections": False, "finish": True},
    Action.PLAYER_RETURNED: {"from_round": 3},
    Action.PRIZES_REMOVED: {"amounts": "150, 100 EUR", "category": "Women"},
    Action.BYE_CANCELLED: {"kind": "half"},
    Action.MANUAL_BEGUN: NO_BYE,
    Action.MANUAL_UNPAIRED: NO_BYE,
    Action.MANUAL_UNDONE: {"event": 4},
    Action.DRAFT_DISCARDED: {"pairs": [[1, 2]], "pab": None},
    Action.RESTORED: {"event": 4},
    Action.CHAIN_BEGUN: {},
}


def told(action: str, before: Any, after: Any, language: str = "en") -> str:
    with translation.override(language):
        return acts.change(AuditEvent(action=action, before=before, after=after))


def without_a_renderer(renderers: dict[str, Any]) -> set[str]:
    return set(Action.values) - renderers.keys()


def test_every_action_has_a_renderer_and_is_tried_here() -> None:
    assert without_a_renderer(acts.renderers()) == set()
    by_cases = {case.writes[0][0] for case in CASES.values() if case.says is not None}
    assert sorted([*SAID, *SILENT, *by_cases]) == sorted(Action)
    # Each renderer belongs to one service's module.
    assert len(acts.renderers()) == sum(map(len, acts.tables()))


def test_an_action_without_a_renderer_is_found() -> None:
    for action in Action:
        left = {known: renderer for known, renderer in acts.renderers().items() if known != action}
        assert without_a_renderer(left) == {action}


@each("action", SAID)
def test_the_log_says_what_an_act_changed(action: Action) -> None:
    before, after, english, french = SAID[action]
    with time_machine.travel(datetime(2026, 12, 24, 12, tzinfo=UTC), tick=False):
        assert (told(action, before, after), told(action, before, after, "fr")) == (english, french)


@each("action", SILENT)
def test_of_others_their_name_says_all(action: Action) -> None:
    assert told(action, SILENT[action], {}) == ""


def test_each_act_has_a_name_in_french() -> None:
    with translation.override("en"):
        english = [str(action.label) for action in Action]
    with translation.override("fr"):
        same = [
            action for action, name in zip(Action, english, strict=True) if str(action.label) in {name, ""}
        ]
    assert not same


@pytest.mark.parametrize(
    ("action", "before", "after"),
    [
        ("invented", {}, {"board": 1}),
        ("result_entered", {}, {"board": 1, "result": "9-9"}),
        ("result_entered", [], ["1-0"]),
        ("round_paired", {}, "all"),
        ("player_changed", None, {"rating": 1}),
        ("deadline_set", {}, {"deadline": "tomorrow"}),
    ],
)
def test_what_no_service_has_written_is_shown_as_it_stands(action: str, before: Any, after: Any) -> None:
    assert told(action, before, after) == f"{before} → {after}"


@pytest.mark.parametrize(
    "after", [{"supplied": 5}, {"supplied": "x"}, {"supplied": {"a": 1}}, ["supplied"], "x", 5]
)
def test_a_line_that_no_service_has_written_hides_no_page(event: Tournament, chief: User, after: Any) -> None:
    AuditEvent.objects.create(tournament=event, actor=chief, action="tournament_imported", after=after)
    client = Client()
    client.force_login(chief)
    for name in ("log", "desk"):
        assert client.get(reverse(name, args=[event.slug])).status_code == 200
