"""`make mutants`: small mistakes made on purpose, one at a time; which of them does no test notice?

A mutant is one small change of our code: < for <=, `and` for `or`, 4 for 3, a statement left out.
First the tests run once, and it is written down which lines each of them runs. Then a number of
mutants is drawn, a few of every file and the rest at random, and of each the tests that run its
line are run, the quickest first. A mutant that passes them all has survived. Either a test is
missing, and whoever plays would notice; or the code says more than it needs; or the change changes
nothing. A survivor of the last kind is kept in docs/mutants.md with the reason, and is not tried
again. All happens in a copy of the project: work on while it runs.

  make mutants                                           40 mutants of the rules of Of War and Men
  make mutants ARGS="owm_net/protocol owm_net/session"   of these folders or files
  make mutants ARGS="--since main"                       of the lines that differ from main
  make mutants ARGS="-n 200 --each 3 --seed 7"           more, others, three of every file at least
  make mutants ARGS="--keep --at owm_net/games/owm/firing.py:79"
                              all of one line; --keep: by the lines written down the last time

Exit codes: 0 none survived; 1 some did; 2 wrong usage, or the tests do not run at all.
"""

from __future__ import annotations

import argparse
import ast
import difflib
import json
import os
import random
import re
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import lru_cache
from itertools import pairwise
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
KEPT = ROOT / ".venv" / "mutants.json"
EXPLAINED = ROOT / "docs" / "mutants.md"
RECORD = "OWM_MUTANTS_RECORD"
"""Environment: the folder into which a run of the tests writes which lines each test runs."""

DEFAULT_PATHS = ["owm_net/games/owm", "owm_net/engine"]
# The tests of a path are those of the longest beginning of it that stands here.
TESTS_OF = {
    "owm_net": ["tests"],
    "owm_net/engine": ["tests/engine", "tests/games"],
    "owm_net/games": ["tests/games"],
    "owm_net/games/heroes": ["tests/games/heroes"],
    "owm_net/games/owm": ["tests/games/owm"],
    "owm_net/games/squadcards": ["tests/games/squadcards"],
    "owm_net/games/skeleton": ["tests/games/skeleton"],
    "owm_net/protocol": ["tests/protocol", "tests/session"],
    "owm_net/session": ["tests/session", "tests/cheats", "tests/requests"],
    "owm_net/net": ["tests/net"],
    "owm_net/files": ["tests/files"],
    "owm_net/client": ["tests/client"],
    "owm_net/program": ["tests/verbs"],
    "owm_net/verbs": ["tests/verbs"],
    "owm_net/relay": ["tests/relay"],
}
MOST_TESTS = 400  # of one mutant, the quickest; there are lines that nearly every test runs
MOST_MEMORY = 2 << 30
MOST_SECONDS = 120  # of tests of one mutant, as long as they took when they were recorded


# ------------------------------------------------------------------ mutants


@dataclass(frozen=True)
class Mutant:
    """One change: the bytes start to end of a file become `new`."""

    path: str
    line: int
    last_line: int
    start: int
    end: int
    new: str

    def applied(self, source: bytes) -> bytes:
        return source[: self.start] + self.new.encode() + source[self.end :]

    def diff(self, source: bytes) -> list[str]:
        """The lines that differ, with - and +, without their indentation."""
        old, new = source.decode().splitlines(), self.applied(source).decode().splitlines()
        lines = list(difflib.unified_diff(old, new, n=0, lineterm=""))[2:]
        return [
            f"{one[0]} {one[1:].strip()}" for one in lines if one[0] in "+-" and one[1:].strip()
        ]


COMPARISONS: dict[type[ast.cmpop], tuple[str, list[str]]] = {
    ast.Lt: (r"<", ["<=", ">="]),
    ast.LtE: (r"<=", ["<", ">"]),
    ast.Gt: (r">", [">=", "<="]),
    ast.GtE: (r">=", [">", "<"]),
    ast.Eq: (r"==", ["!="]),
    ast.NotEq: (r"!=", ["=="]),
    ast.Is: (r"is", ["is not"]),
    ast.IsNot: (r"is\s+not", ["is"]),
    ast.In: (r"in", ["not in"]),
    ast.NotIn: (r"not\s+in", ["in"]),
}
Edit = tuple[int, int, str]


