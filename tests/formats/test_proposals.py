"""What the program proposes to put right in a list: titles, names, births, federations and FIDE IDs."""

from __future__ import annotations

import random
import re
from collections.abc import Callable, Mapping
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.steps import steps_of
from tournaments.formats.lists.proposals import Kind, Known, Proposal, Result, Row, proposed

pytestmark = pytest.mark.any_database


LISTS = Path(__file__).parents[1] / "data" / "lists"
# As organisers send them: in every order, with titles, in capitals.
DIRTY = [
    re.split("[;\t]", line)[0]
    for line in (LISTS / "dirty.txt").read_text(encoding="utf-8").splitlines()
    if line.strip()
]


def every(_proposal: Proposal) -> bool:
    """Accepts whatever is proposed."""
    return True


def no(_proposal: Proposal) -> bool:
    """Accepts nothing."""
    return False


def of(*names: str, federation: str = "", known: Mapping[str, Known] | None = None) -> Result:
    """What becomes of a list of names if everything is accepted."""
    rows = [Row(str(number), {"name": name, "federation": federation}) for number, name in enumerate(names)]
    return proposed(rows, known or {}, every)


TITLES = """
GM Smith John         | GM  | Smith, John
GM Smith, John        | GM  | Smith, John
Brown, Al (FM)        | FM  | Brown, Al
Brown (FM), Al        | FM  | Brown, Al
(WGM) Brown, Ann      | WGM | Brown, Ann
Smith, FM John        | FM  | Smith, John
Smith John, IM        | IM  | Smith, John
Smith, John IM        | IM  | Smith, John
Smith CM John         | CM  | Smith, John
gm smith, john        | GM  | Smith, John
GM SMITH, JOHN        | GM  | Smith, John
IM SMITH, JOHN        | IM  | Smith, John
IM Tony Kosten        | IM  | Kosten, Tony
WIM Petra Jansen      | WIM | Jansen, Petra
g Smith               | GM  | Smith
wf Munro, Callum      | WFM | Munro, Callum
MF Dubois, Jean       | FM  | Dubois, Jean
Grandmaster Al Smith  | GM  | Smith, Al
International Master Smith, John | IM | Smith, John
Smith, John (Großmeister) | GM | Smith, John
GM WGM Smith, Anna    | GM  | Smith, Anna
FM AGM Smith, John    | FM  | Smith, John
AFM Smith, John       |     | Smith, John
NM Smith, John        |     | Smith, John
Mr. Smith, John       |     | Smith, John
Im, Sang-hoon         |     | Im, Sang-hoon
Im Sang-hoon          |     | Im, Sang-hoon
Wim Jansen            |     | Jansen, Wim
WIM JANSEN            |     | Jansen, Wim
Park, Im              |     | Park, Im
Li, Mi                |     | Li, Mi
GM                    |     | GM
Smith, GM             | GM  | Smith
Dr. Weber, Hans       |     | Dr. Weber, Hans
m smith, john         |     | M Smith, John
"""


def test_titles_are_taken_out_of_names() -> None:
    for line in TITLES.strip().splitlines():
        name, title, right = (part.strip() for part in line.split("|"))
        [row] = of(name).rows
        assert (name, row.fields.get("title", ""), row.fields["name"]) == (name, title, right)


def test_the_title_of_the_column_wins() -> None:
    cases = (
        ("GM Smith, John", "GM", {"name": "Smith, John"}),
        ("GM Smith, John", "Grandmaster", {"name": "Smith, John"}),
        ("GM Smith, John", "g", {"name": "Smith, John"}),
        ("GM Smith, John", "-", {"name": "Smith, John", "title": "GM"}),
        ("AGM Smith, John", "FM", {"name": "Smith, John"}),
        ("GM Smith, John", "IM", None),
        ("GM Smith, John", "chief", None),
        # Titles of arenas and nations are none of FIDE's.
        ("FM Smith, John", "AGM", {"name": "Smith, John", "title": "FM"}),
        ("Smith, John", "NM", {"title": ""}),
        ("Smith, John", "FM", None),
    )
    for name, title, changes in cases:
        found = proposed([Row("1", {"name": name, "title": title})], {}, no).proposals
        assert [one.changes for one in found] == ([] if changes is None else [changes])


