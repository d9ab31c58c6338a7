"""The program behind `make rules`, on small ledgers and tests; and our own not-yet.toml."""

from __future__ import annotations

import importlib.util
import json
import sys
from pathlib import Path
from types import ModuleType

import pytest

ROOT = Path(__file__).resolve().parent.parent


def load() -> ModuleType:
    spec = importlib.util.spec_from_file_location("rules_table", ROOT / "scripts/rules_table.py")
    assert spec and spec.loader
    module = importlib.util.module_from_spec(spec)
    sys.modules[spec.name] = module
    spec.loader.exec_module(module)
    return module


rules_table = load()

LEDGER = """
| id | rule | test | lvl | hid |
|---|---|---|---|---|
| OWM-AAA-01 | Always. | a | P | none |
| OWM-AAA-02 | With a bar \\| in it. | b | P/L | none |
| OWM-BBB-01 | Decisions only. | c | L | none |
| A-62 | a ruling | x | P | none |

Examples:

| id | situation | result |
|---|---|---|
| OWM-EX-01 | one | two |

| weapon | range |
|---|---|
| PPS-43 | 3 |
"""


def test_a_ledger_is_read_row_by_row() -> None:
    rules, problems = rules_table.read_ledger(LEDGER)
    assert not problems
    assert [rule.id for rule in rules] == ["OWM-AAA-01", "OWM-AAA-02", "OWM-BBB-01", "OWM-EX-01"]
    assert rules[1].text == "With a bar | in it."
    assert rules[1].line == 5
    assert rules[1].levels == {"P", "L"}
    assert rules[3].levels is None


def test_a_level_in_force_is_enough_and_no_level_column_means_always() -> None:
    rules, _ = rules_table.read_ledger(LEDGER)
    private, lieutenant = frozenset({"P"}), frozenset({"L"})
    assert [rules_table.in_force(rule, private) for rule in rules] == [True, True, False, True]
    assert [rules_table.in_force(rule, lieutenant) for rule in rules] == [False, True, True, True]


def test_a_broken_row_and_a_second_use_of_an_id_are_problems() -> None:
    text = LEDGER.replace("| c | L | none |", "| c | L |") + "\n| id | rule |\n|-|-|\n"
    _, problems = rules_table.read_ledger(text + "| OWM-AAA-01 | Again. |\n")
    assert problems == [
        "line 6: OWM-BBB-01 has 4 cells, not 5",
        "line 21: OWM-AAA-01 stands already in line 4",
    ]


TESTS = """
import pytest
from pytest import mark
rule = pytest.mark.rule

@pytest.mark.rule("OWM-AAA-01", "OWM-AAA-02")
def test_one(): ...

@mark.rule("OWM-AAA-01")
class TestAll:
    @rule("OWM-BBB-01")
    async def test_two(self): ...

@pytest.mark.parametrize("n", [pytest.param(1, marks=pytest.mark.rule("OWM-EX-01"))])
def test_three(n): ...
"""


def test_marks_are_found_on_functions_classes_and_parameters() -> None:
    found = rules_table.read_citations({"tests/t.py": TESTS})
    assert not found.problems
    assert found.tests == {
        "OWM-AAA-01": ["tests/t.py::test_one", "tests/t.py::TestAll"],
        "OWM-AAA-02": ["tests/t.py::test_one"],
        "OWM-BBB-01": ["tests/t.py::TestAll::test_two"],
        "OWM-EX-01": ["tests/t.py::test_three"],
    }


def test_a_mark_for_the_whole_module_belongs_to_the_file() -> None:
    text = "import pytest\npytestmark = [pytest.mark.rule('OWM-AAA-01')]\n"
    assert rules_table.read_citations({"t.py": text}).tests == {"OWM-AAA-01": ["t.py"]}


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("@pytest.mark.rule(*IDS)\ndef test_a(): ...", "t.py:1: t.py::test_a: write the rule ids"),
        ("@pytest.mark.rule()\ndef test_a(): ...", "t.py:1: t.py::test_a: the mark names no rule"),
        ("@pytest.mark.rule('OWM-AAA-01')\ndef test_a(:", "t.py:2: cannot be read"),
    ],
)
def test_a_mark_that_says_nothing_is_a_problem(text: str, problem: str) -> None:
    (found,) = rules_table.read_citations({"t.py": text}).problems
    assert found.startswith(problem)


