"""Lists as people write them: any separator on any line, headings in seven languages, and odd cells."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tests.tournaments.one_event import chief, db, event, made
from tournaments import rulebook
from tournaments.formats import lists
from tournaments.formats.lists import cells, columns
from tournaments.formats.lists.cells import FILE, code_of, key
from tournaments.formats.lists.headings import HEADINGS
from tournaments.models import Tournament

__all__ = ["chief", "db", "event", "made"]

pytestmark = [pytest.mark.django_db, pytest.mark.any_database]


def read(text: str, event: Tournament) -> list[dict[str, Any]]:
    """The entries of a list without faults."""
    found = lists.read(text, event)
    assert [(line.number, line.fault) for line in found.faults] == []
    return found.entries


TAL = {"name": "Tal, Mikhail", "title": "GM", "rating": 2705, "federation": "LAT"}
LINES = {
    "tab": "Tal, Mikhail\tGM\t2705\tLAT",
    "semicolon": "Tal, Mikhail; GM; 2705; LAT",
    "bar": "Tal, Mikhail | GM | 2705 | LAT",
    "bars around": "| Tal, Mikhail | GM | 2705 | LAT |",
    "comma": "Tal, Mikhail, GM, 2705, LAT",
    "comma and quotes": '"Tal, Mikhail",GM,2705,LAT',
    "several blanks": "Tal, Mikhail    GM  2705   LAT",
    "no-break spaces": "Tal, Mikhail\u00a0\u00a0GM\u00a0\u00a02705\u00a0\u00a0LAT",
}


# Each line with its own separator.


@pytest.mark.parametrize("line", LINES)
@pytest.mark.parametrize(
    "heading", ["Name;Title;Rating;Fed", "Name\tTitle\tRating\tFed", "Name  Title  Rating  Fed"]
)
def test_each_line_has_its_own_separator(event: Tournament, heading: str, line: str) -> None:
    other = "Fischer, Robert;GM;2785;USA"
    assert read(f"{heading}\n{other}\n{LINES[line]}", event)[1] == TAL


def test_the_columns_are_guessed_from_lines_of_all_separators(event: Tournament) -> None:
    others = [line.replace("Tal, Mikhail", f"Tal, M{chr(97 + n)}") for n, line in enumerate(LINES.values())]
    found = lists.read("\n".join(others), event)
    assert found.columns == ("name", "title", "rating", "federation")
    assert [entry | {"name": ""} for entry in found.entries] == [TAL | {"name": ""}] * len(LINES)
    assert [entry["name"] for entry in found.entries] == [f"Tal, M{chr(97 + n)}" for n in range(len(LINES))]


def test_a_plain_line_among_others_is_a_name_and_a_rating(event: Tournament) -> None:
    text = "Title;Name;Fed;Rating\nGM;Tal, Mikhail;LAT;2705\nFischer, Robert 2785\nPelé"
    assert read(text, event) == [
        TAL,
        {"name": "Fischer, Robert", "rating": 2785},
        {"name": "Pelé"},
    ]


def test_between_blanks_what_is_missing_is_not_seen(event: Tournament) -> None:
    text = "Nr  Name           Elo   Land\n1   Tal, Mikhail   2705  LAT\n2   Ohne, Elo            GER"
    assert read(text, event)[1] == {"name": "Ohne, Elo", "federation": "GER"}


@pytest.mark.parametrize("line", ["Tal, Mikhail;GM;2705", "Tal\tMikhail\tGM\t2705", "Tal  Mikhail  GM  2705"])
def test_a_name_in_one_column_or_in_two(event: Tournament, line: str) -> None:
    text = f"Surname;First name;Title;Rating\nFischer;Robert;GM;2785\n{line}"
    assert read(text, event)[1] == {"name": "Tal, Mikhail", "title": "GM", "rating": 2705}


@pytest.mark.parametrize(
    "name", ["Fischer, Robert James", "Robert James Fischer", "FISCHER Robert", "O'Neil, Ann-Kathrin"]
)
def test_names_are_left_as_they_are(event: Tournament, name: str) -> None:
    assert read(f"Name;Rating\n{name};2785", event)[0]["name"] == name


def test_two_blanks_by_mistake_are_no_separator(event: Tournament) -> None:
    text = "Fischer,  Robert  2785\nTal, Mikhail 2705\nBerg, Ute 1900"
    assert [entry["rating"] for entry in read(text, event)] == [2785, 2705, 1900]


def test_what_a_wrong_cell_makes_of_the_line_is_no_other_name(event: Tournament) -> None:
    """Read as plain text, these lines would have no faults, but wrong names."""
    text = "Name;Title;Rating\nFischer, R;GM;2785\nTal, M, XX, 2705\nBerg, Ute  XX  1900\nRoe, A;XX;1800"
    text += "\nDoe, A;IM;2400\nMoe, B;FM;2300"
    found = [(line.number, line.fault[:17]) for line in lists.read(text, event).faults]
    assert found == [(number, "title: found “XX”") for number in (3, 4, 5)]


def test_a_rule_between_the_lines_is_nobody(event: Tournament) -> None:
    assert read("| Naam | Land |\n|------|------|\n| Jan | NED |\n-----", event) == [
        {"name": "Jan", "federation": "NED"}
    ]


def test_a_cell_in_quotes_may_hold_a_line_end(event: Tournament) -> None:
    found = lists.read('Name\tClub\n"Tal,\nMikhail"\t"Riga"\nBerg, Ute\tWien', event)
    assert [(line.number, line.fields["name"]) for line in found.lines] == [
        (2, "Tal, Mikhail"),
        (4, "Berg, Ute"),
    ]


def test_a_quotation_mark_that_is_not_closed_takes_nothing_along(event: Tournament) -> None:
    assert len(read('Name;Club\n"Tal;Riga\nBerg, Ute;Wien', event)) == 2


# Headings.


def test_what_stands_above_the_headings_is_said_to_be_unused(event: Tournament) -> None:
    found = lists.read("Open of Riga\nStarting list\nName;Rating\nTal, Mikhail;2705", event)
    assert [line.number for line in found.lines] == [4]
    assert found.unused == (
        "Line 1 is above the headings and is not used: “Open of Riga”.",
        "Line 2 is above the headings and is not used: “Starting list”.",
    )


@pytest.mark.parametrize(
    "heading",
    [
        "Title;Surname;First name;Rating;Federation;FIDE ID;Date of birth;Sex;Club",
        "Titel;Nachname;Vorname;Elozahl;Föderation;FIDE-Nummer;Geburtsdatum;Geschlecht;Verein",
        "Titre;Nom;Prénom;Classement;Fédération;Code FIDE;Date de naissance;Sexe;Club",
        "Título;Apellidos;Nombre;Elo;País;ID FIDE;Fecha de nacimiento;Sexo;Club",
        "Titolo;Cognome;Nome;Elo;Nazione;Codice FIDE;Data di nascita;Sesso;Circolo",
        "Título;Apelido;Nome;Elo;Federação;Código FIDE;Data de nascimento;Sexo;Clube",
        "Titel;Achternaam;Voornaam;Rating;Land;FIDE-nummer;Geboortedatum;Geslacht;Vereniging",
    ],
    ids=["English", "German", "French", "Spanish", "Italian", "Portuguese", "Dutch"],
)
def test_headings_in_seven_languages(event: Tournament, heading: str) -> None:
    found = lists.read(f"{heading}\ng;Tal;Mikhail;2705;LAT;14100;09.11.1936;m;Riga", event)
    assert found.columns == (
        *("title", "name", "first_name", "rating", "federation", "fide_id", "birth", "sex", "club"),
    )
    assert found.entries == [
        TAL | {"fide_id": "14100", "birth": "1936/11/09", "sex": "m", "club": "Riga"},
    ]


@pytest.mark.parametrize(
    "heading", ["Nombre", "Nome", "Naam", "Cognome e nome", "Apellidos y nombre", "Joueur"]
)
def test_a_single_column_of_names(event: Tournament, heading: str) -> None:
    assert read(f"{heading};Elo\nTal Mikhail;2705", event) == [{"name": "Tal Mikhail", "rating": 2705}]


def test_no_heading_means_two_columns() -> None:
    words = [word for names in HEADINGS.values() for word in names]
    assert len(words) == len(set(words))
    assert all(word == key(word) for word in words)


def test_a_column_whose_heading_is_empty_is_known_by_what_it_holds(event: Tournament) -> None:
    """As in the starting lists that are published everywhere."""
    text = "No.;;Name;FideID;FED;Rtg;Club/City\n1;GM;Tal, Mikhail;14100;LAT;2705;Riga\n2;;Berg, U;;AUT;;"
    tal = {name: value for name, value in TAL.items() if name != "rating"}
    assert read(text, event)[0] == tal | {"fide_rating": 2705, "fide_id": "14100", "club": "Riga"}


# Cells.


@pytest.mark.parametrize(
    ("text", "rating"),
    [
        *(("2105", 2105), ("1034*", 1034), ("2105?", 2105), ("ELO 2105", 2105), ("Elo: 2105 ?", 2105)),
        *(("(1575)", 1575), ("2105.0", 2105), ("1850 F", 1850), ("1500N", 1500), ("1199 E", 1199)),
        *(("1850P12", 1850), ("1850/12", 1850), ("1850 P 4", 1850), ("1850P1234", None), ("1850/1234", None)),
        *(("1534 - 12", 1534), ("1534-121", 1534), ("2105 (est.)", 2105), ("1800 prov", 1800)),
        *(("-", 0), ("–", 0), ("0", 0), ("0000", 0), ("?", 0), ("unr.", 0), ("UNRATED", 0), ("n/a", 0)),
        *(("NC", 0), ("ohne", 0), ("sin Elo", 0), ("senza", 0), ("geen", 0), ("/", 0)),
        *(("27O5", None), ("270O", None), ("strong", None), ("-5", None), ("21 05", None), ("²", None)),
        *(("1500 1600", None), ("1e3", None), ("٢١٠٥", None)),
    ],
)
def test_ratings(text: str, rating: int | None) -> None:
    assert cells.rating_of(text) == rating


@pytest.mark.parametrize(
    ("kind", "forms"),
    [
        ("fide_rating", "1800 F, 1800f, FIDE 2105"),
        ("national_rating", "1450 N, 1850P12, 1850 P, 1850/12, 1534 - 12, 1534-121, 1800 prov, DWZ 1534"),
        ("estimate", "1399 E, 1199e, 2105 (est.)"),
        ("", "2105, 1034*, 2105?, ELO 2105, (1575), unr., 1850P1234, strong, 1850 X"),
    ],
)
def test_the_letter_behind_a_rating_says_which_it_is(kind: str, forms: str) -> None:
    assert {form: cells.rating_kind_of(form) for form in forms.split(", ")} == dict.fromkeys(
        forms.split(", "), kind
    )


def test_each_line_has_the_rating_that_its_letter_says(event: Tournament) -> None:
    text = (
        "Name;Elo;Elo national\nA, A;1399 E;\nB, B;1450 N;\nC, C;1800 F;1750\nD, D;1534 - 12;1530\nE, E;1600;"
    )
    assert read(text, event) == [
        {"name": "A, A", "estimate": 1399},
        {"name": "B, B", "national_rating": 1450},
        {"name": "C, C", "fide_rating": 1800, "national_rating": 1750},
        {"name": "D, D", "national_rating": 1530},
        {"name": "E, E", "rating": 1600},
    ]
    assert read("Name;Fide;Elo\nA, A;0;1800F", event) == [{"name": "A, A", "fide_rating": 1800}]


@pytest.mark.parametrize(
    ("title", "forms"),
    [
        ("GM", "GM gm g G.M. GMI IGM Großmeister Grandmaster Grand-maître Grootmeester"),
        ("IM", "IM im m MI M.I. Mi"),
        ("FM", "FM fm f MF M.F. FIDE-Meister"),
        ("CM", "CM cm c"),
        ("WGM", "WGM wgm wg GMF gf"),
        ("WIM", "WIM wm MIF"),
        ("WFM", "WFM wf MFF ff"),
        ("WCM", "WCM wc CMF cf"),
        # A small "mf" is one title in France and another elsewhere; a capital M is Italy's national master.
        ("", "mf M F G XM NM 1N - AGM"),
    ],
)
def test_titles(title: str, forms: str) -> None:
    assert {form: cells.title_of(form) for form in forms.split()} == dict.fromkeys(forms.split(), title)


@pytest.mark.parametrize(
    ("code", "forms"),
    [
        ("GER", "GER, ger, Germany, Deutschland, Allemagne, Alemania, Germania, Alemanha, Duitsland, DEU, D"),
        ("NED", "NED, Netherlands, Pays-Bas, Países Bajos, Paesi Bassi, Países Baixos, Holland, NLD, nl"),
        ("SUI", "SUI, Schweiz, Suisse, Svizzera, Suiza, Suíça, Zwitserland, CHE, CH"),
        ("ENG", "ENG, England, Angleterre, Inglaterra, Inghilterra, Engeland"),
        ("SCO", "Scotland, Écosse, ecosse, Schottland, Scozia"),
        ("USA", "USA, US, U.S.A., United States, États-Unis, Estados Unidos, Stati Uniti, EE.UU."),
        ("ESP", "España, ESPANA, Espagne, Spain, Spanien, Spagna, Espanha, Spanje"),
        ("CZE", "Czechia, Czech Republic, Tschechien, République tchèque, Tsjechië"),
        ("IRI", "Iran, IRN, IR"),
        ("CIV", "Côte d’Ivoire, Cote d'Ivoire, Ivory Coast"),
        (
            "POL",
            "Polska, Polsko, Poľsko, Lengyelország, Poljska, Пољска, Polonia, Polen, Puola, Польша, Polonya",
        ),
        ("NOR", "🇳🇴, 🇳🇴 Norway, NOR 🇳🇴, Norge, Norja, Норвегия, Νορβηγία"),
        ("SCO", "Szkocja, Skotsko, Skócia, Škotska, Skottland, Шотландия, İskoçya"),
        # No longer in use, and yet a code.
        ("URS", "URS"),
        ("", "Atlantis, -, GB, UK, XY, urs"),
    ],
)
def test_federations(code: str, forms: str) -> None:
    assert {form: code_of(form) for form in forms.split(", ")} == dict.fromkeys(forms.split(", "), code)


def test_no_name_means_two_federations() -> None:
    found: dict[str, str] = {}
    for line in FILE.read_text(encoding="utf-8").splitlines():
        code, _blank, names = line.partition("  ")
        assert len(code) == 3
        for name in (code, *names.split("; ")):
            assert found.setdefault(key(name), code) == code, name
    assert len(set(found.values())) > 200


@pytest.mark.parametrize(
    ("text", "birth"),
    [
        *(("1987", "1987"), ("1987-05-31", "1987/05/31"), ("1987/5/1", "1987/05/01")),
        *(("31.05.1987", "1987/05/31"), ("31/05/1987", "1987/05/31"), ("1-5-1987", "1987/05/01")),
        *(("1987-05-31 00:00:00", "1987/05/31"), ("1987-05-31T00:00", "1987/05/31")),
        # A year whose day is unknown.
        *(("00.00.1987", "1987"), ("1987-00-00", "1987"), ("0/0/1987", "1987")),
        # Whether there is such a day is checked elsewhere.
        *(("1987/00/00", "1987"), ("05/31/1987", "1987/31/05")),
        # Two digits: nobody who plays is a hundred years old, or not yet born.
        *(("87", "1987"), ("'87", "1987"), ("05", "2005"), ("31.05.87", "1987/05/31")),
        *(("31.05.05", "2005/05/31"), ("87-05-31", "1987/05/31"), ("1.2.03", "2003/02/01")),
        # Both readings are equally likely, or none is possible.
        *(("10-05-12", ""), ("31/05/05", ""), ("24", ""), ("26", ""), ("31.02.87", ""), ("31.05.24", "")),
        *(("yesterday", ""), ("1.2.3", ""), ("19870", ""), ("٢٠٠١", "")),
    ],
)
def test_births(text: str, birth: str) -> None:
    assert cells.birth_of(text, 2026) == birth


def test_two_digits_are_read_by_the_year_of_the_event(event: Tournament) -> None:
    text = "Name;Born\nTal, Mikhail;31.05.24"
    for year, births in ((2026, []), (2032, ["2024/05/31"]), (2020, ["1924/05/31"])):
        event.start_date = date(year, 1, 1)
        assert [entry["birth"] for entry in lists.read(text, event).entries] == births


@pytest.mark.parametrize(
    ("column", "sexes"),
    [
        ("M F", "m w"),
        ("m w", "m w"),
        ("H F", "m w"),
        ("H M", "m w"),
        ("M V", "m w"),
        ("männlich weiblich", "m w"),
        ("homme femme", "m w"),
        ("hombre mujer", "m w"),
        ("Uomo Donna", "m w"),
        ("masculino feminino", "m w"),
        ("man vrouw", "m w"),
        ("M K", "m w"),
        ("M Ž", "m w"),
        ("М Ж", "m w"),
        ("Erkek Kadın", "m w"),
    ],
)
def test_sexes(event: Tournament, column: str, sexes: str) -> None:
    one, other = column.split()
    entries = read(f"Name;Sex\nTal, Mikhail;{one}\nBerg, Ute;{other}\nRoe, A;-", event)
    assert [entry.get("sex", "") for entry in entries] == [*sexes.split(), ""]


def test_a_column_of_small_letters_is_of_sexes_unless_there_are_titles_in_it(event: Tournament) -> None:
    names = ["Tal", "Berg", "Roe", "Doe", "Moe"]
    of_sexes = "\n".join(f"{name};{sex};2000" for name, sex in zip(names, "mfmmf", strict=True))
    of_titles = "\n".join(f"{name};{title};2000" for name, title in zip(names, "mfgmf", strict=True))
    assert lists.read(of_sexes, event).columns == ("name", "sex", "rating")
    assert lists.read(of_titles, event).columns == ("name", "title", "rating")


def test_a_fide_id_that_is_nothing(event: Tournament) -> None:
    assert read("Name;FIDE ID\nTal, M;-\nBerg, U;0\nRoe, A;2400 111", event) == [
        {"name": "Tal, M"},
        {"name": "Berg, U"},
        {"name": "Roe, A", "fide_id": "2400111"},
    ]


# Lists and lines that are too long.


@pytest.mark.parametrize(
    ("text", "refusal"),
    [
        ("Tal, M\n" * 2001, "The list has 2001 lines; expected at most 2000 at once. Enter it in parts."),
        ("Tal, M\n" + "B" * 501, "Line 2 has 501 characters; expected at most 500."),
        ("Tal, M\n" + "B|" * 100, "Line 2 has 101 columns; expected at most 100."),
        ("Tal, M\n" + "B  " * 100, "Line 2 has 101 columns; expected at most 100."),
        ("\n" * 20_000, "The list has 20001 lines; expected at most 2000 at once. Enter it in parts."),
    ],
    ids=["lines", "characters", "columns", "blanks", "empty lines"],
)
def test_a_list_too_long_is_refused_before_its_lines_are_taken_apart(
    event: Tournament, monkeypatch: pytest.MonkeyPatch, text: str, refusal: str
) -> None:
    monkeypatch.setattr(columns, "splits", lambda _line: pytest.fail("read"))
    assert lists.read(text, event).refusal == refusal


def test_a_report_too_long_for_a_list_is_not_read(event: Tournament, monkeypatch: pytest.MonkeyPatch) -> None:
    record = "001    1 m    Tal, Mikhail                      2705"
    monkeypatch.setattr(rulebook, "read_entries", lambda _text: pytest.fail("read"))
    assert lists.read(f"{record}\n" * 2001, event).refusal.startswith("The list has 2001 lines")


# Whatever the separators and the headings, the same players.

PEOPLE = st.lists(
    st.fixed_dictionaries(
        {
            "name": st.from_regex(r"[A-ZÉÖ][a-zéöñ]{2,9}, [A-Z][a-z]{2,9}", fullmatch=True),
            "title": st.sampled_from(["GM", "IM", "WGM"]),
            "rating": st.integers(1000, 2900),
            "federation": st.sampled_from(["GER", "FRA", "ESP", "ITA", "POR", "NED", "ENG"]),
            "birth": st.dates(date(1930, 1, 1), date(2020, 12, 31)).map("{:%Y/%m/%d}".format),
        }
    ),
    min_size=1,
    max_size=8,
    unique_by=lambda person: person["name"],
)
FORMS: dict[str, dict[str, Sequence[str]]] = {
    "title": {"GM": ["GM", "g", "GMI"], "IM": ["IM", "m", "MI"], "WGM": ["WGM", "wg", "GMF"]},
    "federation": {
        "GER": ["GER", "Deutschland", "Allemagne", "DEU"],
        "FRA": ["FRA", "Frankreich", "Francia"],
        "ESP": ["ESP", "España", "Spanje"],
        "ITA": ["ITA", "Italia", "Italien"],
        "POR": ["POR", "Portogallo", "PRT"],
        "NED": ["NED", "Holland", "Pays-Bas"],
        "ENG": ["ENG", "Inghilterra", "Angleterre"],
    },
}
# The headings that identify their column whatever the others are.
PLAIN_HEADINGS = {
    column: sorted(HEADINGS[column] - {"nome", "nombre", "s"})
    for column in ("name", "title", "rating", "federation", "birth")
}


def rendered(value: Any, column: str, draw: st.DrawFn) -> str:
    """The value in one of the forms in which people write it."""
    if column == "rating":
        return draw(st.sampled_from(["{}", "{}*", "Elo {}", "{}?"])).format(value)
    if column == "birth":
        year, month, day = value.split("/")
        return draw(
            st.sampled_from(
                [value, f"{year}-{month}-{day}", f"{day}.{month}.{year}", f"{day}/{month}/{year}"]
            )
        )
    return draw(st.sampled_from(FORMS[column][value])) if column in FORMS else str(value)


@st.composite
def dirty_lists(draw: st.DrawFn) -> tuple[list[dict[str, Any]], str]:
    """Players, and a list of them: columns in any order, any separators, cells as people write them."""
    people = draw(PEOPLE)
    columns = draw(st.permutations(["name", "title", "rating", "federation", "birth"]))
    heading = draw(st.sampled_from(["\t", ";", " | ", ",", "   "])).join(
        draw(st.sampled_from(PLAIN_HEADINGS[column])) for column in columns
    )
    lines = [
        draw(st.sampled_from(["\t", ";", " | ", ", ", "   "])).join(
            rendered(person[column], column, draw) for column in columns
        )
        for person in people
    ]
    return people, "\n".join([heading, *lines])


@given(data=dirty_lists())
@settings(suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_a_list_is_read_back_whatever_it_looks_like(event: Tournament, data: Any) -> None:
    people, text = data
    assert read(text, event) == people
