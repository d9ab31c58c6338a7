"""A hand that its player has published after a match: their secrets, for everybody.

`<log>.hand1` is that of seat 1. It holds the keys of that seat for this one match, and no key of
its player: with the log anybody sees, and can check, what it was shown. A player who publishes a
hand sends the file; keep it beside the recipient's log, under the same name or another.

The file is MAGIC, a byte for the seat, and the notes, each behind 4 bytes of its length.
"""

from __future__ import annotations

from contextlib import suppress
from pathlib import Path
from typing import Final

from owm_net.engine.text import say
from owm_net.files.reading import read_plain
from owm_net.files.reasons import reason
from owm_net.files.written import Place

MAGIC: Final = b"owm-net hand 1\n"
SUFFIX: Final = ".hand"
MOST: Final = 1 << 20
"""Bytes of such a file."""
MOST_STRANGE: Final = 16
"""So many that are of no log here are looked into, the newest names first."""


class BadHand(ValueError):
    """The file does not hold a hand of this match."""


def hand_path(log: Path, seat: int) -> Path:
    """Where the opened hand of a seat is, beside a log."""
    return log.with_name(f"{log.name}{SUFFIX}{seat + 1}")


def write_hand(log: Path, seat: int, notes: list[bytes]) -> Path:
    """Open a hand. notes: keys and choices for this match, and nothing else. Raises CannotWrite."""
    return _write(hand_path(log, seat), MAGIC + bytes([seat]) + b"".join(map(_framed, notes)))


def keep_hand(log: Path, seat: int, data: bytes) -> Path:
    """A hand that its player has sent; whether it is of this match, its log shows. Raises BadHand,
    CannotWrite."""
    path = hand_path(log, seat)
    if _notes(data, seat) is None:
        raise BadHand(say("{path} is no opened hand of seat {n}", path=path, n=seat + 1))
    return _write(path, data)


def _write(path: Path, data: bytes) -> Path:
    elsewhere = say("move it away")
    taken = say(
        "{path} already exists and is not an opened hand; {elsewhere}",
        path=path,
        elsewhere=elsewhere,
    )
    with Place(path, say("the opened hand"), elsewhere, taken, (MAGIC,)).written() as half:
        half.write_bytes(data)
    return path


def hands_beside(log: Path, seat: int) -> list[Path]:
    """Return the files beside a log that may be the opened hand of a seat: the file of its name,
    and those that belong to no log here. The recipient's log may have another name than the
    sender's."""
    named = hand_path(log, seat)
    others = []
    with suppress(OSError):
        others = sorted(log.parent.glob(f"*{SUFFIX}{seat + 1}"), reverse=True)
    strange = [p for p in others if p != named and not p.with_suffix("").exists()]
    found = [named, *strange[:MOST_STRANGE]]
    return [path for path in found if path.is_file()]


def read_hand(path: Path, seat: int) -> list[bytes]:
    """The notes of a hand that somebody has opened; whether they are of a match, its log shows.
    Raises BadHand."""
    notes = _notes(_read(path), seat)
    if notes is None:
        raise BadHand(say("{path} is no opened hand of seat {n}", path=path, n=seat + 1))
    return notes


def whose_hand(path: Path) -> tuple[int, list[bytes], bytes]:
    """Return the seat of an opened hand under any file name, its notes, and all its bytes. Raises
    BadHand."""
    data = _read(path)
    seat = data[len(MAGIC)] if len(data) > len(MAGIC) else 0
    notes = _notes(data, seat)
    if notes is None:
        raise BadHand(say("{path} is no opened hand", path=path))
    return seat, notes, data


def looks_like_hand(path: Path) -> bool:
    """Return True if a file begins as an opened hand does. Raises nothing: what cannot be read is
    none."""
    with suppress(OSError):
        return read_plain(path, len(MAGIC)).startswith(MAGIC)
    return False


def _read(path: Path) -> bytes:
    """Not more than shows that it is too long."""
    try:
        return read_plain(path, MOST)
    except OSError as e:
        raise BadHand(say("cannot read {path}: {why}", path=path, why=reason(e))) from e


def _framed(note: bytes) -> bytes:
    return len(note).to_bytes(4, "big") + note


def _notes(data: bytes, seat: int) -> list[bytes] | None:
    head = MAGIC + bytes([seat])
    if len(data) > MOST or not data.startswith(head):
        return None
    notes, at = [], len(head)
    while at < len(data):
        end = at + 4 + int.from_bytes(data[at : at + 4], "big")
        if end > len(data) or at + 4 > len(data):
            return None
        notes.append(data[at + 4 : end])
        at = end
    return notes
