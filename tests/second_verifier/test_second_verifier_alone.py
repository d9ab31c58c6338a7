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
                assert path.name in {"rules.py", "course.py", "verify.py"}, path.name
            elif first == "tests":
                assert name.startswith("tests.second_verifier."), f"{path.name} imports {name}"
            else:
                assert first in sys.stdlib_module_names, f"{path.name} imports {name}"


def test_only_rules_py_asks_the_engine_anything() -> None:
    """The others name its classes and call nothing of it."""
    for path in SOURCES:
        engine = {n for n in imported(path) if n.startswith("owm_net")}
        if path.name == "course.py":
            assert all(name.startswith("owm_net.engine.requests.") for name in engine)
        elif path.name == "verify.py":
            assert engine == {"owm_net.engine.system.System"}
        elif path.name != "rules.py":
            assert not engine


def test_nothing_it_imports_loads_the_first_verifier() -> None:
    """Not by a detour either: in a fresh interpreter, protocol and session stay out."""
    import subprocess

    code = (
        "import sys, tests.second_verifier.verify\n"
        "bad = [m for m in sys.modules if m.startswith(('owm_net.protocol', 'owm_net.session',"
        " 'nacl', 'cryptography'))]\n"
        "print(bad)"
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
