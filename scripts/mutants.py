#!/usr/bin/env python
"""Break the program on purpose, in one place at a time, and see whether a test notices.

    make mutants                                      twenty at random, in the rules, the services, the rights
    make mutants ARGS="--seed 7 --count 50 pairing"   the same fifty every time

The work is done in a copy. Each mutant is run against the tests that mention its module first, then against
all others except those of the browser and of deployment. The tests themselves must pass: `make test`.
"""

from __future__ import annotations

import argparse
import ast
import random
import re
import shutil
import subprocess
import sys
import tempfile
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator
from copy import deepcopy
from dataclasses import dataclass
from itertools import accumulate, islice
from pathlib import Path

ROOT = Path(__file__).parent.parent
TARGETS = ["pairing", "tournaments/*/services.py", "tournaments/*/services", "tournaments/web/rights.py"]
TESTS = sorted(
    f"tests/{place.name}"
    for place in (ROOT / "tests").iterdir()
    if place.is_dir() and place.name not in {"browser", "data", "deploy", "__pycache__"}
)
# How many test files count as near to a module.
NEAR = 6
# Seconds after which a mutant that never ends counts as noticed.
PATIENCE = 1800
SILENT = (ast.JoinedStr, ast.Import, ast.ImportFrom)
SWAPS = {
    ast.Lt: ast.LtE,
    ast.LtE: ast.Lt,
    ast.Gt: ast.GtE,
    ast.GtE: ast.Gt,
    ast.Eq: ast.NotEq,
    ast.NotEq: ast.Eq,
    ast.In: ast.NotIn,
    ast.NotIn: ast.In,
    ast.Is: ast.IsNot,
    ast.IsNot: ast.Is,
    ast.And: ast.Or,
    ast.Or: ast.And,
    ast.Add: ast.Sub,
    ast.Sub: ast.Add,
}


@dataclass(frozen=True, slots=True)
class Mutant:
    """One place of a file, as it is and as it becomes."""

    path: str
    line: int
    start: int
    end: int
    after: str

    def source(self) -> str:
        """The file with this place changed."""
        raw = (ROOT / self.path).read_bytes()
        return (raw[: self.start] + self.after.encode() + raw[self.end :]).decode()

    def is_python(self) -> bool:
        try:
            compile(self.source(), self.path, "exec")
        except SyntaxError:
            return False
        return True

    def __str__(self) -> str:
        before = (ROOT / self.path).read_bytes()[self.start : self.end].decode()
        short = [" ".join(text.split())[:90] for text in (before, self.after)]
        return f"{self.path}:{self.line}  {short[0]}  ->  {short[1]}"


def mutants_of(path: str) -> Iterator[Mutant]:
    """Every mutant of a file."""
    text = (ROOT / path).read_text(encoding="utf-8")
    tree = ast.parse(text)
    begins = [0, *accumulate(map(len, text.encode().splitlines(keepends=True)))]
    names = defaultdict(set)
    for node in ast.walk(tree):
        if is_choice(node):
            names[ast.unparse(node.value)].add(node.attr)
    for node in said(tree):
        for other in variants(node, names):
            start = begins[node.lineno - 1] + node.col_offset
            end = begins[node.end_lineno - 1] + node.end_col_offset
            # In brackets, or an operator outside could bind to a part of it.
            after = ast.unparse(other) if isinstance(node, ast.stmt) else f"({ast.unparse(other)})"
            yield Mutant(path, node.lineno, start, end, after)


def said(node: ast.AST) -> Iterator[ast.AST]:
    """The nodes that are executed: no types, no texts, no imports for the type checker."""
    for name, value in ast.iter_fields(node):
        if name in {"annotation", "returns", "type_params", "decorator_list"}:
            continue
        for child in value if isinstance(value, list) else [value]:
            if not isinstance(child, ast.AST) or isinstance(child, SILENT):
                continue
            if isinstance(child, ast.If) and ast.unparse(child.test) == "TYPE_CHECKING":
                continue
            if hasattr(child, "lineno"):
                yield child
            yield from said(child)


def is_choice(node: ast.AST) -> bool:
    """Whether it is a member of an enumeration, like Access.CHIEF."""
    return isinstance(node, ast.Attribute) and node.attr.isupper() and ast.unparse(node.value)[0].isupper()


