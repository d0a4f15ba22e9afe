"""The sentences: every one translated, every article known, and how they read."""

from __future__ import annotations

import ast
import pickle
from collections.abc import Iterator
from functools import cache
from itertools import combinations
from pathlib import Path
from string import Formatter

import pytest

import pairing
from pairing.core.scores import accelerated
from pairing.core.sentences import Phrase, Tenths
from pairing.core.tournament import Colour, Outcome, PairingError, UnpairableRound
from pairing.editions import EDITIONS
from pairing.explanation import language as languages
from pairing.explanation.answers import Sentence
from pairing.explanation.language import ENGLISH, LANGUAGES, language_by_code
from pairing.explanation.text import ExplanationText, whole
from pairing.explanations import explain, explain_round
from pairing.trf import TrfError, read
from tests.chance import all_of_it
from tests.pairing.explanation.history import with_result
from tests.pairing.positions import Habits, a_tournament, events, seeded
from tests.swiss import SWISS

DATA = Path(__file__).parents[2] / "data"
GOLDEN = DATA / "explanations"
SCOTCH_CUP = Path(__file__).parents[3] / "tournaments" / "demo" / "scotch-cup.trf"

# The players of the Scotch Cup have no ratings.
WITHOUT_RATINGS = ("dutch-2026", "dutch-2016", "rating-2012", "rating-1998")

# File, round, edition and golden text.
WORKED = [
    *((SCOTCH_CUP, 4, edition, f"scotch-cup-4.{edition}") for edition in WITHOUT_RATINGS),
    (DATA / "dubov-2026" / "dubov-1015.trf", 6, "dubov-2026", "dubov-1015-6.dubov-2026"),
    (DATA / "burstein-2026" / "burstein-1030.trf", 5, "burstein-2026", "burstein-1030-5.burstein-2026"),
    (DATA / "dutch-2016" / "d16-0009p06r-710036.trf", 5, "dutch-2016", "collapsed.dutch-2016"),
    (DATA / "dutch-2026" / "d26-0009p06r-810128.trf", 6, "dutch-2026", "bye-from-limbo.dutch-2026"),
]

TRANSLATED = [code for code in LANGUAGES if code != "en"]

ARTICLES = {
    "dutch-2016": {
        *(f"A.{n}" for n in range(1, 10)),
        *(f"B.{n}" for n in range(1, 9)),
        *(f"C.{n}" for n in range(1, 20)),
        *("D.1", "D.2", "D.3", "E.1", "E.2", "E.3", "E.4", "E.5"),
    },
    "dutch-2026": {
        *(f"C{n}" for n in range(1, 22)),
        *(f"art. 1.{n}" for n in range(1, 10)),
        *(f"art. 3.{n}" for n in range(1, 9)),
        *(f"art. 4.{n}" for n in range(1, 5)),
        *(f"art. 5.2.{n}" for n in range(1, 6)),
    },
    "dubov-2026": {
        *(f"C{n}" for n in range(1, 11)),
        *("art. 1.3", "art. 1.6.4", "art. 3.1", "art. 3.1.3", "art. 3.1.4", "art. 3.1.5"),
        *("art. 3.2.2", "art. 3.2.3", "art. 3.2.4.1", "art. 3.2.4.2", "art. 3.2.5", "art. 3.2.6"),
        *("art. 4.2", "art. 4.3", "art. 4.4", *(f"art. 5.2.{n}" for n in range(1, 6))),
    },
    "burstein-2026": {
        *(f"C{n}" for n in range(1, 22)),
        *(f"art. 1.{n}" for n in range(1, 10)),
        *(f"art. 3.{n}" for n in range(1, 9)),
        *(f"art. 4.{n}" for n in range(1, 5)),
        *(f"art. 5.2.{n}" for n in range(1, 6)),
    },
    "rating-1998": {
        *("B.1.a", "B.1.b", "B.2", "E.1", "E.2", "E.3", "E.4", "E.5"),
        *(f"C.{n}" for n in range(1, 15)),
    },
    "rating-2012": {
        *("B.1.a", "B.1.b", "B.2", "E.1", "E.2", "E.3", "E.4", "E.5"),
        *(f"C.{n}" for n in range(1, 15)),
        *(f"C.10.{letter}" for letter in "abcdefg"),
    },
}


