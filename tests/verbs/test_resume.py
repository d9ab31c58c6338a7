"""Processes that are killed at any moment go on with `owm-net resume` to the same end."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from owm_net.files.private import private_path
from tests.verbs.command import HERE, Process, free_port, one_line, owm_net
from tests.verbs.conftest import Start

GOES_ON = ("--player", "random", "--patience", "150")


class Side:
    """One player's process, restarted by `resume` after each kill."""

    def __init__(self, start: Start, folder: Path, number: int, port: str) -> None:
        self.start = start
        self.home = folder / f"home{number}"
        self.log = folder / f"{number}.owmlog"
        role = (
            ["--host", "--port", port, "--system", "skeleton", "--mission", "full-deck"]
            if number == 0
            else ["--join", f"{HERE}:{port}"]
        )
        role += ["--code", "7-melon-sandal-orchid"]
        self.process: Process = start(self.home, "bot", *role, "--log", str(self.log), *GOES_ON)

    def restart(self) -> None:
        """Killed at any moment; the match is far from its end."""
        self.process.kill()
        self.process = self.start(self.home, "resume", str(self.log), *GOES_ON)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("victims", "sizes"),
    [
        ((0, 1, 0), (2_000, 16_000, 30_000)),
        ((1, 0), (9_000, 26_000)),
    ],
)
def test_kill_9_and_resume(
    tmp_path: Path, start: Start, victims: tuple[int, ...], sizes: tuple[int, ...]
) -> None:
    port = free_port()
    sides = [Side(start, tmp_path, 0, port)]
    sides[0].process.line("waiting on")
    sides.append(Side(start, tmp_path, 1, port))
    for victim, size in zip(victims, sizes, strict=True):
        sides[victim].process.grows(sides[victim].log, size)
        sides[victim].restart()
    for side in sides:
        assert side.process.end().returncode == 0, side.process.story()
    verdicts = []
    for side in sides:
        run = owm_net("verify", str(side.log), "--json", home=tmp_path)
        verdicts.append(json.loads(run.stdout))
        assert not private_path(side.log).exists(), "secrets are gone when the match is over"
    assert [v["verdict"] for v in verdicts] == ["OK", "OK"], verdicts
    assert verdicts[0]["result"] == verdicts[1]["result"]


def test_resume_of_what_is_no_log_says_so(tmp_path: Path) -> None:
    """And not that a match was broken off."""
    (tmp_path / "letter.txt").write_text("Dear Ben,\n", "utf-8")
    said = one_line(owm_net("resume", str(tmp_path / "letter.txt"), home=tmp_path), 3)
    assert "this is no log of owm-net" in said


def test_resume_without_anything_to_resume_says_so(tmp_path: Path) -> None:
    assert "no match to resume" in one_line(owm_net("resume", home=tmp_path), 3)
    run = owm_net("resume", "--list", home=tmp_path)
    assert run.returncode == 0 and "no match to resume" in run.stdout
