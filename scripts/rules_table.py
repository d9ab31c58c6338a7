"""`make rules`: which rules are shown to hold by which tests, and which by none.

Reads the ledgers docs/rules/<system>.md and, without running them, the tests: a test names its
rules with `@pytest.mark.rule("OWM-FIRE-05", ...)`. Rules that cannot come up yet stand, each with
its reason, in docs/rules/not-yet.toml. Needs nothing but Python 3.11.

A ledger counts once owm_net/games/<system>/ has code; until then it is only mentioned. Where its
tables have a column `lvl`, the rows in force are those of LEVELS_IN_FORCE.
Exit codes: 0 every rule in force is covered; 1 one is not, or the marks, the ledgers or
not-yet.toml contradict each other; 2 wrong usage.
"""

from __future__ import annotations

import argparse
import ast
import json
import re
import sys
import tomllib
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
# Levels of play that exist as code. A row marked `P/L` is in force as soon as one of its levels is.
LEVELS_IN_FORCE = frozenset({"P", "L", "C"})
RULE_ID = re.compile(r"[A-Z]{3,}(?:-[A-Z0-9]+)+")  # not A-62 or G-04: rulings and gaps


@dataclass(frozen=True)
class Rule:
    """One row of a ledger. levels is None where the table has no column `lvl`: always in force."""

    id: str
    text: str
    line: int
    levels: frozenset[str] | None


@dataclass
class Citations:
    """The tests' citations: rule id -> tests, and marks that cannot be read."""

    tests: dict[str, list[str]] = field(default_factory=dict)
    problems: list[str] = field(default_factory=list)


# ------------------------------------------------------------------ ledgers


def cells_of(line: str) -> list[str]:
    """The cells of a table row; a bar escaped as \\| belongs to its cell."""
    parts = re.split(r"(?<!\\)\|", line.strip())
    return [part.strip().replace("\\|", "|") for part in parts[1:-1]]


def read_ledger(text: str) -> tuple[list[Rule], list[str]]:
    """The rules of a ledger in its order, and what is wrong with it."""
    rules: dict[str, Rule] = {}
    problems = []
    header: list[str] = []
    for number, line in enumerate(text.splitlines(), start=1):
        if not line.startswith("|"):
            header = []
            continue
        cells = cells_of(line)
        if not header:
            header = [cell.lower() for cell in cells]
            continue
        rule_id = cells[0].strip("`* ") if cells else ""
        if header[0] != "id" or not RULE_ID.fullmatch(rule_id):
            continue
        if len(cells) != len(header):
            problems.append(f"line {number}: {rule_id} has {len(cells)} cells, not {len(header)}")
        if rule_id in rules:
            first = rules[rule_id].line
            problems.append(f"line {number}: {rule_id} stands already in line {first}")
            continue
        row = dict(zip(header, cells, strict=False))
        levels = frozenset(row.get("lvl", "").split("/")) if "lvl" in header else None
        rules[rule_id] = Rule(rule_id, cells[1] if len(cells) > 1 else "", number, levels)
    return list(rules.values()), problems


def in_force(rule: Rule, levels: frozenset[str]) -> bool:
    return rule.levels is None or bool(rule.levels & levels)


def read_not_yet(text: str) -> tuple[dict[str, dict[str, str]], list[str]]:
    """System -> rule id -> reason, and what is wrong: an entry is ids = [...], reason = "..."."""
    waiting: dict[str, dict[str, str]] = {}
    problems = []
    for system, entries in tomllib.loads(text).items():
        listed = waiting.setdefault(system, {})
        for number, entry in enumerate(entries, start=1):
            where = f"{system}[{number}]"
            reason = entry.get("reason", "").strip()
            if set(entry) != {"ids", "reason"} or not reason:
                problems.append(f"{where}: needs ids and a reason, and nothing else")
            for rule_id in entry.get("ids", []):
                if rule_id in listed:
                    problems.append(f"{where}: {rule_id} is listed twice")
                listed[rule_id] = reason
    return waiting, problems


# ------------------------------------------------------------------ tests


