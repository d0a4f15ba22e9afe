"""A report file, another from before round 1, and ways to change them."""

SAMPLE = """\
012 Spring Open
022 London
032 ENG
042 2024/03/01
052 2024/03/03
062 5
072 4
082 0
092 Individual: Swiss-System
102 Grey, Gus (100001)
112 Hall, Hal (100002)
112 Ivy, Ida (100003)
122 90 minutes + 30 s/move
132                                                                                        24/03/01  24/03/02
192 FIDE_DUTCH_2017
XXR 5
XXC white1
XXP 1 5
001    1 wWGM Adams, Ann                        2300 ENG      400001 1990/05/17  1.5    1     3 w 1     2 b =
001    2 m FM Brown, Bob                        2200 SCO     2400002 1985/00/00  1.5    2     4 b 1     1 w =
001    3 m    Clark, Cid                        2100 WAL     1800003             1.0    3     1 b 0     5 w +
001    4 w    Davis, Dot                             IRL                         1.0    4     2 w 0  0000 - U
001    5 wWCM Évora, Eve                        1900 POR                         0.5    5  0000 - H     3 b -
### a remark
"""
ADAMS, BROWN, CLARK, DAVIS, EVORA = range(19, 24)

UNPLAYED = """\
012 Before round 1
001    1      Adams, Ann                        2300
001    2      Brown, Bob
001    3      Clark, Cid                        2100 WAL     1800003
"""


def changed(line: int, column: int, text: str, sample: str = SAMPLE) -> str:
    """The sample with `text` at this place."""
    lines = sample.splitlines()
    old = lines[line - 1].ljust(column - 1)
    lines[line - 1] = old[: column - 1] + text + old[column - 1 + len(text) :]
    return "\n".join(lines) + "\n"


def cut(line: int, length: int, sample: str = SAMPLE) -> str:
    """The sample with one line cut to `length` characters."""
    lines = sample.splitlines()
    lines[line - 1] = lines[line - 1][:length]
    return "\n".join(lines) + "\n"


def added(*records: str, sample: str = SAMPLE) -> str:
    """The sample with more records at its end, from line 25 on."""
    return sample + "\n".join(records)


def replaced(line: int, text: str) -> str:
    """The sample with one line replaced."""
    lines = SAMPLE.splitlines()
    lines[line - 1] = text
    return "\n".join(lines) + "\n"


def unrated(number: int, name: str, points: str, *rounds: str) -> str:
    """The record of a player."""
    cells = "".join(f"  {cell:>8}" for cell in rounds)
    return f"001 {number:>4}      {name:<65} {points:>4}     {cells}"
