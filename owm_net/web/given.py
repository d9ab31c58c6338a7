"""Files that the player gives the page, by dropping or choosing them: logs, and hands that others
have opened. They lie beside each other, as in a folder, until the tab is closed."""

from __future__ import annotations

import os
import re
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from owm_net.client.language import tr
from owm_net.files.reading import read_plain
from owm_net.files.where import place

FOLDER = Path("/home/given")
NAME = re.compile(r"[^\w .()+-]|^\.+")
"""What no name of a file keeps."""
LONGEST = 100
"""Letters of a name; its end says what the file is."""
LOG = ".owmlog"


def begin() -> None:
    """From here on a file is named without its folder, as the player knows it."""
    FOLDER.mkdir(parents=True, exist_ok=True)
    os.chdir(FOLDER)


def keep(files: Sequence[Any]) -> Path | None:
    """Keep files; return the one to be looked at: the first log, else the first of all.

    files: each with `name` and `bytes`. A log of ours is looked at where our own hand is.
    """
    paths = []
    for file in files:
        data = bytes(file["bytes"])
        path = Path(NAME.sub("_", file["name"])[-LONGEST:] or "_")
        path.write_bytes(data)
        ours = place("logs") / path.name
        paths.append(ours if ours.is_file() and read_plain(ours, len(data)) == data else path)
    return next((path for path in paths if path.suffix == LOG), paths[0] if paths else None)


def too_large(name: str) -> str:
    """Say that the page does not read a file. page.mjs knows what it reads."""
    return tr("{file}: larger than anything that this page reads", file=name)
