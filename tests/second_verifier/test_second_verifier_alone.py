"""The second verifier stands alone: what it imports is what its text says."""

from __future__ import annotations

import ast
import sys
from pathlib import Path

FOLDER = Path(__file__).parent
SOURCES = sorted(p for p in FOLDER.glob("*.py") if not p.name.startswith("test_"))
RULES = {"owm_net.games", "owm_net.engine"}


def imported(path: Path) -> set[str]:
    found = set()
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, "absolute imports, so that this test can read them"
            found |= {f"{node.module}.{alias.name}" for alias in node.names}
        elif isinstance(node, ast.Call) and isinstance(node.func, ast.Name):
            assert node.func.id not in {"__import__", "import_module", "exec", "eval"}, path.name
    return found


def test_it_imports_the_rules_and_the_standard_library_alone() -> None:
    assert {p.name for p in SOURCES} >= {"curve.py", "proofs.py", "layout.py", "verify.py"}
    for path in SOURCES:
        for name in imported(path):
            first = name.split(".")[0]
            if first == "owm_net":
                assert ".".join(name.split(".")[:2]) in RULES, f"{path.name} imports {name}"
                assert path.name == "rules.py", path.name
            elif first == "tests":
                assert name.startswith("tests.second_verifier."), f"{path.name} imports {name}"
            else:
                assert first in sys.stdlib_module_names, f"{path.name} imports {name}"


def test_nothing_it_imports_loads_the_first_verifier() -> None:
    """Not by a detour either: in a fresh interpreter, protocol and session stay out; and the whole
    of owm_net, as long as the rules come from a requests file."""
    import subprocess

    code = (
        "import sys, tests.second_verifier.verify\n"
        "early = [m for m in sys.modules if m.startswith('owm_net')]\n"
        "import tests.second_verifier.rules\n"
        "bad = [m for m in sys.modules if m.startswith(('owm_net.protocol', 'owm_net.session',"
        " 'nacl', 'cryptography'))]\n"
        "print(early + bad)"
    )
    done = subprocess.run(
        [sys.executable, "-c", code],
        capture_output=True,
        text=True,
        check=True,
        cwd=FOLDER.parents[1],
        timeout=60,
    )
    assert done.stdout.strip() == "[]"
