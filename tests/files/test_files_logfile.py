"""The log file: one program writes it, after its last whole entry; what is said when it cannot, and
what can be told of a log from outside."""

from __future__ import annotations

import errno
import os
from pathlib import Path
from typing import Any

import pytest
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from owm_net.files.home import CannotWrite, folder
from owm_net.files.logfile import LogFile, has_begun, is_in_use
from owm_net.files.private import PrivateFile
from owm_net.protocol.entries import MAGIC, Entry, EntryKind, frame_record, sign
from owm_net.protocol.errors import MalformedBytes

KEY = Ed25519PrivateKey.from_private_bytes(bytes(32))
RECORDS = [
    sign(Entry(EntryKind.ANSWER, 0, n, bytes(32), bytes(32), bytes(32), bytes([n]) * n), KEY)
    for n in range(4)
]


def full(*_: Any) -> None:
    raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))


def test_a_disk_that_fills_up_says_how_to_go_on(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("OWM_HOME", str(tmp_path))
    path = tmp_path / "m.owmlog"
    with LogFile.create(path) as log:
        private = PrivateFile.create(tmp_path / "m.owmlog.private")
        log.append([b"one"], sync=True)
        with monkeypatch.context() as disk:
            disk.setattr("os.fsync", full)
            with pytest.raises(CannotWrite, match=r"then go on with: .*owm.net resume") as caught:
                log.append([b"two"], sync=True)
            assert str(caught.value).endswith(str(path)) and "no space left" in str(caught.value)
            with pytest.raises(CannotWrite, match=r"then go on with: .*owm.net resume") as caught:
                private.append([b"note"])
            assert str(caught.value).endswith(str(path))


def test_a_disk_that_is_full_when_the_log_is_closed_is_one_line_too(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """And what went wrong before is not hidden by it."""
    for number, wrong in enumerate([None, ZeroDivisionError("before")]):
        log = LogFile.create(tmp_path / f"{number}.owmlog")
        with monkeypatch.context() as disk:
            disk.setattr("os.fsync", full)
            with pytest.raises(type(wrong) if wrong else CannotWrite) as caught, log:
                if wrong is not None:
                    raise wrong
        assert ("no space left" in str(caught.value)) is (wrong is None)
        assert not is_in_use(log.path), "it is closed"


def test_what_others_are_told_of_a_full_disk_names_no_folder(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with LogFile.create(tmp_path / "m.owmlog") as log, monkeypatch.context() as disk:
        disk.setattr("os.fsync", full)
        with pytest.raises(CannotWrite) as caught:
            log.append([b"one"], sync=True)
    assert caught.value.strerror == "no space left on device"
    assert str(caught.value).startswith(f"cannot write the log {log.path}: no space left")


def test_a_damaged_log_is_let_go_of_when_it_cannot_be_taken_up(tmp_path: Path) -> None:
    path = tmp_path / "m.owmlog"
    path.write_bytes(b"something else")
    with pytest.raises(MalformedBytes):
        LogFile.resume(path)
    assert not is_in_use(path)


def test_a_disk_that_is_full_at_the_start_says_where_else(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("os.fsync", full)
    with pytest.raises(CannotWrite, match="choose another place with --log"):
        LogFile.create(tmp_path / "m.owmlog")


def test_whether_a_match_has_begun_and_is_being_played(tmp_path: Path) -> None:
    path = tmp_path / "m.owmlog"
    with LogFile.create(path) as log:
        assert not has_begun(path) and is_in_use(path)
        log.append([bytes(200)], sync=True)
        assert has_begun(path)
    assert not is_in_use(path)
    path.write_bytes(path.read_bytes()[:-1])
    assert not has_begun(path), "its only entry is torn"
    path.write_bytes(b"something else")
    assert not has_begun(path)


def test_a_log_is_never_written_over(tmp_path: Path) -> None:
    """It may be the only evidence of a match."""
    path = tmp_path / "m.owmlog"
    with LogFile.create(path) as log:
        log.append(RECORDS, sync=True)
    before = path.read_bytes()
    with pytest.raises(CannotWrite, match="choose another name"):
        LogFile.create(path)
    assert path.read_bytes() == before


def test_a_match_is_played_by_one_program_at_a_time(tmp_path: Path) -> None:
    """Two that go on with one log would sign two histories."""
    path = tmp_path / "m.owmlog"
    with LogFile.create(path) as log:
        log.append(RECORDS[:1], sync=True)
        with pytest.raises(CannotWrite, match="is being played by another program"):
            LogFile.resume(path)
    first, _ = LogFile.resume(path)
    with first:
        with pytest.raises(CannotWrite, match="is being played by another program"):
            LogFile.resume(path)
        first.append(RECORDS[1:2], sync=True)
    again, records = LogFile.resume(path)
    again.close()
    assert records == RECORDS[:2]


def test_a_log_is_gone_on_with_after_its_last_whole_entry_wherever_it_was_cut(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """At every byte of the last entry or the first line, or with zeros for what is missing."""
    monkeypatch.setattr(os, "fsync", lambda descriptor: None)  # no power fails here; it is slow
    path = tmp_path / "m.owmlog"
    for kept in (RECORDS[:2], []):
        whole = MAGIC + b"".join(map(frame_record, kept))
        last = frame_record(RECORDS[2])
        torn = [whole + last[:n] for n in range(len(last))]
        torn += [whole + bytes(n) for n in (1, 3, 4, 5, 4096)]
        torn += [MAGIC[:n] for n in range(1, len(MAGIC))] if not kept else []
        for content in torn:
            path.write_bytes(content)
            log, records = LogFile.resume(path)
            with log:
                assert records == kept
                log.append(RECORDS[3:], sync=True)
            assert path.read_bytes() == whole + frame_record(RECORDS[3])


@pytest.mark.skipif(os.name != "posix", reason="there is no limit for files")
@pytest.mark.parametrize("room", [0, 1, 100])
def test_a_disk_that_takes_only_a_part_is_not_taken_for_one_that_took_all(
    tmp_path: Path, room: int
) -> None:
    """A write may be short, and only the next one say why: what follows was not stored."""
    resource = pytest.importorskip("resource")
    path = tmp_path / "m.owmlog"
    soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
    with LogFile.create(path) as log:
        log.append(RECORDS[:1], sync=True)
        before = path.stat().st_size
        resource.setrlimit(resource.RLIMIT_FSIZE, (before + room, hard))
        try:
            with pytest.raises(CannotWrite, match="cannot write the log"):
                log.append(RECORDS[1:2], sync=True)
        finally:
            resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))
    assert path.stat().st_size == before + room
    again, records = LogFile.resume(path)
    again.close()
    assert records == RECORDS[:1]


@pytest.mark.skipif(os.name != "posix", reason="no such rights")
def test_nobody_else_may_read_a_log(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """It names who plays. An older program's permissions are corrected when the match goes on; a
    folder that is not ours stays as it is."""
    monkeypatch.setenv("OWM_HOME", str(tmp_path / "home"))
    mask = os.umask(0)
    try:
        shared = tmp_path / "shared"
        shared.mkdir()
        path = shared / "m.owmlog"
        LogFile.create(path).close()
        assert path.stat().st_mode & 0o777 == 0o600
        path.chmod(0o664)
        LogFile.resume(path)[0].close()
        assert path.stat().st_mode & 0o777 == 0o600
        assert shared.stat().st_mode & 0o777 == 0o777
        assert folder("logs").stat().st_mode & 0o777 == 0o700
        folder("logs").chmod(0o755)
        assert folder("logs").stat().st_mode & 0o777 == 0o700
    finally:
        os.umask(mask)


def test_where_a_file_system_has_no_such_rights_the_match_goes_on(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(*_: Any) -> None:
        raise PermissionError(errno.EPERM, os.strerror(errno.EPERM))

    path = tmp_path / "m.owmlog"
    LogFile.create(path).close()
    path.chmod(0o644)
    monkeypatch.setattr(Path, "chmod", refuse)
    log, _ = LogFile.resume(path)
    log.close()