def test_each_rule_stands_in_one_list() -> None:
    waiting = {"OWM-AAA-02": "no cause", "OWM-BBB-01": "needless", "OWM-ZZZ-01": "unknown"}
    table = rules_table.build("owm", LEDGER, waiting, {"OWM-AAA-02": ["t"]}, frozenset({"P"}))
    assert [rule.id for rule, _ in table.covered] == ["OWM-AAA-02"]
    assert [rule.id for rule in table.uncovered] == ["OWM-AAA-01", "OWM-EX-01"]
    assert [rule.id for rule in table.other_level] == ["OWM-BBB-01"]
    assert table.stale == [
        "OWM-AAA-02 is covered and still in not-yet.toml",
        "OWM-BBB-01 is in not-yet.toml and not in force anyway",
    ]
    assert table.problems == ["docs/rules/not-yet.toml: OWM-ZZZ-01: no such rule"]
    assert not table.ok


def test_an_entry_without_a_reason_is_a_problem() -> None:
    waiting, problems = rules_table.read_not_yet('[[owm]]\nids = ["OWM-A-1"]\nreason = " "\n')
    assert waiting == {"owm": {"OWM-A-1": ""}}
    assert problems == ["owm[1]: needs ids and a reason, and nothing else"]


@pytest.fixture
def project(tmp_path: Path) -> Path:
    """A project whose only uncovered rules are those the test leaves uncovered."""
    for folder in ("docs/rules", "tests", "owm_net/games/owm"):
        (tmp_path / folder).mkdir(parents=True)
    (tmp_path / "docs/rules/owm.md").write_text(LEDGER, encoding="utf-8")
    (tmp_path / "docs/rules/later.md").write_text("| id | rule |\n|-|-|\n| LAT-A-01 | x |\n")
    (tmp_path / "owm_net/games/owm/__init__.py").touch()
    (tmp_path / "tests/test_a.py").write_text(TESTS, encoding="utf-8")
    return tmp_path


def test_all_covered_is_zero(project: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert rules_table.main([], root=project) == 0
    assert "4 covered, 0 uncovered" in capsys.readouterr().out


def test_a_ledger_without_code_only_counts_once_it_has_some(
    project: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert rules_table.main(["--json"], root=project) == 0
    later = json.loads(capsys.readouterr().out)["systems"][0]
    assert later["system"] == "later"
    assert not later["has_code"]
    assert later["uncovered"] == ["LAT-A-01"]
    (project / "owm_net/games/later").mkdir()
    (project / "owm_net/games/later/state.py").touch()
    assert rules_table.main([], root=project) == 1


def test_uncovered_is_one_and_named(project: Path, capsys: pytest.CaptureFixture[str]) -> None:
    text = TESTS.replace('"OWM-EX-01"', '"OWM-AAA-01"')
    (project / "tests/test_a.py").write_text(text, encoding="utf-8")
    assert rules_table.main([], root=project) == 1
    assert "UNCOVERED  OWM-EX-01" in capsys.readouterr().out
    entry = '[[owm]]\nids = ["OWM-EX-01"]\nreason = "cannot come up"\n'
    (project / "docs/rules/not-yet.toml").write_text(entry, encoding="utf-8")
    assert rules_table.main([], root=project) == 0


def test_an_unknown_id_names_its_test(project: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (project / "tests/test_b.py").write_text('@pytest.mark.rule("OWM-AAA-99")\ndef test_x(): ...')
    assert rules_table.main([], root=project) == 1
    assert "tests/test_b.py::test_x: cites OWM-AAA-99" in capsys.readouterr().out


def test_our_own_ledgers_marks_and_exceptions_agree() -> None:
    """Not whether every rule is covered: that is `make rules`. Whether what is written is sound."""
    tables, problems = rules_table.collect(ROOT)
    for table in tables:
        problems += table.problems + table.stale
    if problems:
        pytest.fail("\n".join(problems), pytrace=False)
