"""A bundle for a bug report: what `owm-net doctor` has found, and no secret.

No key, passphrase, log or private file goes in, and no name of a person, machine or folder: paths
of the home folder are written `~`, the login name and the machine's are left out. A player who
reports a broken match adds its log, which names the players.
"""

from __future__ import annotations

import getpass
import json
import os
import platform
import re
import sys
import zipfile
from collections.abc import Sequence
from contextlib import suppress
from importlib.metadata import distributions
from pathlib import Path
from typing import Any

from owm_net import PROGRAM
from owm_net.engine.text import say
from owm_net.files.home import CannotWrite, folder
from owm_net.files.written import Place
from owm_net.program.built import commit
from owm_net.program.checkup.finding import Finding

SEEN = ("LANG", "LC_ALL", "XDG_SESSION_TYPE", "LIBGL_ALWAYS_SOFTWARE", "PYTHONHASHSEED")
"""Of the environment, with their values; of others only whether they are there."""
THERE = ("DISPLAY", "WAYLAND_DISPLAY", "OWM_HOME", "OWM_PASSPHRASE", "VIRTUAL_ENV")
SHORTEST = 3
"""Letters of a name that is left out of words; a shorter one stands in too many."""


def write_bundle(path: Path, findings: Sequence[Finding]) -> list[str]:
    """Write it; an existing file is never written over. Returns the names of what is in it.

    Raises CannotWrite.
    """
    parts = {
        "findings.txt": "".join(f"{line}\n" for f in findings for line in f.lines()),
        "machine.json": json.dumps(_machine(), indent=1),
        "packages.txt": "".join(f"{name}\n" for name in _packages()),
        "files.json": json.dumps(_files(), indent=1),
    }
    with (
        bundle_place(path).written() as half,
        zipfile.ZipFile(half, "w", zipfile.ZIP_DEFLATED) as archive,
    ):
        for name, text in parts.items():
            archive.writestr(zipfile.ZipInfo(name), scrubbed(text))
    return list(parts)


def bundle_place(path: Path) -> Place:
    """Where a bundle may be: where no file is."""
    taken = say("there is a file {path} already; choose another name", path=path)
    return Place(path, say("the bundle"), say("choose another place"), taken)


def scrubbed(text: str) -> str:
    """Without paths of the home folder, the login name and the name of the machine."""
    for home in sorted(_homes(), key=len, reverse=True):
        text = text.replace(home, "~").replace(json.dumps(home)[1:-1], "~")
    for name in _names():
        text = re.sub(rf"(?i){re.escape(name)}", "user", text)
    return text


def _homes() -> set[str]:
    found = {os.environ.get("OWM_HOME", ""), os.path.expanduser("~")}
    found |= {os.environ.get(name, "") for name in ("HOME", "USERPROFILE", "VIRTUAL_ENV")}
    found |= {os.path.realpath(home) for home in found if home}
    return {home.rstrip("/\\") for home in found if len(home.rstrip("/\\")) > 1}


def _names() -> set[str]:
    found = {Path(home).name for home in _homes()}
    found |= {os.environ.get(name, "") for name in ("USER", "LOGNAME", "USERNAME")}
    found.add(platform.node().partition(".")[0])
    with suppress(KeyError, OSError):
        found.add(getpass.getuser())
    found -= {"root"}  # tells nothing of who it is, and stands in many a sentence
    return {name for name in found if len(name) >= SHORTEST}


def _machine() -> dict[str, Any]:
    return {
        "program": PROGRAM,
        "commit": commit(),
        "system": platform.system(),
        "release": platform.release(),
        "machine": platform.machine(),
        "python": sys.version,
        "environment": {
            **{name: os.environ[name] for name in SEEN if name in os.environ},
            **{name: "is set" for name in THERE if name in os.environ},
        },
    }


def _packages() -> list[str]:
    return sorted({f"{d.metadata['Name']} {d.version}" for d in distributions()})


def _files() -> dict[str, Any]:
    """How many files of which kind and size lie in the logs folder; players choose their names."""
    found: dict[str, list[int]] = {}
    with suppress(CannotWrite, OSError):
        for file in folder("logs").iterdir():
            kind = ".owmlog" + file.name.partition(".owmlog")[2] if ".owmlog" in file.name else ""
            kind = kind if kind in KINDS else "other"
            found.setdefault(kind, []).append(file.stat().st_size)
    return {kind: {"files": len(sizes), "bytes": sum(sizes)} for kind, sizes in found.items()}


KINDS = (".owmlog", ".owmlog.private", ".owmlog.computer", ".owmlog.computer.private")
