"""The page says of a log what `owm-net verify` says."""

from __future__ import annotations

import contextlib
import io
from pathlib import Path
from typing import Any

import pytest

from owm_net.cli import main
from owm_net.program.logs import releases

TESTS = Path(__file__).resolve().parents[1]
LOGS = [
    TESTS / "logs/owm-6-cheated.owmlog",
    TESTS / "logs/squadcards-3.owmlog",
    TESTS / "logs/squadcards-3-cheated.owmlog",
    TESTS / "logs/owm-2.owmlog",
    TESTS / "vectors/match_skeleton.owmlog",
    TESTS / "vectors/match_stopped.owmlog",
]

pytestmark = pytest.mark.slow


def said_by_the_program(log: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    """The lines of `owm-net verify`, without the folder."""
    monkeypatch.chdir(log.parent)
    out = io.StringIO()
    with contextlib.redirect_stdout(out), contextlib.redirect_stderr(out):
        main(["verify", log.name])
    return out.getvalue().strip().removeprefix("owm-net: ").replace(str(log.parent), "/home")


def said_by_the_page(page: Any, files: Any) -> str:
    """Hand the page a file; return its verdict."""
    page.set_input_files("#file", files)
    page.wait_for_selector("#verdict.good, #verdict.bad, #verdict.open", timeout=120_000)
    return str(page.inner_text("#verdict")).strip()


def test_a_verdict_is_the_same_in_a_browser(
    page: Any, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """Good logs, a cheat, one that stopped, one of older rules. A page keeps no older programs."""
    monkeypatch.setattr(releases, "KEPT", tmp_path)
    for log in LOGS:
        assert said_by_the_page(page, log) == said_by_the_program(log, monkeypatch), log.name


def test_a_file_that_is_no_log_gets_one_sentence(page: Any) -> None:
    """Whatever the bytes are."""
    for data in (b"", b"\x00" * 40, b"owm" * 1000, bytes(range(256))):
        said = said_by_the_page(
            page, {"name": "x.owmlog", "mimeType": "application/octet-stream", "buffer": data}
        )
        assert said.startswith("x.owmlog: ") and "\n" not in said and "Traceback" not in said


def test_the_name_of_a_file_turns_no_sentence_around(page: Any) -> None:
    """Nor does it fill the page."""
    name = "x" * 300 + "\u202egol<b>.owmlog"
    file = {"name": name, "mimeType": "application/octet-stream", "buffer": b"owm"}
    said = said_by_the_page(page, file)
    assert "x_gol_b_.owmlog: the log ends" in said and len(said) < 200