PACKAGE = Path(pairing.__file__).parent


def calls() -> Iterator[tuple[Path, ast.Call, str]]:
    """All calls in the rule book, except those of the generator and its command, which speak English only."""
    for file in PACKAGE.rglob("*.py"):
        if file.relative_to(PACKAGE).parts[0] != "generator" and file.name != "generate.py":
            for node in ast.walk(ast.parse(file.read_text())):
                if isinstance(node, ast.Call):
                    name = node.func.attr if isinstance(node.func, ast.Attribute) else ast.unparse(node.func)
                    yield file, node, name


@cache
def said() -> tuple[frozenset[str], frozenset[tuple[str, str]]]:
    """All sentences of the explanations: those with one form, and those with a singular and a plural."""
    one, counted = set(), set()
    for file, call, name in calls():
        if file.parent.name != "explanation" and file.name not in {"explained.py", "measures.py"}:
            continue
        literals = [ast.literal_eval(arg) for arg in call.args if isinstance(arg, ast.Constant)]
        if name in {"say", "in_catalogue"} and literals:
            one.add(literals[0])
        elif name in {"count", "count_points", "Counted"} and len(literals) > 1:
            counted.add((literals[0], literals[1]))
    return frozenset(one), frozenset(counted)


def places(text: str) -> set[str]:
    return {name for _, name, _, _ in Formatter().parse(text) if name is not None}


@pytest.mark.parametrize("code", TRANSLATED)
def test_every_sentence_is_in_each_language(code: str) -> None:
    """The tests of all catalogues check that no sentence is left over and that the same facts are named."""
    one, counted = said()
    assert one <= LANGUAGES[code].sentences.keys()
    assert {singular for singular, _ in counted} == LANGUAGES[code].counted.keys()
    for singular, plural in counted:
        assert places(singular) == places(plural), singular


@pytest.mark.parametrize("code", TRANSLATED)
def test_every_edition_has_a_name_in_each_language(code: str) -> None:
    for edition in EDITIONS.values():
        assert {edition.name, edition.description} <= LANGUAGES[code].sentences.keys()


def test_a_catalogue_may_go_on_on_the_next_line_and_lack_a_translation(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "de.po").write_text(
        'msgid ""\nmsgstr ""\n"Language: de\\n"\n"Plural-Forms: nplurals=2; plural=(n > 1);\\n"\n\n'
        '# So.\nmsgid "Board "\n"{n}"\nmsgstr ""\n"Brett\\"{n}\\""\n\n'
        'msgid "Bye"\nmsgstr ""\n\nmsgid "{n} bye"\nmsgid_plural "{n} byes"\nmsgstr[0] "{n} Los"\n'
        'msgstr[1] "{n} Lose"\n'
    )
    monkeypatch.setattr(languages, "CATALOGUES", tmp_path)
    found = languages.language_of_catalogue("de")
    assert found.sentences == {"Board {n}": 'Brett"{n}"'}
    assert found.counted == {"{n} bye": ("{n} Los", "{n} Lose")}
    # What the catalogue lacks is as in English; it says itself which numbers take the singular.
    assert (found.decimal_mark, found.count("{n} bye", "{n} byes", 0)) == (".", "0 Los")


def test_no_sentence_is_built_where_nobody_can_translate_it() -> None:
    """Every sentence is written out, as a literal or as a form in a table."""
    for file in PACKAGE.rglob("*.py"):
        for node in ast.walk(ast.parse(file.read_text())):
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute):
                first = node.args[0] if node.args else None
                if node.func.attr == "say" and not isinstance(first, ast.Constant):
                    # answers.py takes forms from tables, the others look up an edition's name, a refusal and
                    # what a command's options are for.
                    assert file.name in {"answers.py", "text.py", "language.py", "files.py"}


