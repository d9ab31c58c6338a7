"""The matches on this machine that can be gone on with."""

from __future__ import annotations

import errno
import os
import time
from contextlib import suppress
from pathlib import Path

from attrs import frozen

from owm_net import games
from owm_net.engine import codec
from owm_net.engine.errors import BadData, BadEncoding
from owm_net.engine.text import listed, say
from owm_net.files.home import CannotWrite, folder
from owm_net.files.logfile import is_in_use
from owm_net.files.private import private_path
from owm_net.files.reading import open_plain
from owm_net.files.reasons import reason
from owm_net.program.computer.opponent import computer_log
from owm_net.protocol.entries import (
    Entry,
    EntryKind,
    TornLog,
    decode_entry,
    read_records,
    split_record,
)
from owm_net.protocol.errors import RemoteProtocolError
from owm_net.session.people import opponents
from owm_net.session.terms import CannotPlay, Terms, decode_hello, decode_terms


@frozen
class Unfinished:
    """A match that was broken off. names: of the players whose HELLO is there, by seat.
    changed: seconds since 1970 when its log was written to last."""

    log: Path
    title: str
    mission: str
    names: tuple[str, ...]
    against_computer: bool
    changed: float

    def __str__(self) -> str:
        when = time.strftime("%Y-%m-%d %H:%M", time.localtime(self.changed))
        who = opponents(self.names)
        return say(
            "{title}, {mission}, {who}, from {when}",
            title=self.title,
            mission=self.mission,
            who=who,
            when=when,
        )


def unfinished() -> list[Unfinished]:
    """Return those in the logs folder, the newest first; except one that is being played right
    now."""
    try:
        logs = _logs()
    except CannotWrite:  # whoever needs the folder says so
        return []
    found = [match for log in logs if (match := look_at(log)) is not None]
    return sorted(found, key=lambda m: (m.changed, m.log.name), reverse=True)


def seems_unfinished() -> bool:
    """Return True if there seems to be one; this reads none of them."""
    try:
        return any(map(_has_private, _logs()))
    except CannotWrite:
        return False


def in_play() -> list[Unfinished]:
    """Those that are being played right now, by other programs on this machine. Raises
    CannotWrite, if the folder cannot be read."""
    found = []
    for log in sorted(_logs()):
        told = _told(log) if _has_private(log) else None
        if told is not None and told[1] is None and not _goes_on(log, False):
            found.append(told[0])
    return found


def out_of_reach() -> list[tuple[Path, str]]:
    """Logs of matches that are not over for all one can see, and why they cannot be read. Raises
    CannotWrite, if the folder cannot be read."""
    found = []
    for log in sorted(_logs()):
        try:
            if private_path(log).exists():
                _read(log)
        except OSError as e:
            found.append((log, reason(e)))
    return found


def _logs() -> list[Path]:
    """Return the files named as logs in the logs folder. Raises CannotWrite, if it cannot be read;
    `glob` would find nothing there, as if there were none."""
    path = folder("logs")
    try:
        return [path / name for name in os.listdir(path) if name.endswith(".owmlog")]
    except OSError as e:
        raise CannotWrite(
            say("cannot read the folder {path}: {why}; set OWM_HOME", path=path, why=reason(e))
        ) from e


def look_at(log: Path) -> Unfinished | None:
    """Return an unfinished log's match; None if it cannot be resumed."""
    found = _told(log) if _has_private(log) else None
    return found[0] if found is not None and _goes_on(log, found[1] is not None) else None


def _goes_on(log: Path, over: bool) -> bool:
    """Return True if a log read so far can be resumed."""
    try:
        return not over and _has_private(log) and not is_in_use(log)
    except OSError:
        return False


@frozen
class KeptLog:
    """A match whose log is in the logs folder. goes_on: it can be gone on with. ended: how it has
    ended, as its players have signed it; "" if it has not. Nobody has checked that here. is_played:
    right now, by another program."""

    match: Unfinished
    goes_on: bool
    ended: str = ""
    is_played: bool = False


MOST = 200
"""Logs of the folder that are read, the newest: a long one takes some hundredths of a second. So
many of those beside which there is what it takes to go on, and so many of the others."""
RESULT = "result"
"""What `Result` is called in an END."""
MOST_BYTES = 32 << 20
"""Of a log that is read for a list."""