def test_small_letters_are_sexes_where_there_is_a_w() -> None:
    assert of("m Baum, David", "g Dahl, Jean", "Haas, Bruno").rows[0].fields["title"] == "IM"
    assert not of("m Baum, David", "w Dahl, Jeanne", "Haas, Bruno").accepted


def test_im_is_a_surname_where_surnames_are_in_capitals() -> None:
    marked = ["KIM Do Yun", "HWANG Ha Joon", "BAEK Seo Yeon"]
    assert of(*marked, "IM Sang Hoon").rows[3].fields["name"] == "Im, Sang Hoon"
    assert of(*marked, "IM KOSTEN Tony").rows[3].fields == {
        "name": "Kosten, Tony",
        "federation": "",
        "title": "IM",
    }


# name | name that is right | federation, if it matters
NAMES = """
DUPONT Jean | Dupont, Jean
Jean DUPONT | Dupont, Jean
LI Chao | Li, Chao
VAN DER BERG Jan | van der Berg, Jan
Jan van der BERG | van der Berg, Jan
Jan van der Berg | van der Berg, Jan
van der Berg Jan | van der Berg, Jan
van der Berg, Jan | van der Berg, Jan
VAN DEN BROECK, BART | Van den Broeck, Bart | BEL
DE LA FUENTE, ANA | de la Fuente, Ana
DE LUCA, PAOLO | De Luca, Paolo | ITA
DE LUCA, PAOLO | De Luca, Paolo | Italy
EL SAYED, OMAR | El Sayed, Omar
LE ROUX, YANN | Le Roux, Yann
José García López | García López, José
García López José Luis | García López, José Luis
Ana Vega Soler | Vega Soler, Ana | ESP
María del Carmen Pérez Gómez | Pérez Gómez, María del Carmen
Mary Jones Smith | Mary Jones Smith
MCDONALD, EUAN | McDonald, Euan
McDONALD, EUAN | McDonald, Euan
Maciej Kotecki | Kotecki, Maciej
Puig Roca Pere | Puig Roca, Pere | ESP
Aditya Kumar Sen | Aditya Kumar Sen
MACLEOD, ISLA | MacLeod, Isla
Mc Shane, Luke A | Mc Shane, Luke A
O'NEIL, NIAMH | O'Neil, Niamh
O’NEIL, NIAMH | O’Neil, Niamh
D'ANGELO, MARIA | D'Angelo, Maria
MA'MUROV, ALI | Ma'murov, Ali
SMITH-JONES, ANN | Smith-Jones, Ann
HANS-PETER MÜLLER | Müller, Hans-Peter
SMITH, JOHN III | Smith, John III
John Smith Jr. | Smith, John Jr.
SMITH, JP | Smith, JP
JP Smith | Smith, JP
J. Smith | Smith, J.
SMITH, AJ | Smith, AJ
NG, WEI | Ng, Wei
STRAUẞ, HANS | Strauß, Hans
GROß, HANS | Groß, Hans
IJSBRAND, JAN | Ijsbrand, Jan
İBRAHİM ÖZTÜRK | Öztürk, İbrahim
KIRIM, AYŞE | Kirim, Ayşe
ΠΑΠΑΔΟΠΟΥΛΟΣ, ΓΙΩΡΓΟΣ | Παπαδοπουλος, Γιωργος
ИВАНОВА МАРИЯ | Иванова, Мария
Иванова Мария Петровна | Иванова, Мария Петровна
王玥 | 王玥
محمد علي | محمد علي
Ding Liren | Ding, Liren
Min-jun Park | Park, Min-jun
PARK, SANG-HOON | Park, Sang-hoon
Nguyễn Thị Mai | Nguyễn, Thị Mai
Le Quang Liem | Le, Quang Liem | VIE
Wang Xiaoming | Wang, Xiaoming | CHN
Wei Yi | Wei Yi | CHN
Nagy Péter | Nagy, Péter
Kovács Anna Mária | Kovács, Anna Mária
Áine Ní Bhriain | Ní Bhriain, Áine
Dr. Hans Weber | Weber, Dr. Hans
Dr. Weber, Hans | Dr. Weber, Hans
Weber, Hans, Prof. Dr. | Weber, Hans, Prof. Dr.
smith, john | Smith, John
Smith, john | Smith, John
DE VRIES, jan | de Vries, Jan
john smith | Smith, John
Smith ,John | Smith, John
Smith,John | Smith, John
Martin Thomas | Martin Thomas
Xqwert Zuiop | Xqwert Zuiop
MARTIN THOMAS | Martin Thomas
Yann Le Goff | Yann Le Goff
Yann Le Goff | Le Goff, Yann | FRA
Rahul Sharma | Sharma, Rahul | IND
Harini S | Harini S | IND
magnus_99 | magnus_99
drknight | drknight
Smith, John (captain) | Smith, John (captain)
Kumar a/l Raj | Kumar a/l Raj
"""


