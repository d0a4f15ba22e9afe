"""What arbiters decide about a list before its players are entered.

Nothing is stored between two previews: the page carries the list with these answers. Lines are named by keys
that follow from their text, so that answers stay with their lines when the list is edited.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass, field, replace
from typing import Any
from zlib import crc32

from tournaments.formats.lists.cells import written
from tournaments.formats.lists.columns import LABELS, RATINGS


def keys_of(texts: Iterable[str]) -> list[str]:
    """A key for each line of a list: the same for the same text, and another one where it is repeated."""
    seen: Counter[str] = Counter()
    keys = []
    for text in texts:
        key = f"{crc32(' '.join(text.split()).encode()):08x}"
        seen[key] += 1
        keys.append(key if seen[key] == 1 else f"{key}.{seen[key]}")
    return keys


def marked(text: str) -> frozenset[str]:
    """The keys of the lines that are marked as left out."""
    lines = list(written(text))
    keys = keys_of(line.text for line in lines)
    return frozenset(key for key, line in zip(keys, lines, strict=True) if line.left_out)


@dataclass(frozen=True, slots=True)
class Taken:
    """Which proposals of one kind were accepted: all but some lines; of doubtful ones, only those named."""

    but: frozenset[str] = frozenset()
    also: frozenset[str] = frozenset()

    def takes(self, key: str, *, singly: bool) -> bool:
        """Whether the proposal for the line was accepted; `singly` if it is a doubtful one."""
        return key in self.also if singly else key not in self.but


@dataclass(frozen=True, slots=True)
class Answers:
    """The decisions about one list."""

    # Index of a column -> its meaning, a key of LABELS.
    columns: Mapping[int, str] = field(default_factory=dict)
    # One of RATINGS: what "rating" means; "" if the source of the list decides.
    rating: str = ""
    # Kind of proposal -> which were accepted.
    taken: Mapping[str, Taken] = field(default_factory=dict)
    # Key of a line -> its fields -> what was typed there.
    typed: Mapping[str, Mapping[str, str]] = field(default_factory=dict)
    # Lines that are not to be entered.
    left_out: frozenset[str] = frozenset()
    # Lines of people who are not, or who are, those whom they resemble.
    others: frozenset[str] = frozenset()
    same: frozenset[str] = frozenset()

    def takes(self, kind: str, key: str, *, singly: bool = False) -> bool:
        """Whether a proposal of this kind for the line was accepted."""
        taken = self.taken.get(kind)
        return taken is not None and taken.takes(key, singly=singly)

    def with_columns(self, chosen: Mapping[int, str]) -> dict[int, str]:
        """The meanings of columns with those that were just chosen; what one is now, no other is any more."""
        kept = {index: meaning for index, meaning in self.columns.items() if meaning not in chosen.values()}
        return kept | dict(chosen)

    def accepting(self, kind: str, but: Collection[str], also: Collection[str]) -> Answers:
        """These answers, and the proposals of one kind."""
        return replace(self, taken={**self.taken, kind: Taken(frozenset(but), frozenset(also))})

    def without(self, kind: str) -> Answers:
        """These answers, with the proposals of one kind open again."""
        return replace(self, taken={name: taken for name, taken in self.taken.items() if name != kind})

    def as_json(self) -> str:
        """As the page carries them."""
        written = {
            "columns": dict(self.columns),
            "rating": self.rating,
            "taken": {kind: [sorted(t.but), sorted(t.also)] for kind, t in self.taken.items()},
            "typed": {key: dict(fields) for key, fields in self.typed.items()},
            "left_out": sorted(self.left_out),
            "others": sorted(self.others),
            "same": sorted(self.same),
        }
        return json.dumps({name: value for name, value in written.items() if value})


def from_json(text: str) -> Answers:
    """The answers that a page carried; none if nobody's page wrote them."""
    try:
        found = json.loads(text)
        # Half of a letter, which JSON can hold, is nothing that a page can show.
        json.dumps(found, ensure_ascii=False).encode()
        return _read(found)
    except (ValueError, TypeError, AttributeError, RecursionError):
        return Answers()


def _read(found: dict[str, Any]) -> Answers:
    rating = found.get("rating", "")
    return Answers(
        columns={
            int(index): str(column) for index, column in found.get("columns", {}).items() if column in LABELS
        },
        rating=rating if rating in RATINGS else "",
        taken={
            str(kind): Taken(_keys(but), _keys(also)) for kind, (but, also) in found.get("taken", {}).items()
        },
        typed={
            str(key): {name: str(text) for name, text in fields.items() if name in LABELS}
            for key, fields in found.get("typed", {}).items()
        },
        left_out=_keys(found.get("left_out", ())),
        others=_keys(found.get("others", ())),
        same=_keys(found.get("same", ())),
    )


def _keys(found: Iterable[Any]) -> frozenset[str]:
    return frozenset(map(str, found))
