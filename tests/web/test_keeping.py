"""What a page keeps of its files, whenever the browser dies."""

from __future__ import annotations

import random
import shutil
from pathlib import Path

import pytest

from owm_net.web import keeping
from owm_net.web.keeping import Journal


class Died(Exception):
    """The browser was killed."""


class Disk:
    """A file that a browser keeps. left: bytes until it dies in the middle of a write."""

    def __init__(self, data: bytes = b"") -> None:
        self.data = bytearray(data)
        self.left = 1 << 30

    def size(self) -> int:
        return len(self.data)

    def read(self, at: int, most: int) -> bytes:
        return bytes(self.data[at : at + most])

    def write(self, at: int, data: bytes) -> None:
        whole, data = data, data[: self.left]
        self.data.extend(bytes(max(0, at - len(self.data))))
        self.data[at : at + len(data)] = data
        self.left -= len(data)
        if len(data) < len(whole):
            raise Died

    def cut(self, size: int) -> None:
        del self.data[size:]

    def flush(self) -> None:
        pass


def files_in(root: Path) -> dict[str, bytes]:
    """Each file with its bytes."""
    found = [path for path in root.rglob("*") if path.is_file()]
    return {path.relative_to(root).as_posix(): path.read_bytes() for path in found}


def opened(root: Path, disks: tuple[Disk, Disk]) -> Journal:
    """The page is opened again: an empty folder, and what the journals hold."""
    shutil.rmtree(root, ignore_errors=True)
    root.mkdir()
    journal = Journal(root, disks)
    journal.load()
    return journal


def do_something(journal: Journal, chance: random.Random) -> None:
    """Write, append, rename or remove a file, and make sure of it."""
    path = journal.root / chance.choice(["logs/a.owmlog", "logs/b.owmlog", "keys/k"])
    path.parent.mkdir(exist_ok=True)
    what = chance.randrange(4)
    if what == 0 and path.exists():
        path.unlink()
        journal.removed(path)
    elif what == 1 and path.exists():
        there = path.with_name("other")
        path.replace(there)
        journal.renamed(path, there)
    else:
        with path.open("ab" if what == 2 else "wb") as file:
            file.write(chance.randbytes(chance.randrange(60)))
        journal.keep(path)


def test_whenever_the_browser_dies_all_that_was_made_sure_of_is_there(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The deed in which it died is there whole, or not at all; small journals are written afresh
    often."""
    monkeypatch.setattr(keeping, "SLACK", 300)
    for seed in range(25):
        chance = random.Random(seed)
        disks = (Disk(), Disk())
        root = tmp_path / "home"
        journal, sure = opened(root, disks), {}
        for disk in disks:
            disk.left = chance.randrange(1500)
        try:
            for _ in range(80):
                do_something(journal, chance)
                sure = files_in(root)
                if chance.random() < 0.2:
                    journal = opened(root, disks)
                    assert files_in(root) == sure
        except Died:
            meant = files_in(root)
            for disk in disks:
                disk.left = 1 << 30
            opened(root, disks)
            assert files_in(root) in (sure, meant), seed


def test_a_journal_that_somebody_else_wrote_does_nothing_outside_its_folder(tmp_path: Path) -> None:
    """Nor does damage, wherever it is."""
    root = tmp_path / "home"
    outside = tmp_path / "outside"
    outside.write_bytes(b"ours")
    evil = keeping.record(1)
    for said in (["../outside"], ["../outside", 0, b"!"], [str(outside), 0, b"!"], ["a", "../x"]):
        evil += keeping.record(said)
    opened(root, (Disk(evil), Disk()))
    assert outside.read_bytes() == b"ours" and not (tmp_path / "x").exists()
    good = keeping.record(1) + keeping.record(["a", 0, b"abc"]) + keeping.record(["b", 0, b"d"])
    for at in range(len(good)):
        damaged = bytearray(good)
        damaged[at] ^= 0xFF
        opened(root, (Disk(bytes(damaged)), Disk()))
        assert set(files_in(root).items()) <= {("a", b"abc"), ("b", b"d")}