def test_names_are_put_right_where_something_tells_how() -> None:
    for line in NAMES.strip().splitlines():
        name, right, federation = (part.strip() for part in f"{line}|".split("|")[:3])
        assert (name, of(name, federation=federation).rows[0].fields["name"]) == (name, right)


def test_what_fides_list_says_about_the_order_and_the_capitals() -> None:
    cases = (
        ("Tomáš Murphy", "Murphy, Tomas", "Murphy, Tomáš"),
        ("Thomas Martin", "Thomas, Martin", "Thomas, Martin"),
        ("John, Smith", "Smith, John", "Smith, John"),
        ("García, López José", "Garcia Lopez, Jose", "García López, José"),
        ("MACKAY, EUAN", "MacKay, Euan", "MacKay, Euan"),
        ("DE SMET WOUTER", "De Smet, Wouter", "De Smet, Wouter"),
        ("Gukesh D", "Gukesh D", "Gukesh D"),
        ("Müller, Jörg", "Mueller, Joerg", "Müller, Jörg"),
        # Somebody else: nothing is learnt about this name.
        ("Thomas Martin", "Weber, Hans", "Thomas Martin"),
        ("Martin Martin", "Martin, Martin", "Martin, Martin"),
    )
    for name, known, right in cases:
        assert of(name, known={"0": Known(known)}).rows[0].fields["name"] == right


def test_what_the_other_names_say() -> None:
    listed = of("Kelly, Brett", "Brett Taylor", "Taylor, Morgan", "Morgan Kelly")
    assert [row.fields["name"] for row in listed.rows[1::2]] == ["Taylor, Brett", "Kelly, Morgan"]
    spelt = of("Macleod, Ewan", "MACLEOD, IONA", "Van der Meer, Jan", "VAN DER MEER, PIET")
    assert [row.fields["name"] for row in spelt.rows[1::2]] == ["Macleod, Iona", "Van der Meer, Piet"]


def test_a_list_without_commas_is_read_in_one_order() -> None:
    surname_first = ["Hughes Robert", "Petrov Ivan", "Müller Hans", "Dubois Claire", "Thomas Martin"]
    assert of(*surname_first).rows[-1].fields["name"] == "Thomas, Martin"
    first_name_first = [" ".join(reversed(name.split())) for name in surname_first]
    assert of(*first_name_first).rows[-1].fields["name"] == "Thomas, Martin"
    mixed = [*surname_first[:2], *first_name_first[2:4], "Thomas Martin"]
    assert of(*mixed).rows[-1].fields["name"] == "Thomas Martin"
    # What is sure of one name is stronger than the habit of the others.
    assert of(*surname_first, "Jan van der Berg").rows[-1].fields["name"] == "van der Berg, Jan"


def test_names_without_order_are_told() -> None:
    names = ("Martin Thomas", "Smith, John", "Jean Dupont", "王玥", "pawn")
    assert of(*names).unordered == ["0"]
    # What is proposed tells the order of the other.
    rows = [Row(name, {"name": name}) for name in names]
    assert proposed(rows, {}, no).unordered == ["Martin Thomas"]


