"""Files of a page outlast it: a journal in the browser's private file system.

Python's files are in memory. Whatever the program makes sure of (os.fsync, os.replace, os.unlink)
is written into the journal and flushed before the call returns, as onto a disk. So an entry of a
log is kept before it is sent. When the page is opened again, the journal is read up to the first
record that is not whole: a browser that died in the middle of one has lost that alone.

A record: its length and CRC-32 (4 bytes each, little-endian), then canonical CBOR: [path, offset,
bytes], which also ends the file there, or [path, path] for a name that is another now, or [path]
for a file that is gone. Paths are relative to the program's folder.

Two journals take turns. One that has grown to twice what counts is written afresh into the other,
whose first record, the number of its turn, is written last: only then is it the newer one.
"""

from __future__ import annotations

import errno
import os
import zlib
from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path, PurePosixPath
from typing import Any

from owm_net.engine.codec import decode, encode
from owm_net.engine.errors import BadEncoding

HEAD = 8
MOST_TURNS = 1 << 32
LARGEST = 64 << 20
"""Bytes of a record; a longer one is damage."""
SLACK = 1 << 20
"""Bytes that a journal may hold beside what counts before it is written afresh."""


class Journal:
    """Both journals, and the folder whose files they keep.

    files: two handles with `size`, `read(at, most)`, `write(at, data)`, `cut(size)` and `flush`,
    which raise OSError. lost: bytes that were there and were not whole.
    """

    lost = 0

    def __init__(self, root: Path, files: tuple[Any, Any]) -> None:
        self.root = root
        self._files = files
        self._kept: dict[str, tuple[int, int]] = {}  # of each file its length and CRC-32
        self._turn, self._at, self._file = 0, 0, files[0]

    def load(self) -> None:
        """Make the files that were kept."""
        turns = [self._turn_of(file) for file in self._files]
        newest = int(turns[1] > turns[0])
        self._file, self._turn = self._files[newest], turns[newest]
        for end, said in self._records(self._file):
            self._at = end
            self._do(said)
        self.lost = sum(file.size() for file in self._files if file is self._file or not self._turn)
        self.lost -= self._at
        self._file.cut(self._at)  # nothing behind damage may count again
        for path in self._all():
            self._note(path)
        if self._at > SLACK + 2 * sum(size for size, _ in self._kept.values()):
            self._begin_afresh()
        elif not self._turn:
            self._turn = 1
            self._add(1)

    def keep(self, path: Path) -> None:
        """Make sure of a file as it is now. Raises OSError if there is no room."""
        name = self._name(path)
        if name is None:
            return
        data = path.read_bytes()
        size, crc = self._kept.get(name, (0, 0))
        if len(data) < size or zlib.crc32(data[:size]) != crc:
            size = 0
        if size < len(data) or name not in self._kept or not size:
            self._add([name, size, data[size:]])
        self._kept[name] = len(data), zlib.crc32(data)

    def renamed(self, old: Path, new: Path) -> None:
        """Make sure of a new name."""
        before, after = self._name(old), self._name(new)
        if after is None or before is None:
            return
        if before not in self._kept:
            self.keep(new)
            return
        self._add([before, after])
        self._kept[after] = self._kept.pop(before)

    def removed(self, path: Path) -> None:
        """Make sure that a file is gone."""
        name = self._name(path)
        if name is not None and name in self._kept:
            self._add([name])
            del self._kept[name]

    def _name(self, path: Path) -> str | None:
        try:
            return path.absolute().relative_to(self.root).as_posix()
        except ValueError:
            return None

    def _all(self) -> list[Path]:
        return sorted(path for path in self.root.rglob("*") if path.is_file())

    def _note(self, path: Path) -> None:
        name, data = self._name(path), path.read_bytes()
        if name is not None:
            self._kept[name] = len(data), zlib.crc32(data)

    def _turn_of(self, file: Any) -> int:
        first = next(self._records(file), (0, 0))[1]
        return first if isinstance(first, int) and 0 < first < MOST_TURNS else 0

    def _records(self, file: Any) -> Iterator[tuple[int, Any]]:
        """Each whole record, and where it ends."""
        at, size = 0, file.size()
        while at + HEAD <= size:
            head = file.read(at, HEAD)
            length, crc = (int.from_bytes(head[n : n + 4], "little") for n in (0, 4))
            if length > min(LARGEST, size - at - HEAD):
                return
            data = file.read(at + HEAD, length)
            if zlib.crc32(data) != crc:
                return
            at += HEAD + length
            try:
                yield at, decode(data)
            except BadEncoding:
                return

    def _do(self, said: Any) -> None:
        """Repeat what a record says. One that no program of ours wrote means nothing."""
        with suppress(OSError):
            match said:
                case [str(name)] if path := self._place(name):
                    path.unlink()
                case [str(old), str(new)] if (path := self._place(old)) and path.is_file():
                    if there := self._place(new):
                        there.parent.mkdir(parents=True, exist_ok=True)
                        path.replace(there)
                case [str(name), int(at), bytes(data)] if path := self._place(name):
                    size = path.stat().st_size if path.exists() else 0
                    if 0 <= at <= size:
                        path.parent.mkdir(parents=True, exist_ok=True)
                        with path.open("r+b" if path.exists() else "wb") as file:
                            file.seek(at)
                            file.write(data)
                            file.truncate()

    def _place(self, name: str) -> Path | None:
        """Return where a file of a record is; None for what is not in our folder."""
        parts = PurePosixPath(name).parts
        is_ours = bool(parts) and not {"/", ".."} & set(parts) and "\0" not in name
        return self.root.joinpath(*parts) if is_ours else None

    def _add(self, value: Any) -> None:
        try:
            end = _write(self._file, self._at, value)
            self._file.flush()
        except OSError:
            with suppress(OSError):
                self._file.cut(self._at)  # half a record would look like damage
            raise
        self._at = end

    def _begin_afresh(self) -> None:
        """Write what counts into the other journal, if there is room for both."""
        old, new, turn = self._file, self._files[self._file is self._files[0]], self._turn + 1
        try:
            new.cut(0)
            at = len(record(turn))
            for path in self._all():
                at = _write(new, at, [self._name(path), 0, path.read_bytes()])
            new.flush()
            _write(new, 0, turn)
            new.flush()
        except OSError:
            new.cut(0)
            return
        self._file, self._turn, self._at = new, turn, at
        old.cut(0)
        old.flush()


