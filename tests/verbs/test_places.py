"""Where files go is looked at before a match begins, and said in one line."""

from __future__ import annotations

import errno
import os
from pathlib import Path

import pytest

from owm_net import cli
from owm_net.files.home import CannotWrite
from owm_net.verbs.common import Fail
from owm_net.verbs.places import check_places
from tests.session.conftest import Party


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("OWM_HOME", str(tmp_path / "home"))
    monkeypatch.delenv("DISPLAY", raising=False)
    return tmp_path / "home"


PLAYS = (
    ("play", "--system", "skeleton"),
    ("demo", "--system", "skeleton"),
    ("host", "--system", "skeleton", "--player", "random", "--port", "0"),
    ("join", "127.0.0.1:1", "--player", "random"),
)


@pytest.mark.parametrize("verb", PLAYS, ids=lambda verb: verb[0])
def test_a_log_that_cannot_be_written_is_said_before_anything_begins(
    verb: tuple[str, ...], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    blocked = tmp_path / "file"
    blocked.write_text("a file where a folder is wanted")
    there = tmp_path / "there.owmlog"
    there.write_text("mine")
    sealed = tmp_path / "sealed.owmlog.private"
    sealed.write_text("mine too")
    for log, words in (
        (blocked / "x.owmlog", "is a file, not a folder"),
        (there, "already"), (tmp_path / "sealed.owmlog", "already"),
    ):
        assert cli.main([*verb, "--log", str(log)]) == 3
        said = capsys.readouterr()
        assert words in said.err and said.err.count("\n") == 1 and said.out == ""
    assert there.read_text() == "mine" and sealed.read_text() == "mine too"


@pytest.mark.parametrize("verb", PLAYS, ids=lambda verb: verb[0])
def test_a_home_that_is_no_folder(
    verb: tuple[str, ...], home: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    home.write_text("")
    assert cli.main([*verb]) == 3
    said = capsys.readouterr()
    assert "set OWM_HOME" in said.err and said.err.count("\n") == 1 and said.out == ""


@pytest.mark.parametrize("verb", PLAYS[:2], ids=lambda verb: verb[0])
def test_a_picture_that_cannot_be_written(
    verb: tuple[str, ...], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    letter = tmp_path / "letter.txt"
    letter.write_text("dear Anna")
    for picture, words in (
        (tmp_path / "none" / "x.png", "there is no folder"),
        (tmp_path, "it is a folder"),
        (letter, "that is no picture"),
        (letter / "x.png", "there is no folder"),
    ):
        assert cli.main([*verb, "--picture", str(picture)]) == 3
        said = capsys.readouterr()
        assert words in said.err and said.err.count("\n") == 1 and said.out == ""
    assert letter.read_text() == "dear Anna"


def test_an_older_picture_is_written_over(tmp_path: Path) -> None:
    picture = tmp_path / "table.png"
    picture.write_bytes(b"\x89PNG of last time")
    party = Party(2, "duel")
    party.run()
    log = tmp_path / "m.owmlog"
    log.write_bytes(party.log(0))
    assert cli.main(["replay", str(log), "--picture", str(picture)]) == 0
    assert picture.stat().st_size > 1000
    assert cli.main(["replay", str(log), "--picture", str(log)]) == 3
    assert log.read_bytes() == party.log(0), "the log itself is no picture"


@pytest.mark.parametrize(("code", "words"), [
    (errno.ENOSPC, "no space left on device"), (errno.EACCES, "permission denied"),
    (errno.EROFS, "read-only file system"), (errno.EDQUOT, "quota"),
])
def test_a_full_or_forbidden_disk_is_found_before_the_match(
    code: int, words: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(_: int) -> None:
        raise OSError(code, os.strerror(code))

    monkeypatch.setattr("owm_net.files.home.os.fsync", full)
    for log, picture in ((None, None), (tmp_path / "x.owmlog", None)):
        with pytest.raises((CannotWrite, Fail), match=words) as caught:
            check_places(log, picture)
        assert "\n" not in str(caught.value)
    assert list(tmp_path.glob("x*")) == [], "nothing is left behind"
