"""The conditions on the source itself: who imports whom, and what may not be written where.

Every check answers with `file:line: reason`. The checks that read source are tried on bad snippets
first, so that a check which has gone blind fails here.
"""

from __future__ import annotations

import ast
import json
import os
import re
import shutil
import subprocess
import sys
import tomllib
from collections.abc import Iterator, Mapping
from graphlib import CycleError, TopologicalSorter
from itertools import pairwise
from pathlib import Path

import pytest

from tests.pure_source import PureSource

ROOT = Path(__file__).resolve().parent.parent
PURE = ("owm_net/engine", "owm_net/games")  # here nothing may make two machines differ


def files_under(*folders: str, suffix: str = ".py") -> list[Path]:
    return [path for folder in folders for path in sorted((ROOT / folder).rglob(f"*{suffix}"))]


def name_of(path: Path) -> str:
    return path.relative_to(ROOT).as_posix()


def fail_with(heading: str, findings: list[str]) -> None:
    """Fails, if there are any, with the findings alone: no traceback of this file."""
    if findings:
        pytest.fail("\n".join([heading, *findings]), pytrace=False)


# ------------------------------------------------------------------ source that may not differ

BAD_SNIPPETS = {
    "float literal": "x = 0.5",
    "true division `/` ": "x = a / b",
    "true division `/=`": "x = 1\nx /= 2",
    "float()": "x = float(a)",
    "hash()": "x = hash(a)",
    "id()": "x = id(a)",
    "math.sqrt": "import math\nx = math.sqrt(2)",
    "math.sin": "from math import sin",
    "open()": "def load():\n    return open('x')",
    ".read_text()": "def load(p):\n    return p.read_text()",
    "import of random": "import random",
    "import of os.path": "import os.path",
    "import of datetime": "from datetime import date",
    "import of time": "def f():\n    from time import time",
    "import of secrets": "import secrets as s",
    "import of locale": "import locale",
    "import of asyncio": "import asyncio",
    "iterates over a set": "for x in {1, 2}:\n    pass",
    "iterates over a set ": "for x in set(a):\n    pass",
    "iterates over a set  ": "y = [x for x in frozenset(a)]",
    "iterates over a set   ": "y = list({x for x in a})",
    "iterates over a set:": "def f():\n    s = set(a) | b\n    for x in s:\n        pass",
    "iterates over a set: ": "def f(s: set[int]):\n    return tuple(s)",
    "iterates over a set:  ": "class A:\n    s: set[int]\n    def f(self):\n        [*self.s]",
    "iterates over a set:   ": "for x in a.keys() & b.keys():\n    pass",
    "pop() of a set": "s = {1}\ns.pop()",
}


@pytest.mark.parametrize(("reason", "snippet"), BAD_SNIPPETS.items())
def test_the_checker_sees(reason: str, snippet: str) -> None:
    found = PureSource("owm_net/games/bad.py").check(snippet)
    assert any(reason.strip() in text for _, text in found), (snippet, found)


@pytest.mark.parametrize(
    "snippet",
    [
        "x = a // b",
        "def f(a, /, b): ...",
        "for x in sorted({1, 2}):\n    pass",
        "x = 1 in {1, 2} and len(set(a)) == 3",
        "def f():\n    s = set(a)\n    s = sorted(s)\n    for x in s:\n        pass",
        "import math\nx = math.isqrt(2)",
        "d = {1: 2}\nfor x in d:\n    pass",
        "class Soldier:\n    id: int\nx = Soldier.id",
    ],
)
def test_the_checker_lets_pass(snippet: str) -> None:
    assert PureSource("owm_net/games/good.py").check(snippet) == []


def test_engine_and_games_are_the_same_on_every_machine() -> None:
    findings = [
        f"{name_of(path)}:{line}: {reason}"
        for path in files_under(*PURE)
        for line, reason in PureSource(name_of(path)).check(path.read_text(encoding="utf-8"))
    ]
    fail_with("could differ from machine to machine:", findings)


# ------------------------------------------------------------------ no circles

SOURCES = ("owm_net", "relay", "fuzz", "scripts", "tests")
NAMED = re.compile(r"^ *(?:from|import) .*?\b(test_\w+)", re.MULTILINE)  # a test, by another file
Imports = Mapping[str, Mapping[str, int]]  # module: module it names -> in which line


def statements(tree: ast.Module) -> Iterator[ast.AST]:
    """Yield every statement, and what holds some; no expressions, of which there are most."""
    waiting: list[ast.AST] = [tree]
    for node in waiting:
        yield node
        for field in ("body", "handlers", "orelse", "finalbody", "cases"):
            inner = getattr(node, field, None)
            if isinstance(inner, list):
                waiting += inner


