"""What a document says to type can be typed: the shell takes it, the programs and their options exist."""

from __future__ import annotations

import io
import re
import shlex
import shutil
import subprocess
import sys
from contextlib import redirect_stdout, suppress
from functools import cache
from importlib.util import find_spec
from pathlib import Path

import pytest
from django.core.management import get_commands, load_command_class

from pairing.__main__ import main
from tests.each import each

pytestmark = pytest.mark.any_database

ROOT = Path(__file__).parents[1]
PAGES = [
    ROOT / "README.md",
    ROOT / "CONTRIBUTING.md",
    ROOT / "SECURITY.md",
    *sorted(ROOT.glob("docs/**/*.md")),
]
# A block is indented, with an empty line before it.
BLOCK = re.compile(r"(?:(?<=\n\n)|\A)(?:    .*\n|\n(?=    \S))+")
# Blocks that nobody types into a shell: sessions of Python, remarks of a report, requests, settings, a link.
OTHERS = re.compile(r">>> |### |GET /|[a-z_]+ = |Board One [ps]|[a-z-]+ {2}|[A-Z_]+=\S*$", re.MULTILINE)
# Programs that the tests' machine need not have, and the options with which documents may call them.
NOT_AT_HAND = {
    "certbot": {"--webroot", "--webroot-path", "--domain", "--deploy-hook"},
    "docker": {
        *("--build", "--detach", "--rm", "--no-deps", "--no-TTY", "-T", "-s", "--user", "--entrypoint"),
        *("--volume", "-c", "--env", "--format", "-U"),
    },
    "pipx": set(),
    "systemctl": {"--now"},
}
# Where a program tells its options elsewhere than at --help.
HELP = {
    "openssl": ("openssl", "req", "-help"),
    "curl": ("curl", "--help", "all"),
    "pip": ("pip", "install", "--help"),
}
BUILT_IN = {"cd", "echo"}
# A program's name within a comment, where a line once ended up that was meant to follow.
SWALLOWED = re.compile(r"#.*\b(?<!or: )(docker compose|make|pip|psql|systemctl|board-one|manage\.py) \w")


def blocks(page: Path) -> list[str]:
    text = page.read_text(encoding="utf-8")
    found = (re.sub(r"^    ", "", match[0], flags=re.MULTILINE) for match in BLOCK.finditer(text))
    return [block.strip("\n") + "\n" for block in found if not OTHERS.match(block.strip())]


ALL = [
    (f"{page.relative_to(ROOT)} {number}", block)
    for page in PAGES
    for number, block in enumerate(blocks(page), 1)
]


def calls(block: str) -> list[list[str]]:
    """The programs that the block calls, each with its arguments; those within quotes are not among them."""
    found = []
    text = re.sub(r"(?<!\S)# .*", "", block.replace("\\\n", " "))
    text = re.sub(r"<<'END'\n.*?\nEND\n", "\n", text, flags=re.DOTALL)
    reader = shlex.shlex(text.replace("\n", " ;\n"), posix=True, punctuation_chars="();<>|&")
    reader.whitespace_split = True
    call: list[str] = []
    for word in [*reader, ";"]:
        if set(word) <= set(";|&") or word in {"do", "done"}:
            # An assignment before the program is for it alone.
            while call and re.match(r"[A-Z_]+=", call[0]):
                call.pop(0)
            if call and call[0] != "for":
                found.append(call)
            call = []
        else:
            call.append(word)
    return found


@cache
def told(*command: str) -> str:
    answer = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    return answer.stdout + answer.stderr


def options(call: list[str]) -> list[str]:
    return [word.partition("=")[0] for word in call if re.fullmatch(r"--?[A-Za-z][\w-]*(=.*)?", word)]


def require_options(call: list[str], text: str) -> None:
    """Each option of the call is in this text, which is the program's help."""
    for option in options(call):
        assert re.search(rf"(?<![\w-]){re.escape(option)}\b", text), f"{' '.join(call)}: {option}"


@each(("place", "block"), ALL)
def test_a_block_of_commands_can_be_typed(place: str, block: str) -> None:
    require_typed(block)