class Source:
    """A file, with the place of each node of its tree in its bytes."""

    def __init__(self, text: bytes) -> None:
        self.text = text
        self.tree = ast.parse(text)
        self.starts = [0]
        for line in text.splitlines(keepends=True):
            self.starts.append(self.starts[-1] + len(line))

    def start(self, node: ast.expr | ast.stmt) -> int:
        return self.starts[node.lineno - 1] + node.col_offset

    def end(self, node: ast.expr | ast.stmt) -> int:
        assert node.end_lineno is not None and node.end_col_offset is not None
        return self.starts[node.end_lineno - 1] + node.end_col_offset

    def of(self, node: ast.expr) -> str:
        return self.text[self.start(node) : self.end(node)].decode()

    def between(self, left: ast.expr, right: ast.expr, word: str, new: str) -> list[Edit]:
        """Put `new` for the operator `word`, a pattern, between two operands."""
        begin, stop = self.end(left), self.start(right)
        found = re.search(word.encode(), self.text[begin:stop])
        return [(begin + found.start(), begin + found.end(), new)] if found else []


def edits_of(node: ast.AST, source: Source) -> list[Edit]:  # noqa: C901 a table of kinds
    """Return the possible edits of one node."""
    start, end = source.start, source.end
    match node:
        case ast.Compare(left=left, ops=[op], comparators=[right]):
            word, others = COMPARISONS[type(op)]
            return [edit for new in others for edit in source.between(left, right, word, new)]
        case ast.BoolOp(op=op, values=[first, second]):
            word, new = ("and", "or") if isinstance(op, ast.And) else ("or", "and")
            edits = source.between(first, second, rf"\b{word}\b", new)
            return [*edits, (start(node), end(node), source.of(first))]
        case ast.BoolOp(values=values):  # three or more: leave one of them out
            pairs = [(end(a), end(b), "") for a, b in pairwise(values)]
            return [(start(values[0]), start(values[1]), ""), *pairs]
        case ast.UnaryOp(op=ast.Not(), operand=operand):
            return [(start(node), start(operand), "")]
        case ast.Constant(value=bool(value)):
            return [(start(node), end(node), str(not value))]
        case ast.Constant(value=int(value)):
            return [(start(node), end(node), str(value + 1))]
        case ast.BinOp(left=left, op=ast.Add() | ast.Sub() as op, right=right):
            plus = isinstance(op, ast.Add)
            return source.between(left, right, r"\+" if plus else "-", "-" if plus else "+")
        case ast.IfExp(body=body, orelse=orelse):
            return [(start(node), end(node), f"({source.of(value)})") for value in (body, orelse)]
        case ast.Call(func=ast.Name(id="any" | "all" as name) as called):
            return [(start(called), end(called), "all" if name == "any" else "any")]
        case ast.Call(func=ast.Name(id="min" | "max" as name) as called):
            return [(start(called), end(called), "max" if name == "min" else "min")]
        case ast.AugAssign() | ast.Expr(value=ast.Call()):
            return [(start(node), end(node), "pass")]
        case ast.Assign(targets=[ast.Attribute() | ast.Subscript()]):
            return [(start(node), end(node), "pass")]
    return []


def passed_by(tree: ast.Module) -> set[int]:
    """Ids of the nodes that are not for changing: annotations, decorators, what is raised."""
    roots: list[ast.AST | None] = []
    for node in ast.walk(tree):
        roots += [getattr(node, "annotation", None), getattr(node, "returns", None)]
        roots += getattr(node, "decorator_list", [])
        if isinstance(node, (ast.Raise, ast.Assert, ast.JoinedStr)):
            roots.append(node)
        match node:  # how an attribute is made, not what it holds
            case ast.Call(func=ast.Name(id="field"), keywords=keywords):
                roots += [word for word in keywords if word.arg != "default"]
    return {id(inner) for root in roots if root is not None for inner in ast.walk(root)}


