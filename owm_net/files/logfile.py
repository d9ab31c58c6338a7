"""The log of a match on disk: append-only, on the disk before anything is sent.

It names who plays and what was played, so nobody but its owner may read it; whoever wants to show
it can copy it.
"""

from __future__ import annotations

import os
from contextlib import nullcontext, suppress
from pathlib import Path
from types import TracebackType
from typing import BinaryIO, Self

from owm_net.engine.text import say
from owm_net.files.home import CannotWrite
from owm_net.files.page import how_to_resume
from owm_net.files.reading import open_plain
from owm_net.files.reasons import reason
from owm_net.files.secret import make_folder, own_only, sync_folder, take_lock
from owm_net.protocol.entries import MAGIC, MAX_RECORD, TornLog, frame_record, read_records
from owm_net.protocol.errors import MalformedBytes

MAX_LOG = 256 << 20
"""Bytes of a log that are read at most."""


class LogFile:
    """A log that is written. Make one with `create` or `resume`; both raise CannotWrite."""

    def __init__(self, path: Path, file: BinaryIO) -> None:
        self.path = path
        self._file = file

    @classmethod
    def create(cls, path: Path) -> Self:
        """A new log; an existing file is never written over."""
        try:
            make_folder(path.parent)
        except OSError as e:
            raise _problem(path, e) from e
        try:
            log = cls(path, _new_file(path))
        except FileExistsError as e:
            raise CannotWrite(
                say("there is a log at {path} already; choose another name", path=path)
            ) from e
        except OSError as e:
            raise _problem(path, e) from e
        _lock(path, log._file)
        try:
            log._write(MAGIC, sync=True)
            sync_folder(path.parent)
        except OSError as e:
            log._file.close()
            raise _problem(path, e) from e
        return log

    @classmethod
    def resume(cls, path: Path) -> tuple[Self, list[bytes]]:
        """A log to go on with, and its records, all on the disk now; a last one that was cut off
        is removed: it had not been sent. Raises MalformedBytes if the file is damaged elsewhere."""
        try:
            file = open_plain(path, change=True)
        except OSError as e:
            raise _problem(path, e) from e
        _lock(path, file)
        own_only(path)  # older ones could be read by everybody
        try:
            records = _whole(file)
            os.fsync(file.fileno())  # who wrote them last may have been stopped before it did
            return cls(path, file), records
        except OSError as e:
            file.close()
            raise _problem(path, e) from e
        except BaseException:
            file.close()
            raise

    def append(self, records: list[bytes], sync: bool) -> None:
        """Write records after the last one; with sync they are on the disk on return."""
        try:
            self._write(b"".join(map(frame_record, records)), sync)
        except OSError as e:
            raise self._full(e) from e

    def close(self) -> None:
        """Make sure that all is on the disk, and close."""
        if self._file.closed:
            return
        try:
            os.fsync(self._file.fileno())
        except OSError as e:
            raise self._full(e) from e
        finally:
            self._file.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        with suppress(CannotWrite) if error is not None else nullcontext():
            self.close()

    def _full(self, e: OSError) -> CannotWrite:
        why = reason(e)
        return CannotWrite(
            say(
                "cannot write the log {path}: {why}; make room for it, then go on with: {command}",
                path=self.path,
                why=why,
                command=how_to_resume(self.path),
            ),
            why,
        )

    def _write(self, data: bytes, sync: bool) -> None:
        view = memoryview(data)
        while view:
            view = view[self._file.write(view) :]
        if sync:
            os.fsync(self._file.fileno())


def _new_file(path: Path) -> BinaryIO:
    """One that is there already is not opened."""
    flags = os.O_WRONLY | os.O_CREAT | os.O_EXCL | getattr(os, "O_BINARY", 0)
    return os.fdopen(os.open(path, flags, 0o600), "wb", buffering=0)


def _whole(file: BinaryIO) -> list[bytes]:
    """The records of a log; what stands behind the last whole one is cut off."""
    records: list[bytes] = []
    data = file.read(MAX_LOG + 1)
    if len(data) > MAX_LOG:
        raise MalformedBytes("larger than any log")
    try:
        for record in read_records(data):
            records.append(record)
    except TornLog as torn:
        file.truncate(torn.good)
        if torn.good == 0:
            file.seek(0)
            file.write(MAGIC)
    file.seek(0, os.SEEK_END)
    return records


def is_log(path: Path) -> bool:
    """Return True if a file is a log of ours, or the beginning of one. Raises OSError."""
    with open_plain(path) as file:
        return MAGIC.startswith(file.read(len(MAGIC)))


def has_begun(path: Path) -> bool:
    """Return True if a log holds at least one whole entry. Raises OSError."""
    with open_plain(path) as file, suppress(TornLog, MalformedBytes):
        head = file.read(2 * MAX_RECORD)
        return any(True for _ in read_records(head))
    return False


def is_in_use(path: Path) -> bool:
    """Return True if another program is writing this log. Raises OSError."""
    with open_plain(path) as file:
        try:
            _lock(path, file)
        except CannotWrite:
            return True
    return False


def _lock(path: Path, file: BinaryIO) -> None:
    """One program at a time: two of them could sign two histories. Raises CannotWrite."""
    try:
        take_lock(file)
    except OSError as e:
        file.close()
        raise CannotWrite(
            say("the match of {path} is being played by another program", path=path)
        ) from e


def _problem(path: Path, e: OSError) -> CannotWrite:
    why = reason(e)
    return CannotWrite(
        say(
            "cannot write the log {path}: {why}; choose another place with --log, or set OWM_HOME",
            path=path,
            why=why,
        ),
        why,
    )
