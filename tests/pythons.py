"""The other Pythons of this machine, for tests that all of them agree: our programs run in each."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from functools import cache
from pathlib import Path

import attrs

ROOT = Path(__file__).resolve().parent.parent
NONE_HERE = "no other Python >= 3.11 on this machine: looked on PATH, for pyenv and uv"


@cache
def other_pythons() -> dict[str, str]:
    """Version -> program, for every Python >= 3.11 found here but this one."""
    places = [shutil.which(f"python3.{minor}") for minor in range(11, 20)]
    for root in (os.environ.get("PYENV_ROOT", ""), Path.home() / ".pyenv", "/opt/pyenv"):
        places += sorted(map(str, Path(root, "versions").glob("3.*/bin/python"))) if root else []
    uv = Path.home() / ".local" / "share" / "uv" / "python"
    places += sorted(map(str, uv.glob("cpython-3*/bin/python3")))
    found: dict[str, str] = {}
    ask = "import sys; print(*sys.version_info[:3], sys.implementation.name)"
    for program in filter(None, places):
        said = subprocess.run([program, "-c", ask], capture_output=True, text=True, check=False)
        if said.returncode == 0 and (3, 11) <= tuple(map(int, said.stdout.split()[:2])) < (4, 0):
            found.setdefault(said.stdout.strip().replace(" ", "."), program)
    here = ".".join(map(str, sys.version_info[:3])) + f".{sys.implementation.name}"
    found.pop(here, None)
    return found


def said_by(program: str, hash_seed: str, module: str, *arguments: str) -> str:
    """Return the output of a module of ours under a Python, which needs nothing but ours and
    attrs."""
    environment = {
        "PYTHONPATH": os.pathsep.join([str(ROOT), str(Path(attrs.__file__).parents[1])]),
        "PYTHONHASHSEED": hash_seed,
        "PATH": os.environ.get("PATH", ""),
    }
    done = subprocess.run(
        [program, "-m", module, *arguments],
        cwd=ROOT,
        env=environment,
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        timeout=200,
    )
    assert done.returncode == 0, f"{program}\n{done.stderr}"
    return done.stdout