@lru_cache(maxsize=2)
def _read(text: bytes) -> tuple[Source, set[int], str]:
    """A file, the ids of its nodes that are left out, and its tree in words."""
    source = Source(text)
    return source, passed_by(source.tree), ast.dump(source.tree)


def mutants_of(path: str, text: bytes, lines: range | None = None) -> list[Mutant]:
    """All mutants of a file, in the order of its lines; or those alone that touch some lines."""
    source, left_out, whole = _read(text)
    found = []
    for node in ast.walk(source.tree):
        if id(node) in left_out or not isinstance(node, (ast.expr, ast.stmt)):
            continue
        last = node.end_lineno or node.lineno
        if lines is not None and (last < lines.start or node.lineno >= lines.stop):
            continue
        for begin, stop, new in edits_of(node, source):
            mutant = Mutant(path, node.lineno, last, begin, stop, new)
            try:
                if ast.dump(ast.parse(mutant.applied(text))) != whole:
                    found.append(mutant)
            except SyntaxError:  # an operand in brackets, for one
                continue
    return sorted(found, key=lambda mutant: (mutant.line, mutant.start, mutant.end, mutant.new))


# ------------------------------------------------------------------ which test runs which line


@dataclass
class Record:
    """The record of a test run: seconds of each test, and file -> line -> the tests that ran it.

    Lines that ran while modules were imported have no test.
    """

    seconds: dict[str, float] = field(default_factory=dict)
    lines: dict[str, dict[int, set[str]]] = field(default_factory=dict)
    texts: dict[str, str] = field(default_factory=dict)

    def tests_for(self, mutant: Mutant, text: str) -> list[str]:
        """The tests that run a mutant's lines, the quickest first; [] if none does.

        For a line that runs when its file is imported, or whose file has changed since, these are
        all the tests that run anything of the file; of its folder, where nothing of it runs later.
        """
        lines = self.lines.get(mutant.path, {})
        here = range(mutant.line, mutant.last_line + 1)
        if self.texts.get(mutant.path) == text and not any("" in lines.get(n, ()) for n in here):
            wanted = {test for number in here for test in lines.get(number, ())}
        else:
            wanted = {test for tests in lines.values() for test in tests if test}
        if not wanted and here.start in lines:  # a file of tables: whoever runs its neighbours
            near = [
                of for path, of in self.lines.items() if folder_of(path) == folder_of(mutant.path)
            ]
            wanted = {test for of in near for tests in of.values() for test in tests if test}
        chosen: list[str] = []
        total = 0.0
        for test in sorted(wanted, key=lambda test: (self.seconds.get(test, 0.0), test)):
            total += self.seconds.get(test, 0.0)
            if chosen and (total > MOST_SECONDS or len(chosen) >= MOST_TESTS):
                break
            chosen.append(test)
        return chosen


class Recorder:
    """A plugin of pytest, one in each of its processes, which writes the record of its tests."""

    def __init__(self, folder: Path) -> None:
        import coverage

        self.folder = folder
        self.seconds: dict[str, float] = {}
        self.failed: list[str] = []
        self.data = folder / f"lines.{os.getpid()}"
        self.coverage = coverage.Coverage(
            data_file=str(self.data), config_file=False, include=["owm_net/*"]
        )
        self.coverage.start()

    @pytest.hookimpl(wrapper=True, tryfirst=True)
    def pytest_runtest_protocol(self, item: pytest.Item) -> Iterator[None]:
        self.coverage.switch_context(item.nodeid)
        begun = time.perf_counter()
        try:
            return (yield)
        finally:
            self.seconds[item.nodeid] = time.perf_counter() - begun
            self.coverage.switch_context("")

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        if report.failed:
            self.failed.append(report.nodeid)

    def pytest_sessionfinish(self) -> None:
        self.coverage.stop()
        self.coverage.save()
        told = {"seconds": self.seconds, "failed": self.failed}
        (self.folder / f"seconds.{os.getpid()}.json").write_text(json.dumps(told))


