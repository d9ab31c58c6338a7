"""The list of a tournament's entrants: a text file, a name and a key in each line."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Final

from owm_net.engine.text import say
from owm_net.files.reading import read_plain
from owm_net.files.reasons import reason
from owm_net.protocol.words import fingerprint, read_fingerprint

MOST_BYTES: Final = 1 << 18
LONGEST_NAME: Final = 64
_DIGITS: Final = re.compile("[0-9a-fA-F]{64}")


class BadEntrants(ValueError):
    """A list that cannot be used. faults: every fault, a line each."""

    def __init__(self, path: Path, faults: list[str]) -> None:
        self.path = path
        self.faults = faults
        super().__init__("; ".join(faults))


def read_entrants(path: Path) -> dict[str, str]:
    """Return key, in six words or 64 digits as written, -> name. Raises BadEntrants."""
    try:
        data = read_plain(path, MOST_BYTES)
    except OSError as e:
        raise BadEntrants(path, [say("it cannot be read: {why}", why=reason(e))]) from e
    if len(data) > MOST_BYTES:
        raise BadEntrants(path, [say("it is larger than {n} KiB", n=MOST_BYTES >> 10)])
    try:
        lines = data.decode("utf-8-sig").split("\n")
    except UnicodeDecodeError as e:
        where = data.count(b"\n", 0, e.start) + 1
        raise BadEntrants(path, [say("line {n}: this is not UTF-8", n=where)]) from e
    found: dict[str, str] = {}
    first: dict[str, int] = {}
    faults: list[str] = []
    for number, line in enumerate(lines, 1):
        if not line.strip() or line.lstrip().startswith("#"):
            continue
        name, _, typed = line.rpartition(":")
        name, key = " ".join(name.split()), _key(typed.strip())
        words = fingerprint(bytes.fromhex(key)) if _DIGITS.fullmatch(key) else key
        why = _why_not(name, key)
        if not why and (before := first.get(words) or first.get(name)):
            why = say("line {before} already has this key or this name", before=before)
        if why:
            faults.append(say("line {n}: {why}", n=number, why=why))
            continue
        found[key] = name
        first[words] = first[name] = number
    if not faults and not found:
        faults.append(say("it names nobody"))
    if faults:
        raise BadEntrants(path, faults)
    return found


def _key(typed: str) -> str:
    """A key as it is looked for: its 64 hexadecimal digits or its six words; "" for neither."""
    if _DIGITS.fullmatch(typed):
        return typed.lower()
    return read_fingerprint(typed)


def _why_not(name: str, key: str) -> str:
    if not name or len(name) > LONGEST_NAME or not name.isprintable():
        return say("it must be a name of at most {n} letters, a colon, and a key", n=LONGEST_NAME)
    if not key:
        return say("after the colon, write the six words of a key, or its 64 digits")
    return ""