def imports_of(sources: Mapping[str, str]) -> Imports:
    """Return the imports among these modules, anywhere in a file: at its top, inside a function,
    under TYPE_CHECKING. sources: by module name. Nobody here imports relatively."""
    found: dict[str, dict[str, int]] = {}
    for module, source in sources.items():
        named = found[module] = {}
        for node in statements(ast.parse(source)):
            if isinstance(node, ast.Import):
                wanted = [(alias.name, "") for alias in node.names]
            elif isinstance(node, ast.ImportFrom):
                assert node.module and not node.level, f"{module}:{node.lineno}: a relative import"
                wanted = [(f"{node.module}.{alias.name}", node.module) for alias in node.names]
            else:
                continue
            for name, otherwise in wanted:
                other = name if name in sources else otherwise
                if other in sources and other != module:
                    named[other] = min(node.lineno, named.get(other, node.lineno))
    return found


def circle_in(imports: Imports) -> list[str]:
    """One circle, a line for each import in it: `module:line: imports module`; or nothing."""
    graph = {module: sorted(named) for module, named in sorted(imports.items())}
    try:
        TopologicalSorter(graph).prepare()
    except CycleError as error:
        circle = error.args[1][::-1]  # each entry imports the next one; the last is the first
        return [
            f"{module}:{imports[module][other]}: imports {other}"
            for module, other in pairwise(circle)
        ]
    return []


def all_imports() -> Imports:
    """Those of all files, but for tests that no other file names."""
    sources = {}
    for path in files_under(*SOURCES):
        module = name_of(path).removesuffix(".py").removesuffix("/__init__").replace("/", ".")
        sources[module] = path.read_text(encoding="utf-8")
    named = {name for source in sources.values() for name in NAMED.findall(source)}
    for module in [m for m in sources if ".test_" in m and m.rpartition(".")[2] not in named]:
        del sources[module]
    return imports_of(sources)


def test_the_circles_are_seen() -> None:
    late = "def f():\n    from p import b"
    types = "if TYPE_CHECKING:\n    from p.a import A"
    assert circle_in(imports_of({"p.a": late, "p.b": "import p.c", "p.c": types})) == [
        "p.a:2: imports p.b",
        "p.b:1: imports p.c",
        "p.c:2: imports p.a",
    ]
    assert not circle_in(imports_of({"p": "", "p.a": "from p import b", "p.b": "import p"}))


def test_no_files_import_each_other_in_a_circle() -> None:
    fail_with("these import each other in a circle:", circle_in(all_imports()))


# ------------------------------------------------------------------ words that may stand nowhere


def lines_matching(pattern: str, paths: list[Path]) -> Iterator[str]:
    expression = re.compile(pattern)
    for path in paths:
        try:
            text = path.read_text(encoding="utf-8")
        except (UnicodeDecodeError, FileNotFoundError):  # a picture; a file just removed
            continue
        for number, line in enumerate(text.splitlines(), start=1):
            if match := expression.search(line):
                yield f"{name_of(path)}:{number}: `{match[0]}`"


# Put together from pieces, so that these lines do not find themselves.
PLACEHOLDER = r"\b(" + "|".join(["TO" + "DO", "FIX" + "ME", "NotImplemented" + "Error"]) + r")\b"
PLACES = "|".join(
    [
        r"(?<![\w.-])/(work|root)" + "/",
        "/opt/" + "(pypi|wheels)",
        r"\bpypi\." + "org",
        "python" + "hosted",
        r"\bdeb\.debian\." + "org",
        "--(extra-)?index" + "-url",
        r"\.\./sha" + "red",
        r"\bsha" + r"red/(DESIGN|STYLE|client|crypto|field|hooks|rulebooks|rules|sketches)\b",
    ]
)
MADE_HERE = {"build", "dist", "__pycache__"}


def all_files() -> list[Path]:
    """Every file of the project: not what tools made, no folder that begins with a dot but .ci.
    (In a second work tree of git, .git is a file.)"""
    found: list[Path] = []
    for folder, folders, names in os.walk(ROOT):
        folders[:] = sorted(
            name
            for name in folders
            if name == ".ci"
            or not (name.startswith(".") or name in MADE_HERE or name.endswith(".egg-info"))
        )
        found += [Path(folder, name) for name in sorted(names) if name != ".git"]
    return found


