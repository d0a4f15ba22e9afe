"""Who of FIDE's rating list people are, found for many of them at once."""

from __future__ import annotations

import json
from collections import Counter, defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import chain, combinations, islice, product

from django.db import connection

from tournaments.models import ListedName, Player, RatingList, Tournament
from tournaments.persons import (
    PARTICLES,
    Comparison,
    Fact,
    Likeness,
    Person,
    Verdict,
    compare,
    name_likeness,
    words_in_order,
)
from tournaments.ratings.queries import Listed, by_fide_id, followed
from tournaments.texts import ways_to_write

# More words of a name are not looked at, and of more than FEW none is left out.
MOST_WORDS = 6
FEW = 4
# As many spellings of a name are tried; a hostile one has thousands.
MOST_SPELLINGS = 100
# Sorts after a blank, and before the characters of words.
AFTER_BLANK = "!"
# The pairs of a JSON object as rows with a key and a value.
PAIRS = {"sqlite": "json_each(%s)", "postgresql": "json_each_text(%s)"}


@dataclass(frozen=True, slots=True)
class Found:
    """A person of the list who is probably the one described, and how both compare.

    It is sure if the FIDE ID says so, or the whole name and the year of birth, and the list has nobody else
    who could be meant.
    """

    listed: Listed
    comparison: Comparison
    is_sure: bool

    @property
    def agreeing(self) -> list[str]:
        """In what both agree, in words."""
        return _in_words(self.comparison.agree)

    @property
    def differing(self) -> list[str]:
        """In what both differ, in words."""
        return _in_words(self.comparison.differ)


def _in_words(facts: Collection[Fact]) -> list[str]:
    return [str(Player._meta.get_field(fact.value).verbose_name) for fact in Fact if fact in facts]  # type: ignore[union-attr]  # no relation


@dataclass(frozen=True, slots=True)
class Gap:
    """A player of whom the event lacks a FIDE ID, or what the rating list says under it.

    `candidates` are those who may be the player, and who are not entered as somebody else; the likeliest
    first. `besides` is what the list says of the only one of them, by the names of a player's fields.
    """

    player: Player
    candidates: list[Found]
    besides: dict[str, str]
    # Whether a FIDE ID would be a correction with a reason: the player is in a published round.
    is_correction: bool
    # Whether it is so surely the player that nobody has to look.
    is_sure: bool

    @property
    def only(self) -> Found | None:
        """The only candidate."""
        return self.candidates[0] if len(self.candidates) == 1 else None

    @property
    def news(self) -> list[tuple[str, str]]:
        """What the list says besides the FIDE ID: the name of the field, and its value, in words."""
        return [
            (str(field.verbose_name), str(dict(field.flatchoices).get(value, value)))
            for field in Player._meta.concrete_fields
            if field.name != "fide_id" and (value := self.besides.get(field.name))
        ]


def told_besides(player: Player, listed: Listed, *, is_public: bool) -> dict[str, str]:
    """What the list says of the player and the event does not know, by the names of a player's fields.

    Of a player in a published round who has a FIDE ID the birth is left out: it would be a correction.
    """
    said = {name: value for name, value in listed.entry.items() if name != "listed"}
    if is_public and player.fide_id:
        said.pop("birth")
    return {name: value for name, value in said.items() if value and not getattr(player, name)}


def gaps(tournament: Tournament, public: Collection[int]) -> list[Gap]:
    """The players without FIDE ID, and those of whom the lists know something that the event does not.

    `public` are the keys of the players in published rounds. Nobody is sure who is found for two players.
    """
    players = list(tournament.players.all())
    holders = {player.fide_id: player for player in players if player.fide_id}
    near = [
        [one for one in candidates if holders.get(one.listed.fide_id, player) == player]
        for player, candidates in zip(players, likely(tournament, [p.person for p in players]), strict=True)
    ]
    times = Counter(candidate.listed.fide_id for candidates in near for candidate in candidates)
    found = []
    for player, candidates in zip(players, near, strict=True):
        is_public = player.pk in public
        only = candidates[0] if len(candidates) == 1 else None
        besides = told_besides(player, only.listed, is_public=is_public) if only else {}
        if besides or not player.fide_id:
            is_sure = only is not None and only.is_sure and times[only.listed.fide_id] == 1
            found.append(Gap(player, candidates, besides, is_public and not player.fide_id, is_sure))
    return found


def found(tournament: Tournament, people: Sequence[Person]) -> list[Found | None]:
    """For each of them the only person of FIDE's lists, as the event follows them, who may well be the same.

    None if there is nobody in whom nothing differs, or several. Initials do not suffice without a birth.
    """
    return [only(candidates) for candidates in likely(tournament, people)]


def only(candidates: Iterable[Found]) -> Found | None:
    """The only one of them in whom nothing differs."""
    agreeing = [candidate for candidate in candidates if not candidate.comparison.differ]
    return agreeing[0] if len(agreeing) == 1 else None


def likely(tournament: Tournament, people: Sequence[Person]) -> list[list[Found]]:
    """For each of them everybody on FIDE's lists who may well be the same; those in whom less differs first.

    Who has a FIDE ID is looked for by it alone.
    """
    lists = [row for row in followed(tournament) if not row.name]
    near = _of_those_names({person for person in people if not person.fide_id}, lists)
    near |= {person: {person.fide_id} for person in people if person.fide_id}
    listed = by_fide_id(set(chain.from_iterable(near.values())), lists)
    return [
        _likely(person, [listed[fide_id] for fide_id in sorted(near[person]) if fide_id in listed])
        for person in people
    ]


