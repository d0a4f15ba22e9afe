"""The chain of publications: what its links say, and that every lawful act on a public round adds one."""

from __future__ import annotations

import hashlib
from contextlib import suppress

import pytest
from django.contrib.auth.models import User
from django.db import DatabaseError, transaction
from django.utils import timezone
from hypothesis import given
from hypothesis import strategies as st

from tests import builders
from tournaments.chain import queries
from tournaments.chain.texts import (
    COMPUTED,
    STORED,
    VERSIONS,
    Board,
    Bye,
    Content,
    Identity,
    LineUp,
    Link,
    Person,
    short,
)
from tournaments.event.services import event as event_services
from tournaments.log import services as log
from tournaments.models import Correction, Game, Publication, Tournament
from tournaments.players.services import players
from tournaments.results import services as results
from tournaments.rounds.services import rounds

TEXT = """\
Board One publication 2
link\t2
event\ttest-open
name\tTest Open
round\t1
kind\tresults
rules\tdutch-2026
time\t2026-05-03T12:30:00+00:00
ground\t
previous\tabc
white\t1\t3\tAdler, Anna\t1234567\tk3
black\t1\t1\tBerg, Bo\t\tk1
result\t1\t1-0
bye\tpab\t2\tCosta, C\t\tk2
"""

ADLER, BERG, COSTA = (
    Person(3, "Adler, Anna", "1234567", "k3"),
    Person(1, "Berg, Bo", "", "k1"),
    Person(2, "Costa, C", "", "k2"),
)


def kinds(event: Tournament) -> list[tuple[str, int]]:
    return list(event.publications.order_by("place").values_list("kind", "round_number"))


def end_of(event: Tournament) -> Publication:
    link = queries.last(event)
    assert link
    return link


def test_a_link_is_plain_text_that_anybody_can_hash() -> None:
    link = Link(
        place=2,
        event="test-open",
        name="Test Open",
        round_number=1,
        kind="results",
        edition="dutch-2026",
        at="2026-05-03T12:30:00+00:00",
        previous="abc",
        content=Content((Board(1, ADLER, BERG, "1-0"),), (Bye("pab", COSTA),)),
    )
    assert link.text == TEXT
    assert link.fingerprint == hashlib.sha256(TEXT.encode()).hexdigest()
    assert Link.read(TEXT) == link


def test_the_short_form_is_four_times_four() -> None:
    assert short("0123456789abcdef" * 4) == "0123 4567 89ab cdef"


@pytest.mark.parametrize("text", ["", "Board One publication 3\n", "anything"])
def test_what_is_no_link_is_told(text: str) -> None:
    with pytest.raises(ValueError, match="expected “Board One publication 2”"):
        Link.read(text)


@pytest.mark.parametrize("line", range(1, len(TEXT.splitlines())))
def test_a_link_that_lacks_a_line_or_a_field_is_told(line: int) -> None:
    lines = TEXT.splitlines(keepends=True)
    for broken in ("", lines[line].split("\t")[0] + "\n", "white\t1\n"):
        with suppress(ValueError):
            Link.read("".join([*lines[:line], broken, *lines[line + 1 :]]))


words = st.text(st.characters(exclude_categories=("Cs",)), max_size=12)
# What a field can hold: no tab, no line end, and no blanks that nobody sees.
fields = words.map(lambda text: " ".join(text.split()))
people = st.builds(Person, st.integers(0, 9999), fields, fields, fields)
boards = st.builds(Board, st.integers(1, 999), people, people, st.none() | fields)
contents = st.builds(
    Content,
    st.lists(boards, max_size=4, unique_by=lambda board: board.number).map(tuple),
    st.lists(st.builds(Bye, fields, people), max_size=3).map(tuple),
    st.lists(people, max_size=2).map(tuple),
    st.lists(st.builds(LineUp, fields, fields), max_size=2).map(tuple),
)
links = st.builds(
    Link,
    place=st.integers(1, 999),
    event=fields,
    name=fields,
    round_number=st.integers(1, 30),
    kind=fields,
    edition=fields,
    at=fields,
    previous=fields,
    ground=fields,
    content=contents,
    identities=st.lists(st.builds(Identity, people, people), max_size=2).map(tuple),
    end=st.lists(st.tuples(st.sampled_from((*STORED, *COMPUTED)), fields, fields), max_size=3).map(tuple),
    version=st.sampled_from(VERSIONS),
)