def test_every_refusal_names_its_facts_and_is_in_each_language() -> None:
    for _file, call, name in calls():
        if name == "Phrase":
            text = ast.literal_eval(call.args[0])
            # Where a line of a file is wrong, three facts are handed on as `**facts`.
            handed_on = any(word.arg is None for word in call.keywords)
            assert places(text) == {word.arg for word in call.keywords if word.arg} | (
                {"column", "found", "expected"} if handed_on else set()
            ), text
            assert all(text in LANGUAGES[code].sentences for code in TRANSLATED)


def test_every_phrase_is_in_each_language_and_takes_the_facts_that_it_names() -> None:
    phrases = [ast.literal_eval(call.args[0]) for _file, call, name in calls() if name == "phrase"]
    assert phrases
    for text in phrases:
        assert all(text in LANGUAGES[code].sentences for code in TRANSLATED)
        facts = dict.fromkeys(places(text), 1)
        assert Phrase.of(text, {**facts, "besides": 2}).facts == facts


def test_what_is_refused_is_said_so_that_it_can_be_translated() -> None:
    for file, call, name in calls():
        if name == "PairingError" and file.name != "language.py":
            assert not isinstance(call.args[0], ast.Constant | ast.JoinedStr), (file, call.lineno)


def test_a_refusal_in_french() -> None:
    french = language_by_code("fr")
    inner = Phrase("{bye} for the pairing-allocated bye", bye=Tenths(12))
    outer = Phrase(
        "The points make no sense: found {found}, expected {expected}.", found=inner, expected="{x}"
    )
    assert str(outer) == "The points make no sense: found 1.2 for the pairing-allocated bye, expected {x}."
    assert french.tell(outer) == (
        "Ces points n’ont pas de sens\N{NO-BREAK SPACE}: trouvé\N{NO-BREAK SPACE}: 1,2 pour l’exempt"
        "\N{NO-BREAK SPACE}; attendu\N{NO-BREAK SPACE}: {x}."
    )
    assert french.tell("a string of its own {n}") == "a string of its own {n}"


def test_a_refusal_comes_back_from_another_process() -> None:
    with pytest.raises(TrfError) as caught:
        read("001")
    there_and_back = pickle.loads(pickle.dumps(caught.value.saying))  # noqa: S301  our own
    assert str(there_and_back) == str(caught.value)


def test_french_counts_nothing_and_one_as_singular() -> None:
    singular, plural = "{n} pair is made.", "{n} pairs are made."
    french = language_by_code("fr")
    assert [french.count(singular, plural, n) for n in (0, 1, 2)] == [
        "0 paire est formée.",
        "1 paire est formée.",
        "2 paires sont formées.",
    ]
    assert [ENGLISH.count(singular, plural, n)[:6] for n in (0, 1, 2)] == ["0 pair", "1 pair", "2 pair"]
    assert ENGLISH.count(singular, plural, 0) == "0 pairs are made."


@pytest.mark.parametrize(
    ("tenths", "english", "french"),
    [(0, "0", "0"), (5, "½", "½"), (25, "2½", "2½"), (13, "1.3", "1,3"), (-10, "−1", "−1"), (-5, "−½", "−½")],
)
def test_scores(tenths: int, english: str, french: str) -> None:
    assert ENGLISH.points(tenths) == english
    assert language_by_code("fr").points(tenths) == language_by_code("de").points(tenths) == french


def test_lists_and_histories() -> None:
    french = language_by_code("fr")
    assert [ENGLISH.listed(list(words)) for words in ("", "a", "ab", "abc")] == [
        "",
        "a",
        "a and b",
        "a, b and c",
    ]
    assert french.listed(["a", "b", "c"]) == "a, b et c"
    colours = (Colour.WHITE, Colour.BLACK)
    assert (ENGLISH.history(colours), french.history(colours)) == ("WB", "BN")


