"""The files' promises about a power cut: everything synced is there, whole and under its name."""

from __future__ import annotations

import os
from pathlib import Path

import pytest
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from owm_net.files.identity import own_identity
from owm_net.files.logfile import LogFile
from owm_net.files.private import PrivateFile
from owm_net.files.secret import made_once
from owm_net.program.logs.places import check_log
from owm_net.protocol.entries import MAGIC, Entry, EntryKind, frame_record, sign
from tests.files.fake_disk import FakeDisk, each_moment

pytestmark = pytest.mark.skipif(os.name != "posix", reason="folders are not synced here")

KEY = Ed25519PrivateKey.from_private_bytes(bytes(32))
RECORDS = [
    sign(Entry(EntryKind.ANSWER, 0, n, bytes(32), bytes(32), bytes(32), bytes([n]) * n), KEY)
    for n in range(4)
]


@pytest.fixture
def disk(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> FakeDisk:
    disk = FakeDisk.at(tmp_path, monkeypatch)
    monkeypatch.setenv("OWM_HOME", str(disk.root))
    return disk


def test_this_disk_loses_what_a_disk_may_lose(disk: FakeDisk) -> None:
    """Writes after the last sync, bytes whose name was not synced, and the reverse."""
    with (disk.root / "a").open("wb", buffering=0) as a, (disk.root / "b").open("wb") as b:
        a.write(b"one")
        os.fsync(a.fileno())
        a.write(b"two")
        b.write(b"one")
        number = os.open(disk.root, os.O_RDONLY)
        os.fsync(number)
        os.close(number)
    with (disk.root / "c").open("wb", buffering=0) as c:
        c.write(b"one")
        os.fsync(c.fileno())
    after = disk.after_power_cut()
    assert {path.name: path.read_bytes() for path in after.iterdir()} == {"a": b"one", "b": b""}
    assert disk.safe(disk.root / "a") == b"one" and disk.safe(disk.root / "c") is None


# ------------------------------------------------------------------ the log


@pytest.mark.parametrize("looked_at", [False, True], ids=["made", "looked at and made"])
def test_a_new_log_is_there_after_a_power_cut(disk: FakeDisk, looked_at: bool) -> None:
    """And the folders made for it, also when the place was looked at before the match."""
    path = disk.root / "some" / "where" / "m.owmlog"
    if looked_at:
        check_log(path)
    with LogFile.create(path):
        after = disk.after_power_cut() / path.relative_to(disk.root)
    assert after.read_bytes() == MAGIC
    log, records = LogFile.resume(after)
    with log:
        assert records == []


def test_what_was_appended_to_be_safe_is_there_after_a_power_cut(disk: FakeDisk) -> None:
    with LogFile.create(disk.root / "m.owmlog") as log:
        for n in range(1, 4):
            log.append(RECORDS[n - 1 : n], sync=True)
            again, records = LogFile.resume(disk.after_power_cut() / "m.owmlog")
            again.close()
            assert records == RECORDS[:n]


def test_what_others_can_send_again_is_safe_at_the_latest_when_the_log_is_closed(
    disk: FakeDisk,
) -> None:
    with LogFile.create(disk.root / "m.owmlog") as log:
        log.append(RECORDS[:2], sync=True)
        log.append(RECORDS[2:], sync=False)
        before = disk.after_power_cut() / "m.owmlog"
    after = disk.after_power_cut() / "m.owmlog"
    for path, expected in ((before, RECORDS[:2]), (after, RECORDS)):
        again, records = LogFile.resume(path)
        again.close()
        assert records == expected


def test_what_is_read_to_go_on_with_is_safe_before_it_is_sent_again(disk: FakeDisk) -> None:
    """The program that wrote it was killed before it was on the disk; others are given it now."""
    path = disk.root / "m.owmlog"
    with LogFile.create(path) as log:
        log.append(RECORDS[:2], sync=True)
    with path.open("ab") as killed:
        killed.write(frame_record(RECORDS[2]))
    assert disk.safe(path) != path.read_bytes()
    log, records = LogFile.resume(path)
    with log:
        assert records == RECORDS[:3]
        assert disk.safe(path) == path.read_bytes()


def test_a_log_that_is_gone_on_with_keeps_its_new_end(disk: FakeDisk) -> None:
    """The cut-off end of before does not come back with the power."""
    path = disk.root / "m.owmlog"
    with LogFile.create(path) as log:
        log.append(RECORDS[:2], sync=True)
    os.truncate(path, path.stat().st_size - 1)
    log, records = LogFile.resume(path)
    with log:
        log.append(RECORDS[3:], sync=True)
        again, after = LogFile.resume(disk.after_power_cut() / "m.owmlog")
    again.close()
    assert (records, after) == (RECORDS[:1], [RECORDS[0], RECORDS[3]])


# ------------------------------------------------------------------ what is private


def test_a_note_is_there_after_a_power_cut_and_so_is_its_key(
    disk: FakeDisk, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = disk.root / "some" / "where" / "m.private"
    file = PrivateFile.create(path)
    made = disk.now()
    file.append([b"keys", b"where we meet"])
    one = disk.now()
    file.append([b"a choice"])
    notes = [b"keys", b"where we meet", b"a choice"]
    for moment, expected in ((made, []), (one, notes[:2]), (disk.now(), notes)):
        home = disk.after_power_cut(moment)
        monkeypatch.setenv("OWM_HOME", str(home))
        assert PrivateFile.open(home / path.relative_to(disk.root))[1] == expected


def test_a_secret_file_is_there_whole_or_not_at_all_whenever_the_power_fails(
    disk: FakeDisk,
) -> None:
    path = disk.root / "secret"
    moments = each_moment(disk, lambda: made_once(path, lambda: b"all of it"))
    for moment in moments:
        found = disk.after_power_cut(moment) / "secret"
        assert not found.exists() or found.read_bytes() == b"all of it"
    assert found.exists(), "who was given it goes by it"


def test_a_players_key_is_the_same_after_a_power_cut(
    disk: FakeDisk, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Others know them by it as soon as it has been used."""
    key = own_identity()
    monkeypatch.setenv("OWM_HOME", str(disk.after_power_cut()))
    assert own_identity().private_bytes_raw() == key.private_bytes_raw()
