"""The log of a match on disk: append-only, on the disk before anything is sent."""

from __future__ import annotations

import os
from importlib import import_module
from pathlib import Path
from types import TracebackType
from typing import BinaryIO, Self

from owm_net.files.home import CannotWrite
from owm_net.files.secret import sync_folder
from owm_net.protocol.entries import MAGIC, TornLog, frame_record, read_records


class LogFile:
    """A log that is written. Make one with `create` or `resume`; both raise CannotWrite."""

    def __init__(self, path: Path, file: BinaryIO) -> None:
        self.path = path
        self._file = file

    @classmethod
    def create(cls, path: Path) -> Self:
        """A new log; an existing file is never written over."""
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
        except OSError as e:
            raise _problem(path, e) from e
        try:
            log = cls(path, path.open("xb", buffering=0))
        except FileExistsError as e:
            raise CannotWrite(f"there is a log at {path} already; choose another name") from e
        except OSError as e:
            raise _problem(path, e) from e
        _lock(path, log._file)
        log._write(MAGIC, sync=True)
        sync_folder(path.parent)
        return log

    @classmethod
    def resume(cls, path: Path) -> tuple[Self, list[bytes]]:
        """A log to go on with, and its records; a last one that was cut off is removed: it had
        not been sent. Raises BadEncoding if the file is damaged anywhere else."""
        records: list[bytes] = []
        try:
            file = path.open("r+b", buffering=0)
            _lock(path, file)
            data = path.read_bytes()
            try:
                for record in read_records(data):
                    records.append(record)
            except TornLog as torn:
                file.truncate(torn.good)
                if torn.good == 0:
                    file.write(MAGIC)
            file.seek(0, os.SEEK_END)
            return cls(path, file), records
        except CannotWrite:
            raise
        except OSError as e:
            raise _problem(path, e) from e

    def append(self, records: list[bytes], sync: bool) -> None:
        """Write records after the last one; with sync they are on the disk on return."""
        self._write(b"".join(map(frame_record, records)), sync)

    def close(self) -> None:
        """Make sure that all is on the disk, and close."""
        if not self._file.closed:
            os.fsync(self._file.fileno())
            self._file.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()

    def _write(self, data: bytes, sync: bool) -> None:
        try:
            view = memoryview(data)
            while view:
                view = view[self._file.write(view) :]
            if sync:
                os.fsync(self._file.fileno())
        except OSError as e:
            raise _problem(self.path, e) from e


def _lock(path: Path, file: BinaryIO) -> None:
    """One program at a time: two of them could sign two histories. Raises CannotWrite."""
    try:
        fcntl = import_module("fcntl")
    except ImportError:  # Windows: opening for writing is exclusive enough there
        return
    try:
        fcntl.flock(file.fileno(), fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError as e:
        file.close()
        raise CannotWrite(f"the match of {path} is being played by another program") from e


def _problem(path: Path, e: OSError) -> CannotWrite:
    return CannotWrite(
        f"cannot write the log {path}: {(e.strerror or str(e)).lower()}; choose another place"
        " with --log, or set OWM_HOME"
    )
