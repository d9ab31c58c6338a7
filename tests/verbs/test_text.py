"""`owm-net play --text`, through a pipe."""

from __future__ import annotations

import subprocess
from pathlib import Path

from tests.verbs.command import PATIENCE, PROGRAM, surroundings


def typed(home: Path, lines: str, *arguments: str) -> str:
    """What the program says to lines that are typed."""
    run = subprocess.run(
        [*PROGRAM, *arguments],
        input=lines,
        capture_output=True,
        text=True,
        timeout=PATIENCE,
        env=surroundings(home),
    )
    assert run.returncode == 0, run.stderr
    assert "\x1b" not in run.stdout and "\r" not in run.stdout
    return run.stdout


def test_a_match_is_left_gone_on_with_and_resigned_in_the_terminal(tmp_path: Path) -> None:
    log = tmp_path / "match.owmlog"
    said = typed(
        tmp_path, "hand\nquit\n", "play", "--text", "--system", "skeleton", "--log", str(log)
    )
    assert "YOUR DECISION" in said and "1. " in said and "You hold" in said
    assert f"resume --text {log}" in said
    said = typed(tmp_path, "resign\nyes\n", "resume", "--text", str(log))
    assert "YOUR DECISION" in said and "for good" in said
    assert "verdict: OK" in said and "resigned" in said