def pytest_configure(config: pytest.Config) -> None:
    """This file is also the plugin with which the tests are recorded."""
    folder = os.environ.get(RECORD)
    deals_out = bool(config.getoption("numprocesses", 0)) and not hasattr(config, "workerinput")
    if folder and not deals_out:
        config.pluginmanager.register(Recorder(Path(folder)))


def record(copy: Path, tests: list[str], marks: str, paths: list[str]) -> Record:
    """Run the tests once in the copy. What fails already judges no mutant, and is named."""
    import coverage

    folder = copy / ".mutants"
    folder.mkdir()
    # The core of newer Pythons tells of a line only once, and so of only one of its tests.
    environment = environment_of(copy) | {RECORD: str(folder), "COVERAGE_CORE": "ctrace"}
    command = [sys.executable, "-m", "pytest", "-q", "-p", "mutants", "-n", "logical"]
    command += ["--dist", "worksteal", "--no-header", "--tb=no", "-m", marks, *tests]
    command += ["-o", "faulthandler_timeout=0"]  # all is slower when it is watched
    if subprocess.run(command, cwd=copy, env=environment).returncode > 1:  # 1: some have failed
        raise SystemExit(2)
    found = Record(texts={path: (copy / path).read_text("utf-8") for path in paths})
    failed = set()
    for part in sorted(folder.glob("seconds.*.json")):
        told = json.loads(part.read_text())
        found.seconds |= told["seconds"]
        failed |= set(told["failed"])
    for test in sorted(failed):
        print(f"mutants: {test} fails already, and is left out", file=sys.stderr)
    for part in sorted(folder.glob("lines.*")):
        data = coverage.CoverageData(str(part))
        data.read()
        for path in paths:
            lines = found.lines.setdefault(path, {})
            for line, ran in data.contexts_by_lineno(str(copy / path)).items():
                lines.setdefault(line, set()).update(set(ran) - failed)
    return found


def write_record(kept: Record) -> None:
    """The tests of a line as numbers: there are many lines and many tests."""
    names = sorted({"", *kept.seconds})
    number = {name: n for n, name in enumerate(names)}
    lines = {
        path: {line: sorted(number[test] for test in tests) for line, tests in of.items()}
        for path, of in kept.lines.items()
    }
    whole = {"names": names, "seconds": kept.seconds, "lines": lines, "texts": kept.texts}
    KEPT.write_text(json.dumps(whole))


def read_record() -> Record:
    whole = json.loads(KEPT.read_text())
    names = whole["names"]
    lines = {
        path: {int(line): {names[n] for n in tests} for line, tests in of.items()}
        for path, of in whole["lines"].items()
    }
    return Record(whole["seconds"], lines, whole["texts"])


# ------------------------------------------------------------------ trying one


def environment_of(copy: Path) -> dict[str, str]:
    """Return the environment of tests that find the code of the copy first, and this plugin."""
    paths = os.pathsep.join([str(copy), str(copy / "scripts")])
    return {**os.environ, "PYTHONPATH": paths, "PYTHONDONTWRITEBYTECODE": ""}


