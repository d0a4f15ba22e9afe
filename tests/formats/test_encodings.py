"""The bytes of a list are read as the letters that names have, and what else they could be is offered."""

from __future__ import annotations

import pytest
from django.core.exceptions import ValidationError
from hypothesis import given
from hypothesis import strategies as st

from tests.steps import steps_of
from tournaments.formats import lists
from tournaments.formats.lists.encodings import LABELS, MOST_SAMPLES

pytestmark = pytest.mark.any_database

POLISH = "Łęcka, Bożena/Źdźbło, Mirosław/Śmigły, Przemysław/Wąsik, Jarosław/Gęsiński, Żaneta/Pięta, Radosław"
CZECH = "Hošek, Jiří/Říčan, Čeněk/Křepelka, Matouš/Žďárský, Aleš/Vašíčková, Eliška/Třešňák, Luděk"
SLOVAK = "Ľalík, Ľudmila/Šulík, Jaroslav/Kôrka, Žofia/Chudý, Ľuboslav/Bača, Štefánia/Ďuračka, Ján"
HUNGARIAN = "Szőllős, Gergő/Fűrész, Ágota/Hőnyi, Győző/Kürtös, Jenő/Bükkös, Ernő/Csősz, Lőrinc"
CROATIAN = "Budić, Đurđa/Kukić, Željka/Šušnjić, Branko/Čolić, Ružica/Žanić, Ante/Mišić, Darko"
TURKISH = "Taşkın, Gülşah/Yıldıran, Oğuzhan/Kızıl, İrem/Şeker, Çağatay/Güneşli, Tuğrul/Iğdır, Ayşenur"
RUSSIAN = "Берёзкин, Аркадий/Снегирёва, Зинаида/Чижов, Геннадий/Журавлёв, Эрнест/Щукина, Любовь/Юдин, Яков"
GREEK = "Παπανικολάου, Ηλίας/Δήμου, Χρυσούλα/Ζώης, Στέλιος/Κυριακού, Ευγενία/Λαμπράκης, Πέτρος"
FRENCH = "Béguin, Mélanie/Crémieux, Aimé/Désiré, Honoré/Lévêque, Noémie/Trépanier, Gaëlle/Brière, Andrée"
SPANISH = "Ibáñez, Belén/Mañero, Efraín/Cáceres, Moisés/Briceño, Inés/Quiñónez, Adrián/Galán, Rocío"
GERMAN = "Köhncke, Jürgen/Häberle, Bärbel/Düring, Götz/Schäuble, Günter/Rößner, Jörn/Mühlheim, Käthe"
NORDIC = "Møgelvang, Søren/Sjölund, Åke/Kjærgård, Jørn/Grønli, Bjørg/Håkansdal, Øyvind/Östling, Märit"
PORTUGUESE = "Varão, Estêvão/Pinhão, Conceição/Melões, Zulmira/Caçador, Mércia/Feijão, Antão/Lourenção, Inês"
ICELANDIC = "Þráinsson, Hörður/Eiðsdóttir, Guðný/Víðisson, Þorvaldur/Sigþórsdóttir, Ásdís/Örvarsson, Björgvin"
SAMPLES = {
    "cp1252": (FRENCH, SPANISH, GERMAN, NORDIC, PORTUGUESE, ICELANDIC),
    "mac_roman": (FRENCH, SPANISH, GERMAN, NORDIC, PORTUGUESE),
    "cp1250": (POLISH, CZECH, SLOVAK, HUNGARIAN, CROATIAN),
    "iso8859-2": (POLISH, CZECH),
    "cp1254": (TURKISH,),
    "cp1251": (RUSSIAN,),
    "koi8-r": (RUSSIAN,),
    "cp1253": (GREEK,),
    "cp850": (GERMAN, FRENCH),
}
CASES = [(code, names) for code, all_names in SAMPLES.items() for names in all_names]


def of(names: list[str], form: str = "{};1800;XYZ") -> str:
    return "Name;Rating;Fed\r\n" + "".join(form.format(name) + "\r\n" for name in names)


@pytest.mark.parametrize("form", ["{};1800;XYZ", '"{}",1800', "GM {} 2400"])
def test_each_sample_is_read_as_it_was_written(form: str) -> None:
    for code, names in CASES:
        text = of(names.split("/"), form)
        assert lists.decoded(text.encode(code)).text == text, code


