"""The folders in which settings, keys, logs and caches live, made where they are missing."""

from __future__ import annotations

import os
import re
import shlex
import shutil
import sys
import sysconfig
import tempfile
from contextlib import suppress
from pathlib import Path

from owm_net.engine.text import say
from owm_net.files.reasons import reason
from owm_net.files.secret import make_folder, own_only
from owm_net.files.where import place


class CannotWrite(OSError):
    """A folder or file of ours cannot be written; str() is one line for people.

    why: the system's reason alone, kept as `strerror`: it names no folder, so others may be told.
    """

    def __init__(self, line: str, why: str | None = None) -> None:
        super().__init__(line)
        self.said = line
        self.strerror = why


ENOUGH = 64 * 1024
"""Bytes that a folder must take before a match begins: its first records and notes."""


def program() -> str:
    """How `owm-net` is typed here, for the commands that we print: its name if PATH finds this
    installation, else the path of its script (in a checkout .venv/bin/owm-net), else by Python."""
    if sys.platform == "emscripten":
        return "owm-net"  # a page knows of no installation
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
    return as_typed(whole if os.name == "nt" or os.sep in whole else f"./{whole}")


_PLAIN = re.compile(r"[\w.:+/\\-]+")
"""What the shells of Windows take as it is."""


def as_typed(word: object, system: str = os.name) -> str:
    """A word of a command that we print, as the shell takes it for one word: sh and its like, or
    on Windows ("nt") both cmd.exe and PowerShell, which know double quotes alone in common."""
    text = str(word)
    if system != "nt":
        return shlex.quote(text)
    if _PLAIN.fullmatch(text):
        return text
    ends = text[len(text.rstrip("\\")) :]  # the last of these would make the quote a letter
    return f'"{text}{ends}"'


def folder(kind: str) -> Path:
    """Return the folder for "keys", "logs", "cache", "settings" or "computer" (the home of the
    computer player, which has its own keys), made if it is missing.

    Raises CannotWrite.
    """
    path = place(kind)
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
                why=reason(e),
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
        why = reason(e)
        raise CannotWrite(
            say(
                "cannot write into the folder {path}: {why}; {advice}",
                path=path,
                why=why,
                advice=advice,
            )
        ) from e
