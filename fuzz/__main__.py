"""`python -m fuzz [WHAT] [options]`: every module here that has `main(arguments)` is a WHAT."""

from __future__ import annotations

import ast
import importlib
import sys
from pathlib import Path

DEFAULT = "everything"


def fuzzers() -> dict[str, str]:
    """Name of each fuzzer -> the first line of its text. Nothing is imported for this."""
    found = {}
    for file in sorted(Path(__file__).parent.glob("*.py")):
        tree = ast.parse(file.read_text("utf-8"))
        has_main = any(
            isinstance(node, ast.FunctionDef) and node.name == "main" and node.args.args
            for node in tree.body
        )
        if has_main and not file.stem.startswith("_"):
            found[file.stem] = (ast.get_docstring(tree) or "").partition("\n")[0]
    return found


def main(arguments: list[str]) -> int:
    """Run one fuzzer; without a name, all of them for a few minutes."""
    known = fuzzers()
    if arguments and arguments[0] in ("-h", "--help"):
        print("usage: python -m fuzz [WHAT] [options]      (make fuzz ARGS='WHAT options')\n")
        for name, line in known.items():
            print(f"  {name:<14} {line}")
        print(
            f"\nWithout WHAT: {DEFAULT}. Each has its own --help: python -m fuzz {DEFAULT} --help"
        )
        return 0
    what = DEFAULT
    if arguments and not arguments[0].startswith("-"):
        what, arguments = arguments[0], arguments[1:]
    if what not in known:
        print(f"fuzz: there is no {what!r}; there are {', '.join(known)}", file=sys.stderr)
        return 2
    result: int = importlib.import_module(f"fuzz.{what}").main(arguments)
    return result


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
