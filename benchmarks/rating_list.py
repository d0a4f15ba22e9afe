"""How quickly people are found on a rating list of 1.9 million: one while typing, all of an event at once.

    python benchmarks/rating_list.py [--people 1900000] [--players 300]
    scripts/with-postgresql python benchmarks/rating_list.py

Makes a list of invented people, whose names are as unevenly frequent as people's are, imports it, and looks
for players as organisers write them: in either order, without accents, some with a federation alone, and a
third of them for people who are not on the list. Each line gives the seconds, those of this process's
processor, and how many plain look-ups of one FIDE ID these would have served in the same run. Nothing is
asserted: the seconds depend on the machine, the ratios less so.
"""

from __future__ import annotations

import argparse
import random
import tempfile
from collections.abc import Callable, Iterator
from itertools import accumulate, islice
from pathlib import Path
from statistics import median
from time import perf_counter, process_time

import events

# Federation -> its share of the list, and the syllables of which its names are made.
NATIONS = {
    "IND": (18, "ra ku sha ma ni ve pra de va san gi ta jay an su"),
    "RUS": (15, "iva nov pe tro va se mi ko lo gri shi bo ris ov"),
    "ESP": (12, "gar ci lo pez mar ti nez ro dri go san cho fer na"),
    "GER": (12, "mue ller schnei der jue berg wal ter koe nig hein rich bau er"),
    "FRA": (10, "du pont mo reau le febv be nard ga spard cle ment ro che"),
    "CHN": (4, "wang li xiao ming zhang hao chen yu wei jun feng"),
    "NOR": (4, "han sen joer gen aas ber get lar svein oeys tein"),
    "VIE": (5, "nguyen tran thi anh hoa minh duc linh quang bao"),
    "ENG": (10, "smith son wil kin john ar thur grif fin row ley har"),
    "BRA": (10, "sil va san tos o li vei ra cos ta pe rei al mei da"),
}
SURNAMES, FIRST_NAMES = 6000, 700


def main() -> None:
    """Import the list, and measure."""
    parser = argparse.ArgumentParser(description="How quickly people are found on a rating list.")
    parser.add_argument("--people", type=int, default=1_900_000)
    parser.add_argument("--players", type=int, default=300, help="looked for at once")
    options = parser.parse_args()
    with events.database(migrations=False) as vendor, tempfile.TemporaryDirectory() as folder:
        print(f"{vendor}, a list of {options.people} people", flush=True)
        path = Path(folder, "players_list_foa.txt")
        people = list(islice(invented(random.Random(29)), options.people))
        write(path, people)
        measure(path, people, options.players)


def invented(chance: random.Random) -> Iterator[tuple[str, str, int]]:
    """Name, federation and year of birth of one person after the other."""
    codes, shares = list(NATIONS), [share for share, _syllables in NATIONS.values()]
    names = {code: [_pool(chance, code, size) for size in (SURNAMES, FIRST_NAMES)] for code in codes}
    weights = [list(accumulate(1 / (rank + 5) for rank in range(size))) for size in (SURNAMES, FIRST_NAMES)]
    while True:
        code = chance.choices(codes, shares)[0]
        surname, second = chance.choices(names[code][0], cum_weights=weights[0], k=2)
        first, middle = chance.choices(names[code][1], cum_weights=weights[1], k=2)
        form = chance.choices(
            (
                f"{surname}, {first}",
                f"{surname}, {first} {middle}",
                f"{surname} {second}, {first}",
                f"{surname}, {first[0]}",
            ),
            (70, 18, 9, 3),
        )[0]
        yield form, code, chance.randint(1940, 2018)


def _pool(chance: random.Random, code: str, size: int) -> list[str]:
    syllables = NATIONS[code][1].split()
    found: dict[str, None] = {}
    while len(found) < size:
        found["".join(chance.choices(syllables, k=chance.randint(1, 4))).capitalize()] = None
    return list(found)


def write(path: Path, people: list[tuple[str, str, int]]) -> None:
    """The list as FIDE publishes it."""
    from tests.rating_samples import COMBINED

    with path.open("w", encoding="latin-1", newline="") as file:
        for number, (name, code, birth) in enumerate([("Name", "Fed", 0), *people]):
            cells = {"ID Number": 500_000 + number, "Name": name, "Fed": code, "Sex": "M", "B-day": birth}
            cells |= dict.fromkeys(("SRtng", "RRtng", "BRtng"), 0)
            line = cells if number else dict(zip(COMBINED, COMBINED, strict=True))
            file.write("".join(f"{line.get(head, ''):<{width}}" for head, width in COMBINED.items()) + "\r\n")


def measure(path: Path, people: list[tuple[str, str, int]], players: int) -> None:
    """Import the list, and print a line for each way to find somebody."""
    from django.db import connection
    from django.test.utils import CaptureQueriesContext

    from tournaments.models import ListedPlayer, Tournament
    from tournaments.ratings.finding import found
    from tournaments.ratings.queries import followed, search
    from tournaments.ratings.services import lists

    began = perf_counter()
    lists.import_list(path=path, name="players_list_foa_nov2026.txt")
    print(f"imported in {perf_counter() - began:.0f} s", flush=True)
    chance = random.Random(30)
    event = Tournament(start_date=None)
    [row] = followed(event)
    ids = [str(500_001 + chance.randrange(len(people))) for _ in range(players)]
    plain = median(timed(lambda key=key: ListedPlayer.objects.get(list=row, fide_id=key))[0] for key in ids)
    looked_for = [described(chance, *chance.choice(people)) for _ in range(players * 2 // 3)]
    strangers = islice(invented(random.Random(31)), players - len(looked_for))
    looked_for += [described(chance, *stranger) for stranger in strangers]
    print(f"{'':<32}{'seconds':>9}{'processor':>11}{'look-ups':>10}")

    def line(label: str, seconds: float, processor: float) -> None:
        print(f"{label:<32}{seconds:>9.4f}{processor:>11.4f}{seconds / plain:>10.0f}", flush=True)

    line("one FIDE ID", plain, plain)
    with CaptureQueriesContext(connection) as queries:
        hits = found(event, looked_for)
    line(f"find {players} players", *timed(lambda: found(event, looked_for)))
    typed = [begun(chance, person.name) for person in looked_for]
    searched = [timed(lambda query=query: search(query, [row])) for query in typed]
    line("search while typing, median", *(median(times) for times in zip(*searched, strict=True)))
    line("search while typing, slowest", *max(searched))
    known = [hit for hit in hits if hit]
    print(f"{len(known)} found, {sum(hit.is_sure for hit in known)} of them surely; {len(queries)} queries")


def timed(act: Callable[[], object]) -> tuple[float, float]:
    """Seconds, and those of this process's processor."""
    began, spent = perf_counter(), process_time()
    act()
    return perf_counter() - began, process_time() - spent


def described(chance: random.Random, name: str, federation: str, birth: int) -> object:
    """Somebody of the list as an organiser writes them."""
    from tournaments.persons import Person

    surname, _comma, first = name.partition(", ")
    written = chance.choice((name, f"{first} {surname}", f"{surname} {first}".upper()))
    written = written.replace("ue", "ü").replace("oe", "ö") if chance.random() < 0.5 else written
    return Person(written, str(birth) if chance.random() < 0.7 else "", federation)


def begun(chance: random.Random, name: str) -> str:
    """What is typed before the right person is among the first: a word, and some letters of the next."""
    words = name.replace(",", " ").split()
    return f"{words[0]} {words[-1][: chance.randint(1, 3)]}"


if __name__ == "__main__":
    main()
