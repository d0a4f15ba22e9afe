"""The headings of a list's columns, in seven languages."""

from __future__ import annotations

from typing import NamedTuple

from django.utils.translation import gettext_lazy

from tournaments.files.lists.keys import key
from tournaments.files.lists.separators import PLAIN, splits

# Column -> the headings that people give it, as key() writes them: English, French, German, Spanish, Italian,
# Portuguese, Dutch.
HEADINGS = {
    "name": {
        *("name", "player", "players", "playername", "fullname", "surname", "lastname", "familyname"),
        *("nom", "joueur", "nomdefamille", "nomprenom", "nometprenom"),
        *("nachname", "familienname", "spieler", "teilnehmer", "namevorname", "nachnamevorname"),
        *("nombre", "apellido", "apellidos", "apellidosynombre", "apellidosnombre", "nombreyapellidos"),
        *("jugador", "participante", "nome", "cognome", "cognomeenome", "cognomenome", "nomecognome"),
        *("giocatore", "partecipante", "apelido", "sobrenome", "nomecompleto", "jogador"),
        *("naam", "achternaam", "volledigenaam", "speler", "deelnemer"),
    },
    "first_name": {
        *("firstname", "firstnames", "givenname", "givennames", "forename", "forenames"),
        *("prenom", "prenoms", "vorname", "vornamen", "nombres", "nomeproprio", "primeironome"),
        *("voornaam", "voornamen"),
    },
    "rating": {
        *("rating", "elo", "rtg", "classement", "wertung", "wertungszahl", "elozahl", "puntuacion"),
        *("punteggioelo", "puntielo", "pontuacao"),
    },
    "fide_rating": {
        *("fide", "fiderating", "fideelo", "elofide", "rtgi", "irtg", "std", "elostandard", "ratingfide"),
        *("internationalrating", "eloint", "elointernational", "elointernacional", "elointernazionale"),
        *("classementfide", "fidewertung", "puntuacionfide"),
    },
    "national_rating": {
        *("national", "nationalrating", "natrating", "nrtg", "rtgn", "elon", "nationalelo", "elonational"),
        *("dwz", "nwz", "classementnational", "nationalewertung", "elonat", "elonacional", "elofeda", "feda"),
        *("ratingnacional", "elonazionale", "eloitalia", "knsb", "knsbrating", "nationalerating"),
    },
    "estimate": {
        *("estimate", "estimated", "estimatedrating", "estimatedelo", "estimation", "eloestime"),
        *("schatzung", "schatzwert", "geschatzt", "estimacion", "eloestimado", "stima", "elostimato"),
        *("estimativa", "schatting"),
    },
    "ingo": {"ingo", "ingozahl"},
    "bcf": {"bcf", "bcfgrade", "bcfgrading"},
    "title": {"title", "tit", "fidetitle", "titre", "titel", "titulo", "titolo"},
    "federation": {
        *("federation", "fed", "country", "nation", "nat", "nationality", "fede", "pays", "nationalite"),
        *("land", "verband", "foderation", "nationalitat", "federacion", "pais", "nacionalidad"),
        *("federazione", "nazione", "naz", "paese", "federacao", "nacionalidade", "federatie", "bond"),
    },
    "fide_id": {
        *("fideid", "id", "fideno", "fidenumber", "idnumber", "codefide", "idfide", "fidecode", "nofide"),
        *("numerofide", "fidenummer", "fidenr", "idnummer", "codigofide", "codfide", "nfide"),
        *("codicefide", "idnofide", "fidekenn"),
    },
    "birth": {
        *("birth", "born", "birthday", "birthdate", "dateofbirth", "dob", "year", "yearofbirth", "birthyear"),
        *("ne", "nee", "nele", "neele", "naissance", "datedenaissance", "datenaissance", "annee"),
        *("anneedenaissance", "geburtsdatum", "geburtsjahr", "geburtstag", "gebdatum", "geb", "geboren"),
        *("jahrgang", "jg", "nacimiento", "fechadenacimiento", "fechanacimiento", "fechanac", "fnac"),
        *("nacido", "anodenacimiento", "anonacimiento", "ano", "nascita", "datadinascita", "datanascita"),
        *("annodinascita", "annonascita", "anno", "nato", "nascimento", "datadenascimento"),
        *("datanascimento", "anodenascimento", "geboortedatum", "geboortejaar", "jaar", "geburt"),
    },
    "sex": {
        *("sex", "gender", "s", "sexe", "genre", "geschlecht", "mw", "sexo", "genero", "sesso", "genere"),
        *("geslacht", "mv"),
    },
    "club": {
        *("club", "verein", "team", "clubname", "chessclub", "schachclub", "vereinsname", "clubcity"),
        "mannschaft",
        *("equipe", "vereinort", "equipo", "circolo", "societa", "clube", "equipa", "vereniging"),
        *("schaakclub", "schaakvereniging", "clubdechecs", "clubdeajedrez"),
        *("clubville", "clubciudad", "clubecidade"),
    },
}  # fmt: skip
# These mean the whole name, or the first name if "apellidos", "apelido" or "cognome" is also a heading.
EITHER_NAME = {"nombre", "nome"}
LABELS = {
    "name": gettext_lazy("name"),
    "first_name": gettext_lazy("first name"),
    "rating": gettext_lazy("rating"),
    "title": gettext_lazy("title"),
    "federation": gettext_lazy("federation"),
    "fide_id": gettext_lazy("FIDE ID"),
    "birth": gettext_lazy("born"),
    "sex": gettext_lazy("sex"),
    "club": gettext_lazy("club"),
    "fide_rating": gettext_lazy("FIDE rating"),
    "national_rating": gettext_lazy("national rating"),
    "estimate": gettext_lazy("estimate"),
    "ingo": gettext_lazy("Ingo"),
    "bcf": gettext_lazy("BCF"),
    "": gettext_lazy("not used"),
}

# The meaning of each column of a list, as a key of LABELS.
type Columns = tuple[str, ...]


class Headings(NamedTuple):
    """A line of headings: the meanings of the columns, the words of the line, and its separator."""

    columns: Columns = ()
    words: tuple[str, ...] = ()
    separator: str = PLAIN


def headings_of(line: str) -> Headings:
    """The columns that the line names, split by the separator that gives the most; perhaps none."""
    found = [
        Headings(_columns(cells), tuple(cells), separator)
        for separator, cells in splits(line).items()
        if separator != PLAIN
    ]
    found.append(Headings(_of_plain_lines(line), tuple(line.split())))
    return max(found, key=lambda headings: sum(map(bool, headings.columns)))


def _columns(cells: list[str]) -> Columns:
    # The page's own names of the columns, in the reader's language, are known too.
    known = {column: names | {key(str(LABELS[column]))} for column, names in HEADINGS.items()}
    keys = [key(cell) for cell in cells]
    columns = [next((c for c, names in known.items() if word in names), "") for word in keys]
    if columns.count("name") > 1:
        columns = [
            "first_name" if word in EITHER_NAME else column
            for word, column in zip(keys, columns, strict=True)
        ]
    if "name" not in columns or (len(cells) < 2 and columns != ["name"]):
        return ()
    return tuple(column if column not in columns[:i] else "" for i, column in enumerate(columns))


def _of_plain_lines(line: str) -> Columns:
    """The columns of plain lines if the first is "Name" or "Name Elo": a name that may end in a rating."""
    columns = _columns([line]) or _columns(line.split())
    return ("name", "rating") if columns and set(columns) <= {"name", "first_name", "rating"} else ()
