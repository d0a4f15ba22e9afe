"""Checks of statements: one for each kind, against the position, written independently of the explanation.

`check` parses a sentence and checks it against the round. The kinds are in the modules truth_of_*.py.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace

from tests.pairing.explanation.position import LiteralBracket, Position
from tests.pairing.explanation.sentences import parse


@dataclass(frozen=True)
class Claim:
    """A statement about a round, with its context."""

    position: Position
    facts: Mapping[str, str]
    articles: tuple[str, ...]
    # The bracket whose account contains it, and the players that the question was about.
    bracket: LiteralBracket | None = None
    about: tuple[int, ...] = ()
    # In a short answer: the player who is addressed, and their first opposite.
    you: int = 0
    opposite: int | None = None
    # The number of statements checked so far, by kind.
    held: Counter[str] = field(default_factory=Counter)
    # In a clause: the condition that it depends on.
    asked: tuple[str, tuple[int, ...]] | None = None

    def __getitem__(self, name: str) -> str:
        return self.facts[name]

    def at(self, bracket: str) -> LiteralBracket:
        return self.position.brackets[int(bracket) - 1]

    def its_bracket(self) -> LiteralBracket:
        assert self.bracket is not None
        return self.bracket


type Check = Callable[[Claim], None]
CHECKS: dict[str, Check] = {}


def holds(*kinds: str) -> Callable[[Check], Check]:
    """Registers the check of a kind of statement, named by its English sentence."""

    def register(check: Check) -> Check:
        for kind in kinds:
            assert kind not in CHECKS, kind
            CHECKS[kind] = check
        return check

    return register


def check(claim: Claim, text: str) -> None:
    """Checks a sentence, or a clause after its condition, against the round; AssertionError if not true."""
    kind, facts = parse(text)
    claim.held[kind] += 1
    assert claim.you or not re.search(r"\byou", text, re.IGNORECASE), f"{text}: nobody is addressed"
    try:
        CHECKS[kind](replace(claim, facts=facts))
    except AssertionError as error:
        raise AssertionError(f"{text} {claim.articles}: not so in {claim.position}, {error}") from error
