"""An explanation as plain text, for a terminal or a file."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from pairing.editions import edition_by_code
from pairing.explanation.explain import Explanation
from pairing.explanation.language import Language
from pairing.explanation.speech import Sentence
from pairing.explanation.words import Words


def whole(explanation: Explanation, language: Language) -> Iterator[str]:
    """The lines of a whole round: its brackets, its boards, the bye, its players."""
    words = Words(explanation, language)
    edition = language.say(edition_by_code(explanation.edition).name)
    yield language.say("Round {round}, {edition}", round=explanation.round, edition=edition)
    if explanation.difference is not None:
        yield from map(str, words.difference(explanation.difference))
        return
    brackets = explanation.brackets or explanation.plain_brackets
    if brackets:
        yield from ("", language.say("Brackets"))
    for bracket in brackets:
        yield from _block(words.bracket_title(bracket), words.bracket(bracket))
    yield from ("", language.say("Boards"))
    for board in explanation.boards:
        yield from _block(words.board_title(board), words.board(board))
    if explanation.bye is not None:
        yield from _block(language.say("The bye"), words.bye(explanation.bye))
    yield from ("", language.say("Players"))
    for number in explanation.names:
        yield from ("", _paragraph(words.player(explanation.player(number))))


def one_player(explanation: Explanation, language: Language, number: int) -> Iterator[str]:
    """The lines on one player. Raises what `Explanation.player` raises."""
    yield _paragraph(Words(explanation, language).player(explanation.player(number)))


def why_not(explanation: Explanation, language: Language, one: int, two: int | None) -> Iterator[str]:
    """The lines on two players who do not meet, or on one who does not have the bye.

    Raises what `Explanation.why_not` raises.
    """
    words = Words(explanation, language)
    answer = explanation.why_not(one, two)
    if two is None:
        yield language.say("Why does {one} not have the bye?", one=words.name_of(one))
    else:
        named = {"one": words.name_of(one), "two": words.name_of(two)}
        yield language.say("Why do {one} and {two} not meet?", **named)
    yield _paragraph(words.why_not(answer))


def _block(title: str, sentences: Iterable[Sentence]) -> Iterator[str]:
    yield from ("", title, *(f"  {sentence}" for sentence in sentences))


def _paragraph(sentences: Iterable[Sentence]) -> str:
    return " ".join(map(str, sentences))