@given(links)
def test_a_link_is_read_as_it_was_written(link: Link) -> None:
    assert Link.read(link.text) == link


@given(words, words)
def test_no_name_breaks_out_of_its_field(name: str, ground: str) -> None:
    content = Content((Board(1, ADLER._replace(name=name), BERG),))
    link = Link(1, "e", "E", 1, "pairing", "dutch-2026", "now", "", ground, content)
    found = Link.read(link.text)
    assert found.content.facts == content.facts
    assert found.content.boards[0].white.name == " ".join(name.split())


def test_publishing_adds_the_results_of_the_round_before_and_the_pairing(
    event: Tournament, chief: User
) -> None:
    builders.play(event, 1, chief)
    assert kinds(event) == [("pairing", 1)]
    published = builders.publish(event, 2, chief)
    assert kinds(event) == [("pairing", 1), ("results", 1), ("pairing", 2)]
    first, ended, second = event.publications.order_by("place")
    assert [link.place for link in (first, ended, second)] == [1, 2, 3]
    assert (first.previous, ended.previous, second.previous) == ("", first.fingerprint, ended.fingerprint)
    assert all(link.fingerprint == hashlib.sha256(link.text.encode()).hexdigest() for link in (first, ended))
    assert second.at == published.published_at
    assert queries.content_in(second) == queries.content_of(published, results=False)
    assert all(board.result for board in queries.content_in(ended).boards)


def test_a_draft_is_in_no_link(event: Tournament, chief: User) -> None:
    builders.play(event, 1, chief)
    before = kinds(event)
    rounds.pair_round(tournament=event, number=2, actor=chief)
    rounds.discard_draft(tournament=event, number=2, actor=chief)
    assert kinds(event) == before


def test_a_withdrawal_adds_its_ground_and_takes_nothing_out(chief: User) -> None:
    event = builders.with_rematch(chief)
    before = list(event.publications.values_list("fingerprint", flat=True))
    builders.confirmed(
        rounds.repair_round, tournament=event, number=2, ground="rematch", reason="They met", actor=chief
    )
    rounds.publish_round(tournament=event, number=2, actor=chief)
    assert list(event.publications.values_list("fingerprint", flat=True))[: len(before)] == before
    assert kinds(event)[len(before) :] == [("withdrawn", 2), ("pairing", 2)]
    assert Link.read(event.publications.get(kind="withdrawn").text).ground == "rematch: They met"


def test_a_correction_of_the_seats_adds_a_link(event: Tournament, chief: User) -> None:
    builders.play(event, 1, chief)
    builders.correct(event, 1, chief, kind=Correction.Kind.COLOURS, reason="They had sat down wrongly")
    assert kinds(event) == [("pairing", 1), ("change", 1)]
    link = Link.read(end_of(event).text)
    assert link.ground == "colours_corrected: They had sat down wrongly"
    before, now = (queries.content_in(link).boards[0] for link in event.publications.order_by("place"))
    assert (before.white, before.black) == (now.black, now.white)


