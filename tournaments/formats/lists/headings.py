"""The words at the heads of the columns of lists, in the languages in which lists are sent."""

# Column -> the headings that people and programs give it, as key() writes them: English, French, German,
# Spanish, Italian, Portuguese, Dutch; Polish, Czech, Slovak, Hungarian, Croatian, Serbian, Slovene, Romanian;
# Swedish, Norwegian, Danish, Finnish; Russian, Ukrainian; Turkish, Greek.
HEADINGS = {
    "name": {
        *("name", "player", "players", "playername", "fullname", "surname", "lastname", "familyname", "last"),
        *("playersname", "nameofplayer", "participant", "participants", "competitor", "surnamefirstname"),
        *("lastnamefirstname", "surnamename", "namesurname", "firstnamelastname"),
        *("nom", "joueur", "nomdefamille", "nomprenom", "nometprenom"),
        *("nachname", "familienname", "spieler", "teilnehmer", "namevorname", "nachnamevorname"),
        *("nombre", "apellido", "apellidos", "apellidosynombre", "apellidosnombre", "nombreyapellidos"),
        *("jugador", "participante", "nome", "cognome", "cognomeenome", "cognomenome", "nomecognome"),
        *("giocatore", "partecipante", "apelido", "sobrenome", "nomecompleto", "jogador"),
        *("naam", "achternaam", "volledigenaam", "speler", "deelnemer"),
        *("memname", "nazwisko", "nazwiskoimie", "nazwiskoiimie", "imienazwisko"),
        *("imieinazwisko", "zawodnik", "jmeno", "prijmeni", "prijmenijmeno", "prijmeniajmeno", "meno"),
        *("priezvisko", "priezviskomeno", "hrac", "nev", "vezeteknev", "teljesnev", "jatekos", "ime"),
        *("prezime", "prezimeiime", "imeiprezime", "priimek", "priimekinime", "igrac", "nume", "numeprenume"),
        *("numesiprenume", "namn", "efternamn", "spelare", "navn", "efternavn", "etternavn", "spiller"),
        *("nimi", "sukunimi", "pelaaja", "имя", "фамилия", "фио", "фамилияимя", "фамилияиимя", "участник"),
        *("игрок", "прізвище", "імя", "прізвищеімя", "учасник", "име", "презиме", "isim", "adsoyad"),
        *("adısoyadı", "soyad", "soyadı", "soyadad", "soyadıadı", "oyuncu", "ονομα", "επωνυμο"),
        "ονοματεπωνυμο",
    },
    "first_name": {
        *("firstname", "firstnames", "givenname", "givennames", "forename", "forenames", "first"),
        *("prenom", "prenoms", "vorname", "vornamen", "nombres", "nomeproprio", "primeironome"),
        *("voornaam", "voornamen"),
        *("imie", "imiona", "krestnijmeno", "krstnemeno", "keresztnev", "utonev", "fornamn", "fornavn"),
        *("etunimi", "ad", "adı"),
    },
    "rating": {
        *("rating", "elo", "rtg", "classement", "wertung", "wertungszahl", "elozahl", "puntuacion"),
        *("punteggioelo", "puntielo", "pontuacao"),
        *("rejting", "реитинг", "реит", "ertekszam", "elopontszam", "vahvuusluku", "ratingtal"),
    },
    "fide_rating": {
        *("fide", "fiderating", "fideelo", "elofide", "rtgi", "irtg", "std", "elostandard", "ratingfide"),
        *("internationalrating", "eloint", "elointernational", "elointernacional", "elointernazionale"),
        *("classementfide", "fidewertung", "puntuacionfide", "fidestandard", "fidestd", "stdrating"),
        *("fidestandardrating", "standardfide", "eloestandar", "elostd"),
        *("eloi", "elofid", "реитмежд", "реитингfide", "реитингфиде", "elomiedzynarodowe", "elorating"),
    },
    "national_rating": {
        *("national", "nationalrating", "natrating", "nrtg", "rtgn", "elon", "nationalelo", "elonational"),
        *("dwz", "nwz", "classementnational", "nationalewertung", "elonat", "elonacional", "elofeda", "feda"),
        *("ratingnacional", "elonazionale", "eloitalia", "knsb", "knsbrating", "nationalerating"),
        *("реитнац", "реитингрфш", "реитингфшр", "rankingkrajowy", "narodnielo", "narodneelo", "elocr"),
        *("nationellrating", "lask", "ukd", "ecf", "ecfrating", "uscf", "uscfrating", "rtgnat"),
    },
    "estimate": {
        *("estimate", "estimated", "estimatedrating", "estimatedelo", "estimation", "eloestime"),
        *("schatzung", "schatzwert", "geschatzt", "estimacion", "eloestimado", "stima", "elostimato"),
        *("estimativa", "schatting"),
    },
    "ingo": {"ingo", "ingozahl"},
    "bcf": {"bcf", "bcfgrade", "bcfgrading"},
    "title": {
        *("title", "tit", "fidetitle", "titre", "titel", "titulo", "titolo"),
        *("fidetitel", "tytuł", "tytul", "titul", "titula", "zvanje", "naziv", "cim", "arvo", "звание"),
        *("титул", "титула", "звання", "unvan", "τιτλοσ"),
    },
    "federation": {
        *("federation", "fed", "country", "nation", "nat", "nationality", "fede", "pays", "nationalite"),
        *("land", "verband", "foderation", "nationalitat", "federacion", "pais", "nacionalidad"),
        *("federazione", "nazione", "naz", "paese", "federacao", "nacionalidade", "federatie", "bond"),
        *("fideland", "federacja", "kraj", "panstwo", "federace", "federacia", "zeme", "krajina", "stat"),
        *("orszag", "szovetseg", "savez", "drzava", "federacija", "zemlja", "forbund", "maa", "liitto"),
        *("фед", "федерация", "страна", "федерація", "краіна", "савез", "држава", "ulke", "federasyon"),
        *("χωρα", "ομοσπονδια", "countrycode"),
    },
    "fide_id": {
        *("fideid", "id", "fideno", "fidenumber", "idnumber", "codefide", "idfide", "fidecode", "nofide"),
        *("numerofide", "fidenummer", "fidenr", "idnummer", "codigofide", "codfide", "nfide"),
        *("codicefide", "idnofide", "fidekenn", "fideident", "fideidno", "fideidnumber", "fideidnr"),
        *("кодfide", "кодфиде", "fideкод", "idфиде", "фидеid", "fidekod", "fidekodu", "numerfide"),
        *("kodfide", "fidekennung", "idfed"),
    },
    "birth": {
        *("birth", "born", "birthday", "birthdate", "dateofbirth", "dob", "year", "yearofbirth", "birthyear"),
        *("yob", "byear", "bday"),
        *("ne", "nee", "nele", "neele", "naissance", "datedenaissance", "datenaissance", "annee"),
        *("anneedenaissance", "geburtsdatum", "geburtsjahr", "geburtstag", "gebdatum", "geb", "geboren"),
        *("jahrgang", "jg", "nacimiento", "fechadenacimiento", "fechanacimiento", "fechanac", "fnac"),
        *("nacido", "anodenacimiento", "anonacimiento", "ano", "nascita", "datadinascita", "datanascita"),
        *("annodinascita", "annonascita", "anno", "nato", "nascimento", "datadenascimento"),
        *("datanascimento", "anodenascimento", "geboortedatum", "geboortejaar", "jaar", "geburt"),
        *("rokurodzenia", "dataurodzenia", "urodzony", "rokur", "dataur", "datumnarozeni"),
        *("roknarozeni", "narozen", "narozeni", "rocnik", "datumnarodenia", "roknarodenia", "narodeny"),
        *("szuletes", "szuletesiev", "szuletesidatum", "szulev", "datumrođenja", "godinarođenja", "godiste"),
        *("rođen", "datumrojstva", "letnica", "fodd", "fodelsear", "fodelsedatum", "født", "fødselsar"),
        *("fødselsdato", "fødselsdag", "syntymavuosi", "syntymaaika", "датарождения", "годрождения", "гр"),
        *("датанародження", "рікнародження", "датумрођења", "година", "dogumyılı", "dogumtarihi"),
        *("datanasterii", "annastere"),
    },
    "sex": {
        *("sex", "gender", "s", "sexe", "genre", "geschlecht", "mw", "sexo", "genero", "sesso", "genere"),
        *("geslacht", "mv"),
        *("płec", "plec", "pohlavi", "pohlavie", "nem", "spol", "pol", "kon", "kjønn", "køn", "sukupuoli"),
        *("пол", "стать", "cinsiyet", "φυλο"),
    },
    "club": {
        *("club", "verein", "team", "clubname", "chessclub", "schachclub", "vereinsname", "clubcity"),
        "mannschaft",
        *("equipe", "vereinort", "equipo", "circolo", "societa", "clube", "equipa", "vereniging"),
        *("schaakclub", "schaakvereniging", "clubdechecs", "clubdeajedrez"),
        *("clubville", "clubciudad", "clubecidade"),
        *("clubcitta", "clubplaats", "clubstad", "klub", "klubmiasto", "klubmiejscowosc", "klubmisto"),
        *("klubmesto", "klubmiesto", "oddil", "druzstvo", "klubvaros", "egyesulet", "csapat", "klubgrad"),
        *("klubmjesto", "klubkraj", "clublocalitate", "klubb", "klubbort", "klubbsted", "klubby", "skakklub"),
        *("sjakklubb", "schackklubb", "seura", "seurakaupunki", "клуб", "клубгород"),
        *("клубмісто", "клубместо", "команда", "kulup", "kulupsehir", "kulupil", "συλλογοσ"),
        *("συλλογοσπολη", "teamname", "school"),
    },
}  # fmt: skip
# These mean the whole name, or the first name if "apellidos", "cognome", "příjmení" … is also a heading.
EITHER_NAME = {"nombre", "nome", "jmeno", "meno", "ime", "имя", "імя", "име", "isim", "ονομα"}
# Beside a column of first names, these and no others hold the rest of the name.
SURNAMES = {
    *("surname", "lastname", "last", "familyname", "nomdefamille", "nachname", "familienname"),
    *("apellido", "apellidos", "cognome", "apelido", "sobrenome", "achternaam", "nazwisko", "prijmeni"),
    *("priezvisko", "vezeteknev", "prezime", "priimek", "efternamn", "efternavn", "etternavn", "sukunimi"),
    *("фамилия", "прізвище", "презиме", "soyad", "soyadı", "επωνυμο"),
}
# What may be any program's own number of the player, unless the values can be FIDE IDs.
ANY_ID = {"id", "idnumber", "idnummer"}