def test_german_counts_one_alone_as_singular_and_a_half_too() -> None:
    german = language_by_code("de")
    assert [german.count_points("{n} point", "{n} points", tenths) for tenths in (0, 5, 10, 15)] == [
        "0 Punkte",
        "½ Punkt",
        "1 Punkt",
        "1½ Punkte",
    ]
    assert german.listed(["a", "b", "c"]) == "a, b und c"
    assert german.history((Colour.WHITE, Colour.BLACK)) == "WS"


def test_an_unknown_language_is_refused() -> None:
    with pytest.raises(PairingError, match="Unknown language 'xx'; known are: en, de, fr"):
        language_by_code("xx")


def test_articles_stand_before_the_full_stop() -> None:
    assert str(Sentence("They met.", ("C.1", "C.3"))) == "They met (C.1, C.3)."
    assert str(Sentence("They met.")) == "They met."


@pytest.mark.parametrize("edition", SWISS)
def test_whatever_happens_can_be_said_and_cites_known_articles(edition: str) -> None:
    for seed in range(6 if all_of_it() else 3):
        rng = seeded(f"words {seed}")
        habits = Habits(requested_byes=8, forfeits=8, full_point_byes=3)
        for tournament in events(rng, a_tournament(rng.randint(5, 13), 6), 6, habits):
            try:
                explanation = explain(tournament, edition)
            except UnpairableRound:
                continue
            told = [explanation.player(number) for number in explanation.names]
            answers = [explanation.why_not(one, two) for one, two in combinations(explanation.names, 2)]
            if explanation.bye is not None:
                answers += [explanation.why_not(number, None) for number in explanation.names]
            for language in LANGUAGES.values():
                words = ExplanationText(explanation, language)
                sentences = [
                    s
                    for bracket in (*explanation.brackets, *explanation.plain_brackets)
                    for s in words.bracket(bracket)
                ]
                sentences += [s for board in explanation.boards for s in words.board(board)]
                sentences += [s for one in told for s in words.player(one)]
                sentences += [s for answer in answers for s in words.why_not(answer)]
                for sentence in sentences:
                    assert set(sentence.articles) <= ARTICLES[edition], sentence
                    assert not {"{", "}"} & set(sentence.text)
                    assert sentence.text.endswith(".")


def test_a_caller_may_name_the_players() -> None:
    explanation = explain(a_tournament(4, 3), "dutch-2026")
    words = ExplanationText(explanation, ENGLISH, name_of=lambda number: f"<{number}>")
    assert words.board_title(explanation.boards[0]) == "Board 1: <1> – <3>"


@pytest.mark.parametrize(("file", "number", "edition", "golden"), WORKED)
@pytest.mark.parametrize("language", ["en", "fr"])
def test_the_worked_rounds(file: Path, number: int, edition: str, golden: str, language: str) -> None:
    tournament = read(file.read_bytes())
    explanation = explain(accelerated(tournament).before(number), edition)
    expected = (GOLDEN / f"{golden}.{language}.txt").read_text(encoding="utf-8")
    assert "\n".join(whole(explanation, LANGUAGES[language])) + "\n" == expected


def test_a_worked_round_in_german() -> None:
    explanation = explain(read(SCOTCH_CUP.read_bytes()).before(4), "dutch-2026")
    expected = (GOLDEN / "scotch-cup-4.dutch-2026.de.txt").read_text(encoding="utf-8")
    assert "\n".join(whole(explanation, LANGUAGES["de"])) + "\n" == expected


def test_a_round_that_was_published_otherwise_says_so_in_both_languages() -> None:
    tournament = with_result(read(SCOTCH_CUP.read_bytes()), 3, 2, 3, Outcome.LOSS, Outcome.WIN)
    explanation = explain_round(tournament, 4, "rating-1998")
    english, french = ("\n".join(whole(explanation, LANGUAGES[code])) for code in ("en", "fr"))
    assert "Round 4 was not published as the rules pair it" in english
    assert "Published, but not by the rules: " in english
    assert "La ronde 4 n’a pas été publiée telle que les règles l’apparient" in french
    assert "Board" not in english
