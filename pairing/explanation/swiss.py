"""The account of a round by any Swiss system: forbidden pairs, players barred from the bye, the colours."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Sequence
from dataclasses import dataclass, replace

from pairing.core.colours import Rule
from pairing.core.records import ByeRule, Record, colours_possible
from pairing.core.tournament import RoundPairing, Tournament
from pairing.explanation import facts
from pairing.explanation.account import Account
from pairing.explanation.colours import colour_reason


@dataclass(frozen=True, slots=True)
class SwissArticles:
    """The articles that an explanation of any Swiss system cites."""

    rematch: str
    bye: str
    colours: str
    completion: str
    # In the order of the text, that of the lot last.
    colour_rules: tuple[str, str, str, str, str]


class SwissAccount(Account):
    """How a round was paired by a Swiss system."""

    def __init__(
        self,
        tournament: Tournament,
        records: Sequence[Record],
        pairing: RoundPairing,
        articles: SwissArticles,
        bars_from_bye: ByeRule,
        colour_rules: Sequence[Rule],
    ) -> None:
        """`colour_rules` are those before the lot."""
        super().__init__(tournament, records, pairing)
        self.articles = articles
        self.bars_from_bye = bars_from_bye
        self.colour_rules = colour_rules

    @abstractmethod
    def against_meeting(self, one: Record, two: Record) -> Sequence[facts.Reason]:
        """The reasons against a pair that nothing forbids."""

    def why_not_meeting(self, one: Record, two: Record) -> Sequence[facts.Reason]:
        """The absolute rules that forbid the pair; if none does, the reasons against it."""
        return self.forbidden(one, two) or self.against_meeting(one, two)

    def forbidden(self, one: Record, two: Record) -> Sequence[facts.Reason]:
        """All absolute rules that forbid the pair."""
        reasons = self.met_or_apart(one, two, self.articles.rematch)
        colour = one.preference.colour
        if not colours_possible(one, two) and colour is not None:
            reasons.append(facts.SameAbsoluteColour(self.articles.colours, colour))
        return reasons

    def barred(self, record: Record) -> facts.Barred | None:
        """What bars the player from the bye: the first round that does so by itself; None if nothing does."""
        if record.may_take_bye:
            return None
        for number, cell in enumerate(self.players[record.number].cells, 1):
            if self.bars_from_bye(cell, self.tournament.scoring):
                return facts.Barred(self.articles.bye, number, cell)
        raise AssertionError(f"No round bars player {record.number} from the bye")

    def colours(self, higher: Record, lower: Record) -> facts.ColourReason:
        """The rule that gave two players their colours, and the rounds that it looked back to."""
        drawn, articles = self.tournament.initial_colour, self.articles.colour_rules
        reason = colour_reason(self.colour_rules, articles, higher, lower, drawn)
        if reason.games_back is None:
            return reason
        histories = [enumerate(self.players[number].cells, 1) for number in reason.players]
        played = ([place for place, cell in history if cell.played] for history in histories)
        return replace(reason, rounds=tuple(rounds[-reason.games_back] for rounds in played))
