"""The program behind `make mutants`, on small sources; and what docs/mutants.md explains."""

from __future__ import annotations

import importlib.util
import subprocess
import sys
from pathlib import Path
from types import ModuleType

import pytest

ROOT = Path(__file__).resolve().parent.parent


def load() -> ModuleType:
    spec = importlib.util.spec_from_file_location("mutants", ROOT / "scripts/mutants.py")
    assert spec and spec.loader
    module = importlib.util.module_from_spec(spec)
    sys.modules[spec.name] = module
    spec.loader.exec_module(module)
    return module


mutants = load()


def changes(text: str) -> list[str]:
    """The new line of each mutant of a source of one line."""
    source = text.encode()
    return [mutant.applied(source).decode() for mutant in mutants.mutants_of("a.py", source)]


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        ("x = a < b", ["x = a <= b", "x = a >= b"]),
        ("x = a is not b", ["x = a is b"]),
        ("x = (a) not in (b)", ["x = (a) in (b)"]),
        ("x = a and b", ["x = a", "x = a or b"]),
        ("x = a or b or c", ["x = b or c", "x = a or b", "x = a or c"]),
        ("x = not a", ["x = a"]),
        ("x = y[1]", ["x = y[2]"]),
        ("x = True", ["x = False"]),
        ("x = a + b", ["x = a - b"]),
        ("x = a if b else c", ["x = (a)", "x = (c)"]),
        ("x = any(a)", ["x = all(a)"]),
        ("x.y = z", ["pass"]),
        ("x += z", ["pass"]),
        ("x(z)", ["pass"]),
        ("é = 'é' == b", ["é = 'é' != b"]),
    ],
)
def test_what_is_changed(text: str, wanted: list[str]) -> None:
    assert sorted(changes(text)) == sorted(wanted)


@pytest.mark.parametrize(
    "text",
    [
        '"""Words, 1 < 2."""',
        "def f(x: Literal[1]) -> Literal[2]: ...",
        "@define(frozen=True)\nclass A: ...",
        'raise Refusal("A", 1 + 2)',
        'x = f"{a + 1}"',
        "x: int = field(kw_only=True)",
    ],
)
def test_what_no_test_could_notice_is_left_alone(text: str) -> None:
    assert changes(text) == []


def test_every_file_has_its_share_and_the_seed_decides() -> None:
    source = b"x = 1\n" * 20
    pool = {path: mutants.mutants_of(path, source) for path in ("a.py", "b.py", "c.py")}
    chosen = mutants.choose(pool, 9, 2, 1)
    assert len(set(chosen)) == 9
    assert sorted(m.path for m in chosen[:6]) == ["a.py", "a.py", "b.py", "b.py", "c.py", "c.py"]
    assert chosen == mutants.choose(pool, 9, 2, 1) != mutants.choose(pool, 9, 2, 2)


def test_the_quickest_test_of_a_line_comes_first() -> None:
    record = mutants.Record(
        {"slow": 3.0, "quick": 0.1, "other": 0.2},
        {"a.py": {1: {""}, 2: {"slow", "quick"}, 3: {"other"}}},
        {"a.py": "text"},
    )

    def tests(line: int, text: str = "text") -> list[str]:
        return list(record.tests_for(mutants.Mutant("a.py", line, line, 0, 0, ""), text))

    assert tests(2) == ["quick", "slow"]
    assert tests(4) == []
    # Of a line that runs at import, and of a file that has changed, all tests of the file.
    record.lines["b.py"] = {1: {""}}  # a file of tables: those of its neighbours
    tables = record.tests_for(mutants.Mutant("b.py", 1, 1, 0, 0, ""), "text")
    assert tests(1) == tables == tests(2, "changed") == ["quick", "other", "slow"]


PROJECT = {
    "pyproject.toml": "[tool.pytest.ini_options]\n",
    "owm_net/__init__.py": "",
    "owm_net/rules.py": "def far(n):\n    return n > 3\n\n\ndef near(n):\n    return n < 3\n",
    "tests/test_rules.py": "from owm_net.rules import far\n\n\n"
    "def test_far():\n    assert far(4)\n    assert not far(1)\n",
    "docs/mutants.md": "# Mutants\n",
}


def test_a_project_is_tried(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """far(3) is not tried, near at no place; both are told, and nothing in the project changes."""
    for name, text in PROJECT.items():
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text(text)
    (tmp_path / "scripts").mkdir()
    (tmp_path / "scripts/mutants.py").write_bytes((ROOT / "scripts/mutants.py").read_bytes())
    subprocess.run(["git", "init", "-q", "."], cwd=tmp_path, check=True)
    monkeypatch.setattr(mutants, "ROOT", tmp_path)
    monkeypatch.setattr(mutants, "KEPT", tmp_path / "kept.json")
    monkeypatch.setattr(mutants, "EXPLAINED", tmp_path / "docs/mutants.md")
    assert mutants.main(["owm_net/rules.py", "--tests", "tests", "-n", "99"]) == 1
    told = capsys.readouterr().out
    assert "owm_net/rules.py:2  survived 1 tests" in told
    assert "    - return n > 3\n    + return n >= 3\n" in told
    assert "owm_net/rules.py:6  no test runs it" in told
    assert "in all: 6 tried, 2 killed, 1 survived, 3 on lines that no test runs" in told
    assert (tmp_path / "owm_net/rules.py").read_text() == PROJECT["owm_net/rules.py"]
    # What is explained is not tried again.
    explained = (
        "## `owm_net/rules.py`\n\nNobody plays at 3.\n\n    - return n > 3\n    + return n >= 3\n"
    )
    (tmp_path / "docs/mutants.md").write_text(explained)
    again = ["owm_net/rules.py", "--keep", "--at", "owm_net/rules.py:2"]
    assert mutants.main(again) == 0
    assert "in all: 2 tried, 2 killed" in capsys.readouterr().out


def test_what_is_explained_can_still_be_made() -> None:
    """An explanation of a line that is no longer there says nothing about today's code."""
    for path, diff in mutants.read_explained((ROOT / "docs/mutants.md").read_text("utf-8")):
        source = (ROOT / path).read_bytes()
        taken_out = next(line for line in diff if line.startswith("-"))[1:].strip()
        numbered = enumerate(source.decode().splitlines(), 1)
        made: list[tuple[str, ...]] = []
        for at in [number for number, line in numbered if line.strip() == taken_out]:
            found = mutants.mutants_of(path, source, range(at, at + 1))
            made += [tuple(mutant.diff(source)) for mutant in found]
        assert diff in made, f"docs/mutants.md, {path}: take out what is said of {diff}"
