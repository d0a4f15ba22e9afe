"""Whether a statement is true: for each kind a check against the position, written without the explanation.

`check` takes a sentence apart and holds it against the round. The kinds are in the modules truth_of_*.py.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING

from tests.pairing.explanation.sentences import parse

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from tests.pairing.explanation.position import LiteralBracket, Position


@dataclass(frozen=True)
class Claim:
    """A statement about a round, with what it is made about."""

    position: Position
    facts: Mapping[str, str]
    articles: tuple[str, ...]
    # The bracket in whose account it stands, and the players whom the question was about.
    bracket: LiteralBracket | None = None
    about: tuple[int, ...] = ()
    # Of a short answer: who is spoken to, and who stood opposite at first.
    you: int = 0
    opposite: int | None = None
    # What has been held so far, by its kind.
    held: Counter[str] = field(default_factory=Counter)
    # Of a clause: the condition on which it goes on.
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
    """Holds a sentence, or a clause after its condition, against the round; AssertionError if not true."""
    kind, facts = parse(text)
    claim.held[kind] += 1
    try:
        CHECKS[kind](replace(claim, facts=facts))
    except AssertionError as error:
        raise AssertionError(f"{text} {claim.articles}: not so in {claim.position}, {error}") from error