def kept() -> list[KeptLog]:
    """Those that can be gone on with, then the others; the newest first. Raises CannotWrite."""
    newest = sorted(_logs(), key=_changed, reverse=True)
    open_ones = [log for log in newest if _has_private(log)]
    logs = open_ones[:MOST] + [log for log in newest if log not in set(open_ones)][:MOST]
    found = []
    for log in logs:
        told = _told(log)
        if told is not None:
            goes_on = _goes_on(log, told[1] is not None)
            is_played = told[1] is None and not goes_on and _has_private(log)
            found.append(KeptLog(told[0], goes_on, told[1] or "", is_played))
    return sorted(found, key=lambda one: (one.goes_on, one.match.changed), reverse=True)


def remove(log: Path) -> None:
    """Remove a match from the logs folder, with everything kept beside its log: that first, because
    the log is what makes it a match. Raises CannotWrite, if it is being played right now."""
    try:
        free = not is_in_use(log)
    except OSError as e:
        raise _stays(log, e) from e
    if not free:
        raise CannotWrite(say("{log} is being played by another program", log=log.name))
    try:
        names = [name for name in os.listdir(log.parent) if name.startswith(f"{log.name}.")]
        log.unlink()
        for path in [log.with_name(name) for name in sorted(names)] + [picture_of(log)]:
            path.unlink(missing_ok=True)
    except OSError as e:
        raise _stays(log, e) from e


def _stays(log: Path, e: OSError) -> CannotWrite:
    why = reason(e)
    return CannotWrite(say("cannot remove {log}: {why}", log=log.name, why=why), why)


def picture_of(log: Path) -> Path:
    """Where the picture of its table is drawn to."""
    return log.with_suffix(".png")


def _has_private(log: Path) -> bool:
    try:
        return private_path(log).exists()
    except OSError:
        return False


def _changed(log: Path) -> float:
    try:
        return log.stat().st_mtime
    except OSError:
        return 0.0


def _told(log: Path) -> tuple[Unfinished, str | None] | None:
    """Return a log's match, and how it ended if all have signed that; None if it is no log."""
    try:
        data, changed = _read(log)
        entries = _entries(data)
        hellos = [decode_hello(e.body) for e in entries if e.kind is EntryKind.HELLO]
        if not hellos:
            return None
        terms = decode_terms(hellos[0].terms)
    except (OSError, RemoteProtocolError, CannotPlay):
        return None
    ends = [e.body for e in entries if e.kind is EntryKind.END]
    names = tuple(hello.name for hello in hellos)
    match = Unfinished(log, *_called(terms), names, computer_log(log).exists(), changed)
    over = len(ends) >= terms.setup.seats
    return match, _ended(ends[0], names) if over else None


def _ended(body: bytes, names: tuple[str, ...]) -> str:
    """Return the result in an END, in a few words; "" where that is no result, which `verify`
    tells."""
    try:
        result = codec.decode(body)
        if not isinstance(result, codec.Tagged) or result.name != RESULT:
            return ""
        winners, _, _ = result.fields
        won = [names[seat] for seat in winners if type(seat) is int and seat >= 0]
    except (BadEncoding, IndexError, TypeError, ValueError):
        return ""
    if len(won) < len(winners):
        return ""
    return say("{who} won", who=listed(won, say(" and "))) if won else say("nobody won")


def _read(log: Path) -> tuple[bytes, float]:
    """A log and when it was written to last. Raises OSError where it is no file, or too large."""
    with open_plain(log) as file:
        about = os.fstat(file.fileno())
        if about.st_size > MOST_BYTES:
            raise OSError(errno.EFBIG, os.strerror(errno.EFBIG))
        return file.read(MOST_BYTES), about.st_mtime


def _entries(data: bytes) -> list[Entry]:
    entries: list[Entry] = []
    try:
        for record in read_records(data):
            entries.append(decode_entry(split_record(record)[0]))
    except TornLog:
        pass
    return entries


def _called(terms: Terms) -> tuple[str, str]:
    """Return the names of the game and its mission; if one is not installed, the keys."""
    title, mission = terms.system, terms.setup.mission
    with suppress(KeyError, BadData):
        system = games.get(terms.system)
        title = system.title
        mission = system.about_mission(mission)[0]
    return title, mission
