"""A disk that loses, when the power fails, whatever was not synced: what the storage promises meet.

It is a real folder. Only `os.fsync` is its own: a file's bytes are safe when the file was synced,
the names in a folder when the folder was. Neither does for the other, which is what POSIX promises
and the worst that a file system may do.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from contextlib import suppress
from itertools import count
from pathlib import Path

import pytest
from attrs import define, field, frozen


@frozen
class _Name:
    """The meaning of a name in a folder: the number of a file or folder."""

    number: int
    is_folder: bool


@frozen
class Moment:
    """The safe contents at one moment: bytes by file, names by folder."""

    files: dict[int, bytes]
    folders: dict[int, dict[str, _Name]]


@define
class FakeDisk:
    """root: the folder that is this disk; what is in it at first is safe. vault: another folder of
    the same file system, where files stay so that their numbers are not given to others.

    moments: what was safe before the first sync and after each, in order; asked to `keep_moments`.
    """

    root: Path
    vault: Path
    keep_moments: bool = False
    moments: list[Moment] = field(factory=list)
    _files: dict[int, bytes] = field(factory=dict)
    _folders: dict[int, dict[str, _Name]] = field(factory=dict)
    _cuts: Iterator[int] = field(factory=count)

    @classmethod
    def at(cls, folder: Path, monkeypatch: pytest.MonkeyPatch) -> FakeDisk:
        """A disk in a new folder within `folder`; until the test is over `os.fsync` is its own."""
        disk = cls(folder / "disk", folder / "vault")
        disk.root.mkdir()
        disk.vault.mkdir()
        disk._sync_folder(disk.root)
        disk.moments.append(disk.now())
        monkeypatch.setattr(os, "fsync", disk._fsync)
        return disk

    def now(self) -> Moment:
        """Return the safe contents now."""
        return Moment(dict(self._files), dict(self._folders))

    def after_power_cut(self, at: Moment | None = None) -> Path:
        """The disk as it is found after the power has failed now, or at a moment: a new folder, in
        which nobody has a file open."""
        into = self.vault.parent / f"after power cut {next(self._cuts)}"
        self._restore(into, os.stat(self.root).st_ino, at or self.now())
        return into

    def safe(self, path: Path, at: Moment | None = None) -> bytes | None:
        """Return the contents of a file within `root` after a power cut now, or at a moment; None
        if it was not there."""
        moment = at or self.now()
        here = _Name(os.stat(self.root).st_ino, True)
        for part in path.relative_to(self.root).parts:
            below = moment.folders.get(here.number, {})
            if part not in below:
                return None
            here = below[part]
        return None if here.is_folder else moment.files.get(here.number, b"")

    def _fsync(self, descriptor: int) -> None:
        number = os.fstat(descriptor).st_ino
        found = self._find(number)
        if found is None:
            return  # of another disk, or without a name: nobody can find it again
        if found.is_dir():
            self._sync_folder(found)
        else:
            self._sync_file(found)
        if self.keep_moments:
            self.moments.append(self.now())

    def _find(self, number: int) -> Path | None:
        for path in (self.root, *self.root.rglob("*")):
            with suppress(FileNotFoundError):  # removed by another thread
                if os.stat(path).st_ino == number:
                    return path
        return None

    def _sync_file(self, path: Path) -> None:
        self._hold(path)
        self._files[os.stat(path).st_ino] = path.read_bytes()

    def _hold(self, path: Path) -> None:
        with suppress(FileExistsError):
            os.link(path, self.vault / str(os.stat(path).st_ino))

    def _sync_folder(self, path: Path) -> None:
        names = {}
        for entry in os.scandir(path):
            names[entry.name] = _Name(entry.inode(), entry.is_dir())
            if not entry.is_dir():
                self._hold(Path(entry.path))
        self._folders[os.stat(path).st_ino] = names

    def _restore(self, folder: Path, number: int, at: Moment) -> None:
        folder.mkdir()
        for name, what in at.folders.get(number, {}).items():
            if what.is_folder:
                self._restore(folder / name, what.number, at)
            else:
                (folder / name).write_bytes(at.files.get(what.number, b""))


def each_moment(disk: FakeDisk, what: Callable[[], object]) -> list[Moment]:
    """Return the safe contents during an action: before it, between any two syncs, and after it."""
    disk.moments = [disk.now()]
    disk.keep_moments = True
    try:
        what()
    finally:
        disk.keep_moments = False
    return disk.moments