def test_a_name_is_put_right_without_its_title_and_with_it_while_it_stays() -> None:
    for name, right, with_title in (
        ("GM smith john", "Smith, John", "GM Smith, John"),
        ("SMITH JOHN, IM", "Smith, John", "Smith, John, IM"),
        ("John Smith (FM)", "Smith, John", "Smith, John (FM)"),
        ("SMITH, FM JOHN", "Smith, John", "Smith, FM John"),
        ("SMITH (FM), JOHN", "Smith, John", "Smith (FM), John"),
        ("GM AGM SMITH JOHN", "Smith, John", "GM AGM Smith, John"),
    ):
        rows = [Row("1", {"name": name})]
        assert proposed(rows, {}, every).rows[0].fields["name"] == right
        kept = proposed(rows, {}, lambda proposal: proposal.kind is Kind.NAMES)
        assert kept.rows[0].fields == {"name": with_title}
        [title] = kept.proposals
        assert title.kind is Kind.TITLES


def test_a_day_that_may_stand_for_an_unknown_one_is_proposed_singly() -> None:
    births = ["1970/01/01", "1970/05/17", "1970", "", "18.3.70"]
    found = proposed([Row(birth, {"birth": birth}) for birth in births], {}, no).proposals
    assert found == [Proposal(Kind.BIRTHS, "1970/01/01", "1970/01/01", {"birth": "1970"}, singly=True)]
    alike = ["1970/07/01", "1981/07/01", "1999/07/01", "2001/07/01", "2005/02/03"]
    found = proposed([Row(birth, {"birth": birth}) for birth in alike], {}, no).proposals
    assert [(proposal.key, proposal.singly) for proposal in found] == [(birth, True) for birth in alike[:4]]


def test_a_slip_in_a_federation_is_mended_if_only_one_is_near() -> None:
    cases = {
        "NETHERLAND": "NED",
        "SCOTLND": "SCO",
        "GERMNAY": "GER",
        "DEUTSCHLNAD": "GER",
        "IRELNAD": "IRL",
        # Read as they are, in the language of the list; too short to tell; nowhere.
        **dict.fromkeys(("IRLAND", "SCO", "IRAM", "XYZ", "", "ATLANTIS", "A" * 500), ""),
    }
    for text, code in cases.items():
        found = proposed([Row("1", {"federation": text})], {}, no).proposals
        assert [proposal.changes for proposal in found] == ([{"federation": code}] if code else [])


def test_what_fides_list_knows_is_filled_in_and_nothing_is_replaced() -> None:
    smith = Known("Smith, John", "400123", "FM", "ENG", "1970", "m")
    row = Row("1", {"name": "Smith, John", "title": "IM"})
    [proposal] = proposed([row], {"1": smith}, no).proposals
    filled = {"fide_id": "400123", "federation": "ENG", "birth": "1970", "sex": "m"}
    assert proposal == Proposal(Kind.IDS, "1", "Smith, John", filled)
    [probable] = proposed([row], {"1": smith._replace(sure=False)}, no).proposals
    assert probable.singly
    other = Row("1", {"name": "Smith, John", "fide_id": "400999"})
    assert not proposed([other], {"1": smith}, no).proposals
    same = Row(
        "1",
        {
            "name": "Smith, John",
            "fide_id": "0400 123",
            "title": "-",
            "federation": "England",
            "birth": "1970",
        },
    )
    [missing] = proposed([same], {"1": smith._replace(sex="")}, no).proposals
    assert missing.changes == {"title": "FM"}


def test_an_id_that_two_rows_would_have_is_proposed_singly() -> None:
    smith = Known("Smith, John", "400123")
    twice = [Row("1", {"name": "Smith, John"}), Row("2", {"name": "Smith, John"})]
    assert [one.singly for one in proposed(twice, {"1": smith, "2": smith}, no).proposals] == [True, True]
    taken = [Row("1", {"name": "Smith, John"}), Row("2", {"name": "Brown, Al", "fide_id": "400123"})]
    assert [one.singly for one in proposed(taken, {"1": smith}, no).proposals] == [True]