def copied(into: Path) -> None:
    """Copy every file of the project that git knows, or would know."""
    command = ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"]
    listed = subprocess.run(command, cwd=ROOT, capture_output=True, check=True).stdout
    for name in sorted(set(listed.decode().split("\0")) - {""}):
        if (ROOT / name).is_file():
            (into / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy2(ROOT / name, into / name)


def bound_memory() -> None:
    """Limit the memory: a loop that never ends may fill a list."""
    import resource

    resource.setrlimit(resource.RLIMIT_DATA, (MOST_MEMORY, MOST_MEMORY))


def survives(copy: Path, mutant: Mutant, tests: list[str], seconds: float) -> bool:
    """Return True if all these tests pass with the mutant. One that hangs is noticed as well."""
    file = copy / mutant.path
    text, stat = file.read_bytes(), file.stat()
    command = [sys.executable, "-m", "pytest", "-x", "-q", "-n0", "-p", "no:cacheprovider"]
    command += ["--no-header", "--tb=no", *tests]
    environment = environment_of(copy) | {"PYTHONDONTWRITEBYTECODE": "1"}
    file.write_bytes(mutant.applied(text))
    # Python takes a compiled file for current by size and whole seconds.
    os.utime(file, (stat.st_atime, stat.st_mtime + 1000))
    try:
        done = subprocess.run(
            command,
            cwd=copy,
            env=environment,
            capture_output=True,
            timeout=20 + 2 * seconds,
            preexec_fn=bound_memory if os.name == "posix" else None,
        )
        return done.returncode == 0
    except subprocess.TimeoutExpired:
        return False
    finally:
        file.write_bytes(text)
        os.utime(file, (stat.st_atime, stat.st_mtime))


# ------------------------------------------------------------------ choosing


def files_in(root: Path, paths: list[str]) -> list[str]:
    """The Python files of folders and files, as paths from the root. Raises SystemExit(2)."""
    found = []
    for path in paths:
        here = root / path
        if not here.exists():
            print(f"mutants: {path}: there is no such file or folder", file=sys.stderr)
            raise SystemExit(2)
        found += [here] if here.is_file() else sorted(here.rglob("*.py"))
    return [file.relative_to(root).as_posix() for file in dict.fromkeys(found)]


def tests_of(paths: list[str]) -> list[str]:
    """Folders of tests for these paths."""
    found: list[str] = []
    for path in paths:
        parts = Path(path).parts
        starts = ["/".join(parts[:n]) for n in range(len(parts), 0, -1)]
        found += next((TESTS_OF[start] for start in starts if start in TESTS_OF), ["tests"])
    return list(dict.fromkeys(found))


def lines_since(commit: str, path: str) -> set[int]:
    """The lines of a file that differ from a commit's."""
    command = ["git", "diff", "-U0", commit, "--", path]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True)
    if done.returncode:
        print(f"mutants: --since {commit}: {done.stderr.strip()}", file=sys.stderr)
        raise SystemExit(2)
    found: set[int] = set()
    for begin, count in re.findall(r"(?m)^@@ -\S+ \+(\d+)(?:,(\d+))? @@", done.stdout):
        found |= set(range(int(begin), int(begin) + int(count or 1)))
    return found


def read_explained(text: str) -> set[tuple[str, tuple[str, ...]]]:
    """File and differing lines of each mutant that docs/mutants.md explains."""
    found = set()
    path = ""
    diff: list[str] = []
    for line in [*text.splitlines(), "end"]:
        if line.startswith(("    - ", "    + ")) and path:
            diff.append(line.strip())
            continue
        if diff:
            found.add((path, tuple(diff)))
            diff = []
        if heading := re.match(r"#+ `(\S+\.py)`", line):
            path = heading[1]
    return found


def choose(pool: dict[str, list[Mutant]], number: int, each: int, seed: int) -> list[Mutant]:
    """`each` mutants of every file, then others at random, up to `number` in all."""
    chance = random.Random(seed)
    first: list[Mutant] = []
    rest: list[Mutant] = []
    for path in sorted(pool):
        mixed = chance.sample(pool[path], len(pool[path]))
        first += mixed[:each]
        rest += mixed[each:]
    chance.shuffle(first)
    chance.shuffle(rest)
    return (first + rest)[:number]


def folder_of(path: str) -> str:
    return path.rpartition("/")[0]


@dataclass
class Counts:
    tried: int = 0
    killed: int = 0
    survived: int = 0
    not_run: int = 0

    def __str__(self) -> str:
        return (
            f"{self.tried} tried, {self.killed} killed, {self.survived} survived, "
            f"{self.not_run} on lines that no test runs"
        )


