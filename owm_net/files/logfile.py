"""The log of a match on disk: append-only, on the disk before anything is sent."""

from __future__ import annotations

import os
from pathlib import Path
from types import TracebackType
from typing import Self

from owm_net.files.home import CannotWrite
from owm_net.protocol.entries import MAGIC, frame_record


class LogFile:
    """A new log. Raises CannotWrite if it exists already or cannot be made."""

    def __init__(self, path: Path) -> None:
        self.path = path
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
        except OSError as e:
            raise self._problem(e) from e
        try:
            self._file = path.open("xb", buffering=0)
        except FileExistsError as e:
            raise CannotWrite(f"there is a log at {path} already; choose another name") from e
        except OSError as e:
            raise self._problem(e) from e
        self._write(MAGIC, sync=True)

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
            raise self._problem(e) from e

    def _problem(self, e: OSError) -> CannotWrite:
        return CannotWrite(
            f"cannot write the log {self.path}: {(e.strerror or str(e)).lower()}; choose another"
            " place with --log, or set OWM_HOME"
        )
