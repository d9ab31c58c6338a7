"""Verdicts that are kept, so that the same log is not replayed each time standings are made.

One file in the folder "cache", for one state of the program: any change in the program judges
again. It only saves time. What is missing, damaged, of another program, or could have been written
by somebody else is as if it were not there.
"""

from __future__ import annotations

import hashlib
import json
import os
import sys
from contextlib import suppress
from pathlib import Path
from typing import Any, Final

from owm_net.files.home import CannotWrite, folder
from owm_net.files.reading import open_plain
from owm_net.files.secret import own_only, put_in_place

FILE: Final = "verdicts.json"
MOST: Final = 4096
"""Verdicts that are kept, those that were asked for last."""
MOST_BYTES: Final = 8 << 20
_OTHERS: Final = 0o022
"""The rights of others to write."""


class Verdicts:
    """Those that are kept, by the digests of what was judged. more: what else a verdict depends on,
    such as a pack."""

    def __init__(self, more: str = "") -> None:
        self._program = _mark(more)
        self._changed = False
        self._kept: dict[str, Any] = {}
        with suppress(CannotWrite, OSError, ValueError, RecursionError):
            found = json.loads(_read(folder("cache") / FILE))
            good = isinstance(found, dict) and found.get("program") == self._program
            if good and isinstance(found.get("verdicts"), dict):
                self._kept = found["verdicts"]

    def get(self, digest: str) -> Any:
        """Return the kept verdict, as JSON has it and not checked; None for nothing."""
        found = self._kept.pop(digest, None)
        if found is not None:
            self._kept[digest] = found  # the last, and so kept longest
        return found

    def put(self, digest: str, value: Any) -> None:
        """Keep something that JSON can hold."""
        self._kept[digest] = value
        self._changed = True

    def save(self) -> None:
        """Write new verdicts, if any; if that fails, they are judged again next time."""
        kept = dict(list(self._kept.items())[-MOST:])
        if self._changed:
            data = json.dumps({"program": self._program, "verdicts": kept}).encode()
            if len(data) <= MOST_BYTES:
                with suppress(CannotWrite, OSError):
                    cache = folder("cache")
                    own_only(cache)  # where files are made for a group we would not believe it
                    put_in_place(cache / FILE, data)


def _read(path: Path) -> bytes:
    """Raises OSError, also where somebody else could have written it."""
    with open_plain(path, "O_NOFOLLOW") as file:
        about = os.fstat(file.fileno())
        if os.name == "posix":
            places = (about, path.parent.stat())
            if any(at.st_uid != os.geteuid() or at.st_mode & _OTHERS for at in places):
                raise PermissionError("others may write it")
        if about.st_size > MOST_BYTES:
            raise OSError("longer than we write it")
        return file.read(MOST_BYTES)


def _mark(more: str) -> str:
    """A digest of what judges: every source and data file by name, size and time, and Python."""
    root = Path(__file__).parents[1]
    found = hashlib.sha256(f"{sys.version}\0{more}".encode())
    for where, folders, names in os.walk(root):
        folders[:] = sorted(set(folders) - {"__pycache__", "locale"})
        for name in sorted(names):
            about = os.stat(os.path.join(where, name))
            found.update(f"{where}\0{name}\0{about.st_size}\0{about.st_mtime_ns}\0".encode())
    return found.hexdigest()