def _write(file: Any, at: int, value: Any) -> int:
    """Write a record; return where it ends."""
    data = record(value)
    file.write(at, data)
    return at + len(data)


def record(value: Any) -> bytes:
    """The bytes of a record."""
    data = encode(value)
    return len(data).to_bytes(4, "little") + zlib.crc32(data).to_bytes(4, "little") + data


def link(old: Any, new: Any) -> None:
    """`os.link` of a system that has no links: the same bytes, if there is no such file yet."""
    with open(new, "xb") as file:
        file.write(Path(old).read_bytes())


def install(journal: Journal) -> None:
    """Have the system's calls keep what they make sure of."""
    system: Any = os
    fsync, replace, unlink = os.fsync, os.replace, os.unlink

    def keeping_fsync(number: int) -> None:
        fsync(number)
        path = Path(os.readlink(f"/proc/self/fd/{number}"))
        if path.is_file():
            journal.keep(path)

    def keeping_replace(old: Any, new: Any, **more: Any) -> None:
        replace(old, new, **more)
        journal.renamed(Path(old), Path(new))

    def keeping_unlink(path: Any, **more: Any) -> None:
        unlink(path, **more)
        journal.removed(Path(path))

    def keeping_link(old: Any, new: Any, **more: Any) -> None:
        link(old, new)
        journal.keep(Path(new))

    system.link = keeping_link
    system.fsync, system.replace, system.rename = keeping_fsync, keeping_replace, keeping_replace
    system.unlink = system.remove = keeping_unlink


class _Handle:
    """A file of the browser's, which raises OSError as the system's do."""

    def __init__(self, handle: Any) -> None:
        self._handle = handle

    def size(self) -> int:
        return int(self._call(self._handle.size))

    def read(self, at: int, most: int) -> bytes:
        return bytes(self._call(self._handle.read, at, most).to_bytes())

    def write(self, at: int, data: bytes) -> None:
        from pyodide.ffi import to_js

        self._call(self._handle.write, at, to_js(data))

    def cut(self, size: int) -> None:
        self._call(self._handle.cut, size)

    def flush(self) -> None:
        self._call(self._handle.flush)

    def _call(self, call: Callable[..., Any], *given: Any) -> Any:
        from pyodide.ffi import JsException

        try:
            return call(*given)
        except JsException as e:
            raise OSError(errno.ENOSPC, f"the browser keeps no more: {e}") from None


def begin(handles: tuple[Any, Any] | None) -> int:
    """Make the files that were kept, and keep them from now on. Returns how many bytes of them were
    damaged. handles: of journal.mjs; None where the browser keeps nothing."""
    root = Path(os.environ["OWM_HOME"])
    if handles is None:
        system: Any = os
        system.link = link
        return 0
    root.mkdir(parents=True, exist_ok=True)
    journal = Journal(root, (_Handle(handles[0]), _Handle(handles[1])))
    journal.load()
    install(journal)
    return journal.lost
