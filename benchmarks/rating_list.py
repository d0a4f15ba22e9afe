"""How long a rating list as large as FIDE's takes to import and to search, and how much memory.

    python benchmarks/rating_list.py [--players 1900000] [--xml] [--seed 1]
    scripts/with-postgresql python benchmarks/rating_list.py

Makes up a random combined list (with realistic frequencies of names), imports it twice with `manage.py
import_fide_list`, the second time beside the first as every month, and searches it: a few hundred queries of
every kind that people type. Without DATABASE_URL the database is SQLite's, in a directory of its own that is
removed afterwards; with it, the database must be empty.

Prints the seconds and the peak memory of each import, the longest wait of another writer meanwhile, the size
of the database, and for each kind of query the median, the 95th percentile and the slowest in milliseconds;
then the slowest in this process's own processor time, which other work does not lengthen (without that of
PostgreSQL). At the end the same for the answer to a browser in which somebody registers players for an event
of 400. Nothing is asserted: the figures depend on the machine.
"""

from __future__ import annotations

import argparse
import os
import random
import resource
import string
import subprocess
import sys
import tempfile
import zipfile
from http import HTTPStatus
from itertools import accumulate
from pathlib import Path
from statistics import median, quantiles
from time import perf_counter, process_time, sleep
from typing import TYPE_CHECKING

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from django.contrib.auth.models import User

HEADER = (
    f"{'ID Number':15}{'Name':61}{'Fed':4}{'Sex':4}{'Tit':5}{'WTit':5}{'OTit':15}{'FOA':4}"
    f"{'SRtng':6}{'SGm':4}{'SK':3}{'RRtng':6}{'RGm':4}{'Rk':3}{'BRtng':6}{'BGm':4}{'BK':3}{'B-day':6}{'Flag':4}"
)
SYLLABLES = [c + v for c in (*"bcdfghjklmnprstvwz", "ch", "kr", "sh", "th", "br") for v in "aeiou"]
TAGS = (
    *("fideid", "name", "country", "sex", "title", "w_title", "o_title", "foa_title", "rating", "games", "k"),
    *("rapid_rating", "rapid_games", "rapid_k", "blitz_rating", "blitz_games", "blitz_k", "birthday", "flag"),
)


class Names:
    """Words of which a few are very frequent and most are rare."""

    def __init__(self, chance: random.Random, count: int, syllables: tuple[int, int]) -> None:
        found: dict[str, None] = {}
        while len(found) < count:
            word = "".join(chance.choices(SYLLABLES, k=chance.randint(*syllables)))
            found[word.capitalize() + chance.choice(("", "", *"nrstl"))] = None
        self.words = list(found)
        self._weights = list(accumulate(1 / (place + 20) for place in range(count)))
        self._chance = chance

    def some(self, count: int) -> list[str]:
        """`count` words, by their frequency."""
        return self._chance.choices(self.words, cum_weights=self._weights, k=count)


def people(chance: random.Random, count: int) -> Iterator[list[str]]:
    """The cells of every line, in the order of TAGS."""
    family, given = Names(chance, 200_000, (2, 4)), Names(chance, 20_000, (1, 3))
    for start in range(0, count, 10_000):
        size = min(10_000, count - start)
        families, seconds = family.some(size), family.some(size)
        firsts, others = given.some(size), given.some(size)
        for place in range(size):
            kind = chance.random()
            surname = f"{families[place]} {seconds[place]}" if kind < 0.2 else families[place]
            first = f"{firsts[place]} {others[place]}" if kind > 0.7 else firsts[place]
            ratings = [str(chance.randint(1400, 2400)) if chance.random() < 0.4 else "0" for _ in range(3)]
            cells = [str(100_000 + (start + place) * 3), f"{surname}, {first}"[:60]]
            cells += [chance.choice(("IND", "GER", "ESP", "FRA", "USA", "POL")), chance.choice("MMMF")]
            cells += ["", "", "", ""]
            cells += [cell for rating in ratings for cell in (rating, "0", "20")]
            yield [*cells, str(chance.randint(1940, 2018)), ""]


def write_list(path: Path, count: int, seed: int, *, xml: bool) -> None:
    """The list as FIDE packs it, in no order."""
    chance = random.Random(seed)
    widths = (15, 61, 4, 4, 5, 5, 15, 4, 6, 4, 3, 6, 4, 3, 6, 4, 3, 6, 4)
    name = "players_list_xml_foa.xml" if xml else "players_list_foa.txt"
    with (
        zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED, compresslevel=1) as archive,
        archive.open(name, "w") as out,
    ):
        out.write(b"<playerslist>\n" if xml else f"{HEADER}\r\n".encode())
        for cells in people(chance, count):
            if xml:
                elements = "\n".join(f"<{tag}>{cell}</{tag}>" for tag, cell in zip(TAGS, cells, strict=True))
                out.write(f"<player>\n{elements}\n</player>\n".encode("latin-1"))
            else:
                line = "".join(f"{cell:{width}}" for cell, width in zip(cells, widths, strict=True))
                out.write(f"{line}\r\n".encode("latin-1"))
        if xml:
            out.write(b"</playerslist>\n")


def manage(*arguments: str) -> subprocess.Popen[bytes]:
    """Start one of Django's commands."""
    command = [sys.executable, str(ROOT / "manage.py"), *arguments]
    return subprocess.Popen(command, stdout=subprocess.DEVNULL)


