"""What decided against another pair, another upfloater or another bye of the Dubov System."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pairing.dubov.subgroups import pair_bracket
from pairing.dubov.upfloaters import history, refusals, refused
from pairing.explanation.facts import Told
from pairing.explanation.halves import numbers_of
from pairing.explanation.plain_answers import colours_refused, not_everybody
from pairing.saying import Saying, Who

if TYPE_CHECKING:
    from pairing.dubov.entrants import Entrant
    from pairing.dubov.rounds import Bracket


def against_pair(bracket: Bracket, one: Entrant, two: Entrant) -> Told:
    """What the pair would cost the bracket that both are in, or what comes before it."""
    groups = bracket.subgroups
    who, whom = Who(one.number), Who(two.number)
    found = pair_bracket([player for player in (*groups.s1, *groups.s2) if player not in (one, two)])
    if found is None:
        said = Saying(
            "If {one} met {two}, the others of the bracket could not all be paired.", one=who, two=whom
        )
        return Told(said, ("C1", "C3"), not_everybody(who, whom))
    if refusals(found) + refused(one, two) > refusals(groups):
        said = Saying(
            "If {one} met {two}, more players would do without the colour that they seek.", one=who, two=whom
        )
        return Told(said, ("C7",), colours_refused(who, whom))
    if (one in groups.s1) is not (two in groups.s1):
        return _later(bracket, one, two) if one in groups.s1 else _later(bracket, two, one)
    if groups.halves:
        said = Saying(
            "{one} and {two} are in the same half of the bracket, and the halves meet.", one=who, two=whom
        )
        plain = Saying(
            "Nobody in that group had played yet, so its upper half met its lower half; {one} and {two} were "
            "in the same half.",
            one=who,
            two=whom,
        )
        return Told(said, ("art. 3.2.3",), plain)
    said = Saying(
        "{one} and {two} ended in the same subgroup: the shifters that would part them come later in the "
        "order.",
        one=who,
        two=whom,
    )
    plain = Saying(
        "{one} and {two} ended on the same side: the rules say who is the first to change sides.",
        one=who,
        two=whom,
    )
    return Told(said, ("art. 4.3",), plain)


def _later(bracket: Bracket, member: Entrant, wanted: Entrant) -> Told:
    """4.4: why a member of S1 does not meet somebody of the other subgroup."""
    groups = bracket.subgroups
    seat = groups.s1.index(member)
    partner, holder = groups.t2[seat], groups.s1[groups.t2.index(wanted)]
    one, two = Who(member.number), Who(wanted.number)
    if groups.s1.index(holder) < seat:
        before = Who(holder.number)
        said = Saying("{holder}, who comes before {one} in S1, meets {two}.", holder=before, one=one, two=two)
        plain = Saying("{holder} came before {one} in line, and met {two}.", holder=before, one=one, two=two)
    elif partner.number < wanted.number:
        said = Saying(
            "{one} meets the first by number who is possible, and {partner} comes before {two}.",
            one=one,
            partner=Who(partner.number),
            two=two,
        )
        return Told(said, ("art. 4.4",))
    else:
        said = Saying(
            "If {one} met {two}, the others of S1 could not all be paired with the other subgroup.",
            one=one,
            two=two,
        )
        plain = not_everybody(one, two)
    return Told(said, ("art. 4.4",), plain)


def against_upfloater(bracket: Bracket, other: Entrant) -> Told:
    """C4 to C10, 4.2: what decided against another upfloater, besides those that were chosen or for one."""
    scene, upfloaters = bracket.scene, bracket.upfloaters
    if not upfloaters:
        said = Saying("All residents of the bracket were paired without an upfloater.")
        return Told(said, ("C5",), Saying("In the higher group nobody had to come up."))
    if len(upfloaters) > 1:
        said = Saying(
            "The bracket took several upfloaters, and of the best sets the first is this one: {players}.",
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
        said = Saying(
            "With {other} in place of {chosen} the bracket would need more upfloaters.",
            other=Who(other.number),
            chosen=Who(chosen.number),
        )
        plain = Saying(
            "With {other} in place of {chosen} still more players would have had to come up.",
            other=Who(other.number),
            chosen=Who(chosen.number),
        )
        return Told(said, ("C5",), plain)
    compared = zip(
        ("C6", "C7", "C8", "C9", "C10", "art. 4.2"),
        (-other.score, refusals(found), *history(scene, other), other.rank),
        (-chosen.score, refusals(bracket.subgroups), *history(scene, chosen), chosen.rank),
        strict=True,
    )
    article, then, now = next(digit for digit in compared if digit[1] != digit[2])
    return _worse(article, other, chosen) if then > now else _incomplete(other, chosen)


def _incomplete(other: Entrant, chosen: Entrant) -> Told:
    """C4: who would have been better, had the others been left a pairing."""
    said = Saying(
        "With {other} in place of {chosen} the round could not be completed.",
        other=Who(other.number),
        chosen=Who(chosen.number),
    )
    plain = Saying(
        "With {other} in place of {chosen} not everybody could have been paired.",
        other=Who(other.number),
        chosen=Who(chosen.number),
    )
    return Told(said, ("C4",), plain)


def _worse(article: str, other: Entrant, chosen: Entrant) -> Told:
    """What another upfloater would come to, by the criterion that decides."""
    who, whose = Who(other.number), Who(chosen.number)
    plain = None
    match article:
        case "C6":
            said = Saying(
                "{chosen} floated up, and has a higher score than {other}.", other=who, chosen=whose
            )
            plain = Saying("{chosen} came up, who had more points than {other}.", other=who, chosen=whose)
        case "C7":
            said = Saying(
                "With {other} in place of {chosen} more players would do without the colour that they seek.",
                other=who,
                chosen=whose,
            )
            plain = Saying(
                "With {other} in place of {chosen} more players would have gone without the colour they "
                "wanted.",
                other=who,
                chosen=whose,
            )
        case "C8":
            said = Saying(
                "{other} is a maximum upfloater, having floated up so often, and {chosen} is none.",
                other=who,
                chosen=whose,
            )
            plain = Saying(
                "{other} had come up as often as anybody should, and {chosen} had not.",
                other=who,
                chosen=whose,
            )
        case "C9":
            said = Saying("{other} has floated up more often than {chosen}.", other=who, chosen=whose)
            plain = Saying("{other} had come up more often than {chosen}.", other=who, chosen=whose)
        case "C10":
            said = Saying(
                "{other} floated up in the round before, and {chosen} did not.", other=who, chosen=whose
            )
            plain = Saying(
                "{other} came up in the last round; this time it was {chosen}.", other=who, chosen=whose
            )
        case _:
            said = Saying(
                "{other} would have done just as well as {chosen}, who comes first by score and number.",
                other=who,
                chosen=whose,
            )
    return Told(said, (article,), plain)