def is_mark(node: ast.expr) -> bool:
    """Return True if this is `pytest.mark.rule`, or `mark.rule`."""
    if not (isinstance(node, ast.Attribute) and node.attr == "rule"):
        return False
    owner = node.value
    return (isinstance(owner, ast.Attribute) and owner.attr == "mark") or (
        isinstance(owner, ast.Name) and owner.id == "mark"
    )


def marks_in(tree: ast.Module) -> Iterator[tuple[str, ast.Call]]:
    """Each call of the mark with the test, class or module it belongs to."""
    names = {
        target.id
        for node in tree.body
        if isinstance(node, ast.Assign) and is_mark(node.value)
        for target in node.targets
        if isinstance(target, ast.Name)
    }

    def walk(node: ast.AST, owner: str) -> Iterator[tuple[str, ast.Call]]:
        if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)):
            owner = f"{owner}::{node.name}" if owner else node.name
        elif isinstance(node, ast.Call) and (
            is_mark(node.func) or (isinstance(node.func, ast.Name) and node.func.id in names)
        ):
            yield owner, node
        for child in ast.iter_child_nodes(node):
            yield from walk(child, owner)

    yield from walk(tree, "")


def read_citations(sources: dict[str, str]) -> Citations:
    """sources: path -> text of each test file."""
    found = Citations()
    for path, text in sources.items():
        if "mark.rule" not in text:
            continue
        try:
            tree = ast.parse(text, path)
        except SyntaxError as error:
            found.problems.append(f"{path}:{error.lineno}: cannot be read: {error.msg}")
            continue
        for owner, call in marks_in(tree):
            test = f"{path}::{owner}" if owner else path
            if not call.args or call.keywords:
                found.problems.append(f"{path}:{call.lineno}: {test}: the mark names no rule")
            for argument in call.args:
                if isinstance(argument, ast.Constant) and isinstance(argument.value, str):
                    tests = found.tests.setdefault(argument.value, [])
                    if test not in tests:
                        tests.append(test)
                else:
                    found.problems.append(
                        f"{path}:{call.lineno}: {test}: write the rule ids out as strings"
                    )
    return found


# ------------------------------------------------------------------ the table


@dataclass
class Table:
    """All of one system. The four lists hold each of its rules once."""

    system: str
    has_code: bool
    covered: list[tuple[Rule, list[str]]] = field(default_factory=list)
    uncovered: list[Rule] = field(default_factory=list)
    waiting: list[tuple[Rule, str]] = field(default_factory=list)
    other_level: list[Rule] = field(default_factory=list)
    stale: list[str] = field(default_factory=list)
    problems: list[str] = field(default_factory=list)

    @property
    def ok(self) -> bool:
        return not self.problems and not (self.has_code and self.uncovered)


def build(
    system: str,
    ledger: str,
    waiting: dict[str, str],
    citations: dict[str, list[str]],
    levels: frozenset[str] = LEVELS_IN_FORCE,
    has_code: bool = True,
) -> Table:
    rules, problems = read_ledger(ledger)
    table = Table(system, has_code)
    table.problems += [f"docs/rules/{system}.md: {problem}" for problem in problems]
    known = {rule.id for rule in rules}
    for rule_id in waiting:
        if rule_id not in known:
            table.problems.append(f"docs/rules/not-yet.toml: {rule_id}: no such rule")
    for rule in rules:
        tests = citations.get(rule.id)
        if tests:
            table.covered.append((rule, tests))
            if rule.id in waiting:
                table.stale.append(f"{rule.id} is covered and still in not-yet.toml")
        elif not in_force(rule, levels):
            table.other_level.append(rule)
            if rule.id in waiting:
                table.stale.append(f"{rule.id} is in not-yet.toml and not in force anyway")
        elif rule.id in waiting:
            table.waiting.append((rule, waiting[rule.id]))
        else:
            table.uncovered.append(rule)
    return table


