"""Files that a person names: what is there already stays."""

from __future__ import annotations

import json
import os
import stat
from collections.abc import Callable
from pathlib import Path

import pytest

from owm_net import cli
from owm_net.files.hands import hand_path, keep_hand
from owm_net.files.home import CannotWrite
from owm_net.files.written import Place
from tests.files.test_files_hands import GOOD

LOG = str(Path(__file__).parents[1] / "vectors" / "match_skeleton.owmlog")

WRITERS = {
    "requests": ("asked.json", ("replay", LOG, "--requests")),
    "picture": ("table.png", ("replay", LOG, "--picture")),
    "film": ("film.webp", ("replay", LOG, "--to", "3", "--animate")),
    "bundle": ("bundle.zip", ("doctor", "--bundle")),
    "log": ("m.owmlog", ("demo", "--system", "skeleton", "--log")),
    "end": ("end.png", ("demo", "--system", "skeleton", "--picture")),
    "pack": ("pack", ("pack", "new")),
}
"""Options with which a file is written, and how it may be called."""


def mine(path: Path) -> None:
    path.write_text("important\n")


def folder(path: Path) -> None:
    path.mkdir()


def linked(path: Path) -> None:
    mine(path.with_name("target"))
    path.symlink_to("target")


def nowhere(path: Path) -> None:
    path.symlink_to("nothing")


def picture(path: Path) -> None:
    """A link, even to a file that could be written over."""
    path.with_name("target").write_bytes(b"\x89PNG of last time")
    path.symlink_to("target")


def pipe(path: Path) -> None:
    os.mkfifo(path)


def seen(path: Path) -> list[tuple[str, int, str]]:
    """All that is in a folder."""
    return sorted(
        (p.name, stat.S_IFMT(p.lstat().st_mode), p.read_text("latin-1") if p.is_file() else "")
        for p in path.iterdir()
    )


@pytest.mark.skipif(os.name == "nt", reason="links and pipes of files")
@pytest.mark.parametrize("there", [mine, folder, linked, nowhere, picture, pipe])
@pytest.mark.parametrize("writer", WRITERS)
def test_what_is_there_stays(
    writer: str,
    there: Callable[[Path], None],
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.setenv("OWM_HOME", str(tmp_path / "home"))
    (tmp_path / "out").mkdir()
    name, arguments = WRITERS[writer]
    path = tmp_path / "out" / name
    there(path)
    before = seen(path.parent)
    assert cli.main([*arguments, str(path)]) in (2, 3)
    said = capsys.readouterr()
    assert str(path) in said.err and said.err.count("\n") == 1
    assert seen(path.parent) == before


@pytest.mark.parametrize("writer", ["requests", "picture"])
def test_an_older_file_of_the_kind_is_written_over(writer: str, tmp_path: Path) -> None:
    name, arguments = WRITERS[writer]
    path = tmp_path / name
    assert cli.main([*arguments, str(path), "--step", "3"]) == 0
    before = path.read_bytes()
    assert cli.main([*arguments, str(path)]) == 0
    assert path.read_bytes() != before and [*tmp_path.iterdir()] == [path]
    if writer == "requests":
        assert json.loads(path.read_text("utf-8"))["requests"][-1]["request"] == "over"


def test_a_hand_that_was_sent_takes_the_place_of_a_hand_alone(tmp_path: Path) -> None:
    log = tmp_path / "m.owmlog"
    path = hand_path(log, 1)
    mine(path)
    with pytest.raises(CannotWrite, match="exists and is not an opened hand"):
        keep_hand(log, 1, GOOD)
    assert path.read_text() == "important\n"
    path.unlink()
    for _ in range(2):
        assert keep_hand(log, 1, GOOD).read_bytes() == GOOD


@pytest.mark.parametrize("links", [True, False])
def test_a_file_that_comes_in_the_meantime_stays(
    links: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Also where a file system has no links with which that is one step."""

    def none(*_: object) -> None:
        raise PermissionError(1, "Operation not permitted")

    if not links:
        monkeypatch.setattr(os, "link", none)
    path = tmp_path / "new"
    place = Place(path, "the file", "choose another", "there is one already")
    with pytest.raises(CannotWrite, match="there is one already"), place.written() as half:
        half.write_text("ours")
        mine(path)
    assert path.read_text() == "important\n" and [*tmp_path.iterdir()] == [path]
    path.unlink()
    with place.written() as half:
        half.write_text("ours")
    assert path.read_text() == "ours" and [*tmp_path.iterdir()] == [path]
