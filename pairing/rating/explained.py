"""How a round was paired by the Swiss System Based on Rating, 1998 or 2012.

These revisions lower their requirements step by step until a pairing is found. All that can be said about
another pairing is whether it breaks a requirement that was kept; if it does not, the procedure came to the
chosen one first.
"""

from __future__ import annotations

from dataclasses import replace

from pairing.core.records import ByeRule, Record, bars_by_1998, bars_by_2012
from pairing.core.tournament import Tournament
from pairing.explanation import facts
from pairing.explanation.account import (
    Account,
    by_rank,
    homogeneous_halves,
    numbers_of,
    others,
    paired_halves,
)
from pairing.explanation.brackets import Articles, BracketAccount
from pairing.rating import edition_1998, edition_2012
from pairing.rating.edition_1998 import REVISION_1998
from pairing.rating.edition_2012 import REVISION_2012
from pairing.rating.procedure import RULES as COLOUR_RULES
from pairing.rating.procedure import BracketDecision, Decision, Revision


class RatingAccount(BracketAccount):
    """How a round was paired bracket by bracket, and by which steps."""

    def __init__(
        self,
        tournament: Tournament,
        decision: Decision,
        articles: Articles,
        revision: Revision,
        bars_from_bye: ByeRule,
    ) -> None:
        members = [(*bracket.moved_down, *bracket.residents) for bracket in decision.brackets]
        rules = articles, bars_from_bye, COLOUR_RULES
        super().__init__(tournament, decision.records, decision.pairing, members, *rules)
        self.decided = decision.brackets
        self.revision = revision

    # -- brackets -----------------------------------------------------------------------------------

    def explain_bracket(self, place: int) -> facts.BracketExplanation:
        bracket = self.decided[place]
        mdp_split, split = self._splits(bracket)
        return facts.BracketExplanation(
            number=place + 1,
            part=facts.Part.JOINED if bracket.joined else facts.Part.ORDINARY,
            scores=self.scores(bracket.residents),
            moved_down=bracket.moved_down,
            residents=bracket.residents,
            mdp_split=mdp_split,
            split=split,
            pairs=bracket.pairs,
            floaters=self.floaters(place, bracket.downfloaters),
            steps=bracket.steps,
            requirements=bracket.requirements,
        )

    def _splits(self, bracket: BracketDecision) -> tuple[facts.Split | None, facts.Split]:
        """C.4 to C.8: S1 and S2 of the players moved down, and of the others."""
        moved, m1 = bracket.moved_down, bracket.m1
        mdp_pairs, pairs = bracket.pairs[:m1], bracket.pairs[m1:]
        residents = others(bracket.residents, bracket.incompatible)
        placed = [number for pair in mdp_pairs for number in pair]
        split = self._split(*homogeneous_halves(others((*moved, *residents), placed), pairs))
        if not m1:
            return None, split
        s1 = moved[:m1]
        if bracket.joined:
            # C.4: all other players are in S2.
            s2 = others((*moved, *residents), [one for one, _ in mdp_pairs])
            original, final = facts.Halves(s1, (*moved[m1:], *residents)), paired_halves(mdp_pairs, s2)
        else:
            original = facts.Halves(s1, residents, moved[m1:])
            final = paired_halves(mdp_pairs, residents, moved)
        return self._split(original, final), split

    def _split(self, original: facts.Halves, final: facts.Halves) -> facts.Split:
        articles = self.articles
        return facts.Split((articles.halves,), original, final, articles.exchange, articles.transposition)

    def colours(self, higher: Record, lower: Record) -> facts.ColourReason:
        """As for all systems, except that E.5 of these revisions uses the pairing number itself."""
        reason = super().colours(higher, lower)
        return replace(reason, order=higher.number) if reason.rule is facts.ColourRule.LOT else reason

    # -- why not ------------------------------------------------------------------------------------

    def otherwise(self, place: int, asked: facts.Asked, *players: Record) -> facts.InBracket:
        bracket = self.decided[place]
        verdict: facts.Verdict | None = None
        if asked is not facts.Asked.STAY:
            verdict = self._broken(bracket, *players)
        elif players[0].number in bracket.incompatible:
            alone = len(bracket.moved_down + bracket.residents) == 1
            verdict = facts.NoOpponent(() if alone else ("C.1",))
        verdict = verdict or facts.Procedure(bracket.steps or (self.articles.halves,))
        return facts.InBracket(place + 1, asked, numbers_of(players), verdict)

    def _broken(self, bracket: BracketDecision, *players: Record) -> facts.Breaks | None:
        """The first requirement that the bracket kept and that these, meeting or floating, would break."""
        requirements = self.revision.requirements(self.coming, bracket.m1 > 0)
        for requirement, lowered in zip(requirements, bracket.requirements, strict=True):
            fails = requirement.of_pair if len(players) > 1 else requirement.of_floater
            if fails and fails(*by_rank(players)) > max(lowered.first, lowered.value):
                return facts.Breaks(lowered)
        return None


# -- The revision of 1998 -----------------------------------------------------------------------------

# Both older revisions number these alike.
ARTICLES = Articles(
    rematch="B.1.a",
    bye="B.1.b",
    colours="B.2",
    completion="C.13",
    halves="C.6",
    best="C.6",
    transposition="C.7",
    exchange="C.8",
    mdp_set="C.12",
    colour_rules=("E.1", "E.2", "E.3", "E.4", "E.5"),
)


def account_of_1998(tournament: Tournament) -> Account:
    """The account of the coming round. Raises what `decide` raises."""
    return RatingAccount(tournament, edition_1998.decide(tournament), ARTICLES, REVISION_1998, bars_by_1998)


# -- The revision of 2012 -----------------------------------------------------------------------------


def account_of_2012(tournament: Tournament) -> Account:
    """The account of the coming round. Raises what `decide` raises."""
    return RatingAccount(tournament, edition_2012.decide(tournament), ARTICLES, REVISION_2012, bars_by_2012)
