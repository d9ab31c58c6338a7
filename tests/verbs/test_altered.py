"""Logs and packs as browsers, mail and people hand them on: what is wrong with one is said, in the
language that is spoken; and a file alone is opened."""

from __future__ import annotations

import bz2
import gzip
import io
import lzma
import re
import zipfile
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

import pytest

from owm_net import cli
from owm_net.client import language
from owm_net.verbs.replay import Options

LOG = Path(__file__).parents[1] / "vectors" / "match_skeleton.owmlog"
GOOD = LOG.read_bytes()


def in_zip(data: bytes) -> bytes:
    file = io.BytesIO()
    with zipfile.ZipFile(file, "w") as archive:
        archive.writestr(LOG.name, data)
    return file.getvalue()


PACKED = "is packed by {}: unpack it first"
TEXT = "something on the way changed it as if it were text"
ALTERED = {
    "gzip": (gzip.compress(GOOD), PACKED.format("gzip")),
    "zip": (in_zip(GOOD), PACKED.format("zip")),
    "bzip2": (bz2.compress(GOOD), PACKED.format("bzip2")),
    "xz": (lzma.compress(GOOD), PACKED.format("xz")),
    "CRLF": (GOOD.replace(b"\n", b"\r\n"), TEXT),
    "BOM": (b"\xef\xbb\xbf" + GOOD, TEXT),
    "UTF-16": (GOOD.decode("latin-1").encode("utf-16"), TEXT),
    "a line before": (b"\r\n" + GOOD, TEXT),
    "a page": (b"\n<!DOCTYPE html>\n<html><title>Sign in</title></html>", "is a web page"),
    "nothing": (b"", "is empty: the download or the copy has failed"),
    "another file": (b"%PDF-1.7", "is no log of owm-net"),
    "its first line": (GOOD[:14], "the log ends before its first entry"),
    "no HELLO": (GOOD[:18] + b"\xff" * 4 + GOOD[22:], "the first entry is damaged"),
}


@pytest.fixture(autouse=True)
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    monkeypatch.setenv("OWM_HOME", str(tmp_path / "home"))
    monkeypatch.delenv("DISPLAY", raising=False)
    monkeypatch.delenv("WAYLAND_DISPLAY", raising=False)
    yield
    language.ask_for("")
    language.begin("en")


@pytest.mark.parametrize("how", ALTERED)
def test_what_became_of_a_log_on_its_way_is_said(
    how: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    content, words = ALTERED[how]
    file = tmp_path / "m.owmlog"
    file.write_bytes(content)
    for verb in (["verify"], ["replay", "--text"]):
        assert cli.main([*verb, str(file)]) == 3
        said = capsys.readouterr()
        assert said.out == "" and said.err.startswith(f"owm-net: {file}: ") and words in said.err
    assert cli.main(["standings", str(file)]) == 3
    assert words in capsys.readouterr().out


def test_a_file_alone_is_checked_where_no_window_can_open(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    assert cli.main([str(LOG)]) == 0 and "verdict: OK" in capsys.readouterr().out
    assert cli.main(["--language", "de", str(LOG)]) == 0
    other = tmp_path / "match.bin"  # as some mail calls it
    other.write_bytes(GOOD)
    assert cli.main([str(other), "--json"]) == 0
    assert cli.main([str(tmp_path / "gone.owmlog")]) == 3
    assert "gone.owmlog" in capsys.readouterr().err
    with pytest.raises(SystemExit):
        cli.main(["gone.bin"])
    seen: list[Path] = []

    def look(options: Options) -> int:
        seen.append(options.file)
        return 0

    monkeypatch.setattr(cli, "_shows_windows", lambda: True)
    monkeypatch.setattr("owm_net.verbs.replay._look", look)
    assert cli.main([str(LOG)]) == 0 and seen == [LOG]


ENGLISH = re.compile(
    r"(?i)\b(the|is|are|has|have|of|and|not|there|this|that|which|must|cannot|with|it|no"
    r"|from|its|more|than|file|first|choose|already|read|write|only|see|unknown|missing)\b"
)
"""Words that German does not have, of which each of our sentences has one."""
QUOTED = re.compile(r"--\w+|owm-net( [\w/.-]+)*|'[^']*'|\S*[/.]\S*|\b[A-Z]{3,}\b|\w+(-\w+)+")
"""Options, commands, names and paths."""


def bad_input(folder: Path) -> Iterator[list[str]]:
    """Yield commands with files that are none."""
    files = []
    for n, (content, _) in enumerate(ALTERED.values()):
        files.append(folder / f"{n}.owmlog")
        files[-1].write_bytes(content)
    (folder / "torn.owmlog").write_bytes(GOOD[: len(GOOD) // 2])
    ordner = folder / "ordner"
    ordner.mkdir()
    for file in [*files, ordner, folder / "weg.owmlog", folder / "torn.owmlog"]:
        for verb in ("verify", "replay", "standings", "resume", "doctor"):
            yield [verb, str(file), *(["--text"] if verb == "replay" else [])]
    for file in [*files, ordner, folder / "weg.zip"]:
        yield ["pack", "check", str(file)]
        yield ["verify", str(LOG), "--pack", str(file)]
    taken = folder / "0.owmlog"
    for option in ("--requests", "--picture", "--animate"):
        for path in (taken, ordner, folder / "weg" / "x.png", Path("/dev/null")):
            yield ["replay", str(LOG), option, str(path)]
    yield ["doctor", "--bundle", str(taken)]
    yield ["demo", "--system", "skeleton", "--log", str(taken)]
    yield ["demo", "--system", "schach"]
    yield ["host", "--system", "schach"]
    yield ["play", "--system", "schach"]
    yield ["rules", "schach"]
    yield ["friends", "--forget", "Anna"]
    yield ["replay", str(LOG), "--step", "-1"]
    yield ["replay", str(LOG), "--hand", "2", "--picture", str(folder / "neu.png")]
    yield ["replay", str(LOG), "--to", "99999", "--animate", str(folder / "neu.webp")]
    yield ["demo", "--system", "skeleton", "--level", "hoch"]
    yield ["demo", "--system", "skeleton", "--option", "x"]
    yield ["demo", "--system", "skeleton", "--option", "x=y"]
    yield ["demo", "--system", "skeleton", "--mission", "keine"]
    for file in (folder / "weg.toml", ordner):
        yield ["simulate", "owm", "--mission", str(file)]


def test_no_error_is_left_in_english(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    folder = tmp_path / "x"
    folder.mkdir()
    english = []
    for words in bad_input(folder):
        with suppress(SystemExit):
            cli.main(["--language", "de", *words])
        said = capsys.readouterr()
        told = said.err + (said.out if words[0] in ("standings", "pack") else "")
        rest = QUOTED.sub("", told.replace(str(tmp_path), ""))
        if found := ENGLISH.findall(rest):
            english.append((words, told, found))
    assert not english, "\n".join(map(str, english))