def try_all(copy: Path, chosen: list[Mutant], known: Record) -> dict[str, Counts]:
    """Try mutants one after the other, and print each that no test notices."""
    counts: dict[str, Counts] = {}
    for number, mutant in enumerate(chosen, start=1):
        count = counts.setdefault(folder_of(mutant.path), Counts())
        count.tried += 1
        text = (copy / mutant.path).read_bytes()
        tests = known.tests_for(mutant, text.decode())
        if tests and not survives(copy, mutant, tests, sum(known.seconds[t] for t in tests)):
            count.killed += 1
            continue
        if tests:
            count.survived += 1
            word = f"survived {len(tests)} tests"
        else:
            count.not_run += 1
            word = "no test runs it"
        print(f"\n{mutant.path}:{mutant.line}  {word}  ({number} of {len(chosen)})")
        print(*(f"    {line}" for line in mutant.diff(text)), sep="\n", flush=True)
    return counts


def read_options(arguments: list[str] | None) -> argparse.Namespace:
    parser = argparse.ArgumentParser(
        prog="mutants.py", description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    option = parser.add_argument
    option("paths", nargs="*", help=f"files and folders (default: {' '.join(DEFAULT_PATHS)})")
    option("-n", "--number", type=int, default=40, help="how many mutants (default: %(default)s)")
    option("--each", type=int, default=0, help="so many of every file first (default: 0)")
    option("--seed", type=int, default=1, help="which are drawn (default: %(default)s)")
    option("--since", metavar="COMMIT", default="", help="only lines that differ from it")
    option("--at", metavar="FILE:LINE", action="append", default=[], help="all of this line; again")
    option("--tests", action="append", default=[], help="tests to run (default: by the paths)")
    option("--slow", action="store_true", help="run the tests that are marked slow as well")
    option("--keep", action="store_true", help="do not record again which test runs which line")
    options = parser.parse_args(arguments)
    if options.keep and not KEPT.exists():
        parser.error("--keep: nothing is recorded yet; run it once without")
    for place in options.at:
        if not re.fullmatch(r".+\.py:\d+", place):
            parser.error(f"--at {place}: write it as owm_net/engine/codec.py:40")
    return options


def pool_of(copy: Path, paths: list[str], since: str, places: list[str]) -> dict[str, list[Mutant]]:
    """File -> its mutants that are asked for and not yet explained."""
    text = EXPLAINED.read_text("utf-8") if EXPLAINED.exists() else ""
    explained = read_explained(text)
    pool = {}
    for path in paths:
        source = (copy / path).read_bytes()
        found = mutants_of(path, source)
        if since:
            lines = lines_since(since, path)
            found = [m for m in found if lines & set(range(m.line, m.last_line + 1))]
        if places:
            found = [m for m in found if f"{path}:{m.line}" in places]
        pool[path] = [m for m in found if (path, tuple(m.diff(source))) not in explained]
    return pool


def main(arguments: list[str] | None = None) -> int:
    """The program. Returns its exit code."""
    options = read_options(arguments)
    wanted = options.paths or [place.rpartition(":")[0] for place in options.at] or DEFAULT_PATHS
    with tempfile.TemporaryDirectory(prefix="owm_mutants.") as name:
        copy = Path(name).resolve()
        copied(copy)
        paths = files_in(copy, wanted)
        pool = pool_of(copy, paths, options.since, options.at)
        number = sum(map(len, pool.values())) if options.at else options.number
        chosen = choose(pool, number, options.each, options.seed)
        if not chosen:
            print("mutants: there is nothing to change")
            return 0
        if options.keep:
            known = read_record()
        else:
            marks = "" if options.slow else "not slow"
            known = record(copy, options.tests or tests_of(paths), marks, paths)
            write_record(known)
        begun = time.monotonic()
        counts = try_all(copy, chosen, known)
    print()
    for folder in sorted(counts):
        print(f"{folder}: {counts[folder]}")
    whole = [sum(getattr(c, key) for c in counts.values()) for key in vars(Counts())]
    print(f"in all: {Counts(*whole)}; {time.monotonic() - begun:.0f} s")
    return 1 if whole[2] or whole[3] else 0


if __name__ == "__main__":
    sys.exit(main())