def test_capitals_are_letters_too() -> None:
    for code, names in CASES:
        text = of(names.upper().split("/"))
        if text.encode(code, errors="replace").decode(code) == text:
            assert lists.decoded(text.encode(code)).text == text, code


@given(case=st.sampled_from(CASES), data=st.data())
def test_any_four_names_of_a_language_are_enough(case: tuple[str, str], data: st.DataObject) -> None:
    code, names = case
    some = data.draw(st.permutations(names.split("/")))[:4]
    assert lists.decoded(of(some).encode(code)).text == of(some)


def test_names_of_several_languages_of_one_code_page() -> None:
    for code in ("cp1252", "cp1250", "mac_roman"):
        text = of([name for names in SAMPLES[code] for name in names.split("/")])
        assert lists.decoded(text.encode(code)).text == text


@pytest.mark.parametrize("code", ["utf-8", "utf-8-sig", "utf-16", "utf-16-le", "utf-16-be"])
@pytest.mark.parametrize("names", [POLISH, RUSSIAN])
def test_unicode_is_never_read_otherwise(code: str, names: str) -> None:
    text = of(names.split("/"))
    found = lists.decoded(text.encode(code), "cp1252")
    assert found.text == text
    assert [one.code for one in found.readings] == [found.reading]
    assert str(found.readings[0].label).startswith("Unicode")


def test_unicode_with_an_odd_byte_is_unicode() -> None:
    text = of(POLISH.split("/"))
    assert lists.decoded(text.encode() + b"J\xf6rg;1800\r\n").text == text + "J\ufffdrg;1800\r\n"


@pytest.mark.parametrize("names", [POLISH, FRENCH, "Müller, Jörg"])
def test_unicode_that_was_taken_for_windows_is_mended(names: str) -> None:
    """As a spreadsheet does with a file whose encoding it did not know."""
    text = of(names.split("/"))
    spoilt = "".join(bytes([b]).decode("cp1252", errors="ignore") or chr(b) for b in text.encode())
    found = lists.decoded(spoilt.encode())
    assert (found.text, found.reading) == (text, "utf-8-twice")
    assert [one.code for one in found.readings] == ["utf-8-twice", "utf-8"]
    assert lists.decoded(spoilt.encode(), "utf-8").text == spoilt


def test_other_readings_are_offered_with_the_first_names() -> None:
    data = of(["Smith, John", "Żak, Łukasz", "Śliwa, Zdzisław", "Król, Ewa", "Bąk, Jan"]).encode("cp1250")
    found = lists.decoded(data)
    assert (found.reading, str(found.readings[0].label)) == ("cp1250", "Windows, Central European")
    assert found.readings[0].sample == ("Żak, Łukasz", "Śliwa, Zdzisław", "Król, Ewa")
    others = {one.code: one.sample[0] for one in found.readings[1:]}
    assert others["cp1252"] == "¯ak, £ukasz"
    assert all(len(one.sample) == MOST_SAMPLES for one in found.readings)


def test_the_arbiter_chooses_another_reading() -> None:
    data = of(["Żak, Łukasz"]).encode("cp1250")
    for code in LABELS:
        found = lists.decoded(data, code)
        assert (found.reading, found.text) == (code, data.decode(code, errors="replace"))
        assert code in {one.code for one in found.readings}
    # What was not offered is not taken.
    assert lists.decoded(data, "utf-7").reading == "cp1250"


def test_what_reads_the_same_in_all_is_offered_once() -> None:
    found = lists.decoded(of(["Müller, Jörg"]).encode("cp1252"))
    assert found.reading == "cp1252"
    assert not {"cp1250", "cp1254", "iso8859-2"} & {one.code for one in found.readings}


@pytest.mark.parametrize(
    "data", [b"Tal\x00\x01", b"%PDF-1.7", b"\x89PNG\r\n", b"\x00" * 40, b"\xd0\xcf\x11\xe0"]
)
def test_what_is_no_text_is_refused(data: bytes) -> None:
    with pytest.raises(ValidationError):
        lists.decoded(data)


@pytest.mark.parametrize("hostile", [b"a" * 75 + b"\xe9", b"\xe9" * 75, b"\xe9;" * 75, b"\xe9, " * 75])
def test_it_takes_as_long_as_the_file(hostile: bytes) -> None:
    once, twice = (steps_of(lambda times=times: lists.decoded(hostile * times)) for times in (40, 80))  # type: ignore[misc]
    assert twice < 2.25 * once