def test_a_result_is_in_the_chain_from_the_end_of_its_round_on(event: Tournament, chief: User) -> None:
    """Before, it may still be entered anew; after, every correction adds a link, and taking it back too."""
    builders.play(event, 1, chief)
    builders.correct(event, 1, chief, result=Game.Result.DRAW)
    assert kinds(event) == [("pairing", 1)]
    builders.play(event, 2, chief)
    builders.correct(event, 1, chief, result=Game.Result.BLACK_WINS)
    assert kinds(event)[-2:] == [("pairing", 2), ("change", 1)]
    assert queries.content_in(end_of(event)).boards[0].result == Game.Result.BLACK_WINS
    note = event.integrity_events.order_by("pk").last()
    assert note
    builders.confirmed(log.undo, tournament=event, event=note.pk, actor=chief, reason="It was right")
    assert kinds(event)[-1] == ("change", 1)
    assert queries.content_in(end_of(event)).boards[0].result == Game.Result.DRAW


def test_an_adjourned_game_that_ends_later_adds_a_link(event: Tournament, chief: User) -> None:
    builders.publish(event, 1, chief)
    builders.confirmed(rounds.pair_round, tournament=event, number=2, actor=chief)
    rounds.publish_round(tournament=event, number=2, actor=chief)
    game = event.rounds.get(number=1).games.get(board=1)
    builders.confirmed(
        results.enter_result,
        tournament=event,
        number=1,
        board=1,
        result=Game.Result.WHITE_WINS,
        version=game.version,
        actor=chief,
        reason="Played on in the evening",
    )
    assert kinds(event)[-1] == ("change", 1)
    assert queries.content_in(end_of(event)).boards[0].result == Game.Result.WHITE_WINS


def test_what_a_late_entry_has_for_missed_rounds_adds_a_link(event: Tournament, chief: User) -> None:
    builders.play(event, 1, chief)
    builders.publish(event, 2, chief)
    (late,) = players.add_players(tournament=event, entries=[{"name": "Newcomer, N"}], actor=chief)
    before = kinds(event)
    builders.confirmed(players.credit_missed_rounds, player=late, rounds={1}, actor=chief)
    assert kinds(event) == [*before, ("change", 1)]
    assert Bye("half", queries.person(late)) in queries.content_in(end_of(event)).byes
    builders.confirmed(players.credit_missed_rounds, player=late, rounds=set(), actor=chief)
    assert kinds(event) == [*before, ("change", 1), ("change", 1)]
    assert late.key not in {person.key for person in queries.content_in(end_of(event)).people}


def test_new_pairing_numbers_change_nothing_that_was_told(event: Tournament, chief: User) -> None:
    builders.play(event, 1, chief)
    for player in event.players.all():
        event.players.filter(pk=player.pk).update(number=(player.number or 0) + 100)
    builders.correct(event, 1, chief, result=Game.Result.DRAW)
    assert kinds(event) == [("pairing", 1)]


def test_the_last_round_ends_with_the_tournament(chief: User) -> None:
    event = builders.tournament(chief, players=4, rounds=1)
    builders.play(event, 1, chief)
    event_services.finish_tournament(tournament=event, actor=chief)
    assert kinds(event) == [("pairing", 1), ("results", 1), ("end", 1)]
    event_services.reopen_tournament(tournament=event, actor=chief)
    event_services.finish_tournament(tournament=event, actor=chief)
    assert kinds(event) == [("pairing", 1), ("results", 1), ("end", 1), ("reopened", 1), ("end", 1)]


@pytest.mark.parametrize("kind", ["pairing", "results"])
def test_a_chain_is_begun_once(event: Tournament, kind: str) -> None:
    """Once there is a chain, no other round can be taken over as one from before it."""

    def begin(number: int) -> Publication:
        last = queries.last(event)
        return event.publications.create(
            audit=event.audit_events.create(action="chain_begun"),
            place=last.place + 1 if last else 1,
            previous=last.fingerprint if last else "",
            round_number=number,
            kind=kind,
            at=timezone.now(),
            text="as it stood then",
            fingerprint="0" * 64,
        )

    begin(1)
    with pytest.raises(DatabaseError, match="append-only"), transaction.atomic():
        begin(2)
