"""Logs of other versions of the rules: the program of the release that plays them is kept here, and
judges and shows them; of a release that is not, how to get it.

`owm_net/files/released` holds the package of each release as it was (`scripts/freeze.py`). Nothing
of it is read before a log asks for it. It runs as a process of its own, in a home of its own, where
it can change nothing but its own settings.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import tempfile
import zipfile
from contextlib import suppress
from pathlib import Path
from typing import Any

from owm_net import files
from owm_net.client.language import current, tr
from owm_net.engine.system import System
from owm_net.engine.text import say
from owm_net.files import page
from owm_net.files.home import CannotWrite, as_typed, folder
from owm_net.files.reasons import reason
from owm_net.files.where import place
from owm_net.program.failing import CANNOT, Fail
from owm_net.program.options.declared import typed
from owm_net.session.verify import OtherRulesVersion

UNTAGGED = {"0.1.0": "f710b2f990257701ea5328957632986adc0d1c7f"}
"""Release -> its commit, of the one made before there were tags. All others are tagged v<release>
(docs/releasing.md)."""
SHORT = 12
"""Digits of a commit that are enough to name it."""
NOT_IN_A_WINDOW = ("0.1.0",)
"""Releases that replay no log in a window."""
KEPT = Path(files.__file__).parent / "released"
"""The programs of releases, a zip each."""


class OtherProgram(Fail):
    """Only another release of owm_net can say anything of a log. rules: the facts, for scripts.
    release: which, if it is kept here; else "".

    verb, more: what was typed, as it is to be typed there.
    """

    def __init__(self, path: Path, verb: str, other: OtherRulesVersion, more: str = "") -> None:
        system, played = other.system, other.played
        release = system.released.get(played, "")
        self.rules = {
            "system": system.id,
            "played": played,
            "here": system.version,
            "release": release,
        }
        self.release = release if is_kept(release) else ""
        self.told = tr("{path}: {why}", path=path, why=other)
        command = f"owm-net {verb} {as_typed(path.absolute())} {more}".rstrip()
        super().__init__("\n  ".join((self.told, *_how(system, played, command))))


def is_kept(release: str) -> bool:
    """Return True if the program of a release can be run here."""
    return page.here() is None and bool(release) and (KEPT / f"{release}.zip").is_file()


def run_release(other: OtherProgram, verb: str, options: Any) -> int:
    """Have the kept program of a release do what was typed. Returns its exit code. Raises the
    error itself if the release is not kept, CannotWrite, Fail if it does not start."""
    if not other.release:
        raise other
    sys.stderr.write(
        tr(
            "{what}; release {n}, which is kept here, goes on",
            what=other.told,
            n=other.release,
        )
        + "\n"
    )
    sys.stderr.flush()
    sys.stdout.flush()
    command, around = _started(other.release)
    try:
        return subprocess.run([*command, verb, *typed(options)], env=around, check=False).returncode
    except OSError as e:
        why = say("release {n} does not start: {why}", n=other.release, why=reason(e))
        raise Fail(why, CANNOT) from e


def watch_release(other: OtherProgram, log: Path) -> None:
    """Have the kept program of a release show a log, in a window of its own. Raises the error
    itself if the release is not kept, Fail if it has no such window, CannotWrite, OSError."""
    if not other.release:
        raise other
    if other.release in NOT_IN_A_WINDOW:
        why = say(
            "{what}; release {n} shows no replay in a window: owm-net replay FILE --text tells it",
            what=other.told,
            n=other.release,
        )
        raise Fail(why, CANNOT)
    command, around = _started(other.release)
    subprocess.Popen(
        [*command, "replay", str(log.absolute())],
        env=around,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        start_new_session=True,
    )


def _started(release: str) -> tuple[list[str], dict[str, str]]:
    """The command that a verb is added to, and its environment."""
    unpacked = _unpacked(release)
    home = unpacked / "home"
    home.mkdir(exist_ok=True)
    with suppress(OSError):  # without it only the own cards stay closed
        (home / "keys").symlink_to(place("keys"), target_is_directory=True)
    around = {**os.environ, "PYTHONPATH": str(unpacked), "OWM_HOME": str(home)}
    around["LANGUAGE"] = current()
    return [sys.executable, "-P", "-m", "owm_net"], around


def _unpacked(release: str) -> Path:
    """The folder of a release's program, unpacked when it is wanted first. Raises CannotWrite."""
    there = folder("cache") / f"release-{release}"
    if (there / "owm_net" / "__main__.py").is_file():
        return there
    shutil.rmtree(there, ignore_errors=True)
    try:
        half = Path(tempfile.mkdtemp(prefix=f"release-{release}-", dir=there.parent))
        with zipfile.ZipFile(KEPT / f"{release}.zip") as kept:
            kept.extractall(half)
        with suppress(OSError):  # another program was faster
            half.rename(there)
        shutil.rmtree(half, ignore_errors=True)
    except OSError as e:
        why = reason(e)
        raise CannotWrite(
            say(
                "release {n} cannot be unpacked into {there}: {why}",
                n=release,
                there=there,
                why=why,
            ),
            why,
        ) from e
    return there


def _how(system: System, played: str, command: str) -> list[str]:
    """Return the advice for a log of another version, a line each."""
    release = system.released.get(played, "")
    if release:
        there = f"../owm_net-{release}"
        commit = UNTAGGED.get(release, "")[:SHORT] or f"v{release}"
        if page.here() is not None:
            return [tr("release {n} of owm_net plays it", n=release)]
        get = f"git worktree add {there} {commit}"
        return [
            tr("release {n} of owm_net plays it; in a checkout of owm_net type:", n=release),
            f"{get} && python3 {there}/scripts/bootstrap.py play",
            f"{there}/.venv/bin/{command}",
        ]
    if _number(played) > _number(system.version):
        return [tr("a newer release of owm_net plays it: install that")]
    return [
        tr("no release of owm_net has that version; only the program it was played with plays it")
    ]


def _number(version: str) -> int:
    return int(version) if version.isascii() and version.isdigit() else 0
