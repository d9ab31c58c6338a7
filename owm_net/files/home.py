"""Where settings, keys, logs and caches live: OWM_HOME, else the platform's usual places."""

from __future__ import annotations

import os
import shlex
import shutil
import sys
import sysconfig
import tempfile
from contextlib import suppress
from pathlib import Path

import platformdirs

from owm_net.engine.text import say
from owm_net.files.secret import make_folder, own_only


class CannotWrite(OSError):
    """A folder or file of ours cannot be written; str() is one line for people.

    why: the system's reason alone, kept as `strerror`: it names no folder, so others may be told.
    """

    def __init__(self, line: str, why: str | None = None) -> None:
        super().__init__(line)
        self.strerror = why


MAKE_ROOM = "make room for it, then go on with"
"""What to do when a file of a match cannot be written to any more."""
ENOUGH = 64 * 1024
"""Bytes that a folder must take before a match begins: its first records and notes."""


def program() -> str:
    """How `owm-net` is typed here, for the commands that we print: its name if PATH finds this
    installation, else the path of its script (in a checkout .venv/bin/owm-net), else by Python."""
    started = Path(sys.argv[0])
    if started.stem == "owm-net" and started.is_file():
        script: str | None = str(started)
    else:
        script = shutil.which("owm-net", path=sysconfig.get_path("scripts"))
    if script is None:
        return f"{_typed(sys.executable or 'python')} -m owm_net"
    found = shutil.which("owm-net")
    if found is not None and Path(found).resolve() == Path(script).resolve():
        return "owm-net"
    return _typed(script)


def _typed(path: str) -> str:
    """A path as it can be typed in this folder."""
    whole = os.path.abspath(path)
    with suppress(ValueError, OSError):
        whole = str(Path(whole).relative_to(os.getcwd()))
    if os.name == "nt":
        return f'"{whole}"' if " " in whole else whole
    return shlex.quote(whole if os.sep in whole else f"./{whole}")


def _base(kind: str) -> Path:
    home = os.environ.get("OWM_HOME")
    if home:
        return Path(home) / kind
    dirs = platformdirs.PlatformDirs("owm-net", appauthor=False)
    return (
        Path(
            {
                "keys": dirs.user_data_dir,
                "logs": dirs.user_data_dir,
                "cache": dirs.user_cache_dir,
                "settings": dirs.user_config_dir,
                "computer": dirs.user_data_dir,
            }[kind]
        )
        / kind
    )


def folder(kind: str) -> Path:
    """The folder for "keys", "logs", "cache", "settings" or "computer" (the home of the computer
    player, who has keys of its own), made if it is missing.

    Raises CannotWrite.
    """
    path = _base(kind)
    try:
        make_folder(path)
        if kind in ("keys", "computer"):
            path.chmod(0o700)
        elif kind == "logs":
            own_only(path)
    except OSError as e:
        raise CannotWrite(
            say(
                "cannot make the folder {path}: {why}; set OWM_HOME to a folder that you may write"
                " to",
                path=path,
                why=(e.strerror or str(e)).lower(),
            )
        ) from e
    return path


def check_folder(path: Path, advice: str = say("set OWM_HOME to another folder")) -> None:
    """Raise CannotWrite, with advice on what to do, unless a file can be kept in a folder now."""
    try:
        with tempfile.TemporaryFile(dir=path) as file:
            file.write(bytes(ENOUGH))
            file.flush()
            os.fsync(file.fileno())
    except OSError as e:
        why = (e.strerror or str(e)).lower()
        raise CannotWrite(
            say(
                "cannot write into the folder {path}: {why}; {advice}",
                path=path,
                why=why,
                advice=advice,
            )
        ) from e