def _likely(person: Person, listed: Iterable[Listed]) -> list[Found]:
    compared = [(one, compare(person, one.person)) for one in listed if not _born_apart(person, one)]
    told = bool(person.fide_id) or _is_full(person.name)
    possible = [
        (one, comparison)
        for one, comparison in compared
        if comparison.is_likely and (told or Fact.BIRTH in comparison.agree)
    ]
    possible.sort(key=lambda pair: (len(pair[1].differ), -len(pair[1].agree)))
    return [
        Found(one, comparison, len(possible) == 1 and told and _is_sure(person, one, comparison))
        for one, comparison in possible
    ]


def _born_apart(person: Person, listed: Listed) -> bool:
    """Whether the years of birth show that they are two people, who need not be compared any further."""
    known = not person.fide_id and person.birth and listed.birth_year
    return bool(known) and not person.birth.startswith(str(listed.birth_year))


def _is_sure(person: Person, listed: Listed, comparison: Comparison) -> bool:
    of_name = Fact.BIRTH in comparison.agree and name_likeness(person.name, listed.name) is Likeness.EQUAL
    return not comparison.differ and (comparison.verdict is Verdict.SAME or of_name)


def _is_full(name: str) -> bool:
    """Whether the name is more than a surname with initials."""
    words = words_in_order(name)
    return len(_telling(words)) > 1 or (len(words) > 1 and all(len(word) > 1 for word in words))


def _telling(words: Sequence[str]) -> list[str]:
    """Those of the words that are neither initials nor particles."""
    return [word for word in words if len(word) > 1 and word not in PARTICLES]


def _of_those_names(people: set[Person], lists: Iterable[RatingList]) -> dict[Person, set[str]]:
    """The FIDE IDs of those on the lists whose names begin, in one of their rotations, as those of each do.

    First the lists tell which of the spellings of each word they have: of all, few are left.
    """
    near: dict[Person, set[str]] = {person: set() for person in people}
    written = {person: list(_written(person.name)) for person in people}
    words = set(chain.from_iterable(name for names in written.values() for name, _whole in names))
    ways = {word: ways_to_write(word) for word in words}
    spelled = {way: way + AFTER_BLANK for way in chain.from_iterable(ways.values())}
    for row in lists:
        if row.state != RatingList.State.IN_FORCE:
            # Nobody is looked for by name on older lists.
            continue
        there = {way for (way,) in _read(EXISTING, spelled, row)}
        known = {word: sorted(there & spellings) for word, spellings in ways.items()}
        ends: dict[str, str] = {}
        who: defaultdict[str, list[Person]] = defaultdict(list)
        for person, names in written.items():
            for name, whole in names:
                for spelling in islice(product(*(known[word] for word in name)), MOST_SPELLINGS):
                    key = " ".join(spelling)
                    # A blank ends the range before all longer names.
                    ends[key] = max(ends.get(key, ""), key + (" " if whole else AFTER_BLANK))
                    who[key].append(person)
        for key, fide_id in _read(BEGINNING, ends, row):
            for person in who[key]:
                near[person].add(fide_id)
    return near


EXISTING = """SELECT wanted.key FROM {pairs} AS wanted WHERE EXISTS (SELECT 1 FROM {names} AS name
WHERE name.list_id = %s AND name.key >= wanted.key AND name.key < wanted.value)"""
# CROSS says to SQLite which of both it is to go through.
BEGINNING = """SELECT wanted.key, name.fide_id FROM {pairs} AS wanted CROSS JOIN {names} AS name
WHERE name.list_id = %s AND name.key >= wanted.key AND name.key < wanted.value"""


def _read(query: str, ranges: Mapping[str, str], row: RatingList) -> list[tuple[str, ...]]:
    """What the query finds in the list for ranges of names, from each key up to before its value."""
    text = query.format(pairs=PAIRS[connection.vendor], names=ListedName._meta.db_table)
    with connection.cursor() as cursor:
        cursor.execute(text, [json.dumps(ranges), row.pk])
        return list(cursor.fetchall())


def _written(name: str) -> Iterator[tuple[tuple[str, ...], bool]]:
    """How a name may begin on the list, and whether that must be all of it there.

    The list may have more words, or fewer if they are not too many; two words as one; no particles and
    initials; the first name before or after the others.
    """
    words = words_in_order(name)[:MOST_WORDS]
    telling = _telling(words)
    forms = [words] + [telling] * (len(telling) > 1)
    if len(words) > 2:
        forms += [[*words[:at], words[at] + words[at + 1], *words[at + 2 :]] for at in range(len(words) - 1)]
    for form in forms:
        for order in (form, form[::-1]):
            yield from ((tuple(order[at:] + order[:at]), len(order) < 2) for at in range(len(order)))
    if len(telling) <= FEW:
        for size in range(2, len(telling)):
            for fewer in combinations(telling, size):
                # Every rotation of a name is a key.
                yield from ((order, True) for order in (fewer, fewer[::-1])[: size - 1])
