"""What a page keeps of its files, whenever the browser dies."""

from __future__ import annotations

import errno
import random
import shutil
from pathlib import Path
from typing import Any

import pytest

from owm_net.web import keeping
from owm_net.web.keeping import Journal


class Died(Exception):
    """The browser was killed."""


class Disk:
    """A file that a browser keeps. left: bytes until it dies in the middle of a write. room: bytes
    that it may have."""

    def __init__(self, data: bytes = b"") -> None:
        self.data = bytearray(data)
        self.left = self.room = 1 << 30

    def size(self) -> int:
        return len(self.data)

    def read(self, at: int, most: int) -> bytes:
        return bytes(self.data[at : at + most])

    def write(self, at: int, data: bytes) -> None:
        if at + len(data) > self.room:
            self.data[at:] = data[: max(0, self.room - at)]
            raise OSError(errno.ENOSPC, "no room")
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


HOSTILE: list[Any] = [
    [],
    [1],
    [[]],
    [""],
    ["."],
    ["a\0b"],
    ["../outside"],
    ["/"],
    ["a", "../x"],
    ["a", "/x"],
    ["a", ""],
    ["a", "."],
    ["a", 7],
    ["a", "a/b"],
    ["kept", "a/b/c"],
    [".", "a/b"],
    ["../outside", "inside"],
    ["../outside", 0, b"!"],
    ["a/../../outside", 0, b"!"],
    ["a", -1, b"!"],
    ["a", 1 << 62, b"!"],
    ["a", 7, b"!"],
    ["a", "0", b"!"],
    ["a", 0, "!"],
    ["a", 0],
    ["a", 0, b"!", 0],
    [".", 0, b"!"],
    ["a" * 4000, 0, b"!"],
    {"a": 1},
    None,
    0,
    -1,
    "a",
]
"""Records that no page of ours wrote."""


@pytest.mark.parametrize("said", HOSTILE, ids=lambda said: repr(said)[:30])
def test_a_journal_that_somebody_else_wrote_does_nothing_outside_its_folder(
    said: Any, tmp_path: Path
) -> None:
    """Another page of the same server may write it. What came before and comes behind counts."""
    root = tmp_path / "home"
    outside = tmp_path / "outside"
    outside.write_bytes(b"ours")
    if isinstance(said, list):
        said = [str(tmp_path / "x") if one == "/x" else one for one in said]
    records = [1, ["a", 0, b"abc"], said, ["kept", 0, b"d"]]
    journal = opened(root, (Disk(b"".join(map(keeping.record, records))), Disk()))
    assert files_in(root)["kept"] == b"d" and not journal.lost
    assert outside.read_bytes() == b"ours" and set(tmp_path.iterdir()) == {root, outside}
    if said != [1]:  # its name is a text to the program, too
        assert files_in(root).get("a", b"abc") == b"abc"


def test_damage_at_any_byte_costs_what_stands_behind_and_is_told(tmp_path: Path) -> None:
    """Nothing that is not whole counts, and it is not kept secret that something is gone."""
    root = tmp_path / "home"
    kept = [["a", 0, b"abc"], ["b", 0, b"d"], ["a", 3, b"ef"], ["b", "c"]]
    good = b"".join(map(keeping.record, [1, *kept]))
    stages = [{}, {"a": b"abc"}, {"a": b"abc", "b": b"d"}, {"a": b"abcef", "b": b"d"}]
    for at in range(len(good)):
        for mask in (0x01, 0xFF):
            damaged = bytearray(good)
            damaged[at] ^= mask
            disks = (Disk(bytes(damaged)), Disk())
            journal = opened(root, disks)
            assert files_in(root) in stages and journal.lost
            assert not opened(root, disks).lost  # it is told once
    assert not opened(root, (Disk(good), Disk())).lost
    assert files_in(root) == {"a": b"abcef", "c": b"d"}


def test_noise_is_no_journal(tmp_path: Path) -> None:
    for seed in range(40):
        chance = random.Random(seed)
        disks = [Disk(chance.randbytes(chance.randrange(200))) for _ in range(2)]
        journal = opened(tmp_path / "home", (disks[0], disks[1]))
        assert files_in(journal.root) == {}
        (journal.root / "a").write_bytes(b"new")
        journal.keep(journal.root / "a")
        assert files_in(opened(tmp_path / "home", (disks[0], disks[1])).root) == {"a": b"new"}


def test_what_was_kept_stays_when_there_is_no_more_room(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A record that does not fit leaves nothing behind; it goes on when there is room again."""
    monkeypatch.setattr(keeping, "SLACK", 300)
    for seed in range(5):
        chance = random.Random(seed)
        disks = (Disk(), Disk())
        journal = opened(tmp_path / "home", disks)
        sure: dict[str, bytes] = {}
        disks[0].room, disks[1].room = chance.randrange(400, 1500), chance.randrange(100)
        for _ in range(80):
            try:
                do_something(journal, chance)
            except OSError:
                journal = opened(tmp_path / "home", disks)  # as a page that is opened again
                assert files_in(journal.root) == sure and not journal.lost
                disks[0].room += 100
            sure = files_in(journal.root)