def require_typed(block: str) -> None:
    parsed = subprocess.run(["bash", "-n"], input=block, capture_output=True, text=True, check=False)
    assert not parsed.stderr
    assert not SWALLOWED.search(block)
    for call in calls(block):
        require_program(call)


def require_program(call: list[str]) -> None:
    """The program exists, and so do the subcommand and the options with which it is called."""
    program, *rest = call
    if "manage.py" in rest:
        *_before, place = (place for place, word in enumerate(call) if word == "manage.py")
        of_ours(call[place + 1 :])
        call = call[:place]
    if Path(program).name == "python":
        if rest[0] == "-m" and rest[1] == "pairing":
            require_options(call[4:], told_of_pairing(rest[2]))
        elif rest[0] == "-m":
            assert find_spec(rest[1]), rest[1]
            require_options(call[3:], told(sys.executable, "-m", rest[1], "--help"))
    elif program == "make":
        for target in rest:
            assert "=" in target or re.search(rf"^[\w ]*\b{target}\b[\w ]*:", makefile(), re.MULTILINE), (
                target
            )
    elif program == "board-one":
        of_ours(rest)
    elif "/" in program:
        assert (ROOT / program).exists(), program
    elif program in NOT_AT_HAND:
        assert {*options(call)} <= NOT_AT_HAND[program], call
    elif program not in BUILT_IN:
        assert shutil.which(program) or shutil.which(program, path=str(Path(sys.executable).parent)), program
        require_options(call, told(*HELP.get(program, (program, "--help"))))


@cache
def told_of_pairing(command: str) -> str:
    with redirect_stdout(io.TextIOWrapper(io.BytesIO())) as printed, suppress(SystemExit):
        main([command, "--help"])
    printed.seek(0)
    return printed.read()


def of_ours(arguments: list[str]) -> None:
    """A command of the application: it exists, with these options.

    Asked for help, `manage.py` and `board-one` (without a command: `start`) would load the program anew.
    """
    if arguments:
        command, *rest = ["start"] * arguments[0].startswith("-") + arguments
        assert command in get_commands(), command
        program = load_command_class(get_commands()[command], command)
        require_options(rest, program.create_parser("manage.py", command).format_help())


@cache
def makefile() -> str:
    return (ROOT / "Makefile").read_text(encoding="utf-8")


@each(
    "block",
    [
        "cp .env.example .env      # fill in the values that it asks for docker compose up --build\n",
        "make everything\n",
        "python manage.py migrated\n",
        "docker compose run --rm web python manage.py users --no-kode NAME\n",
        "docker compose up --biuld\n",
        "python -m pairing pair FILE --explane\n",
        "psql --fiel scripts/application-role.sql board_one\n",
        "for tag in 1 2; do echo $tag\n",
        "scripts/nothing.sh\n",
    ],
)
def test_a_block_with_a_slip_is_found(block: str) -> None:
    with pytest.raises(AssertionError):
        require_typed(block)


def test_every_page_with_commands_is_read() -> None:
    """The blocks are found: were the layout of documents another, there would be none to try."""
    pages = {place.split()[0] for place, _block in ALL}
    assert {"README.md", "CONTRIBUTING.md", "docs/operations/server.md", "docs/operations/laptop.md"} <= pages
    assert len(ALL) >= 25


# Commands in the running text, and in the heads of the files that a server is made of.
MENTIONED = re.compile(r"(?:manage\.py|bin/board-one) (?!COMMAND)([a-z_]+)")
FILES = [*PAGES, ROOT / "docker-compose.yml", *sorted(ROOT.glob("deploy/*"))]


@each("page", FILES)
def test_a_command_that_is_mentioned_exists(page: Path) -> None:
    for command in MENTIONED.findall(page.read_text(encoding="utf-8")):
        assert command in get_commands(), command
    for target in re.findall(r"`make ([a-z]+)", page.read_text(encoding="utf-8")):
        assert re.search(rf"^[\w ]*\b{target}\b[\w ]*:", makefile(), re.MULTILINE), target