def test_the_word_checks_see() -> None:
    for bad in ("# TO" + "DO: later", "raise NotImplemented" + "Error"):
        assert re.search(PLACEHOLDER, bad)
    assert not re.search(PLACEHOLDER, "return NotImplemented")
    for bad in ("cd /wo" + "rk/main", "https://pypi." + "org/simple", "see ../sha" + "red/x"):
        assert re.search(PLACES, bad)
    assert not re.search(PLACES, "a shared deck, net/work/room.py, share/work")


def test_nothing_is_left_for_later() -> None:
    found = list(lines_matching(PLACEHOLDER, files_under("owm_net", "scripts", "fuzz")))
    fail_with("placeholders:", found)


def test_no_file_names_a_machine_a_registry_or_a_workplace() -> None:
    found = list(lines_matching(PLACES, all_files()))
    fail_with("places that not everybody has:", found)


def test_one_function_opens_the_files_that_others_named() -> None:
    """Else one pipe in a folder that somebody filled keeps its reader waiting for ever."""
    reads = r"\.open\(\"r|\bopen\([^()]*(\([^()]*\)[^()]*)?\"r|O_RDONLY"
    pattern = rf"{reads}|\.read_(bytes|text)\(|Image\.open\(path"
    ours = (
        "files/reading.py",
        "files/secret.py",
        "engine/data.py",
        "art/lettering.py",
        "art/cache.py",
        "/cli.py",
        "web/keeping.py",  # a page has no pipes
        "router/gateway.py",  # what the kernel says of itself
        "program/built.py",  # beside the program itself
    )
    files = [
        file
        for file in files_under("owm_net")
        if not str(file).endswith(ours) and "/relay/" not in str(file)
    ]
    fail_with("opened without a look at what it is:", list(lines_matching(pattern, files)))


NO_MATTER_OF_A_TABLE = "|".join(
    [
        r"\((?:[A-Z]+-)?[A-Z]+-\d\d\b",  # the id of a rule or a ruling in what is said
        r"[\"'](?:[A-Z]+-)*[A-Z]+-\d+[\"']",  # the same, alone, as for a refusal
        r"\bcast\(",
        r"\b(state|g)\.agenda\b",
        r"\boptions\(",
    ]
)


@pytest.mark.parametrize(
    "bad",
    [
        'detail="in sight (OWM-LOS-05)"',
        'tip="it hurts (R-11)"',
        'return Refusal("HON-ACT-04", why)',
        "return FAULT.with_rule('R-11')",
        "g = cast(OwmState, view.state)",
        "frame = view.state.agenda[-1]",
        "for squad in model.options():",
    ],
)
def test_the_check_of_tables_sees(bad: str) -> None:
    assert re.search(NO_MATTER_OF_A_TABLE, bad)


def test_a_table_supplies_where_things_are_drawn_and_no_rule() -> None:
    tables = files_under("owm_net/client/tables")
    found = list(lines_matching(NO_MATTER_OF_A_TABLE, tables))
    fail_with("what the rules should say:", found)


def test_nobody_mentions_asyncio() -> None:
    pattern = r"\b(import|from) asyncio\b"
    found = list(lines_matching(pattern, files_under("owm_net", "scripts", "fuzz")))
    fail_with("trio only:", found)


def test_locks_name_hashes_and_no_places() -> None:
    for path in files_under("requirements", suffix=".txt"):
        text = path.read_text(encoding="utf-8")
        for entry in re.split(r"(?m)^(?=[a-z0-9])", text):
            if entry.strip():
                assert "--hash=sha256:" in entry, f"{name_of(path)}: no hash: {entry.split()[0]}"
        assert not re.search(r"(?m)^\s*(-|.*://)(?!-hash)", text), f"{name_of(path)}: names a place"


# ------------------------------------------------------------------ names one can search for

SHARED = (
    *("client", "engine", "files", "net", "program", "protocol", "relay", "session", "strangers"),
    "websocket",
)


def public_classes() -> Iterator[tuple[str, str]]:
    """Yield the name and the file of each public class of the shared layers and the tables."""
    for path in files_under(*(f"owm_net/{layer}" for layer in SHARED)):
        for node in ast.parse(path.read_text(encoding="utf-8")).body:
            if isinstance(node, ast.ClassDef) and not node.name.startswith("_"):
                yield node.name, name_of(path)


def test_no_class_of_the_shared_layers_shares_a_name_with_another_or_with_one_of_a_table() -> None:
    where: dict[str, list[str]] = {}
    for name, file in sorted(public_classes(), key=lambda found: "client/tables/" in found[1]):
        if "client/tables/" not in file or name in where:  # two tables may share one
            where.setdefault(name, []).append(file)
    twice = [f"{name}: {', '.join(files)}" for name, files in sorted(where.items()) if files[1:]]
    fail_with("call one of these otherwise, so that each can be searched for:", twice)


