"""Small secret files: made once, whole or not at all, readable by their owner only.

And what every file of ours needs that must be found again after a power cut.
"""

from __future__ import annotations

import os
import tempfile
from collections.abc import Callable
from pathlib import Path


def made_once(path: Path, make: Callable[[], bytes]) -> bytes:
    """The content of a secret file, made if it is missing.

    Two programs that start at the same time get the same content; after a crash the file is
    there whole or not at all. Raises OSError.
    """
    if path.exists():
        return path.read_bytes()
    descriptor, name = tempfile.mkstemp(dir=path.parent)  # mode 0600
    try:
        with os.fdopen(descriptor, "wb") as file:
            file.write(make())
            file.flush()
            os.fsync(file.fileno())
        try:
            os.link(name, path)
        except FileExistsError:
            pass  # another program was first
        except OSError:  # a file system without links
            os.replace(name, path)
        sync_folder(path.parent)
    finally:
        Path(name).unlink(missing_ok=True)
    return path.read_bytes()


def make_folder(folder: Path) -> None:
    """A folder, made if it is missing, with those above it, and found after a power cut.

    Raises OSError.
    """
    missing = [path for path in (folder, *folder.parents) if not path.exists()]
    folder.mkdir(parents=True, exist_ok=True)
    for path in missing:
        sync_folder(path.parent)


def sync_folder(folder: Path) -> None:
    """Make sure that a new file is found after a power cut; not everywhere possible."""
    if os.name == "posix":
        descriptor = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(descriptor)
        finally:
            os.close(descriptor)
