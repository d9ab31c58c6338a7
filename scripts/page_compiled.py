"""Chooses and compiles the modules of the page: runs in Pyodide, by scripts/page_tools.mjs.

Compiled by the page's own Python, so that a browser compiles nothing. What no module of the page
can import is left out, by reading the imports: each of owm_net and the packages counts, wherever it
stands; of the standard library's own only those at the top of a module, for the others are for
what few programs do. `FURTHER` has those of them that we do reach.
"""

from __future__ import annotations

import ast
import io
import marshal
import sys
import zipfile
from collections.abc import Iterator
from importlib.util import MAGIC_NUMBER

ROOTS = ("owm_net.web.main", "owm_net.games", "owm_net.client.tables", "stand_ins", "trio._core")
"""Where a page begins, and the packages out of which it picks modules by their names."""

ORDER = "owm_net/web/order.txt"
"""Where it is written in which order a page imports its modules."""

FURTHER = (
    "_pyodide",
    "pyodide",
    "concurrent.futures.process",
    "concurrent.futures.thread",
    "encodings.ascii",
    "encodings.cp437",
    "encodings.idna",
    "encodings.latin_1",
    "encodings.utf_16",
    "encodings.utf_16_be",
    "encodings.utf_16_le",
    "encodings.utf_8",
    "encodings.utf_8_sig",
    "importlib.resources",
    "importlib.readers",
    "linecache",
    "tokenize",
    "traceback",
)
"""What Python itself imports while it starts, reads data or tells of an error."""

WITH_DOCSTRINGS = ("_pyodide", "pyodide")
"""They make something of their docstrings."""

FROM_THE_PAGE = {"js", "page_pixels", "page_points", "page_sodium", "page_thinker", "pyodide_js"}
"""Modules that JavaScript gives."""

NEVER_TRUE = (
    "TYPE_CHECKING",
    "typing.TYPE_CHECKING",
    "t.TYPE_CHECKING",
    "_t.TYPE_CHECKING",
    "__name__ == '__main__'",
)
"""Conditions in an imported module."""

_HEADER = MAGIC_NUMBER + (1).to_bytes(4, "little") + bytes(8)
"""Of a .pyc that is never compared with its source (PEP 552)."""


class Module:
    """A module's source. name: with dots. place: in the archive."""

    def __init__(self, name: str, place: str, source: bytes, *, package: bool) -> None:
        self.name, self.place, self.package = name, place, package
        self.tree = ast.parse(source)

    def compiled(self) -> bytes:
        """The bytes of its .pyc."""
        if self.name.partition(".")[0] not in WITH_DOCSTRINGS:
            _strip(self.tree)
        code = compile(self.tree, self.place, "exec", dont_inherit=True, optimize=0)
        return _HEADER + marshal.dumps(code)

    def imports(self, *, all_of_them: bool) -> Iterator[str]:
        """Yield what it imports by full names; from a package also what may be a module of it.

        Not under conditions that are never true. all_of_them: those within functions too.
        """
        parts = self.name.split(".")
        for node in _walk(self.tree, all_of_them):
            if isinstance(node, ast.Import):
                yield from (alias.name for alias in node.names)
            elif isinstance(node, ast.ImportFrom):
                above = parts[: len(parts) - node.level + self.package] if node.level else []
                base = ".".join([*above, *filter(None, [node.module])])
                yield base
                yield from (f"{base}.{alias.name}" for alias in node.names)

    def needs(self) -> Iterator[str]:
        """Yield what it cannot be imported without."""
        for node in self.tree.body:
            if isinstance(node, ast.Import):
                yield from (alias.name for alias in node.names)
            elif isinstance(node, ast.ImportFrom) and not node.level:
                yield node.module or ""


def _walk(tree: ast.AST, deep: bool) -> Iterator[ast.AST]:
    for node in ast.iter_child_nodes(tree):
        if isinstance(node, ast.If) and ast.unparse(node.test) in NEVER_TRUE:
            for other in node.orelse:
                yield other
                yield from _walk(other, deep)
        elif deep or not isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef, ast.Lambda)):
            yield node
            yield from _walk(node, deep)


def _strip(tree: ast.Module) -> None:
    """Take the docstrings away. A class keeps one, for dataclasses would make a longer one."""
    for node in ast.walk(tree):
        if not isinstance(node, (ast.Module, ast.ClassDef, ast.FunctionDef, ast.AsyncFunctionDef)):
            continue
        match node.body:
            case [ast.Expr(value=ast.Constant(value=str()) as said), *rest]:
                if isinstance(node, ast.ClassDef):
                    said.value = "-"
                elif rest or isinstance(node, ast.Module):
                    del node.body[0]
                else:
                    said.value = ""


