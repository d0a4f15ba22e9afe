"""Why a player did not float up, and why two of one bracket do not meet (C.04.5, C.04.6 art. 3.5, 3.6)."""

from __future__ import annotations

from collections.abc import Sequence

from pairing.core.records import Record
from pairing.core.sentences import Who, phrase
from pairing.explanation.facts import NOT_EVERYBODY, Told
from pairing.upfloating.identifier import Bracket
from pairing.upfloating.rounds import choice_of
from pairing.upfloating.rules import Decision, Settled

# How the pairs of a bracket would be worse, in the order of the criteria; and the same in plain words.
WORSE = (
    (
        phrase(
            "If {one} and {two} met, the bracket would refuse more colour preferences: {mine} instead of"
            " {found}."
        ),
        phrase("Had {one} met {two}, more of that group would have gone without the colour they wanted."),
    ),
    (
        phrase(
            "If {one} and {two} met, the bracket would refuse more strong colour preferences: {mine} instead"
            " of {found}."
        ),
        phrase(
            "Had {one} met {two}, more of that group with a strong claim to a colour would have gone without"
            " it."
        ),
    ),
    (
        phrase(
            "If {one} and {two} met, more opponents of upfloaters would have been floaters in the round"
            " before: {mine} instead of {found}."
        ),
        phrase(
            "Had {one} met {two}, more of those who meet somebody from below would also have met somebody on"
            " other points in the last round."
        ),
    ),
)


def not_upfloating(decision: Decision, place: int, later: Record) -> Told:
    """Why a player did not float up to a bracket, by the first criterion against it."""
    bracket, articles = decision.brackets[place], decision.rules.articles
    chosen = bracket.chosen
    facts = {
        "player": Who(later.number),
        "bracket": place + 1,
        "chosen": tuple(Who(record.number) for record in chosen.upfloaters),
    }
    if not chosen.upfloaters:
        return Told.of(
            (articles.fewest_upfloaters,),
            phrase("{player} has a lower score, and bracket {bracket} can be paired without upfloaters."),
            phrase("{player} had fewer points, and nobody had to come up to the higher group."),
            facts,
        )
    mine = choice_of(decision, place).best_with(later)
    # An upfloater who meets no resident there would meet another upfloater: these two would be surplus.
    if mine is None or len(mine.upfloaters) > len(chosen.upfloaters):
        return Told.of(
            (articles.fewest_upfloaters,),
            phrase("Upfloaters of bracket {bracket}: {chosen}. With {player} it would need more."),
            phrase(
                "These came up to the higher group: {chosen}. With {player} still more would have had to."
            ),
            facts,
        )
    if sorted(r.score for r in mine.upfloaters) != sorted(r.score for r in chosen.upfloaters):
        return Told.of(
            (articles.highest_upfloaters,),
            phrase("Upfloaters of bracket {bracket}: {chosen}. With {player} they would have lower scores."),
            phrase(
                "These came up to the higher group: {chosen}. With {player} they would have had fewer points."
            ),
            facts,
        )
    if mine.following_served is not chosen.following_served:
        return Told.of(
            (articles.following,),
            phrase(
                "Upfloaters of bracket {bracket}: {chosen}. With {player} among them the following scoregroup"
                " would need more upfloaters than its number asks for."
            ),
            phrase(
                "These came up to the higher group: {chosen}. With {player} the next group would have needed"
                " more from below."
            ),
            facts,
        )
    if mine.floated != chosen.floated:
        return Told.of(
            (articles.upfloaters_floated,),
            phrase(
                "Upfloaters of bracket {bracket}: {chosen}. With {player} more of them would have been"
                " floaters in the round before."
            ),
            phrase(
                "These came up to the higher group: {chosen}. With {player} more of them would also have met"
                " somebody on other points in the last round."
            ),
            facts,
        )
    return Told.of(
        (articles.first_set,),
        phrase(
            "Upfloaters of bracket {bracket}: {chosen}. This set is as good as any with {player}, and"
            " comes first."
        ),
        phrase(
            "These came up to the higher group: {chosen}. With {player} it would have been just as good; the"
            " rules say whose turn it is first."
        ),
        facts,
    )


def not_in_bracket(decision: Decision, bracket: Settled, one: Record, two: Record) -> Told:
    """Why two of one bracket do not meet, by the first criterion against it."""
    articles = decision.rules.articles
    weighed = Bracket(bracket.players, bracket.chosen.upfloaters, looks_back=decision.looks_back)
    pairs = weighed.by_weight((one, two))
    facts = {"one": Who(one.number), "two": Who(two.number)}
    if not pairs:
        said = phrase("If {one} and {two} met, the others of their bracket could not be paired.")
        return Told.of((articles.rematch, articles.completion), said, NOT_EVERYBODY, facts)
    cited = (articles.preferences, articles.strong_preferences, articles.opponents_floated)
    compared = zip(cited, WORSE, weighed.quality(pairs).key, bracket.quality.key, strict=True)
    for article, (said, plain), mine, found in compared:
        if mine != found:
            return Told.of((article,), said, plain, {**facts, "mine": mine, "found": found})
    return Told.of(
        (articles.first_identifier,),
        phrase(
            "If {one} and {two} met, the bracket could be paired just as well, but the identifier would come"
            " later: {mine} after {found}."
        ),
        phrase(
            "{one} and {two} could have met; two pairings were equally good, and the rules say which is tried"
            " first."
        ),
        {**facts, "mine": identifier(pairs), "found": identifier(bracket.pairs)},
    )


def identifier(pairs: Sequence[tuple[Record, Record]]) -> str:
    """3.6.2: the numbers of the top members, ascending, then those of their bottom members."""
    ordered = sorted((one.number, two.number) for one, two in pairs)
    return " ".join(str(number) for number in (*(one for one, _ in ordered), *(two for _, two in ordered)))
