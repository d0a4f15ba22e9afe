"""Who of FIDE's rating list people are, found for many of them at once."""

from __future__ import annotations

import json
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import chain, combinations, islice, product

from django.db import connection

from tournaments.models import ListedName, RatingList, Tournament
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
        if comparison.verdict in {Verdict.SAME, Verdict.PROBABLY} and (told or Fact.BIRTH in comparison.agree)
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