def variants(node: ast.AST, names: dict[str, set[str]]) -> Iterator[ast.AST]:
    """The nodes that a programmer could have written by mistake instead."""
    match node:
        case ast.Compare(ops=[op]) if type(op) in SWAPS:
            yield changed(node, ops=[SWAPS[type(op)]()])
        case ast.BoolOp() | ast.BinOp() if type(node.op) in SWAPS:
            yield changed(node, op=SWAPS[type(node.op)]())
        case ast.UnaryOp(op=ast.Not()):
            yield node.operand
        case ast.IfExp():
            yield changed(node, body=node.orelse, orelse=node.body)
        case ast.Constant(value=bool()):
            yield ast.Constant(not node.value)
        case ast.Constant(value=int()):
            yield ast.Constant(node.value + 1)
        case ast.Attribute() if is_choice(node):
            others = sorted(names[ast.unparse(node.value)] - {node.attr})
            yield from (changed(node, attr=other) for other in others)
        case ast.List(ctx=ast.Load()) | ast.Tuple(ctx=ast.Load()) | ast.Set() if len(node.elts) > 1:
            for place in range(len(node.elts)):
                yield changed(node, elts=node.elts[:place] + node.elts[place + 1 :])
        case ast.Raise() | ast.Expr(value=ast.Call()):
            yield ast.Pass()


def changed(node: ast.AST, **fields: object) -> ast.AST:
    """A copy of the node with other fields."""
    copy = deepcopy(node)
    for name, value in fields.items():
        setattr(copy, name, value)
    return copy


def near(path: str, folder: Path) -> list[str]:
    """The test files of its room or named after it, then those that import it and mention it most."""
    _, *rooms, module = Path(path).with_suffix("").parts
    package = rooms[-1] if rooms else path.split("/", maxsplit=1)[0]
    called = re.compile(rf"\b{module}\b")
    imported = re.compile(rf"\b{package}(?:\.|\s+import\s+\(?[\w\s,]*?\b){module}\b")
    found: Counter[str] = Counter()
    for test in (file for part in TESTS for file in (folder / part).rglob("test_*.py")):
        text = test.read_text(encoding="utf-8")
        own = module in test.stem or test.parent.name in rooms
        if own or imported.search(text):
            found[str(test.relative_to(folder))] = 1000 * own + len(called.findall(text))
    return [name for name, _count in found.most_common(NEAR)] or TESTS


def failure(folder: Path, tests: Iterable[str], *options: str) -> str:
    """The output about the first test that fails, or that they never end; "" if all pass."""
    command = [sys.executable, "-m", "pytest", "-x", "-q", "-p", "no:randomly", "-p", "no:cacheprovider"]
    environment = {"DATA_DIR": str(folder / "var"), "PATH": "/usr/bin:/bin", "HOME": str(folder)}
    try:
        done = subprocess.run(
            [*command, *options, *tests],
            cwd=folder,
            env=environment,
            capture_output=True,
            text=True,
            timeout=PATIENCE,
            check=False,
        )
    except subprocess.TimeoutExpired:
        return "They never end."
    if done.returncode not in {0, 1, 2}:
        raise SystemExit(done.stdout + done.stderr)
    return done.stdout[-2000:] if done.returncode else ""


def copy_to(folder: Path) -> None:
    """Copy the project as it is here, without the files that git ignores."""
    listed = ["git", "ls-files", "--cached", "--others", "--exclude-standard"]
    for name in subprocess.check_output(listed, cwd=ROOT, text=True).splitlines():
        if (ROOT / name).is_file():
            (folder / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy2(ROOT / name, folder / name)


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("targets", nargs="*", default=TARGETS, help="files and directories to break")
    parser.add_argument("--count", type=int, default=20)
    parser.add_argument("--seed", type=int, default=random.SystemRandom().randrange(10_000))
    parser.add_argument("--near", action="store_true", help="ask the nearest tests alone, which is soon done")
    options = parser.parse_args()
    paths = [
        str(path.relative_to(ROOT))
        for target in options.targets
        for path in sorted(ROOT.glob(target if target.endswith(".py") else f"{target}/**/*.py"))
    ]
    every = [mutant for path in paths for mutant in mutants_of(path)]
    random.Random(options.seed).shuffle(every)
    sample = list(islice(filter(Mutant.is_python, every), options.count))
    print(f"{len(sample)} of {len(every)} mutants, --seed {options.seed}", flush=True)
    alive = []
    with tempfile.TemporaryDirectory(prefix="mutants-") as name:
        folder = Path(name)
        copy_to(folder)
        # A test that fails anyway would seem to notice every mutant.
        nearest = {test for mutant in sample for test in near(mutant.path, folder)}
        if fault := failure(folder, sorted(nearest)):
            raise SystemExit(f"The tests fail before anything is broken.\n{fault}")
        for mutant in sample:
            whole = (folder / mutant.path).read_text(encoding="utf-8")
            (folder / mutant.path).write_text(mutant.source(), encoding="utf-8")
            killed = failure(folder, near(mutant.path, folder)) or (
                not options.near and failure(folder, TESTS, "--numprocesses=auto")
            )
            (folder / mutant.path).write_text(whole, encoding="utf-8")
            print("killed" if killed else "LIVES ", mutant, flush=True)
            alive += [] if killed else [mutant]
    print(f"\n{len(sample) - len(alive)} of {len(sample)} were noticed.", *alive, sep="\n")


if __name__ == "__main__":
    main()