# ------------------------------------------------------------------ the tools


def run_tool(tool: str, *arguments: str) -> None:
    """The tool from this Python's environment, no input; its output is the failure's text."""
    program = shutil.which(tool, path=str(Path(sys.executable).parent))
    assert program, f"{tool} is not installed beside {sys.executable}"
    done = subprocess.run(
        [program, *arguments],
        cwd=ROOT,
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        timeout=300,
    )
    if done.returncode:
        pytest.fail(f"{tool}\n{done.stdout}{done.stderr}", pytrace=False)


@pytest.mark.slow
def test_ruff() -> None:
    run_tool("ruff", "check", "--output-format=concise", ".")


def test_ruff_excepts_no_file_that_needs_no_exception() -> None:
    """The files that pyproject.toml excepts from a limit to a function's size exceed it."""
    settings = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    excepted = settings["tool"]["ruff"]["lint"]["per-file-ignores"]
    said = subprocess.run(
        [
            sys.executable,
            "-m",
            "ruff",
            "check",
            "--output-format=json",
            "--no-cache",
            "--select=C901,PLR0912,PLR0913,PLR0915",
            "--config=lint.per-file-ignores={}",
            ".",
        ],
        cwd=ROOT,
        capture_output=True,
        text=True,
    )
    found = {(name_of(Path(one["filename"])), one["code"]) for one in json.loads(said.stdout)}
    needless = [
        f"{name} no longer needs {code}"
        for pattern, codes in excepted.items()
        for code in set(codes) & {"C901", "PLR0912", "PLR0913", "PLR0915"}
        for name in names_in(pattern)
        if not any(code == other and path.startswith(name) for path, other in found)
    ]
    fail_with("take these out of per-file-ignores in pyproject.toml:", needless)


def names_in(pattern: str) -> list[str]:
    """a/{b,c}.py is a/b.py and a/c.py; a/** is everything that begins with a/."""
    before, brace, rest = pattern.removesuffix("**").partition("{")
    inside, _, after = rest.partition("}")
    return [before + word + after for word in inside.split(",")] if brace else [before]


def test_mypy_is_strict_but_for_tests() -> None:
    settings = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["tool"]["mypy"]
    assert settings["strict"] is True
    assert {"owm_net", "relay", "scripts", "fuzz", "tests"} == set(settings["files"])
    for less in settings["overrides"]:
        # what only a browser has, or an extra that mypy must not see even where it is installed
        if set(less) - {"follow_imports"} == {"module", "ignore_missing_imports"}:
            continue
        assert all(module.startswith("tests.") for module in less["module"]), less


@pytest.mark.slow
def test_who_imports_whom() -> None:
    run_tool("lint-imports", "--no-cache", "--no-logo")


def modules_after(statement: str) -> set[str]:
    done = subprocess.run(
        [sys.executable, "-c", f"{statement}; import sys; print(*sys.modules)"],
        cwd=ROOT,
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        timeout=240,
    )
    if done.returncode:
        pytest.fail(f"{statement}\n{done.stderr}", pytrace=False)
    return {name.split(".")[0] for name in done.stdout.split()}


@pytest.mark.parametrize("verb", ["systems", "systems --json"])
def test_the_list_of_systems_loads_no_game_and_nothing_that_lays_text_out(verb: str) -> None:
    loaded = modules_after(f"import owm_net.cli as cli; cli.main({verb.split()})")
    assert not loaded & {"rich", "trio", "attrs", "attr"}


HEAVY = {"arcade", "pyglet", "PIL", "cryptography", "nacl", "cbor2", "cattrs"}
RELAY = "owm_net.relay"
RELAY_MODULES = [
    f"{RELAY}.{path.stem}" for path in files_under("owm_net/relay") if "__" not in path.stem
]


def test_what_the_relay_imports_is_light() -> None:
    """A relay is installed without the extras, so nothing it imports may need them."""
    modules = ["owm_net.protocol.framing", RELAY, *RELAY_MODULES]
    loaded = modules_after(f"import {', '.join(modules)}")
    assert "owm_net" in loaded and not HEAVY & loaded


def test_a_match_in_a_terminal_loads_nothing_that_draws() -> None:
    """A player without a window does not wait for the window's libraries."""
    begun = (
        "from owm_net.verbs import host, join, play, resume, watch; from owm_net import games;"
        "from owm_net.client.tables.terminal import Conversation;"
        "Conversation(games.get('skeleton'))"
    )
    assert not {"arcade", "pyglet", "PIL"} & modules_after(begun)
