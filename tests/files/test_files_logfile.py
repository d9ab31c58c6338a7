"""The log file: what is said when the disk refuses, and what can be told of a log from outside."""

from __future__ import annotations

import errno
import os
from pathlib import Path
from typing import Any

import pytest

from owm_net.files.home import CannotWrite
from owm_net.files.logfile import LogFile, has_begun, is_in_use
from owm_net.files.private import PrivateFile
from owm_net.protocol.errors import BadEncoding


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
    with pytest.raises(BadEncoding):
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