def its_own(ticked: set[tuple[Kind, str]]) -> Callable[[Proposal], bool]:
    """Accepts what was ticked."""
    return lambda proposal: (proposal.kind, proposal.key) in ticked


@given(st.randoms(use_true_random=False))
def test_what_is_accepted_changes_no_other_row(chance: random.Random) -> None:
    names = chance.sample(DIRTY, 12)
    rows = [Row(str(number), {"name": name}) for number, name in enumerate(names)]
    offered = proposed(rows, {}, no).proposals
    ticked = {(one.kind, one.key) for one in offered if chance.random() < 0.5}
    found = proposed(rows, {}, its_own(ticked))
    for row, after in zip(rows, found.rows, strict=True):
        its = {(kind, key) for kind, key in ticked if key == row.key}
        alone = proposed(rows, {}, its_own(its))
        assert after == next(one for one in alone.rows if one.key == row.key)
    assert {(one.kind, one.key) for one in found.accepted} == ticked
    assert {(one.kind, one.key) for one in found.proposals} == {
        (one.kind, one.key) for one in offered
    } - ticked


def test_each_name_of_dirty_txt_becomes_what_it_should_be() -> None:
    lines = (LISTS / "dirty.txt").read_text(encoding="utf-8").splitlines()
    mended = (LISTS / "dirty-mended.txt").read_text(encoding="utf-8").splitlines()[1:]
    right = {
        number: (name, title)
        for number, name, title, *_rest in (map(str.strip, line.split("|")) for line in mended)
    }
    rows = [
        Row(str(number), {"name": re.split("[;\t]", line)[0]})
        for number, line in enumerate(lines, 1)
        if line.strip()
    ]
    found = proposed(rows, {}, every)
    assert {row.key: (row.fields["name"], row.fields.get("title", "")) for row in found.rows} == right
    assert not found.unordered


HOSTILE: dict[str, Callable[[int], str]] = {
    "a long word": lambda size: "A" * size,
    "long words": lambda size: f"{'A' * size}, {'b' * size}",
    "many words": lambda size: " ".join(["Smith"] * size),
    "many words in capitals": lambda size: " ".join(["SMITH"] * size),
    "many words after a comma": lambda size: f"Smith, {' '.join(['JOHN'] * size)}",
    "many titles": lambda size: "IM " * size,
    "many titles and commas": lambda size: "GM, " * size,
    "many brackets": lambda size: f"Smith {'(' * size}GM{')' * size}",
    "many particles": lambda size: f"{'VAN DER ' * size}BERG JAN",
    "many hyphens": lambda size: f"{'A-' * size}A, JAN",
    "many apostrophes": lambda size: f'{"O\'" * size}NEIL, JAN',
    "many generations": lambda size: f"John Smith{' Jr.' * size}",
    "many initials": lambda size: f"{'J.' * size} Smith",
}  # fmt: skip


@pytest.mark.parametrize("case", HOSTILE)
def test_a_hostile_name_takes_twice_the_steps_for_twice_the_length(case: str) -> None:
    def work(size: int) -> int:
        row = Row("1", {"name": HOSTILE[case](size), "federation": HOSTILE[case](size)})
        return steps_of(lambda: proposed([row], {"1": Known(HOSTILE[case](size), "1")}, every))

    work(20)  # reads the files of names
    assert work(150) <= 2.25 * work(75)


def test_twice_the_rows_take_twice_the_steps() -> None:
    def work(size: int) -> int:
        rows = [
            Row(str(number), {"name": f"GM {DIRTY[number % len(DIRTY)]}", "birth": "1970/01/01"})
            for number in range(size)
        ]
        return steps_of(lambda: proposed(rows, {}, every))

    work(len(DIRTY))
    assert work(2 * len(DIRTY)) <= 2.25 * work(len(DIRTY))
