"""Why somebody did not float up, and why two of one bracket do not meet (C.04.5, C.04.6 art. 3.5, 3.6)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pairing.explanation.facts import Told
from pairing.explanation.plain_answers import not_everybody
from pairing.saying import Saying, Who
from pairing.upfloating.identifier import Bracket
from pairing.upfloating.rounds import choice_of

if TYPE_CHECKING:
    from collections.abc import Sequence

    from pairing.records import Record
    from pairing.upfloating.rules import Decision, Settled


def not_upfloating(decision: Decision, place: int, later: Record) -> Told:
    """Why somebody did not float up to a bracket, by the first criterion that speaks against it."""
    bracket, articles = decision.brackets[place], decision.rules.articles
    player = Who(later.number)
    if not bracket.chosen.upfloaters:
        said = Saying(
            "{player} has a lower score, and bracket {bracket} can be paired without upfloaters.",
            player=player,
            bracket=place + 1,
        )
        plain = Saying(
            "{player} had fewer points, and to the higher group nobody had to come up.", player=player
        )
        return Told(said, (articles.fewest_upfloaters,), plain)
    mine, chosen = choice_of(decision, place).best_with(later), bracket.chosen
    upfloaters = tuple(Who(record.number) for record in chosen.upfloaters)
    # Who meets no resident there would meet another upfloater: these two would be surplus.
    if mine is None or len(mine.upfloaters) > len(chosen.upfloaters):
        said = Saying(
            "Upfloaters of bracket {bracket}: {chosen}. With {player} it would need more.",
            bracket=place + 1,
            chosen=upfloaters,
            player=player,
        )
        plain = Saying(
            "These came up to the higher group: {chosen}. With {player} still more would have had to.",
            chosen=upfloaters,
            player=player,
        )
        return Told(said, (articles.fewest_upfloaters,), plain)
    if sorted(r.score for r in mine.upfloaters) != sorted(r.score for r in chosen.upfloaters):
        said = Saying(
            "Upfloaters of bracket {bracket}: {chosen}. With {player} they would have lower scores.",
            bracket=place + 1,
            chosen=upfloaters,
            player=player,
        )
        plain = Saying(
            "These came up to the higher group: {chosen}. With {player} they would have had fewer points.",
            chosen=upfloaters,
            player=player,
        )
        return Told(said, (articles.highest_upfloaters,), plain)
    if mine.following_served is not chosen.following_served:
        said = Saying(
            "Upfloaters of bracket {bracket}: {chosen}. With {player} among them the following scoregroup"
            " would need more upfloaters than its number asks for.",
            bracket=place + 1,
            chosen=upfloaters,
            player=player,
        )
        plain = Saying(
            "These came up to the higher group: {chosen}. With {player} the next group would have needed"
            " more from below.",
            chosen=upfloaters,
            player=player,
        )
        return Told(said, (articles.following,), plain)
    if mine.floated != chosen.floated:
        said = Saying(
            "Upfloaters of bracket {bracket}: {chosen}. With {player} more of them would have been floaters"
            " in the round before.",
            bracket=place + 1,
            chosen=upfloaters,
            player=player,
        )
        plain = Saying(
            "These came up to the higher group: {chosen}. With {player} more of them would have met"
            " somebody on other points in the last round too.",
            chosen=upfloaters,
            player=player,
        )
        return Told(said, (articles.upfloaters_floated,), plain)
    said = Saying(
        "Upfloaters of bracket {bracket}: {chosen}. This set is as good as any with {player}, and"
        " comes first.",
        bracket=place + 1,
        chosen=upfloaters,
        player=player,
    )
    plain = Saying(
        "These came up to the higher group: {chosen}. With {player} it would have been as good; the rules"
        " say whose turn it is first.",
        chosen=upfloaters,
        player=player,
    )
    return Told(said, (articles.first_set,), plain)


def not_in_bracket(decision: Decision, bracket: Settled, one: Record, two: Record) -> Told:
    """Why two of one bracket do not meet, by the first criterion that speaks against it."""
    articles = decision.rules.articles
    weighed = Bracket(bracket.players, bracket.chosen.upfloaters, looks_back=decision.looks_back)
    first, second = Who(one.number), Who(two.number)
    pairs = weighed.by_weight((one, two))
    if not pairs:
        said = Saying(
            "If {one} and {two} met, the others of their bracket could not be paired.",
            one=first,
            two=second,
        )
        return Told(said, (articles.rematch, articles.completion), not_everybody(first, second))
    mine, found = weighed.quality(pairs).key, bracket.quality.key
    sayings = (
        (
            Saying(
                "If {one} and {two} met, the bracket would refuse more colour preferences: {mine} instead of"
                " {found}.",
                mine=mine[0],
                found=found[0],
                one=first,
                two=second,
            ),
            Saying(
                "Had {one} met {two}, more of that group would have gone without the colour they wanted.",
                one=first,
                two=second,
            ),
        ),
        (
            Saying(
                "If {one} and {two} met, the bracket would refuse more strong colour preferences: {mine}"
                " instead of {found}.",
                mine=mine[1],
                found=found[1],
                one=first,
                two=second,
            ),
            Saying(
                "Had {one} met {two}, more of that group with a strong claim to a colour would have gone"
                " without it.",
                one=first,
                two=second,
            ),
        ),
        (
            Saying(
                "If {one} and {two} met, more opponents of upfloaters would have been floaters in the round"
                " before: {mine} instead of {found}.",
                mine=mine[2],
                found=found[2],
                one=first,
                two=second,
            ),
            Saying(
                "Had {one} met {two}, more of those who meet somebody from below would have met somebody on"
                " other points in the last round too.",
                one=first,
                two=second,
            ),
        ),
    )
    cited = (articles.preferences, articles.strong_preferences, articles.opponents_floated)
    for (said, plain), article, with_pair, without in zip(sayings, cited, mine, found, strict=True):
        if with_pair != without:
            return Told(said, (article,), plain)
    said = Saying(
        "If {one} and {two} met, the bracket could be paired just as well, but the identifier would come"
        " later: {mine} after {found}.",
        mine=identifier(pairs),
        found=identifier(bracket.pairs),
        one=first,
        two=second,
    )
    plain = Saying(
        "{one} and {two} could have met; two pairings were equally good, and the rules say which is tried"
        " first.",
        one=first,
        two=second,
    )
    return Told(said, (articles.first_identifier,), plain)


def identifier(pairs: Sequence[tuple[Record, Record]]) -> str:
    """3.6.2: the numbers of the top members, ascending, then those of their bottom members."""
    ordered = sorted((one.number, two.number) for one, two in pairs)
    return " ".join(str(number) for number in (*(one for one, _ in ordered), *(two for _, two in ordered)))
