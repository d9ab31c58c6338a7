"""The other Pythons of this machine: `python scripts/pythons.py` makes each ready for owm_net.

For every CPython from 3.11 on that is found beside the one running, `.venv-3.X` gets what
requirements/play.txt locks, less the window. Then tests/session/test_session_pythons.py records
matches with each of them and verifies them with the others. Without this it uses those that
happen to have the packages.

Where it looks: OWM_PYTHONS (paths, separated as in PATH), `.venv-*` here, `python3.X` in PATH,
`~/.pyenv/versions`.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from bootstrap import WINDOW_ONLY, lock_file, without

ROOT = Path(__file__).resolve().parent.parent
OLDEST = (3, 11)
ASK = (
    "import importlib.util as u, platform, sys;"
    "need = ('attrs', 'cattrs', 'cryptography', 'nacl', 'platformdirs', 'rich', 'trio');"
    "print(platform.python_implementation(), platform.python_version(),"
    " ','.join(n for n in need if u.find_spec(n) is None) or '-')"
)


class Python(NamedTuple):
    """One interpreter. lacks: packages it would need, with commas, "" if it has all."""

    path: Path
    version: tuple[int, ...]
    lacks: str

    @property
    def name(self) -> str:
        """Its version as people say it: "3.13.1"."""
        return ".".join(map(str, self.version))


def others() -> list[Python]:
    """One of each minor version that is not the running one's; the ready ones before the rest."""
    found: dict[tuple[int, ...], Python] = {}
    for path in _candidates():
        python = _ask(path)
        if python is None or python.version[:2] == sys.version_info[:2]:
            continue
        known = found.get(python.version[:2])
        if known is None or (known.lacks and not python.lacks):
            found[python.version[:2]] = python
    return [found[key] for key in sorted(found)]


def _candidates() -> Iterator[Path]:
    for place in os.environ.get("OWM_PYTHONS", "").split(os.pathsep):
        if place:
            yield Path(place)
    for folder in sorted(ROOT.glob(".venv-*")):
        yield folder / ("Scripts/python.exe" if os.name == "nt" else "bin/python")
    for minor in range(OLDEST[1], OLDEST[1] + 9):
        where = shutil.which(f"python3.{minor}")
        if where:
            yield Path(where)
    yield from sorted((Path.home() / ".pyenv" / "versions").glob("3.*/bin/python"))


def _ask(path: Path) -> Python | None:
    """None for what is no CPython that is new enough."""
    try:
        done = subprocess.run(
            [path, "-c", ASK], capture_output=True, text=True, timeout=60, check=True
        )
        kind, version, lacks = done.stdout.split()
        numbers = tuple(int(part) for part in version.split("."))
    except (OSError, ValueError, subprocess.SubprocessError):
        return None
    if kind != "CPython" or numbers < OLDEST:
        return None
    return Python(path, numbers, "" if lacks == "-" else lacks)


def make_ready(python: Python) -> str:
    """Give it a virtual environment with the packages. Returns why that failed, or ""."""
    venv = ROOT / f".venv-{python.version[0]}.{python.version[1]}"
    lock = venv / "without-window.txt"
    inside = venv / ("Scripts/python.exe" if os.name == "nt" else "bin/python")
    pip: list[str | Path] = [
        inside,
        "-m",
        "pip",
        "install",
        "-q",
        "--disable-pip-version-check",
        "--require-hashes",
        "--no-deps",
        "--only-binary",
        ":all:",
        "-r",
        lock,
    ]
    try:
        subprocess.run([python.path, "-m", "venv", "--clear", venv], check=True)
        text = lock_file("play").read_text(encoding="utf-8")
        lock.write_text(without(text, WINDOW_ONLY), encoding="utf-8")
        subprocess.run(pip, check=True)
    except (OSError, subprocess.SubprocessError) as e:
        shutil.rmtree(venv, ignore_errors=True)
        return str(e)
    return ""


def main() -> int:
    found = others()
    for python in found:
        problem = make_ready(python) if python.lacks else ""
        print(f"Python {python.name}: {problem or 'ready'}", flush=True)
    if not found:
        print(f"no other CPython from {OLDEST[0]}.{OLDEST[1]} on is here; set OWM_PYTHONS")
    return 0


if __name__ == "__main__":
    sys.exit(main())