def modules(files: dict[str, bytes], prefix: str = "") -> dict[str, Module]:
    """The modules among the files, by their names."""
    found = {}
    for place, source in files.items():
        if place.endswith(".py"):
            path = place.removeprefix(prefix).removesuffix(".py")
            package = path.endswith("__init__")
            name = path.removesuffix("/__init__").replace("/", ".")
            found[name] = Module(name, place, source, package=package)
    return found


def reached(known: dict[str, Module], roots: list[str], *, deep: frozenset[str]) -> set[str]:
    """The names of all modules that the roots lead to. deep: those of which each import counts."""
    found: set[str] = set()
    waiting = list(roots)
    while waiting:
        name = waiting.pop()
        while name and name not in found:
            if name in known:
                found.add(name)
                waiting.extend(known[name].imports(all_of_them=name in deep))
            name = name.rpartition(".")[0]
    return found


def importable(owned: dict[str, Module], others: set[str]) -> dict[str, Module]:
    """Those of owm_net and the packages that do not import, at their top, what is not here: a
    window, a server. others: the outermost names of all that is not owned."""
    ours = {name.partition(".")[0] for name in owned}
    while True:
        missing = {
            name
            for name, module in owned.items()
            for wanted in module.needs()
            if wanted not in owned
            if (outermost := wanted.partition(".")[0]) in ours or outermost not in others
        }
        if not missing:
            return owned
        owned = {name: module for name, module in owned.items() if name not in missing}


def in_order(known: dict[str, Module]) -> list[str]:
    """The names of modules, each after those without which it cannot be imported: first what leads
    to the first of ROOTS, then what functions import, then the other ROOTS."""
    found: dict[str, None] = {}
    seen: set[str] = set()
    waiting = [name for root in ROOTS for name in sorted(known) if _under(name, (root,))]

    def visit(name: str) -> None:
        if name in seen:
            return
        seen.add(name)
        if "." in name:
            visit(name.rpartition(".")[0])
        if name in known:
            for needed in known[name].imports(all_of_them=False):
                visit(needed)
            found[name] = None
            later.extend(known[name].imports(all_of_them=True))

    while waiting:
        later: list[str] = []
        visit(waiting.pop(0))
        waiting = [*later, *waiting]
    return list(found)


def main(library: bytes, ours: bytes) -> tuple[bytes, bytes]:
    """Return the zip of the standard library and that of owm_net, made of the zips of sources."""
    standard, own = _unzipped(library), _unzipped(ours)
    known = modules(standard)
    owned = modules({n: b for n, b in own.items() if not n.startswith("stand_ins/")})
    owned |= modules({n: b for n, b in own.items() if n.startswith("stand_ins/")}, "stand_ins/")
    others = {name.partition(".")[0] for name in known} | set(sys.builtin_module_names)
    owned = importable(owned, others | FROM_THE_PAGE)
    together = known | owned
    roots = [name for name in together if _under(name, ROOTS)]
    roots += [m.name for m in together.values() if m.place.startswith("stand_ins/")]
    roots += [name for name in together if _under(name, FURTHER)]
    kept = reached(together, roots, deep=frozenset(owned))

    def made(those: dict[str, Module], files: dict[str, bytes]) -> bytes:
        compiled = {m.place + "c": m.compiled() for m in those.values() if m.name in kept}
        return _zipped(compiled | {n: b for n, b in files.items() if not n.endswith(".py")})

    own[ORDER] = "\n".join(in_order({n: m for n, m in owned.items() if n in kept})).encode()
    return made(known, standard), made(owned, own)


def _under(name: str, roots: tuple[str, ...]) -> bool:
    return any(name == root or name.startswith(f"{root}.") for root in roots)


def _unzipped(data: bytes) -> dict[str, bytes]:
    with zipfile.ZipFile(io.BytesIO(data)) as packed:
        return {n: packed.read(n) for n in sorted(packed.namelist()) if not n.endswith("/")}


def _zipped(files: dict[str, bytes]) -> bytes:
    """Not packed: a server packs all of it better."""
    data = io.BytesIO()
    with zipfile.ZipFile(data, "w") as made:
        for name, content in sorted(files.items()):
            made.writestr(zipfile.ZipInfo(name), content)
    return data.getvalue()