def collect(root: Path, levels: frozenset[str] = LEVELS_IN_FORCE) -> tuple[list[Table], list[str]]:
    """Every system's table, and the problems that belong to none."""
    ledgers = {
        path.stem: path.read_text(encoding="utf-8")
        for path in sorted((root / "docs" / "rules").glob("*.md"))
    }
    sources = {
        path.relative_to(root).as_posix(): path.read_text(encoding="utf-8")
        for path in sorted((root / "tests").rglob("*.py"))
    }
    citations = read_citations(sources)
    not_yet = root / "docs" / "rules" / "not-yet.toml"
    exceptions = not_yet.read_text(encoding="utf-8") if not_yet.exists() else ""
    waiting, problems = read_not_yet(exceptions)
    problems = [f"docs/rules/not-yet.toml: {problem}" for problem in problems]
    problems += citations.problems
    problems += [f"docs/rules/not-yet.toml: no ledger {s}.md" for s in waiting if s not in ledgers]
    tables = []
    known = set()
    for system, text in ledgers.items():
        has_code = any((root / "owm_net" / "games" / system).glob("*.py"))
        tables.append(
            build(system, text, waiting.get(system, {}), citations.tests, levels, has_code)
        )
        known |= {rule.id for rule in read_ledger(text)[0]}
    for rule_id, tests in citations.tests.items():
        if rule_id not in known:
            problems += [f"{test}: cites {rule_id}, which no ledger has" for test in tests]
    return tables, problems


def print_table(table: Table, brief: bool) -> None:
    total = len(table.covered) + len(table.uncovered) + len(table.waiting) + len(table.other_level)
    print(f"== {table.system}: {total} rules")
    if not table.has_code and not table.covered:
        print(f"   no code yet in owm_net/games/{table.system}/\n")
        return
    if not brief:
        for rule, tests in table.covered:
            print(f"   covered    {rule.id:<20} {tests[0]}")
            for test in tests[1:]:
                print(f"   {'':<31} {test}")
        for rule, reason in table.waiting:
            print(f"   not yet    {rule.id:<20} {reason}")
    for rule in table.uncovered:
        print(f"   UNCOVERED  {rule.id:<20} {rule.text[:90]}")
    for line in table.stale:
        print(f"   STALE      {line}")
    for line in table.problems:
        print(f"   WRONG      {line}")
    print(
        f"   {len(table.covered)} covered, {len(table.uncovered)} uncovered, "
        f"{len(table.waiting)} not yet, {len(table.other_level)} of other levels\n"
    )


def as_json(tables: list[Table], problems: list[str]) -> str:
    systems = [
        {
            "system": table.system,
            "has_code": table.has_code,
            "covered": {rule.id: tests for rule, tests in table.covered},
            "uncovered": [rule.id for rule in table.uncovered],
            "not_yet": {rule.id: reason for rule, reason in table.waiting},
            "other_level": [rule.id for rule in table.other_level],
            "stale": table.stale,
            "problems": table.problems,
        }
        for table in tables
    ]
    return json.dumps({"systems": systems, "problems": problems}, indent=2)


def main(arguments: list[str] | None = None, root: Path = ROOT) -> int:
    parser = argparse.ArgumentParser(
        prog="rules_table.py", description="Which rules are covered by which tests, and which not."
    )
    parser.add_argument("--json", action="store_true", help="for a script to read")
    parser.add_argument("--brief", action="store_true", help="only what is uncovered or wrong")
    parser.add_argument(
        "--levels",
        default=",".join(sorted(LEVELS_IN_FORCE)),
        help="levels of play in force, such as P,L (default: %(default)s)",
    )
    options = parser.parse_args(arguments)
    tables, problems = collect(root, frozenset(options.levels.split(",")))
    if options.json:
        print(as_json(tables, problems))
    else:
        for table in tables:
            print_table(table, options.brief)
        for problem in problems:
            print(f"WRONG  {problem}")
        verdict = {t.system: "ok" if t.ok else "not yet" for t in tables if t.has_code}
        print("; ".join(f"{system}: {word}" for system, word in verdict.items()) or "no system yet")
    return 0 if not problems and all(table.ok for table in tables) else 1


if __name__ == "__main__":
    sys.exit(main())
