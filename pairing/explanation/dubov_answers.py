"""The reasons against another pair or another upfloater in the Dubov System."""

from __future__ import annotations

from collections.abc import Mapping

from pairing.core.sentences import Saying, Who, phrase
from pairing.dubov.entrants import Entrant
from pairing.dubov.rounds import Bracket
from pairing.dubov.subgroups import pair_bracket
from pairing.dubov.upfloaters import history, refusals, refused
from pairing.explanation.account import numbers_of
from pairing.explanation.facts import COLOURS_REFUSED, NOT_EVERYBODY, Told

EQUALLY_GOOD = phrase(
    "{other} would have done just as well as {chosen}, who comes first by score and number."
)
# For each article that can decide, the consequence of another upfloater in place of the chosen one; and the
# same in plain words.
WORSE: Mapping[str, tuple[str, str]] = {
    "C4": (
        phrase("With {other} in place of {chosen} the round could not be completed."),
        phrase("With {other} in place of {chosen} not everybody could have been paired."),
    ),
    "C5": (
        phrase("With {other} in place of {chosen} the bracket would need more upfloaters."),
        phrase("With {other} in place of {chosen} still more players would have had to come up."),
    ),
    "C6": (
        phrase("{chosen}, who has a higher score than {other}, floated up."),
        phrase("{chosen}, who had more points than {other}, came up."),
    ),
    "C7": (
        phrase("With {other} in place of {chosen} more players would not get the colour that they seek."),
        phrase(
            "With {other} in place of {chosen} more players would have gone without the colour they wanted."
        ),
    ),
    "C8": (
        phrase("{other} is a maximum upfloater, having floated up so often, and {chosen} is not."),
        phrase("{other} had come up as often as anybody should, and {chosen} had not."),
    ),
    "C9": (
        phrase("{other} has floated up more often than {chosen}."),
        phrase("{other} had come up more often than {chosen}."),
    ),
    "C10": (
        phrase("{other} floated up in the round before, and {chosen} did not."),
        phrase("{other} came up in the last round; this time it was {chosen}."),
    ),
    "art. 4.2": (EQUALLY_GOOD, EQUALLY_GOOD),
}


def against_pair(bracket: Bracket, one: Entrant, two: Entrant) -> Told:
    """The cost of the pair for the bracket that has both players, or the rule that prevents it."""
    groups = bracket.subgroups
    facts = {"one": Who(one.number), "two": Who(two.number)}
    found = pair_bracket([player for player in (*groups.s1, *groups.s2) if player not in (one, two)])
    if found is None:
        said = phrase("If {one} met {two}, the others of the bracket could not all be paired.")
        return Told.of(("C1", "C3"), said, NOT_EVERYBODY, facts)
    if refusals(found) + refused(one, two) > refusals(groups):
        said = phrase("If {one} met {two}, more players would not get the colour that they seek.")
        return Told.of(("C7",), said, COLOURS_REFUSED, facts)
    if (one in groups.s1) is not (two in groups.s1):
        return _later(bracket, one, two) if one in groups.s1 else _later(bracket, two, one)
    if groups.halves:
        return Told.of(
            ("art. 3.2.3",),
            phrase("{one} and {two} are in the same half of the bracket, and the halves meet."),
            phrase(
                "Nobody in that group had played yet, so its upper half met its lower half; {one} and {two} "
                "were in the same half."
            ),
            facts,
        )
    return Told.of(
        ("art. 4.3",),
        phrase(
            "{one} and {two} ended in the same subgroup: the shifters that would separate them come later in"
            " the order."
        ),
        phrase("{one} and {two} ended on the same side: the rules say who is the first to change sides."),
        facts,
    )


def _later(bracket: Bracket, member: Entrant, wanted: Entrant) -> Told:
    """4.4: why a member of S1 does not meet a certain member of the other subgroup."""
    groups = bracket.subgroups
    seat = groups.s1.index(member)
    partner, holder = groups.t2[seat], groups.s1[groups.t2.index(wanted)]
    named = {"one": member, "two": wanted, "partner": partner, "holder": holder}
    if groups.s1.index(holder) < seat:
        said = phrase("{holder}, who comes before {one} in S1, meets {two}.")
        plain = phrase("{holder} came before {one} in line, and met {two}.")
    elif partner.number < wanted.number:
        said = phrase("{one} meets the first possible opponent by number, and {partner} comes before {two}.")
        plain = said
    else:
        said = phrase("If {one} met {two}, the others of S1 could not all be paired with the other subgroup.")
        plain = NOT_EVERYBODY
    return Told.of(("art. 4.4",), said, plain, {name: Who(player.number) for name, player in named.items()})


def against_upfloater(bracket: Bracket, other: Entrant) -> Told:
    """C4 to C10, 4.2: the reason why `other` did not float up, in addition to or in place of those chosen."""
    scene, upfloaters = bracket.scene, bracket.upfloaters
    if not upfloaters:
        none = Saying("All residents of the bracket were paired without an upfloater.")
        return Told(none, ("C5",), Saying("Nobody had to come up to the higher group."))
    if len(upfloaters) > 1:
        said = Saying(
            "The bracket took several upfloaters, and of the best sets this one comes first: {players}.",
            players=numbers_of(upfloaters),
        )
        plain = Saying(
            "Several came up to the higher group, and by the rules others come before {other}: {players}.",
            other=Who(other.number),
            players=tuple(Who(player.number) for player in upfloaters),
        )
        return Told(said, ("C5", "C6", "C7", "C8", "C9", "C10", "art. 4.2"), plain)
    (chosen,) = upfloaters
    found = pair_bracket((*scene.residents, other))
    if found is None:
        article = "C5"
    else:
        compared = zip(
            ("C6", "C7", "C8", "C9", "C10", "art. 4.2"),
            (-other.score, refusals(found), *history(scene, other), other.rank),
            (-chosen.score, refusals(bracket.subgroups), *history(scene, chosen), chosen.rank),
            strict=True,
        )
        article, then, now = next(digit for digit in compared if digit[1] != digit[2])
        if then < now:
            # `other` would have been better, but would have left the others without a pairing.
            article = "C4"
    return Told.of((article,), *WORSE[article], {"other": Who(other.number), "chosen": Who(chosen.number)})