def timed_import(path: Path, *, writer: Callable[[], None]) -> None:
    """Import the list in a process of its own while somebody else keeps writing; print the cost."""
    start = perf_counter()
    process = manage("import_fide_list", str(path))
    waits = []
    while process.poll() is None:
        began = perf_counter()
        writer()
        waits.append(perf_counter() - began)
        sleep(0.05)
    seconds = perf_counter() - start
    if process.returncode:
        sys.exit("the import failed")
    memory = resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss // 1024
    print(f"import {seconds:8.1f} s, peak memory {memory} MB, longest wait to write {max(waits):.2f} s")


def queries(chance: random.Random, listed: list[tuple[str, str]]) -> dict[str, list[str]]:
    """What people type, by kind, made of names and numbers on the list."""

    def words() -> list[str]:
        return chance.choice(listed)[1].lower().replace(",", "").split()

    def some(make: Callable[[], str], count: int = 100) -> list[str]:
        return [make() for _ in range(count)]

    def beginning(word: str, most: int) -> str:
        return word[: chance.randint(1, most)]

    letters = string.ascii_lowercase
    return {
        "one letter": list(letters),
        "two letters": [a + b for a in letters for b in "aeiourn"],
        "part of a word": some(lambda: beginning(chance.choice(words()), 6)),
        "family name": some(lambda: words()[0]),
        "first name": some(lambda: words()[-1]),
        "family and initial": some(lambda: f"{words()[0]} {chance.choice(letters)}"),
        "words of one name": some(lambda: " ".join(chance.sample(found := words(), len(found)))),
        "words of two names": some(lambda: f"{words()[0]} {words()[-1]}"),
        "parts of two words": some(lambda: f"{beginning(words()[0], 3)} {beginning(words()[-1], 3)}"),
        "two letters each": [a + b for a in letters for b in (" " + c for c in letters)],
        "FIDE ID, part": some(lambda: beginning(chance.choice(listed)[0], 8)),
        "FIDE ID": some(lambda: chance.choice(listed)[0]),
    }


def main() -> None:
    """Make the list, import it twice, search it."""
    parser = argparse.ArgumentParser(description="How long a rating list takes to import and to search.")
    parser.add_argument("--players", type=int, default=1_900_000)
    parser.add_argument("--xml", action="store_true", help="the XML instead of the text")
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        os.environ["DATA_DIR"] = folder
        os.environ["DJANGO_SETTINGS_MODULE"] = "tournaments.settings"
        measure(Path(folder), options)


def measure(folder: Path, options: argparse.Namespace) -> None:
    """Print every figure."""
    import django

    django.setup()
    from django.contrib.auth.models import User
    from django.db import connection

    from tournaments.models import ListedPlayer
    from tournaments.selectors.rating_lists import search

    path = folder / "players_list.zip"
    write_list(path, options.players, options.seed, xml=options.xml)
    manage("migrate", "--verbosity", "0").wait()
    print(f"{connection.vendor}, {options.players} players, {'XML' if options.xml else 'text'}")
    account = User.objects.create_user("somebody")
    for _time in range(2):
        timed_import(path, writer=account.save)
    if connection.vendor == "sqlite":
        size = sum(file.stat().st_size for file in folder.glob("board-one.sqlite3*"))
    else:
        with connection.cursor() as cursor:
            cursor.execute("SELECT pg_database_size(current_database())")
            size = cursor.fetchone()[0]
    print(f"database {size >> 20} MB with the room of two lists\n")
    chance = random.Random(options.seed)
    ids = [str(100_000 + chance.randrange(options.players) * 3) for _ in range(2000)]
    listed = list(ListedPlayer.objects.filter(fide_id__in=ids).values_list("fide_id", "name"))
    print(f"{'ms':24}{'median':>8}{'95 %':>8}{'slowest':>9}{'own':>9}")
    typed = queries(chance, listed)
    for kind, some in typed.items():
        tell(kind, some, search)
    answer = registration(account)
    tell(
        "answers to a browser",
        chance.sample([query for some in typed.values() for query in some], 300),
        answer,
    )


def tell(kind: str, typed: list[str], answer: Callable[[str], object]) -> None:
    """One line of the table: how long the answers take."""
    times, own = [], []
    for query in typed:
        start, begun = perf_counter(), process_time()
        answer(query)
        times.append((perf_counter() - start) * 1000)
        own.append((process_time() - begun) * 1000)
    worst = typed[times.index(max(times))]
    spread = f"{median(times):8.1f}{quantiles(times, n=20)[18]:8.1f}{max(times):9.1f}{max(own):9.1f}"
    print(f"{kind:24}{spread}  {worst}")


def registration(account: User) -> Callable[[str], object]:
    """The function that answers a browser in which the account types, for an event of 400 players."""
    from django.test import Client
    from django.urls import reverse

    from tournaments.services import players, tournaments

    event = tournaments.create_tournament(actor=account, name="Open", number_of_rounds=9)
    entries = [{"name": f"Family{number}, Given", "fide_id": str(100_000 + number)} for number in range(400)]
    players.add_players(tournament=event, entries=entries, actor=account)
    client = Client(headers={"HX-Request": "true"}, SERVER_NAME="localhost")
    client.force_login(account)
    url = reverse("player-find", args=[event.slug])

    def answer(query: str) -> None:
        found = client.get(url, {"q": query}, secure=True)
        if found.status_code != HTTPStatus.OK:
            sys.exit(f"{query}: {found.status_code}")

    return answer


if __name__ == "__main__":
    main()
