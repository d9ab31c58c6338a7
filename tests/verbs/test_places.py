"""Where files go is looked at before a match begins, and said in one line."""

from __future__ import annotations

import errno
import os
from pathlib import Path

import pytest
from PIL import Image

from owm_net import cli
from owm_net.files.home import CannotWrite
from owm_net.program.failing import Fail
from owm_net.program.logs.places import check_places
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
    ("join", "127.0.0.1:1", "7-melon-sandal-orchid", "--player", "random"),
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
        (there, "already"),
        (tmp_path / "sealed.owmlog", "already"),
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
    letter, hidden = tmp_path / "letter.txt", tmp_path / "letter.png"
    for file in (letter, hidden):
        file.write_text("dear Anna")
    for picture, words, code in (
        (tmp_path / "none" / "x.png", "there is no folder", 3),
        (tmp_path, "it is a folder", 3),
        (letter, "that is no picture", 3),
        (hidden, "that is no picture", 3),
        (letter / "x.png", "there is no folder", 3),
        (tmp_path / "new.txt", "its name must end in", 2),
        (tmp_path / "new", "its name must end in", 2),
    ):
        assert cli.main([*verb, "--picture", str(picture)]) == code
        said = capsys.readouterr()
        assert words in said.err and said.err.count("\n") == 1 and said.out == ""
    assert letter.read_text() == hidden.read_text() == "dear Anna"


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> Path:
    party = Party(2, "duel")
    party.run()
    log = tmp_path_factory.mktemp("played") / "m.owmlog"
    log.write_bytes(party.log(0))
    return log


def test_an_older_picture_is_written_over(tmp_path: Path, played: Path) -> None:
    picture = tmp_path / "table.png"
    picture.write_bytes(b"\x89PNG of last time")
    assert cli.main(["replay", str(played), "--picture", str(picture)]) == 0
    assert picture.stat().st_size > 1000
    before = played.read_bytes()
    assert cli.main(["replay", str(played), "--picture", str(played)]) == 3
    assert played.read_bytes() == before, "the log itself is no picture"


@pytest.mark.parametrize(
    ("name", "kind"),
    [
        ("t.png", "PNG"),
        ("t.jpg", "JPEG"),
        ("T.JPEG", "JPEG"),
        ("t.webp", "WEBP"),
    ],
)
def test_a_picture_is_what_its_name_says(
    name: str, kind: str, tmp_path: Path, played: Path
) -> None:
    path = tmp_path / name
    for _ in range(2):  # and may be written over
        assert cli.main(["replay", str(played), "--step", "9", "--picture", str(path)]) == 0
        with Image.open(path) as picture:
            assert picture.format == kind and picture.size[0] > 800
    assert [file.name for file in tmp_path.iterdir() if file.is_file()] == [name]


def test_a_disk_that_is_full_spoils_no_older_picture(
    tmp_path: Path,
    played: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    def full(self: Image.Image, path: Path, *_: object, **__: object) -> None:
        path.write_bytes(b"\x89PNG, the first half")
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    picture = tmp_path / "table.png"
    picture.write_bytes(b"\x89PNG of last time")
    monkeypatch.setattr(Image.Image, "save", full)
    assert cli.main(["replay", str(played), "--picture", str(picture)]) == 3
    said = capsys.readouterr().err
    assert f"cannot write the picture {picture}: no space left" in said and "--picture" in said
    assert picture.read_bytes() == b"\x89PNG of last time"
    assert [file.name for file in tmp_path.iterdir() if file.is_file()] == [picture.name]


@pytest.mark.parametrize(
    ("code", "words"),
    [
        (errno.ENOSPC, "no space left on device"),
        (errno.EACCES, "permission denied"),
        (errno.EROFS, "read-only file system"),
        (errno.EDQUOT, "quota"),
    ],
)
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
